"""4 Card Split as a table of choices: how to split, and which hands to play."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.choice_places import SPLIT_HANDS
from croupier.kernels.choice_tables import cards_of, class_hands, fill_split
from croupier.kernels.compiled import in_threads
from croupier.kernels.four_card_split import instant_rows, score_tables
from croupier.kernels.split_count import counted_choices
from croupier.odds.choice_names import Choices, Codes, Simple
from croupier.odds.figures import House
from croupier.odds.four_card_split import chosen, counted, pays_of, scores_of
from croupier.odds.strategies import Strategy
from croupier.odds.strategy_split import CODES, points_of, shown
from croupier.rules.four_card_split import SPLIT

Ints = NDArray[np.int64]
Bytes = NDArray[np.int8]


def filled(what: str, choose: Callable[[int], tuple[Bytes, Codes]]) -> Choices:
    """The whole table, from the classes of four cards against each upcard and their choices."""
    table = np.zeros(13 * SPLIT_HANDS, np.uint8)
    in_threads(what, lambda up: fill_split(up, *choose(up), table), range(13))
    return {SPLIT: table}


def optimal(house: House) -> Choices:
    scores = scores_of(house)
    pays, states = pays_of(house, scores), counted(scores)

    def choose(up: int) -> tuple[Bytes, Codes]:
        _, way, plays = chosen(scores, pays, states[up])
        return states[up]["cards"], (way << 2 | plays).astype(np.uint8)

    return filled("best ways under each upcard", choose)


def counting(house: House, points: Ints) -> Choices:
    """The split that counts most, where each hand counts so much by upcard and kind."""
    scores = scores_of(house)
    pays = pays_of(house, scores)

    def choose(up: int) -> tuple[Bytes, Codes]:
        cards = cards_of(class_hands(up, 4), 4)
        player, _ = score_tables(scores.deck, up, scores.places, scores.any_three)
        instants = instant_rows(cards, player, scores.rows, scores.first_instant)
        order, code, prizes = shown(cards, instants, pays)
        return cards, counted_choices(points[up], code, prizes, order)

    return filled("ways under each upcard", choose)


def listed(house: House, strategy: Strategy) -> Choices:
    """As a list of things that count says."""
    counts = {line.condition: int(line.action) for line in strategy.lines}
    return counting(house, points_of(counts))


SIMPLE: Mapping[str, Simple] = {
    "always-fold": Simple(
        "fold all four cards, and the card beside an instant winner",
        lambda house: counting(house, np.zeros((13, CODES), np.int64)),
    ),
    "always-play": Simple(
        "two and two, the highest card (a pair first) with its nearest; play every hand",
        lambda house: counting(house, np.ones((13, CODES), np.int64)),
    ),
    "pairs-and-aces": Simple(
        "keep a pair together and play it; an ace is played too, and all else is folded",
        lambda house: counting(house, points_of({"a pair": 2, "no pair, with an ace": 1})),
    ),
}
