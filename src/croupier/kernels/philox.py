"""A counter-based random generator: Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, SC 2011).

A number depends only on its key and counter, so a round's cards are the same on any thread, machine
or device. Plain functions of ints below 2**32; of a product beyond 2**63 only the low 64 bits are
used, so that 64-bit ints and Python's unbounded ints agree.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.compiled import inlined

WORD = 0xFFFFFFFF
MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
WEYL = 0x9E3779B9, 0xBB67AE85  # added to the key in each round
ROUNDS = 10

FourWords = tuple[int, int, int, int]
_LEFT, _RIGHT = (np.uint64(number) for number in MULTIPLIERS)
_GROW_0, _GROW_1 = (np.uint32(number) for number in WEYL)
_HALF = np.uint64(32)


@inlined
def philox(key_0: int, key_1: int, a: int, b: int, c: int, d: int) -> FourWords:
    """Four random words for this counter (a, b, c, d) under this key."""
    for _ in range(ROUNDS):
        left, right = a * MULTIPLIERS[0], c * MULTIPLIERS[1]
        a, c = (right >> 32 & WORD) ^ b ^ key_0, (left >> 32 & WORD) ^ d ^ key_1
        b, d = right & WORD, left & WORD
        key_0, key_1 = key_0 + WEYL[0] & WORD, key_1 + WEYL[1] & WORD
    return a, b, c, d


@inlined
def many(
    words: NDArray[np.uint32], size: int, key_0: int, key_1: int, second: int, first: int
) -> None:
    """The words for `size` counters (0, second, number, upper half of number), from `first` on.

    The same steps in 32-bit and 64-bit types, which the compiler vectorizes over counters.
    """
    for i in range(size):
        a, b = np.uint32(0), np.uint32(second)
        c, d = np.uint32(first + i & WORD), np.uint32(first + i >> 32 & WORD)
        k_0, k_1 = np.uint32(key_0), np.uint32(key_1)
        for _ in range(ROUNDS):
            left, right = np.uint64(a) * _LEFT, np.uint64(c) * _RIGHT
            a = np.uint32(np.uint32(right >> _HALF) ^ b ^ k_0)
            c = np.uint32(np.uint32(left >> _HALF) ^ d ^ k_1)
            b, d = np.uint32(right & WORD), np.uint32(left & WORD)
            k_0, k_1 = np.uint32(k_0 + _GROW_0), np.uint32(k_1 + _GROW_1)
        words[0, i], words[1, i], words[2, i], words[3, i] = a, b, c, d
