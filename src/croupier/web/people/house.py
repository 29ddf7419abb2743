"""What signing in asks of the room, whoever runs it."""

from typing import Protocol

from croupier.room.people.roles import Role


class House(Protocol):
    play_money: bool  # whether a new player is given some

    async def enrol(self, name: str, *, guest: bool) -> None:
        """As a player, with play money. Refused if anybody has that name, or one that looks alike;
        then nothing is given to them.
        """

    def role_of(self, name: str) -> Role | None:
        """None for who is not enrolled, or was dismissed. It is asked with every request."""

    def balance(self, name: str) -> int:
        """Cents off the tables."""

    async def log_sign_in(
        self, name: str, what: str, session: str, detail: str, by: str = ""
    ) -> None:
        """An event of the books. `what` is one of `room.people.sign_ins.KINDS`, `session` a public
        id, or empty; without a `by`, they did it themselves, or the house did.
        """
