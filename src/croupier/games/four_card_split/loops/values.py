"""4 Card Split, one state: what each hand wins, by enumeration of what is unseen.

It checks the solver of the whole game, and shares nothing with it but the rules' own functions. The
dealer's hands that avoid a draw are counted as all, less those that hold its cards.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import three_card
from croupier.games.four_card_split.rules import (
    best_three_of_four,
    qualifies,
    settle_hand,
    three_with_upcard,
)
from croupier.kernels.compiled import inlined, kernel

Ints = NDArray[np.int64]


@kernel
def dealers_scores(rest: Ints, up: int, any_three: bool) -> Ints:
    """The dealer's score with every three of the cards, by their places in any order."""
    n = len(rest)
    made = np.full((n, n, n), -1, np.int64)
    for i in range(n):
        for j in range(i):
            for k in range(j):
                x, y, z = rest[i], rest[j], rest[k]
                if any_three:
                    score = best_three_of_four(up, x, y, z)
                else:
                    score = three_with_upcard(up, x, y, z)
                made[i, j, k] = made[i, k, j] = made[j, i, k] = score
                made[j, k, i] = made[k, i, j] = made[k, j, i] = score
    return made


@kernel
def dealers_counts(made: Ints, scores: Ints) -> tuple[Ints, Ints]:
    """How many threes have each of these scores: by a card they avoid (or none), and by two."""
    n, size = len(made), len(scores)
    without = np.zeros((n + 1, size), np.int64)
    without_two = np.zeros((n, n, size), np.int64)
    for i in range(n):
        for j in range(i):
            for k in range(j):
                at = np.searchsorted(scores, made[i, j, k])
                without[n, at] += 1
                for card in (i, j, k):
                    without[card, at] -= 1
                for x, y in ((i, j), (i, k), (j, k)):
                    without_two[x, y, at] += 1
    for x in range(n):
        without[x] += without[n]
    for x in range(n):
        for y in range(x):
            without_two[x, y] += without[x] + without[y] - without[n]
            without_two[y, x] = without_two[x, y]
    return without, without_two


@inlined
def net(player: int, counts: Ints, scores: Ints, qualifier: int, drawn: Ints) -> int:
    """Ante and play bet of one hand against all of the dealer's."""
    total = 0
    for at in range(len(scores)):
        if counts[at] > 0:
            qualified = qualifies(scores[at], qualifier)
            _, ante, play = settle_hand(1, 0, player, scores[at], qualified, drawn, drawn)
            total += (ante + play) * counts[at]
    return total


@kernel
def played(
    hand: Ints, rest: Ints, counts: tuple[Ints, Ints], scores: Ints, qualifier: int, drawn: Ints
) -> int:
    """What a hand of one, two or three cards wins over all its draws and all dealer's hands."""
    without, without_two = counts
    n, held, total = len(rest), 0, 0
    for card in hand:
        held |= 1 << card
    if len(hand) == 3:
        return net(three_card(held), without[n], scores, qualifier, drawn)
    for a in range(n):
        if len(hand) == 2:
            made = three_card(held | 1 << rest[a])
            total += net(made, without[a], scores, qualifier, drawn)
        else:
            for b in range(a):
                made = three_card(held | 1 << rest[a] | 1 << rest[b])
                total += net(made, without_two[a, b], scores, qualifier, drawn)
    return total
