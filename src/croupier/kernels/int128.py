"""Sums that outgrow 64 bits, in two parts: each number's low 32 bits, and what is above them."""

LOW = (1 << 32) - 1


def whole_sum(high: int, low: int) -> int:
    return (int(high) << 32) + int(low)
