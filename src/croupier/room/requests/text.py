"""A request as canonical text, so that a repeated idempotency key is compared with the original."""

import dataclasses
import json
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from inspect import Parameter, signature
from typing import Any

from croupier.bank.act import Receipt
from croupier.bank.reading import act_of
from croupier.bank.store import Store
from croupier.errors import RuleError
from croupier.money import parse_dollars
from croupier.odds.house_edge import worth_from_json
from croupier.room.state.hall import earlier_names, name_of
from croupier.room.tables.kinds import config_of
from croupier.room.tables.tables import OPENED, table_opened
from croupier.table.poker.hand import SIZED
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


# Requests as earlier programs wrote them: `[by, path of the function, [values], {named values}]`.
# The command line, other programs and bots called different functions for the same act and passed
# the same arguments by position or by name, so each of these forms is tried.


Values = tuple[tuple[object, ...], Mapping[str, object]]  # by position, and by name
Decide = Callable[..., object]
NOT_ASKED = ("new_secret",)  # arguments that no request has


def older_texts(
    store: Store, receipt: Receipt, by: str, decide: Decide, values: Values
) -> Iterator[str]:
    """The same request as text, for the act that is in the books."""
    yield from earlier_texts(by, decide, *values)
    if decide is table_opened:  # until protocol 2, whoever asked gave the worth
        about, more = values
        for event in act_of(store, receipt).events:
            if event.kind == OPENED and "worth" in (said := json.loads(event.body)):
                worth = tuple(worth_from_json(one) for one in said["worth"])
                yield from earlier_texts(by, decide, (*about, worth), more)


def earlier_texts(
    by: str, decide: Decide, about: tuple[object, ...], more: Mapping[str, object]
) -> Iterator[str]:
    """The same request as it was written before decisions had names."""
    for path in earlier_names(decide):
        for values, others in _forms(decide, path, about, more):
            yield written([by, path, [_older_plain(one) for one in values], _older_plain(others)])


def _forms(
    decide: Decide, path: str, about: tuple[object, ...], more: Mapping[str, object]
) -> Iterator[Values]:
    """As it is asked now; then with defaults named or left out, by position or by name."""
    yield about, more
    parameters = [each for each in parameters_of(decide) if each.name not in NOT_ASKED]
    if len(about) > len(parameters):  # as older programs asked, with more than is asked now
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
    """Without those at the end that are as they are by default."""
    some = list(parameters)
    while some and values.get(some[-1].name, some[-1].default) == some[-1].default:
        some.pop()
    return some


# Functions that took other arguments than the decision does now.


def _hand_acted(values: Mapping[str, Any]) -> Iterator[Values]:
    """Poker's acts were in chips, each of them a cent, where programs sent them."""
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
    """Seats were named alone."""
    more = {"within": values["within"]}
    for seats in (None, [*values["bets"]], (*values["bets"],), {*values["bets"]}):
        if bool(seats) == bool(values["bets"]):
            for about in ((values["name"], seats), *([(values["name"],)] if not seats else [])):
                yield about, {}
                yield about, more


def _any_dead(values: Mapping[str, Any]) -> Iterator[Values]:
    yield (values["name"], values["seat"], values["reason"], values["forfeit"]), {}


def _poker_dead(values: Mapping[str, Any]) -> Iterator[Values]:
    yield (values["name"], values["seat"], values["reason"]), {}


def _poker_opened(values: Mapping[str, Any]) -> Iterator[Values]:
    yield (values["name"], values["table"]), {}


OWN_FORMS: Mapping[str, Callable[[Mapping[str, Any]], Iterator[Values]]] = {
    "croupier.room.poker_play.hand_acted": _hand_acted,
    "croupier.room.poker_play.hand_dealt": _hand_dealt,
    "croupier.cli.room_play.any_dead": _any_dead,
    "croupier.room.poker_play.poker_dead": _poker_dead,
    "croupier.room.poker_play.poker_opened": _poker_opened,
}


def _older_plain(value: object) -> object:
    match value:
        case None | bool() | int() | str():
            return value
        case Enum():
            return [type(value).__name__, value.value]
        case Table() | PokerTable():
            return config_of(value)
        case Mapping():
            pairs = ([_older_plain(key), _older_plain(one)] for key, one in value.items())
            return sorted(pairs, key=written)
        case tuple() | list():
            return [type(value).__name__, *map(_older_plain, value)]
        case set() | frozenset():
            return sorted(map(_older_plain, value), key=written)
        case _ if dataclasses.is_dataclass(value):
            names = [field.name for field in dataclasses.fields(value)]
            return [type(value).__name__, *(_older_plain(getattr(value, name)) for name in names)]
        case _:
            return repr(value)
