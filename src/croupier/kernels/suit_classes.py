"""Hands that are the same but for the names of suits, against an upcard of clubs."""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import SUIT, highest
from croupier.kernels.card_sets import CHOOSE
from croupier.kernels.compiled import inlined, kernel

Ints = NDArray[np.int64]
Bytes = NDArray[np.int8]


@inlined
def class_weight(hand: int, symmetric: bool) -> int:
    """How many hands are this one but for the names of the three suits other than the upcard's.

    Zero for all of them but one, which stands for the others. The upcard is a club; in a whole
    deck the other suits are alike.
    """
    if not symmetric:
        return 1
    d, h, s = hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    if d < h or h < s:
        return 0
    if d == h and h == s:
        return 1
    return 3 if d == h or h == s else 6


# Where diamonds, hearts and spades go.
RENAMINGS = ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1))


@inlined
def suits_moved(hand: int, names: tuple[int, int, int]) -> int:
    moved = hand & SUIT
    for suit in range(3):
        moved |= (hand >> 13 * (suit + 1) & SUIT) << 13 * names[suit]
    return moved


@kernel
def class_hands(up: int, size: int) -> Ints:
    """Hands against an upcard of clubs, one for all that are the same but for other suits."""
    rest = np.array([card for card in range(52) if card != up])
    found = np.empty(CHOOSE[size, len(rest)], np.int64)
    cards = np.arange(size)
    at = 0
    while True:
        hand = 0
        for i in range(size):
            hand |= 1 << rest[cards[i]]
        if class_weight(hand, True) > 0:
            found[at] = hand
            at += 1
        i = 0  # the next set in colex order: the lowest card that can move up does
        while i < size - 1 and cards[i] + 1 == cards[i + 1]:
            cards[i] = i
            i += 1
        cards[i] += 1
        if cards[size - 1] == len(rest):
            return found[:at].copy()


@kernel
def cards_of(hands: Ints, size: int) -> Bytes:
    """The cards of each hand, the lowest first."""
    cards = np.empty((len(hands), size), np.int8)
    for row in range(len(hands)):
        hand = hands[row]
        for i in range(size - 1, -1, -1):
            cards[row, i] = highest(hand)
            hand ^= 1 << highest(hand)
    return cards
