"""What a player of Five Card Hold Out keeps by the plain policy, and what it is worth.

A made hand is worth the share of the pot that it wins on average against one other player, whose
hands are given by how often each score occurs. A set of kept cards is worth the mean of that over
all boards. A player keeps the set of their five that is worth most, and considers nothing else.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from croupier.cards.card import mask, parse
from croupier.cards.hands import ace_to_five_low, count
from croupier.errors import RuleError
from croupier.games.five_card_hold_out.loops.showdowns import (
    DECK_SIZE,
    FOR_HIGH,
    NO_HIGH,
    NO_WHEEL,
    all_needs,
    best_rows,
    score,
)
from croupier.games.five_card_hold_out.rules import DEALT, counts_as_low, high_score
from croupier.kernels.arrays import Ints, Scores
from croupier.kernels.card_sets import B3, B4
from croupier.kernels.compiled import inlined, kernel

POT_WORTH = 10**9  # the unit of worth: parts of a pot
# Sets of one to four cards are numbered by size, then in colexicographic order.
SIZES = range(1, DEALT)
BELOW = np.array([[comb(card, size) for card in range(DECK_SIZE)] for size in SIZES], np.int64)
STARTS = np.array([sum(comb(DECK_SIZE, less) for less in range(1, size)) for size in range(DEALT)])
SETS = sum(comb(DECK_SIZE, size) for size in SIZES)
BEST_HIGH = high_score(mask(parse("As Ks Qs Js Ts")))
BEST_LOW = ace_to_five_low(mask(parse("As 2s 3s 4s 5s")))
_NONE = np.empty(0, np.int32)


class Worths(NamedTuple):
    """Parts of a pot by score. A low that qualifies adds its `low`; otherwise the high adds
    `alone`.
    """

    high_scores: Scores  # every possible score, lowest first
    low_scores: Scores
    high: Scores
    alone: Scores
    low: Scores
    floor: int  # the index of the lowest low that qualifies: indexes are in order of score
    wheel: bool  # whether A-2-3-4-5 is a straight


class Policy(NamedTuple):
    kept: Scores  # the worth of each set of one to four cards
    worths: Worths  # the worth of five cards, by score


def check_policy(policy: Policy) -> Policy:
    """Requires a worth for each set and each score: loops look them up unchecked."""
    kept, worths = policy
    high, low = worths.high_scores, worths.low_scores
    sizes = (len(kept), len(worths.high), len(worths.alone), len(worths.low))
    if sizes != (SETS, len(high), len(high), len(low)):
        raise RuleError(
            f"a policy with {len(kept)} sets, {len(high)} highs and {len(low)} lows, but "
            f"{', '.join(map(str, sizes[1:]))} worths; {SETS} sets and a worth for each score are "
            "needed",
            "policy/sizes",
        )
    if not len(high) or not len(low) or high[-1] < BEST_HIGH or low[-1] < BEST_LOW:
        raise RuleError("a policy without the best hand's score", "policy/scores")
    return policy


NO_POLICY = Policy(_NONE, Worths(_NONE, _NONE, _NONE, _NONE, _NONE, 0, True))


@kernel
def sets(size: int, many: int) -> Ints:
    """The first `many` sets of a size, as masks in colexicographic order: each the next larger
    number.
    """
    found, held = np.empty(many, np.int64), (1 << size) - 1
    for place in range(many):
        found[place] = held
        lowest = held & -held
        carried = held + lowest
        held = ((carried ^ held) >> 2) // lowest | carried
    return found


@inlined
def five_worth(hand: int, worths: Worths) -> int:
    high = np.searchsorted(worths.high_scores, score(hand, False, worths.wheel))
    low = np.searchsorted(worths.low_scores, score(hand, True, True))
    counts = counts_as_low(low, worths.floor)
    return worths.high[high] + (worths.low[low] if counts else worths.alone[high])


@inlined
def rest_of(held: int) -> Ints:
    rest = np.empty(DECK_SIZE - count(held), np.int64)
    size = 0
    for card in range(DECK_SIZE):
        if held >> card & 1 == 0:
            rest[size] = card
            size += 1
    return rest


@kernel
def boards_worth(held: int, worths: Worths) -> int:
    """The mean over all boards, one by one."""
    cards = rest_of(held)
    n = len(cards)
    of_high, alone, of_low, floor = worths.high, worths.alone, worths.low, worths.floor
    with_high, with_low = of_high[-1] > 0, of_low[-1] > 0
    scored = (FOR_HIGH if worths.wheel else NO_WHEEL) if with_high else NO_HIGH
    _, highs, lows = all_needs(np.array([held]), cards, scored, with_low)
    highs = np.searchsorted(worths.high_scores, highs).astype(np.int32)
    lows = np.searchsorted(worths.low_scores, lows).astype(np.int32)
    total = 0
    high_row, low_row = np.zeros(n, np.int32), np.zeros(n, np.int32)
    for a in range(n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                if with_high:
                    best_rows(held, cards, False, worths.wheel, highs, a, b, c, c + 1, n, high_row)
                if with_low:
                    best_rows(held, cards, True, True, lows, a, b, c, c + 1, n, low_row)
                for d in range(c + 1, n):
                    high, low = high_row[d], low_row[d]
                    counts = counts_as_low(low, floor)
                    total += of_high[high] + (of_low[low] if counts else alone[high])
    return total // B4[n]


@inlined
def lone_worth(held: int, worths: Worths) -> int:
    """The same for a single card, which needs no list: the whole board plays."""
    cards = rest_of(held)
    n, total = len(cards), 0
    for a in range(n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                three = held | 1 << cards[a] | 1 << cards[b] | 1 << cards[c]
                for d in range(c + 1, n):
                    total += five_worth(three | 1 << cards[d], worths)
    return total // B4[n]


@inlined
def four_worth(held: int, worths: Worths) -> int:
    """The mean over all boards when one card is needed: the j-th best of n decides C(j, 3) boards.

    A high adds `alone` on boards where no card makes a qualifying low.
    """
    cards = rest_of(held)
    n = len(cards)
    highs, lows = np.empty(n, np.int64), np.empty(n, np.int64)
    alone, without = np.empty(n, np.int64), 0
    for place in range(n):
        hand = held | 1 << cards[place]
        highs[place] = np.searchsorted(worths.high_scores, score(hand, False, worths.wheel))
        lows[place] = np.searchsorted(worths.low_scores, score(hand, True, True))
        if not counts_as_low(lows[place], worths.floor):
            alone[without] = highs[place]
            without += 1
    highs, lows, alone = np.sort(highs), np.sort(lows), np.sort(alone[:without])
    total = 0
    for place in range(n):
        total += B3[place] * worths.high[highs[place]]
        if counts_as_low(lows[place], worths.floor):
            total += B3[place] * worths.low[lows[place]]
        if place < without:
            total += B3[place] * worths.alone[alone[place]]
    return total // B4[n]


@kernel
def sets_worths(held: Ints, worths: Worths) -> Ints:
    found = np.empty(len(held), np.int64)
    for place in range(len(held)):
        size = count(held[place])
        if size == 1:
            found[place] = lone_worth(held[place], worths)
        elif size == 4:
            found[place] = four_worth(held[place], worths)
        else:
            found[place] = boards_worth(held[place], worths)
    return found


@inlined
def set_worth(held: int, policy: Policy) -> int:
    """The worth of a set of one to four cards."""
    size, place, rest = 0, 0, held
    while rest != 0:
        place += BELOW[size, count((rest & -rest) - 1)]
        size += 1
        rest &= rest - 1
    return policy.kept[STARTS[size] + place]


@kernel
def keep_worth(held: int, policy: Policy) -> int:
    """The worth of a set of one to five cards."""
    return five_worth(held, policy.worths) if count(held) == DEALT else set_worth(held, policy)


@inlined
def kept(hand: int, policy: Policy) -> int:
    """The cards of five that the policy keeps."""
    best, most = hand, five_worth(hand, policy.worths)
    held = (hand - 1) & hand
    while held != 0:
        worth = set_worth(held, policy)
        if worth > most:
            best, most = held, worth
        held = (held - 1) & hand
    return best
