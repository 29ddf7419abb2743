"""4 Card Split, one state: what each hand wins, by enumeration of the unseen cards.

It checks the solver of the whole game, and shares nothing with it except the rules' own functions.
The dealer's hands that avoid a draw are all hands less those that contain its cards; the rules
settle every score that a hand can draw against every score that the dealer can make.
"""

import numpy as np

from croupier.cards.hands import count
from croupier.games.four_card_split import rules
from croupier.kernels.arrays import Ints, Scores, Shorts
from croupier.kernels.compiled import inlined, kernel
from croupier.rules.paytable import prize


@kernel
def dealers_hands(
    rest: Ints, up: int, any_three: bool, scores: Ints, places: Shorts
) -> tuple[Ints, Shorts, Shorts]:
    """The scores that the dealer can make, and how many threes that avoid some cards make each.

    By one card (the last: none), and by a card and an earlier one. `scores` are all scores in
    order, and `places` their indexes.
    """
    n, at = len(rest), 0
    made = np.empty(n * (n - 1) * (n - 2) // 6, np.int16)
    can = np.zeros(len(scores), np.int64)
    for i in range(n):
        for j in range(i):
            for k in range(j):
                x, y, z = rest[i], rest[j], rest[k]
                if any_three:
                    made[at] = places[rules.best_three_of_four(up, x, y, z)]
                else:
                    made[at] = places[rules.three_with_upcard(up, x, y, z)]
                can[made[at]] = 1
                at += 1
    level, at = np.cumsum(can) - 1, 0
    avoid = np.zeros((n + 1, can.sum()), np.int16)
    avoid_two = np.zeros((n, n, can.sum()), np.int16)
    for i in range(n):
        for j in range(i):
            for k in range(j):
                here = level[made[at]]
                at += 1
                avoid[n, here] += 1
                for card in (i, j, k):
                    avoid[card, here] -= 1
                for card, other in ((i, j), (i, k), (j, k)):
                    avoid_two[card, other, here] += 1
    for x in range(n):
        for here in range(len(avoid[n])):
            avoid[x, here] += avoid[n, here]
        for y in range(x):
            for here in range(len(avoid[n])):
                avoid_two[x, y, here] += avoid[x, here] + avoid[y, here] - avoid[n, here]
    return scores[can > 0], avoid, avoid_two


@kernel
def played(
    hands: Ints,
    rest: Ints,
    dealers: tuple[Ints, Shorts, Shorts],
    qualifier: int,
    drawn: Ints,
    scores: Ints,
    places: Shorts,
) -> Ints:
    """What hands of one, two or three cards win, each over all its draws and all dealer's hands."""
    made, avoid, avoid_two = dealers
    n = len(rest)
    nets = np.zeros(len(hands), np.int64)
    draws = np.zeros(len(scores), np.int64)  # draws that make each score, and the dealers they meet
    met = np.zeros((len(scores), len(made)), np.int32)
    for at in range(len(hands)):
        hand = hands[at]
        if count(hand) == 3:
            add(places[rules.three_card(hand)], avoid[n], draws, met)
        for a in range(n):
            if count(hand) == 2:
                add(places[rules.three_card(hand | 1 << rest[a])], avoid[a], draws, met)
            for b in range(a if count(hand) == 1 else 0):
                score = places[rules.three_card(hand | 1 << rest[a] | 1 << rest[b])]
                add(score, avoid_two[a, b], draws, met)
        for score in range(len(scores)):
            if draws[score] > 0:
                nets[at] += net(scores[score], made, met[score], qualifier, drawn)
                draws[score], met[score] = 0, 0
    return nets


@inlined
def add(score: int, dealers: Shorts, draws: Ints, met: Scores) -> None:
    draws[score] += 1
    for at in range(len(dealers)):
        met[score, at] += dealers[at]


@inlined
def net(player: int, dealers: Ints, met: Scores, qualifier: int, drawn: Ints) -> int:
    """The net of ante and play bet of a score against all dealers that it meets."""
    total = 0
    pays = ((0, prize(drawn, player)),)  # a table with only this score's pay
    for at in range(len(dealers)):
        qualified = rules.qualifies(dealers[at], qualifier)
        _, ante, play = rules.settle_hand(1, 0, player, dealers[at], qualified, pays, pays)
        total += (ante + play) * met[at]
    return total
