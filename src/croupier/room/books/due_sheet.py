"""What is due to the players of discontinued jackpots, over some days: told, and posted.

One way is what the meters and the cage were told, the other the postings of the account.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from croupier.bank.ledger import Reason
from croupier.bank.meters.events import DUE, ESCROW
from croupier.bank.reading import postings_of, rare
from croupier.bank.store import Store
from croupier.room.books.days import Days
from croupier.room.cage.cash_postings import AWARDED, REVERSED
from croupier.room.cage.holdings import SheetPeriod
from croupier.room.names import CAGE
from croupier.room.state.hall import Asked


@dataclass(slots=True)
class DueHolding:
    """In cents: before a period, and all that changed it."""

    before: int = 0
    came: int = 0  # from discontinued meters
    awarded: int = 0
    taken_back: int = 0  # awards that were reversed
    other: int = 0  # which must not be

    @property
    def after(self) -> int:
        return self.before + self.came + self.taken_back + self.other - self.awarded


class AwardLine(NamedTuple):
    """To a player; below zero: taken back."""

    day: date
    player: str
    cents: int
    reason: str
    first: str
    second: str


class Due(NamedTuple):
    told: DueHolding
    posted: DueHolding
    awards: tuple[AwardLine, ...]

    @property
    def agrees(self) -> bool:
        return self.told == self.posted

    @property
    def any(self) -> bool:
        return any(one != DueHolding() for one in (self.told, self.posted))


def due_sheet(store: Store, calendar: Days, period: SheetPeriod, before: int, came: int) -> Due:
    """With what the meters told of it: before the period, and in it."""
    told, awards = DueHolding(before, came), []
    for sequence, award in _awards(store, calendar, period):
        if sequence <= period.earlier.last:
            told.before -= award.cents
        else:
            awards.append(award)
            told.awarded += max(0, award.cents)
            told.taken_back += max(0, -award.cents)
    return Due(told, _posted(store, period), tuple(awards))


def _awards(store: Store, calendar: Days, period: SheetPeriod) -> Iterator[tuple[int, AwardLine]]:
    """As the cage told them; what takes one back names its key, or the id that comes of it."""
    known: dict[str, dict[str, Any]] = {}
    for what, at in rare(store, period.whole, [AWARDED, REVERSED]):
        if what.stream != CAGE:
            continue
        said = json.loads(what.event.body)
        award = said if what.event.kind == AWARDED else _reversed(known, said)
        if award is None:
            continue
        known[_id(str(award["key"]))] = award
        sign = 1 if award is said else -1
        yield (
            what.sequence,
            AwardLine(
                calendar.of(at),
                award["player"],
                sign * award["cents"],
                said["reason"],
                said["by"],
                said["second"],
            ),
        )


def _reversed(known: dict[str, dict[str, Any]], said: dict[str, Any]) -> dict[str, Any] | None:
    named = said["posting"]
    return known.get(_id(named)) or known.get(named)


def _id(key: str) -> str:
    return Asked(key, "").id


def _posted(store: Store, period: SheetPeriod) -> DueHolding:
    found = DueHolding()
    for sequence, posting in postings_of(store, period.whole, DUE):
        cents = posting.cents if posting.credit == DUE else -posting.cents
        if sequence <= period.earlier.last:
            found.before += cents
        elif posting.debit == ESCROW:
            found.came += cents
        elif posting.reason is Reason.DISTRIBUTION and cents < 0:
            found.awarded -= cents
        elif posting.reverses is not None:
            found.taken_back += cents
        else:
            found.other += cents
    return found
