"""Who may do what: a person of the room has one role."""

import re
from collections.abc import Mapping
from enum import Enum

from croupier.errors import RuleError, shown

# Of a person, a table or a meter.
NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,38}[A-Za-z0-9._-])?")


class Role(Enum):
    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"  # supervisor and cage
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


DEALERS = frozenset({Role.DEALER, Role.FLOOR})
FLOOR = frozenset({Role.FLOOR})
ADMINISTRATORS = frozenset({Role.ADMINISTRATOR})

MAY: Mapping[str, frozenset[Role]] = {
    "deal": DEALERS,
    "act for a player": DEALERS,
    "act for himself": frozenset({Role.PLAYER}),
    "add a word to the shuffle": frozenset({Role.PLAYER}) | DEALERS,
    "sell and buy chips": DEALERS,
    "take deposits and pay them out": FLOOR,
    "open and close tables": FLOOR | ADMINISTRATORS,
    "open a table that favours the player": ADMINISTRATORS,
    "fill and credit": FLOOR,
    "acknowledge a large win": FLOOR,
    "call off a round": FLOOR,
    "change a meter": FLOOR | ADMINISTRATORS,
    "reverse a posting": FLOOR | ADMINISTRATORS,
    "correct a payment": FLOOR | ADMINISTRATORS,
    "enrol players": FLOOR | ADMINISTRATORS,
    "enrol staff": ADMINISTRATORS,
    "approve the program": ADMINISTRATORS,
    "read the books": frozenset({Role.AUDITOR, Role.FLOOR}) | ADMINISTRATORS,
}


class NotAllowed(RuleError):
    """Somebody who may not do this."""

    code = "role/not_allowed"


def check_name(what: str, name: str) -> None:
    if NAME.fullmatch(name) is None:
        raise RuleError(
            f"{shown(name)} is no name of a {what}; it has 1 to 40 letters, digits, spaces and"
            " . _ - and begins with a letter or digit; no space is its last",
            "room/name",
        )


def check_may(people: Mapping[str, Role], who: str, doing: str) -> None:
    role = people.get(who)
    if role in MAY[doing]:
        return
    allowed = " or ".join(sorted(one.value for one in MAY[doing]))
    is_a = "nobody here" if role is None else f"{role.value} here"
    raise NotAllowed(f"{shown(who)} is {is_a}; to {doing} takes {allowed}")


def check_two(people: Mapping[str, Role], who: str, second: str, doing: str) -> None:
    """Two different people of the room, each of whom may do it."""
    check_may(people, who, doing)
    check_may(people, second, doing)
    if who == second:
        raise NotAllowed(f"{shown(who)} cannot be both; to {doing} takes two people")
