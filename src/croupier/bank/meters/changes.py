"""Changes of a meter that a person makes. Each needs a written reason and two who answer for it.

WAC 230-15-695: a progressive jackpot is lowered only by an amount won, to correct a malfunction or
a display above its cap, to remove undisplayed funds as receipts, or to recover seed money. Every
reason has bounds of its own; what is beyond them is refused, and nothing is changed.
"""

from dataclasses import replace
from typing import assert_never

from croupier.bank.meters import events
from croupier.bank.meters.events import DUE, ESCROW, HOUSE, MOVED, RECEIPTS, Authority, Lift, Why
from croupier.bank.meters.meter import PARTS, Meter, MeterStep, capped, moved
from croupier.bank.meters.rules import HOUSE_JACKPOT
from croupier.errors import BadMeter, shown
from croupier.money import Cents, check_whole, dollars

LAW = {
    Why.MALFUNCTION: "WAC 230-15-695(2)",
    Why.ABOVE_CAP: "WAC 230-15-695(3)",
    Why.RECEIPTS: "WAC 230-15-695(4)",
    Why.SEED_FROM_DISPLAY: "WAC 230-15-695(5)",
    Why.SEED_FROM_RESERVE: "WAC 230-15-695(5)",
}
OF_THE_DISPLAY = (Why.MALFUNCTION, Why.ABOVE_CAP, Why.SEED_FROM_DISPLAY)


def lowered(meter: Meter, event: events.Lowered) -> MeterStep:
    why, cents, authority = event
    _check_change(meter, authority, "lowered")
    check_whole(cents)
    if why in OF_THE_DISPLAY:
        check_no_round(meter, f"{why.value}: the display is lowered")
    least, most = bounds(meter, why)
    if not least <= cents <= most or cents == 0:
        right = f"{dollars(least)} to {dollars(most)}" if most else "nothing"
        raise meter.refusal(
            f"lowered by {dollars(cents)}, {why.value}; with "
            f"{dollars(meter.shown)} displayed, {LAW[why]} allows {right}",
            "jackpot/lowered",
        )
    return _lowered(meter, why, cents, f"{LAW[why]} {why.value}: {authority.reason}")


def bounds(meter: Meter, why: Why) -> tuple[Cents, Cents]:
    """The least and the most cents that a meter can be lowered by, for a reason."""
    rules = meter.rules
    match why:
        case Why.MALFUNCTION:  # equipment can have counted what was added, and never the seed
            return Cents(1), Cents(min(meter.grown, meter.displayed) // PARTS)
        case Why.ABOVE_CAP:  # to the cap, and neither less nor more
            above = 0 if rules.cap is None else max(0, meter.shown - rules.cap)
            return Cents(above), Cents(above)
        case Why.RECEIPTS:
            return Cents(1), Cents(meter.reserve // PARTS)
        case Why.SEED_FROM_DISPLAY:  # what the next players are promised stays displayed
            return Cents(1), Cents(max(0, min(meter.seed_owed, meter.shown - rules.reseed)))
        case Why.SEED_FROM_RESERVE:
            return Cents(1), Cents(min(meter.seed_owed, meter.reserve // PARTS))
        case _:
            assert_never(why)


def _lowered(meter: Meter, why: Why, cents: Cents, reason: str) -> MeterStep:
    parts = cents * PARTS
    display = replace(meter, displayed=meter.displayed - parts)
    match why:
        case Why.MALFUNCTION:
            corrected = replace(display, grown=meter.grown - parts)
            return MeterStep(corrected, moved(ESCROW, HOUSE, cents, reason))
        case Why.ABOVE_CAP:  # it is the players' money still: to the reserve, within the escrow
            grown = meter.grown - parts  # no seed is above the cap, so this was added
            return MeterStep(replace(display, grown=grown, reserve=meter.reserve + parts))
        case Why.RECEIPTS:
            less = replace(meter, reserve=meter.reserve - parts)
            return MeterStep(less, moved(ESCROW, RECEIPTS, cents, reason))
        case Why.SEED_FROM_DISPLAY:
            owed = Cents(meter.seed_owed - cents)
            return MeterStep(replace(display, seed_owed=owed), moved(ESCROW, HOUSE, cents, reason))
        case Why.SEED_FROM_RESERVE:
            owed = Cents(meter.seed_owed - cents)
            less = replace(meter, reserve=meter.reserve - parts, seed_owed=owed)
            return MeterStep(less, moved(ESCROW, HOUSE, cents, reason))
        case _:
            assert_never(why)


def raised(meter: Meter, event: events.Raised) -> MeterStep:
    """The house adds to the display: what equipment did not count, or seed money, recoverable."""
    lift, cents, authority = event
    _check_change(meter, authority, "raised")
    check_whole(cents)
    cap = meter.rules.cap
    if cents <= 0 or (cap is not None and meter.displayed + cents * PARTS > cap * PARTS):
        limit = "without a cap" if cap is None else f"with a cap of {dollars(cap)}"
        raise meter.refusal(
            f"raised by {dollars(cents)}, {lift.value}; "
            f"{dollars(meter.shown)} is displayed {limit}",
            "jackpot/raised",
        )
    more = replace(meter, displayed=meter.displayed + cents * PARTS)
    if lift is Lift.SEED:
        more = replace(more, seed_owed=Cents(meter.seed_owed + cents))
    else:
        more = replace(more, grown=meter.grown + cents * PARTS)
    return MeterStep(more, moved(HOUSE, ESCROW, cents, f"{lift.value}: {authority.reason}"))


def posted(meter: Meter, event: events.PrizePosted) -> MeterStep:
    """The house may lower and raise its own prize between rounds."""
    check_authority(meter, event.authority)
    check_whole(event.prize)
    if meter.rules.kind != HOUSE_JACKPOT:
        raise meter.refusal(
            "a progressive meter cannot be posted; it is held for the players",
            "jackpot/progressive",
        )
    check_no_round(meter, "another prize is posted")
    rules = replace(meter.rules, seed=event.prize)
    return MeterStep(replace(meter, rules=rules, displayed=event.prize * PARTS))


def ruled(meter: Meter, event: events.Ruled) -> MeterStep:
    check_authority(meter, event.authority)
    check_no_round(meter, "the rules change")
    old, new = meter.rules, event.rules
    if (old.sensor, old.kind) != (new.sensor, new.kind):
        raise BadMeter(
            f"{old.sensor}, {old.kind}: it cannot become {new.sensor}, {new.kind}; open another",
            "jackpot/rules",
        )
    if new.kind == HOUSE_JACKPOT and new.seed != old.seed:
        raise BadMeter(f"{old.sensor}: post another prize to change it", "jackpot/rules")
    if new.cap is not None and new.cap != old.cap and new.cap * PARTS < meter.displayed:
        raise BadMeter(
            f"{old.sensor}: a cap of {dollars(new.cap)} with {dollars(meter.shown)} displayed; a "
            f"new limit is no lower than the jackpot (WAC 230-15-685(4))",
            "jackpot/cap",
        )
    return MeterStep(replace(meter, rules=new))


def _check_change(meter: Meter, authority: Authority, done: str) -> None:
    check_authority(meter, authority)
    if meter.rules.kind == HOUSE_JACKPOT:
        raise meter.refusal(
            f"a house jackpot is not a fund to be {done}; post another prize", "jackpot/house"
        )


def check_authority(meter: Meter, authority: Authority) -> None:
    reason, *names = authority
    first, second = (" ".join(name.split()).casefold() for name in names)
    if not reason.strip() or not first or not second or first == second:
        raise meter.refusal(
            f"reason {reason!r}, authorised by {names[0]!r} and "
            f"{names[1]!r}; a change needs a written reason and two different people",
            "jackpot/authority",
        )


def check_no_round(meter: Meter, what: str) -> None:
    if meter.in_play:
        tables = ", ".join(f"{played.table} round {played.round}" for played in meter.in_play)
        raise meter.refusal(
            f"{what} while {tables} plays for it; settle that first", "jackpot/in_play"
        )


# Suspended and resumed (WAC 230-15-715), discontinued (WAC 230-15-710)


END_LAW = "WAC 230-15-710"


def check_in_service(meter: Meter) -> None:
    if meter.discontinued:
        raise meter.refusal(
            f"this meter was discontinued, {meter.discontinued}; open another one",
            "jackpot/discontinued",
        )


def discontinued(meter: Meter, event: events.Discontinued) -> MeterStep:
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
            ended, moved(ESCROW, MOVED, meter.held, f"{END_LAW} to {to}: {authority.reason}")
        )
    seed = min(meter.seed_owed, meter.held)
    back = moved(ESCROW, HOUSE, seed, f"{END_LAW} seed money: {authority.reason}")
    account, word = (DUE, "players") if players else (RECEIPTS, "receipts")
    rest = moved(ESCROW, account, meter.held - seed, f"{END_LAW} to {word}: {authority.reason}")
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
            f"{sensor}: a house jackpot has no fund to go to {shown(heir)}; it is taken down",
            "jackpot/house",
        )
    return "taken down"


def received(meter: Meter, event: events.Received) -> MeterStep:
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
        moved(MOVED, ESCROW, whole, f"{END_LAW} from {giver}: {authority.reason}")
        + moved(HOUSE, ESCROW, became_whole, f"{END_LAW} from {giver}: fractions of a cent"),
    )


def suspended(meter: Meter, event: events.Suspended) -> MeterStep:
    check_authority(meter, event.authority)
    if meter.suspended:
        raise meter.refusal(f"it is suspended already, {meter.suspended}", "jackpot/suspended")
    return MeterStep(replace(meter, suspended=event.authority.reason))


def resumed(meter: Meter, event: events.Resumed) -> MeterStep:
    check_authority(meter, event.authority)
    if not meter.suspended:
        raise meter.refusal("it is not suspended", "jackpot/suspended")
    return MeterStep(replace(meter, suspended=""))


def check_not_suspended(meter: Meter) -> None:
    """WAC 230-15-715: the collecting stops, and the game with it."""
    if meter.suspended:
        raise meter.refusal(
            f"it is suspended ({meter.suspended}), so nobody may wager on it until it is resumed",
            "jackpot/suspended",
        )
