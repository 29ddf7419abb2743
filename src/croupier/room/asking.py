"""What somebody asks for, as a text: by it a request is known again when its key comes twice."""

import dataclasses
import json
from collections.abc import Callable, Mapping
from enum import Enum

from croupier.room import poker_state, table_state
from croupier.table.poker_table import PokerTable
from croupier.table.table import Table


def asked_text(by: str, decide: Callable[..., object], *about: object, **more: object) -> str:
    """The same for the same request, in whatever process it is made."""
    return _written([by, _named(decide), [_plain(one) for one in about], _plain(more)])


def _named(decide: Callable[..., object]) -> str:
    name = f"{decide.__module__}.{decide.__qualname__}"
    if "<" in name:
        raise TypeError(f"{name}: what it is about cannot be seen; give that as arguments")
    return name


def _plain(value: object) -> object:
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
            return sorted(([_plain(key), _plain(one)] for key, one in value.items()), key=_written)
        case tuple() | list():
            return [type(value).__name__, *map(_plain, value)]
        case set() | frozenset():
            return sorted(map(_plain, value), key=_written)
        case _ if dataclasses.is_dataclass(value):
            names = [field.name for field in dataclasses.fields(value)]
            return [type(value).__name__, *(_plain(getattr(value, name)) for name in names)]
        case _:
            return repr(value)


def _written(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
