"""Histograms: bins of amounts, and bars for a terminal, to an eighth of a character."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.money import dollars

Ints = NDArray[np.int64]
BLOCKS = " ▏▎▍▌▋▊▉█"
STEPS = (1, 2, 5)


class Bin(NamedTuple):
    low: int  # cents
    high: int  # not among them
    many: int


def bins(ordered: Ints, most: int = 20) -> list[Bin]:
    """At most `most` bins of a round width, with an edge at zero; the outer ones hold the tails.

    The tails: one amount in two hundred on each side.
    """
    far = len(ordered) // 200
    low, high = int(ordered[far]), int(ordered[-1 - far])
    width = 100
    while high // width - low // width + 1 > most:
        width = _next(width)
    edges = [width * place for place in range(low // width, high // width + 2)]
    inner = np.searchsorted(ordered, edges[1:-1])
    counts = np.diff([0, *inner.tolist(), len(ordered)])
    return [
        Bin(low, high, int(count))
        for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True)
    ]


def _next(width: int) -> int:
    power = int("1".ljust(len(str(width)), "0"))
    return next((step * power for step in STEPS if step * power > width), 10 * power)


def lines(bars: list[Bin], wide: int) -> list[str]:
    """One line per bin: its lower edge, a bar, its share."""
    most = max(one.many for one in bars)
    total = sum(one.many for one in bars)
    labels = [dollars(one.low) for one in bars]
    if len(bars) > 1:
        labels[0] = f"below {dollars(bars[0].high)}"
        labels[-1] = f"from {dollars(bars[-1].low)}"
    room = max(map(len, labels))
    return [
        f"{label:>{room}} {_bar(one.many, most, wide)} {one.many / total:.1%}"
        for label, one in zip(labels, bars, strict=True)
    ]


def _bar(count: int, most: int, wide: int) -> str:
    eighths = count * wide * 8 // most
    whole, part = divmod(eighths, 8)
    return "█" * whole + (BLOCKS[part] if part else "")
