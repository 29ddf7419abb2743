"""One state at a time, by plain enumeration of what is unseen: advice, and a check of the solvers.

Nothing here shares a shortcut with the solvers of whole games but the rules' own functions.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import best_four, points
from croupier.games.four_card_buyout.loops.tally import KINDS, MOST_POINTS, choose, place_of_three
from croupier.games.four_card_buyout.rules import dealer_draws
from croupier.games.four_card_split.loops.hands import COLUMNS, cube, net, sums_below, three
from croupier.kernels.compiled import in_threads, inlined, kernel

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]
Bytes = NDArray[np.int8]


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
FOURS = THREES * (KINDS + 3) // 4


def buyout_points(upcard: int) -> tuple[Bytes, Bytes, Bytes]:
    """The dealer's points with any three kinds beside his upcard, below zero where he must draw.

    Then of any four kinds: how many of them may be the one that was drawn, and the points of five.
    """
    of_four = four_points(upcard)
    drawn, of_five = np.empty(FOURS, np.int8), np.empty(FOURS, np.int8)
    in_threads(
        "points with each card",
        lambda high: five_points(upcard, high, of_four, drawn, of_five),
        range(KINDS)[::-1],
    )
    return of_four, drawn, of_five


@kernel
def four_points(upcard: int) -> Bytes:
    made = np.empty(THREES, np.int8)
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
    """The part in which `d` is the highest of the four kinds."""
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
    """The ways to take one more of a kind of which so many are taken already."""
    return ways * (left[kind] - before) // (before + 1)


@inlined
def add_gone(gone: Ints, ways: int, kinds: tuple[int, int, int, int], left: Ints) -> None:
    """Of the ways to take m from n of a kind, m / n hold a certain one of them."""
    for i in range(4):
        kind = kinds[i]
        if kind < 0 or (i > 0 and kind == kinds[i - 1]):
            continue
        times = 1
        for j in range(i + 1, 4):
            times += kinds[j] == kind
        gone[kind] += ways * times // left[kind]


@kernel
def buyout_dealers(left: Ints, of_four: Bytes, drawn: Bytes, of_five: Bytes) -> tuple[Ints, Ints]:
    """How often the dealer makes each number of points, from what is left of each kind.

    Then the same by kind, when one card of that kind is gone as well. A hand that he stands on
    counts once for every card that might have come after it.
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
