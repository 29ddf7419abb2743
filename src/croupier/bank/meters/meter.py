"""A jackpot meter: what is displayed, what is kept undisplayed, and whose money it is.

Amounts are whole *parts*, ten-thousandths of a cent: a rate in ten-thousandths of a wager in cents
is a whole number of them, so that no fraction of a cent is ever lost.
"""

from dataclasses import dataclass
from typing import NamedTuple

from croupier.bank.meters.events import Transfer
from croupier.bank.meters.rules import HOUSE_JACKPOT, RATE_WHOLE, MeterRules
from croupier.money import Cents

PARTS = RATE_WHOLE  # in a cent
HITS_KEPT = 25
NOTHING = Cents(0)


class LastRound(NamedTuple):
    """The last round of a table, and how many wagers of it wait for their cards."""

    table: str
    round: int
    open: int


class Hit(NamedTuple):
    """A share of the meter that was won."""

    table: str
    round: int
    account: str
    percent: int
    displayed: Cents  # when the round was settled
    paid: Cents


@dataclass(frozen=True, slots=True)
class Meter:
    rules: MeterRules
    displayed: int  # parts
    reserve: int = 0  # parts, never shown to players
    seed_owed: Cents = NOTHING  # the house's money in it, which it may recover
    grown: int = 0  # parts that were added to the display since it was last seeded
    played: tuple[LastRound, ...] = ()
    hits: tuple[Hit, ...] = ()  # the last 25, the latest last
    events: int = 1  # how many it is the sum of
    suspended: str = ""  # why nobody may wager on it
    discontinued: str = ""  # what became of it; nothing while it is in service

    @property
    def shown(self) -> Cents:
        """What the display shows, and what percentages are of."""
        return Cents(self.displayed // PARTS)

    @property
    def held(self) -> Cents:
        """What the escrow account holds for this meter: its whole cents, reserve included.

        Less than one cent waits with the house until it is whole. No wager of a house jackpot
        accrues to a fund, so nothing is held for one.
        """
        if self.rules.kind == HOUSE_JACKPOT:
            return Cents(0)
        return Cents((self.displayed + self.reserve) // PARTS)

    @property
    def in_play(self) -> tuple[LastRound, ...]:
        """The rounds that have wagered on this meter and are not settled."""
        return tuple(played for played in self.played if played.open)

    def last(self, table: str) -> LastRound:
        for played in self.played:
            if played.table == table:
                return played
        return LastRound(table, 0, 0)


class MeterStep(NamedTuple):
    """A meter after an event, and the money that the event moves."""

    meter: Meter
    transfers: tuple[Transfer, ...] = ()


def capped(rules: MeterRules, displayed: int, added: int) -> tuple[int, int]:
    """The display when parts are added to it, and the parts above its cap: for the reserve."""
    if rules.cap is None:
        return displayed + added, 0
    room = max(0, rules.cap * PARTS - displayed)
    return displayed + min(added, room), max(0, added - room)


def moved(debit: str, credit: str, cents: int, reason: str) -> tuple[Transfer, ...]:
    """One transfer, or none where there is nothing to move."""
    assert cents >= 0, f"{reason}: {cents} cents from {debit} to {credit}"
    return (Transfer(debit, credit, Cents(cents), reason),) if cents else ()
