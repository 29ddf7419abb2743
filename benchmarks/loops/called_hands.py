"""Whole hands of Five Card Hold Out by the million: everybody calls the big blind, then checks.

Seats are in the order of the deal, the button last. Cards are dealt as at the table, one at a time
to each seat, with a burn before the flop, the turn and the river; so the same deck gives the same
chips here and in the table's engine. Odd chips go by pot; there is no rake.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from croupier.games.five_card_hold_out.loops.deals import deal
from croupier.games.five_card_hold_out.loops.keeps import Policy, kept
from croupier.games.five_card_hold_out.loops.showdowns import NO_HIGH, NO_LOW, NO_WHEEL, best
from croupier.games.five_card_hold_out.rules import DEALT, FIVE_CARD_HOLD_OUT, STREETS
from croupier.kernels.compiled import inlined
from croupier.rules.poker import low_part, share

Ints = NDArray[np.int64]
Scores = NDArray[np.int32]

cards_of = FIVE_CARD_HOLD_OUT.cards_for
inlined(share)


def _board_places() -> Ints:
    """The positions of the community cards in the deck, after the last card dealt to a player."""
    places: list[int] = []
    place = 0
    for street in STREETS:
        place += street.community > 0
        places += range(place, place + street.community)
        place += street.community
    return np.array(places, np.int64)


BOARD = _board_places()


@inlined
def laid(deck: Ints, first: int, step: int, cards: int) -> int:
    """Every `step`-th card from `first`, as a mask."""
    hand = 0
    for number in range(cards):
        hand |= 1 << deck[first + step * number]
    return hand


@inlined
def push(amount: int, scores: Scores, nets: Ints) -> None:
    """Gives the chips to the best scores; seats are in order from the left of the button."""
    top, place = scores.max(), 0
    winners = (scores == top).sum()
    for seat in range(len(scores)):
        if scores[seat] == top:
            nets[seat] += share(amount, winners, place)
            place += 1


@numba.njit
def called_hands(
    drawn: Ints,
    seats: int,
    paid_in: int,
    by_policy: bool,
    policy: Policy,
    high: int,
    floor: int,
) -> Ints:
    """What each seat wins or loses in each hand; all keep by the policy, or keep all five."""
    deck, hands = np.arange(52), drawn.shape[1]
    highs, lows = np.zeros(seats, np.int32), np.zeros(seats, np.int32)
    nets = np.full((hands, seats), -paid_in)
    pot = paid_in * seats
    for number in range(hands):
        deal(deck, drawn, number)
        board = 0
        for place in BOARD:
            board |= 1 << deck[DEALT * seats + place]
        for seat in range(seats):
            hand = laid(deck, seat, seats, DEALT)
            if by_policy:
                hand = kept(hand, policy)
            if high:
                highs[seat] = best(hand, board, False, high != NO_WHEEL)
            if floor < NO_LOW:
                lows[seat] = best(hand, board, True, True)
        low_wins = floor < NO_LOW and lows.max() >= floor
        to_lows = low_part(pot, high != NO_HIGH, low_wins)
        if low_wins:
            push(to_lows, lows, nets[number])
        if high:
            push(pot - to_lows, highs, nets[number])
    return nets
