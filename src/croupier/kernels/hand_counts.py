"""How often each score occurs over all hands: counted once, any table is priced from it."""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import (
    FIVE_SCORES,
    FOUR_SCORES,
    best_four,
    five_card,
    one_color,
    royal_first_four,
)
from croupier.kernels.compiled import kernel

Ints = NDArray[np.int64]
Counts = NDArray[np.int32]  # a whole deck has 2,598,960 hands of five


@kernel
def five_card_hands(deck: Ints) -> tuple[Counts, Counts, Counts]:
    """Over all five-card hands: best four, all five, and most of one color."""
    four, five = np.zeros(FOUR_SCORES, np.int32), np.zeros(FIVE_SCORES, np.int32)
    color = np.zeros(6, np.int32)
    for e in range(4, len(deck)):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        hand = 1 << deck[a] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d]
                        hand |= 1 << deck[e]
                        four[best_four(hand)] += 1
                        five[five_card(hand)] += 1
                        color[one_color(hand)] += 1
    return four, five, color


@kernel
def four_card_hands(deck: Ints) -> Counts:
    """Over all four-card hands, as 4 Card Split's blind ranks them."""
    counts = np.zeros(FOUR_SCORES, np.int32)
    for d in range(3, len(deck)):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    hand = 1 << deck[a] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d]
                    counts[royal_first_four(hand)] += 1
    return counts
