"""Buyout, one state at a time, by plain enumeration of the unseen cards: for advice, and as a
check.

It shares nothing with the solver of whole games except the rules' own functions and the numbering
of sets of kinds.
"""

import numpy as np

from croupier.cards.hands import points
from croupier.games.four_card_buyout.loops.tally import MOST_POINTS, choose
from croupier.games.four_card_buyout.rules import dealer_draws
from croupier.kernels.arrays import Bytes, Ints
from croupier.kernels.card_sets import KINDS, SETS_OF_THREE, place_of_three
from croupier.kernels.compiled import in_threads, inlined, kernel

SETS_OF_FOUR = SETS_OF_THREE * (KINDS + 3) // 4


def points_with(upcard: int) -> tuple[Bytes, Bytes, Bytes]:
    """The dealer's points with any three kinds and the upcard, negative if they must draw.

    Then for any four kinds: how many of them may be the one that was drawn, and the points of all
    five cards.
    """
    of_four = four_points(upcard)
    drawn, of_five = np.empty(SETS_OF_FOUR, np.int8), np.empty(SETS_OF_FOUR, np.int8)
    in_threads(
        "points with each card",
        lambda high: five_points(upcard, high, of_four, drawn, of_five),
        range(KINDS)[::-1],
    )
    return of_four, drawn, of_five


@kernel
def four_points(upcard: int) -> Bytes:
    made = np.empty(SETS_OF_THREE, np.int8)
    four = np.empty(4, np.int64)
    four[3] = upcard
    for c in range(KINDS):
        for b in range(c + 1):
            for a in range(b + 1):
                four[0], four[1], four[2] = a, b, c
                score = points(four)
                made[place_of_three(a, b, c)] = -1 if dealer_draws(score) else score
    return made


@kernel
def five_points(upcard: int, d: int, of_four: Bytes, drawn: Bytes, of_five: Bytes) -> None:
    """The part where `d` is the highest of the four kinds."""
    five = np.empty(5, np.int64)
    here = choose(d + 3, 4)
    for c in range(d + 1):
        for b in range(c + 1):
            for a in range(b + 1):
                times = 0
                times += of_four[place_of_three(a, b, c)] < 0
                times += of_four[place_of_three(a, b, d)] < 0
                times += of_four[place_of_three(a, c, d)] < 0
                times += of_four[place_of_three(b, c, d)] < 0
                drawn[here] = times
                if times > 0:
                    five[0], five[1], five[2], five[3], five[4] = a, b, c, d, upcard
                    of_five[here] = points(five)
                here += 1


@inlined
def taken(ways: int, kind: int, before: int, left: Ints) -> int:
    """Multiplies the ways by those of taking one more of a kind after `before` of it."""
    return ways * (left[kind] - before) // (before + 1)


@inlined
def add_gone(gone: Ints, ways: int, kinds: tuple[int, int, int, int], left: Ints) -> None:
    """Of the ways to take m from n of a kind, m / n contain any particular one of them."""
    for i in range(4):
        kind = kinds[i]
        if kind < 0 or (i > 0 and kind == kinds[i - 1]):
            continue
        times = 1
        for j in range(i + 1, 4):
            times += kinds[j] == kind
        gone[kind] += ways * times // left[kind]


@kernel
def dealers_by_points(
    left: Ints, of_four: Bytes, drawn: Bytes, of_five: Bytes
) -> tuple[Ints, Ints]:
    """How often the dealer makes each number of points, from what is left of each kind.

    Then the same by kind, when one card of that kind is gone as well. A hand that stands counts
    once for every card that might have come after it.
    """
    stood, drew = np.zeros(MOST_POINTS + 1, np.int64), np.zeros(MOST_POINTS + 1, np.int64)
    stood_gone = np.zeros((MOST_POINTS + 1, KINDS), np.int64)
    drew_gone = np.zeros((MOST_POINTS + 1, KINDS), np.int64)
    three = four = 0
    for d in range(KINDS):
        for c in range(d + 1):
            two_ways = taken(left[d], c, c == d, left)
            for b in range(c + 1):
                three_ways = taken(two_ways, b, (b == c) + (b == d), left)
                score = of_four[three]
                three += 1
                if score >= 0 and three_ways > 0:
                    stood[score] += three_ways
                    add_gone(stood_gone[score], three_ways, (b, c, d, -1), left)
                for a in range(b + 1):
                    times = drawn[four]
                    ways = times * taken(three_ways, a, (a == b) + (a == c) + (a == d), left)
                    if ways > 0:
                        score = of_five[four]
                        drew[score] += ways
                        add_gone(drew_gone[score], ways, (a, b, c, d), left)
                    four += 1
    after = left.sum() - 3
    fewer = (stood - stood_gone.T) * (after - 1) + drew - drew_gone.T
    return stood * after + drew, fewer
