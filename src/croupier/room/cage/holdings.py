"""What the escrow holds for a meter over some days, and what people changed: words of its sheet."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from croupier.bank.reading import Stretch


@dataclass(slots=True)
class Holding:
    """What the escrow held for a meter before a period, in cents, and all that changed it."""

    before: int = 0
    contributed: int = 0  # of wagers
    seeded: int = 0  # by the house: seed, reseed, more seed money
    carried: int = 0  # from an earlier system
    corrected: int = 0  # raised by hand
    moved_in: int = 0
    paid: int = 0  # to players
    malfunction: int = 0  # WAC 230-15-695(2)
    receipts: int = 0  # (4)
    recovered: int = 0  # (5), seed money
    moved_out: int = 0
    to_players: int = 0  # due to them, when it was discontinued

    @property
    def after(self) -> int:
        into = self.contributed + self.seeded + self.carried + self.corrected + self.moved_in
        out = self.paid + self.malfunction + self.receipts + self.recovered + self.moved_out
        return self.before + into - out - self.to_players


class Change(NamedTuple):
    """What two people did to a meter, and why: every increase and decrease is explained."""

    day: date
    meter: str
    what: str
    cents: int | None  # more or less displayed and reserved; none where no money is in it
    reason: str
    first: str
    second: str


class SheetPeriod(NamedTuple):
    """The records before some days, and those of the days."""

    earlier: Stretch
    days: Stretch

    @property
    def whole(self) -> Stretch:
        return Stretch(1, self.days.last)
