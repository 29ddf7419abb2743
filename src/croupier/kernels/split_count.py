"""4 Card Split played by counting: each hand counts its points, the split with the most is made.

A state's four cards lie in order: those held twice first, then by rank. Its fourteen hands are the
four cards alone, the four threes beside them, and the two hands of each of the three pairings.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.compiled import inlined, kernel

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]

THREES, PAIRINGS, HANDS = 4, 8, 14
NOT_INSTANT = -1


@inlined
def taken(points: int, worth: int, folded: int) -> int:
    """A hand that counts anything is played."""
    return worth if points > 0 else folded


@inlined
def best_instant(points: Ints, code: Shorts, instant: Shorts) -> int:
    """The card to leave beside the instant winner that pays most; of equals, what counts most."""
    best = NOT_INSTANT
    for i in range(4):
        if instant[i] == NOT_INSTANT:
            continue
        more = best == NOT_INSTANT or instant[i] > instant[best]
        if more or (instant[i] == instant[best] and points[code[i]] > points[code[best]]):
            best = i
    return best


@kernel
def counted_worth(
    points: Ints, ups: Ints, code: Shorts, worth: Ints, fold: Ints,
    instant: Shorts,
) -> int:  # fmt: skip
    """What a player brings who counts so. `points` is by upcard and hand; ties: pairings first."""
    total = 0
    for at in range(len(ups)):
        count, folded = points[ups[at]], fold[at]
        alone = best_instant(count, code[at], instant[at])
        if alone != NOT_INSTANT:
            total -= instant[at, alone] * folded
            total += taken(count[code[at, alone]], worth[at, alone], folded)
            continue
        most = -1
        here = 0
        for way in range(7):
            first = PAIRINGS + 2 * way if way < 3 else way - 3
            second = first + 1 if way < 3 else THREES + first
            one, other = count[code[at, first]], count[code[at, second]]
            both = max(one, 0) + max(other, 0)
            if both > most:
                most = both
                here = taken(one, worth[at, first], folded) + taken(
                    other, worth[at, second], folded
                )
        total += here
    return total
