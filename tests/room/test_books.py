"""The books of several days: each figure computed in two ways, and every round recalled."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from random import Random

import pytest
from sqlalchemy.event import listen

from croupier import fair
from croupier.bank.meters.events import ESCROW
from croupier.bank.reading import Stretch
from croupier.bank.store import Store, open_store
from croupier.errors import Refused
from croupier.fair import check
from croupier.games.registry import GAMES, POKER
from croupier.money import Cents
from croupier.odds.house_edge import Worth
from croupier.room.books.books import Band, books, totals
from croupier.room.books.days import Days, day, days
from croupier.room.books.log import log
from croupier.room.books.recall import recall
from croupier.room.meters.holdings import accruals
from croupier.room.names import drop_of, tray_of
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, dealt, round_called_off, timed_out
from croupier.room.tables.tables import (
    bought_in,
    cashed_out,
    credited,
    filled,
    table_closed,
    table_opened,
)
from croupier.table.table import open_table
from tests.room.rooms import any_request, any_room, balances, new_room, no_worth, play, seat_players
from tests.room.rooms import open_table as furnish

HOUR = 3_600_000
SINCE = 60_000  # a room was created before the test, by another clock that started as late


class Clock:
    """Advances by itself, a little with every act."""

    def __init__(self) -> None:
        self.now = 1_794_700_000_000

    def __call__(self) -> int:
        self.now += 7
        return self.now


def three_days(store: Store) -> None:
    """At a table of each game; open rounds of the night continue in the morning."""
    clock, rng = store.clock, Random(17)
    assert isinstance(clock, Clock)
    room = any_room(store, rng, list(GAMES.values()))
    for _ in range(2):
        play(room, rng, 5)
        for name, state in room.hall.tables.items():
            if state.round is None and not state.held:
                request = any_request(room, rng, name)
                room.do(request.key, request.by, request.decide, *request.about, **request.more)
        clock.now += 24 * HOUR
    play(room, rng, 5)


@pytest.fixture
def played(furnished: Callable[..., str]) -> Iterator[tuple[Room, Clock]]:
    url, clock = furnished(three_days, Clock()), Clock()
    clock.now += 2 * 24 * HOUR + SINCE
    with open_store(url, clock) as store:
        yield Room(store, no_worth), clock


def test_each_figure_two_ways(played: tuple[Room, Clock]) -> None:
    room, _ = played
    store, lines = room.store, books(room.store, Days())
    assert len({line.day for line in lines}) == 3
    for line in lines:
        assert line.win == line.win_by_tray
        assert line.rounds > 0 and line.game.replace("-", " ") == line.table
    for name, state in room.hall.tables.items():
        mine = [line for line in lines if line.table == name]
        assert sum(line.rounds for line in mine) == state.rounds
        by_wager = sum(wager.win for line in mine for wager in line.wagers.values())
        assert sum(line.win for line in mine) == by_wager
        assert sum(line.drop for line in mine) == store.balance(drop_of(name))
        assert sum(line.tray_change for line in mine) == store.balance(tray_of(name))
    one = books(store, Days(), lines[-1].day, lines[-1].day)
    assert one == [line for line in lines if line.day == lines[-1].day]
    (total,) = totals(lines, lambda line: "all")
    assert total.win == sum(line.win for line in lines)
    assert total.rounds == sum(state.rounds for state in room.hall.tables.values())


@pytest.fixture
def jackpots(url: str) -> Iterator[Room]:
    """Three days at a table with both jackpots."""
    clock = Clock()
    with open_store(url, clock) as store:
        rng, room = Random(17), new_room(store)
        furnish(room, "A", open_table("four-card-prime"))
        seat_players(room, "A")
        for _ in range(3):
            play(room, rng, 5)
            clock.now += 24 * HOUR
        yield room


def test_meters_day_by_day(jackpots: Room) -> None:
    room = jackpots
    lines = accruals(room.store, Days())
    assert len({line.day for line in lines}) == 3
    assert lines and all(map(balances, lines))
    last = {line.meter: line for line in lines}
    for name, meter in room.hall.meters.items():
        assert last[name].displayed == meter.meter.shown
        assert last[name].held == meter.meter.held
    assert sum(line.held for line in last.values()) == room.store.balance(ESCROW)
    only = accruals(room.store, Days(), lines[-1].day, lines[-1].day)
    assert only == [line for line in lines if line.day == lines[-1].day]


def test_any_past_round_is_recalled(store: Store) -> None:
    room = any_room(store, Random(23), list(GAMES.values()))
    commitments = {}
    proved = 0
    rng = Random(24)
    for name in room.hall.tables:
        for number in range(1, 4):
            while True:
                state = room.hall.table(name)
                if state.round is None:
                    commitments[name, state.rounds + 1] = state.shoe.commitment
                request = any_request(room, rng, name)
                room.do(request.key, request.by, request.decide, *request.about, **request.more)
                after = room.hall.table(name)
                if after.rounds == number and after.round is None and not after.held:
                    break
            now = recall(store, name, number)
            assert now.round.over and now.ended >= now.began
            assert set(now.players) == {spot.seat for spot in now.round.spots}
            if now.proof is not None:
                assert now.proof["commitment"] == commitments[name, now.number]
                assert check(now.proof) == []
                assert check({**now.proof, "commitment": "0" * 64}) != []
                proved += 1
            felts: dict[str, int] = {}
            for posting in now.postings:
                for account, cents in (
                    (posting.debit, -posting.cents),
                    (posting.credit, posting.cents),
                ):
                    felts[account] = felts.get(account, 0) + cents
            assert not any(cents for name, cents in felts.items() if "/felt/" in name)
    assert proved
    with pytest.raises(Refused, match="no round 99"):
        recall(store, name, 99)
    with pytest.raises(Refused, match="no round 1"):
        recall(store, "none such", 1)


@pytest.mark.parametrize("game", [*GAMES, *POKER])
def test_a_recalled_round_says_who_did_what(store: Store, game: str) -> None:
    room = any_room(store, Random(9), [GAMES.get(game) or POKER[game]])
    (name,) = room.hall.tables
    rng, did = Random(10), []
    while not room.hall.table(name).rounds or room.hall.table(name).round is not None:
        request = any_request(room, rng, name)
        if request.decide is round_called_off:
            continue  # the round is to be played to its end
        state = room.hall.table(name).round
        room.do(request.key, request.by, request.decide, *request.about, **request.more)
        if request.decide in (dealt, acted, timed_out):
            did.append((request, state))
    found = recall(store, name, 1)
    assert [act.by for act in found.acts] == [request.by for request, _ in did]
    first, *choices = [act.what for act in found.acts]
    assert first == "dealt"
    assert choices or game == "ultimate-4-card-buyout"  # whose round may be over immediately
    made = [
        f"seat {one.about[1]}: {one.about[2]}"
        if one.decide is acted
        else f"seat {one.about[1]}: {state.otherwise} (time ran out)"
        for one, state in did[1:]
    ]
    words = None if game in GAMES else 3  # poker chips are recalled in dollars
    assert [one.split()[:words] for one in choices] == [one.split()[:words] for one in made]
    assert [act.at for act in found.acts] == sorted(act.at for act in found.acts)


@pytest.mark.parametrize("game", ["four-card-prime", "five-card-hold-out"])
def test_a_round_in_progress_is_not_recalled_for_its_cards_are_hidden(
    store: Store, game: str
) -> None:
    room = any_room(store, Random(5), [GAMES.get(game) or POKER[game]])
    (name,) = room.hall.tables
    rng = Random(6)
    while room.hall.table(name).round is None:
        request = any_request(room, rng, name)
        room.do(request.key, request.by, request.decide, *request.about, **request.more)
    with pytest.raises(Refused, match="still playing round 1") as refused:
        recall(store, name, 1)
    assert refused.value.code == "recall/in_progress"


def test_a_round_that_was_called_off_does_not_count_in_the_books(store: Store) -> None:
    room = any_room(store, Random(2), [GAMES["four-card-prime"]])
    (name,) = room.hall.tables
    rng = Random(3)
    while room.hall.table(name).round is None:
        request = any_request(room, rng, name)
        room.do(request.key, request.by, request.decide, *request.about, **request.more)
    room.do("off", "flo", round_called_off, name, "two cards stuck together")
    (line,) = books(store, Days())
    assert line.win == line.rounds == 0 and not line.wagers
    again = recall(store, name, 1)
    assert again.acts[-1][1:3] == ("flo", "called off")
    assert again.called_off == "two cards stuck together"
    assert again.proof is not None and again.proof["abandoned"] and fair.check(again.proof) == []
    (entry,) = [one for one in log(store, Stretch(1, 10**9)) if one.kind == "called off"]
    assert entry.about["reason"] == "two cards stuck together" and "shoe" not in entry.about


def test_theory_and_band(store: Store) -> None:
    """100 rounds of a wager that a stand-in for theory knows."""
    worth = (Worth("ante", Fraction(1, 40), Fraction(3, 2)),)
    room = new_room(store, lambda *asked: worth)
    table = open_table("four-card-prime", offers=[])
    room.do("open", "flo", table_opened, "7", table)
    room.do("fill", "flo", filled, "7", Cents(10_000_000))
    room.do("credit", "flo", credited, "7", Cents(1_000))
    seat_players(room, "7", Cents(1_000_000))
    stakes = [500, 700, 1_300]
    for number in range(1, 31):
        bets = {seat: {"ante": stakes[seat - 1]} for seat in (1, 2, 3)}
        room.do(f"deal {number}", "dee", dealt, "7", bets)
        while (state := room.hall.table("7")).round is not None:
            room.do(f"{number} {state.version}", "dee", acted, "7", state.round.turn, "fold")
    (line,) = books(store, Days())
    assert (line.fills, line.credits, line.drop) == (10_000_000, 1_000, 9_000_000)
    assert line.win == 30 * sum(stakes) and line.hold == Fraction(line.win, 9_000_000)
    found = line.band
    assert found is not None
    assert found.theory == Fraction(30 * sum(stakes), 40)
    assert found.variance == 30 * sum(stake**2 for stake in stakes) * Fraction(3, 2)
    assert found.verdict == "outside"  # everybody folded
    assert Band(5, Fraction(4), Fraction(1)).verdict == "in 95%"
    assert Band(2, Fraction(4), Fraction(1)).verdict == "in 99%"


def test_a_gaming_day_begins_when_the_house_says() -> None:
    house = days("America/Los_Angeles", "06:00")
    begin = house.begin(day("2026-11-01"))  # a day of 25 hours: the clocks were set back before it
    assert house.of(begin) == day("2026-11-01") and house.of(begin - 1) == day("2026-10-31")
    assert begin - house.begin(day("2026-10-31")) == 25 * HOUR
    assert house.shown(begin) == "2026-11-01 06:00:00"
    for zone, begins in (("Nowhere", "06:00"), ("UTC", "6 am"), ("../etc", "06:00")):
        with pytest.raises(Refused, match="write such as"):
            days(zone, begins)
    with pytest.raises(Refused, match="is not a day"):
        day("yesterday")


def test_a_table_that_plays_two_games_on_a_day_has_two_lines(store: Store) -> None:
    """What moved before the second opening belongs to the first game, with or without rounds."""
    room, games = new_room(store), ("four-card-prime", "4-card-split-v1", "four-card-prime")
    room.do("enrol", "flo", enrolled, "pam", Role.PLAYER)
    for number, game in enumerate(games):
        table = open_table(game, options={"jackpot_type": "none"} if "prime" in game else {})
        room.do(f"open {number}", "flo", table_opened, "7", table)
        room.do(f"fill {number}", "flo", filled, "7", Cents(10_000))
        room.do(f"sit {number}", "dee", bought_in, "7", 1, "pam", Cents(900 + number), cash=True)
        room.do(f"go {number}", "dee", cashed_out, "7", 1, cash=True)
        room.do(f"close {number}", "flo", table_closed, "7")
    lines = books(store, Days())
    assert [(line.table, line.game, line.drop, line.fills) for line in lines] == [
        ("7", "4-card-split-v1", 901, 10_000),
        ("7", "four-card-prime", 900 + 902, 20_000),
    ]
    assert all(line.win == line.win_by_tray == line.rounds == 0 for line in lines)


@pytest.mark.parametrize("begins", ["00:00", "01:30", "02:30", "06:00", "23:59"])
@pytest.mark.parametrize("zone", ["UTC", "America/Los_Angeles", "Australia/Lord_Howe"])
def test_every_moment_is_in_one_day(zone: str, begins: str) -> None:
    """Including the hours around the clock changes of 2026."""
    calendar = days(zone, begins)
    for month, first in ((3, 7), (4, 4), (10, 3), (10, 31)):
        start = int(datetime(2026, month, first, tzinfo=UTC).timestamp())
        for at in range(1000 * start, 1000 * (start + 3 * 86_400), 599_999):
            day_ = calendar.of(at)
            assert calendar.begin(day_) <= at < calendar.begin(day_ + timedelta(days=1))


def test_days_without_acts_are_skipped(played: tuple[Room, Clock]) -> None:
    room, _ = played
    for zone in ("UTC", "Asia/Tokyo", "America/Los_Angeles"):
        calendar = days(zone)
        for read in (books, accruals):
            assert read(room.store, calendar, date.min, date.max) == read(room.store, calendar)


@pytest.mark.parametrize("at", [253_402_300_800_000, 10**17, 2**62])  # the year 10000, and later
def test_books_of_a_clock_that_was_wrong_are_shown(url: str, at: int) -> None:
    for zone in ("UTC", "America/Los_Angeles", "Asia/Tokyo"):
        house = days(zone, "06:00")
        assert house.shown(at) == f"{at} ms"
        assert house.of(at) == house.of(at + 1) > day("9998-12-30")
        assert house.shown(-1) == "-1 ms"
    with open_store(url, lambda: at) as store:
        room = new_room(store)
        furnish(room, "1", open_table("four-card-prime"))
        lines = books(store, days("Asia/Tokyo", "06:00"))
        assert [line.fills for line in lines] == [store.balance(tray_of("1"))]
        assert [line.funded for line in accruals(store, days())] == [1_000_000] * 2


def test_years_without_acts_are_skipped(url: str) -> None:
    clock = Clock()
    with open_store(url, clock) as store:
        room = new_room(store)
        clock.now += 9 * 365 * 24 * HOUR
        furnish(room, "1", open_table("four-card-prime"))
        asked: list[str] = []
        listen(store.engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
        assert len(books(store, days())) == 1
        assert len(asked) < 100


def test_the_hour_of_a_day_has_no_zone() -> None:
    with pytest.raises(Refused, match="no zone of its own"):
        days("UTC", "06:00+02:00")
