"""4 Card Split's compiled loops, the steps they are written for, and the rules they call.

Three-card scores come from a table filled by the rule itself. A lookup never mispredicts a branch;
in `three_card`, mispredicted branches take longer than everything else, and a dealer has three or
four hands to choose from.
"""

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numba.extending import overload

from croupier.cards.card import DECK, mask
from croupier.cards.hands import SUIT, THREE_SCORES, three_card
from croupier.games.four_card_split import rules
from croupier.kernels.arrays import Ints, Scores, Shorts
from croupier.kernels.compiled import lend, unsigned
from croupier.kernels.written_for import check_written_for

STEPS = (
    *("deal 4 own to hand 1", "deal 1 up to dealer", "deal 3 down to dealer"),
    "in turn: choose split, choose hand 1, choose hand 2",
    "in turn: deal up to 3 down to hand 1, deal up to 3 down to hand 2",
)
check_written_for(STEPS, *rules.GAMES)

EACH_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39


def place(hand: int) -> int:
    """An index for exactly three cards: their ranks, whether they share a suit, and which rank is
    paired.
    """
    any_of, both = hand | hand >> 26, hand & hand >> 26  # of suits 0 and 2; of suits 1 and 3
    ranks = (any_of | any_of >> 13) & SUIT
    twice = (both | both >> 13 | any_of & any_of >> 13) & SUIT
    lacking = hand ^ ranks * EACH_SUIT
    suited = (lacking - EACH_SUIT) & ~lacking & EACH_SUIT << 12 != 0  # some suit has all the ranks
    return ranks | suited << 13 | (2 * twice > ranks) << 14  # whether the higher of two is paired


lend(*(rules.settle_hand, rules.settle_blind, rules.instant_winner, rules.qualifies), in_words=True)
lend(rules.best_three_of_four, rules.three_with_upcard, rules.legal_ways, place)


@cache
def by_place() -> Scores:
    """The result of `three_card`, by place."""
    table = np.zeros(1 << 15, np.int32)
    for cards in combinations(DECK, 3):
        hand = mask(cards)
        table[place(hand)] = three_card(hand)
    return table


@cache
def in_order() -> tuple[Ints, Shorts]:
    """All scores, lowest first, and the index of each by score."""
    found = np.array(sorted({three_card(mask(cards)) for cards in combinations(DECK, 3)}))
    places = np.zeros(THREE_SCORES, np.int16)
    places[found] = np.arange(len(found))
    return found, places


@overload(rules.three_card, strict=False)
def _three_card(hand: Any) -> Any:
    """Replaces the rule's cache in loops: all scores of three cards are computed in advance."""
    scores = by_place()

    def looked_up(hand: Any) -> Any:
        return np.int64(scores[unsigned(place(hand))])

    return looked_up
