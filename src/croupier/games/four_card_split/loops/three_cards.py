"""Three-card scores from a table that the rule itself filled: a lookup never guesses a branch.

A loop spends more time on the branches that a processor guessed wrong than on all the rest of
`three_card`, and a dealer has three or four hands to choose from.
"""

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import DECK, mask
from croupier.cards.hands import SUIT, THREE_SCORES, three_card

EACH_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39


def place(hand: int) -> int:
    """Exactly three cards: their ranks, whether one suit has them all, and which lies twice."""
    any_of, both = hand | hand >> 26, hand & hand >> 26  # of suits 0 and 2; 1 and 3
    ranks = (any_of | any_of >> 13) & SUIT
    twice = (both | both >> 13 | any_of & any_of >> 13) & SUIT
    lacking = hand ^ ranks * EACH_SUIT
    suited = (lacking - EACH_SUIT) & ~lacking & EACH_SUIT << 12 != 0  # some suit lacks none
    return ranks | suited << 13 | (2 * twice > ranks) << 14  # two ranks: the higher one or not


@cache
def scores() -> NDArray[np.int32]:
    """What `three_card` gives, by place."""
    table = np.zeros(1 << 15, np.int32)
    for cards in combinations(DECK, 3):
        hand = mask(cards)
        table[place(hand)] = three_card(hand)
    return table


@cache
def in_order() -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """All scores, the lowest first; and the place of each among them."""
    found = np.array(sorted({three_card(mask(cards)) for cards in combinations(DECK, 3)}))
    places = np.zeros(THREE_SCORES, np.int16)
    places[found] = np.arange(len(found))
    return found, places
