"""The sheet of WAC 230-15-720: meters, payments and deposits of a period, computed in two ways."""

import json
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from croupier.bank.act import Act, Event
from croupier.bank.audit.run import AuditFailed
from croupier.bank.backup.restore import restore
from croupier.bank.ledger import Posting, Purpose
from croupier.bank.meters.events import (
    ESCROW,
    HOUSE,
    Authority,
    Lift,
    Lowered,
    MeterOpened,
    Raised,
    Why,
)
from croupier.bank.store import Store, open_store
from croupier.cards.card import DECK, parse
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.books.days import Days
from croupier.room.books.reconcile import Reconciled, reconciled
from croupier.room.cage.cage import jackpot_banked, jackpot_drawn, reversed_
from croupier.room.meters.ends import meter_discontinued
from croupier.room.meters.holdings import Holding, accruals
from croupier.room.meters.meters import meter_changed, meter_opened
from croupier.room.names import JACKPOT_BANK, JACKPOT_CASH
from croupier.room.room import Room
from croupier.room.tables import banked as room_play
from croupier.room.tables.rounds import acted, dealt
from croupier.table.source import Deck
from croupier.table.table import open_table
from tests.room.rooms import (
    by_two,
    everybody_goes,
    meter_rules,
    new_room,
    no_worth,
    play,
    seat_players,
)
from tests.room.rooms import open_table as furnish
from tests.room.test_books import HOUR, SINCE, Clock
from tests.room.test_old_bank import BACKUP
from tests.room.test_operations import PRIME, ROYALS, bets, refused

DAY = 24 * HOUR
TWO = Authority("as counted", "flo", "fran")
FIVE, FOUR = "five card jackpot", "four card jackpot"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ticking(url: str, clock: Clock) -> Iterator[Store]:
    with open_store(url, clock) as store:
        yield store


def two_meters(store: Store) -> None:
    """Table A plays for `main`; nobody plays for `second`."""
    room = new_room(store)
    for name, sensor, table in (("main", FIVE, "A"), ("second", FOUR, "B")):
        rules = meter_rules(open_table(PRIME), sensor, (table,))
        room.do(name, "flo", meter_opened, name, MeterOpened(rules))
    furnish(room, "A", open_table(PRIME, offers=[FIVE]))
    seat_players(room, "A")


@pytest.fixture
def room(furnished: Callable[..., str], clock: Clock) -> Iterator[Room]:
    url = furnished(two_meters, Clock())
    clock.now += SINCE
    with open_store(url, clock) as store:
        yield Room(store, no_worth)


def line(found: Reconciled, name: str) -> Holding:
    (one,) = (one for one in found.lines if one.meter == name)
    assert one.agrees and one.by_events == one.posted
    return one.by_events


def test_a_day_by_hand(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two royal flushes: rates 18.03% and 4.11%, seed 10,000 and reseed 5,000 dollars."""
    first = parse(ROYALS)
    cards = (*first, *(card for card in DECK if card not in first))
    monkeypatch.setattr(room_play, "source", lambda shoe: Deck(cards))
    room.do("deal", "dee", dealt, "A", bets(1, 2))
    for seat in (1, 2):
        room.do(f"act {seat}", "dee", acted, "A", seat, "raise 1x")
    for key, event in {
        "up": Raised(Lift.CORRECTION, Cents(300), TWO),
        "seed": Raised(Lift.SEED, Cents(200), TWO),
        "down": Lowered(Why.MALFUNCTION, Cents(100), TWO),
        "back": Lowered(Why.SEED_FROM_DISPLAY, Cents(50), TWO),
    }.items():
        by_two(room, key, "flo", meter_changed, "main", event)
    found = reconciled(room.store, Days())
    # 36.06 + 8.22 cents came in; 5,000.18 were paid to each; 8 cents of the seed were reserved.
    assert line(found, "main") == Holding(
        contributed=44,
        seeded=1_000_000 + 499_992 + 200,
        corrected=300,
        paid=2 * 500_018,
        malfunction=100,
        recovered=50,
    )
    assert line(found, "main").after == 500_350
    assert line(found, "second") == Holding(seeded=1_000_000)
    assert found.agrees and found.escrow == found.held == room.store.balance(ESCROW)
    assert [(one.what, one.cents, one.reason, one.second) for one in found.changes] == [
        ("raised, correction", 300, "as counted", "fran"),
        ("raised, seed money", 200, "as counted", "fran"),
        ("lowered, malfunction", -100, "as counted", "fran"),
        ("lowered, seed money from the display", -50, "as counted", "fran"),
    ]


def test_days_of_chance_agree_and_follow_each_other(ticking: Store, clock: Clock) -> None:
    """Two jackpots, whose money finally goes to a third."""
    rng, room = Random(31), new_room(ticking)
    furnish(room, "A", open_table(PRIME))
    seat_players(room, "A")
    for _ in range(3):
        play(room, rng, 12)
        clock.now += DAY
    rules = meter_rules(open_table(PRIME), FIVE, ("later",))
    room.do("heir", "flo", meter_opened, "heir", MeterOpened(rules))
    everybody_goes(room)
    for name in [name for name in room.hall.meters if name != "heir"]:
        by_two(room, f"end {name}", "flo", meter_discontinued, name, "heir", TWO)
    whole = reconciled(ticking, Days())
    assert whole.agrees and whole.escrow == ticking.balance(ESCROW)
    days = [whole.first + timedelta(days=n) for n in range((whole.last - whole.first).days + 1)]
    assert len(days) == 4
    sheets = [reconciled(ticking, Days(), day, day) for day in days]
    assert all(sheet.agrees for sheet in sheets)
    books = accruals(ticking, Days())
    for one in whole.lines:
        held = 0
        for sheet in sheets:
            for today in (each.by_events for each in sheet.lines if each.meter == one.meter):
                assert today.before == held
                held = today.after
        assert held == one.held == one.by_events.after
        mine = [entry for entry in books if entry.meter == one.meter]
        assert one.by_events.paid == sum(entry.paid for entry in mine)
        assert one.by_events.contributed == sum(entry.contributed for entry in mine)
    moved = {one.meter: (one.by_events.moved_in, one.by_events.moved_out) for one in whole.lines}
    assert moved["heir"][0] == sum(out for _, out in moved.values()) > 0


@pytest.mark.parametrize("id_", ["stolen", "meter/main/99/0", "A/9/five card jackpot/x/0"])
def test_money_that_no_meter_moved_is_a_difference(room: Room, id_: str) -> None:
    assert reconciled(room.store, Days()).agrees
    version = room.hall.meter("main").version
    stolen = Posting(id_, ESCROW, HOUSE, Cents(1), Purpose.TRANSFER, "WAC 230-15-695(2) x")
    room.store.commit(Act("theft", "meter/main", version, postings=(stolen,)))
    found = reconciled(room.store, Days())
    assert not found.agrees and found.escrow == found.held - 1
    if id_ == "stolen":
        assert found.strays == (stolen,)
    else:
        (main,) = (one for one in found.lines if one.meter == "main")
        assert (main.by_events.malfunction, main.posted.malfunction) == (0, 1)


def banked(room: Room, key: str, cents: int, decide=jackpot_banked) -> None:
    by_two(room, key, "flo", decide, Cents(cents), "fran", f"slip {key}")


def test_455_what_was_banked_and_what_is_still_missing(room: Room, clock: Clock) -> None:
    """The meters hold 20,000 dollars."""
    banked(room, "one", 1_500_000)
    clock.now += DAY
    banked(room, "two", 400_000)
    banked(room, "wrong", 999)
    by_two(room, "oops", "flo", reversed_, "wrong", "fran", "the wrong slip")
    today = Days().of(clock.now)
    found = reconciled(room.store, Days(), today, today).banking
    assert (found.before, found.after, found.last) == (1_500_000, 1_900_000, today)
    assert [one.cents for one in found.moved] == [400_000, 999, -999]
    assert found.moved[0].reference == "slip two"
    assert room.store.balance(JACKPOT_BANK) == 1_900_000 == -room.store.balance(JACKPOT_CASH)
    audit(room.store, workers=1)
    assert Room(room.store).hall == room.hall


@pytest.mark.parametrize("deposits", [0, 1])
def test_455_a_deposit_at_least_every_week(room: Room, clock: Clock, deposits: int) -> None:
    """From the last deposit, or from the first meter; and only while there is something to bank."""
    if deposits:
        clock.now += 5 * DAY
        banked(room, "one", 1_500_000)
        clock.now += 7 * DAY - 1_000
    else:
        clock.now += 7 * DAY - 60_000
    assert not reconciled(room.store, Days()).banking.late
    clock.now += 120_000
    assert reconciled(room.store, Days()).banking.late
    early = Days().of(clock.now) - timedelta(days=3)
    assert not reconciled(room.store, Days(), early, early).banking.late  # as it was that day
    banked(room, "rest", 2_000_000 - 1_500_000 * deposits)
    clock.now += 30 * DAY
    assert not reconciled(room.store, Days()).banking.late


def test_455_what_the_meters_hold_is_not_drawn(room: Room) -> None:
    banked(room, "in", 2_000_500)
    words = "the meters hold $20,000, which stays there (WAC 230-15-455); $5 can be drawn"
    draw = (jackpot_drawn, Cents(501), "fran", "check 88")
    refused(room, "jackpot/bank", words, "flo", *draw)
    banked(room, "out", 500, jackpot_drawn)
    assert room.store.balance(JACKPOT_BANK) == 2_000_000
    refused(room, "role/not_allowed", "", "flo", jackpot_banked, Cents(5), "dee", "slip")
    refused(room, "role/not_allowed", "two people", "flo", jackpot_banked, Cents(5), "flo", "slip")
    refused(room, "room/reason", "slip", "flo", jackpot_banked, Cents(5), "fran", " ")
    refused(room, "money/bad", "", "flo", jackpot_banked, "5", "fran", "slip")
    refused(room, "ledger/amount_not_positive", "", "flo", jackpot_banked, Cents(0), "fran", "x")
    audit(room.store, workers=1)


def test_the_sheet_of_a_bank_that_release_0_1_0_wrote(tmp_path: Path) -> None:
    """Its rounds were dealt under other rules, and its cents are the same both ways."""
    restore(BACKUP, f"sqlite:///{tmp_path}/old.db")
    with open_store(f"sqlite:///{tmp_path}/old.db") as store:
        found = reconciled(store, Days())
        assert found.agrees and found.escrow == store.balance(ESCROW)
        assert {one.meter: one.displayed for one in found.lines} == {
            "five": 1_000_200,
            "four": 100_060,
        }
        later = date(2036, 1, 1)
        assert reconciled(store, Days(), None, later).held == found.held


def test_a_period_that_ends_before_it_begins_is_refused(room: Room) -> None:
    with pytest.raises(ValueError, match="before the first"):
        reconciled(room.store, Days(), date(2026, 11, 2), date(2026, 11, 1))


def test_the_audit_checks_who_banked(room: Room) -> None:
    banked(room, "in", 500)
    said = {"by": "flo", "second": "dee", "cents": 7, "reference": "slip"}
    moved = Posting("p", JACKPOT_CASH, JACKPOT_BANK, Cents(7), Purpose.BANKING, "slip")
    event = Event("jackpot money banked", json.dumps(said))
    room.store.commit(Act("k", "cage", room.store.version("cage"), (event,), (moved,)))
    with pytest.raises(AuditFailed, match="may change a meter"):
        audit(room.store, workers=1)


def test_the_audit_finds_more_banked_than_recorded(room: Room) -> None:
    banked(room, "in", 500)
    said = {"by": "flo", "second": "fran", "cents": 7, "reference": "slip"}
    moved = Posting("p", JACKPOT_CASH, JACKPOT_BANK, Cents(8), Purpose.BANKING, "slip")
    event = Event("jackpot money banked", json.dumps(said))
    room.store.commit(Act("k", "cage", room.store.version("cage"), (event,), (moved,)))
    with pytest.raises(AuditFailed, match="jackpot money banked moves 7 cents"):
        audit(room.store, workers=1)
