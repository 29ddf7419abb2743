"""A jackpot meter, and meters and their events as plain data.

Amounts are whole *parts*, ten-thousandths of a cent: a rate in ten-thousandths of a wager in cents
is a whole number of them, so that no fraction of a cent is ever lost.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, NewType, Union, get_args, get_origin, get_type_hints

from croupier.bank.meters.events import MeterEvent, MeterOpened, MeterSettled, PrizePosted, Transfer
from croupier.bank.meters.rules import HOUSE_JACKPOT, RATE_WHOLE, MeterRules
from croupier.errors import BadMeter, BadRecord, RuleError, shown
from croupier.money import Cents

PARTS = RATE_WHOLE  # in a cent
HITS_KEPT = 25
NOTHING = Cents(0)


class LastRound(NamedTuple):
    """The last round of a table, and how many wagers of it wait for their cards."""

    table: str
    round: int
    open: int


class Hit(NamedTuple):
    table: str
    round: int
    account: str
    percent: int
    displayed: Cents  # when the round was settled
    paid: Cents


@dataclass(frozen=True, slots=True)
class Meter:
    rules: MeterRules
    displayed: int  # parts
    reserve: int = 0  # parts, never shown to players
    seed_owed: Cents = NOTHING  # the house's money in it, which it may recover
    grown: int = 0  # parts that were added to the display since it was last seeded
    played: tuple[LastRound, ...] = ()
    hits: tuple[Hit, ...] = ()  # the last 25, the latest last
    events: int = 1  # how many it is the sum of
    suspended: str = ""  # why nobody may wager on it
    discontinued: str = ""  # what became of it; nothing while it is in service

    @property
    def shown(self) -> Cents:
        """What the display shows, and what percentages are of."""
        return Cents(self.displayed // PARTS)

    @property
    def held(self) -> Cents:
        """What the escrow account holds for this meter: its whole cents, reserve included.

        Less than one cent waits with the house until it is whole. No wager of a house jackpot
        accrues to a fund, so nothing is held for one.
        """
        if self.rules.kind == HOUSE_JACKPOT:
            return Cents(0)
        return Cents((self.displayed + self.reserve) // PARTS)

    @property
    def in_play(self) -> tuple[LastRound, ...]:
        return tuple(played for played in self.played if played.open)

    def refusal(self, words: str, code: str) -> BadMeter:
        return BadMeter(f"{self.rules.sensor}: {words}", code)

    def last(self, table: str) -> LastRound:
        for played in self.played:
            if played.table == table:
                return played
        return LastRound(table, 0, 0)


class MeterStep(NamedTuple):
    meter: Meter
    transfers: tuple[Transfer, ...] = ()


def capped(rules: MeterRules, displayed: int, added: int) -> tuple[int, int]:
    """The display when parts are added to it, and the parts above its cap: for the reserve."""
    if rules.cap is None:
        return displayed + added, 0
    room = max(0, rules.cap * PARTS - displayed)
    return displayed + min(added, room), max(0, added - room)


def moved(debit: str, credit: str, cents: int, reason: str) -> tuple[Transfer, ...]:
    """One transfer, or none where there is nothing to move."""
    assert cents >= 0, f"{reason}: {cents} cents from {debit} to {credit}"
    return (Transfer(debit, credit, Cents(cents), reason),) if cents else ()


# As plain data: a value is read by the types of its own fields, so no field is named twice


BESIDE = ("event", "by", "second")  # its kind, and who did it, if a person did, or two
# The books write these kinds under the names that they had first.
WRITTEN: Mapping[type, str] = {
    MeterOpened: "Opened",
    MeterSettled: "Settled",
    PrizePosted: "Posted",
}


def written_name(kind: type) -> str:
    return WRITTEN.get(kind, kind.__name__)


def kind_of(event: type) -> str:
    """The kind of an event as the books write it."""
    return written_name(event).lower()


KINDS: dict[str, type[MeterEvent]] = {kind_of(kind): kind for kind in get_args(MeterEvent)}
BY_HAND = tuple(name for name, kind in KINDS.items() if "authority" in kind._fields)
OLDER = {"discontinued": {"players": False}}  # what older events do not say
IN_SERVICE = {"suspended": "", "discontinued": ""}  # what older snapshots do not say


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)  # which would compute them each time


def event_to_json(event: MeterEvent) -> dict[str, object]:
    return {"event": kind_of(type(event)), **value_to_json(event)}


def event_from_json(data: Mapping[str, object]) -> MeterEvent:
    kind = KINDS.get(str(data.get("event"))) if isinstance(data, dict) else None
    if kind is None:
        raise BadRecord(f"not an event of a meter: {shown(data)}", "record/event")
    said = {name: data[name] for name in data if name not in BESIDE}
    event: MeterEvent = value_from_json(kind, {**OLDER.get(str(data["event"]), {}), **said})
    return event


def meter_to_json(meter: Meter) -> dict[str, object]:
    return value_to_json(meter)


def meter_from_json(data: Mapping[str, object]) -> Meter:
    meter: Meter = value_from_json(
        Meter, {**IN_SERVICE, **data} if isinstance(data, dict) else data
    )
    if min(meter.displayed, meter.reserve, meter.seed_owed, meter.grown) < 0:
        raise BadRecord(f"a meter below zero: {shown(data)}", "record/event")
    return meter


def value_to_json(value: Any) -> dict[str, object]:
    """Any value of named fields."""
    return {name: _plain(getattr(value, name)) for name in _hints(value.__class__)}


def _plain(value: Any) -> object:
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value) or hasattr(value, "_fields"):
        return value_to_json(value)
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def value_from_json(kind: Any, data: object) -> Any:
    """A value of that kind; BadRecord says why the data does not describe one."""
    try:
        return _read(kind, data)
    except RuleError as wrong:
        raise BadRecord(f"{written_name(kind)}: {wrong.message}", "record/event") from wrong
    except (TypeError, ValueError) as broken:
        raise BadRecord(
            f"not {written_name(kind)}: {shown(data)} ({broken})", "record/event"
        ) from broken


def _read(kind: Any, data: Any) -> Any:
    if isinstance(kind, NewType):
        return _read(kind.__supertype__, data)
    if get_origin(kind) in (Union, UnionType):  # a type or None
        (one,) = (part for part in get_args(kind) if part is not NoneType)
        return None if data is None else _read(one, data)
    if get_origin(kind) is tuple:
        _check(data, list)
        return tuple(_read(get_args(kind)[0], one) for one in data)
    if kind in (bool, int, str):
        return _check(data, kind)
    if issubclass(kind, Enum):
        return kind(data)
    hints = _hints(kind)
    if set(_check(data, dict)) != set(hints):
        raise ValueError(f"fields {', '.join(sorted(data))}; it has {', '.join(hints)}")
    return kind(**{name: _read(part, data[name]) for name, part in hints.items()})


def _check(data: Any, kind: type) -> Any:
    if type(data) is not kind:  # a bool is not a whole number
        raise ValueError(f"{shown(data)} is not {kind.__name__}")
    return data
