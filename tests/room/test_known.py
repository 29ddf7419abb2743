"""How to go on after a failed audit: what it found is declared known, by two people."""

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from croupier.bank.act import Act, Event, Receipt
from croupier.bank.audit.run import AuditFailed
from croupier.bank.ledger import Posting, Purpose
from croupier.bank.meters.events import ESCROW
from croupier.bank.store import Store
from croupier.errors import BankError, Refused
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.cage.cage import deposited
from croupier.room.names import chips_of, player_of, tray_of
from croupier.room.people.floor import enrolled
from croupier.room.people.known_differences import KnownDifference
from croupier.room.people.proposals import proposed, seconded
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.table.table import open_table as a_table
from tests.room.rooms import RoomLike, new_room, open_table, play, seat_players

GAME = next(iter(GAMES))
CHANGE = "UPDATE events SET body = '{}' WHERE sequence = (SELECT MAX(sequence) FROM events)"


def a_deposit(store: Store) -> None:
    room = new_room(store)
    room.do("enrol pam", "flo", enrolled, "pam", Role.PLAYER)
    room.do("in", "flo", deposited, "pam", Cents(700))


@pytest.fixture
def room(room_like: RoomLike) -> Room:
    return room_like(a_deposit)


def stolen(room: Room, key: str, cents: int) -> None:
    """A deposit by somebody without permission: dee, who is a dealer."""
    said = {"by": "dee", "player": "pam", "cents": cents}
    moved = Posting(f"act:{key}", "outside", player_of("pam"), Cents(cents), Purpose.DEPOSIT)
    event = Event("deposited", json.dumps(said))
    room.store.commit(Act(key, "cage", room.store.version("cage"), (event,), (moved,)))


def difference(store: Store) -> AuditFailed:
    with pytest.raises(AuditFailed) as failed:
        audit(store, workers=1)
    return failed.value


def declare(room: Room, found: AuditFailed, key: str = "known") -> None:
    matter = KnownDifference(found.kind, found.sequence, found.what, "dee was told off")
    room.do(f"{key} proposed", "aud", proposed, matter)
    room.do(key, "ada", seconded, room.hall.proposals.last)


def test_it_is_reported_and_the_next_one_is_found(room: Room) -> None:
    stolen(room, "one", 5)
    first = difference(room.store)
    assert first.may_be_known and "may take deposits" in first.what
    assert first.name == difference(room.store).name
    declare(Room(room.store), first)
    found = audit(room.store, workers=1)
    (known,) = found.known
    assert (known.name, known.by, known.second) == (first.name, "aud", "ada")
    assert known.reason == "dee was told off" and known.difference == first.message
    stolen(room, "two", 5)
    second = difference(room.store)
    assert second.sequence is not None and first.sequence is not None
    assert second.name != first.name and second.sequence > first.sequence
    declare(Room(room.store), second, "known too")
    assert [one.name for one in audit(room.store, workers=1).known] == [first.name, second.name]


def test_books_without_one_say_so(room: Room) -> None:
    assert audit(room.store, workers=1).known == ()


def test_declaring_what_is_not_a_difference_excuses_nothing(room: Room) -> None:
    declare(room, AuditFailed("act", 3, "no such thing"))
    assert audit(room.store, workers=1).known == ()


def test_who_may_declare_it(room: Room) -> None:
    matter = KnownDifference("act", 3, "x", "why")
    for who in ("flo", "dee", "pam"):
        with pytest.raises(Refused, match="may declare a difference known"):
            room.do(f"{who} tries", who, proposed, matter)
    with pytest.raises(Refused, match="say why"):
        room.do("no reason", "aud", proposed, KnownDifference("act", 3, "x", " "))
    room.do("please", "aud", proposed, matter)
    with pytest.raises(Refused, match="cannot be both"):
        room.do("yes", "aud", seconded, 1)


def forged(room: Room, found: AuditFailed, key: str = "forged", **other: object) -> None:
    """Declared by nobody: an act that names two people."""
    said = {"kind": found.kind, "sequence": found.sequence, "difference": found.what}
    said |= {"reason": "x", "by": "aud", "second": "ada", "name": found.name, **other}
    event = Event("difference known", json.dumps(said))
    room.store.commit(Act(key, "differences", room.store.version("differences"), (event,)))


def test_a_declaration_that_nobody_approved_excuses_nothing(room: Room) -> None:
    """Not even one that is about itself, although its name is predictable."""
    stolen(room, "one", 5)
    forged(room, difference(room.store))
    first = difference(room.store)
    assert "takes two people" in first.what
    foreseen = AuditFailed("act", room.store.head().sequence + 2, first.what)
    forged(room, foreseen, "about itself")
    forged(room, first, "about the other")
    assert difference(room.store).what.startswith("differences: ")


@pytest.mark.parametrize(
    "wrong, words",
    [
        ({"name": "act-1-0123456789abcdef"}, "the name of another difference"),
        ({"by": "flo"}, "may declare a difference known"),
        ({"second": "aud"}, "cannot be both"),
        ({"reason": " "}, "nobody says why"),
        ({"more": 1}, "fields"),
        ({"sequence": 10**6, "name": AuditFailed("act", 10**6, "x").name}, "before it was written"),
        ({}, "takes two people"),
    ],
)
def test_a_declaration_that_is_false(room: Room, wrong: dict[str, object], words: str) -> None:
    forged(room, AuditFailed("act", 3, "x"), **wrong)
    assert words in difference(room.store).what


def played(store: Store) -> Room:
    room = new_room(store)
    open_table(room, "7", a_table(GAME))
    seat_players(room, "7")
    play(room, Random(1), 3)
    return room


def test_an_act_outside_the_rounds_is_skipped(store: Store) -> None:
    """The rounds before and after it are still replayed; a fill by a dealer."""
    room = played(store)
    rounds = audit(store, workers=1).rounds
    moved = Posting("7/stolen", "house", tray_of("7"), Cents(5), Purpose.FILL)
    event = Event("fill", json.dumps({"by": "dee", "cents": 5}))
    version, kept = store.version("table/7"), store.stored_streams(["table/7"])["table/7"]
    store.commit(Act("forged", "table/7", version, (event,), (moved,), snapshot=kept.snapshot))
    first = difference(store)
    room = Room(store)
    declare(room, first)
    play(room, Random(2), 2)
    found = audit(store, workers=1)
    assert found.rounds == rounds + 2 and [one.name for one in found.known] == [first.name]


@pytest.mark.parametrize("act", ["first", "last"])
def test_a_round_with_another_course_is_skipped(store: Store, act: str) -> None:
    """A seat is paid 5 cents more in one round; the rounds before and after it are replayed."""
    room = played(store)
    before = audit(store, workers=1)
    commit, changed = store.commit_many, list[str]()

    def pay_more(acts: Sequence[Act]) -> list[Receipt | BankError]:
        return commit([_paid_more(one, act, changed) for one in acts])

    store.commit_many = pay_more  # type: ignore[method-assign]
    play(room, Random(3), 1)
    store.commit_many = commit  # type: ignore[method-assign]
    assert len(changed) == 1
    found = difference(store)
    assert found.may_be_known and "7/4/more" in found.what
    play(room, Random(4), 2)
    declare(room, found)
    after = audit(store, workers=1)
    assert (after.rounds, after.unplayed) == (before.rounds + 2, before.unplayed + 1)
    assert [one.name for one in after.known] == [found.name]


def _paid_more(act: Act, which: str, changed: list[str]) -> Act:
    text = act.events[0].body if act.events else ""
    wanted = '"event":"opened"' in text if which == "first" else '"shoe"' in text
    if changed or act.stream != "table/7" or act.events[0].kind != "round" or not wanted:
        return act
    changed.append(act.key)
    more = Posting("7/4/more", tray_of("7"), chips_of("7", 1), Cents(5), Purpose.WINNINGS)
    return replace(act, postings=(*act.postings, more))


def test_the_chain_itself_is_never_known(room: Room) -> None:
    """Its triggers forbid a change; an owner of the database removes them first."""
    if room.store.engine.dialect.name != "sqlite":
        drop = ["ALTER TABLE events DISABLE TRIGGER ALL"]
    else:
        with room.store.reading() as connection:
            names = connection.exec_driver_sql(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).scalars()
            drop = [f'DROP TRIGGER "{name}"' for name in names]
    with room.store.engine.begin() as connection:
        for statement in (*drop, CHANGE):
            connection.exec_driver_sql(statement)
    found = difference(room.store)
    assert "do not agree" in found.what and not found.may_be_known
    declare(room, found)
    assert difference(room.store).name == found.name


def test_the_parts_of_the_audit_that_follow_single_streams(room: Room) -> None:
    """Money in the escrow that no meter accounts for."""
    moved = Posting("x", "house", ESCROW, Cents(5), Purpose.FUNDING)
    said = {"by": "flo", "player": "pam", "cents": 5}
    event = Event("deposited", json.dumps(said))
    version = room.store.version("cage")
    room.store.commit(Act("forged", "cage", version, (event,), (moved,)))
    names = []
    for time in range(3):
        found = difference(room.store)
        assert found.may_be_known
        names.append(found.name)
        declare(Room(room.store), found, f"known {time}")
    known = audit(room.store, workers=1).known
    assert sorted(one.name for one in known) == sorted(names)
    room.do("more", "flo", deposited, "pam", Cents(5))
    assert len(audit(room.store, workers=1).known) == 3
