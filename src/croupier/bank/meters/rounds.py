"""What rounds do to a meter: wagers feed it, and what was won leaves it."""

from dataclasses import replace

from croupier.bank.meters.events import (
    ESCROW,
    HOUSE,
    OWN_ACCOUNTS,
    Claim,
    Settled,
    Transfer,
    Wagered,
)
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
from croupier.errors import BadMeter
from croupier.money import Cents, dollars
from croupier.rules.jackpots import WHOLE, meter_pays, reseeds


def wagered(meter: Meter, event: Wagered) -> MeterStep:
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


def settled(meter: Meter, event: Settled) -> MeterStep:
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
    """A progressive meter less what was won; where it was won whole, seeded anew.

    The reserve gives the new seed as far as it goes, the house the rest: seed money, recoverable.
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
    meter: Meter, event: Settled, hits: tuple[Hit, ...], purse: str
) -> tuple[Transfer, ...]:
    """Shares come out of the purse; "percentage pays are the only payouts deducted"."""
    where = f"{meter.rules.sensor}, {event.table} round {event.round}"
    shares = [moved(purse, hit.account, hit.paid, f"{where}: {hit.percent}%") for hit in hits]
    fixed = [
        moved(HOUSE, claim.account, claim.fixed, f"{where}: fixed prizes and envy")
        for claim in event.claims
    ]
    return tuple(transfer for transfers in shares + fixed for transfer in transfers)


def _check_claims(meter: Meter, event: Settled) -> None:
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
