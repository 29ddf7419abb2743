"""Replays every meter from its first event and checks its postings against the books."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from croupier.bank import reading
from croupier.bank.act import AND
from croupier.bank.audit.books import AuditFailed
from croupier.bank.audit.records import WholeAct
from croupier.bank.ledger import Posting
from croupier.bank.meters.events import Discontinued, MeterEvent, MeterSettled, Received, Wagered
from croupier.bank.meters.jackpot import after
from croupier.bank.meters.meter import Meter, event_from_json, kind_of, meter_from_json
from croupier.bank.store import Store
from croupier.errors import Refused
from croupier.money import Cents
from croupier.room.meters.meters import OpenMeter, hand_postings, round_postings
from croupier.room.names import METER, at_seat, chips_of, held_of
from croupier.room.people.known_differences import Excuses

TOLD_BY_ROUNDS = tuple(map(kind_of, (Wagered, MeterSettled)))
AT_ONCE = 400  # meter events whose postings are fetched together


class MeterAudit(NamedTuple):
    """The total over all meters."""

    meters: int
    moved: int  # postings
    due: Cents  # in escrow
    excused: tuple[AuditFailed, ...] = ()


def check_meters(store: Store, last: int, excuse: Excuses) -> MeterAudit:
    """Every meter from its first event: the books contain exactly what it moved."""
    kept = {one.stream: one for one in reading.snapshots(store, METER) if one.sequence <= last}
    meters = _Meters(kept, excuse)
    moved = 0
    events = reading.stored_events(store, reading.Stretch(1, last), METER)
    while some := list(islice(events, AT_ONCE)):
        must = [posting for what in some for posting in meters.moved(what)]
        moved += len(must)
        does = reading.postings_by_id(store, [posting.id for posting in must])
        for posting in must:
            _compare(posting, does.get(posting.id), excuse)
    return MeterAudit(len(meters.now), moved, meters.due)


class _Meters:
    """All meters as of the last event read, and money on its way from one to another."""

    def __init__(self, snapshots: Mapping[str, reading.Snapshot], excuse: Excuses) -> None:
        self.snapshots = snapshots
        self.excuse = excuse
        self.now: dict[str, Meter] = {}
        self.gift: tuple[str, str] | None = None  # from, to; the event of the taker comes first

    @property
    def due(self) -> Cents:
        if self.gift is not None:
            raise AuditFailed("meter", None, f"{self.gift[1]} has money of a meter in service")
        return Cents(sum(meter.held for meter in self.now.values()))

    def moved(self, what: reading.StoredEvent) -> Iterator[Posting]:
        name = what.stream.removeprefix(METER)
        try:
            event = event_from_json(json.loads(what.event.body))
            self._check_gift(name, event)
            step = after(self.now.get(name), event)
        except (Refused, ValueError) as wrong:
            self.excuse(AuditFailed("event", what.sequence, f"meter {name}: {wrong}"))
            return
        self.now[name] = step.meter
        self._check_snapshot(what, step.meter)
        if isinstance(event, Wagered | MeterSettled):
            sensor = step.meter.rules.sensor
            table, number = event.table, event.round
            yield from round_postings(table, number, sensor, event, step.transfers, set())
        else:
            yield from hand_postings(OpenMeter(name, step.meter, what.version), step.transfers)

    def _check_snapshot(self, what: reading.StoredEvent, meter: Meter) -> None:
        """A snapshot must be the meter as it was after that event."""
        kept = self.snapshots.get(what.stream)
        if kept is None or kept.version != what.version:
            return
        try:
            same = meter_from_json(json.loads(kept.body)) == meter
        except (Refused, ValueError):
            same = False
        if not same:
            raise AuditFailed(
                "snapshot", kept.sequence, f"{what.stream}: its events make it {meter}, not that"
            )

    def _check_gift(self, name: str, event: MeterEvent) -> None:
        """A meter receives all that the other held, in the act that discontinues the other."""
        if self.gift is not None and not isinstance(event, Discontinued):
            raise ValueError(f"{self.gift[1]} has money of {self.gift[0]}, which goes on")
        if isinstance(event, Received):
            giver = self.now.get(event.giver)
            held = giver and (giver.displayed, giver.reserve, giver.seed_owed)
            if held != (event.displayed, event.reserve, event.seed):
                raise ValueError(f"it takes {event}; {event.giver} has {held}")
            self.gift = event.giver, name
        elif isinstance(event, Discontinued):
            if self.gift != (None if event.to is None else (name, event.to)):
                raise ValueError(f"it goes to {event.to}, which is not what the other was told")
            self.gift = None


def _compare(must: Posting, does: Posting | None, excuse: Excuses) -> None:
    """A large win may have been paid to the seat's held account."""
    if does is not None:
        at = at_seat(must.credit)
        if at and must.credit == chips_of(*at) and does.credit == held_of(*at):
            does = replace(does, credit=must.credit)
    if must != does:
        words = f"a meter moved {must} of {must.cents} cents; the books have {does}"
        excuse(AuditFailed("posting", None, words))


def part_of(act: WholeAct) -> str:
    """The key of the act that this is part of; empty if it stands alone."""
    key, is_part, _ = act.act.key.rpartition(f"{AND}{act.act.stream}")
    return key if is_part else ""


def of_round(act: WholeAct) -> bool:
    """Whether it only records a round's wagers or its end with a meter, and moves no money."""
    plain = not (act.postings or act.accounts) and bool(act.events) and bool(part_of(act))
    return plain and all(event.kind in TOLD_BY_ROUNDS for event in act.events)
