"""Four Card Prime, one state at a time, by plain enumeration: advice, and a check of the sweep.

It shares nothing with the sweep but the rules' own functions.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import best_four
from croupier.kernels.compiled import kernel

Ints = NDArray[np.int64]


@kernel
def dealers_against(rest: Ints, upcard: int, player: int) -> tuple[int, int]:
    """Of all five cards the dealer may hold beside the upcard: how many are beaten, and copied."""
    beaten = copied = 0
    n = len(rest)
    for e in range(4, n):
        for d in range(3, e):
            for c in range(2, d):
                four = 1 << upcard | 1 << rest[c] | 1 << rest[d] | 1 << rest[e]
                for b in range(1, c):
                    for a in range(b):
                        dealer = best_four(four | 1 << rest[a] | 1 << rest[b])
                        if dealer < player:
                            beaten += 1
                        elif dealer == player:
                            copied += 1
    return beaten, copied
