"""Checks a request against its decision: every value has the declared type; names are normalized.

A caller may send anything: text for a seat, a list for a name, a number of 5,000 digits. It is
refused here, with a message, so that decisions can rely on their declared types.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields as fields_of
from dataclasses import is_dataclass, replace
from enum import Enum
from functools import cache
from inspect import Signature, signature
from types import NoneType, UnionType
from typing import Any, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from croupier.bank.ledger import text_is_valid
from croupier.errors import RuleError, shown
from croupier.money import Cents, check_whole
from croupier.room.people.roles import composed
from croupier.room.requests.text import GIVEN, Values
from croupier.room.tables.poker.amounts import as_typed

LARGEST = 2**63  # of the integers that a database stores
LONGEST = 10_000  # characters of a text, such as a reason
OF_PEOPLE = ("by", "first", "second", "name", "player")
ACTION = "action"  # at a table; may contain an amount
# Dataclasses of these packages are checked field by field; tables and games check themselves.
BY_HAND = ("croupier.bank", "croupier.room")


def understood(
    decide: Callable[..., object], about: tuple[object, ...], more: Mapping[str, object]
) -> Values:
    """The arguments of a decision with normalized names; refused if one has the wrong type."""
    form, names, hints = _declared(decide)
    try:
        form.bind(*[None] * GIVEN, *about, **more)
    except TypeError as wrong:
        raise _bad(f"{_called(decide)}: {wrong}") from None
    for name, value in (*zip(names, about, strict=False), *more.items()):
        check(_called(decide), name, hints.get(name, Any), value)
    return (
        tuple(_one_form(name, value) for name, value in zip(names, about, strict=False)),
        {name: _one_form(name, value) for name, value in more.items()},
    )


def person(by: object) -> str:
    check("a request", "by", str, by)
    return composed(str(by))


def check(where: str, name: str, hint: Any, value: object) -> None:
    """Refuses a value that, or part of which, is not of the declared type."""
    if hint is Cents:
        check_whole(value)
    if not _is(hint, value):
        words = f"{where}: {name} is {shown(value)}; it must be {_words(hint)}"
        if name in OF_PEOPLE and isinstance(value, str):  # text that cannot be encoded
            raise RuleError(words, "room/name")
        raise _bad(words)


def _bad(words: str) -> RuleError:
    return RuleError(words, "request/bad")


def _called(decide: Callable[..., object]) -> str:
    return getattr(decide, "__name__", "a request").strip("_").replace("_", " ")


@cache
def _declared(decide: Callable[..., object]) -> tuple[Signature, tuple[str, ...], dict[str, Any]]:
    """The signature of a decision: the names of its arguments, and their types."""
    form = signature(decide)
    return form, tuple(form.parameters)[GIVEN:], get_type_hints(decide)


def _one_form(name: str, value: object) -> object:
    if name in OF_PEOPLE and isinstance(value, str):
        return composed(value)
    if name == ACTION and isinstance(value, str):
        return as_typed(value)
    if isinstance(value, tuple) and (fields := getattr(value, "_fields", ())):
        parts = dict(zip(fields, value, strict=True))
        made: Any = type(value)
        return made(**{field: _one_form(field, part) for field, part in parts.items()})
    if is_dataclass(value) and type(value).__module__.startswith(BY_HAND):
        parts = {field.name: getattr(value, field.name) for field in fields_of(value)}
        return replace(value, **{field: _one_form(field, part) for field, part in parts.items()})  # type: ignore[type-var]
    return value


def _is(hint: Any, value: object) -> bool:
    if isinstance(hint, NewType):
        hint = hint.__supertype__
    if hint in (Any, object) or isinstance(hint, TypeVar):
        return True
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return any(_is(one, value) for one in get_args(hint))
    if origin is not None:
        return _items_are(origin, get_args(hint), value)
    if hint is int:
        return type(value) is int and -LARGEST < value < LARGEST
    if hint is str:
        return type(value) is str and text_is_valid(value, LONGEST)
    if hint in (bool, NoneType):
        return type(value) is hint
    return isinstance(value, hint) and _fields_are(value)


def _items_are(origin: Any, parts: tuple[Any, ...], value: object) -> bool:
    """A mapping, a collection or a function, with the declared types of its items."""
    if origin is Callable:
        return callable(value)
    if isinstance(value, str) or not isinstance(value, origin):
        return False
    if isinstance(value, Mapping):
        if len(parts) == 1:  # a collection of one type
            return False
        key, one = parts
        return all(_is(key, name) and _is(one, each) for name, each in value.items())
    if origin is tuple and Ellipsis not in parts:
        assert isinstance(value, tuple)
        return len(value) == len(parts) and all(map(_is, parts, value))
    return not isinstance(value, Collection) or all(_is(parts[0], each) for each in value)


def _fields_are(value: object) -> bool:
    """Checks the fields of a dataclass that a caller built: an authority, a meter's rules."""
    by_hand = isinstance(value, tuple) or type(value).__module__.startswith(BY_HAND)
    if not by_hand:
        return True
    made: Any = type(value)
    for name, hint in _hints(made).items():
        if hint is Cents:
            check_whole(getattr(value, name))
    return all(_is(hint, getattr(value, name)) for name, hint in _hints(made).items())


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The types of its fields."""
    names = getattr(kind, "_fields", None) or getattr(kind, "__dataclass_fields__", None) or ()
    return {name: hint for name, hint in get_type_hints(kind).items() if name in names}


def _words(hint: Any) -> str:
    if isinstance(hint, NewType):
        hint = hint.__supertype__
    plain = {int: "a whole number", str: "text", bool: "true or false", NoneType: "nothing"}
    if hint in plain:
        return plain[hint]
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(map(_words, get_args(hint)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return f"one of {', '.join(str(one.value) for one in hint)}"
    return getattr(hint, "__name__", str(hint))
