"""What the automatic dealer does next is a function of the table: situations and their steps."""

import asyncio
import logging
from dataclasses import replace
from typing import Any

import pytest

from croupier import fair
from croupier.bank.faults import StoreError
from croupier.errors import IllegalAction
from croupier.money import Cents
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.state import Held, OpenTable
from croupier.room.tables.words import BetsClosed, BettingWindow, PendingBets
from croupier.rules.limits import DEFAULT_PROFILE, Limits, profile
from croupier.table.poker.table import open_poker
from croupier.table.round import Round, deal
from croupier.table.shoe import Shoe
from croupier.table.source import Deck
from croupier.table.table import open_table
from croupier.web.attendance import Attendance
from croupier.web.awake import awake
from croupier.web.dealer import (
    ATTENDS,
    AWAY,
    BETWEEN_HANDS,
    FIRST_HAND,
    LATE,
    NOT_BACK,
    SOON,
    THINKS,
    UNUSED,
    WORDS_COME,
    AutoDealer,
    NextStep,
    next_step,
)
from croupier.web.feed import Feed, Reading
from croupier.web.house import BOTS, CHIPS, DEALER, FLOOR
from croupier.web.tables import SHARED, TablePolicy
from croupier.web.views.view import Look

POLICY = TablePolicy()
ABSENT, IDLE = POLICY.absent, POLICY.idle
GAME, POKER = "four-card-prime", "five-card-hold-out"
NOW = 1_800_000_000_000
BOT = BOTS[0]
SHOE = Shoe(1, fair.new_secret(1))
LEAST = {"ante": 100}
FIRST_AT_FIVE = Limits(profile(DEFAULT_PROFILE), {"first": Cents(500)})


def banked(name: str = "7", seats: dict[int, str] | None = None, **more: Any) -> OpenTable:
    who = {1: "pam", 3: "quin"} if seats is None else seats
    return OpenTable(name, open_table(GAME), SHOE, who, {}, opened=1, version=40, **more)


def a_round() -> Round:
    return deal(open_table(GAME), {1: LEAST, 3: LEAST}, Deck(tuple(range(52))))


def looked(state: Any, *, chips: int = 30_000, last: bool = False) -> Look:
    ended = a_round() if last else None
    return Look(state, dict.fromkeys(state.seats, chips), last=ended)


def bets(*seats: int, **more: Any) -> PendingBets:
    return PendingBets(bets=dict.fromkeys(seats, LEAST), **more)


def window(left: int) -> BettingWindow:
    return BettingWindow(1, NOW + left)


WORD = fair.Word(1, "pam", "0" * 64)
OPENED = WORD._replace(word="lucky")
SITUATIONS: dict[str, tuple[Look, NextStep | None]] = {
    # A shared table
    "nobody sits there": (looked(banked("5", seats={})), None),
    "nobody sits at a table that guests opened": (
        looked(banked(seats={})),
        NextStep(POLICY.empty, FLOOR, "close_table", ("7",)),
    ),
    "it is closed, and nobody sits there": (looked(banked(seats={}, is_open=False)), None),
    "it is closed": (looked(banked(is_open=False)), None),
    "somebody has sat down": (
        looked(banked()),
        NextStep(SOON, DEALER, "open_bets", ("7", 20), early=True),
    ),
    "a round is over": (
        looked(banked(), last=True),
        NextStep(SHARED.pause, DEALER, "open_bets", ("7", 20), "next round", early=True),
    ),
    "nobody has chips": (looked(banked(), chips=10), None),
    "all sit out": (looked(banked(out=frozenset({1, 3}))), None),
    "bets are open, and there are none": (
        looked(banked(before=PendingBets(window=window(5_000)))),
        NextStep(5_000 + LATE, waits_for="bets"),
    ),
    "one of two has bet": (
        looked(banked(before=bets(1, window=window(5_000)))),
        NextStep(5_000 + LATE, DEALER, "deal", ("7",), "bets"),
    ),
    "all have bet": (
        looked(banked(before=bets(1, 3, window=window(5_000)))),
        NextStep(SOON, DEALER, "deal", ("7",)),
    ),
    "all have bet who may": (
        looked(banked(before=bets(1, window=window(5_000)), out=frozenset({3}))),
        NextStep(SOON, DEALER, "deal", ("7",)),
    ),
    "the time is over for one of two": (
        looked(banked(before=bets(1, window=window(-1)))),
        NextStep(0, DEALER, "deal", ("7",)),
    ),
    "the time is over, and nobody has bet": (
        looked(banked(before=PendingBets(window=window(-1)))),
        NextStep(SOON, DEALER, "open_bets", ("7", 20), early=True),
    ),
    "words are missing": (
        looked(banked(before=bets(1, words={1: WORD}, closed=BetsClosed({1: LEAST}, NOW + 900)))),
        NextStep(950, DEALER, "deal", ("7",), "words"),
    ),
    "all words are open": (
        looked(banked(before=bets(1, words={1: OPENED}, closed=BetsClosed({1: LEAST}, NOW + 900)))),
        NextStep(0, DEALER, "deal", ("7",)),
    ),
    "the time for words is over": (
        looked(banked(before=bets(1, words={1: WORD}, closed=BetsClosed({1: LEAST}, NOW - 900)))),
        NextStep(50, DEALER, "deal", ("7",), "words"),
    ),
    "somebody leaves": (
        looked(banked(leaving=frozenset({3}), before=bets(1))),
        NextStep(0, DEALER, "cash_out", ("7", 3)),
    ),
    "somebody leaves in a round": (
        looked(banked(leaving=frozenset({3}), round=a_round())),
        NextStep(SHARED.act, DEALER, "time_out", ("7", 1, a_round().version), "turn"),
    ),
    "a large win waits": (
        looked(banked(held=(Held(3, 1, "ante", 500_000),))),  # type: ignore[arg-type]
        NextStep(SOON, FLOOR, "acknowledge", ("7", 1)),
    ),
    # A table of one's own: its player is waited for
    "alone, nothing bet": (
        looked(banked("practice-5-1", {2: "pam"})),
        NextStep(AWAY, DEALER, "leave", ("practice-5-1", 2)),
    ),
    "alone with a bot, after a round": (
        looked(banked("practice-5-1", {1: BOT, 2: "pam"}), last=True),
        NextStep(AWAY, DEALER, "leave", ("practice-5-1", 2)),
    ),
    "alone, bet": (
        looked(banked("practice-5-1", {2: "pam"}, before=bets(2))),
        NextStep(SOON, DEALER, "deal", ("practice-5-1",)),
    ),
    "a bot bets after its player": (
        looked(banked("practice-5-1", {1: BOT, 2: "pam"}, before=bets(2))),
        NextStep(SOON, BOT, "bet", ("practice-5-1", 1, LEAST)),
    ),
    "alone, in a round": (
        looked(banked("practice-5-1", {1: "pam", 3: BOT}, round=a_round())),
        NextStep(AWAY, DEALER, "leave", ("practice-5-1", 1)),
    ),
    "alone, away for a day in a round": (
        looked(banked("practice-5-1", {1: "pam", 3: BOT}, leaving=frozenset({1}), round=a_round())),
        NextStep(NOT_BACK, DEALER, "time_out", ("practice-5-1", 1, a_round().version)),
    ),
    "its player has left": (
        looked(banked("practice-5-1", {1: BOT, 3: BOTS[1]})),
        NextStep(0, DEALER, "cash_out", ("practice-5-1", 1)),
    ),
    "the bots have left, too": (
        looked(banked("practice-5-1", {})),
        NextStep(0, FLOOR, "close_table", ("practice-5-1",)),
    ),
    "it was opened just now": (
        looked(replace(banked("practice-5-1", {}), opened=38)),
        NextStep(UNUSED, FLOOR, "close_table", ("practice-5-1",)),
    ),
    "a bot is broke": (
        Look(banked("practice-5-1", {1: BOT, 2: "pam"}), {1: 100, 2: 30_000}),
        NextStep(SOON, DEALER, "buy_in", ("practice-5-1", 1, BOT, CHIPS), more={"cash": True}),
    ),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_is_done_next(situation: str) -> None:
    look, step = SITUATIONS[situation]
    assert next_step(look, NOW) == step


def test_a_seat_that_can_only_make_a_wager_alone_may_bet() -> None:
    buyout = open_table("4-card-buyout", options={"bonus_alone": True}, limits=FIRST_AT_FIVE)
    before = PendingBets(bets={1: {"bonus": 100}}, window=window(5_000))
    state = replace(banked(seats={1: "pam"}, before=before), table=buyout)
    assert next_step(looked(state, chips=100), NOW) == NextStep(SOON, DEALER, "deal", ("7",))


def test_who_let_windows_pass_is_sat_out() -> None:
    look = looked(banked(before=PendingBets(window=window(-1))))
    assert next_step(look, NOW, {"quin"}) == NextStep(0, DEALER, "sit_out", ("7", 3))
    look = looked(banked(before=bets(1, window=window(-1))))
    assert next_step(look, NOW, {"quin"}) == NextStep(0, DEALER, "deal", ("7",))


OUT = frozenset({1, 3})


@pytest.mark.parametrize(
    "look, gone, step",
    [
        (looked(banked()), {1: 9_000, 3: 0}, NextStep(0, DEALER, "leave", ("7", 3))),
        (looked(banked(), last=True), {3: -5}, NextStep(0, DEALER, "leave", ("7", 3))),
        (looked(banked(out=OUT)), {1: 40_000, 3: 50_000}, NextStep(40_000)),
        (looked(banked(out=OUT)), {1: 400_000, 3: 500_000}, NextStep(ATTENDS)),
        (looked(banked()), {1: 1}, NextStep(SOON, DEALER, "open_bets", ("7", 20), early=True)),
    ],
)
def test_a_seat_that_nobody_plays_is_given_up(
    look: Look, gone: dict[int, int], step: NextStep
) -> None:
    assert next_step(look, NOW, (), gone) == step


def test_nobody_leaves_in_a_round_or_once_bets_are_closed() -> None:
    closed = PendingBets(bets={1: LEAST}, closed=BetsClosed({1: LEAST}, NOW + 900))
    for state in (banked(round=a_round()), banked(before=closed)):
        step = next_step(looked(state), NOW, (), {3: 0})
        assert step is not None and step.decide in ("time_out", "deal")


def test_how_long_a_seat_is_kept() -> None:
    """From when its player last did something; longer with the page open."""
    attendance, look = Attendance(), looked(banked(out=frozenset({3})))

    def gone(look: Look, now: int, *watching: str) -> dict[int, int]:
        attendance.look(look, now)
        return attendance.gone(look, watching, now)

    assert gone(look, 1_000) == {1: ABSENT, 3: ABSENT}
    assert gone(look, 2_000, "quin") == {1: ABSENT - 1_000, 3: IDLE - 1_000}
    kept = replace(look.state, before=PendingBets(words={3: WORD}))  # by the page
    assert gone(looked(kept), 3_000) == {1: ABSENT - 2_000, 3: ABSENT - 2_000}
    assert gone(looked(banked()), 4_000) == {1: ABSENT - 3_000, 3: ABSENT}  # back
    assert gone(looked(banked(before=bets(1))), 5_000) == {3: ABSENT - 1_000}
    assert gone(looked(banked(round=a_round())), 6_000) == {}
    assert gone(looked(banked()), 7_000) == {1: ABSENT - 1_000, 3: ABSENT - 1_000}
    assert gone(looked(banked(), chips=20_000), 8_000) == {1: ABSENT, 3: ABSENT}
    others = banked(seats={1: "pam", 3: "somebody else"})
    assert gone(looked(others, chips=20_000), 9_000) == {1: ABSENT - 1_000, 3: ABSENT}
    held = (Held(3, 1, "ante", 500_000),)  # type: ignore[arg-type]
    waits = banked(held=held, leaving=frozenset({3}))
    assert gone(looked(waits, chips=20_000), 9_000) == {}
    assert gone(looked(banked("practice-5-1", {1: BOT, 2: "pam"})), 10**9) == {}


def test_a_room_for_money_closes_no_table_by_itself() -> None:
    for look in (looked(banked(seats={})), looked(poker("9"))):
        assert next_step(look, NOW, play_money=False) is None


def test_a_large_win_of_money_waits_for_a_person() -> None:
    look = looked(banked(held=(Held(3, 1, "ante", 500_000),)))  # type: ignore[arg-type]
    step = next_step(look, NOW, play_money=False)
    assert step is not None and step.decide == "open_bets"


def test_a_winner_who_leaves_while_a_win_waits_does_not_stop_the_table() -> None:
    held = (Held(3, 1, "ante", 500_000),)  # type: ignore[arg-type]
    look = looked(banked(held=held, leaving=frozenset({1})))
    step = next_step(look, NOW, play_money=False)
    assert step is not None and step.decide == "open_bets"
    look = looked(banked(held=held, leaving=frozenset({1, 3})))
    assert next_step(look, NOW, play_money=False) == NextStep(0, DEALER, "cash_out", ("7", 3))
    look = looked(banked(leaving=frozenset({1})))  # acknowledged
    assert next_step(look, NOW, play_money=False) == NextStep(0, DEALER, "cash_out", ("7", 1))


def test_a_bot_acts_when_it_is_its_turn() -> None:
    state = banked("practice-5-1", {1: BOT, 3: "pam"}, round=a_round())
    step = next_step(looked(state), NOW)
    assert step is not None and step[:3] == (THINKS, BOT, "act")
    name, seat, action, version = step.about
    assert (name, seat, version) == ("practice-5-1", 1, a_round().version)
    assert action in a_round().legal


# Poker


def poker(name: str, words: tuple[int, ...] = (), **seats: str) -> OpenPoker:
    who = {int(seat[1:]): player for seat, player in seats.items()}
    kept = {seat: fair.Word(seat, who[seat], "0" * 64) for seat in words}
    stacks = dict.fromkeys(who, 30_000)
    return OpenPoker(
        name,
        open_poker(POKER),
        SHOE,
        who,
        stacks,
        before=PendingBets(words=kept),
        opened=1,
        version=40,
    )


HANDS: dict[str, tuple[Look, NextStep | None]] = {
    "one alone": (looked(poker("9", _1="pam")), None),
    "two who have kept words": (
        looked(poker("9", (1, 2), _1="pam", _2="quin")),
        NextStep(FIRST_HAND, DEALER, "deal", ("9",), early=True),
    ),
    "a word is missing": (
        looked(poker("9", (1,), _1="pam", _2="quin")),
        NextStep(max(FIRST_HAND, WORDS_COME), DEALER, "deal", ("9",)),
    ),
    "a hand is over": (
        looked(poker("9", (1, 2), _1="pam", _2="quin"), last=True),
        NextStep(SHARED.pause, DEALER, "deal", ("9",), "next round", early=True),
    ),
    "nobody": (looked(poker("9")), NextStep(POLICY.empty, FLOOR, "close_table", ("9",))),
    "nobody, at a table of the house": (looked(poker("6")), None),
    "alone with a bot, sitting out": (
        looked(replace(poker("practice-6-1", _1=BOT, _2="pam"), out=frozenset({2}))),
        NextStep(AWAY, DEALER, "leave", ("practice-6-1", 2)),
    ),
    "alone with a bot, which keeps no word": (
        looked(poker("practice-6-1", (2,), _1=BOT, _2="pam"), last=True),
        NextStep(BETWEEN_HANDS, DEALER, "deal", ("practice-6-1",), "next round", early=True),
    ),
}


@pytest.mark.parametrize("situation", HANDS)
def test_when_the_next_hand_is_dealt(situation: str) -> None:
    look, step = HANDS[situation]
    assert next_step(look, NOW) == step


def test_who_lets_turns_pass_at_poker_is_sat_out() -> None:
    look = looked(poker("9", (1, 2), _1="pam", _2="quin"), last=True)
    assert next_step(look, NOW, {"quin"}) == NextStep(0, DEALER, "sit_out", ("9", 2))
    look = looked(poker("practice-6-1", (1, 2), _1="pam", _2=BOT))  # which has no clock
    step = next_step(look, NOW, {"pam"})
    assert step is not None and step.decide == "deal"


def after_hands(*hands: tuple[set[int], dict[int, int]]) -> set[str]:
    """Who is idle after these, by who chose themselves and how often the clock did after that."""
    attendance, state = Attendance(), poker("9", _1="pam", _2="quin")
    for number, (chose, late) in enumerate(hands, start=1):
        ended = replace(state, rounds=number)
        look = Look(
            ended, {}, last=a_round(), players=state.seats, chose=frozenset(chose), late=late
        )
        attendance.look(look, 0)
        attendance.look(look, 0)  # a hand is counted once
    return attendance.idle


def test_turns_in_a_row_are_counted_across_hands() -> None:
    assert after_hands(({1}, {2: 1})) == set()
    assert after_hands(({1}, {2: 2})) == {"quin"}
    assert after_hands(({1}, {2: 1}), ({1}, {2: 1})) == {"quin"}
    assert after_hands(({1}, {2: 1}), ({1}, {}), ({1}, {2: 1})) == {"quin"}  # not asked between
    assert after_hands(({1}, {2: 1}), ({1, 2}, {2: 1})) == set()  # acted in between
    assert after_hands(({1}, {2: 2}), ({1, 2}, {2: 0})) == set()


def test_a_table_of_bots_alone_is_not_dealt_at() -> None:
    assert next_step(looked(poker("9", _1=BOTS[0], _2=BOTS[1])), NOW) is None


# The dealer itself, without a server


class NoHouse:
    """Only a clock."""

    play_money, policy = True, POLICY

    def __init__(self) -> None:
        self.room = self.store = self

    def clock(self) -> int:
        return NOW


def dealer_at(look: Look) -> AutoDealer:
    return AutoDealer(NoHouse(), Feed(look.state.name, Reading(look, {})))  # type: ignore[arg-type]


@pytest.mark.parametrize("lag, allowed", [(0, 0), (400, 400), (1_000, 1_000), (60_000, 1_000)])
def test_the_clock_waits_for_lag_but_at_most_a_second(lag: int, allowed: int) -> None:
    look = looked(banked(round=a_round()))
    dealer, step = dealer_at(look), next_step(look, NOW)
    assert step is not None
    dealer.lag = {"pam": lag, "quin": 700}
    assert dealer._allowance(step) == allowed
    assert dealer._allowance(NextStep(5, DEALER, "deal", ("7",))) == 0


async def _after_windows(many: int, look: Look) -> NextStep | None:
    dealer = dealer_at(look)
    for _ in range(many):
        await dealer._do(NextStep(0, waits_for="bets"))
    return dealer._step()


@pytest.mark.parametrize("many, decide", [(0, "open_bets"), (1, "open_bets"), (2, "sit_out")])
def test_two_windows_without_a_bet(many: int, decide: str) -> None:
    look = looked(banked(seats={1: "pam"}, before=PendingBets(window=window(-1))))
    step = asyncio.run(_after_windows(many, look))
    assert step is not None and step.decide == decide


async def _dealt(dealer: AutoDealer, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dealer deals from this look, and the round is dealt and over."""

    async def do(*about: object) -> None:
        dealer.feed.looks.append(replace(look, state=replace(look.state, before=PendingBets())))

    async def no_news(version: int) -> None:
        pass

    monkeypatch.setattr(dealer.house, "do", do, raising=False)
    monkeypatch.setattr(dealer, "_news", no_news)
    dealer.feed.looks.append(look)
    step = dealer._step()
    assert step is not None and step.decide == "deal"
    await dealer._do(step)


def test_windows_count_in_company_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else bets, and the round is dealt without them."""

    async def scenario() -> None:
        look = looked(banked(before=bets(1, window=window(-1))))
        dealer = dealer_at(look)
        for many in (1, 2):
            step = dealer._step()
            assert step is not None and step.decide != "sit_out", many
            await _dealt(dealer, look, monkeypatch)
        step = dealer._step()
        assert step == NextStep(0, DEALER, "sit_out", ("7", 3))
        state = dealer.feed.look.state
        for out, decide in ((frozenset({3}), "open_bets"), (frozenset(), "open_bets")):
            dealer.feed.looks.append(looked(replace(state, out=out)))  # and back again
            step = dealer._step()
            assert step is not None and step.decide == decide

    asyncio.run(scenario())


def test_who_has_too_few_chips_to_bet_misses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        look = Look(banked(before=bets(1, window=window(-1))), {1: 30_000, 3: 10})
        dealer = dealer_at(look)
        for _ in range(3):
            await _dealt(dealer, look, monkeypatch)
        assert not dealer.attendance.idle

    asyncio.run(scenario())


def test_a_bet_between_two_windows_counts() -> None:
    async def scenario() -> NextStep | None:
        without = looked(banked(seats={1: "pam"}, before=PendingBets(window=window(-1))))
        dealer = dealer_at(without)
        await dealer._do(NextStep(0, waits_for="bets"))
        dealer.feed.looks.append(looked(banked(seats={1: "pam"}, before=bets(1))))
        dealer._step()
        dealer.feed.looks.append(without)
        await dealer._do(NextStep(0, waits_for="bets"))
        return dealer._step()

    step = asyncio.run(scenario())
    assert step is not None and step.decide == "open_bets"


@pytest.mark.parametrize(
    "state, pressed, early",
    [
        (poker("9", _1="pam", _2="quin"), ["pam"], False),
        (poker("9", _1="pam", _2="quin"), ["pam", "pam", "somebody else"], False),
        (poker("9", _1="pam", _2="quin"), ["quin", "pam"], True),
        (banked(), ["pam"], False),
        (banked(), ["pam", "quin"], True),
        (banked(out=frozenset({3})), ["quin"], False),
        (banked(out=frozenset({3})), ["pam"], True),
        (banked(leaving=frozenset({3})), ["pam"], True),
        (banked("practice-5-1", {1: BOT, 2: "pam"}), ["pam"], True),
        (replace(poker("9", _1="pam", _2="quin", _3="ivy"), out=frozenset({3})), ["ivy"], False),
        (poker("practice-6-1", _1=BOT, _2="pam"), ["pam"], True),
        (banked(out=frozenset({1, 3})), ["pam", "quin"], False),
    ],
)
def test_a_pause_ends_when_all_who_play_are_ready(
    state: Any, pressed: list[str], early: bool
) -> None:
    dealer = dealer_at(looked(state, last=True))
    for player in pressed:
        dealer.is_ready(player)
    assert dealer.ready.is_set() == early


def test_who_was_ready_in_another_pause_is_asked_again() -> None:
    dealer = dealer_at(looked(banked(rounds=3), last=True))
    dealer.is_ready("pam")
    dealer.feed.looks.append(looked(banked(rounds=4), last=True))
    dealer.is_ready("quin")
    assert not dealer.ready.is_set()
    dealer.is_ready("pam")
    assert dealer.ready.is_set()
    later = banked(rounds=4, seats={1: "pam", 3: "quin", 5: "ivy"})  # who has just sat down
    dealer.feed.looks.append(looked(later, last=True))
    dealer._new_pause()
    assert not dealer.ready.is_set()
    dealer.is_ready("ivy")  # the others still are
    assert dealer.ready.is_set()


def test_item_15_what_the_dealer_is_refused_is_logged_without_cards(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was legal may name the cards of a seat."""

    async def scenario() -> None:
        dealer = dealer_at(looked(banked()))

        async def do(*about: object) -> None:
            raise IllegalAction("seat 1 may not; legal: As Ks / Qd Jc")

        async def no_wait() -> None:
            pass

        monkeypatch.setattr(dealer.house, "do", do, raising=False)
        monkeypatch.setattr(dealer, "_wait_a_little", no_wait)
        await dealer._do(NextStep(0, DEALER, "time_out", ("7", 1, 3)))

    with caplog.at_level(logging.INFO, "croupier.web"):
        asyncio.run(scenario())
    assert caplog.messages == [f"refused action/not_legal at table 7 to {DEALER}"]


def test_a_seat_long_due_is_given_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it was due before the table came to this state, as with two servers on one bank."""

    async def scenario() -> None:
        dealer, done = dealer_at(looked(banked())), []

        async def do(step: NextStep) -> None:
            done.append(step.decide)
            dealer.feed.looks.append(looked(replace(dealer.feed.look.state, is_open=False)))

        monkeypatch.setattr(dealer, "_do", do)
        due = awake() - 20_000
        monkeypatch.setattr(dealer.attendance, "gone", lambda *_: {1: due - awake()})
        dealer.feed.since = awake() - 19_990
        async with asyncio.timeout(5):
            await dealer.serve()
        assert done == ["leave"]

    asyncio.run(scenario())


def test_a_dealer_waits_for_a_clock_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise the table would have none from then on."""

    async def scenario() -> None:
        dealer, tries = dealer_at(looked(banked())), []

        def step() -> NextStep:
            tries.append(len(tries))
            if len(tries) == 1:
                raise StoreError("this machine's clock was set ahead", "store/clock")
            return NextStep(0, DEALER, "leave", ("7", 1))

        async def do(step: NextStep) -> None:
            dealer.feed.looks.append(looked(replace(dealer.feed.look.state, is_open=False)))

        async def no_wait() -> None:
            pass

        monkeypatch.setattr(dealer, "_step", step)
        monkeypatch.setattr(dealer, "_do", do)
        monkeypatch.setattr(dealer, "_wait_a_little", no_wait)
        async with asyncio.timeout(5):
            await dealer.serve()
        assert tries == [0, 1]

    with caplog.at_level(logging.WARNING, "croupier.web"):
        asyncio.run(scenario())
    assert "store/clock" in caplog.text
