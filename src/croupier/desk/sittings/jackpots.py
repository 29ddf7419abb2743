"""The jackpot meters of a table at home: opened, funded and paid.

bank/meters/jackpot.py decides what a meter does; the figures here are this house's own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from croupier.bank.meters.events import MeterOpened, MeterSettled, Wagered, claim_of
from croupier.bank.meters.jackpot import after
from croupier.bank.meters.meter import Hit, LastRound, Meter
from croupier.bank.meters.rules import HOUSE_JACKPOT, MeterRules
from croupier.desk.stakes import MeterFigures, meter_rules
from croupier.money import Cents
from croupier.rules.felt import Result
from croupier.rules.vocabulary import Wager
from croupier.table.events import Settled
from croupier.table.opening import Bets
from croupier.table.round import Round
from croupier.table.table import Table

Meters = Mapping[str, Meter]  # by the wager that plays for it
HERE = "home"  # the name of the table
# In units of the fixed wager, as the rulebook recommends; a house jackpot posts the seed as its
# prize.
SEED, RESEED = 10_000, 5_000
CONTRIBUTION = 2_000  # ten-thousandths of the wager: 20%
Shares = Mapping[tuple[int, str], Hit]  # what was won from a meter, by seat and wager


def new_meters(table: Table) -> dict[str, Meter]:
    sensors = table.game.jackpots
    return {
        wager.name: after(None, MeterOpened(_rules(table, wager))).meter
        for wager in table.offers
        if wager.name in sensors
    }


def _rules(table: Table, wager: Wager) -> MeterRules:
    fixed = table.fixed_wager(wager.name)
    figures = MeterFigures(Cents(SEED * fixed))
    if table.options[wager.needs] != HOUSE_JACKPOT:
        reseed = Cents(RESEED * fixed)
        figures = figures._replace(reseed=reseed, contribution_rate=CONTRIBUTION)
    return meter_rules(table, wager.name, figures, (HERE,))


def meters_to_json(meters: Meters) -> dict[str, dict[str, int]]:
    """What changes from one sitting to the next; the rules come from the table."""
    return {
        name: {"displayed": meter.displayed, "round": meter.last(HERE).round}
        for name, meter in meters.items()
    }


def meters_from_json(
    written: Mapping[str, Mapping[str, int]], table: Table, in_play: Bets
) -> dict[str, Meter]:
    """The saved meters of this table, and new ones if none were saved."""
    new = fed(new_meters(table), in_play)
    return {
        name: _as_it_was(meter, written[name], _count(in_play, name)) if name in written else meter
        for name, meter in new.items()
    }


def _as_it_was(meter: Meter, written: Mapping[str, int], wagers: int) -> Meter:
    played = LastRound(HERE, written["round"], wagers)
    if meter.rules.kind == HOUSE_JACKPOT:
        return replace(meter, played=(played,))
    return replace(meter, displayed=written["displayed"], played=(played,))


def _count(bets: Bets, sensor: str) -> int:
    return sum(sensor in stakes for stakes in bets.values())


def fed(meters: Meters, bets: Bets) -> dict[str, Meter]:
    """ "The table display should increment after each wager is placed." """
    return {
        name: _fed(meter, _count(bets, name)) if _count(bets, name) else meter
        for name, meter in meters.items()
    }


def _fed(meter: Meter, wagers: int) -> Meter:
    number = meter.last(HERE).round + 1
    return after(meter, Wagered(HERE, number, meter.rules.wager, wagers)).meter


def settled(meters: Meters, state: Round) -> tuple[dict[str, Meter], dict[tuple[int, str], Hit]]:
    """The meters after a round, and what every seat won from them."""
    now, shares = dict(meters), {}
    for name, meter in meters.items():
        if not meter.in_play:
            continue
        claims = tuple(claim_of(str(seat), result) for seat, result in _results(state, name))
        number = meter.last(HERE).round
        now[name] = after(meter, MeterSettled(HERE, number, claims)).meter
        for hit in (hit for hit in now[name].hits if hit.round == number):
            shares[int(hit.account), name] = hit
    return now, shares


def _results(state: Round, sensor: str) -> Iterator[tuple[int, Result]]:
    """In order of settlement."""
    for event in state.events:
        if isinstance(event, Settled):
            yield from ((event.seat, one) for one in event.results if one.wager == sensor)
