"""Jackpots: a meter and what happened, in; the new meter and the money to move, out.

Pure: no database, no clock, no games. At every moment the escrow account equals the sum of
`Meter.held` over all meters, because the transfers of every event move exactly its change.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, get_args

from croupier.bank.meters import changes, events
from croupier.bank.meters.events import CARRIED, ESCROW, HOUSE, OWN_ACCOUNTS, Claim, Transfer
from croupier.bank.meters.meter import (
    HITS_KEPT,
    PARTS,
    Hit,
    LastRound,
    Meter,
    MeterStep,
    capped,
    moved,
)
from croupier.bank.meters.rules import HOUSE_JACKPOT
from croupier.errors import BadMeter, BadRecord
from croupier.money import Cents, dollars
from croupier.rules.jackpots import WHOLE, meter_pays, reseeds


def after(meter: Meter | None, event: events.MeterEvent) -> MeterStep:
    if meter is None:
        if isinstance(event, events.MeterOpened):
            return _checked(None, _opened(event))
        raise BadRecord(f"{event}: a meter begins by being opened", "record/event")
    step = _happened(meter, event)
    return _checked(meter, step._replace(meter=replace(step.meter, events=meter.events + 1)))


def history(happened: Iterable[events.MeterEvent]) -> Iterator[tuple[events.MeterEvent, MeterStep]]:
    meter = None
    for event in happened:
        step = after(meter, event)
        meter = step.meter
        yield event, step


def _happened(meter: Meter, event: events.MeterEvent) -> MeterStep:
    changes.check_in_service(meter)
    if isinstance(event, events.MeterOpened):
        raise BadRecord(f"{meter.rules.sensor}: it is open already", "record/event")
    if isinstance(event, events.Wagered):
        changes.check_not_suspended(meter)
    return HAPPENINGS[type(event)](meter, event)


def _checked(before: Meter | None, step: MeterStep) -> MeterStep:
    """Game security of the bank: the escrow moved exactly as the meter and its reserve did."""
    into = sum(transfer.cents for transfer in step.transfers if transfer.credit == ESCROW)
    out = sum(transfer.cents for transfer in step.transfers if transfer.debit == ESCROW)
    held = 0 if before is None else before.held
    meter = step.meter
    assert held + into - out == meter.held, f"escrow {held} + {into} - {out}, not {meter.held}"
    assert min(meter.displayed, meter.reserve, meter.seed_owed, meter.grown) >= 0, meter
    return step


def _opened(event: events.MeterOpened) -> MeterStep:
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


# Rounds: wagers feed a meter, and what was won leaves it


def wagered(meter: Meter, event: events.Wagered) -> MeterStep:
    """ "The table display should increment after each wager is placed." """
    table, number, stake, wagers = event
    rules = meter.rules
    last = meter.last(table)
    where = f"{rules.sensor}, {table} round {number}"
    if table not in rules.tables:
        linked = ", ".join(rules.tables)
        raise BadMeter(f"{where}: the meter is linked to {linked}", "jackpot/tables")
    if last.open or number <= last.round:
        waits = " and waits to be settled" if last.open else ""
        raise BadMeter(f"{where}: the last was round {last.round}{waits}", "jackpot/round")
    if stake != rules.wager or wagers < 1:
        raise BadMeter(
            f"{where}: {wagers} wagers of {dollars(stake)}; the fixed wager is "
            f"{dollars(rules.wager)}, and there is at least one",
            "jackpot/wager",
        )
    added = stake * wagers * rules.contribution_rate
    displayed, above = capped(rules, meter.displayed, added)
    fed = replace(
        meter,
        displayed=displayed,
        reserve=meter.reserve + stake * wagers * rules.reserve_rate + above,
        grown=meter.grown + added - above,
        played=_with_played(meter, LastRound(table, number, wagers)),
    )
    return MeterStep(fed, moved(HOUSE, ESCROW, fed.held - meter.held, f"{where}: contribution"))


def settled(meter: Meter, event: events.MeterSettled) -> MeterStep:
    """The claims of a round on what is displayed now: the order of events decides."""
    _check_claims(meter, event)
    rules = meter.rules
    shares = [claim for claim in event.claims if claim.percent]
    pays = meter_pays(
        [claim.percent for claim in shares],
        meter.shown,
        kind=rules.kind,
        split=rules.split,
        reseed=rules.reseed,
    )
    hits = tuple(
        Hit(event.table, event.round, claim.account, claim.percent, meter.shown, pay)
        for claim, pay in zip(shares, pays, strict=True)
    )
    closed = replace(
        meter,
        played=_with_played(meter, LastRound(event.table, event.round, 0)),
        hits=(*meter.hits, *hits)[-HITS_KEPT:],
    )
    emptied = MeterStep(closed) if rules.kind == HOUSE_JACKPOT else _emptied(closed, hits)
    purse = HOUSE if rules.kind == HOUSE_JACKPOT else ESCROW
    return MeterStep(emptied.meter, emptied.transfers + _prizes(meter, event, hits, purse))


def _emptied(meter: Meter, hits: tuple[Hit, ...]) -> MeterStep:
    """A progressive meter less what was won; if it was won whole, reseeded.

    The seed comes from the reserve as far as it goes, then from the house: recoverable seed money.
    """
    rules = meter.rules
    won = sum(hit.paid for hit in hits)
    wholes = reseeds([hit.percent for hit in hits], split=rules.split)
    seeds = rules.reseed * wholes
    left = meter.displayed + (seeds - won) * PARTS
    if left < 0 or any(hit.paid < 0 for hit in hits):
        raise BadMeter(
            f"{rules.sensor}: {[hit.percent for hit in hits]} percent of {dollars(meter.shown)}; "
            f"shares of more than the whole cannot be paid from it",
            "jackpot/overdrawn",
        )
    from_reserve = min(seeds, meter.reserve // PARTS)
    from_house = seeds - from_reserve
    displayed, above = capped(rules, 0, left) if wholes else (left, 0)
    seeded = replace(
        meter,
        displayed=displayed,
        reserve=meter.reserve - from_reserve * PARTS + above,
        seed_owed=Cents(meter.seed_owed + from_house),
        grown=0 if wholes else meter.grown,
    )
    return MeterStep(seeded, moved(HOUSE, ESCROW, from_house, f"reseed of the {rules.sensor}"))


def _prizes(
    meter: Meter, event: events.MeterSettled, hits: tuple[Hit, ...], purse: str
) -> tuple[Transfer, ...]:
    """Shares come out of the purse; "percentage pays are the only payouts deducted"."""
    where = f"{meter.rules.sensor}, {event.table} round {event.round}"
    shares = [moved(purse, hit.account, hit.paid, f"{where}: {hit.percent}%") for hit in hits]
    fixed = [
        moved(HOUSE, claim.account, claim.fixed, f"{where}: fixed prizes and envy")
        for claim in event.claims
    ]
    return tuple(transfer for transfers in shares + fixed for transfer in transfers)


def _check_claims(meter: Meter, event: events.MeterSettled) -> None:
    where = f"{meter.rules.sensor}, {event.table} round {event.round}"
    last = meter.last(event.table)
    if not last.open or last.round != event.round:
        raise BadMeter(f"{where}: no such round waits to be settled", "jackpot/round")
    if len(event.claims) > last.open:
        raise BadMeter(
            f"{where}: {len(event.claims)} claims; {last.open} made the wager", "jackpot/claims"
        )
    for claim in event.claims:
        _check_claim(where, claim)


def _check_claim(where: str, claim: Claim) -> None:
    account, percent, fixed = claim
    own = account in OWN_ACCOUNTS or not account.strip()
    if own or not 0 <= percent <= WHOLE or fixed < 0:
        raise BadMeter(
            f"{where}: {account!r} claims {percent}% and {dollars(fixed)}; a player claims 0 to "
            f"{WHOLE}% and cents from 0",
            "jackpot/claims",
        )


def _with_played(meter: Meter, played: LastRound) -> tuple[LastRound, ...]:
    others = (one for one in meter.played if one.table != played.table)
    return tuple(sorted((*others, played)))


HAPPENINGS: Mapping[type, Callable[[Meter, Any], MeterStep]] = {
    events.Wagered: wagered,
    events.MeterSettled: settled,
    events.Lowered: changes.lowered,
    events.Raised: changes.raised,
    events.PrizePosted: changes.posted,
    events.Ruled: changes.ruled,
    events.Suspended: changes.suspended,
    events.Resumed: changes.resumed,
    events.Discontinued: changes.discontinued,
    events.Received: changes.received,
}
assert {events.MeterOpened, *HAPPENINGS} == set(get_args(events.MeterEvent)), "an event has no rule"
