"""Where a state's choice lies in a table of choices, by the player's own cards and the upcard.

Suits are renamed first: the upcard's and clubs change places. So thirteen upcards stand for all.
Prime and Split hold sets of the other 51 cards, in colex order.

A choice takes two bits, four to a byte; Split's has a byte of its own: `way << 2 | plays`, bit 0 of
the plays for the first hand and bit 1 for the second. Of the four cards in order (suits renamed),
ways 0 to 3 leave that card alone as the second hand; ways 4 to 6 pair the lowest with card 1 to 3
as the first hand; FOLD_ALL is the last. An instant winner is a first hand that is not played.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import SUIT, highest
from croupier.kernels.binomials import CHOOSE
from croupier.kernels.compiled import inlined
from croupier.kernels.kinds import KINDS

SPLIT_HANDS = int(CHOOSE[4, KINDS - 1])  # for each upcard

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
def split_place(hand: int, up: int) -> int:
    return up % 13 * SPLIT_HANDS + colex(beside(hand, up), 4)


@inlined
def kind_beside(kind: int, up: int) -> int:
    """The kind, the upcard's suit and clubs exchanged."""
    return EXCHANGED[up // 13, kind]


@inlined
def choice_at(packed: NDArray[np.uint8], place: int) -> int:
    """One of four choices to a byte."""
    return packed[place >> 2] >> 2 * (place & 3) & 3
