"""4 Card Split, counted: what each hand of one and of two cards wins once it is played.

All cards are indexes in the deck, and all scores indexes among all scores. For one upcard and one
hand h, a played hand is a draw and a dealer's three, disjoint from each other and from the player's
other cards X. So its worth for every X follows, by inclusion and exclusion over X, from
    W(S) = the sum over all pairs (draw, three) whose cards together contain S,
and W(S) is the sum of the parts in which S is in the draw, in the three, or in both. No state is
enumerated: each part is a sum that many states share.

A worth is stored in columns, so that a table's pays can be changed later: column 0 is the net of
ante and play bet if every win paid as the lowest row of the ante table; column r counts the wins
with a score of pay row r. There are as many columns as rows.

`ends[dealer, WON, PUSHED or LOST]` is the net of ante and play bet against a dealer of that score:
the rules' own settlement, computed once for each score.
"""

from typing import NamedTuple

import numpy as np

from croupier.kernels.arrays import Bools, Ints, Scores, Shorts
from croupier.kernels.compiled import inlined, kernel

WON, PUSHED, LOST = range(3)


class SplitScores(NamedTuple):
    """What does not depend on the upcard: all scores in order, and their meanings."""

    deck: Ints
    whole: bool  # if so, the suits other than the upcard's are interchangeable
    all: Ints
    places: Shorts  # the index of each score
    floors: Ints  # of the ante table, the lowest row first
    lowest: int  # what that row pays a winning hand
    rows: Shorts  # of the ante table, by score
    instant: Bools  # by score
    first_instant: int
    qualifier: int  # the lowest score that qualifies the dealer
    ends: Ints  # see above
    any_three: bool  # if not, the upcard must play


class UpcardScores(NamedTuple):
    """The score of every three cards, by their index: the player's, and the dealer's with them."""

    upcard: int
    player: Shorts
    dealer: Shorts  # -1 if the upcard is one of the three


@inlined
def two(a: int, b: int) -> int:
    low, high = min(a, b), max(a, b)
    return high * (high - 1) // 2 + low


@inlined
def three(a: int, b: int, c: int) -> int:
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@inlined
def net(player: int, dealer: int, ends: Ints) -> int:
    return ends[dealer, (player <= dealer) + (player < dealer)]


@inlined
def sums_below(counts: Ints, ends: Ints, nets: Ints, below: Ints) -> None:
    """From how many threes make each dealer's score: each player's score's net, and its wins."""
    won = lost = wins = 0
    for dealer in range(len(counts)):
        lost += counts[dealer] * ends[dealer, LOST]
    for score in range(len(counts)):
        here = counts[score]
        lost -= here * ends[score, LOST]
        nets[score] = won + here * ends[score, PUSHED] + lost
        below[score] = wins
        won += here * ends[score, WON]
        wins += here


@inlined
def others(deck_size: int, upcard: int, first: int, second: int) -> Ints:
    rest = np.empty(deck_size, np.int64)
    size = 0
    for card in range(deck_size):
        if card != upcard and card != first and card != second:
            rest[size] = card
            size += 1
    return rest[:size]


@inlined
def cube(rest: Ints, dealers: Shorts) -> Shorts:
    """The dealer's score with any three of the rest, indexed in any order."""
    n = len(rest)
    made = np.zeros((n, n, n), np.int16)
    for i in range(n):
        for j in range(i):
            for k in range(j):
                score = dealers[three(rest[i], rest[j], rest[k])]
                made[i, j, k] = made[i, k, j] = made[j, i, k] = score
                made[j, k, i] = made[k, i, j] = made[k, j, i] = score
    return made


@inlined
def with_one_card(made: Shorts, ends: Ints) -> tuple[Ints, Ints]:
    """Net and wins of a score against the threes that contain each card; last, against all."""
    n = len(made)
    count = np.zeros((n + 1, len(ends)), np.int64)
    for i in range(n):
        for j in range(i):
            for k in range(j):
                score = made[i, j, k]
                count[i, score] += 1
                count[j, score] += 1
                count[k, score] += 1
                count[n, score] += 1
    nets, wins = np.zeros(count.shape, np.int64), np.zeros(count.shape, np.int64)
    for i in range(n + 1):
        sums_below(count[i], ends, nets[i], wins[i])
    return nets, wins


@kernel
def one_card_worths(scores: SplitScores, threes: UpcardScores, hand: int, worths: Scores) -> None:
    """`worths[three(X)]` for a hand of one card, for every three other cards X of its player."""
    rest = others(len(scores.deck), threes.upcard, hand, hand)
    n = len(rest)
    drawn = np.zeros((n, n), np.int16)
    for i in range(n):
        for j in range(i):
            drawn[i, j] = drawn[j, i] = threes.player[three(hand, rest[i], rest[j])]
    made, against = cube(rest, threes.dealer), draws_against(drawn, scores)
    sums = with_one_card(made, scores.ends)
    apart, fixed, given_two = two_given(drawn, made, against, sums, scores)
    held, given_one = one_given(drawn, made, fixed, sums, scores)
    combine(rest, drawn, made, against, apart, given_one, given_two, held, scores, worths)


@kernel
def draws_against(drawn: Shorts, scores: SplitScores) -> Scores:
    """Against a dealer's score: the draws that contain one card, summed."""
    n, rows, ends = len(drawn), scores.rows, scores.ends
    against = np.zeros((n, len(rows), len(scores.floors)), np.int32)
    count = np.zeros(len(rows), np.int64)
    for a in range(n):
        count[:] = 0
        for b in range(n):
            if b != a:
                count[drawn[a, b]] += 1
                row = rows[drawn[a, b]]
                if row > 0:
                    for dealer in range(drawn[a, b]):
                        against[a, dealer, row] += 1
        below = 0
        for dealer in range(len(rows)):
            above = n - 1 - below - count[dealer]
            against[a, dealer, 0] = (
                above * ends[dealer, WON]
                + count[dealer] * ends[dealer, PUSHED]
                + below * ends[dealer, LOST]
            )
            below += count[dealer]
    return against


@kernel
def two_given(
    drawn: Shorts, made: Shorts, against: Scores, sums: tuple[Ints, Ints], scores: SplitScores
) -> tuple[Ints, Scores, Scores]:
    """`apart[a, b]`: the draw a, b against all threes without them.

    `fixed[y, a, b]`: the draw a, b against the threes that contain y and a. `given_two[a, y, z]`:
    all draws that contain a against the threes that contain y and z.
    """
    n, columns, rows, ends = len(drawn), against.shape[2], scores.rows, scores.ends
    nets, wins = sums
    apart = np.zeros((n, n, columns), np.int64)
    fixed = np.zeros((n, n, n, 2), np.int32)
    given_two = np.zeros((n, n, n, columns), np.int32)
    count = np.zeros(len(rows), np.int64)
    pair_nets, pair_wins = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    for y in range(n):
        for z in range(y):
            count[:] = 0
            for t in range(n):
                if t != y and t != z:
                    count[made[y, z, t]] += 1
            sums_below(count, ends, pair_nets, pair_wins)
            for b in range(n):
                if b != y and b != z:
                    fixed[y, z, b, 0] = pair_nets[drawn[z, b]]
                    fixed[y, z, b, 1] = pair_wins[drawn[z, b]]
                    fixed[z, y, b, 0] = pair_nets[drawn[y, b]]
                    fixed[z, y, b, 1] = pair_wins[drawn[y, b]]
            score = drawn[y, z]
            apart[y, z, 0] = nets[n, score] - nets[y, score] - nets[z, score] + pair_nets[score]
            if rows[score] > 0:
                apart[y, z, rows[score]] = (
                    wins[n, score] - wins[y, score] - wins[z, score] + pair_wins[score]
                )
            apart[z, y] = apart[y, z]
            for a in range(n):
                if a in (y, z):
                    continue
                with_a = made[y, z, a]
                total = 0
                for b in range(n):
                    if b in (a, y, z):
                        continue
                    score = drawn[a, b]
                    with_b = made[y, z, b]
                    total += pair_nets[score] - net(score, with_b, ends)
                    if rows[score] > 0:
                        given_two[a, y, z, rows[score]] += (
                            pair_wins[score] - (with_b < score) - (with_a < score)
                        )
                total -= against[a, with_a, 0]
                total += net(drawn[a, y], with_a, ends) + net(drawn[a, z], with_a, ends)
                given_two[a, y, z, 0] = total
                given_two[a, z, y] = given_two[a, y, z]
    return apart, fixed, given_two


@kernel
def one_given(
    drawn: Shorts, made: Shorts, fixed: Scores, sums: tuple[Ints, Ints], scores: SplitScores
) -> tuple[Scores, Ints]:
    """`held[a, b, y]`: the draw a, b against the threes that contain y; `given_one`: over all b."""
    n, columns, rows, ends = len(drawn), len(scores.floors), scores.rows, scores.ends
    nets, wins = sums
    held = np.zeros((n, n, n, columns), np.int32)
    given_one = np.zeros((n, n, columns), np.int64)
    for a in range(n):
        for b in range(a):
            score = drawn[a, b]
            row = rows[score]
            for y in range(n):
                if y in (a, b):
                    continue
                dealer = made[y, a, b]
                worth = nets[y, score] - fixed[y, a, b, 0] - fixed[y, b, a, 0]
                held[a, b, y, 0] = worth + net(score, dealer, ends)
                if row > 0:
                    worth = wins[y, score] - fixed[y, a, b, 1] - fixed[y, b, a, 1]
                    held[a, b, y, row] = worth + (dealer < score)
                for column in range(columns):
                    held[b, a, y, column] = held[a, b, y, column]
                    given_one[a, y, column] += held[a, b, y, column]
                    given_one[b, y, column] += held[a, b, y, column]
    return held, given_one


@kernel
def combine(
    rest: Ints, drawn: Shorts, made: Shorts, against: Scores, apart: Ints, given_one: Ints,
    given_two: Scores, held: Scores, scores: SplitScores, worths: Scores,
) -> None:  # fmt: skip
    """W(S) for sets of zero to three cards, and the worth that avoids all three."""
    n, columns, rows, ends = len(rest), worths.shape[1], scores.rows, scores.ends
    none = np.zeros(columns, np.int64)
    ones = np.zeros((n, columns), np.int64)
    twos = np.zeros((n, n, columns), np.int64)
    all_draws = np.zeros((against.shape[1], columns), np.int64)
    for column in range(columns):
        for dealer in range(against.shape[1]):
            for a in range(n):
                all_draws[dealer, column] += against[a, dealer, column]
            all_draws[dealer, column] //= 2  # each draw was counted once for each of its cards
        for x in range(n):
            in_three = in_draw = 0
            for a in range(n):
                if a != x:
                    in_three += given_one[a, x, column]
                    in_draw += apart[x, a, column]
            none[column] += in_draw
            ones[x, column] = in_three // 2 + in_draw
        none[column] //= 2
    for x in range(n):
        for y in range(x):
            for column in range(columns):
                in_three = 0
                for a in range(n):
                    if a != x and a != y:
                        in_three += given_two[a, x, y, column]
                mixed = given_one[x, y, column] + given_one[y, x, column]
                twos[x, y, column] = in_three // 2 + mixed + apart[x, y, column]
                twos[y, x, column] = twos[x, y, column]
    for x in range(n):
        for y in range(x):
            for z in range(y):
                dealer = made[x, y, z]
                place = three(rest[x], rest[y], rest[z])
                for column in range(columns):
                    whole = all_draws[dealer, column] - against[x, dealer, column]
                    whole -= against[y, dealer, column] + against[z, dealer, column]
                    for score in (drawn[x, y], drawn[x, z], drawn[y, z]):
                        if column == 0:
                            whole += net(score, dealer, ends)
                        elif rows[score] == column and dealer < score:
                            whole += 1
                    whole += given_two[x, y, z, column] + given_two[y, x, z, column]
                    whole += given_two[z, x, y, column]
                    whole += held[x, y, z, column] + held[x, z, y, column] + held[y, z, x, column]
                    worths[place, column] = (
                        none[column]
                        - (ones[x, column] + ones[y, column] + ones[z, column])
                        + (twos[x, y, column] + twos[x, z, column] + twos[y, z, column])
                        - whole
                    )


@kernel
def two_card_worths(
    scores: SplitScores, threes: UpcardScores, first: int, second: int, worths: Scores
) -> None:
    """`worths[two(X)]` for a hand of two cards, for every two other cards X of its player."""
    rest = others(len(scores.deck), threes.upcard, first, second)
    n, columns, rows, ends = len(rest), worths.shape[1], scores.rows, scores.ends
    drawn = np.empty(n, np.int64)
    for a in range(n):
        drawn[a] = threes.player[three(first, second, rest[a])]
    made = cube(rest, threes.dealer)
    nets, wins = with_one_card(made, ends)
    against = np.zeros((len(rows), columns), np.int64)  # all draws against a dealer's score
    for a in range(n):
        for dealer in range(len(rows)):
            against[dealer, 0] += net(drawn[a], dealer, ends)
            if rows[drawn[a]] > 0 and dealer < drawn[a]:
                against[dealer, rows[drawn[a]]] += 1

    held = np.zeros((n, n, columns), np.int64)  # the draw x against the threes that contain y
    twos = np.zeros((n, n, columns), np.int64)
    for x in range(n):
        for y in range(x):
            for column in range(columns):
                in_three = 0
                for t in range(n):
                    if t != x and t != y:
                        in_three += against[made[x, y, t], column]
                twos[x, y, column] = in_three
            held[x, y, 0], held[y, x, 0] = nets[y, drawn[x]], nets[x, drawn[y]]
            held[x, y, rows[drawn[x]]] += wins[y, drawn[x]] if rows[drawn[x]] > 0 else 0
            held[y, x, rows[drawn[y]]] += wins[x, drawn[y]] if rows[drawn[y]] > 0 else 0
            for t in range(n):
                if t in (x, y):
                    continue
                dealer = made[x, y, t]
                # A drawn card cannot also be the dealer's.
                held[x, y, 0] -= net(drawn[x], dealer, ends)
                held[y, x, 0] -= net(drawn[y], dealer, ends)
                if rows[drawn[x]] > 0 and dealer < drawn[x]:
                    held[x, y, rows[drawn[x]]] -= 1
                if rows[drawn[y]] > 0 and dealer < drawn[y]:
                    held[y, x, rows[drawn[y]]] -= 1
                for card in (x, y, t):
                    twos[x, y, 0] -= net(drawn[card], dealer, ends)
                    if rows[drawn[card]] > 0 and dealer < drawn[card]:
                        twos[x, y, rows[drawn[card]]] -= 1
            for column in range(columns):
                twos[x, y, column] += held[x, y, column] + held[y, x, column]

    combine_two_cards(rest, held, twos, worths)


@kernel
def combine_two_cards(rest: Ints, held: Ints, twos: Ints, worths: Scores) -> None:
    """W(S) for sets of zero to two cards, and the worth that avoids both."""
    n = len(rest)
    for column in range(worths.shape[1]):
        none = 0
        ones = np.zeros(n, np.int64)
        for x in range(n):
            alone = in_three = 0
            for y in range(n):
                if y != x:
                    alone += held[x, y, column]
                    in_three += held[y, x, column]
            alone //= 3  # each three was counted once for each of its cards
            none += alone
            ones[x] = alone + in_three
        for x in range(n):
            for y in range(x):
                worths[two(rest[x], rest[y]), column] = (
                    none - ones[x] - ones[y] + twos[x, y, column]
                )
