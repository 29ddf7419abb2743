"""4 Card Split, counted: how often each result occurs when every state plays its best way.

Both hands meet the same dealer and draw from the same deck, so their results are counted together.
For each draw, the dealer's threes that avoid it are counted below each hand's score, up to it, and
below the qualifier. The lower of two levels has the smaller count, so the number of threes below
several levels at once is the minimum of their counts, and levels need not be sorted.
"""

from typing import NamedTuple

import numpy as np

from croupier.games.four_card_split.loops.dealer import (
    LANES,
    Beside,
    Cards,
    DealerThrees,
    Levels,
    count_below,
    count_below_each,
    dealer_counts,
    in_any_order,
    lay_state,
    levels,
)
from croupier.games.four_card_split.loops.hands import SplitScores, UpcardScores
from croupier.games.four_card_split.loops.states import UpcardStates, score_of_others
from croupier.games.four_card_split.rules import FOLD_ALL_WAY, PARTNERS, THREES
from croupier.kernels.arrays import Bytes, Ints, Scores, Shorts
from croupier.kernels.compiled import inlined, kernel

# The threes that a hand beats, those it does not lose to, all. A hand settled early counts as ALL.
BEATEN, KEPT, ALL = range(3)


class Holds(NamedTuple):
    """What a hand holds: its row of the ante table if it is played, or how it was settled early."""

    folded: int
    instant: int  # and its row
    all: int


@inlined
def holds_of(rows: int) -> Holds:
    return Holds(rows, rows + 1, 2 * rows + 1)


class WaysPlayed(NamedTuple):
    """How each state is played; its group is its row of the blind's table."""

    way: Bytes
    plays: Bytes
    groups: Bytes


class HandLevels(NamedTuple):
    """By the player's three cards: the levels below and up to their score, and their row."""

    below: Levels
    up_to: Levels
    row: Levels


class UpcardTable(NamedTuple):
    dealer: DealerThrees
    beside: Beside
    hands: HandLevels
    below: Levels  # these three are by score
    up_to: Levels
    rows: Shorts
    holds: Holds
    first_instant: int
    qualifier: int  # a level
    last: int  # the level above all


class Work(NamedTuple):
    """The number of threes by two cards drawn: for each hand, and below the qualifier. And their
    sums.
    """

    first: Shorts
    second: Shorts
    under: Shorts
    sums: Scores


@kernel
def count_outcomes(
    scores: SplitScores, upcard: int, states: UpcardStates, played: WaysPlayed, group_count: int
) -> Ints:
    """Outcomes by group; by what the first hand holds, and the second; by which threes of the first
    are counted, and of the second; and by whether only those below the qualifier (0) or all (1).
    """
    table = table_of(scores, UpcardScores(upcard, states.player, states.dealer))
    holds = table.holds
    work = Work(
        np.zeros((3, LANES, LANES), np.int16),
        np.zeros((3, LANES, LANES), np.int16),
        np.zeros((LANES, LANES), np.int16),
        np.zeros((holds.folded, 3, 3, 2, LANES), np.int32),
    )
    outcomes = np.zeros((group_count, holds.all, holds.all, 3, 3, 2), np.int64)
    for at in range(len(states.cards)):
        into, weight = outcomes[played.groups[at]], np.int64(states.weights[at])
        way, plays = played.way[at], played.plays[at]
        lay_state(table.dealer, table.beside, upcard, states.cards[at])
        if way < THREES:
            score = score_of_others(states.cards[at], way, states.player)
            play_three(table, work, score, way, plays, into, weight)
        elif way < FOLD_ALL_WAY:
            play_two(table, work, way - PARTNERS, plays, into, weight)
        else:
            settled(table, into[holds.folded, holds.folded], weight)
    return outcomes


@kernel
def table_of(scores: SplitScores, threes: UpcardScores) -> UpcardTable:
    n, player = len(scores.deck), threes.player
    below, up_to = levels(threes.dealer, len(scores.rows))
    last = np.int64(up_to[-1])
    made = in_any_order(n, below[np.maximum(threes.dealer, 0)])
    dealer, beside = dealer_counts(n, threes.upcard, made, last)
    hands = HandLevels(
        in_any_order(n, below[player]),
        in_any_order(n, up_to[player]),
        in_any_order(n, scores.rows[player].astype(np.uint16)),
    )
    qualifier = last if scores.qualifier == len(below) else np.int64(below[scores.qualifier])
    holds, first = holds_of(len(scores.floors)), scores.first_instant
    return UpcardTable(
        dealer, beside, hands, below, up_to, scores.rows, holds, first, qualifier, last
    )


@kernel
def play_three(
    table: UpcardTable, work: Work, score: int, alone: int, plays: int, into: Ints, weight: int
) -> None:
    """A hand of three with that score, and the card left alone."""
    hold, folded = np.int64(table.rows[score]), table.holds.folded
    if score >= table.first_instant:
        hold += table.holds.instant
    elif not plays & 1:
        hold = folded
    if plays & 2:
        draw_two(table, work, score, alone, hold, into[hold], weight)
    elif hold < folded:
        no_draw(table, score, into[folded, hold], weight)
    else:
        settled(table, into[hold, folded], weight)


@kernel
def play_two(
    table: UpcardTable, work: Work, partner: int, plays: int, into: Ints, weight: int
) -> None:
    """Two hands of two: the first card with its partner, and the other two."""
    state = table.beside.state
    other, last = 1 + (partner == 1), 3 - (partner == 3)
    one, two = (state[0], state[partner]), (state[other], state[last])
    folded = table.holds.folded
    if plays == 3:
        draw_one_each(table, work, one, two, into, weight)
    elif plays > 0:
        draw_one(table, one if plays == 1 else two, into[folded], weight)
    else:
        settled(table, into[folded, folded], weight)


@inlined
def threes_of(cards: int) -> int:
    return cards * (cards - 1) * (cards - 2) // 6


@inlined
def settled(table: UpcardTable, into: Ints, weight: int) -> None:
    """Both hands are already settled, whatever is drawn and whatever the dealer has."""
    unseen = len(table.beside.rest)
    into[ALL, ALL, 1] += unseen * (unseen - 1) * threes_of(unseen - 2) * weight


@inlined
def add_least(
    first: int, second: tuple[int, int, int], under: int, into: Ints, weight: int
) -> None:
    """Adds the threes for both hands at once: those below the qualifier, and all."""
    for j in range(3):
        both = min(first, second[j])
        into[j, 0] += min(both, under) * weight
        into[j, 1] += both * weight


@inlined
def no_draw(table: UpcardTable, score: int, into: Ints, weight: int) -> None:
    """A hand of three, while the other folds: any cards that the dealer leaves may be drawn."""
    none, unseen = table.beside.none, len(table.beside.rest)
    beaten, kept = none[4, table.below[score]], none[4, table.up_to[score]]
    whole, under = none[4, table.last], none[4, table.qualifier]
    ways = weight * (unseen - 3) * (unseen - 4)
    add_least(whole, (beaten, kept, whole), under, into[ALL], ways)


@inlined
def draw_one(table: UpcardTable, hand: tuple[int, int], into: Ints, weight: int) -> None:
    """A hand of two that draws a card, while the other folds."""
    x, y = hand
    hands, none, ones = table.hands, table.beside.none[4], table.beside.ones[4]
    ways = weight * (len(table.beside.rest) - 4)
    for a in table.beside.rest:
        below, up_to = hands.below[x, y, a], hands.up_to[x, y, a]
        beaten, kept = none[below] - ones[below, a], none[up_to] - ones[up_to, a]
        whole = none[table.last] - ones[table.last, a]
        under = none[table.qualifier] - ones[table.qualifier, a]
        add_least(whole, (beaten, kept, whole), under, into[hands.row[x, y, a], ALL], ways)


@kernel
def draw_two(
    table: UpcardTable, work: Work, score: int, alone: int, hold: int, into: Ints, weight: int
) -> None:
    """A hand of one that draws two, and a hand of three that plays or is already settled."""
    dealer, beside, hands = table.dealer, table.beside, table.hands
    card, rest = beside.state[alone], beside.rest
    first, second, under = work.first, work.second, work.under
    whole, row_count = threes_of(len(rest) - 2), table.holds.folded
    plays = hold < row_count
    count_below(dealer, beside, same(table.qualifier), under)
    if plays:
        count_below(dealer, beside, same(table.below[score]), first[BEATEN])
        count_below(dealer, beside, same(table.up_to[score]), first[KEPT])
    count_below_each(dealer, beside, hands.below[card], second[BEATEN])
    count_below_each(dealer, beside, hands.up_to[card], second[KEPT])
    sums = np.zeros((row_count, 3, 3, 2), np.int64)
    for at in range(len(rest)):
        a = rest[at]
        for b in rest[:at]:
            row, low = hands.row[card, a, b], np.int64(under[a, b])
            drawn = np.int64(second[BEATEN, a, b]), np.int64(second[KEPT, a, b]), whole
            if plays:
                add_least(np.int64(first[BEATEN, a, b]), drawn, low, sums[row, BEATEN], 1)
                add_least(np.int64(first[KEPT, a, b]), drawn, low, sums[row, KEPT], 1)
            add_least(whole, drawn, low, sums[row, ALL], 1)
    for row in range(row_count):
        into[row] += sums[row] * (2 * weight)  # two cards can be drawn in two orders


@inlined
def same(level: int) -> Levels:
    """One level for all cards."""
    return np.full(LANES, level, np.uint16)


@kernel
def draw_one_each(
    table: UpcardTable,
    work: Work,
    one: tuple[int, int],
    two: tuple[int, int],
    into: Ints,
    weight: int,
) -> None:
    """Two hands of two that draw a card each. Counts are by the second's card, then the first's."""
    dealer, beside, hands = table.dealer, table.beside, table.hands
    first, second, under, rest = work.first, work.second, work.under, beside.rest
    for kind in (BEATEN, KEPT):
        cube = hands.below if kind == BEATEN else hands.up_to
        count_below(dealer, beside, cube[one[0], one[1]], second[kind])
        turn(rest, second[kind], first[kind])
        count_below(dealer, beside, cube[two[0], two[1]], second[kind])
    count_below(dealer, beside, same(table.qualifier), under)
    first[ALL, :] = threes_of(len(rest) - 2)
    for b in rest:
        first[ALL, b, b] = 0  # no card is drawn twice
    second[ALL] = first[ALL]
    add_all_least(work, rest, hands.row[two[0], two[1]])
    add_lanes(work.sums, rest, hands.row[one[0], one[1]], into, weight)


@kernel
def turn(rest: Cards, counts: Shorts, turned: Shorts) -> None:
    for a in rest:
        for b in range(LANES):
            turned[b, a] = counts[a, b]


@kernel
def add_all_least(work: Work, rest: Cards, rows: Levels) -> None:
    """`add_least` for all draws: sums by the second hand's row and the first's card."""
    first, second, under, sums = work.first, work.second, work.under, work.sums
    sums[:] = 0
    for b in rest:
        row = rows[b]
        for i in range(3):
            for j in range(3):
                for a in range(LANES):
                    one, two, low = first[i, b, a], second[j, b, a], under[b, a]
                    both = one if one < two else two
                    sums[row, i, j, 0, a] += both if both < low else low
                    sums[row, i, j, 1, a] += both


@kernel
def add_lanes(sums: Scores, rest: Cards, rows: Levels, into: Ints, weight: int) -> None:
    for row in range(len(sums)):
        if not sums[row, ALL, ALL, 1].any():
            continue
        for a in rest:
            for i in range(3):
                for j in range(3):
                    for q in range(2):
                        into[rows[a], row, i, j, q] += sums[row, i, j, q, a] * weight
