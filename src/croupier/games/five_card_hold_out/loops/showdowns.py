"""Showdowns of Five Card Hold Out: many at once, and over every board that may still come.

A hand of h cards takes 5 - h of the board, so over all boards it meets few sets of community cards,
each of them many times. `list_needs` scores each set once; a board's best is then the largest of a
few entries, and boards that share their first three cards share most of those.
"""

from math import lcm
from typing import NamedTuple

import numpy as np

from croupier.cards.card import DECK
from croupier.cards.hands import ace_to_five_low, count
from croupier.errors import RuleError
from croupier.games.five_card_hold_out import rules
from croupier.kernels.arrays import Ints, Scores
from croupier.kernels.compiled import inlined, kernel
from croupier.rules.poker import low_part

for _rule in (rules.high_score, rules.needed, rules.counts_as_low, low_part):
    inlined(_rule)


def check_written_for(dealt: int, most_discarded: int, community: int) -> None:
    """These loops are written out for hands of one to five cards and boards of four."""
    if (dealt, most_discarded, community) != (5, 4, 4):
        raise RuleError(
            f"{dealt} cards dealt, up to {most_discarded} discarded, {community} on the board; the "
            "compiled loops play 5, 4 and 4: rewrite them before this game is simulated",
            "loops/sizes",
        )


check_written_for(rules.DEALT, rules.MOST_DISCARDED, rules.COMMUNITY)

DECK_SIZE = len(DECK)
NO_LOW = 1 << 30  # above every low: none qualifies
HALF = lcm(*range(1, rules.MOST_SEATS + 1))  # half a pot, divisible by any number of winners
# What is summed for each hand: parts of the pot, of the high half and of the low half; how often it
# wins everything, and how often it shares a half; and the squares of its parts of the pot.
POT, HIGH, LOW, SCOOP, TIE, SQUARES = range(6)
SUMS = 6

NO_HIGH, FOR_HIGH, NO_WHEEL = 0, 1, 2  # whether a high wins, and whether A-2-3-4-5 is a straight


class Stake(NamedTuple):
    """What is played for: how a high is scored, if one wins, and the lowest score that qualifies as
    low.
    """

    high: int  # NO_HIGH, FOR_HIGH or NO_WHEEL
    floor: int


@inlined
def score(hand: int, low: bool, wheel: bool) -> int:
    return ace_to_five_low(hand) if low else rules.high_score(hand, wheel)


@inlined
def best(held: int, board: int, low: bool, wheel: bool) -> int:
    """The best of the hands that rule 14 allows; -1 if the board is too small for any."""
    need = rules.needed(count(held))
    top = -1
    taken = board
    while True:
        if count(taken) == need:
            top = max(top, score(held | taken, low, wheel))
        if taken == 0:
            return top
        taken = (taken - 1) & board


@inlined
def show(held: int, board: int, stake: Stake, seat: int, highs: Scores, lows: Scores) -> None:
    """Stores the best high and the best low of a seat's hand, each if it is played for."""
    if stake.high:
        highs[seat] = best(held, board, False, stake.high != NO_WHEEL)
    if stake.floor < NO_LOW:
        lows[seat] = best(held, board, True, True)


@kernel
def showdowns(held: Ints, boards: Ints, wheel: bool) -> tuple[Scores, Scores]:
    """The best high and the best low of each hand with its board, both as masks."""
    highs, lows = np.empty(len(held), np.int32), np.empty(len(held), np.int32)
    for place in range(len(held)):
        highs[place] = best(held[place], boards[place], False, wheel)
        lows[place] = best(held[place], boards[place], True, wheel)
    return highs, lows


@inlined
def needs_size(held: int, cards: int) -> int:
    """The length of a hand's list of needs; a single card's boards are scored one by one."""
    need = rules.needed(count(held))
    return cards**need if need < 4 else 0


@inlined
def list_needs(held: int, cards: Ints, low: bool, wheel: bool, needs: Scores) -> None:
    """`needs[(a * n + b) * n + c]`: the score with the community cards a < b < c, or with fewer."""
    need, n = rules.needed(count(held)), len(cards)
    if need == 0:
        needs[0] = score(held, low, wheel)
    if not 1 <= need <= 3:
        return
    for a in range(n):
        first = held | 1 << cards[a]
        if need == 1:
            needs[a] = score(first, low, wheel)
            continue
        for b in range(a + 1, n):
            second = first | 1 << cards[b]
            if need == 2:
                needs[a * n + b] = score(second, low, wheel)
                continue
            for c in range(b + 1, n):
                needs[(a * n + b) * n + c] = score(second | 1 << cards[c], low, wheel)


@inlined
def best_rows(
    held: int, cards: Ints, low: bool, wheel: bool, needs: Scores, a: int, b: int, c: int,
    first: int, stop: int, row: Scores,
) -> None:  # fmt: skip
    """`row[d]`: the best with the board a < b < c < d, for some d, from the hand's needs."""
    need, n = rules.needed(count(held)), len(cards)
    if need == 0:
        for d in range(first, stop):
            row[d] = needs[0]
    elif need == 1:
        top = max(needs[a], needs[b], needs[c])
        for d in range(first, stop):
            row[d] = max(top, needs[d])
    elif need == 2:
        top = max(needs[a * n + b], needs[a * n + c], needs[b * n + c])
        for d in range(first, stop):
            row[d] = max(top, needs[a * n + d], needs[b * n + d], needs[c * n + d])
    elif need == 3:
        ab, ac, bc = (a * n + b) * n, (a * n + c) * n, (b * n + c) * n
        for d in range(first, stop):
            row[d] = max(needs[ab + c], needs[ab + d], needs[ac + d], needs[bc + d])
    else:
        three = held | 1 << cards[a] | 1 << cards[b] | 1 << cards[c]
        for d in range(first, stop):
            row[d] = score(three | 1 << cards[d], low, wheel)


@inlined
def all_needs(held: Ints, cards: Ints, high: int, with_low: bool) -> tuple[Ints, Scores, Scores]:
    """The start of each hand's list, and the lists for high and for low, concatenated."""
    starts = np.zeros(len(held) + 1, np.int64)
    for seat in range(len(held)):
        starts[seat + 1] = starts[seat] + needs_size(held[seat], len(cards))
    highs, lows = np.zeros(starts[-1], np.int32), np.zeros(starts[-1], np.int32)
    for seat in range(len(held)):
        if high:
            list_needs(held[seat], cards, False, high != NO_WHEEL, highs[starts[seat] :])
        if with_low:
            list_needs(held[seat], cards, True, True, lows[starts[seat] :])
    return starts, highs, lows


@inlined
def divide(highs: Scores, lows: Scores, stake: Stake, sums: Ints) -> None:
    """Divides one pot: the best highs share one part, the best qualifying lows the other."""
    top = low_top = -1
    tied = low_tied = 0
    for seat in range(len(sums)):
        if highs[seat] > top:
            top, tied = highs[seat], 1
        elif highs[seat] == top:
            tied += 1
        if rules.counts_as_low(lows[seat], stake.floor):
            if lows[seat] > low_top:
                low_top, low_tied = lows[seat], 1
            elif lows[seat] == low_top:
                low_tied += 1
    to_lows = low_part(2 * HALF, stake.high != NO_HIGH, low_tied > 0)
    for seat in range(len(sums)):
        got = shared = 0
        if stake.high and highs[seat] == top:
            got += (2 * HALF - to_lows) // tied
            sums[seat, HIGH] += HALF // tied
            shared |= tied > 1
        if low_tied > 0 and lows[seat] == low_top:
            got += to_lows // low_tied
            sums[seat, LOW] += HALF // low_tied
            shared |= low_tied > 1
        sums[seat, POT] += got
        sums[seat, SCOOP] += got == 2 * HALF
        sums[seat, TIE] += shared
        sums[seat, SQUARES] += got * got


@kernel
def all_boards(held: Ints, cards: Ints, known: int, stake: Stake) -> tuple[Ints, int]:
    """The sums of each hand over all boards that begin with the known cards, and the number of
    boards.
    """
    n, seats, high = len(cards), len(held), stake.high
    with_low, wheel = stake.floor < NO_LOW, high != NO_WHEEL
    starts, high_needs, low_needs = all_needs(held, cards, high, with_low)
    sums, boards = np.zeros((seats, SUMS), np.int64), 0
    highs, lows = np.zeros((n, seats), np.int32), np.zeros((n, seats), np.int32)
    stop = 4 if known == 4 else n
    for a in range(1 if known > 0 else n):
        for b in range(a + 1, 2 if known > 1 else n):
            for c in range(b + 1, 3 if known > 2 else n):
                for seat in range(seats):
                    hand, start = held[seat], starts[seat]
                    if high:
                        needs, row = high_needs[start:], highs[:, seat]
                        best_rows(hand, cards, False, wheel, needs, a, b, c, c + 1, stop, row)
                    if with_low:
                        needs, row = low_needs[start:], lows[:, seat]
                        best_rows(hand, cards, True, wheel, needs, a, b, c, c + 1, stop, row)
                for d in range(c + 1, stop):
                    divide(highs[d], lows[d], stake, sums)
                    boards += 1
    return sums, boards
