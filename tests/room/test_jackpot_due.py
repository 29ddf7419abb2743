"""Jackpot money that goes to the players (WAC 230-15-671): due to them, and then awarded."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from croupier.bank.act import Act, Event
from croupier.bank.audit.run import AuditFailed
from croupier.bank.backup.restore import restore
from croupier.bank.ledger import Posting, Purpose
from croupier.bank.meters.events import DUE, ESCROW, HOUSE, RECEIPTS, Authority, MeterOpened
from croupier.bank.reading import Stretch
from croupier.bank.store import Store, open_store
from croupier.money import Cents
from croupier.program import program_hash
from croupier.room.audit.run import audit
from croupier.room.books.days import Days
from croupier.room.books.log import log
from croupier.room.books.reconcile import DueHolding, reconciled
from croupier.room.cage.cage import (
    jackpot_awarded,
    jackpot_banked,
    jackpot_drawn,
    reversed_,
    withdrawn,
)
from croupier.room.meters.ends import meter_discontinued
from croupier.room.meters.holdings import Holding, accruals
from croupier.room.meters.meters import meter_opened
from croupier.room.names import JACKPOT_BANK, player_of
from croupier.room.people.floor import approved, enrolled
from croupier.room.people.proposals import seconded
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.room.tables.tables import cashed_out, table_closed
from croupier.table.table import open_table
from tests.room.rooms import balances, by_two, escrow_due, meter_rules, new_room, no_worth
from tests.room.test_books import HOUR, SINCE, Clock
from tests.room.test_old_bank import BACKUP
from tests.room.test_operations import PRIME, refused

FIVE, DAY = "five card jackpot", 24 * HOUR
TWO = Authority("three drawings", "flo", "fran")
END = (meter_discontinued, "main", None, TWO)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def two_meters(store: Store) -> None:
    """`main` displays 10,000.40 and reserves 0.60, of which 10,000 are the house's seed money."""
    room = new_room(store)
    for name in ("pam", "pat"):
        room.do(f"enrol {name}", "flo", enrolled, name, Role.PLAYER)
    for name, table in (("main", "A"), ("second", "B")):
        rules = meter_rules(open_table(PRIME), FIVE, (table,))
        opening = MeterOpened(rules, Cents(1_000_040), Cents(60), Cents(1_000_000))
        by_two(room, name, "flo", meter_opened, name, opening, second="fran")


@pytest.fixture
def room(furnished: Callable[..., str], clock: Clock) -> Iterator[Room]:
    url = furnished(two_meters, Clock())
    clock.now += SINCE
    with open_store(url, clock) as store:
        yield Room(store, no_worth)


@pytest.fixture
def due(room: Room) -> Room:
    """A dollar is due to players."""
    by_two(room, "end", "flo", *END, players=True)
    return room


def award(room: Room, key: str, player: str, cents: int) -> None:
    by_two(room, key, "flo", jackpot_awarded, player, Cents(cents), "fran", f"drawing {key}")


def test_671_every_cent_except_seed_money_is_due_to_the_players(room: Room) -> None:
    """Whether or not there is another progressive; none of it is the house's."""
    store, house = room.store, room.store.balance(HOUSE)
    refused(room, "jackpot/receipts", "second (--to), or to the players (--to-play", "flo", *END)
    by_two(room, "end", "flo", *END, players=True)
    assert (store.balance(DUE), store.balance(HOUSE) - house) == (100, 1_000_000)
    assert store.balance(RECEIPTS) == 0
    assert store.balance(ESCROW) == 1_000_100 == escrow_due(room.hall.meters)
    assert room.hall.meter("main").meter.discontinued == "to the players"
    second = (meter_discontinued, "second", None, TWO)
    by_two(room, "end second", "flo", *second, players=True)
    assert (store.balance(DUE), store.balance(ESCROW)) == (200, 0)
    assert Room(store).hall == room.hall
    assert audit(store, workers=1).meters == 2


def test_an_award_is_one_posting_to_a_players_deposit(due: Room) -> None:
    award(due, "one", "pam", 75)
    store = due.store
    assert (store.balance(DUE), store.balance(player_of("pam"))) == (25, 75)
    posting = store.posting("act:one")
    assert (posting.debit, posting.credit, posting.memo) == (DUE, player_of("pam"), "drawing one")
    due.do("one", "fran", seconded, due.hall.proposals.last)  # sent again, it is done once
    assert store.balance(DUE) == 25
    last = log(store, Stretch(1, 10**9))[-1]
    assert last.kind == "jackpot money awarded"
    assert (last.about["player"], last.about["cents"], last.about["second"]) == ("pam", 75, "fran")
    assert Room(store).hall == due.hall
    audit(store, workers=1)


def test_no_more_is_awarded_than_is_due(room: Room) -> None:
    drawing = ("fran", "a drawing")
    none = "$0 of discontinued jackpots is due"
    refused(room, "jackpot/due", none, "flo", jackpot_awarded, "pam", Cents(1), *drawing)
    by_two(room, "end", "flo", *END, players=True)
    award(room, "one", "pam", 40)
    words = "$0.61 for pat: $0.60 of discontinued jackpots is due to players"
    refused(room, "jackpot/due", words, "flo", jackpot_awarded, "pat", Cents(61), *drawing)
    award(room, "two", "pat", 60)
    assert room.store.balance(DUE) == 0


def test_an_award_needs_two_people_a_player_and_a_reason(due: Room) -> None:
    one = jackpot_awarded, "pam", Cents(1)
    for by, second in (("dee", "fran"), ("flo", "dee"), ("flo", "aud"), ("flo", "flo")):
        refused(due, "role/not_allowed", "award jackpot money", by, *one, second, "a drawing")
    refused(due, "room/reason", "say for what", "flo", *one, "fran", " ")
    for person in ("flo", "nobody"):
        about = (jackpot_awarded, person, Cents(1), "fran", "a drawing")
        refused(due, "room/person", "is not a player", "flo", *about)
    for cents, code in ((Cents(0), "ledger/amount_not_positive"), ("1", "money/bad")):
        refused(due, code, "", "flo", jackpot_awarded, "pam", cents, "fran", "a drawing")


@pytest.mark.parametrize("named", ["one", "act:one"])
def test_a_wrong_award_is_reversed_while_the_money_is_there(due: Room, named: str) -> None:
    award(due, "one", "pam", 75)
    due.do("out", "flo", withdrawn, "pam", Cents(10))
    back = (reversed_, named, "fran", "it was pat")
    refused(due, "ledger/would_go_below_zero", "", "flo", *back)
    award(due, "two", "pam", 10)
    by_two(due, "back", "flo", *back)
    assert (due.store.balance(DUE), due.store.balance(player_of("pam"))) == (90, 0)
    audit(due.store, workers=1)
    found = reconciled(due.store, Days()).due
    assert found.by_events == found.posted == DueHolding(0, came=100, awarded=85, taken_back=75)
    assert [(one.player, one.cents, one.reason) for one in found.awards] == [
        ("pam", 75, "drawing one"),
        ("pam", 10, "drawing two"),
        ("pam", -75, "it was pat"),
    ]


def test_the_sheet_follows_the_money_from_day_to_day(due: Room, clock: Clock) -> None:
    award(due, "one", "pam", 30)
    clock.now += DAY
    award(due, "two", "pat", 20)
    whole = reconciled(due.store, Days())
    main = next(line for line in whole.lines if line.meter == "main")
    seed = Cents(1_000_000)
    assert (
        main.by_events == main.posted == Holding(carried=1_000_100, recovered=seed, to_players=100)
    )
    assert whole.agrees and whole.due.by_events == DueHolding(came=100, awarded=50)
    assert whole.changes[-1].what == "discontinued, to the players"
    sheets = [reconciled(due.store, Days(), day, day).due for day in (whole.first, whole.last)]
    assert whole.last - whole.first == timedelta(days=1)
    assert [sheet.by_events for sheet in sheets] == [sheet.posted for sheet in sheets]
    assert [sheet.by_events for sheet in sheets] == [
        DueHolding(came=100, awarded=30),
        DueHolding(before=70, awarded=20),
    ]
    books = next(line for line in accruals(due.store, Days()) if line.meter == "main")
    assert balances(books) and (books.to_players, books.lowered) == (100, 1_000_000)


@pytest.mark.parametrize("to", [HOUSE, player_of("pam")])
def test_money_that_left_the_account_in_another_way_is_a_difference(due: Room, to: str) -> None:
    stolen = Posting("stolen", DUE, to, Cents(1), Purpose.DISTRIBUTION, "a drawing")
    due.store.commit(Act("theft", "cage", due.store.version("cage"), postings=(stolen,)))
    found = reconciled(due.store, Days())
    assert not found.agrees and found.due.posted.after == 99
    with pytest.raises(AuditFailed):
        audit(due.store, workers=1)


def test_455_what_is_due_to_players_is_not_drawn_from_the_bank(due: Room) -> None:
    by_two(due, "in", "flo", jackpot_banked, Cents(1_000_250), "fran", "slip")
    words = "the meters hold $10,001 and $1 is due to players, which stays there (WAC 230-15-455);"
    draw = (jackpot_drawn, Cents(51), "fran", "check 88")
    refused(due, "jackpot/bank", f"{words} $0.50 can be drawn", "flo", *draw)
    award(due, "one", "pam", 100)
    by_two(due, "draw", "flo", jackpot_drawn, Cents(150), "fran", "check 88")
    assert due.store.balance(JACKPOT_BANK) == 1_000_100 == reconciled(due.store, Days()).escrow


def test_455_what_is_due_to_players_waits_no_longer_than_a_week(room: Room, clock: Clock) -> None:
    by_two(room, "in", "flo", jackpot_banked, Cents(1_000_200), "fran", "slip")
    for name in ("main", "second"):
        about = (meter_discontinued, name, None, TWO)
        by_two(room, f"end {name}", "flo", *about, players=True)
    clock.now += 8 * DAY
    assert not reconciled(room.store, Days()).banking.late
    by_two(room, "oops", "flo", reversed_, "in", "fran", "the wrong slip")
    found = reconciled(room.store, Days())
    assert found.banking.late and found.players_money == 200


@pytest.mark.parametrize(
    "changed, words",
    [
        ({"second": "dee"}, "may award jackpot money"),
        ({"by": "dee"}, "may award jackpot money"),
        ({"second": "flo"}, "cannot be both"),
        ({"cents": 8}, "jackpot money awarded moves 8 cents"),
        ({"player": "pat"}, "player/pat"),
    ],
)
def test_the_audit_checks_who_awarded_what(due: Room, changed: dict[str, str], words: str) -> None:
    said = {"by": "flo", "second": "fran", "player": "pam", "cents": 7, "reason": "x", "key": "k"}
    moved = Posting("act:k", DUE, player_of("pam"), Cents(7), Purpose.DISTRIBUTION, "x")
    event = Event("jackpot money awarded", json.dumps({**said, **changed}))
    due.store.commit(Act("k", "cage", due.store.version("cage"), (event,), (moved,)))
    with pytest.raises(AuditFailed, match=words):
        audit(due.store, workers=1)


def test_a_meter_of_release_0_1_0_goes_to_the_players(tmp_path: Path) -> None:
    restore(BACKUP, f"sqlite:///{tmp_path}/old.db")
    with open_store(f"sqlite:///{tmp_path}/old.db") as store:
        room = Room(store)
        room.do("approve", "ada", approved, program_hash(), "the next release")
        for name, state in room.hall.tables.items():
            if state.is_open:
                for seat in state.seats:
                    room.do(f"up {name} {seat}", "dee", cashed_out, name, seat)
                room.do(f"close {name}", "flo", table_closed, name)
        meter, two = room.hall.meter("five").meter, Authority("the end", "flo", "ada")
        by_two(room, "end", "flo", meter_discontinued, "five", None, two, players=True)
        assert store.balance(DUE) == meter.held - meter.seed_owed > 0
        assert reconciled(store, Days()).agrees
        assert audit(store).meters == 2
