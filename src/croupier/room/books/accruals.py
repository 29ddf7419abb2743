"""Jackpot accrual: what every meter took in and paid out each day, from its events."""

from dataclasses import dataclass
from datetime import date

from croupier.bank.meters.events import DUE, ESCROW, MOVED, Event, MeterSettled, Received, Wagered
from croupier.bank.meters.meter import PARTS, Meter, MeterStep
from croupier.bank.reading import stretch, times
from croupier.bank.store import Store
from croupier.room.books.days import Days, worked
from croupier.room.meters.holdings import played


@dataclass(slots=True)
class AccrualLine:
    """One meter and gaming day, in cents: what the escrow held for it, and why that changed."""

    day: date
    meter: str
    sensor: str
    wagers: int = 0
    before: int = 0
    contributed: int = 0
    funded: int = 0  # seed, reseed and what was raised by hand
    paid: int = 0
    lowered: int = 0  # by hand, or booked when the jackpot was discontinued
    moved: int = 0  # from other meters that were discontinued, less what went to others
    to_players: int = 0  # due to them, when it was discontinued
    held: int = 0
    displayed: int = 0
    reserve: int = 0  # never shown to players
    hits: int = 0

    @property
    def balances(self) -> bool:
        moved = self.contributed + self.funded + self.moved - self.paid - self.lowered
        return self.before + moved - self.to_players == self.held


def accruals(
    store: Store, calendar: Days, first: date | None = None, last: date | None = None
) -> list[AccrualLine]:
    """Every meter on every day of a range on which something happened to it."""
    known = times(store)
    if known is None:
        return []
    lines: list[AccrualLine] = []
    meters: dict[str, Meter] = {}
    if first is not None and first > calendar.of(known[0]):
        for _ in played(store, stretch(store, 0, calendar.begin(first)), meters):
            pass
    for day, part in worked(store, calendar, first, last):
        today: dict[str, AccrualLine] = {}
        for name, _, before, event, step in played(store, part, meters):
            held = 0 if before is None else before.held
            fresh = AccrualLine(day, name, step.meter.rules.sensor, before=held)
            _add(today.setdefault(name, fresh), event, step)
        lines += [today[name] for name in sorted(today)]
    return lines


def _add(line: AccrualLine, event: Event, step: MeterStep) -> None:
    moves = [move for move in step.transfers if not {MOVED, DUE} & {move.debit, move.credit}]
    into = sum(move.cents for move in moves if move.credit == ESCROW)
    out = sum(move.cents for move in moves if move.debit == ESCROW)
    line.moved += sum(move.cents for move in step.transfers if move.debit == MOVED)
    line.moved -= sum(move.cents for move in step.transfers if move.credit == MOVED)
    line.to_players += sum(move.cents for move in step.transfers if move.credit == DUE)
    if isinstance(event, Wagered | Received):  # of two fractions, a cent that waited in the house
        line.contributed += into
    else:
        line.funded += into
    if isinstance(event, MeterSettled):
        line.paid += out
        line.hits += sum(claim.percent > 0 for claim in event.claims)
    else:
        line.lowered += out
    if isinstance(event, Wagered):
        line.wagers += event.wagers
    line.held = step.meter.held
    line.displayed = step.meter.shown
    line.reserve = step.meter.reserve // PARTS
