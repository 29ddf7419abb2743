"""Meters and their events as plain data, and back: exact, and strict with what it cannot read.

A value is read by the types of its own fields, so that no field is named a second time.
"""

import dataclasses
from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from croupier.bank.meters.events import Event
from croupier.bank.meters.meter import Meter
from croupier.errors import BadRecord, RuleError, shown

BESIDE = ("event", "by", "second")  # its kind, and who did it, if a person did, or two
KINDS: dict[str, type[Event]] = {kind.__name__.lower(): kind for kind in get_args(Event)}
BY_HAND = tuple(name for name, kind in KINDS.items() if "authority" in kind._fields)
OLDER = {"discontinued": {"players": False}}  # what older events do not say
IN_SERVICE = {"suspended": "", "discontinued": ""}  # what older snapshots do not say


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)  # which looks for them anew each time


def event_to_json(event: Event) -> dict[str, object]:
    """An event as plain data, with its kind under `event`."""
    return {"event": type(event).__name__.lower(), **value_to_json(event)}


def event_from_json(data: Mapping[str, object]) -> Event:
    kind = KINDS.get(str(data.get("event"))) if isinstance(data, dict) else None
    if kind is None:
        raise BadRecord(f"not an event of a meter: {shown(data)}", "record/event")
    said = {name: data[name] for name in data if name not in BESIDE}
    event: Event = value_from_json(kind, {**OLDER.get(str(data["event"]), {}), **said})
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
    """Any value of named fields, as they are."""
    return {name: _plain(getattr(value, name)) for name in _hints(value.__class__)}


def _plain(value: Any) -> object:
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value) or hasattr(value, "_fields"):
        return value_to_json(value)
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def value_from_json(kind: Any, data: object) -> Any:
    """A value of that kind; BadRecord says why the data is none."""
    try:
        return _read(kind, data)
    except RuleError as wrong:
        raise BadRecord(f"{kind.__name__}: {wrong.message}", "record/event") from wrong
    except (TypeError, ValueError) as broken:
        raise BadRecord(
            f"not {kind.__name__}: {shown(data)} ({broken})", "record/event"
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
    if type(data) is not kind:  # a bool is no whole number
        raise ValueError(f"{shown(data)} is no {kind.__name__}")
    return data
