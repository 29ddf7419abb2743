"""4 Card Split, counted: how often each net result occurs when every state plays its best way.

Both hands meet the same dealer and draw from the same deck, so their results are counted together:
for each draw, the dealer's threes that avoid it are counted between the scores where a result
changes (the two hands' scores, and the qualifier). A dealer's score is a level here: its place
among the scores that he can make with this upcard, which are few.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.compiled import inlined, kernel, written_out
from croupier.kernels.four_card_split import score_of_others
from croupier.kernels.split_hands import cube, three, two

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]
Bytes = NDArray[np.int8]
Counts = NDArray[np.int32]

NO_HAND = -1  # a hand that is folded or paid at once: its result is in the fixed part
QUALIFIER, END = 4, 5  # the last of the breaks; two for each hand come before them
BREAKS = 6


@kernel
def levels(dealer: Shorts, score_count: int) -> tuple[Ints, Ints]:
    """For each score: how many of the dealer's scores are below it, and how many up to it."""
    can = np.zeros(score_count, np.int64)
    for score in dealer:
        if score >= 0:
            can[score] = 1
    below, up_to = np.zeros(score_count, np.int64), np.zeros(score_count, np.int64)
    count = 0
    for score in range(score_count):
        below[score] = count
        count += can[score]
        up_to[score] = count
    return below, up_to


@kernel
def below_tables(made: Shorts, upcard: int, level_count: int) -> tuple[Counts, Counts, Bytes]:
    """How many threes lie below each level: all, those with one card, those with two."""
    n = len(made)
    none = np.zeros(level_count + 1, np.int32)
    ones = np.zeros((n, level_count + 1), np.int32)
    twos = np.zeros((n * (n - 1) // 2, level_count + 1), np.int8)
    for c in range(2, n):
        for b in range(1, c):
            for a in range(b):
                if upcard not in (a, b, c):
                    after = made[a, b, c] + 1
                    none[after] += 1
                    for x, y in ((a, b), (b, c), (c, a)):
                        ones[x, after] += 1
                        twos[two(x, y), after] += 1
    for level in range(level_count):
        none[level + 1] += none[level]
        for x in range(n):
            ones[x, level + 1] += ones[x, level]
        for pair in range(len(twos)):
            twos[pair, level + 1] += twos[pair, level]
    return none, ones, twos


@inlined
def avoid_state(
    state: Ints,
    rest: Ints,
    made: Shorts,
    none: Counts,
    ones: Counts,
    twos: Bytes,
    free: Counts,
    with_one: Counts,
) -> None:
    """The same tables for the threes that hold none of the player's four cards."""
    size = len(free)
    for k in range(size):
        free[k] = none[k]
    for i in range(4):
        for k in range(size):
            free[k] -= ones[state[i], k]
        for j in range(i):
            pair = two(state[i], state[j])
            for k in range(size):
                free[k] += twos[pair, k]
            for m in range(j):
                for k in range(made[state[i], state[j], state[m]] + 1, size):
                    free[k] -= 1
    for a in range(len(rest)):
        card = rest[a]
        p0, p1 = two(card, state[0]), two(card, state[1])
        p2, p3 = two(card, state[2]), two(card, state[3])
        for k in range(size):
            with_one[a, k] = ones[card, k] - twos[p0, k] - twos[p1, k] - twos[p2, k] - twos[p3, k]
        for i in range(4):
            for j in range(i):
                for k in range(made[card, state[i], state[j]] + 1, size):
                    with_one[a, k] += 1


@written_out
def add_below(
    counts: Ints,
    breaks: Ints,
    start: int,
    end: int,
    a: int,
    b: int,
    rest: Ints,
    state: Ints,
    made: Shorts,
    twos: Bytes,
    free: Counts,
    with_one: Counts,
) -> None:
    """Adds the threes below each break that hold neither draw nor any of the player's cards."""
    x, y = rest[a], rest[b]
    pair = two(x, y)
    d0, d1 = made[x, y, state[0]], made[x, y, state[1]]
    d2, d3 = made[x, y, state[2]], made[x, y, state[3]]
    for i in range(start, end):
        k = breaks[i]
        both = twos[pair, k] - (d0 < k) - (d1 < k) - (d2 < k) - (d3 < k)
        counts[i] += free[k] - with_one[a, k] - with_one[b, k] + both


@written_out
def breaks_of(
    first: int, second: int, below: Ints, up_to: Ints, qualifier: int, breaks: Ints
) -> None:
    """The levels where each hand's result changes, the qualifier, and the end of them all.

    A hand that is settled ties with every level: nothing more comes of it.
    """
    last = up_to[len(up_to) - 1]
    breaks[0], breaks[1] = (below[first], up_to[first]) if first >= 0 else (0, last)
    breaks[2], breaks[3] = (below[second], up_to[second]) if second >= 0 else (0, last)
    breaks[4], breaks[5] = qualifier, last


@written_out
def add_results(
    tally: Ints,
    fixed: int,
    first: int,
    second: int,
    rows: Shorts,
    wins: Ints,
    losses: Ints,
    breaks: Ints,
    counts: Ints,
    weight: int,
) -> None:
    """Counts below each break become results. `tally[0]` is for the lowest net there is.

    A hand wins below its first break, ties up to its second, and loses from there on.
    """
    below_qualifier = counts[4]
    for i in range(3):
        start_i, count_i = (0, 0) if i == 0 else (breaks[i - 1], counts[i - 1])
        end_i, total_i = (breaks[5], counts[5]) if i == 2 else (breaks[i], counts[i])
        for j in range(3):
            start, count = (0, 0) if j == 0 else (breaks[j + 1], counts[j + 1])
            end, total = (breaks[5], counts[5]) if j == 2 else (breaks[j + 2], counts[j + 2])
            if start < start_i:
                start, count = start_i, count_i
            if end > end_i:
                end, total = end_i, total_i
            if start >= end:
                continue
            split = min(max(below_qualifier, count), total)
            for qualified in range(2):
                net = fixed
                if i != 1:
                    net += wins[rows[first], qualified] if i == 0 else losses[qualified]
                if j != 1:
                    net += wins[rows[second], qualified] if j == 0 else losses[qualified]
                here = split - count if qualified == 0 else total - split
                tally[net] += here * weight


@kernel
def tally_upcard(
    upcard: int,
    n: int,
    player: Shorts,
    dealer: Shorts,
    rows: Shorts,
    qualifying: int,
    first_instant: int,
    cards: Bytes,
    weights: Bytes,
    way: Bytes,
    plays: Bytes,
    groups: Bytes,
    wins: Ints,
    losses: Ints,
    instant: Ints,
    lowest: int,
    highest: int,
) -> Ints:
    """Outcomes by the group of the state (its row of the blind's table) and by net result."""
    below, up_to = levels(dealer, len(rows))
    qualifier = below[qualifying]
    made = cube(np.arange(n), dealer)
    for a in range(n):
        for b in range(n):
            for c in range(n):
                made[a, b, c] = below[max(made[a, b, c], 0)]
    none, ones, twos = below_tables(made, upcard, up_to[len(rows) - 1])
    tally = np.zeros((int(groups.max()) + 1, highest - lowest + 1), np.int64)
    rest, state = np.empty(n - 5, np.int64), np.empty(4, np.int64)
    free = np.empty(len(none), np.int32)
    with_one = np.empty((n - 5, len(none)), np.int32)
    breaks, counts = np.empty(BREAKS, np.int64), np.empty(BREAKS, np.int64)
    by_score = np.zeros((len(rows), BREAKS), np.int64)
    work = (
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n + 1, np.int64),
        np.empty(n, np.int64),
        np.empty(2 * BREAKS, np.int64),
        np.empty(2 * BREAKS, np.int64),
    )
    unseen = n - 5
    for at in range(len(cards)):
        for i in range(4):
            state[i] = cards[at, i]
        size = 0
        for card in range(n):
            if card != upcard and card not in (state[0], state[1], state[2], state[3]):
                rest[size] = card
                size += 1
        row = tally[groups[at]]
        weight = np.int64(weights[at])
        if plays[at] > 0:
            avoid_state(state, rest, made, none, ones, twos, free, with_one)
        if way[at] > 3:
            partner = way[at] - 3
            other, last = 1 + (partner == 1), 3 - (partner == 3)
            if way[at] < 7 and plays[at] == 3:
                two_and_two(
                    row,
                    -lowest,
                    state[0],
                    state[partner],
                    state[other],
                    state[last],
                    rest,
                    state,
                    player,
                    made,
                    rows,
                    below,
                    up_to,
                    qualifier,
                    wins,
                    losses,
                    twos,
                    free,
                    with_one,
                    weight,
                    breaks,
                    counts,
                    work,
                )
            elif way[at] < 7 and plays[at] > 0:
                a, b = (0, partner) if plays[at] == 1 else (other, last)
                one_draw(
                    row,
                    losses[0] - lowest,
                    state[a],
                    state[b],
                    rest,
                    player,
                    rows,
                    below,
                    up_to,
                    qualifier,
                    wins,
                    losses,
                    free,
                    with_one,
                    weight,
                    breaks,
                    counts,
                )
            else:  # all folded
                threes = (unseen - 2) * (unseen - 3) * (unseen - 4) // 6
                row[2 * losses[0] - lowest] += unseen * (unseen - 1) * threes * weight
            continue
        score = score_of_others(cards[at], way[at], player)
        fixed, first = -lowest, NO_HAND
        if score >= first_instant:
            fixed += instant[rows[score]]
        elif plays[at] & 1:
            first = score
        else:
            fixed += losses[0]
        if plays[at] & 2:
            three_and_one(
                row,
                fixed,
                first,
                state[way[at]],
                rest,
                state,
                player,
                made,
                rows,
                below,
                up_to,
                qualifier,
                wins,
                losses,
                twos,
                free,
                with_one,
                weight,
                breaks,
                counts,
                by_score,
            )
        elif plays[at] > 0:
            breaks_of(first, NO_HAND, below, up_to, qualifier, breaks)
            for i in range(BREAKS):
                counts[i] = free[breaks[i]]
            add_results(
                row,
                fixed + losses[0],
                first,
                NO_HAND,
                rows,
                wins,
                losses,
                breaks,
                counts,
                weight * (unseen - 3) * (unseen - 4),
            )
        else:  # an instant winner, and the other hand folded
            threes = (unseen - 2) * (unseen - 3) * (unseen - 4) // 6
            row[fixed + losses[0]] += unseen * (unseen - 1) * threes * weight
    return tally


@inlined
def one_draw(
    row: Ints,
    fixed: int,
    x: int,
    y: int,
    rest: Ints,
    player: Shorts,
    rows: Shorts,
    below: Ints,
    up_to: Ints,
    qualifier: int,
    wins: Ints,
    losses: Ints,
    free: Counts,
    with_one: Counts,
    weight: int,
    breaks: Ints,
    counts: Ints,
) -> None:
    """A hand of two alone: one card is drawn."""
    for a in range(len(rest)):
        score = player[three(x, y, rest[a])]
        breaks_of(score, NO_HAND, below, up_to, qualifier, breaks)
        for i in range(BREAKS):
            counts[i] = free[breaks[i]] - with_one[a, breaks[i]]
        add_results(
            row,
            fixed,
            score,
            NO_HAND,
            rows,
            wins,
            losses,
            breaks,
            counts,
            weight * (len(rest) - 4),
        )


@inlined
def three_and_one(
    row: Ints,
    fixed: int,
    first: int,
    hand: int,
    rest: Ints,
    state: Ints,
    player: Shorts,
    made: Shorts,
    rows: Shorts,
    below: Ints,
    up_to: Ints,
    qualifier: int,
    wins: Ints,
    losses: Ints,
    twos: Bytes,
    free: Counts,
    with_one: Counts,
    weight: int,
    breaks: Ints,
    counts: Ints,
    by_score: Ints,
) -> None:
    """A hand of one that draws two, beside a hand of three (or one that is settled)."""
    lowest, highest = len(rows), 0
    start = 2 if first == NO_HAND else 0  # a settled hand has no breaks to count
    for a in range(len(rest)):
        for b in range(a):
            score = player[three(hand, rest[a], rest[b])]
            lowest, highest = min(lowest, score), max(highest, score)
            breaks_of(first, score, below, up_to, qualifier, breaks)
            add_below(
                by_score[score], breaks, start, END, a, b, rest, state, made, twos, free, with_one
            )
            by_score[score, END] += 1
    left = len(rest) - 2
    threes = left * (left - 1) * (left - 2) // 6
    for score in range(lowest, highest + 1):
        if by_score[score, END] > 0:
            breaks_of(first, score, below, up_to, qualifier, breaks)
            for i in range(BREAKS):
                counts[i] = by_score[score, i]
                by_score[score, i] = 0
            counts[END] *= threes
            if first == NO_HAND:
                counts[1] = counts[END]
            add_results(row, fixed, first, score, rows, wins, losses, breaks, counts, 2 * weight)


@inlined
def two_and_two(
    row: Ints,
    fixed: int,
    w: int,
    x: int,
    y: int,
    z: int,
    rest: Ints,
    state: Ints,
    player: Shorts,
    made: Shorts,
    rows: Shorts,
    below: Ints,
    up_to: Ints,
    qualifier: int,
    wins: Ints,
    losses: Ints,
    twos: Bytes,
    free: Counts,
    with_one: Counts,
    weight: int,
    breaks: Ints,
    counts: Ints,
    work: tuple[Ints, ...],
) -> None:
    """Two hands of two that draw one card each. Cards that do the same for both are one kind."""
    n = len(rest)
    threes = (n - 2) * (n - 3) * (n - 4) // 6
    kinds = 0
    # Of each kind: its two scores, and its cards in order.
    first, second, kind, start, order, places, sums = work
    for a in range(n):
        one, other = player[three(w, x, rest[a])], player[three(y, z, rest[a])]
        found = 0
        while found < kinds and (first[found] != one or second[found] != other):
            found += 1
        if found == kinds:
            first[kinds], second[kinds] = one, other
            kinds += 1
        kind[a] = found
    filled = 0
    for p in range(kinds):
        start[p] = filled
        for a in range(n):
            if kind[a] == p:
                order[filled] = a
                filled += 1
    start[kinds] = filled
    for p in range(kinds):
        for q in range(p + 1):
            # One card of each kind, either way round: the levels where a result changes.
            ways = 2 if p != q else 1
            for way in range(ways):
                one, other = (p, q) if way == 0 else (q, p)
                breaks_of(first[one], second[other], below, up_to, qualifier, breaks)
                for i in range(BREAKS):
                    places[way * BREAKS + i] = breaks[i]
            total = QUALIFIER + 1 if ways == 1 else BREAKS + QUALIFIER
            places[END] = 0  # the end is known, and takes no counting
            for i in range(total):
                sums[i] = 0
            draws = 0
            for r in range(start[p], start[p + 1]):
                for s in range(start[q], start[q + 1] if p != q else r):
                    draws += 1
                    add_below(
                        sums,
                        places,
                        0,
                        total,
                        order[r],
                        order[s],
                        rest,
                        state,
                        made,
                        twos,
                        free,
                        with_one,
                    )
            for way in range(ways):
                one, other = (p, q) if way == 0 else (q, p)
                breaks_of(first[one], second[other], below, up_to, qualifier, breaks)
                for i in range(QUALIFIER):
                    counts[i] = sums[way * BREAKS + i]
                counts[QUALIFIER], counts[END] = sums[QUALIFIER], draws * threes
                add_results(
                    row,
                    fixed,
                    first[one],
                    second[other],
                    rows,
                    wins,
                    losses,
                    breaks,
                    counts,
                    weight * (2 if p == q else 1),
                )
