"""The hands that win something at a jackpot: few of all hands, listed one by one."""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import best_four, five_card
from croupier.kernels.compiled import kernel

Ints = NDArray[np.int64]


@kernel
def hands_from(deck: Ints, floor: int, all_five: bool, size: int) -> tuple[Ints, Ints]:
    """Every five-card hand that scores the floor or better, as a mask, and its score."""
    hands, scores = np.zeros(size, np.int64), np.zeros(size, np.int64)
    found = 0
    for e in range(4, len(deck)):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        hand = 1 << deck[a] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d]
                        hand |= 1 << deck[e]
                        score = five_card(hand) if all_five else best_four(hand)
                        if score >= floor:
                            hands[found], scores[found] = hand, score
                            found += 1
    return hands, scores


@kernel
def disjoint_pairs(hands: Ints, others: Ints) -> int:
    """How many pairs, one of each, share no card."""
    pairs = 0
    for hand in hands:
        for other in others:
            if hand & other == 0:
                pairs += 1
    return pairs
