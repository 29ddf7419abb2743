"""The names that requests are stored under: a renamed class or argument breaks repeated requests.

The books keep every request as text, and an idempotency key that comes twice is compared with it.
So the names of decisions, of their arguments, and of the types and fields of values never change:
`requests.golden.txt` lists them all. A difference means that requests of earlier programs, sent
again, are refused as `act/key_taken`. Keep the old name (`OLD_NAMES` in room/requests/text.py for a
class, `@decision` for a decision); only a new decision, a new argument with a default, or a new
type may add a line or a part of one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from inspect import Parameter
from pathlib import Path
from typing import Any, NewType, get_args, get_type_hints

import pytest

from croupier.bank.ledger import Purpose
from croupier.bank.meters.events import Authority
from croupier.errors import RuleError
from croupier.money import Cents
from croupier.room.cage.cage import deposited
from croupier.room.people.roles import Role
from croupier.room.requests import text
from croupier.room.requests.request import DECISIONS
from croupier.room.requests.text import (
    NOT_ASKED,
    OLD_NAMES,
    earlier_texts,
    parameters_of,
    request_text,
)
from croupier.room.tables.kinds import config_of
from croupier.room.tables.tables import table_opened
from croupier.table.poker.table import PokerTable, open_poker
from croupier.table.table import Table, open_table

GOLDEN = Path(__file__).with_name("requests.golden.txt")
TABLES = {Table: open_table("four-card-prime"), PokerTable: open_poker("five-card-hold-out")}


def names() -> Iterator[str]:
    """Every decision with its arguments; then every type of a value, as it is written."""
    types: dict[str, type] = {}
    for name, decide in sorted(DECISIONS.items()):
        asked = [each for each in parameters_of(decide) if each.name not in NOT_ASKED]
        yield f"{name}: {', '.join(map(argument, asked))}"
        hints = get_type_hints(decide)
        for each in asked:
            types |= {written(kind): kind for kind in kinds_in(hints.get(each.name))}
    yield ""
    for name, kind in sorted(types.items()):
        yield f"{name}: {', '.join(parts_of(kind))}"


def argument(each: Parameter) -> str:
    """The argument, and its default: a request leaves out what is the default."""
    return each.name if each.default is Parameter.empty else f"{each.name}={each.default!r}"


def written(kind: type) -> str:
    return OLD_NAMES.get(kind, kind.__name__)


def kinds_in(hint: Any) -> Iterator[type]:
    """The types of a value, and of its fields, that are written by a name of their own."""
    if isinstance(hint, NewType):
        hint = hint.__supertype__
    for part in get_args(hint):
        yield from kinds_in(part)
    if not isinstance(hint, type):
        return
    if hint.__subclasses__() and hint.__module__.startswith("croupier.room"):
        for kind in hint.__subclasses__():
            yield from kinds_in(kind)
    elif hint in TABLES or issubclass(hint, Enum):
        yield hint
    elif fields := fields_of(hint):
        yield hint
        hints = get_type_hints(hint)
        for field in fields:
            yield from kinds_in(hints[field])


def fields_of(kind: Any) -> tuple[str, ...]:
    return tuple(getattr(kind, "_fields", None) or getattr(kind, "__dataclass_fields__", ()))


def parts_of(kind: type) -> tuple[str, ...]:
    if kind in TABLES:
        return tuple(config_of(TABLES[kind]))
    if issubclass(kind, Enum):
        return tuple(str(one.value) for one in kind)
    return fields_of(kind)


def check_names() -> None:
    found, right = list(names()), GOLDEN.read_text("utf-8").splitlines()
    gone = [line for line in right if line not in found]
    new = [line for line in found if line not in right]
    assert found == right, (
        "names under which the books store requests have changed, so a request of an earlier "
        "program that is sent again would be refused as act/key_taken. See the top of this file.\n"
        f"gone: {gone}\nnew: {new}"
    )


def test_the_names_in_stored_requests_are_those_of_every_earlier_program() -> None:
    check_names()


def test_a_renamed_class_fails() -> None:
    Authority.__name__ = "Grounds"
    try:
        with pytest.raises(AssertionError, match=r"act/key_taken[\s\S]*Authority[\s\S]*Grounds"):
            check_names()
    finally:
        Authority.__name__ = "Authority"


def test_a_renamed_argument_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    (player, cents) = parameters_of(deposited)
    real = text.parameters_of

    def renamed(decide: Callable[..., object]) -> tuple[Parameter, ...]:
        return (player.replace(name="who"), cents) if decide is deposited else real(decide)

    monkeypatch.setitem(globals(), "parameters_of", renamed)
    with pytest.raises(AssertionError, match=r"act/key_taken[\s\S]*deposit: who, cents"):
        check_names()


class Point:
    """A type that no request has."""


@pytest.mark.parametrize("value", [1.5, b"bytes", Fraction(1, 2), Point(), len, 1j])
def test_a_value_of_unknown_type_is_refused_in_words(value: object) -> None:
    for about in ((value, Cents(5)), ("pam", [value]), ("pam", {"a": value})):
        with pytest.raises(RuleError, match=r"a request has .* it may have text") as caught:
            request_text("flo", deposited, about, {})
        assert caught.value.code == "request/bad"


def test_known_values_are_written_by_value() -> None:
    said = request_text("flo", deposited, ("pam", Cents(5)), {})
    assert said == '["flo","deposit",{"player":"pam","cents":5}]'
    said = request_text("flo", deposited, (Role.PLAYER, (1, None, True)), {})
    assert said == '["flo","deposit",{"player":"player","cents":[1,null,true]}]'
    said = request_text("flo", deposited, (Authority("why", "ann", "bo"), {Purpose.WAGER: {2}}), {})
    parts = '["Authority",{"reason":"why","first":"ann","second":"bo"}]'
    assert said == f'["flo","deposit",{{"player":{parts},"cents":[["{Purpose.WAGER.value}",[2]]]}}]'


def test_a_secret_is_never_part_of_a_request() -> None:
    table = open_table("four-card-prime")
    plain = request_text("flo", table_opened, ("7", table), {})
    assert request_text("flo", table_opened, ("7", table), {"new_secret": bytes}) == plain


def test_requests_of_earlier_programs_have_a_worth_in_fractions() -> None:
    """Until protocol 2 the caller passed the worth, whose fractions were written as Python does."""

    @dataclass
    class Paid:
        edge: Fraction

    said = list(earlier_texts("flo", deposited, ("pam", Paid(Fraction(1, 2))), {}))
    assert said and all('["Paid","Fraction(1, 2)"]' in one for one in said)
