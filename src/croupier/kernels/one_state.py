"""One state at a time, by plain enumeration of what is unseen: advice, and a check of the solvers.

Nothing here shares a shortcut with the solvers of whole games but the rules' own functions.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import best_four
from croupier.games.four_card_split.loops.hands import COLUMNS, cube, net, sums_below, three
from croupier.kernels.compiled import kernel

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
