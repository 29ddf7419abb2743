"""Four Card Prime as a table of choices: the raise, in antes, for every hand and upcard."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from croupier.cards.card import parse
from croupier.cards.scales import FOUR
from croupier.games.four_card_prime.counts import bonus_floors, dealers, raise_pays, scored
from croupier.games.four_card_prime.guide import playbook, situations
from croupier.games.four_card_prime.loops.rounds import HANDS, fill, seen_of
from croupier.games.four_card_prime.rules import ACTIONS, TIMES
from croupier.kernels.arrays import Codes, Ints
from croupier.kernels.card_sets import cards_of, class_hands
from croupier.kernels.compiled import in_threads
from croupier.odds.figures import PostedTable
from croupier.odds.strategy.choices import Asker, Choices, Function, Simple
from croupier.odds.strategy.guides import Strategy, followed
from croupier.progress import tracked

LOWEST = "6c 4d 3h 2s"


def filled(what: str, choose: Callable[[int], tuple[Ints, Codes]]) -> Codes:
    """The whole table, from the classes of hands against each upcard and their choices."""
    table = np.zeros(13 * HANDS, np.uint8)
    in_threads(what, lambda up: fill(up, *choose(up), table), range(13))
    return table


def optimal(table: PostedTable) -> Choices:
    whole, floors = scored(), bonus_floors(table)
    pays = np.array([raise_pays(table, floor) for floor in floors])

    def choose(up: int) -> tuple[Ints, Codes]:
        hand, score, _, beaten, copied, _ = whole.swept(up)
        row = np.searchsorted(floors, whole.scores[score], side="right") - 1
        ended = np.stack([beaten, copied, dealers() - beaten - copied], axis=1)
        worth = (ended[:, None, :] * pays[row]).sum(axis=2)
        return hand, worth.argmax(axis=1).astype(np.uint8)  # among equals, the smaller

    return {"raise": filled("best raises under each upcard", choose)}


def as_seen(times: Codes) -> Choices:
    """By what a person sees: the upcard's rank, cards held of that rank, index of the score."""
    places = scored().places

    def choose(up: int) -> tuple[Ints, Codes]:
        hands = class_hands(up, 5)
        score, matched = seen_of(up, hands, places)
        return hands, times[up, matched, score]

    return {"raise": filled("raises under each upcard", choose)}


def listed(table: PostedTable, strategy: Strategy) -> Choices:
    seen, scores = situations(), scored().scores
    (actions,) = followed(playbook(table), strategy)
    times = np.zeros((13, 5, len(scores)), np.uint8)
    times[seen.up, seen.matched, np.searchsorted(scores, seen.score)] = actions
    return as_seen(times)


def own(table: PostedTable, function: Function) -> Choices:
    names = tuple(option.name for option in ACTIONS)
    asker = Asker(function, 5, names, offered=False)
    codes_by_place = np.zeros(13 * HANDS, np.uint8)
    for up in tracked("hands under each upcard", range(13), 13):
        hands = class_hands(up, 5)
        legal = np.ones((len(hands), len(names)), bool)
        codes = asker.ask(cards_of(hands, 5).astype(np.int64), up, legal)
        fill(up, hands, codes, codes_by_place)
    return {"raise": codes_by_place}


def _from(floors: Mapping[int, str], table: PostedTable) -> Choices:
    """Raises, each from its lowest hand up; below all of them, a fold."""
    scores = scored().scores
    times = np.zeros(len(scores), np.uint8)
    for raised, lowest in floors.items():
        times[scores >= FOUR.score(parse(lowest))] = raised
    return as_seen(np.broadcast_to(times, (13, 5, len(scores))))


SIMPLE: Mapping[str, Simple] = {
    "always-fold": Simple("fold every hand", partial(_from, {})),
    **{
        f"always-raise-{times}x": Simple(
            f"raise {times}x with every hand", partial(_from, {times: LOWEST})
        )
        for times in TIMES[1:]
    },
    "pairs": Simple(
        "raise 3x with a pair of tens or better, 1x with any other pair or an ace, else fold",
        partial(_from, {1: "Ac 5d 3h 2s", 3: "Tc Td 3h 2s"}),
    ),
}
