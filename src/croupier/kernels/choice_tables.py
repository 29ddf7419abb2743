"""Tables of choices, filled: from hands that stand for all that are the same but for suits."""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import SUIT, best_four, count
from croupier.kernels.choice_places import prime_place
from croupier.kernels.compiled import inlined, kernel
from croupier.kernels.four_card_prime import class_weight

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]
Codes = NDArray[np.uint8]

# Where diamonds, hearts and spades go.
RENAMINGS = ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1))
EVERY_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39


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
    found = np.empty(1 << 19, np.int64)
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
def fill_prime(up: int, hands: Ints, choices: Codes, table: Codes) -> None:
    """The choice of each class's hand, for all of that class."""
    for row in range(len(hands)):
        for names in RENAMINGS:
            table[prime_place(suits_moved(hands[row], names), up)] = choices[row]


@kernel
def prime_shows(up: int, hands: Ints, places: Shorts) -> tuple[Shorts, Codes]:
    """What a person sees: the place of each hand's score, and its cards of the upcard's rank."""
    score, matched = np.empty(len(hands), np.int16), np.empty(len(hands), np.uint8)
    for row in range(len(hands)):
        score[row] = places[best_four(hands[row])]
        matched[row] = count(hands[row] >> up & EVERY_SUIT)
    return score, matched
