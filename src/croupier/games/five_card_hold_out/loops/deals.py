"""Random deals of Five Card Hold Out: the unknown cards of hands and board, trial by trial."""

from typing import NamedTuple

import numpy as np

from croupier.cards.hands import count
from croupier.games.five_card_hold_out.loops import showdowns
from croupier.games.five_card_hold_out.loops.keeps import Policy, kept
from croupier.games.five_card_hold_out.rules import COMMUNITY, DEALT
from croupier.kernels.arrays import Ints, Scores
from croupier.kernels.compiled import inlined, kernel

Needs = tuple[Ints, Scores, Scores]  # see `all_needs`
CHUNK = 1 << 14  # trials that share one stream of random numbers


def chunks(trials: int) -> list[tuple[int, int]]:
    starts = range(0, trials, CHUNK)
    return [(number, min(CHUNK, trials - start)) for number, start in enumerate(starts)]


def draws(seed: int, chunk: int, trials: int, deck: int, cards: int) -> Ints:
    """For each trial, how far ahead the next card is; Philox is counter-based, so chunks may be
    drawn in any order.
    """
    stream = np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, 0, chunk]))
    drawn = np.empty((cards, trials), np.int64)
    for place in range(cards):
        drawn[place] = stream.integers(0, deck - place, size=trials)
    return drawn


@inlined
def deal(deck: Ints, drawn: Ints, trial: int) -> None:
    """Moves the drawn cards to the front of the deck."""
    for place in range(len(drawn)):
        other = place + drawn[place, trial]
        deck[place], deck[other] = deck[other], deck[place]


@inlined
def taken(deck: Ints, start: int, cards: int) -> int:
    hand = 0
    for place in range(start, start + cards):
        hand |= 1 << deck[place]
    return hand


class SeatHands(NamedTuple):
    """For each seat: its known cards, how many are unknown, and whether it keeps by the policy."""

    held: Ints
    unknown: Ints
    by_policy: Ints


@kernel
def dealt_boards(
    hands: SeatHands, policy: Policy, board: int, unseen: Ints, drawn: Ints, stake: showdowns.Stake
) -> Ints:
    """The sums of each hand over all trials; the board is dealt before the hands."""
    held, unknown, by_policy = hands
    deck, seats, missing = unseen.copy(), len(held), COMMUNITY - count(board)
    sums = np.zeros((seats, showdowns.SUMS), np.int64)
    highs, lows = np.zeros(seats, np.int32), np.zeros(seats, np.int32)
    for trial in range(drawn.shape[1]):
        deal(deck, drawn, trial)
        whole = board | taken(deck, 0, missing)
        start = missing
        for seat in range(seats):
            hand = held[seat] | taken(deck, start, unknown[seat])
            if by_policy[seat]:
                hand = kept(hand, policy)
            start += unknown[seat]
            showdowns.show(hand, whole, stake, seat, highs, lows)
        showdowns.divide(highs, lows, stake, sums)
    return sums


@kernel
def policy_showdowns(drawn: Ints, policy: Policy) -> tuple[Scores, Scores]:
    """The best high and low of each deal: five cards, kept by the policy, with a board."""
    deck, trials = np.arange(showdowns.DECK_SIZE), drawn.shape[1]
    highs, lows = np.empty(trials, np.int32), np.empty(trials, np.int32)
    for trial in range(trials):
        deal(deck, drawn, trial)
        hand, board = kept(taken(deck, COMMUNITY, DEALT), policy), taken(deck, 0, COMMUNITY)
        highs[trial] = showdowns.best(hand, board, False, policy.worths.wheel)
        lows[trial] = showdowns.best(hand, board, True, True)
    return highs, lows


@kernel
def needs_of(held: Ints, cards: Ints, stake: showdowns.Stake) -> Needs:
    return showdowns.all_needs(held, cards, stake.high, stake.floor < showdowns.NO_LOW)


@kernel
def keep_deals(
    held: Ints, needs: Needs, unseen: Ints, policy: Policy, drawn: Ints, stake: showdowns.Stake
) -> Ints:
    """The sums of each keep over the same deals, against opponents who keep by the policy."""
    opponents, (starts, high_needs, low_needs) = (len(drawn) - COMMUNITY) // DEALT, needs
    order, high, wheel = np.arange(len(unseen)), stake.high, stake.high != showdowns.NO_WHEEL
    sums = np.zeros((len(held), opponents + 1, showdowns.SUMS), np.int64)
    highs, lows = np.zeros(opponents + 1, np.int32), np.zeros(opponents + 1, np.int32)
    row, with_low = np.zeros(len(unseen), np.int32), stake.floor < showdowns.NO_LOW
    for trial in range(drawn.shape[1]):
        deal(order, drawn, trial)
        dealt = unseen[order]
        board = taken(dealt, 0, COMMUNITY)
        for seat in range(opponents):
            hand = kept(taken(dealt, COMMUNITY + DEALT * seat, DEALT), policy)
            showdowns.show(hand, board, stake, seat + 1, highs, lows)
        a, b, c, d = np.sort(order[:COMMUNITY])
        for keep in range(len(held)):
            hand, start = held[keep], starts[keep]
            if high:
                showdowns.best_rows(
                    hand, unseen, False, wheel, high_needs[start:], a, b, c, d, d + 1, row
                )
                highs[0] = row[d]
            if with_low:
                showdowns.best_rows(
                    hand, unseen, True, wheel, low_needs[start:], a, b, c, d, d + 1, row
                )
                lows[0] = row[d]
            showdowns.divide(highs, lows, stake, sums[keep])
    return sums[:, 0].copy()
