"""A request as canonical text, so that a repeated idempotency key is compared with the original."""

import dataclasses
import json
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache, partial
from inspect import Parameter, signature
from typing import Any

from croupier.bank.act import Receipt
from croupier.bank.ledger import Purpose
from croupier.bank.meters.meter import WRITTEN
from croupier.bank.reading import act_of
from croupier.bank.store import Store
from croupier.errors import RuleError, shown
from croupier.money import parse_dollars
from croupier.odds.house_edge import worth_from_json
from croupier.room.state.hall import earlier_names, name_of
from croupier.room.tables.kinds import config_of
from croupier.room.tables.tables import OPENED, table_opened
from croupier.table.poker.hand import SIZED
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table

# Types whose names in stored requests are those that they had originally.
OLD_NAMES: Mapping[type, str] = {**WRITTEN, Purpose: "Reason"}
GIVEN = 2  # arguments that the room supplies first: the hall and the actor
NOT_ASKED = ("new_secret",)  # arguments that are never part of a request


def request_text(
    by: str, decide: Callable[..., object], about: tuple[object, ...], more: Mapping[str, object]
) -> str:
    """The same text for the same request, from any front end and process.

    Arguments are named and defaults left out, so a decision may get a new option later. The names
    of arguments, types and fields are in the books: tests/room/test_request_text.py pins them.
    """
    parameters = parameters_of(decide)
    values = dict(zip((each.name for each in parameters), about, strict=False)) | dict(more)
    said = {
        each.name: _plain(values[each.name])
        for each in parameters
        if each.name in values and each.name not in NOT_ASKED and values[each.name] != each.default
    }
    return written([by, name_of(decide), said])


@cache
def parameters_of(decide: Callable[..., object]) -> tuple[Parameter, ...]:
    return tuple(signature(decide).parameters.values())[GIVEN:]


def _plain(value: object, *, older: bool = False) -> object:
    """As JSON. `older`: with the types of enums and lists, and without the names of fields."""
    plain = partial(_plain, older=older)
    name = OLD_NAMES.get(type(value), type(value).__name__)
    match value:
        case None | bool() | int() | str():
            return value
        case Enum():
            return [name, value.value] if older else value.value
        case Table() | PokerTable():
            return config_of(value)
        case Mapping():
            return sorted(([plain(key), plain(one)] for key, one in value.items()), key=written)
        case set() | frozenset():
            return sorted(map(plain, value), key=written)
        case tuple() | list() if older:
            return [name, *map(plain, value)]
        case tuple() | list() if not hasattr(value, "_fields"):
            return [plain(one) for one in value]
        case _ if fields := _fields(value):
            parts = {field: plain(getattr(value, field)) for field in fields}
            return [name, *parts.values()] if older else [name, parts]
        case _ if older:
            return repr(value)  # as earlier programs wrote the fractions of a worth
        case _:
            raise RuleError(
                f"a request has {shown(value)}, of type {name}; it may have text, whole numbers, "
                "true or false, nothing, tables, and lists and records of these: what the books "
                "cannot store by its value cannot be recognized when it is sent again",
                "request/bad",
            )


def _fields(value: object) -> tuple[str, ...]:
    if dataclasses.is_dataclass(value):
        return tuple(field.name for field in dataclasses.fields(value))
    return tuple(getattr(value, "_fields", ()))


def written(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


# Requests as earlier programs wrote them: `[by, path of the function, [values], {named values}]`.
# The command line, other programs and bots called different functions for the same act and passed
# the same arguments by position or by name, so each of these forms is tried.


Values = tuple[tuple[object, ...], Mapping[str, object]]  # by position, and by name
AnyDecision = Callable[..., object]
OwnForm = Callable[[Mapping[str, Any]], Iterator[Values]]


def older_texts(
    store: Store, receipt: Receipt, by: str, decide: AnyDecision, values: Values
) -> Iterator[str]:
    """The forms that older programs may have stored for this request."""
    yield from earlier_texts(by, decide, *values)
    if decide is table_opened:  # until protocol 2, the caller passed the worth
        about, more = values
        for event in act_of(store, receipt).events:
            if event.kind == OPENED and "worth" in (said := json.loads(event.body)):
                worth = tuple(worth_from_json(one) for one in said["worth"])
                yield from earlier_texts(by, decide, (*about, worth), more)


def earlier_texts(
    by: str, decide: AnyDecision, about: tuple[object, ...], more: Mapping[str, object]
) -> Iterator[str]:
    """The request in the format from before decisions had names."""
    for path in earlier_names(decide):
        for values, others in _forms(decide, path, about, more):
            yield written(
                [by, path, [_plain(one, older=True) for one in values], _plain(others, older=True)]
            )


def _forms(
    decide: AnyDecision, path: str, about: tuple[object, ...], more: Mapping[str, object]
) -> Iterator[Values]:
    """The arguments as given; then with defaults given or left out, by position or by name."""
    yield about, more
    parameters = [each for each in parameters_of(decide) if each.name not in NOT_ASKED]
    if len(about) > len(parameters):  # from an older program, with more arguments than now
        return
    values = dict(zip((each.name for each in parameters), about, strict=False)) | dict(more)
    own = OWN_FORMS.get(path)
    if own is not None:
        yield from own({each.name: values.get(each.name, each.default) for each in parameters})
        return
    places = [each for each in parameters if each.kind is not Parameter.KEYWORD_ONLY]
    others = [each for each in parameters if each.kind is Parameter.KEYWORD_ONLY]
    for some in (_given(places, values), places):
        for named in (_given(others, values), others):
            yield (
                tuple(values.get(each.name, each.default) for each in some),
                {each.name: values.get(each.name, each.default) for each in named},
            )


def _given(parameters: list[Parameter], values: Mapping[str, object]) -> list[Parameter]:
    """Without trailing arguments that have their default values."""
    some = list(parameters)
    while some and values.get(some[-1].name, some[-1].default) == some[-1].default:
        some.pop()
    return some


# Functions whose arguments differed from those of today's decision.


def _hand_acted(values: Mapping[str, Any]) -> Iterator[Values]:
    """Programs sent poker actions in chips of one cent."""
    word, _, rest = values["action"].partition(" ")
    try:
        action = f"{word} {parse_dollars(rest)}" if word in SIZED else values["action"]
    except RuleError:
        action = values["action"]
    about = (values["name"], values["seat"], action)
    yield about, {}
    yield (*about, values["version"]), {}
    yield about, {"version": values["version"]}


def _hand_dealt(values: Mapping[str, Any]) -> Iterator[Values]:
    """Seats were listed without bets."""
    more = {"within": values["within"]}
    for seats in (None, [*values["bets"]], (*values["bets"],), {*values["bets"]}):
        if bool(seats) == bool(values["bets"]):
            for about in ((values["name"], seats), *([(values["name"],)] if not seats else [])):
                yield about, {}
                yield about, more


def _places(*names: str) -> OwnForm:
    """These arguments, by position."""
    return lambda values: iter([(tuple(values[name] for name in names), {})])


OWN_FORMS: Mapping[str, OwnForm] = {
    "croupier.room.poker_play.hand_acted": _hand_acted,
    "croupier.room.poker_play.hand_dealt": _hand_dealt,
    "croupier.cli.room_play.any_dead": _places("name", "seat", "reason", "forfeit"),
    "croupier.room.poker_play.poker_dead": _places("name", "seat", "reason"),
    "croupier.room.poker_play.poker_opened": _places("name", "table"),
}
