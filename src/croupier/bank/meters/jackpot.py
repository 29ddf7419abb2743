"""Jackpots: a meter and what happened, in; the new meter and the money to move, out.

Pure: no database, no clock, no games. At every moment the escrow account equals the sum of
`Meter.held` over all meters, because the transfers of every event move exactly its change.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from croupier.bank.meters.changes import lowered, posted, raised, ruled
from croupier.bank.meters.ends import (
    check_in_service,
    check_not_suspended,
    discontinued,
    received,
    resumed,
    suspended,
)
from croupier.bank.meters.events import (
    CARRIED,
    ESCROW,
    HOUSE,
    Change,
    Discontinued,
    Event,
    Lowered,
    Opened,
    Posted,
    Raised,
    Received,
    Resumed,
    Ruled,
    Settled,
    Suspended,
    Wagered,
)
from croupier.bank.meters.meter import PARTS, Meter, MeterStep, moved
from croupier.bank.meters.rounds import settled, wagered
from croupier.bank.meters.rules import HOUSE_JACKPOT
from croupier.errors import BadMeter, BadRecord
from croupier.money import Cents, dollars


def after(meter: Meter | None, event: Event) -> MeterStep:
    """The only way a meter changes. A refused event changes nothing and moves nothing."""
    if meter is None:
        if isinstance(event, Opened):
            return _checked(None, _opened(event))
        raise BadRecord(f"{event}: a meter begins by being opened", "record/event")
    step = _happened(meter, event)
    return _checked(meter, step._replace(meter=replace(step.meter, events=meter.events + 1)))


def history(events: Iterable[Event]) -> Iterator[tuple[Event, MeterStep]]:
    """Every event with the meter after it and the money that it moved."""
    meter = None
    for event in events:
        step = after(meter, event)
        meter = step.meter
        yield event, step


def meter_from_events(events: Iterable[Event]) -> Meter:
    meter = None
    for _, step in history(events):
        meter = step.meter
    if meter is None:
        raise BadRecord("a meter begins by being opened", "record/event")
    return meter


def _happened(meter: Meter, event: Event) -> MeterStep:
    check_in_service(meter)
    match event:
        case Opened():
            raise BadRecord(f"{meter.rules.sensor}: it is open already", "record/event")
        case Wagered():
            check_not_suspended(meter)
            return wagered(meter, event)
        case Settled():
            return settled(meter, event)
        case Discontinued():
            return discontinued(meter, event)
        case Received():
            return received(meter, event)
        case _:
            return _changed(meter, event)


def _changed(meter: Meter, event: Change) -> MeterStep:
    match event:
        case Lowered():
            return lowered(meter, event)
        case Raised():
            return raised(meter, event)
        case Posted():
            return posted(meter, event)
        case Ruled():
            return ruled(meter, event)
        case Suspended():
            return suspended(meter, event)
        case Resumed():
            return resumed(meter, event)
        case _:
            assert_never(event)


def _checked(before: Meter | None, step: MeterStep) -> MeterStep:
    """Game security of the bank: the escrow moved by what the meter and its reserve did."""
    into = sum(transfer.cents for transfer in step.transfers if transfer.credit == ESCROW)
    out = sum(transfer.cents for transfer in step.transfers if transfer.debit == ESCROW)
    held = 0 if before is None else before.held
    meter = step.meter
    assert held + into - out == meter.held, f"escrow {held} + {into} - {out}, not {meter.held}"
    assert min(meter.displayed, meter.reserve, meter.seed_owed, meter.grown) >= 0, meter
    return step


def _opened(event: Opened) -> MeterStep:
    rules, carried, reserve, owed = event
    if carried is None:
        if reserve or owed:
            raise BadMeter("a new meter carries nothing over", "jackpot/carried")
        seed = Cents(0) if rules.kind == HOUSE_JACKPOT else rules.seed
        meter = Meter(rules, rules.seed * PARTS, seed_owed=seed)
        return MeterStep(meter, moved(HOUSE, ESCROW, seed, f"seed of the {rules.sensor}"))
    if rules.kind == HOUSE_JACKPOT or min(carried, reserve, owed) < 0:
        raise BadMeter(
            f"{rules.sensor}: {dollars(carried)}, a reserve of {dollars(reserve)} and seed money "
            f"of {dollars(owed)} carried over; only a progressive fund is, no amount below zero",
            "jackpot/carried",
        )
    grown = max(0, carried - rules.seed) * PARTS
    meter = Meter(rules, carried * PARTS, reserve * PARTS, owed, grown)
    return MeterStep(meter, moved(CARRIED, ESCROW, meter.held, f"{rules.sensor} carried over"))
