"""Three-card scores from a table that the rule itself filled: a lookup never guesses a branch.

A loop spends more time on the branches that a processor guessed wrong than on all the rest of
`three_card`, and a dealer has three or four hands to choose from.
"""

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import DECK, mask
from croupier.cards.hands import SUIT, three_card


def place(hand: int) -> int:
    """Exactly three cards: their ranks, whether one suit has them all, and which lies twice."""
    a, b, c, d = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    ranks = a | b | c | d
    twice = (a & b) | (c & d) | ((a | b) & (c | d))
    suited = (ranks == a) | (ranks == b) | (ranks == c) | (ranks == d)
    return ranks | suited << 13 | (2 * twice > ranks) << 14  # two ranks: the higher one or not


@cache
def scores() -> NDArray[np.int32]:
    """What `three_card` gives, by place."""
    table = np.zeros(1 << 15, np.int32)
    for cards in combinations(DECK, 3):
        hand = mask(cards)
        table[place(hand)] = three_card(hand)
    return table
