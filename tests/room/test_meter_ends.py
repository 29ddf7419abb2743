"""WAC 230-15-710 in the room: two meters in one act, the tables that played for one, the audit."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.bank.act import Act, Event, Part
from croupier.bank.audit.run import AuditFailed
from croupier.bank.backup.restore import restore
from croupier.bank.ledger import Account, Kind, Posting, Purpose
from croupier.bank.meters.events import (
    ESCROW,
    HOUSE,
    MOVED,
    RECEIPTS,
    Authority,
    Discontinued,
    MeterOpened,
    Received,
    Resumed,
    Suspended,
)
from croupier.bank.meters.jackpot import after
from croupier.bank.meters.meter import event_to_json, meter_to_json
from croupier.bank.reading import Stretch
from croupier.bank.store import Store, open_store
from croupier.money import Cents
from croupier.program import program_hash
from croupier.room.audit.run import audit
from croupier.room.books.days import Days
from croupier.room.books.log import log
from croupier.room.meters.ends import meter_discontinued
from croupier.room.meters.holdings import accruals
from croupier.room.meters.meters import meter_changed, meter_opened
from croupier.room.names import tray_of
from croupier.room.people.floor import approved
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, dealt
from croupier.room.tables.state import body
from croupier.room.tables.tables import cashed_out, table_closed, table_opened
from croupier.table.table import open_table
from tests.room.rooms import (
    RoomLike,
    balances,
    by_two,
    escrow_due,
    meter_rules,
    new_room,
    seat_players,
)
from tests.room.rooms import open_table as furnish
from tests.room.test_old_bank import BACKUP
from tests.room.test_operations import PRIME, bets, refused

FIVE, FOUR = "five card jackpot", "four card jackpot"
TWO = Authority("the table is sold", "flo", "fran")
END = (meter_discontinued, "main", "second", TWO)


def two_meters(store: Store) -> None:
    """One round was played at table A, for `main`; `second` is for table B, which is closed."""
    room = new_room(store)
    for name, sensor, table in (("main", FIVE, "A"), ("second", FOUR, "B")):
        rules = meter_rules(open_table(PRIME), sensor, (table,))
        room.do(name, "flo", meter_opened, name, MeterOpened(rules))
    furnish(room, "A", open_table(PRIME, offers=[FIVE]))
    seat_players(room, "A")
    room.do("deal", "dee", dealt, "A", bets(1, 2))
    for seat in (1, 2):
        room.do(f"act {seat}", "dee", acted, "A", seat, "raise 1x")


@pytest.fixture
def room(room_like: RoomLike) -> Room:
    return room_like(two_meters)


@pytest.fixture
def closed(room: Room) -> Room:
    for seat in list(room.hall.banked("A").seats):
        room.do(f"up {seat}", "dee", cashed_out, "A", seat)
    room.do("close A", "flo", table_closed, "A")
    return room


def test_a_table_that_plays_for_it_is_closed_first(room: Room) -> None:
    refused(room, "jackpot/in_play", "table A is open and plays for it", "flo", *END)


def test_every_cent_goes_to_the_other(closed: Room) -> None:
    room, store = closed, closed.store
    main, second = (room.hall.meter(name).meter for name in ("main", "second"))
    house, escrow = store.balance(HOUSE), store.balance(ESCROW)
    dealers = (*END[:3], TWO._replace(second="dee"))
    refused(room, "role/not_allowed", "may change a meter", "flo", *dealers)
    by_two(room, "end", "fran", *END)
    now = room.hall.meter("second").meter
    # The cap of second is 10,003.00, and it displayed 10,000.00.
    assert now.shown == 1_000_300
    whole = second.displayed + second.reserve + main.displayed + main.reserve
    assert now.displayed + now.reserve == whole
    assert now.seed_owed == 2_000_000
    assert room.hall.meter("main").meter.held == 0
    assert store.balance(ESCROW) == now.held == escrow_due(room.hall.meters)
    assert store.balance(MOVED) == 0
    assert (store.balance(HOUSE) - house) == escrow - store.balance(ESCROW)
    assert Room(store).hall == room.hall
    assert audit(store, workers=1).meters == 2
    assert [entry.kind for entry in log(store, Stretch(1, 10**9))][-2:] == [
        "received",
        "discontinued",
    ]


def test_its_books_say_where_the_money_went(closed: Room) -> None:
    by_two(closed, "end", "flo", *END)
    lines = {line.meter: line for line in accruals(closed.store, Days())}
    assert all(map(balances, lines.values()))
    assert lines["main"].moved == -lines["second"].moved < -1_000_000
    assert (lines["main"].held, lines["main"].lowered) == (0, 0)


def test_afterwards_nobody_plays_for_it(closed: Room) -> None:
    room = closed
    by_two(room, "end", "flo", *END)
    table = open_table(PRIME, offers=[FIVE])
    refused(room, "room/meter", "no meter is linked to it", "flo", table_opened, "A", table)
    rules = meter_rules(table, FIVE, ("A",))
    words = "there is a meter main, discontinued (to second); take another name"
    refused(room, "room/meter", words, "flo", meter_opened, "main", MeterOpened(rules))
    room.do("new", "flo", meter_opened, "new main", MeterOpened(rules))
    room.do("again", "flo", table_opened, "A", table)
    assert room.hall.banked("A").meters == {FIVE: "new main"}


def test_only_the_last_one_is_booked_as_receipts(closed: Room) -> None:
    room, store = closed, closed.store
    booked = (meter_discontinued, "second", None, TWO)
    refused(room, "jackpot/receipts", "can go to another progressive, main", "flo", *booked)
    for to in ("main", "nowhere"):
        code = "jackpot/received" if to == "main" else "room/meter"
        refused(room, code, "", "flo", meter_discontinued, "main", to, TWO)
    by_two(room, "end", "flo", *END)
    held, owed = (room.hall.meter("second").meter.held, 2_000_000)
    refused(room, "jackpot/received", "", "flo", meter_discontinued, "second", "main", TWO)
    house = store.balance(HOUSE)
    by_two(room, "last", "flo", *booked)
    assert store.balance(RECEIPTS) == held - owed and store.balance(HOUSE) - house == owed
    assert store.balance(ESCROW) == 0 == escrow_due(room.hall.meters)
    audit(store, workers=1)


def test_715_a_suspended_meter_takes_no_wagers(room: Room) -> None:
    by_two(room, "stop", "flo", meter_changed, "main", Suspended(TWO))
    refused(room, "jackpot/suspended", "nobody may wager on it", "dee", dealt, "A", bets(1))
    room.do("without", "dee", dealt, "A", {1: {"ante": 500}})
    room.do("act", "dee", acted, "A", 1, "fold")
    assert Room(room.store).hall.meter("main").meter.suspended == TWO.reason
    by_two(room, "go on", "fran", meter_changed, "main", Resumed(TWO))
    room.do("with", "dee", dealt, "A", bets(1))
    audit(room.store, workers=1)


def false_act(room: Room, gift: Received, to: str) -> Act:
    """As the room would write it, except for the gift and where main is said to go."""
    main, second = room.hall.meter("main"), room.hall.meter("second")
    events = (Discontinued(to, TWO), gift)
    said = [{**event_to_json(one), "by": "flo"} for one in events]
    told = [Event(str(one["event"]), json.dumps(one)) for one in said]
    ended = after(main.meter, Discontinued("second", TWO)).meter
    given = after(second.meter, right_gift(room)).meter
    cents = Cents(main.meter.held)
    law = f"WAC 230-15-710 {{}}: {TWO.reason}"
    out, back = (
        Posting(f"{main.stream}/{main.version + 1}/0", ESCROW, MOVED, cents, Purpose.TRANSFER),
        Posting(f"{second.stream}/{second.version + 1}/0", MOVED, ESCROW, cents, Purpose.TRANSFER),
    )
    return Act(
        "false",
        main.stream,
        main.version,
        (told[0],),
        (replace(out, memo=law.format(f"to {to}")), replace(back, memo=law.format("from main"))),
        accounts=(Account(MOVED, Kind.ESCROW),),
        snapshot=body(meter_to_json(ended)),
        also=(Part(second.stream, second.version, (told[1],), body(meter_to_json(given))),),
    )


FALSE_GIFTS = {
    "a seed that nobody gave": ({"seed": 1_000_001}, "second", "main has"),
    "more of it displayed": ({"reserve": 0}, "second", "main has"),
    "to another": ({}, "elsewhere", "is not what the other was told"),
}


def right_gift(room: Room) -> Received:
    meter = room.hall.meter("main").meter
    return Received("main", meter.displayed, meter.reserve, meter.seed_owed, TWO)


@pytest.mark.parametrize("changed, to, words", FALSE_GIFTS.values(), ids=FALSE_GIFTS)
def test_the_audit_compares_what_one_gave_with_what_the_other_took(
    closed: Room, changed: dict[str, int], to: str, words: str
) -> None:
    """Seed money and fractions of a cent move nothing: only the two meters show them."""
    right = right_gift(closed)
    if "reserve" in changed:
        changed = {"reserve": 0, "displayed": right.displayed + right.reserve}
    closed.store.commit(false_act(closed, right._replace(**changed), to))
    with pytest.raises(AuditFailed, match=words) as failed:
        audit(closed.store, workers=1)
    assert failed.value.kind == "event"


def test_the_act_as_the_room_writes_it_lacks_only_an_approval(closed: Room) -> None:
    closed.store.commit(false_act(closed, right_gift(closed), "second"))
    with pytest.raises(AuditFailed, match="takes two people, in two acts"):
        audit(closed.store, workers=1)


def test_the_audit_finds_a_gift_of_a_meter_that_stays_open(closed: Room) -> None:
    act = false_act(closed, right_gift(closed), "second")
    back = replace(act.postings[1], debit=HOUSE, reason=Purpose.FUNDING)
    (part,) = act.also
    closed.store.commit(Act("k", part.stream, part.version, part.events, (back,)))
    with pytest.raises(AuditFailed):
        audit(closed.store, workers=1)


def test_the_audit_finds_other_amounts_that_a_meter_moved(room: Room) -> None:
    version = room.hall.meter("main").version
    stolen = Posting("stolen", HOUSE, tray_of("A"), Cents(1), Purpose.FILL)
    room.store.commit(Act("theft", "meter/main", version, postings=(stolen,)))
    with pytest.raises(AuditFailed, match="an act without events: nothing claims it"):
        audit(room.store, workers=1)


@pytest.mark.parametrize("second", ["dee", "flo", "nobody"])
def test_the_audit_checks_who_made_a_change(room: Room, second: str) -> None:
    """Whatever was written with the right amounts: two people who may change a meter."""
    main = room.hall.meter("main")
    event = Suspended(Authority("funds seized", "flo", second))
    said = Event("suspended", json.dumps({**event_to_json(event), "by": "flo"}))
    room.store.commit(Act("alone", main.stream, main.version, (said,)))
    with pytest.raises(AuditFailed, match=r"change a meter|two different people"):
        audit(room.store, workers=1)


def test_a_meter_of_release_0_1_0_is_discontinued(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/old.db"
    restore(BACKUP, url)
    with open_store(url) as store:
        room = Room(store)
        room.do("approve", "ada", approved, program_hash(), "the next release")
        held = room.store.balance(ESCROW)
        for name, state in room.hall.tables.items():
            if state.is_open:
                for seat in state.seats:
                    room.do(f"up {name} {seat}", "dee", cashed_out, name, seat)
                room.do(f"close {name}", "flo", table_closed, name)
        two = Authority("the end", "flo", "ada")
        by_two(room, "end", "flo", meter_discontinued, "five", "four", two)
        assert room.hall.meter("four").meter.held == store.balance(ESCROW) >= held
        assert Room(store).hall == room.hall
        assert audit(store).meters == 2
