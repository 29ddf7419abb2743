"""A request as canonical text, so that a repeated idempotency key is compared with the original."""

import dataclasses
import json
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from inspect import Parameter, signature

from croupier.room.requests.decisions import earlier_names, name_of
from croupier.room.tables import poker_state
from croupier.room.tables import state as table_state
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table

GIVEN = 2  # a decision's first arguments, which the room gives: the hall, and whose act it is


def request_text(
    by: str, decide: Callable[..., object], about: tuple[object, ...], more: Mapping[str, object]
) -> str:
    """The same for the same request, whichever front end sends it, in whatever process.

    Arguments stand by name and defaults are left out, so a decision may be given a new option.
    """
    parameters = _parameters(decide)
    values = dict(zip((each.name for each in parameters), about, strict=False)) | dict(more)
    said = {
        each.name: _plain(values[each.name])
        for each in parameters
        if each.name in values and values[each.name] != each.default
    }
    return _written([by, name_of(decide), said])


@cache
def _parameters(decide: Callable[..., object]) -> tuple[Parameter, ...]:
    return tuple(signature(decide).parameters.values())[GIVEN:]


def earlier_texts(
    by: str, decide: Callable[..., object], about: tuple[object, ...], more: Mapping[str, object]
) -> Iterator[str]:
    """The same request as it was written before decisions had names."""
    for path in earlier_names(decide):
        values = [_plain_before(one) for one in about]
        yield _written([by, path, values, _plain_before(more)])


def _plain(value: object) -> object:
    match value:
        case None | bool() | int() | str():
            return value
        case Enum():
            return value.value
        case Table():
            return table_state.config_of(value)
        case PokerTable():
            return poker_state.config_of(value)
        case Mapping():
            return sorted(([_plain(key), _plain(one)] for key, one in value.items()), key=_written)
        case set() | frozenset():
            return sorted(map(_plain, value), key=_written)
        case tuple() | list() if not hasattr(value, "_fields"):
            return [_plain(one) for one in value]
        case _ if fields := _fields(value):
            return [type(value).__name__, {name: _plain(getattr(value, name)) for name in fields}]
        case _:
            return repr(value)


def _fields(value: object) -> tuple[str, ...]:
    if dataclasses.is_dataclass(value):
        return tuple(field.name for field in dataclasses.fields(value))
    return tuple(getattr(value, "_fields", ()))


def _plain_before(value: object) -> object:
    match value:
        case None | bool() | int() | str():
            return value
        case Enum():
            return [type(value).__name__, value.value]
        case Table():
            return table_state.config_of(value)
        case PokerTable():
            return poker_state.config_of(value)
        case Mapping():
            pairs = ([_plain_before(key), _plain_before(one)] for key, one in value.items())
            return sorted(pairs, key=_written)
        case tuple() | list():
            return [type(value).__name__, *map(_plain_before, value)]
        case set() | frozenset():
            return sorted(map(_plain_before, value), key=_written)
        case _ if dataclasses.is_dataclass(value):
            names = [field.name for field in dataclasses.fields(value)]
            return [type(value).__name__, *(_plain_before(getattr(value, name)) for name in names)]
        case _:
            return repr(value)


def _written(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
