"""Ranks sets of cards as numbers, to index the tables of choices.

A table of choices is indexed by the player's cards and the upcard. By suit symmetry, the upcard's
suit is swapped with clubs, so thirteen upcards represent all. Sets of the other 51 cards are
numbered in colexicographic order, in which sets of low cards come first. Two-bit choices are packed
four to a byte. A shoe may hold several cards of a kind: there, multisets of kinds are numbered.
Against an upcard of clubs, hands that differ only by renaming the other suits form a class.
"""

from math import comb

import numpy as np

from croupier.cards.card import DECK
from croupier.cards.hands import SUIT, highest
from croupier.kernels.arrays import Bytes, Ints
from croupier.kernels.compiled import inlined, kernel

# CHOOSE[k, n] is "n choose k": the number of sets of k cards below card n.
CHOOSE = np.array([[comb(n, k) for n in range(54)] for k in range(6)], dtype=np.int64)
B2, B3, B4 = CHOOSE[2], CHOOSE[3], CHOOSE[4]

KINDS = len(DECK)
SETS_OF_TWO = KINDS * (KINDS + 1) // 2
SETS_OF_THREE = SETS_OF_TWO * (KINDS + 2) // 3
# By suit and kind: the kind after swapping that suit with clubs.
EXCHANGED = np.array(
    [
        [{suit: 0, 0: suit}.get(kind // 13, kind // 13) * 13 + kind % 13 for kind in range(KINDS)]
        for suit in range(4)
    ]
)
# Permutations of diamonds, hearts and spades.
RENAMINGS = ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1))


@inlined
def place_of_two(a: int, b: int) -> int:
    """The index of a pair of kinds, which may be equal."""
    low, high = min(a, b), max(a, b)
    return high * (high + 1) // 2 + low


@inlined
def place_of_three(a: int, b: int, c: int) -> int:
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


@inlined
def beside(hand: int, up: int) -> int:
    """The hand as places among the other 51 cards, the upcard's suit swapped with clubs."""
    shift = up // 13 * 13
    moved = (hand ^ hand >> shift) & SUIT  # ranks held in exactly one of the two suits
    hand ^= moved | moved << shift
    low = hand & ((1 << up % 13) - 1)
    return low | (hand ^ low) >> 1


@inlined
def hand_of(places: int, up: int) -> int:
    """The inverse of `beside`."""
    shift = up // 13 * 13
    low = places & ((1 << up % 13) - 1)
    hand = low | (places ^ low) << 1
    moved = (hand ^ hand >> shift) & SUIT
    return hand ^ (moved | moved << shift)


@inlined
def ways(many: int, below: int) -> int:
    """The number of sets of `many` cards below this card."""
    return CHOOSE[many, below]


@inlined
def colex(cards: int, size: int) -> int:
    """The colex rank of this set among all of its size."""
    place = 0
    for many in range(1, size + 1):
        place += ways(many, highest(cards & -cards))
        cards &= cards - 1  # removes the lowest bit, which is cheaper than the highest
    return place


@inlined
def kind_beside(kind: int, up: int) -> int:
    """The kind, with the upcard's suit and clubs swapped."""
    return EXCHANGED[up // 13, kind]


@inlined
def class_weight(hand: int, symmetric: bool) -> int:
    """The size of the hand's class under renaming of the three suits other than the upcard's.

    Zero for all hands of a class except its representative. The upcard is a club; suits are
    interchangeable only in a whole deck (`symmetric`).
    """
    if not symmetric:
        return 1
    d, h, s = hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    if d < h or h < s:
        return 0
    if d == h and h == s:
        return 1
    return 3 if d == h or h == s else 6


@inlined
def suits_moved(hand: int, names: tuple[int, int, int]) -> int:
    moved = hand & SUIT
    for suit in range(3):
        moved |= (hand >> 13 * (suit + 1) & SUIT) << 13 * names[suit]
    return moved


@kernel
def class_hands(up: int, size: int) -> Ints:
    """Hands against an upcard of clubs, one representative for each class."""
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
    cards = np.empty((len(hands), size), np.int8)
    for row in range(len(hands)):
        hand = hands[row]
        for i in range(size - 1, -1, -1):
            cards[row, i] = highest(hand)
            hand ^= 1 << highest(hand)
    return cards
