"""What the door needs from the room."""

from typing import Protocol

from croupier.room.people.roles import Role


class House(Protocol):
    play_money: bool  # whether new players receive play money

    async def enrol(self, name: str, *, guest: bool) -> None:
        """Enrols a player and gives them play money.

        Refused, without giving money, if the name is taken or resembles one that is.
        """

    def role_of(self, name: str) -> Role | None:
        """None if not enrolled, or dismissed. Called for every request."""

    def balance(self, name: str) -> int:
        """The deposit in cents: money that is not at a table."""

    async def log_sign_in(
        self, name: str, what: str, session: str, detail: str, *, by: str = "", key: str = ""
    ) -> None:
        """Logs an event in the books.

        `what` is one of `room.people.sign_ins.KINDS`; `session` is a public id or empty; `by` is
        an administrator, or empty for the person or the house. A `key` is logged once.
        """
