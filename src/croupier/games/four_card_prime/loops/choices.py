"""Four Card Prime's table of choices: the raise, in antes, for every hand and upcard.

Suits are renamed so that the upcard is a club (kernels/card_sets.py); then the hands of the other
51 cards follow one another in colex order, upcard by upcard.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import best_four, count
from croupier.kernels.arrays import Codes, Ints
from croupier.kernels.card_sets import CHOOSE, RENAMINGS, beside, colex, suits_moved
from croupier.kernels.compiled import inlined, kernel

Places = NDArray[np.int16]

HAND = 5
HANDS = int(CHOOSE[HAND, 51])  # for each upcard
EVERY_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39


@inlined
def place(hand: int, up: int) -> int:
    return up % 13 * HANDS + colex(beside(hand, up), HAND)


@kernel
def fill(up: int, hands: Ints, choices: Codes, table: Codes) -> None:
    """The choice of each class's hand, for all of that class."""
    for row in range(len(hands)):
        for names in RENAMINGS:
            table[place(suits_moved(hands[row], names), up)] = choices[row]


@kernel
def seen_of(up: int, hands: Ints, places: Places) -> tuple[Places, Codes]:
    """What a person sees: the place of each hand's score, and its cards of the upcard's rank."""
    score, matched = np.empty(len(hands), np.int16), np.empty(len(hands), np.uint8)
    for row in range(len(hands)):
        score[row] = places[best_four(hands[row])]
        matched[row] = count(hands[row] >> up & EVERY_SUIT)
    return score, matched
