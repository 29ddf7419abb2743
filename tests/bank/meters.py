"""A meter from its events."""

from collections.abc import Iterable

from croupier.bank.meters.events import MeterEvent
from croupier.bank.meters.jackpot import history
from croupier.bank.meters.meter import Meter


def meter_from_events(events: Iterable[MeterEvent]) -> Meter:
    *_, (_, step) = history(events)
    return step.meter
