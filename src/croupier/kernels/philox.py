"""Random numbers by counting: Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, SC 2011).

A number depends on its key and counter alone, so a round's cards are the same whoever deals it:
any thread, any machine, any device. Plain functions of ints below 2**32; where a product passes
2**63 only its low 64 bits are looked at, so that 64-bit ints and unbounded ones agree.
"""

from croupier.kernels.compiled import inlined

WORD = 0xFFFFFFFF
MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
WEYL = 0x9E3779B9, 0xBB67AE85  # what the key grows by from round to round
ROUNDS = 10

Words = tuple[int, int, int, int]


@inlined
def philox(key_0: int, key_1: int, a: int, b: int, c: int, d: int) -> Words:
    """Four random words for this counter (a, b, c, d) under this key."""
    for _ in range(ROUNDS):
        left, right = a * MULTIPLIERS[0], c * MULTIPLIERS[1]
        a, c = (right >> 32 & WORD) ^ b ^ key_0, (left >> 32 & WORD) ^ d ^ key_1
        b, d = right & WORD, left & WORD
        key_0, key_1 = key_0 + WEYL[0] & WORD, key_1 + WEYL[1] & WORD
    return a, b, c, d
