"""Sets of cards as numbers, and where a state's choice lies in a table of choices.

A table of choices goes by the player's own cards and the upcard. Suits are renamed first: the
upcard's and clubs change places, so thirteen upcards stand for all. Sets of the other 51 cards are
numbered in colex order, in which the sets of the lowest cards come first. Where a choice takes two
bits, four of them lie in a byte. A shoe may hold a kind of card several times: sets of kinds are
numbered with repetition.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import DECK
from croupier.cards.hands import SUIT, highest
from croupier.kernels.compiled import inlined

# CHOOSE[k, n] is "n choose k": the number of sets of k cards that end below card n.
CHOOSE = np.array([[comb(n, k) for n in range(54)] for k in range(6)], dtype=np.int64)
B2, B3, B4 = CHOOSE[2], CHOOSE[3], CHOOSE[4]


KINDS = len(DECK)
SETS_OF_TWO = KINDS * (KINDS + 1) // 2
SETS_OF_THREE = SETS_OF_TWO * (KINDS + 2) // 3


@inlined
def place_of_two(a: int, b: int) -> int:
    """The number of a pair of kinds, which may be alike."""
    low, high = min(a, b), max(a, b)
    return high * (high + 1) // 2 + low


@inlined
def place_of_three(a: int, b: int, c: int) -> int:
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


# By suit and kind: the kind when that suit and clubs change places.
EXCHANGED = np.array(
    [
        [{suit: 0, 0: suit}.get(kind // 13, kind // 13) * 13 + kind % 13 for kind in range(KINDS)]
        for suit in range(4)
    ]
)


@inlined
def beside(hand: int, up: int) -> int:
    """The hand as places among the 51 cards beside the upcard, its suit and clubs exchanged."""
    shift = up // 13 * 13
    moved = (hand ^ hand >> shift) & SUIT  # ranks held in just one of the two suits
    hand ^= moved | moved << shift
    low = hand & ((1 << up % 13) - 1)
    return low | (hand ^ low) >> 1


@inlined
def hand_of(places: int, up: int) -> int:
    """Back again: the cards that lie there."""
    shift = up // 13 * 13
    low = places & ((1 << up % 13) - 1)
    hand = low | (places ^ low) << 1
    moved = (hand ^ hand >> shift) & SUIT
    return hand ^ (moved | moved << shift)


@inlined
def ways(many: int, below: int) -> int:
    """How many sets of so many cards lie below this card."""
    return CHOOSE[many, below]


@inlined
def colex(cards: int, size: int) -> int:
    """The number of this set among all of its size."""
    place = 0
    for many in range(1, size + 1):
        place += ways(many, highest(cards & -cards))
        cards &= cards - 1  # the lowest is done; quicker to take away than the highest
    return place


@inlined
def kind_beside(kind: int, up: int) -> int:
    """The kind, the upcard's suit and clubs exchanged."""
    return EXCHANGED[up // 13, kind]


@inlined
def choice_at(packed: NDArray[np.uint8], place: int) -> int:
    """One of four choices to a byte."""
    return packed[place >> 2] >> 2 * (place & 3) & 3
