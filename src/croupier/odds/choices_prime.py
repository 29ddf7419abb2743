"""Four Card Prime as a table of choices: the raise, in antes, for every hand and upcard."""

from collections.abc import Callable
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.choice_places import PRIME_HANDS
from croupier.kernels.choice_tables import fill_prime
from croupier.kernels.compiled import in_threads
from croupier.kernels.four_card_prime import scores_of_four, sweep
from croupier.odds.figures import House
from croupier.odds.four_card_prime import best_raises, bonus_floors, raise_pays
from croupier.odds.hand_counts import WHOLE_DECK

Ints = NDArray[np.int64]
Codes = NDArray[np.uint8]


def filled(what: str, choose: Callable[[int], tuple[Ints, Codes]]) -> Codes:
    """The whole table, from the classes of hands against each upcard and their choices."""
    table = np.zeros(13 * PRIME_HANDS, np.uint8)
    in_threads(what, lambda up: fill_prime(up, *choose(up), table), range(13))
    return table


def optimal(house: House) -> dict[str, Codes]:
    cards = np.array(WHOLE_DECK, np.int64)
    scores = scores_of_four(cards)
    places = np.full(int(scores.max()) + 1, -1, np.int16)
    places[scores] = np.arange(len(scores))
    floors = bonus_floors(house, scores)
    dealers, none = comb(len(cards) - 6, 5), np.zeros(0, np.int64)
    best = [best_raises(raise_pays(house, int(scores[floor])), dealers) for floor in floors]

    def choose(up: int) -> tuple[Ints, Codes]:
        hand, score, _, beaten, copied, _ = sweep(up, cards, places, none, True)
        row = np.searchsorted(floors, score, side="right") - 1
        times = np.empty(len(hand), np.uint8)
        for place, cuts in enumerate(best):
            here = row == place
            wins, raises = zip(*cuts, strict=True)
            reached = np.searchsorted(wins, (beaten + copied)[here], side="right") - 1
            times[here] = np.array(raises, np.uint8)[reached]
        return hand, times

    return {"raise": filled("best raises under each upcard", choose)}
