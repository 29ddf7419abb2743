"""What the escrow holds for each meter over a period, from the events of the meters; and jackpot
accrual: what every meter received and paid each day.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from croupier.bank.meters import events
from croupier.bank.meters.events import Lift, Why
from croupier.bank.meters.jackpot import after
from croupier.bank.meters.meter import PARTS, Meter, MeterStep, event_from_json
from croupier.bank.meters.rules import HOUSE_JACKPOT
from croupier.bank.reading import StoredEvent, Stretch, stored_events, stretch, time_of, times
from croupier.bank.store import Store
from croupier.room.books.days import Days, worked
from croupier.room.names import METER


@dataclass(slots=True)
class Holding:
    """What the escrow held for a meter before a period, and what changed it, in cents."""

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


class ExplainedChange(NamedTuple):
    """What two people did to a meter, and why: every increase and decrease is explained."""

    day: date
    meter: str
    what: str
    cents: int | None  # change of display and reserve; None if no money moved
    reason: str
    first: str
    second: str


class SheetPeriod(NamedTuple):
    """The records before a range of days, and those of the range."""

    earlier: Stretch
    days: Stretch

    @property
    def whole(self) -> Stretch:
        return Stretch(1, self.days.last)


BY_WHY = {
    Why.MALFUNCTION: "malfunction",
    Why.RECEIPTS: "receipts",
    Why.SEED_FROM_DISPLAY: "recovered",
    Why.SEED_FROM_RESERVE: "recovered",
}


@dataclass(slots=True)
class MeterHoldings:
    meters: dict[str, Meter] = field(default_factory=dict)
    holdings: dict[str, Holding] = field(default_factory=dict)
    changes: list[ExplainedChange] = field(default_factory=list)
    due_before: int = 0  # to players, when the period began
    since: int | None = None  # when the first progressive was opened


def played(
    store: Store, part: Stretch, meters: dict[str, Meter]
) -> Iterator[tuple[str, StoredEvent, Meter | None, events.MeterEvent, MeterStep]]:
    """Replays the events of all meters, with the meter before each; updates `meters`."""
    for what in stored_events(store, part, METER):
        name = what.stream.removeprefix(METER)
        event = event_from_json(json.loads(what.event.body))
        before = meters.get(name)
        step = after(before, event)
        meters[name] = step.meter
        yield name, what, before, event, step


def meter_holdings(store: Store, calendar: Days, period: SheetPeriod) -> MeterHoldings:
    found = MeterHoldings()
    for name, what, before, event, (now, _) in played(store, period.whole, found.meters):
        holding = found.holdings.setdefault(name, Holding())
        if found.since is None and now.rules.kind != HOUSE_JACKPOT:
            found.since = time_of(store, what.sequence)
        if what.sequence <= period.earlier.last:
            holding.before = now.held
            found.due_before += sum(
                cents for item, cents in _items(before, event, now) if item == "to_players"
            )
            continue
        if now.rules.kind != HOUSE_JACKPOT:
            for item, cents in _items(before, event, now):
                setattr(holding, item, getattr(holding, item) + cents)
        found.changes += _changes(store, calendar, name, what, event, before)
    return found


def _items(before: Meter | None, event: events.MeterEvent, now: Meter) -> Iterator[tuple[str, int]]:
    """How an event changed the cents held: fields of a `Holding`, and amounts."""
    held = 0 if before is None else before.held
    match event:
        case events.MeterOpened():
            yield "seeded" if event.carried is None else "carried", now.held
        case events.Wagered():
            yield "contributed", now.held - held
        case events.MeterSettled() if before is not None:
            won = sum(claim.percent > 0 for claim in event.claims)
            yield "paid", sum(hit.paid for hit in now.hits[len(now.hits) - won :])
            yield "seeded", now.seed_owed - before.seed_owed
        case events.Raised():
            yield "corrected" if event.lift is Lift.CORRECTION else "seeded", event.cents
        case events.Lowered() if event.why in BY_WHY:
            yield BY_WHY[event.why], event.cents
        case events.Received():
            cents = (event.displayed + event.reserve) // PARTS
            yield "moved_in", cents
            yield "contributed", now.held - held - cents  # fractions that add up to a cent
        case events.Discontinued() if before is not None and event.to is None:
            seed = min(before.seed_owed, held)
            yield "recovered", seed
            yield "to_players" if event.players else "receipts", held - seed
        case events.Discontinued():
            yield "moved_out", held
        case _:
            pass


ByHand = events.Change | events.Discontinued | events.Received


def _changes(
    store: Store,
    calendar: Days,
    name: str,
    what: StoredEvent,
    event: events.MeterEvent,
    before: Meter | None,
) -> Iterator[ExplainedChange]:
    if isinstance(event, ByHand):
        day = calendar.of(time_of(store, what.sequence))
        held = 0 if before is None else before.held
        yield ExplainedChange(day, name, *_said(event, held), *event.authority)


def _said(event: ByHand, held: int) -> tuple[str, int | None]:
    match event:
        case events.Lowered():
            return f"lowered, {event.why.value}", -event.cents
        case events.Raised():
            return f"raised, {event.lift.value}", event.cents
        case events.PrizePosted():
            return "another prize posted", event.prize
        case events.Received():
            return f"received from {event.giver}", (event.displayed + event.reserve) // PARTS
        case events.Discontinued():
            rest = "the players" if event.players else "gross receipts"
            return f"discontinued, to {event.to or rest}", -held
        case events.Ruled():
            return f"ruled for {', '.join(event.rules.tables)}", None
        case events.Suspended() | events.Resumed():
            return type(event).__name__.lower(), None


# Jackpot accrual


@dataclass(slots=True)
class AccrualLine:
    """A meter on a gaming day, in cents: what the escrow held for it, and why that changed."""

    day: date
    meter: str
    sensor: str
    wagers: int = 0
    before: int = 0
    contributed: int = 0
    funded: int = 0  # seed, reseed and manual raises
    paid: int = 0
    lowered: int = 0  # manually, or booked when the jackpot was discontinued
    moved: int = 0  # from discontinued meters, less what went to others
    to_players: int = 0  # due to them, when it was discontinued
    held: int = 0
    displayed: int = 0
    reserve: int = 0  # never shown to players
    hits: int = 0


def accruals(
    store: Store, calendar: Days, first: date | None = None, last: date | None = None
) -> list[AccrualLine]:
    """A line for every meter and day of a range on which the meter changed."""
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


def _add(line: AccrualLine, event: events.MeterEvent, step: MeterStep) -> None:
    moves = [
        move
        for move in step.transfers
        if not {events.MOVED, events.DUE} & {move.debit, move.credit}
    ]
    into = sum(move.cents for move in moves if move.credit == events.ESCROW)
    out = sum(move.cents for move in moves if move.debit == events.ESCROW)
    line.moved += sum(move.cents for move in step.transfers if move.debit == events.MOVED)
    line.moved -= sum(move.cents for move in step.transfers if move.credit == events.MOVED)
    line.to_players += sum(move.cents for move in step.transfers if move.credit == events.DUE)
    if isinstance(
        event, events.Wagered | events.Received
    ):  # two fractions that add up to a cent still with the house
        line.contributed += into
    else:
        line.funded += into
    if isinstance(event, events.MeterSettled):
        line.paid += out
        line.hits += sum(claim.percent > 0 for claim in event.claims)
    else:
        line.lowered += out
    if isinstance(event, events.Wagered):
        line.wagers += event.wagers
    line.held = step.meter.held
    line.displayed = step.meter.shown
    line.reserve = step.meter.reserve // PARTS
