"""Meters in the room: which tables play for them, and their transfers as postings.

A meter has its own stream. One act writes the round to the table's stream and its wagers and
winnings to the meter's, so linked tables share one meter and no cent gets lost between them.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from croupier.bank.act import Act, Event, Part
from croupier.bank.ledger import Posting, Purpose
from croupier.bank.meters import events
from croupier.bank.meters.jackpot import after
from croupier.bank.meters.meter import (
    Meter,
    event_from_json,
    event_to_json,
    kind_of,
    meter_from_json,
    meter_to_json,
)
from croupier.bank.meters.rules import MeterRules, check_layout
from croupier.bank.store import StoredStream
from croupier.errors import BadMeter, BadRecord, RuleError
from croupier.money import Cents, dollars
from croupier.room import names
from croupier.room.people.roles import check_may, check_name, check_two
from croupier.room.state.hall import Actor, Hall, Transition, decision
from croupier.room.tables.payouts import new_results
from croupier.room.tables.state import Held, OpenTable, body
from croupier.rules.jackpots import prizes_paid
from croupier.table.round import Play, Round
from croupier.table.table import Table

KEPT_EVERY = 50  # events between snapshots, and so the most that a restart reads


@dataclass(frozen=True, slots=True)
class OpenMeter:
    name: str
    meter: Meter
    version: int  # of its stream

    @property
    def stream(self) -> str:
        return f"{names.METER}{self.name}"


@dataclass(frozen=True, slots=True)
class Fed:
    """The effect of an act of a round on meters: their events, the postings, large wins."""

    meters: tuple[OpenMeter, ...] = ()
    parts: tuple[Part, ...] = ()
    postings: tuple[Posting, ...] = ()
    held: tuple[Held, ...] = ()
    hits: tuple[Held, ...] = ()  # jackpots won, large or not


# Opened and changed manually


@decision("open_meter", "croupier.room.meters.meter_opened")
def meter_opened(
    hall: Hall, actor: Actor, name: str, opening: events.MeterOpened, *, second: str = ""
) -> Transition:
    """Opens a meter; by two people if money is carried over from an earlier system."""
    check_name("meter", name)
    check_may(hall.floor.people, actor.by, "change a meter")
    beside = {} if opening.carried is None else {"second": second}
    if beside:
        check_two(hall.floor.people, actor.by, second, "change a meter")
    if name in hall.meters:
        ended = hall.meters[name].meter.discontinued
        word = f", discontinued ({ended}); take another name" if ended else " already"
        raise RuleError(f"there is a meter {name}{word}", "room/meter")
    for table in opening.rules.tables:
        check_name("table", table)
    _check_cap(name, opening)
    for other in hall.meters.values():
        check_apart(name, opening.rules, other)
    new = OpenMeter(name, after(None, opening).meter, 0)
    return changed(actor, new, None, opening, **beside)


def _check_cap(name: str, opening: events.MeterOpened) -> None:
    cap, carried = opening.rules.cap, opening.carried
    if cap is not None and carried is not None and cap < carried:
        raise BadMeter(
            f"{name}: a cap of {dollars(cap)} with {dollars(carried)} carried over; a limit is no "
            "lower than the jackpot when it is set (WAC 230-15-685(4))",
            "jackpot/cap",
        )


@decision("change_meter", "croupier.room.meters.meter_changed")
def meter_changed(hall: Hall, actor: Actor, name: str, event: events.Change) -> Transition:
    """Lowered, raised, suspended or resumed, or given another prize or rules; by two people."""
    check_answered(hall, event.authority)
    found = hall.meter(name)
    if isinstance(event, events.Ruled):
        check_ruled(hall, found, event.rules)
    return changed(actor, found, found.meter, event)


def check_answered(hall: Hall, authority: events.Authority) -> None:
    check_two(hall.floor.people, authority.first, authority.second, "change a meter")


@decision("link_meter", "croupier.room.meters.meter_linked")
def meter_linked(
    hall: Hall, actor: Actor, name: str, tables: tuple[str, ...], authority: events.Authority
) -> Transition:
    """Exactly these tables play for it from now on."""
    for table in tables:
        check_name("table", table)
    rules = replace(hall.meter(name).meter.rules, tables=tables)
    return meter_changed(hall, actor, name, events.Ruled(rules, authority))


def changed(
    actor: Actor, meter: OpenMeter, before: Meter | None, event: events.MeterEvent, **beside: str
) -> Transition:
    step = after(before, event)
    now = replace(meter, meter=step.meter, version=meter.version + 1)
    moved = tuple(hand_postings(now, step.transfers))
    said = (event_of(event, by=actor.by, **beside),)
    snapshot = body(meter_to_json(step.meter))
    act = Act(actor.key, meter.stream, meter.version, said, moved, snapshot=snapshot)
    return Transition(act, (now,))


def hand_postings(meter: OpenMeter, transfers: Sequence[events.Transfer]) -> Iterator[Posting]:
    for place, transfer in enumerate(transfers):
        yield Posting(
            names.hand_posting_id(meter.stream, meter.version, place),
            transfer.debit,
            transfer.credit,
            transfer.cents,
            _why(transfer),
            transfer.reason[:200],
        )


def _why(transfer: events.Transfer) -> Purpose:
    """Funding, if the escrow receives it from elsewhere; otherwise a transfer."""
    brought = transfer.credit == events.ESCROW and transfer.debit != events.MOVED
    return Purpose.FUNDING if brought else Purpose.TRANSFER


# Rounds


def fed(hall: Hall, state: OpenTable, before: Round | None, now: Round) -> Fed:
    """What an act of a round sends to meters: its wagers when they are made, and its end."""
    result = Fed()
    begins = before is None
    for name, happened in _events(state.name, state.rounds, state.meters, begins, now).items():
        result = _with(result, state, hall.meter(name), happened)
    return result


def meter_events(
    table: str, number: int, meters: Mapping[str, str], begins: bool, now: Round | Play
) -> dict[str, list[str]]:
    """The same in stored form, by name of the meter."""
    found = _events(table, number, meters, begins, now)
    return {name: [event_of(one).body for one in happened] for name, happened in found.items()}


def _events(
    table: str, number: int, meters: Mapping[str, str], begins: bool, now: Round | Play
) -> dict[str, list[events.MeterEvent]]:
    found: dict[str, list[events.MeterEvent]] = {}
    for sensor, name in meters.items():
        stakes = [spot.wagers[sensor] for spot in now.spots if sensor in spot.wagers]
        if stakes and begins:
            found[name] = [events.Wagered(table, number, stakes[0], len(stakes))]
        if stakes and now.over:
            claims = tuple(_claims(now, sensor))
            found[name] = [*found.get(name, ()), events.MeterSettled(table, number, claims)]
    return found


def called_off(hall: Hall, state: OpenTable, now: Round) -> Fed:
    """A round that is called off is settled without claims; what it added stays in the meter."""
    result = Fed()
    for sensor, name in state.meters.items():
        if any(sensor in spot.wagers for spot in now.spots):
            result = _with(
                result, state, hall.meter(name), [events.MeterSettled(state.name, state.rounds)]
            )
    return result


def _claims(now: Round | Play, sensor: str) -> Iterator[events.Claim]:
    """In the order of settlement."""
    for seat, result in new_results(None, now):
        if result.wager == sensor and not result.void:
            claim = events.claim_of(str(seat), result)
            if claim.percent or claim.fixed:
                yield claim


def _with(
    so_far: Fed, state: OpenTable, meter: OpenMeter, happened: Sequence[events.MeterEvent]
) -> Fed:
    now = meter.meter
    postings: list[Posting] = []
    held: list[Held] = []
    hits: list[Held] = []
    for event in happened:
        step = after(now, event)
        now = step.meter
        sensor = now.rules.sensor
        won = _won(step.transfers)
        law = state.table.limits.profile
        large = {seat for seat, cents in won.items() if law.needs_supervisor(cents)}
        postings += round_postings(state.name, state.rounds, sensor, event, step.transfers, large)
        held += [Held(state.rounds, seat, sensor, won[seat]) for seat in sorted(large)]
        if isinstance(event, events.MeterSettled):
            shares = {int(claim.account) for claim in event.claims if claim.percent}
            hits += [Held(state.rounds, seat, sensor, won[seat]) for seat in sorted(shares)]
    version = meter.version + len(happened)
    kept = meter.version // KEPT_EVERY < version // KEPT_EVERY
    snapshot = body(meter_to_json(now)) if kept else None
    part = Part(meter.stream, meter.version, tuple(map(event_of, happened)), snapshot)
    return Fed(
        (*so_far.meters, replace(meter, meter=now, version=version)),
        (*so_far.parts, part),
        (*so_far.postings, *postings),
        (*so_far.held, *held),
        (*so_far.hits, *hits),
    )


def _won(transfers: Sequence[events.Transfer]) -> dict[int, Cents]:
    """The cents won by each seat: in a round, the account of a claim is the number of the seat."""
    return prizes_paid((int(one.credit), one.cents) for one in transfers if one.credit.isdigit())


def round_postings(
    table: str,
    number: int,
    sensor: str,
    event: events.MeterEvent,
    transfers: Sequence[events.Transfer],
    large: set[int],
) -> Iterator[Posting]:
    """Jackpot shares come out of the escrow; what the house pays comes out of the tray."""
    kind = kind_of(type(event))
    for place, transfer in enumerate(transfers):
        debit, credit, reason = transfer.debit, transfer.credit, Purpose.JACKPOT_CONTRIBUTION
        if credit.isdigit():
            seat = int(credit)
            credit = (names.held_of if seat in large else names.chips_of)(table, seat)
            debit = names.tray_of(table) if debit == events.HOUSE else debit
            reason = Purpose.JACKPOT_AWARD
        elif isinstance(event, events.MeterSettled):
            reason = Purpose.FUNDING
        name = names.meter_posting_id(table, number, sensor, kind, place)
        yield Posting(name, debit, credit, transfer.cents, reason, transfer.reason[:200])


# Reading them back


def event_of(event: events.MeterEvent, **beside: str) -> Event:
    data = event_to_json(event)
    return Event(str(data["event"]), body({**data, **beside}))


def resumed(name: str, stored: StoredStream) -> OpenMeter:
    if stored.snapshot is None:
        raise BadRecord(f"meter {name}: no state of it was ever kept", "record/snapshot")
    meter = meter_from_json(json.loads(stored.snapshot))
    for event in stored.events:
        meter = after(meter, event_from_json(json.loads(event.body))).meter
    return OpenMeter(name, meter, stored.version)


# Links: which tables may play for a meter


def check_apart(name: str, rules: MeterRules, other: OpenMeter) -> None:
    shared = set(rules.tables) & set(other.meter.rules.tables)
    if rules.sensor == other.meter.rules.sensor and shared and not other.meter.discontinued:
        raise BadMeter(
            f"{name}: table {min(shared)} plays for {other.name} with its {rules.sensor}; a sensor "
            "has one jackpot",
            "jackpot/tables",
        )


def check_ruled(hall: Hall, meter: OpenMeter, rules: MeterRules) -> None:
    """The open tables that play for the meter must still be allowed to, as posted."""
    for other in hall.meters.values():
        if other.name != meter.name:
            check_apart(meter.name, rules, other)
    for state in hall.tables.values():
        table = state.posted
        if table is not None and state.is_open and meter.name in state.meters.values():
            check_layout(table.game, table.options, state.name, [rules])
            check_prizes(hall, state.name, table, meter)


def linked(hall: Hall, table: str) -> dict[str, OpenMeter]:
    """The meters that a table of this name plays for, by sensor."""
    return {
        meter.meter.rules.sensor: meter
        for meter in hall.meters.values()
        if table in meter.meter.rules.tables and not meter.meter.discontinued
    }


def meters_for(hall: Hall, name: str, table: Table) -> dict[str, str]:
    """The meter of each jackpot wager that a table offers; refused if one has none."""
    offered = [wager.name for wager in table.offers if wager.name in table.game.jackpots]
    found = linked(hall, name)
    missing = [sensor for sensor in offered if sensor not in found]
    if missing:
        raise BadMeter(
            f"table {name} offers the {missing[0]}, and no meter is linked to it; open one first, "
            "or do not offer it",
            "room/meter",
        )
    rules = [found[sensor].meter.rules for sensor in offered]
    check_layout(table.game, table.options, name, rules)
    for sensor in offered:
        check_prizes(hall, name, table, found[sensor])
    return {sensor: found[sensor].name for sensor in offered}


def check_prizes(hall: Hall, name: str, table: Table, meter: OpenMeter) -> None:
    """Tables linked by a meter have the same winning hands, with the same chances."""
    sensor = meter.meter.rules.sensor
    posted = _prizes(table, sensor)
    for other in hall.tables.values():
        if other.name == name or other.posted is None or not other.is_open:
            continue
        if other.meters.get(sensor) == meter.name and _prizes(other.posted, sensor) != posted:
            theirs, mine = (" ".join(prizes) for prizes in (_prizes(other.posted, sensor), posted))
            raise BadMeter(
                f"table {name} posts {mine} for the {sensor}, and table {other.name}, linked to it "
                f"by {meter.name}, posts {theirs}; tables linked by a meter post the same (WAC "
                "230-15-685): post that, or link it to a meter of its own",
                "jackpot/prizes",
            )


def _prizes(table: Table, sensor: str) -> tuple[str, str]:
    """The game is part of it: no two games have the same winning hands with the same chances."""
    wager = table.game.wager(sensor)
    assert wager is not None, f"{table.game.id} has no {sensor}"
    return table.game.id, table.posted[wager.table].id
