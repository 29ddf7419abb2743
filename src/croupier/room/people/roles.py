"""Permissions: everybody in the room has one role."""

import re
import unicodedata
from collections.abc import Mapping
from enum import Enum

from croupier.errors import RuleError, shown

LONGEST = 40
SIGNS = " ._-'\u2019"  # allowed in a person's name, besides letters, their marks and digits
# For tables and meters.
NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,38}[A-Za-z0-9._-])?")


class Role(Enum):
    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"  # supervisor and cage
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


A = {  # one person of a role, in a sentence
    Role.PLAYER: "a player",
    Role.DEALER: "a dealer",
    Role.FLOOR: "on the floor staff",
    Role.AUDITOR: "an auditor",
    Role.ADMINISTRATOR: "an administrator",
}
SEVERAL = {role: "floor staff" if role is Role.FLOOR else f"{role.value}s" for role in Role}

DEALERS = frozenset({Role.DEALER, Role.FLOOR})
FLOOR = frozenset({Role.FLOOR})
ADMINISTRATORS = frozenset({Role.ADMINISTRATOR})

# An audit quotes these in a difference, whose name is a digest of its text: they never change.
MAY: Mapping[str, frozenset[Role]] = {
    "deal": DEALERS,
    "act for a player": DEALERS,
    "act at their own seat": frozenset({Role.PLAYER}),
    "bet and keep a word at their own seat": frozenset({Role.PLAYER}),
    "set their own limits": frozenset({Role.PLAYER}),
    "limit a player who asks": FLOOR,
    "sell and buy chips": DEALERS,
    "take deposits and pay them out": FLOOR,
    "open and close tables": FLOOR | ADMINISTRATORS,
    "open a table that favours the player": ADMINISTRATORS,
    "fill and credit": FLOOR,
    "acknowledge a large win": FLOOR,
    "call off a round": FLOOR,
    "declare a hand dead": FLOOR,
    "rule on an exposed card": FLOOR,
    "change a meter": FLOOR | ADMINISTRATORS,
    "award jackpot money": FLOOR | ADMINISTRATORS,
    "reverse a posting": FLOOR | ADMINISTRATORS,
    "correct a payment": FLOOR | ADMINISTRATORS,
    "enrol players": FLOOR | ADMINISTRATORS,
    "enrol staff": ADMINISTRATORS,
    "change accounts of others": ADMINISTRATORS,  # locks, sessions, passwords (web/people/door.py)
    "log their own sign-ins": frozenset(Role),
    "log sign-ins of others": DEALERS | ADMINISTRATORS,  # a server's program has one of these roles
    "approve the program": ADMINISTRATORS,
    "declare a difference known": frozenset({Role.AUDITOR}) | ADMINISTRATORS,
    "read the books": frozenset({Role.AUDITOR, Role.FLOOR}) | ADMINISTRATORS,
}


class NotAllowed(RuleError):
    code = "role/not_allowed"


def composed(name: str) -> str:
    """A person's name normalized to NFC, so that it does not depend on the keyboard."""
    return unicodedata.normalize("NFC", name)


def check_name(what: str, name: str) -> None:
    """For tables and meters, whose names are part of posting ids."""
    if NAME.fullmatch(name) is None:
        raise RuleError(
            f"{shown(name)} cannot be the name of a {what}; use 1 to 40 letters (A to Z), digits,"
            " spaces and . _ - and begin with a letter or digit, not ending with a space",
            "room/name",
        )


def check_person(name: str) -> None:
    """Letters of any script; no invisible characters, and none that account names use."""
    if not is_name(name):
        raise RuleError(
            f"{shown(name)} cannot be the name of a person; use 1 to 40 letters of any script,"
            " digits, spaces and . _ - ' and begin with a letter or digit, not ending with a space",
            "room/name",
        )


def is_name(name: str) -> bool:
    return (
        1 <= len(name) <= LONGEST
        and name == composed(name)
        and unicodedata.category(name[0])[0] in "LN"
        and name[-1] != " "
        and all(unicodedata.category(sign)[0] in "LMN" or sign in SIGNS for sign in name)
    )


def called(name: str) -> str:
    """A name as shown in a sentence; if it cannot be a name, shortened and quoted."""
    return name if is_name(name) else shown(name)


def unknown(name: str) -> RuleError:
    return RuleError(f"No one named {called(name)} is enrolled.", "room/person")


def check_player(people: Mapping[str, Role], name: str) -> None:
    if people.get(name) is not Role.PLAYER:
        raise RuleError(
            f"{called(name)} is not a player of this room; enrol them first", "room/person"
        )


def check_reason(reason: str, what: str) -> None:
    if not reason.strip():
        raise RuleError(f"say {what}", "room/reason")


def check_may(people: Mapping[str, Role], who: str, doing: str) -> None:
    role = people.get(who)
    if role in MAY[doing]:
        return
    if not who:
        raise NotAllowed(f"say who does this, such as --by dee. {_only(doing)}")
    if role is None:
        raise NotAllowed(f"No one named {called(who)} is enrolled. {_only(doing)}")
    raise NotAllowed(f"{who} is {A[role]} here. {_only(doing)}")


def _only(doing: str) -> str:
    allowed = [SEVERAL[role] for role in Role if role in MAY[doing]]
    return f"Only {' and '.join(allowed)} may {doing}."


def enrolling(role: Role) -> str:
    """What it takes to enrol or dismiss somebody of this role."""
    return "enrol players" if role is Role.PLAYER else "enrol staff"


def check_two(people: Mapping[str, Role], who: str, second: str, doing: str) -> None:
    check_may(people, who, doing)
    check_may(people, second, doing)
    if who == second:
        raise NotAllowed(f"{called(who)} cannot be both. It takes two people to {doing}.")
