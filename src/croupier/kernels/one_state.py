"""One state at a time, by plain enumeration of what is unseen: advice, and a check of the solvers.

Nothing here shares a shortcut with the solvers of whole games but the rules' own functions.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import best_four, points
from croupier.kernels.compiled import in_threads, kernel
from croupier.kernels.four_card_buyout import KINDS, MOST_POINTS, choose, place_of_three
from croupier.kernels.split_hands import COLUMNS, cube, net, sums_below, three
from croupier.rules.four_card_buyout import dealer_draws

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]


@kernel
def prime_dealers(rest: Ints, upcard: int, player: int) -> tuple[int, int]:
    """Of all five cards the dealer may hold beside his upcard: how many are beaten, and copied."""
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


THREES = KINDS * (KINDS + 1) * (KINDS + 2) // 6
SPANS = ((0, 26), (26, 33), (33, 38), (38, 42), (42, 46), (46, 49), (49, KINDS))  # about alike


def buyout_points(upcard: int) -> tuple[Shorts, NDArray[np.int8]]:
    """The dealer's points with any three kinds beside his upcard, and with a fifth drawn.

    The second table has a row for each three that must draw; the first tells which, below zero.
    """
    four_points, five_points = np.empty(THREES, np.int16), np.empty((THREES, KINDS), np.int8)
    in_threads(
        "points with each card",
        lambda span: points_between(upcard, *span, four_points, five_points),
        SPANS,
    )
    return four_points, five_points


@kernel
def points_between(
    upcard: int, low: int, high: int, four_points: Shorts, five_points: NDArray[np.int8]
) -> None:
    """The part in which the highest of the three kinds is from `low` up to below `high`."""
    four, five = np.empty(4, np.int64), np.empty(5, np.int64)
    for c in range(low, high):
        for b in range(c + 1):
            for a in range(b + 1):
                four[0], four[1], four[2], four[3] = a, b, c, upcard
                score = points(four)
                here = place_of_three(a, b, c)
                four_points[here] = score
                if dealer_draws(score):
                    four_points[here] = -1 - here
                    five[:4] = four
                    for fifth in range(KINDS):
                        five[4] = fifth
                        five_points[here, fifth] = points(five)


@kernel
def buyout_dealers(left: Ints, four_points: Shorts, five_points: NDArray[np.int8]) -> Ints:
    """How often the dealer makes each number of points, from what is left of each kind."""
    counts = np.zeros(MOST_POINTS + 1, np.int64)
    after = left.sum() - 3
    for c in range(KINDS):
        if left[c] == 0:
            continue
        for b in range(c + 1):
            if left[b] == 0:
                continue
            for a in range(b + 1):
                if a == c:
                    ways = choose(left[a], 3)
                elif a == b:
                    ways = choose(left[a], 2) * left[c]
                elif b == c:
                    ways = choose(left[b], 2) * left[a]
                else:
                    ways = left[a] * left[b] * left[c]
                if ways == 0:
                    continue
                score = four_points[place_of_three(a, b, c)]
                if score >= 0:
                    counts[score] += ways * after
                    continue
                for fifth in range(KINDS):
                    free = left[fifth] - (fifth == a) - (fifth == b) - (fifth == c)
                    if free > 0:
                        counts[five_points[-1 - score, fifth]] += ways * free
    return counts


@kernel
def split_worths(
    rest: Ints, state: Ints, player: Shorts, dealer: Shorts, rows: Shorts, qualifier: int
) -> tuple[Ints, Ints, Ints]:
    """What each hand of a state wins, in the columns of the solver, from the unseen cards alone.

    Of one card (the card left alone), of three (the others), of two (by partner; both sides).
    """
    n = len(rest)
    size = len(rows)
    made = cube(rest, dealer)
    counts = np.zeros((n + 1, size), np.int64)
    for a in range(n):
        for b in range(a):
            for c in range(b):
                score = made[a, b, c]
                counts[n, score] += 1
                counts[a, score] += 1
                counts[b, score] += 1
                counts[c, score] += 1
    nets, wins = np.empty((n + 1, size), np.int64), np.empty((n + 1, size), np.int64)
    for a in range(n + 1):
        sums_below(counts[a], qualifier, nets[a], wins[a])
    alone = np.zeros((4, COLUMNS), np.int64)
    threes = np.zeros(4, np.int64)
    paired = np.zeros((3, 2, COLUMNS), np.int64)
    for i in range(4):
        x, y, z = state[(i + 1) & 3], state[(i + 2) & 3], state[(i + 3) & 3]
        threes[i] = nets[n, player[three(x, y, z)]]
        for a in range(n):
            for b in range(a):
                score = player[three(state[i], rest[a], rest[b])]
                total = nets[n, score] - nets[a, score] - nets[b, score]
                won = wins[n, score] - wins[a, score] - wins[b, score]
                for t in range(n):
                    if t != a and t != b:
                        total += net(score, made[a, b, t], qualifier)
                        won += made[a, b, t] < score
                alone[i, 0] += total
                if rows[score] > 0:
                    alone[i, rows[score]] += won
    for partner in range(1, 4):
        other, last = 1 + (partner == 1), 3 - (partner == 3)
        for side in range(2):
            x, y = (0, partner) if side == 0 else (other, last)
            for a in range(n):
                score = player[three(state[x], state[y], rest[a])]
                paired[partner - 1, side, 0] += nets[n, score] - nets[a, score]
                if rows[score] > 0:
                    paired[partner - 1, side, rows[score]] += wins[n, score] - wins[a, score]
    return alone, threes, paired
