"""How often each score of the blind occurs over all four cards of a deck."""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import FOUR_SCORES, royal_first_four
from croupier.kernels.arrays import Ints
from croupier.kernels.compiled import kernel


@kernel
def four_card_hands(deck: Ints) -> NDArray[np.int32]:
    counts = np.zeros(FOUR_SCORES, np.int32)
    for d in range(3, len(deck)):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    hand = 1 << deck[a] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d]
                    counts[royal_first_four(hand)] += 1
    return counts
