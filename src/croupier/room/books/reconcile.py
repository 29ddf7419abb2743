"""Meters, payments and deposits of a period, reconciled: every figure in two ways.

One way is what the meters were told (room/meters/events.py), the other the postings of the escrow
account (room/audit/escrow.py); what is due to players has two ways as well
(room/books/due_sheet.py). Neither looks at the other, and both must agree to the cent.
"""

from datetime import date, timedelta
from typing import NamedTuple

from croupier.bank.ledger import Posting, Reason
from croupier.bank.reading import Stretch, postings_of, stretch, time_of, times
from croupier.bank.store import Store
from croupier.errors import RuleError
from croupier.room.audit.escrow import escrow_posted
from croupier.room.books.days import Days
from croupier.room.books.due_sheet import Due, due_sheet
from croupier.room.cage.holdings import Change, Holding, SheetPeriod
from croupier.room.meters.events import meters_told
from croupier.room.names import JACKPOT_BANK

WEEK = 7 * 24 * 3_600_000  # milliseconds


class ReconcileLine(NamedTuple):
    """A meter at the end of the period, and its way there as told and as posted."""

    meter: str
    sensor: str
    displayed: int
    reserve: int
    held: int
    discontinued: str
    told: Holding
    posted: Holding

    @property
    def agrees(self) -> bool:
        return self.told == self.posted and self.told.after == self.held


class Banked(NamedTuple):
    """To the jackpots' bank account, or below zero: from it."""

    day: date
    cents: int
    reference: str


class BankingLine(NamedTuple):
    before: int
    moved: tuple[Banked, ...]
    after: int
    last: date | None  # deposit
    late: bool  # more than a week since that, and not all is there (WAC 230-15-455)


class Reconciled(NamedTuple):
    first: date
    last: date
    lines: tuple[ReconcileLine, ...]
    changes: tuple[Change, ...]
    escrow: int  # by its postings
    strays: tuple[Posting, ...]  # those of no meter
    due: Due  # to the players of discontinued jackpots
    banking: BankingLine

    @property
    def held(self) -> int:
        return sum(line.held for line in self.lines)

    @property
    def players_money(self) -> int:
        """What must be in the bank account: in the escrow, and due to players besides."""
        return self.escrow + self.due.posted.after

    @property
    def agrees(self) -> bool:
        lines = all(line.agrees for line in self.lines)
        return lines and self.due.agrees and not self.strays and self.escrow == self.held


def reconciled(
    store: Store, calendar: Days, first: date | None = None, last: date | None = None
) -> Reconciled:
    """All meters; the period is that of the books if no day is named."""
    known = times(store)
    if known is None:
        raise RuleError("there is nothing in these books", "books/empty")
    first, last = first or calendar.of(known[0]), last or calendar.of(store.clock())
    if last < first:
        raise RuleError(f"from {first} to {last}: the last day is before the first", "books/day")
    end = min(calendar.begin(last + timedelta(days=1)), store.clock() + 1)
    days = stretch(store, calendar.begin(first), end)
    period = SheetPeriod(Stretch(1, days.first - 1), days)
    told, posted = meters_told(store, calendar, period), escrow_posted(store, period)
    lines = tuple(
        ReconcileLine(
            name,
            one.meter.rules.sensor,
            one.meter.shown,
            one.reserve,
            one.meter.held,
            one.meter.discontinued,
            one.holding,
            posted.holdings.get(name, Holding()),
        )
        for name, one in sorted(told.meters.items())
    )
    came = sum(line.told.to_players for line in lines)
    due = due_sheet(store, calendar, period, told.due_before, came)
    players_money = posted.balance + due.posted.after
    banking = _banking(store, calendar, period, end, told.since, players_money)
    return Reconciled(
        first, last, lines, tuple(told.changes), posted.balance, tuple(posted.strays), due, banking
    )


def _banking(
    store: Store, calendar: Days, period: SheetPeriod, end: int, since: int | None, due: int
) -> BankingLine:
    before = after = 0
    moved: list[Banked] = []
    deposits: dict[str, int] = {}  # the times of those that stand
    for sequence, posting in postings_of(store, period.whole, JACKPOT_BANK):
        cents = posting.cents if posting.credit == JACKPOT_BANK else -posting.cents
        at = time_of(store, sequence)
        after += cents
        if sequence <= period.earlier.last:
            before = after
        else:
            moved.append(Banked(calendar.of(at), cents, posting.memo))
        if posting.reverses is not None:
            deposits.pop(posting.reverses, None)
        elif cents > 0 and posting.reason is Reason.BANKING:
            deposits[posting.id] = at
    latest = max(deposits.values(), default=None)
    waits = since if latest is None else latest
    late = due > after and waits is not None and end - waits > WEEK
    return BankingLine(
        before, tuple(moved), after, None if latest is None else calendar.of(latest), late
    )
