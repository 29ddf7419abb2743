"""Reconciles the meters, payments and deposits of a period: every figure is computed twice.

Once from the events of the meters (room/meters/holdings.py), and independently from the postings
of the escrow account (room/audit/escrow.py); likewise what is due to players. Both must agree to
the cent.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple

from croupier.bank.ledger import Posting, Purpose
from croupier.bank.meters.events import DUE, ESCROW
from croupier.bank.meters.meter import PARTS
from croupier.bank.reading import Stretch, postings_of, rare, stretch, time_of, times
from croupier.bank.store import Store
from croupier.errors import RuleError
from croupier.room.audit.escrow import escrow_posted
from croupier.room.books.days import Days
from croupier.room.cage.cash_postings import AWARDED, REVERSED
from croupier.room.meters.holdings import ExplainedChange, Holding, SheetPeriod, meter_holdings
from croupier.room.names import CAGE, JACKPOT_BANK
from croupier.room.state.hall import Actor

# What is due to players from discontinued jackpots: by events, and by postings


@dataclass(slots=True)
class DueHolding:
    """In cents: the balance before a period, and everything that changed it."""

    before: int = 0
    came: int = 0  # from discontinued meters
    awarded: int = 0
    taken_back: int = 0  # reversed awards
    other: int = 0  # must be zero

    @property
    def after(self) -> int:
        return self.before + self.came + self.taken_back + self.other - self.awarded


class AwardLine(NamedTuple):
    """An award to a player; below zero, a reversed one."""

    day: date
    player: str
    cents: int
    reason: str
    first: str
    second: str


class Due(NamedTuple):
    by_events: DueHolding
    posted: DueHolding
    awards: tuple[AwardLine, ...]

    @property
    def agrees(self) -> bool:
        return self.by_events == self.posted

    @property
    def any(self) -> bool:
        return any(one != DueHolding() for one in (self.by_events, self.posted))


def due_sheet(store: Store, calendar: Days, period: SheetPeriod, before: int, came: int) -> Due:
    """`before` and `came` are the meters' figures, before the period and in it."""
    due, awards = DueHolding(before, came), []
    for sequence, award in _awards(store, calendar, period):
        if sequence <= period.earlier.last:
            due.before -= award.cents
        else:
            awards.append(award)
            due.awarded += max(0, award.cents)
            due.taken_back += max(0, -award.cents)
    return Due(due, _posted(store, period), tuple(awards))


def _awards(store: Store, calendar: Days, period: SheetPeriod) -> Iterator[tuple[int, AwardLine]]:
    """From the cage's events; a reversal names the award's key, or the id of its posting."""
    known: dict[str, dict[str, Any]] = {}
    for what, at in rare(store, period.whole, [AWARDED, REVERSED]):
        if what.stream != CAGE:
            continue
        said = json.loads(what.event.body)
        award = said
        if what.event.kind == REVERSED:
            award = known.get(Actor(said["posting"], "").id) or known.get(said["posting"])
        if award is None:
            continue
        known[Actor(str(award["key"]), "").id] = award
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


def _posted(store: Store, period: SheetPeriod) -> DueHolding:
    found = DueHolding()
    for sequence, cents, posting in postings_of(store, period.whole, DUE):
        if sequence <= period.earlier.last:
            found.before += cents
        elif posting.debit == ESCROW:
            found.came += cents
        elif posting.reason is Purpose.DISTRIBUTION and cents < 0:
            found.awarded -= cents
        elif posting.reverses is not None:
            found.taken_back += cents
        else:
            found.other += cents
    return found


# The period

WEEK = 7 * 24 * 3_600_000  # milliseconds


class ReconcileLine(NamedTuple):
    """A meter at the end of the period: from its events, and from the postings."""

    meter: str
    sensor: str
    displayed: int
    reserve: int
    held: int
    discontinued: str
    by_events: Holding
    posted: Holding

    @property
    def agrees(self) -> bool:
        return self.by_events == self.posted and self.by_events.after == self.held


class Banked(NamedTuple):
    """A deposit in the jackpots' bank account; below zero, a withdrawal."""

    day: date
    cents: int
    reference: str


class BankingLine(NamedTuple):
    before: int
    moved: tuple[Banked, ...]
    after: int
    last: date | None  # deposit
    late: bool  # over a week ago, and money is missing (WAC 230-15-455)


class Reconciled(NamedTuple):
    first: date
    last: date
    lines: tuple[ReconcileLine, ...]
    changes: tuple[ExplainedChange, ...]
    escrow: int  # by its postings
    strays: tuple[Posting, ...]  # those of no meter
    due: Due  # to players, from discontinued jackpots
    banking: BankingLine

    @property
    def held(self) -> int:
        return sum(line.held for line in self.lines)

    @property
    def players_money(self) -> int:
        """What the bank account must hold: the escrow, and what is due to players."""
        return self.escrow + self.due.posted.after

    @property
    def agrees(self) -> bool:
        lines = all(line.agrees for line in self.lines)
        return lines and self.due.agrees and not self.strays and self.escrow == self.held


def reconciled(
    store: Store, calendar: Days, first: date | None = None, last: date | None = None
) -> Reconciled:
    """All meters; without days, over all the books."""
    known = times(store)
    if known is None:
        raise RuleError("there is nothing in these books", "books/empty")
    first, last = first or calendar.of(known[0]), last or calendar.of(store.clock())
    if last < first:
        raise RuleError(f"from {first} to {last}: the last day is before the first", "books/day")
    end = min(calendar.begin(last + timedelta(days=1)), store.clock() + 1)
    days = stretch(store, calendar.begin(first), end)
    period = SheetPeriod(Stretch(1, days.first - 1), days)
    by_events, posted = meter_holdings(store, calendar, period), escrow_posted(store, period)
    lines = tuple(
        ReconcileLine(
            name,
            one.rules.sensor,
            one.shown,
            one.reserve // PARTS,
            one.held,
            one.discontinued,
            by_events.holdings[name],
            posted.holdings.get(name, Holding()),
        )
        for name, one in sorted(by_events.meters.items())
    )
    came = sum(line.by_events.to_players for line in lines)
    due = due_sheet(store, calendar, period, by_events.due_before, came)
    players_money = posted.balance + due.posted.after
    banking = _banking(store, calendar, period, end, by_events.since, players_money)
    return Reconciled(
        first,
        last,
        lines,
        tuple(by_events.changes),
        posted.balance,
        tuple(posted.strays),
        due,
        banking,
    )


def _banking(
    store: Store, calendar: Days, period: SheetPeriod, end: int, since: int | None, due: int
) -> BankingLine:
    before = after = 0
    moved: list[Banked] = []
    deposits: dict[str, int] = {}  # times of those not reversed
    for sequence, cents, posting in postings_of(store, period.whole, JACKPOT_BANK):
        at = time_of(store, sequence)
        after += cents
        if sequence <= period.earlier.last:
            before = after
        else:
            moved.append(Banked(calendar.of(at), cents, posting.memo))
        if posting.reverses is not None:
            deposits.pop(posting.reverses, None)
        elif cents > 0 and posting.reason is Purpose.BANKING:
            deposits[posting.id] = at
    latest = max(deposits.values(), default=None)
    waits = since if latest is None else latest
    late = due > after and waits is not None and end - waits > WEEK
    return BankingLine(
        before, tuple(moved), after, None if latest is None else calendar.of(latest), late
    )
