"""What it takes two people for: each matter as it is proposed, before a second person is known.

A matter is written down by the fields that it has, decided on when somebody approves it, and known
again in what the act told: `call` is the decision, `told` what the books must then say.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from croupier.bank.meters.json import value_from_json, value_to_json
from croupier.money import Cents, dollars
from croupier.room.books.plain import movement
from croupier.room.cage.cage import posting_meant, reversed_
from croupier.room.cage.cash_postings import AWARDED, BANKED, CORRECTED, DRAWN, REVERSED
from croupier.room.cage.corrections import corrected
from croupier.room.cage.jackpot_money import jackpot_awarded, jackpot_banked, jackpot_drawn
from croupier.room.names import CAGE, TABLE
from croupier.room.state.hall import Asked, Hall, Step


class Call(NamedTuple):
    """A decision, and what it is given."""

    decide: Callable[..., Step]
    about: tuple[object, ...]
    more: Mapping[str, Any] = {}


class MustSay(NamedTuple):
    """What an event must say, besides what else it may; of any stream where none is named."""

    kind: str
    says: Mapping[str, object]
    stream: str = ""


class Matter:
    """Anything that it takes two people for."""

    what = ""  # its name in the books
    doing = ""  # what both must have the right to, as room/people/roles.py says it

    def call(self, first: str, second: str) -> Call:
        raise NotImplementedError

    def older(self, first: str, second: str) -> Call:
        """As it was asked for when it was one act, in which the first named the second."""
        return self.call(first, second)

    def told(self, first: str, second: str) -> tuple[MustSay, ...]:
        """Every event that takes two people in the act that comes of it."""
        raise NotImplementedError

    def words(self, hall: Hall) -> str:
        """What is to be done, for the one who is asked to approve it."""
        raise NotImplementedError

    def complete(self, hall: Hall) -> "Matter":
        """With what it takes from the room as it is when it is proposed."""
        return self

    def to_json(self) -> dict[str, object]:
        return value_to_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Matter":
        matter: Matter = value_from_json(cls, data)
        return matter

    def decided(self, hall: Hall, asked: Asked, second: str) -> Step:
        decide, about, more = self.call(asked.by, second)
        return decide(hall, asked, *about, **more)


@dataclass(frozen=True, slots=True)
class Reversal(Matter):
    what = "reverse"
    doing = "reverse a posting"

    posting: str  # its id, or the key of its act
    reason: str

    def call(self, first: str, second: str) -> Call:
        return Call(reversed_, (self.posting, second, self.reason))

    def told(self, first: str, second: str) -> tuple[MustSay, ...]:
        said = {"by": first, "second": second, "posting": self.posting, "reason": self.reason}
        return (MustSay(REVERSED, said),)

    def words(self, hall: Hall) -> str:
        return f"reverse {movement(posting_meant(hall, self.posting))}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Correction(Matter):
    what = "correct"
    doing = "correct a payment"

    table: str
    number: int
    seat: int
    wager: str
    cents: Cents
    to: str
    reason: str

    def call(self, first: str, second: str) -> Call:
        place = (self.table, self.number, self.seat, self.wager)
        return Call(corrected, (*place, self.cents, self.to, second, self.reason))

    def told(self, first: str, second: str) -> tuple[MustSay, ...]:
        names = ("number", "seat", "wager", "cents", "to", "reason")
        said = {name: getattr(self, name) for name in names}
        return (MustSay(CORRECTED, {**said, "by": first, "second": second}, TABLE + self.table),)

    def words(self, hall: Hall) -> str:
        player = hall.ended(self.table, self.number).players[self.seat]
        way = "from the house to" if self.to == "player" else "to the house from"
        where = f"table {self.table} round {self.number} seat {self.seat}"
        return (
            f"correct the {self.wager} of {where}: {dollars(self.cents)} {way} {player}:"
            f" {self.reason}"
        )


@dataclass(frozen=True, slots=True)
class Banking(Matter):
    """Jackpot money that was taken to the bank."""

    what = "bank jackpot money"
    doing = "change a meter"

    cents: Cents
    reference: str

    def call(self, first: str, second: str) -> Call:
        return Call(jackpot_banked, (self.cents, second, self.reference))

    def told(self, first: str, second: str) -> tuple[MustSay, ...]:
        says = {"by": first, "second": second, "cents": self.cents, "reference": self.reference}
        return (MustSay(BANKED, says, CAGE),)

    def words(self, hall: Hall) -> str:
        return f"bank {dollars(self.cents)} of jackpot money, slip {self.reference}"


@dataclass(frozen=True, slots=True)
class Drawing(Matter):
    """Jackpot money that was taken out of the bank."""

    what = "draw jackpot money"
    doing = "change a meter"

    cents: Cents
    reference: str

    def call(self, first: str, second: str) -> Call:
        return Call(jackpot_drawn, (self.cents, second, self.reference))

    def told(self, first: str, second: str) -> tuple[MustSay, ...]:
        says = {"by": first, "second": second, "cents": self.cents, "reference": self.reference}
        return (MustSay(DRAWN, says, CAGE),)

    def words(self, hall: Hall) -> str:
        return f"draw {dollars(self.cents)} of jackpot money, slip {self.reference}"


@dataclass(frozen=True, slots=True)
class Award(Matter):
    what = "award jackpot money"
    doing = "award jackpot money"

    player: str
    cents: Cents
    reason: str

    def call(self, first: str, second: str) -> Call:
        return Call(jackpot_awarded, (self.player, self.cents, second, self.reason))

    def told(self, first: str, second: str) -> tuple[MustSay, ...]:
        said = {"player": self.player, "cents": self.cents, "reason": self.reason}
        return (MustSay(AWARDED, {**said, "by": first, "second": second}, CAGE),)

    def words(self, hall: Hall) -> str:
        return f"award {self.player} {dollars(self.cents)} of discontinued jackpots: {self.reason}"
