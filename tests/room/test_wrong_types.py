"""A request may contain anything: every decision refuses in words, and the books are unchanged."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from inspect import Parameter, signature
from typing import Any

import pytest

import croupier.room
from croupier.bank.meters.events import Authority, Lowered, MeterOpened, Why
from croupier.bank.store import Store, open_store
from croupier.errors import Refused
from croupier.money import Cents, check_whole, parse_dollars
from croupier.room.cage.cage import deposited
from croupier.room.meters.meters import meter_changed, meter_opened
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.state.hall import Actor, Hall, Transition
from croupier.room.tables.rounds import acted, dealt
from croupier.room.tables.tables import bought_in, filled
from croupier.table.table import open_table
from tests.room.rooms import meter_rules, new_room
from tests.room.rooms import open_table as opened_table

WRONG: tuple[object, ...] = (
    *(None, True, False, 0, -1, 2, 10**30, 10**5000, 1.5, float("nan"), float("inf")),
    *("", " ", "x", "2", "7", "\0", "\ud800", "[/bold]", "x" * 20_000, b"pam"),
    *([], [1], ["1"], (), {}, {1: 2}, {"1": {"ante": 500}}, {1: {"ante": "500"}}, {1: None}),
    *({1: {"ante": 10**5000}}, {1: {"ante": True}}, {1: {5: 500}}, {True: {"ante": 500}}),
    *({1, "a"}, object(), Role.DEALER, lambda: 1, Authority(None, 5, [])),  # type: ignore[arg-type]
)


def decisions() -> Iterator[Callable[..., Transition]]:
    """All decisions of a room's modules for Room.do: they take the hall and the arguments."""
    seen = set()
    for module in pkgutil.walk_packages(croupier.room.__path__, "croupier.room."):
        for name, one in inspect.getmembers(importlib.import_module(module.name)):
            if inspect.isfunction(one) and not name.startswith("_") and one not in seen:
                kinds = [part.annotation for part in signature(one).parameters.values()]
                if kinds[:2] == [Hall, Actor] and signature(one).return_annotation is Transition:
                    seen.add(one)
                    yield one


DECISIONS = {one.__name__: one for one in decisions()}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with open_store(f"sqlite:///{tmp_path_factory.mktemp('wrong')}/bank.db") as store:
        room = new_room(store)
        opened_table(room, "7", open_table("4-card-buyout"))
        room.do("pam", "flo", enrolled, "pam", Role.PLAYER)
        room.do("in", "flo", deposited, "pam", Cents(90_000))
        room.do("sit", "dee", bought_in, "7", 1, "pam", Cents(50_000))
        yield room


# A valid value for each argument, so that one wrong value is the only fault.
RIGHT: dict[str, object] = {
    "name": "7",
    "seat": 1,
    "player": "pam",
    "cents": Cents(500),
    "number": 1,
    "reason": "why",
    "second": "fran",
    "action": "fold",
    "bets": {1: {"first bet": 500}},
    "word": "luck",
    "role": Role.FLOOR,
    "tables": ("7",),
    "authority": Authority("why", "flo", "fran"),
    "to": "player",
    "wager": "first bet",
    "posting": "in",
    "reference": "slip 5",
    "program": "a program",
}


def test_all_decisions_are_tried() -> None:
    assert {"dealt", "acted", "deposited", "table_opened"} <= set(DECISIONS)
    assert len(DECISIONS) > 25


@pytest.mark.parametrize("name", DECISIONS)
def test_only_refusals_come_out(room: Room, name: str) -> None:
    """One argument after another is wrong in every way; then all at once."""
    decide = DECISIONS[name]
    parts = list(signature(decide).parameters.values())[2:]
    needed = [part.name for part in parts if part.default is Parameter.empty]
    before = room.store.head()
    for number, wrong in enumerate(WRONG):
        asked: list[dict[str, Any]] = [dict.fromkeys(needed, wrong)]
        asked += [{**_right(needed), part.name: wrong} for part in parts]
        for place, more in enumerate(asked):
            _refuses(room, f"{name} {number} {place}", "flo", decide, more)
        _refuses(room, f"{name} {number} by", wrong, decide, _right(needed))
    _refuses(room, "nothing", "flo", decide, {})
    _refuses(room, "unknown", "flo", decide, {**_right(needed), "no such thing": 1})
    if room.store.head() == before:
        assert Room(room.store).hall == room.hall


def _right(needed: list[str]) -> dict[str, Any]:
    return {name: RIGHT.get(name, "x") for name in needed}


def _refuses(room: Room, key: str, by: Any, decide: Callable[..., Transition], more: Any) -> None:
    """It is refused, with nothing changed; or it was valid after all, and is in the books whole."""
    before = room.store.head()
    (answer,) = room.do_all([Request(key, by, decide, (), more)])
    if isinstance(answer, Refused):
        assert room.store.head() == before and len(answer.message) < 3_000
    else:
        assert answer.last == room.store.head().sequence


@pytest.mark.parametrize("key", [None, 5, [], "", "x" * 101, "\0", "a + b", "\ud800", b"key"])
def test_keys(room: Room, key: Any) -> None:
    before = room.store.head()
    with pytest.raises(Refused):
        room.do(key, "flo", filled, "7", Cents(500))
    assert room.store.head() == before


def test_values_built_by_callers_are_checked(room: Room) -> None:
    rules = meter_rules(open_table("four-card-prime"), "five card jackpot", ("A",))
    for carried in ("5", 1.5, 10**5000):
        opening = MeterOpened(rules, carried)  # type: ignore[arg-type]
        with pytest.raises(Refused, match="it must be"):
            room.do("meter", "flo", meter_opened, "main", opening)
    for authority in (None, Authority("why", "flo", 5), ("why", "flo", "fran")):  # type: ignore[arg-type]
        change = Lowered(Why.RECEIPTS, Cents(5), authority)  # type: ignore[arg-type]
        with pytest.raises(Refused, match="it must be"):
            room.do("lower", "flo", meter_changed, "main", change)


def test_seats_that_are_not_numbers(room: Room) -> None:
    for seat in ("1", True, 1.0, None, [1]):
        with pytest.raises(Refused, match="it must be"):
            room.do("act", "flo", acted, "7", seat, "fold")
        if seat.__hash__:
            with pytest.raises(Refused, match="it must be"):
                room.do("deal", "flo", dealt, "7", {seat: {"first bet": 500}, 2: {}})


def test_a_name_is_one_person_however_it_is_written(store: Store) -> None:
    """Zoë with one code point or with two, through Room.do as through the commands."""
    composed, apart = "zo\u00eb", "zoe\u0308"
    room = new_room(store)
    room.do("zoe", "flo", enrolled, apart, Role.PLAYER)
    assert composed in room.hall.floor.people and apart not in room.hall.floor.people
    opened_table(room, "7", open_table("4-card-buyout"))
    first = room.do("in", "flo", deposited, apart, Cents(5_000))
    assert room.do("in", "flo", deposited, composed, Cents(5_000)).last == first.last
    room.do("sit", apart, bought_in, "7", 1, apart, Cents(5_000))
    assert room.hall.table("7").seats == {1: composed}
    room.do("zoe works", "ada", enrolled, "rene\u0301", Role.FLOOR)
    two = Authority("a test", "rene\u0301", "flo")
    with pytest.raises(Refused, match="no meter"):
        room.do("lower", "rene\u0301", meter_changed, "no", Lowered(Why.RECEIPTS, Cents(5), two))


AMOUNTS = [None, True, 1.5, "5", float("nan"), 10**5000, -(10**5000), [5]]


@pytest.mark.parametrize("cents", AMOUNTS, ids=type)
def test_amounts(cents: object) -> None:
    with pytest.raises(Refused, match="not a number of cents"):
        check_whole(cents)
    with pytest.raises(Refused, match="not an amount"):
        parse_dollars(cents if not isinstance(cents, str) else "5 dollars")  # type: ignore[arg-type]
