"""Stacks shorter than the blinds: what a seat has to call, and what it may win.

The cases were worked out by hand, with blinds of 5 and 10; then all patterns of short stacks are
played at random, and every decision is checked from the events alone.
"""

from collections.abc import Iterable
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

from croupier.cards.card import DECK, text
from croupier.games.five_card_hold_out.rules import LIMITS
from croupier.table.poker.deal import deal
from croupier.table.poker.events import Awarded, Posted, Returned, SeatActed, Turned
from croupier.table.poker.hand import Hand, Legal
from croupier.table.poker.phh import from_phh, to_phh
from croupier.table.poker.record import from_json, to_json
from croupier.table.poker.table import PokerTable, first_positions, open_poker
from croupier.table.poker.transcript import replay, transcript

STAKES = {
    "small_blind": 5, "big_blind": 10, "small_bet": 10, "big_bet": 20,
    "spread_least": 10, "spread_most": 20,
}  # fmt: skip
RICH = 1000


def start(stacks: dict[int, int], button: int = 1, **options: object) -> Hand:
    table = open_poker("five-card-hold-out", {**STAKES, **options}, seat_count=len(stacks))  # type: ignore[arg-type]
    return deal(table, stacks, first_positions(button, stacks, len(stacks)), DECK)


def calls(hand: Hand) -> tuple[int | None, int]:
    """Whose turn it is, and what the call is; nobody's before the discards."""
    if hand.discarding:
        return None, 0
    call = next((legal.most for legal in hand.legal() if legal.action == "call"), 0)
    return hand.to_act, call


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize(
    ("big", "call"),
    [(7, 2), (6, 1), (5, None), (3, None), (1, None), (10, 5), (11, 5)],
)
def test_heads_up_the_button_matches_what_the_big_blind_has(
    big: int, call: int | None, limit: str
) -> None:
    """5 are posted: against 7 it takes 2 more; against 5 or less there is nothing to call."""
    hand = start({1: RICH, 2: big}, limit=limit)
    assert calls(hand) == ((1, call) if call else (None, 0))
    if call is None:
        assert hand.to_act == 2, "the discards come next"
        assert {event.seat for event in hand.events if isinstance(event, SeatActed)} == set()


def test_heads_up_a_big_blind_of_7_may_still_be_folded_to() -> None:
    hand = start({1: RICH, 2: 7}).act(1, "fold")
    assert hand.stacks[1:] == [RICH - 5, 12], "the blind wins 5, and it put in 7"


def test_heads_up_a_big_blind_of_3_wins_3_at_most() -> None:
    """5 against 3: 2 are returned, and 6 are played for."""
    hand = start({1: RICH, 2: 3})
    hand = hand.act(2, "discard").act(1, "discard")
    assert [event for event in hand.events if isinstance(event, Returned)] == [Returned(1, 2)]
    assert sum(event.chips for event in hand.events if isinstance(event, Awarded)) == 6


@pytest.mark.parametrize("big", [1, 3, 4])
def test_a_big_blind_that_is_all_in_on_the_ante(big: int) -> None:
    """Ante 4: it posts no blind, so the small blind has nothing to call and wins what it has."""
    hand = start({1: RICH, 2: big}, ante=4)
    assert calls(hand) == (None, 0)
    assert hand.paid[1:] == [9, big]
    hand = hand.act(2, "discard").act(1, "discard")
    assert [event for event in hand.events if isinstance(event, Returned)] == [Returned(1, 9 - big)]


def test_a_big_blind_with_an_ante_and_a_part_of_the_blind() -> None:
    """Ante 4, and 7 of the blind: the small blind owes 2."""
    assert calls(start({1: RICH, 2: 11}, ante=4)) == (1, 2)


def test_three_seats_the_button_folds_and_the_small_blind_has_matched_it() -> None:
    hand = start({1: RICH, 2: RICH, 3: 3})
    assert calls(hand) == (1, 10), "the small blind has chips, and may play for the whole blind"
    assert calls(hand.act(1, "fold")) == (None, 0)


def test_three_seats_the_button_calls_the_whole_blind_and_so_must_the_small_blind() -> None:
    hand = start({1: RICH, 2: RICH, 3: 3}).act(1, "call")
    assert calls(hand) == (2, 5)
    hand = hand.act(2, "fold")
    assert hand.discarding and hand.paid[1:] == [10, 5, 3]
    hand = hand.act(3, "discard").act(1, "discard")
    assert hand.over, "3 from each for the main pot, 2 and 2 aside; nobody matched the other 5"
    assert [event for event in hand.events if isinstance(event, Returned)] == [Returned(1, 5)]
    by_pot = {event.pot: event.chips for event in hand.events if isinstance(event, Awarded)}
    assert by_pot == {1: 9, 2: 4}


@pytest.mark.parametrize(
    ("button", "big", "call"), [(4, 3, None), (7, 7, 2), (7, 3, 2), (4, 8, 3), (12, 3, 7)]
)
def test_three_seats_button_and_big_blind_all_in_the_small_blind_to_act(
    button: int, big: int, call: int | None
) -> None:
    """The higher of the two is what 5 have to match; a button of 12 has raised to it."""
    hand = start({1: button, 2: RICH, 3: big}, limit="none")
    hand = hand.act(1, "call" if button <= 10 else f"raise {button}")
    assert calls(hand) == ((2, call) if call else (None, 0))


@pytest.mark.parametrize(("small", "big", "call"), [(4, 6, 6), (5, 3, 5), (2, 2, 2), (4, 10, 10)])
def test_three_seats_both_blinds_all_in_the_button_to_act(small: int, big: int, call: int) -> None:
    hand = start({1: RICH, 2: small, 3: big})
    assert calls(hand) == (1, call)
    assert hand.legal() == (Legal("fold"), Legal("call", call, call)), "nobody can call a raise"
    folded = hand.act(1, "fold")
    assert folded.discarding


def test_a_small_blind_with_one_chip_left_may_still_owe_the_blind() -> None:
    """6 of them: 5 are posted, one is left. The button calls 10, and gets back what nobody has."""
    hand = start({1: RICH, 2: 6, 3: 3})
    assert calls(hand) == (1, 10)
    hand = hand.act(1, "call")
    assert calls(hand) == (2, 1)
    hand = hand.act(2, "call")
    assert hand.discarding and hand.paid[1:] == [10, 6, 3]
    hand = hand.act(2, "discard").act(3, "discard").act(1, "discard")
    assert [event for event in hand.events if isinstance(event, Returned)] == [Returned(1, 4)]


def test_the_hands_with_short_blinds_are_written_and_read_again() -> None:
    for stacks, acts in (
        ({1: RICH, 2: 7}, ("1 call", "2 discard", "1 discard")),
        ({1: RICH, 2: 3}, ("2 discard", "1 discard")),
        ({1: RICH, 2: 4, 3: 6}, ("1 call", "2 discard", "3 discard", "1 discard")),
    ):
        hand = start(stacks)
        for act in acts:
            seat, _, word = act.partition(" ")
            hand = hand.act(int(seat), word)
        assert hand.over
        assert from_json(to_json(hand), None, hand.table) == hand
        assert from_phh(to_phh(hand)).events == hand.events
        assert replay(transcript(hand))[0].events == hand.events


# Every pattern


class Felt(NamedTuple):
    """The bets in front of the seats, added up from the events."""

    behind: dict[int, int]
    paid: dict[int, int]
    bets: dict[int, int]  # of this betting round
    folded: set[int]


def felt(hand: Hand) -> Felt:
    behind = dict(hand.started.stacks)
    paid, bets, folded = dict.fromkeys(behind, 0), dict.fromkeys(behind, 0), set()
    for event in hand.events:
        if isinstance(event, Turned):
            bets = dict.fromkeys(bets, 0)
        elif isinstance(event, Posted | SeatActed):
            behind[event.seat] -= event.chips
            paid[event.seat] += event.chips
            if not (isinstance(event, Posted) and event.what == "ante"):
                bets[event.seat] += event.chips
            if isinstance(event, SeatActed) and event.action == "fold":
                folded.add(event.seat)
    return Felt(behind, paid, bets, folded)


def check_question(hand: Hand) -> None:
    """There is something to decide, and no call is larger than what an opponent can win."""
    me, (behind, _, bets, folded) = hand.to_act, felt(hand)
    assert me is not None and me not in folded and behind[me] > 0
    legal = {each.action: each for each in hand.legal()}
    assert len(legal) > 2 or "call" in legal, "only a check: nothing to decide"
    others = [seat for seat in bets if seat != me and seat not in folded]
    nominal = 0 if any(isinstance(event, Turned) for event in hand.events) else 10
    highest = max(bets[seat] for seat in others)
    faces = max(highest, nominal) if any(behind[seat] for seat in others) else highest
    if "call" in legal:
        assert legal["call"].most == min(behind[me], faces - bets[me]) > 0
    else:
        assert bets[me] >= faces


def check_end(hand: Hand) -> None:
    """Nobody wins more from an opponent than they put in themselves; no chip is lost."""
    before, (_, paid, _, _) = hand.started.stacks, felt(hand)
    for event in hand.events:
        if isinstance(event, Returned):
            paid[event.seat] -= event.chips
    for seat in before:
        matched = sum(min(paid[seat], paid[other]) for other in before if other != seat)
        assert hand.stacks[seat] - before[seat] <= matched, f"seat {seat} wins too much"
    assert sum(hand.stacks) == sum(before.values())


def any_act(lucky: Random, hand: Hand) -> str:
    if hand.discarding:
        assert hand.to_act is not None
        return f"discard {text(lucky.sample(hand.held[hand.to_act], lucky.randint(0, 4)))}".strip()
    legal = lucky.choice(hand.legal())
    if legal.action in ("bet", "raise"):
        return f"{legal.action} {lucky.choice([legal.least, legal.most])}"
    return legal.action


def play_all(patterns: Iterable[tuple[int, ...]], lucky: Random) -> int:
    questions = 0
    tables: dict[tuple[str, int, int], PokerTable] = {}
    for pattern in patterns:
        seats = len(pattern)
        key = (lucky.choice(LIMITS), lucky.choice([0, 2]), seats)
        if key not in tables:
            tables[key] = open_poker(
                "five-card-hold-out", {**STAKES, "limit": key[0], "ante": key[1]}, seat_count=seats
            )
        stacks = dict(enumerate(pattern, start=1))
        at = first_positions(lucky.randint(1, seats), stacks, seats)
        hand = deal(tables[key], stacks, at, lucky.sample(DECK, 52))
        while not hand.over:
            if not hand.discarding:
                check_question(hand)
                questions += 1
            assert hand.to_act is not None
            hand = hand.act(hand.to_act, any_act(lucky, hand))
        check_end(hand)
    return questions


def test_two_seats_every_pattern() -> None:
    sizes = [*range(1, 21), 40]
    assert play_all(list(product(sizes, repeat=2)) * 3, Random(1)) > 500


def test_three_seats_every_pattern() -> None:
    sizes = [1, 3, 4, 5, 6, 8, 9, 10, 13, 14, 15, 24, 60]
    assert play_all(product(sizes, repeat=3), Random(2)) > 2000


def test_four_seats_every_pattern() -> None:
    sizes = [2, 4, 7, 9, 12, 14, 50]
    assert play_all(product(sizes, repeat=4), Random(3)) > 2000
