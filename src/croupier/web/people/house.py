"""What the door needs from the room."""

import json
from typing import Protocol

from croupier.bank.store import Store
from croupier.errors import RuleError
from croupier.room.names import SIGN_INS
from croupier.room.people.roles import Role


class SignInBooks(Protocol):
    async def log_sign_in(
        self, name: str, what: str, session: str, detail: str, *, by: str = "", key: str = ""
    ) -> bool:
        """Logs an event in the books; False if it is there already.

        `what` is one of `room.people.sign_ins.KINDS`; `session` is a public id or empty; `by` is
        an administrator, or empty for the person or the house. A `key` is logged once.
        """

    async def has_logged(self, key: str, name: str, what: str, by: str) -> bool:
        """Whether the event with this key is in the books."""


def is_logged(store: Store, key: str, name: str, what: str, by: str) -> bool:
    receipt = store.receipt(key)
    if receipt is None or receipt.stream != SIGN_INS:
        return False
    (event,) = store.events(SIGN_INS, receipt.version - 1, 1)
    said = json.loads(event.body)
    return (event.kind, said["name"], said["by"]) == (what, name, by)


def by_itself(name: str) -> RuleError:
    return RuleError(
        f"{name} works by itself while the server runs: it has no password, and its role stays."
        " To change it, stop the server and use croupier room",
        "room/automatic",
    )


class House(SignInBooks, Protocol):
    play_money: bool  # whether new players receive play money

    async def enrol(self, name: str, *, guest: bool) -> None:
        """Enrols a player and gives them play money.

        Refused, without giving money, if the name is taken or resembles one that is.
        """

    def role_of(self, name: str) -> Role | None:
        """None if not enrolled, or dismissed. Called for every request."""

    def balance(self, name: str) -> int:
        """The deposit in cents: money that is not at a table."""

    def works_by_itself(self, name: str) -> bool:
        """A part of the program: nobody signs in under its name."""
