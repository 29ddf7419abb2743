"""A meter is suspended and resumed, or discontinued: what it held goes on, to the last cent.

WAC 230-15-710 is about removing a progressive from play, 230-15-715 about funds that were seized:
then the game and the collecting stop until they are replaced.
"""

from dataclasses import replace

from croupier.bank.meters.changes import check_authority, check_no_round
from croupier.bank.meters.events import (
    DUE,
    ESCROW,
    HOUSE,
    MOVED,
    RECEIPTS,
    Discontinued,
    Received,
    Resumed,
    Suspended,
)
from croupier.bank.meters.meter import PARTS, Meter, MeterStep, capped, moved
from croupier.bank.meters.rules import HOUSE_JACKPOT
from croupier.errors import BadMeter, shown
from croupier.money import Cents, check_whole

LAW = "WAC 230-15-710"


def check_in_service(meter: Meter) -> None:
    if meter.discontinued:
        raise BadMeter(
            f"{meter.rules.sensor}: this meter was discontinued, {meter.discontinued}; open "
            "another one",
            "jackpot/discontinued",
        )


def discontinued(meter: Meter, event: Discontinued) -> MeterStep:
    """What is less than a cent goes to another meter too; without one it stays in the house."""
    to, authority, players = event
    check_authority(meter, authority)
    check_no_round(meter, "it is discontinued")
    ended = replace(
        meter,
        displayed=0,
        reserve=0,
        seed_owed=Cents(0),
        grown=0,
        suspended="",
        discontinued=_became(meter, to, players=players),
    )
    if to is not None:
        return MeterStep(
            ended, moved(ESCROW, MOVED, meter.held, f"{LAW} to {to}: {authority.reason}")
        )
    seed = min(meter.seed_owed, meter.held)
    back = moved(ESCROW, HOUSE, seed, f"{LAW} seed money: {authority.reason}")
    account, word = (DUE, "players") if players else (RECEIPTS, "receipts")
    rest = moved(ESCROW, account, meter.held - seed, f"{LAW} to {word}: {authority.reason}")
    return MeterStep(ended, back + rest)


def _became(meter: Meter, to: str | None, *, players: bool) -> str:
    sensor, heir = meter.rules.sensor, "the players" if players else to
    if players and to is not None:
        raise BadMeter(
            f"{sensor}: its money goes to {shown(to)} or to the players, not to both",
            "jackpot/unsaid",
        )
    if meter.rules.kind != HOUSE_JACKPOT:
        return f"to {heir or RECEIPTS}"
    if heir is not None:
        raise BadMeter(
            f"{sensor}: a house jackpot is no fund that goes to {shown(heir)}; it is taken down",
            "jackpot/house",
        )
    return "taken down"


def received(meter: Meter, event: Received) -> MeterStep:
    """What was displayed is displayed, up to the cap; the rest and the reserve are reserve."""
    giver, displayed, reserve, seed, authority = event
    check_authority(meter, authority)
    for amount in (displayed, reserve, seed):
        check_whole(amount)
    if meter.rules.kind == HOUSE_JACKPOT or min(displayed, reserve, seed) < 0:
        raise BadMeter(
            f"{meter.rules.sensor}, {meter.rules.kind}: it receives {displayed} and {reserve} "
            f"parts and a seed of {seed} from {giver}; only a progressive does, none below zero",
            "jackpot/received",
        )
    now, above = capped(meter.rules, meter.displayed, displayed)
    more = replace(
        meter,
        displayed=now,
        reserve=meter.reserve + reserve + above,
        seed_owed=Cents(meter.seed_owed + seed),
    )
    whole = (displayed + reserve) // PARTS
    became_whole = more.held - meter.held - whole  # a cent at most, of two fractions
    return MeterStep(
        more,
        moved(MOVED, ESCROW, whole, f"{LAW} from {giver}: {authority.reason}")
        + moved(HOUSE, ESCROW, became_whole, f"{LAW} from {giver}: fractions of a cent"),
    )


def suspended(meter: Meter, event: Suspended) -> MeterStep:
    check_authority(meter, event.authority)
    if meter.suspended:
        raise BadMeter(
            f"{meter.rules.sensor}: it is suspended already, {meter.suspended}", "jackpot/suspended"
        )
    return MeterStep(replace(meter, suspended=event.authority.reason))


def resumed(meter: Meter, event: Resumed) -> MeterStep:
    check_authority(meter, event.authority)
    if not meter.suspended:
        raise BadMeter(f"{meter.rules.sensor}: it is not suspended", "jackpot/suspended")
    return MeterStep(replace(meter, suspended=""))


def check_not_suspended(meter: Meter) -> None:
    """WAC 230-15-715: the collecting stops, and the game with it."""
    if meter.suspended:
        raise BadMeter(
            f"{meter.rules.sensor}: it is suspended ({meter.suspended}), so nobody may wager on it "
            "until it is resumed",
            "jackpot/suspended",
        )
