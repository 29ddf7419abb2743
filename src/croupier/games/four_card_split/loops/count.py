"""4 Card Split played by counting: each hand counts points, and the split with the most is made.

A state's four cards are sorted, pairs first, then by rank. Its fourteen hands are the four single
cards, the three other cards beside each, and the two hands of each of the three pairings.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.games.four_card_split.rules import FOLD_ALL_WAY, PARTNERS, THREES, WAYS
from croupier.kernels.arrays import Ints, Shorts
from croupier.kernels.compiled import inlined, kernel
from croupier.rules.paytable import LOSS

PAIRINGS = 2 * THREES
HANDS = PAIRINGS + 2 * (WAYS - THREES)
NONE = -1
NOT_INSTANT = LOSS - 1  # a pay that no table has


@inlined
def taken(points: int, worth: int, folded: int) -> int:
    """A hand that counts more than zero is played."""
    return worth if points > 0 else folded


@inlined
def best_instant(points: Ints, code: Shorts, instant: Ints) -> int:
    """The card to leave beside the best-paid instant winner; among equals, what counts most."""
    best = NONE
    for i in range(THREES):
        if instant[i] == NOT_INSTANT:
            continue
        more = best == NONE or instant[i] > instant[best]
        if more or (instant[i] == instant[best] and points[code[i]] > points[code[best]]):
            best = i
    return best


@inlined
def best_hands(points: Ints, code: Shorts) -> tuple[int, int]:
    """The two hands that count most together; among equals, pairings first, then in order."""
    best = 0  # points, with the reversed order in the low bits: a maximum needs no branch
    for i in range(THREES):
        both = max(points[code[i]], 0) + max(points[code[THREES + i]], 0)
        best = max(best, both << 3 | 3 - i)
    for i in range(WAYS - THREES):
        first = PAIRINGS + 2 * i
        both = max(points[code[first]], 0) + max(points[code[first + 1]], 0)
        best = max(best, both << 3 | 6 - i)
    way = 6 - (best & 7)
    if way < 3:
        return PAIRINGS + 2 * way, PAIRINGS + 2 * way + 1
    return way - 3, THREES + way - 3


@kernel
def counted_worth(
    points: Ints, ups: Ints, code: Shorts, worth: Ints, antes: Ints,
    instant: Ints, fold: int,
) -> int:  # fmt: skip
    """What a player wins who counts this way. `points` is by upcard and hand."""
    total = 0
    for at in range(len(ups)):
        count, folded = points[ups[at]], fold * antes[at]
        alone = best_instant(count, code[at], instant[at])
        if alone != NONE:
            total += instant[at, alone] * antes[at]
            total += taken(count[code[at, alone]], worth[at, alone], folded)
            continue
        first, second = best_hands(count, code[at])
        total += taken(count[code[at, first]], worth[at, first], folded)
        total += taken(count[code[at, second]], worth[at, second], folded)
    return total


@kernel
def counted_choices(points: Ints, code: Shorts, instant: Ints, order: Ints) -> NDArray[np.uint8]:
    """What such a player chooses against one upcard, coded as in loops/rounds.py.

    `order`: for each of a state's cards in the order above, its index from the lowest card up.
    """
    choices = np.empty(len(code), np.uint8)
    for at in range(len(code)):
        alone = best_instant(points, code[at], instant[at])
        if alone != NONE:
            played = points[code[at, alone]] > 0
            choices[at] = order[at, alone] << 2 | played << 1
            continue
        first, second = best_hands(points, code[at])
        one, other = points[code[at, first]] > 0, points[code[at, second]] > 0
        if not one and not other:
            choices[at] = FOLD_ALL_WAY << 2
        elif first < THREES:
            choices[at] = order[at, first] << 2 | one << 1 | other
        else:
            a, b = order[at, 0], order[at, 1 + (first - PAIRINGS) // 2]
            if a == 0 or b == 0:
                choices[at] = PARTNERS + a + b << 2 | other << 1 | one
            else:  # the other hand has the lowest card
                choices[at] = PARTNERS + 6 - a - b << 2 | one << 1 | other
    return choices
