"""Poker hands per second, compared with PokerKit; showdowns per second, with phevaluator and eval7.

All hands are fixed limit, everybody checks or calls, and all reach the showdown; every hand has its
own shuffle. PokerKit has no Five Card Hold Out and plays Texas Hold'em, the nearest of its games:
the same four rounds of bets, but its hands are the best five of seven. Ours has one more decision
for each player, the discards; all five are kept, or fewer by the compiled loop's policy.

Showdowns are for high. The others have no notion of held cards that must play: they score all
choices of the board, prepared for them in advance, and the best counts. Our compiled loop also
finds the low.

Everything runs in turns with what it is compared to, on one core, and processor time is measured.
Ratios may be compared between machines; absolute figures may not.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from random import Random
from time import process_time

import numpy as np
from loops.called_hands import called_hands, cards_of
from pokerkit import Automation, FixedLimitTexasHoldem

from croupier.bots.players import always_call, played
from croupier.cards.card import DECK, Card, mask, name, rank, suit
from croupier.games.five_card_hold_out.loops.deals import draws
from croupier.games.five_card_hold_out.loops.keeps import NO_POLICY, Policy
from croupier.games.five_card_hold_out.loops.showdowns import showdowns
from croupier.games.five_card_hold_out.policy import policy_of, stake_of
from croupier.games.five_card_hold_out.rules import best_high, hands_of
from croupier.table.poker.deal import deal
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable, first_positions, open_poker

SEATS = (2, 6, 9)
STACK = 20_000  # enough chips for every bet
BLINDS, BETS = (100, 200), (200, 400)
TURNS, SECONDS = 8, 0.25  # number of measurements, and the length of each
BATCH = 5_000
HIGH = stake_of("high", "none")

Work = Callable[[], int]  # returns how many were done


def pokerkit_hand(seats: int) -> int:
    state = FixedLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, BLINDS, *BETS, STACK, seats
    )
    while state.status:
        state.check_or_call()
    assert sum(state.stacks) == STACK * seats
    return 1


def dealt(table: PokerTable, rng: Random) -> Hand:
    seats = range(1, table.seat_count + 1)
    positions = first_positions(table.seat_count, seats, table.seat_count)
    return deal(table, dict.fromkeys(seats, STACK), positions, rng.sample(DECK, len(DECK)))


def engine_hand(table: PokerTable, rng: Random) -> int:
    hand = dealt(table, rng)
    while (seat := hand.to_act) is not None:
        hand = hand.act(seat, "discard" if hand.discarding else hand.legal()[1].action)
    assert sum(hand.stacks) == STACK * table.seat_count
    return 1


def bots_hand(table: PokerTable, rng: Random) -> int:
    """Every act is by a bot that is shown its seat's view."""
    bots = dict.fromkeys(range(1, table.seat_count + 1), always_call)
    played(dealt(table, rng), bots, "")
    return 1


def compiled_hands(seats: int, policy: Policy, chunks: count) -> int:
    drawn = draws(1, next(chunks), BATCH, len(DECK), cards_of(seats))
    called_hands(drawn, seats, BLINDS[1], policy is not NO_POLICY, policy, *HIGH)
    return BATCH


def per_second(works: Sequence[Work]) -> list[float]:
    """How many each does per second, all under the same load; the first run may compile."""
    for work in works:
        work()
    done, spent = [0] * len(works), [0.0] * len(works)
    for _ in range(TURNS):
        for place, work in enumerate(works):
            started = process_time()
            while (passed := process_time() - started) < SECONDS:
                done[place] += work()
            spent[place] += passed
    return [many / seconds for many, seconds in zip(done, spent, strict=True)]


def show_hands() -> None:
    print("hands/s: fixed limit, checks and calls; in brackets, times PokerKit's")
    heads = ("PokerKit", "engine", "bots with views", "compiled", "compiled, by policy")
    print(f"{'seats':>6}" + "".join(f"{head:>22}" for head in heads))
    rng, policy = Random(1), policy_of(HIGH)
    for seats in SEATS:
        table = open_poker("five-card-hold-out", seat_count=seats)
        works: list[Work] = [
            partial(pokerkit_hand, seats),
            partial(engine_hand, table, rng),
            partial(bots_hand, table, rng),
            partial(compiled_hands, seats, NO_POLICY, count()),
            partial(compiled_hands, seats, policy, count()),
        ]
        print(f"{seats:>6}" + _cells(per_second(works), against=1), flush=True)


def _cells(figures: list[float], against: int) -> str:
    """What we are compared with comes first; ratios are to the last of these."""
    base = figures[against - 1]
    cells = [f"{figure:,.0f}" for figure in figures[:against]]
    cells += [f"{figure:,.0f} ({figure / base:,.1f})" for figure in figures[against:]]
    return "".join(f"{cell:>22}" for cell in cells)


def by_phevaluator(choices: list[list[list[Card]]]) -> Work:
    from phevaluator.evaluator import evaluate_5cards

    theirs = [
        [[4 * rank(card) + suit(card) for card in hand] for hand in hands] for hands in choices
    ]

    def work() -> int:
        for hands in theirs:
            min([evaluate_5cards(*hand) for hand in hands])
        return len(theirs)

    return work


def by_eval7(choices: list[list[list[Card]]]) -> Work:
    from eval7 import Card, evaluate

    theirs = [[[Card(name(card)) for card in hand] for hand in hands] for hands in choices]

    def work() -> int:
        for hands in theirs:
            max([evaluate(hand) for hand in hands])
        return len(theirs)

    return work


def by_the_rule(deals: list[list[Card]], held: int) -> int:
    for cards in deals:
        best_high(cards[:held], cards[held:])
    return len(deals)


def compiled(hands: np.ndarray, boards: np.ndarray) -> int:
    showdowns(hands, boards, True)
    return len(hands)


def show_showdowns() -> None:
    print("showdowns/s; in brackets, times eval7's")
    heads = ("phevaluator", "eval7", "plain Python", "compiled")
    print(f"{'held':>6}" + "".join(f"{head:>22}" for head in heads))
    rng = Random("showdowns")
    for held in range(1, 6):
        deals = [rng.sample(DECK, held + 4) for _ in range(1000)]
        choices = [list(map(list, hands_of(cards[:held], cards[held:]))) for cards in deals]
        hands = np.array([mask(cards[:held]) for cards in deals] * 20, np.int64)
        boards = np.array([mask(cards[held:]) for cards in deals] * 20, np.int64)
        works: list[Work] = [by_phevaluator(choices), by_eval7(choices)]
        works += [partial(by_the_rule, deals, held), partial(compiled, hands, boards)]
        print(f"{held:>6}" + _cells(per_second(works), against=2), flush=True)


def main() -> None:
    show_hands()
    try:
        show_showdowns()
    except ImportError as missing:
        print(f"{missing.name} is not here: it has no wheel for this platform")


if __name__ == "__main__":
    main()
