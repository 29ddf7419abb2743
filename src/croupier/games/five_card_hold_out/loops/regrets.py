"""Betting in Five Card Hold Out, learned by regret over hands that are dealt already.

External sampling: one player tries everything they may do, the others do one thing each by what
they have learned so far, and the first regrets what they did not do.
"""

from typing import NamedTuple

import numpy as np

from croupier.games.five_card_hold_out.loops.players import (
    ANYTHING,
    LEARNER,
    TIGHT,
    Lots,
    PracticeDeals,
    lot,
)
from croupier.games.five_card_hold_out.loops.practice import (
    ACTS,
    CALL,
    FOLD,
    LIVE,
    MADE,
    MOST_WAGERS,
    NUMBERS,
    PAID,
    RAISE,
    ROUNDS,
    SEAT,
    SEAT_NUMBERS,
    STREET,
    TODO,
    Stakes,
    act_on,
    begin,
    chance_of,
    next_street,
    outcome,
    place,
    rivals_of,
    tight_act,
    to_call,
)
from croupier.games.five_card_hold_out.loops.showdowns import Stake
from croupier.kernels.arrays import Floats, Ints
from croupier.kernels.compiled import inlined, kernel

# A player chooses once a round, and once more after each wager; the last place is for the end.
DEEPEST = ROUNDS * (MOST_WAGERS + 1) + 1


class Learned(NamedTuple):
    edges: Floats  # by street: where a player's chances step up
    regrets: Floats
    average: Floats  # how often each act was taken, later ones counting more


@inlined
def by_regret(hand: Ints, seats: Ints, regrets: Floats, stack: int, odds: Floats) -> None:
    """How likely each act is; below zero where it is not allowed."""
    call, total, many = to_call(hand, seats, stack), 0.0, 0
    for act in range(ACTS):
        odds[act] = regrets[act]
    if call == 0:
        odds[FOLD] = -1.0
    if hand[MADE] >= MOST_WAGERS or stack - seats[PAID, hand[SEAT]] <= call:
        odds[RAISE] = -1.0
    for act in range(ACTS):
        if odds[act] >= 0:
            total += odds[act]
            many += 1
    for act in range(ACTS):
        if odds[act] >= 0:
            odds[act] = odds[act] / total if total > 0 else 1.0 / many


@inlined
def drawn_act(odds: Floats, lots: Lots) -> int:
    luck = lot(lots, 1 << 20) / (1 << 20)
    for act in (FOLD, RAISE):
        if odds[act] > 0:
            if luck < odds[act]:
                return act
            luck -= odds[act]
    return CALL


@kernel
def to_choice(
    me: int,
    hand: Ints,
    seats: Ints,
    dealt: PracticeDeals,
    deal: int,
    stakes: Stakes,
    learned: Learned,
    weight: float,
    lots: Lots,
) -> bool:
    """The others act until it is this player's turn; False if they have nothing more to choose."""
    stack, players, odds = stakes.stack, seats.shape[1], np.empty(ACTS)
    while seats[LIVE, me] == 1 and rivals_of(seats) > 0:
        seat = hand[SEAT]
        if hand[TODO] == 0:
            if hand[STREET] == ROUNDS - 1:
                return False
            next_street(hand, seats, stack)
        elif seats[LIVE, seat] == 0 or seats[PAID, seat] >= stack:
            hand[SEAT] = (seat + 1) % players
            hand[TODO] -= 1
        elif seat == me:
            return True
        else:
            kind = dealt.kinds[deal, seat]
            at = place(hand, seats, dealt, deal, learned.edges, stack)
            by_regret(hand, seats, learned.regrets[at], stack, odds)
            if kind == LEARNER:
                for act in range(ACTS):
                    learned.average[at, act] += weight * max(odds[act], 0.0)
                act_on(drawn_act(odds, lots), hand, seats, stakes)
            elif kind == TIGHT:
                chance = chance_of(dealt, deal, hand, seats)
                act_on(tight_act(hand, seats, chance, stack, odds), hand, seats, stakes)
            else:
                act = CALL
                if kind == ANYTHING:
                    act = lot(lots, ACTS)
                    while odds[act] < 0:
                        act = lot(lots, ACTS)
                act_on(act, hand, seats, stakes)
    return False


@inlined
def regret(odds: Floats, values: Floats, regrets: Floats) -> float:
    """What the choice is worth, once every act was tried; regrets never fall below zero."""
    worth = 0.0
    for act in range(ACTS):
        if odds[act] > 0:
            worth += odds[act] * values[act]
    for act in range(ACTS):
        if odds[act] >= 0:
            regrets[act] = max(regrets[act] + values[act] - worth, 0.0)
    return worth


@kernel
def learn_from(
    dealt: PracticeDeals, stakes: Stakes, learned: Learned, weight: float, seed: int, stake: Stake
) -> float:
    """Every player of every deal learns. What the first seat won, on average, in chips."""
    lots = np.array([seed], np.uint64)
    deals, players = dealt.first.shape
    # The choices of the player who learns, from the first on; below each, what they try there.
    hands = np.zeros((DEEPEST, NUMBERS), np.int64)
    seats = np.zeros((DEEPEST, SEAT_NUMBERS, players), np.int64)
    odds, values = np.zeros((DEEPEST, ACTS)), np.zeros((DEEPEST, ACTS))
    tried, at = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    won = 0.0
    for deal in range(deals):
        for me in range(players):
            begin(hands[0], seats[0], stakes)
            depth, worth = 0, 0.0
            while True:
                hand, sits = hands[depth], seats[depth]
                if to_choice(me, hand, sits, dealt, deal, stakes, learned, weight, lots):
                    at[depth] = place(hand, sits, dealt, deal, learned.edges, stakes.stack)
                    regrets = learned.regrets[at[depth]]
                    by_regret(hand, sits, regrets, stakes.stack, odds[depth])
                    tried[depth] = -1
                    depth += 1
                else:
                    worth = outcome(me, hand, sits, dealt, deal, stake)
                while depth > 0:
                    above = depth - 1
                    if tried[above] >= 0:
                        values[above, tried[above]] = worth
                    tried[above] += 1
                    while tried[above] < ACTS and odds[above, tried[above]] < 0:
                        tried[above] += 1
                    if tried[above] < ACTS:
                        hands[depth], seats[depth] = hands[above], seats[above]
                        act_on(tried[above], hands[depth], seats[depth], stakes)
                        break
                    worth = regret(odds[above], values[above], learned.regrets[at[above]])
                    depth = above
                if depth == 0:
                    break
            if me == 0:
                won += worth
    return won / deals
