"""A simplified Five Card Hold Out for practice: what a player knows and may bet is coarse.

All stacks are equal, and a raise has one size. Streets, sizes and the number of raises come from
the rules and the law. The turns and the amounts paid in are a second implementation of
table/poker/betting.py and hand.py, for compiled loops:
tests/games/five_card_hold_out/test_solved.py plays both side by side, with fixed and with pot-sized
bets, and compares every turn, act and chip.

Betting is learned by regret over hands dealt in advance (external sampling): one player tries every
legal act, the others each draw one act from what they have learned so far, and the first regrets
the acts not taken.
"""

from typing import NamedTuple

import numpy as np

from croupier.errors import RuleError
from croupier.games.five_card_hold_out.loops.players import (
    ANYTHING,
    BOARDS,
    LEARNER,
    TIGHT,
    Lots,
    PracticeDeals,
    lot,
)
from croupier.games.five_card_hold_out.loops.showdowns import HALF, POT, SUMS, Stake, divide
from croupier.games.five_card_hold_out.rules import BETTING, MOST_SEATS, STREETS
from croupier.kernels.arrays import Floats, Ints
from croupier.kernels.compiled import inlined, kernel
from croupier.rules.limits import DEFAULT_POKER_PROFILE, poker_profile

FOLD, CALL, RAISE = range(3)
ACTS = 3
ROUNDS = len(STREETS)
BIG = tuple(street.big for street in STREETS)  # a bet, and the raises
MOST_WAGERS = 1 + poker_profile(DEFAULT_POKER_PROFILE).raises  # a bet, and the raises
# What a player knows besides the street, and the number of steps of each.
HEAT = 4  # wagers on earlier streets, excluding the big blind
WAGERS = MOST_WAGERS + 1  # on this street, zero included
UNANSWERED = 3  # of those, how many came after the player last acted
RIVALS = 4  # players still in against them; the last step means this many or more
LAST = 2  # whether nobody acts after them
LEAD = 3  # who made the last wager of the street before: nobody, themselves, or a rival
ODD = 2  # whether a rival kept an unusual number of cards
CHANCES = 24
INFOS = ROUNDS * HEAT * WAGERS * UNANSWERED * RIVALS * LAST * LEAD * ODD * CHANCES

CHIP = 100  # cents
USUAL = {option.name: int(option.default) // CHIP for option in BETTING if option.money}

TIGHT_RAISES = (4, 3)  # of an equal share: from here on a tight player raises
TIGHT_MARGIN = (1, 50)  # of the pot, in addition to what a call needs

# A hand in play: the indexes of its numbers, and of its numbers by seat.
STREET, SEAT, LEVEL, MADE, TODO, EARLIER, LEADER, BEFORE, CHIPS = range(9)
NUMBERS = 9
BET, PAID, LIVE, SEEN = range(4)
SEAT_NUMBERS = 4
# A player chooses once per round, and again after each wager; the last index is for the end.
DEEPEST = ROUNDS * (MOST_WAGERS + 1) + 1


class PracticeStakes(NamedTuple):
    """Amounts in chips. Bets are either of two fixed sizes or of the pot."""

    fixed: bool
    stack: int = 200
    small_bet: int = USUAL["small_bet"]
    big_bet: int = USUAL["big_bet"]
    small_blind: int = USUAL["small_blind"]
    big_blind: int = USUAL["big_blind"]


def check_practice(
    dealt: PracticeDeals, stakes: PracticeStakes, edges: Floats, *tables: Floats
) -> None:
    """Checks what the loops take for granted."""
    deals, players = dealt.first.shape
    if not 2 <= players <= MOST_SEATS:
        raise RuleError(f"{players} players practice; 2 to {MOST_SEATS} can", "practice/players")
    blinds, bets = (stakes.small_blind, stakes.big_blind), (stakes.small_bet, stakes.big_bet)
    if min(*blinds, *bets) < 0 or stakes.big_blind < stakes.small_blind:
        raise RuleError(
            f"blinds {blinds} and bets {bets}; none is below 0, and the big blind is not below "
            "the small one",
            "practice/stakes",
        )
    if stakes.stack <= stakes.big_blind:
        raise RuleError(
            f"stacks of {stakes.stack} chips; they must cover more than the big blind of "
            f"{stakes.big_blind}",
            "practice/stakes",
        )
    shapes = {
        "shares": (dealt.later.shape, (deals, len(BOARDS), players, players)),
        "edges": (edges.shape, (ROUNDS, CHANCES - 1)),
        **{f"table {at}": (each.shape, (INFOS, ACTS)) for at, each in enumerate(tables)},
    }
    for name in ("kinds", "odd", "highs", "lows"):
        shapes[name] = (getattr(dealt, name).shape, (deals, players))
    for name, (found, right) in shapes.items():
        if found != right:
            raise RuleError(f"{name} of shape {found}; practice needs {right}", "practice/sizes")


@inlined
def known(
    street: int, heat: int, made: int, unanswered: int, rivals: int, last: bool, lead: int,
    odd: bool, chance: int,
) -> int:  # fmt: skip
    """The index of what a player knows."""
    at = street * HEAT + min(heat, HEAT - 1)
    at = at * WAGERS + min(made, WAGERS - 1)
    at = at * UNANSWERED + min(unanswered, UNANSWERED - 1)
    at = at * RIVALS + min(rivals, RIVALS) - 1
    at = (at * LAST + last) * LEAD + lead
    return (at * ODD + odd) * CHANCES + chance


@inlined
def rivals_of(seats: Ints) -> int:
    return seats[LIVE].sum() - 1


@inlined
def chance_of(dealt: PracticeDeals, deal: int, hand: Ints, seats: Ints) -> float:
    """The worth of the best keep; after the discards, the geometric mean of shares."""
    street, seat = hand[STREET], hand[SEAT]
    if street == 0:
        return dealt.first[deal, seat]
    total = 0.0
    for other in range(seats.shape[1]):
        if other != seat and seats[LIVE, other] == 1:
            total += dealt.later[deal, street - 1, seat, other]
    return np.exp(total / rivals_of(seats))


@inlined
def acts_after(hand: Ints, seats: Ints, stack: int) -> bool:
    for on in range(1, hand[TODO]):
        other = (hand[SEAT] + on) % seats.shape[1]
        if seats[LIVE, other] == 1 and seats[PAID, other] < stack:
            return True
    return False


@inlined
def place(
    hand: Ints, seats: Ints, dealt: PracticeDeals, deal: int, edges: Floats, stack: int
) -> int:
    """The index of what the seat in turn knows."""
    street, seat, before = hand[STREET], hand[SEAT], hand[BEFORE]
    odd = False
    for other in range(seats.shape[1]):
        if street > 0 and other != seat and seats[LIVE, other] == 1:
            odd |= dealt.odd[deal, other]
    return known(
        street,
        hand[EARLIER],
        hand[MADE],
        hand[MADE] - seats[SEEN, seat],
        rivals_of(seats),
        not acts_after(hand, seats, stack),
        0 if before < 0 else (1 if before == seat else 2),
        odd,
        np.searchsorted(edges[street], chance_of(dealt, deal, hand, seats), "right"),
    )


@inlined
def to_call(hand: Ints, seats: Ints, stack: int) -> int:
    seat = hand[SEAT]
    return min(hand[LEVEL] - seats[BET, seat], stack - seats[PAID, seat])


@inlined
def tight_act(hand: Ints, seats: Ints, chance: float, stack: int, odds: Floats) -> int:
    """Acts by the share of the pot alone, as the tight bot does."""
    call, rivals = to_call(hand, seats, stack), rivals_of(seats)
    part = chance**rivals
    if odds[RAISE] >= 0 and part * (rivals + 1) >= TIGHT_RAISES[0] / TIGHT_RAISES[1]:
        return RAISE
    needed = call / (call + hand[CHIPS]) + TIGHT_MARGIN[0] / TIGHT_MARGIN[1]
    return CALL if call == 0 or part >= needed else FOLD


@inlined
def act_on(act: int, hand: Ints, seats: Ints, stakes: PracticeStakes) -> None:
    """Makes one act and moves on to the next seat."""
    seat, players = hand[SEAT], seats.shape[1]
    chips = to_call(hand, seats, stakes.stack)
    hand[TODO] -= 1
    hand[SEAT] = (seat + 1) % players
    if act == FOLD:
        seats[LIVE, seat] = 0
        return
    if act == RAISE:
        bet = stakes.big_bet if BIG[hand[STREET]] else stakes.small_bet
        chips += bet if stakes.fixed else hand[CHIPS] + chips
        chips = min(chips, stakes.stack - seats[PAID, seat])
        hand[LEVEL] = seats[BET, seat] + chips
        hand[MADE] += 1
        hand[LEADER] = seat
        hand[TODO] = players - 1
    seats[BET, seat] += chips
    seats[PAID, seat] += chips
    seats[SEEN, seat] = hand[MADE]
    hand[CHIPS] += chips


@inlined
def begin(hand: Ints, seats: Ints, stakes: PracticeStakes) -> None:
    """Posts the blinds. Heads-up the small blind is the button: first to act now, last later."""
    players = seats.shape[1]
    hand[:] = 0
    hand[SEAT] = 0 if players == 2 else 2
    hand[LEVEL], hand[MADE], hand[TODO] = stakes.big_blind, 1, players
    hand[LEADER] = hand[BEFORE] = -1
    hand[CHIPS] = stakes.small_blind + stakes.big_blind
    seats[:] = 0
    seats[LIVE] = 1
    seats[BET, 0] = seats[PAID, 0] = stakes.small_blind
    seats[BET, 1] = seats[PAID, 1] = stakes.big_blind


@inlined
def next_street(hand: Ints, seats: Ints, stack: int) -> None:
    players, able = seats.shape[1], 0
    for seat in range(players):
        able += seats[LIVE, seat] == 1 and seats[PAID, seat] < stack
    hand[EARLIER] += hand[MADE] - (hand[STREET] == 0)
    hand[STREET] += 1
    hand[SEAT] = 1 if players == 2 else 0
    hand[LEVEL] = hand[MADE] = 0
    hand[TODO] = players if able > 1 else 0
    hand[BEFORE], hand[LEADER] = hand[LEADER], -1
    seats[BET] = 0
    seats[SEEN] = 0


@inlined
def outcome(
    me: int, hand: Ints, seats: Ints, dealt: PracticeDeals, deal: int, stake: Stake
) -> float:
    """What a player wins in a hand in which nobody has a choice left."""
    if seats[LIVE, me] == 0:
        return -1.0 * seats[PAID, me]
    players = seats.shape[1]
    highs, lows = np.empty(players, np.int32), np.empty(players, np.int32)
    for seat in range(players):
        highs[seat] = dealt.highs[deal, seat] if seats[LIVE, seat] == 1 else -1
        lows[seat] = dealt.lows[deal, seat] if seats[LIVE, seat] == 1 else -1
    sums = np.zeros((players, SUMS), np.int64)
    divide(highs, lows, stake, sums)
    return hand[CHIPS] * (sums[me, POT] / (2 * HALF)) - seats[PAID, me]


class Learned(NamedTuple):
    edges: Floats  # by street: the chances at which a new step begins
    regrets: Floats
    average: Floats  # how often each act was taken, later passes weighing more


@inlined
def by_regret(hand: Ints, seats: Ints, regrets: Floats, stack: int, odds: Floats) -> None:
    """The probability of each act; below zero if it is not legal."""
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
    me: int, hand: Ints, seats: Ints, dealt: PracticeDeals, deal: int, stakes: PracticeStakes,
    learned: Learned, weight: float, lots: Lots,
) -> bool:  # fmt: skip
    """Plays the others until it is this player's turn; False if no choice is left to them."""
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
    """The worth of the choice once every act was tried; regrets never fall below zero."""
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
    dealt: PracticeDeals,
    stakes: PracticeStakes,
    learned: Learned,
    weight: float,
    seed: int,
    stake: Stake,
) -> float:
    """Every player of every deal learns. Returns what the first seat won on average, in chips."""
    lots = np.array([seed], np.uint64)
    deals, players = dealt.first.shape
    # A stack of the learning player's choices, from the first; each level holds what they try
    # there.
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
