"""Typical players of Five Card Hold Out, and what a hand can expect against one of them.

These are estimates for players that learn. All one sees of a rival is how many cards they kept, so
the rival is taken for one of many random players who kept as many.
"""

from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import count
from croupier.errors import RuleError
from croupier.games.five_card_hold_out.loops import showdowns
from croupier.games.five_card_hold_out.loops.deals import deal, taken
from croupier.games.five_card_hold_out.loops.keeps import POT_WORTH, Policy, keep_worth, kept
from croupier.games.five_card_hold_out.rules import COMMUNITY, DEALT, STREETS
from croupier.kernels.arrays import Ints, Scores
from croupier.kernels.compiled import inlined, kernel

Shares = NDArray[np.float32]
Lots = NDArray[np.uint64]

# The community cards on each street after the discards.
BOARDS = tuple(accumulate(street.community for street in STREETS[1:]))
LEARNER, CALLER, ANYTHING, TIGHT = range(4)  # how a player bets
ONE_IN = 12  # one in twelve is of each kind that does not learn
LEAST_SHARE = 0.005  # shares are multiplied, so none may be zero

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX, SECOND_MIX = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
LEAST_POOL = 32


@inlined
def lot(lots: Lots, below: int) -> int:
    """A random number (SplitMix64); the state is a counter, so a seed fixes all that follow."""
    lots[0] += STEP
    mixed = lots[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * FIRST_MIX
    mixed = (mixed ^ (mixed >> np.uint64(27))) * SECOND_MIX
    mixed ^= mixed >> np.uint64(31)
    return np.int64(((mixed >> np.uint64(32)) * np.uint64(below)) >> np.uint64(32))


@inlined
def some_player(lots: Lots) -> int:
    """Most learn; some always call, some act at random, some bet by their share alone."""
    luck = lot(lots, ONE_IN)
    return luck + 1 if luck < TIGHT else LEARNER


@inlined
def player_keeps(kind: int, hand: int, policy: Policy, lots: Lots) -> int:
    """A caller keeps all five, a random player any number of any cards, others by the policy."""
    if kind == CALLER:
        return hand
    if kind == ANYTHING:
        size = 1 + lot(lots, DEALT)
        while count(hand) > size:
            hand &= ~(1 << lot(lots, showdowns.DECK_SIZE))
        return hand
    return kept(hand, policy)


@inlined
def is_odd(size: int) -> bool:
    """Whether players who keep by the policy hardly ever keep this many."""
    return size != 3 and size != 4


@kernel
def kept_hands(drawn: Ints, policy: Policy, seed: int) -> Ints:
    """What random players keep, as masks."""
    lots = np.array([seed], np.uint64)
    deck, hands = np.arange(showdowns.DECK_SIZE), np.empty(drawn.shape[1], np.int64)
    for trial in range(drawn.shape[1]):
        deal(deck, drawn, trial)
        hands[trial] = player_keeps(some_player(lots), taken(deck, 0, DEALT), policy, lots)
    return hands


class Pools(NamedTuple):
    """Hands that players keep, grouped by size."""

    hands: Ints
    starts: Ints


def check_pools(pools: Pools) -> Pools:
    """A loop draws from the hands of a size until one fits, so there must be some of every size."""
    hands, starts = pools
    if len(starts) != DEALT + 2 or starts[-1] != len(hands):
        raise RuleError(
            f"pools that start at {starts.tolist()} of {len(hands)} hands; a start is needed for "
            f"each size from 0 to {DEALT}, and an end",
            "pools/sizes",
        )
    for size in range(1, DEALT + 1):
        of_size = hands[starts[size] : starts[size + 1]]
        # If the cards in view overlapped all of them, a draw would never end.
        if len(of_size) < LEAST_POOL or (np.bitwise_count(of_size) != size).any():
            raise RuleError(
                f"{len(of_size)} hands of {size} cards to draw from; {LEAST_POOL} are needed, all "
                "of that size",
                "pools/few",
            )
    return pools


@inlined
def share(
    held: int, gone: int, board: int, others: Ints, trials: int, lots: Lots, stake: showdowns.Stake
) -> float:
    """The share of a pot that a hand wins against one of the others, over random boards."""
    highs, lows = np.zeros(2, np.int32), np.zeros(2, np.int32)
    sums = np.zeros((2, showdowns.SUMS), np.int64)
    missing, seen = COMMUNITY - count(board), held | gone | board
    for _ in range(trials):
        other = others[lot(lots, len(others))]
        while other & seen != 0:
            other = others[lot(lots, len(others))]
        used, whole = seen | other, board
        for _ in range(missing):
            card = 1 << lot(lots, showdowns.DECK_SIZE)
            while used & card != 0:
                card = 1 << lot(lots, showdowns.DECK_SIZE)
            used |= card
            whole |= card
        showdowns.show(held, whole, stake, 0, highs, lows)
        showdowns.show(other, whole, stake, 1, highs, lows)
        showdowns.divide(highs, lows, stake, sums)
    return sums[0, showdowns.POT] / (2 * showdowns.HALF * trials)


@kernel
def share_of(
    held: int, gone: int, board: int, others: Ints, trials: int, seed: int, stake: showdowns.Stake
) -> float:
    lots = np.array([seed], np.uint64)
    return max(LEAST_SHARE, share(held, gone, board, others, trials, lots, stake))


@kernel
def best_keep(hand: int, policy: Policy) -> tuple[int, float]:
    """What the policy keeps of five cards, and the share of a pot that it is worth."""
    held = kept(hand, policy)
    return held, keep_worth(held, policy) / POT_WORTH


class PracticeDeals(NamedTuple):
    """Deals to the players of a table, and what each may know of their chances."""

    kinds: Ints
    first: Shares  # before the discards: the worth of the best keep
    later: Shares  # by street, player and rival: the logarithm of the share against them
    odd: NDArray[np.bool_]  # who kept an odd number of cards
    highs: Scores
    lows: Scores


@kernel
def dealt_to(
    drawn: Ints, policy: Policy, pools: Pools, trials: int, seed: int, stake: showdowns.Stake
) -> PracticeDeals:
    lots = np.array([seed], np.uint64)
    deals, players = drawn.shape[1], (len(drawn) - COMMUNITY) // DEALT
    made = PracticeDeals(
        np.empty((deals, players), np.int64),
        np.empty((deals, players), np.float32),
        np.zeros((deals, len(BOARDS), players, players), np.float32),
        np.empty((deals, players), np.bool_),
        np.zeros((deals, players), np.int32),
        np.zeros((deals, players), np.int32),
    )
    deck = np.arange(showdowns.DECK_SIZE)
    held, gone = np.empty(players, np.int64), np.empty(players, np.int64)
    for number in range(deals):
        deal(deck, drawn, number)
        board = taken(deck, 0, COMMUNITY)
        for seat in range(players):
            hand, kind = taken(deck, COMMUNITY + DEALT * seat, DEALT), some_player(lots)
            held[seat] = player_keeps(kind, hand, policy, lots)
            gone[seat] = hand ^ held[seat]
            made.kinds[number, seat] = kind
            made.first[number, seat] = best_keep(hand, policy)[1]
            made.odd[number, seat] = is_odd(count(held[seat]))
            showdowns.show(held[seat], board, stake, seat, made.highs[number], made.lows[number])
        for street in range(len(BOARDS)):
            board = taken(deck, 0, BOARDS[street])
            for seat in range(players):
                shares = made.later[number, street, seat]
                add_shares(shares, seat, held, gone, board, pools, trials, lots, stake)
    return made


@inlined
def add_shares(
    shares: Shares, seat: int, held: Ints, gone: Ints, board: int, pools: Pools, trials: int,
    lots: Lots, stake: showdowns.Stake,
) -> None:  # fmt: skip
    """Adds the share against each rival; rivals with equally many cards look alike."""
    known = np.ones(DEALT + 1)
    for other in range(len(held)):
        size = count(held[other])
        if other != seat and known[size] > 0:
            others = pools.hands[pools.starts[size] : pools.starts[size + 1]]
            part = share(held[seat], gone[seat], board, others, trials, lots, stake)
            known[size] = np.log(max(part, LEAST_SHARE))
        if other != seat:
            shares[other] = known[size]
