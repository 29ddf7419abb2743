"""Discontinues a meter: no table plays for it any more, and its money is passed on."""

from dataclasses import replace

from croupier.bank.act import Act
from croupier.bank.ledger import Account, Kind
from croupier.bank.meters.events import DUE, MOVED, Authority, Discontinued, Received
from croupier.bank.meters.rules import HOUSE_JACKPOT
from croupier.errors import BadMeter
from croupier.room.meters.meters import OpenMeter, changed, check_answered
from croupier.room.state.hall import Actor, Hall, Transition, decision


@decision("discontinue_meter", "croupier.room.meter_ends.meter_discontinued")
def meter_discontinued(
    hall: Hall,
    actor: Actor,
    name: str,
    to: str | None,
    authority: Authority,
    *,
    players: bool = False,
) -> Transition:
    """By two people, once no open table plays for it.

    Its money goes to the meter `to`, or is due to the players, or is booked as receipts. A house
    jackpot holds no money.
    """
    check_answered(hall, authority)
    found = hall.meter(name)
    _check_unused(hall, found)
    if players:
        ends = changed(actor, found, found.meter, Discontinued(to, authority, players=True))
        return ends._replace(act=replace(ends.act, accounts=(Account(DUE, Kind.ESCROW),)))
    if to is None:
        _check_last(hall, found)
        return changed(actor, found, found.meter, Discontinued(None, authority))
    return _moved(actor, found, _other(hall, found, to), authority)


def _moved(actor: Actor, giver: OpenMeter, taker: OpenMeter, authority: Authority) -> Transition:
    """One act for both meters; the money passes through an account that must end at zero."""
    meter = giver.meter
    gift = Received(giver.name, meter.displayed, meter.reserve, meter.seed_owed, authority)
    ends = changed(actor, giver, meter, Discontinued(taker.name, authority))
    takes = changed(actor, taker, taker.meter, gift)
    act = Act(
        actor.key,
        giver.stream,
        giver.version,
        ends.act.events,
        (*ends.act.postings, *takes.act.postings),
        accounts=(Account(MOVED, Kind.ESCROW),),
        cleared=(MOVED,),
        snapshot=ends.act.snapshot,
        also=(takes.act.parts[-1],),
    )
    return Transition(act, (*ends.states, *takes.states))


def _check_unused(hall: Hall, meter: OpenMeter) -> None:
    for state in hall.tables.values():
        if state.is_open and meter.name in state.meters.values():
            raise BadMeter(
                f"{meter.name}: table {state.name} is open and plays for it; close the table first",
                "jackpot/in_play",
            )


def _check_last(hall: Hall, meter: OpenMeter) -> None:
    """The house is only custodian (WAC 230-15-671): another jackpot comes before receipts."""
    others = [other.name for other in hall.meters.values() if _may_take(other, meter)]
    if others and meter.meter.rules.kind != HOUSE_JACKPOT:
        raise BadMeter(
            f"{meter.name}: its money can go to another progressive, {' or '.join(others)} (--to), "
            "or to the players (--to-players); only that of the last one is booked as receipts",
            "jackpot/receipts",
        )


def _other(hall: Hall, meter: OpenMeter, to: str) -> OpenMeter:
    other = hall.meter(to)
    if not _may_take(other, meter):
        raise BadMeter(
            f"{meter.name}: its money cannot go to {to}; name another progressive that is in "
            "service",
            "jackpot/received",
        )
    return other


def _may_take(other: OpenMeter, meter: OpenMeter) -> bool:
    progressive = other.meter.rules.kind != HOUSE_JACKPOT
    return progressive and not other.meter.discontinued and other.name != meter.name
