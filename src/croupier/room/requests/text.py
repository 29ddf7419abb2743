"""A request as canonical text, so that a repeated idempotency key is compared with the original."""

import dataclasses
import json
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from inspect import Parameter, signature

from croupier.room.state.hall import name_of
from croupier.room.tables.kinds import config_of
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table

GIVEN = 2  # a decision's first arguments, which the room gives: the hall, and whose act it is


def request_text(
    by: str, decide: Callable[..., object], about: tuple[object, ...], more: Mapping[str, object]
) -> str:
    """The same for the same request, whichever front end sends it, in whatever process.

    Arguments stand by name and defaults are left out, so a decision may be given a new option.
    """
    parameters = parameters_of(decide)
    values = dict(zip((each.name for each in parameters), about, strict=False)) | dict(more)
    said = {
        each.name: _plain(values[each.name])
        for each in parameters
        if each.name in values and values[each.name] != each.default
    }
    return written([by, name_of(decide), said])


@cache
def parameters_of(decide: Callable[..., object]) -> tuple[Parameter, ...]:
    return tuple(signature(decide).parameters.values())[GIVEN:]


def _plain(value: object) -> object:
    match value:
        case None | bool() | int() | str():
            return value
        case Enum():
            return value.value
        case Table() | PokerTable():
            return config_of(value)
        case Mapping():
            return sorted(([_plain(key), _plain(one)] for key, one in value.items()), key=written)
        case set() | frozenset():
            return sorted(map(_plain, value), key=written)
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


def written(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
