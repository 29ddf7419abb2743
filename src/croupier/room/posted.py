"""What a table as posted is worth to the house, found before it opens; meters included."""

from fractions import Fraction

from croupier.bank.meter_rules import HOUSE_JACKPOT, RATE_WHOLE, MeterRules
from croupier.odds.jackpots import Funding
from croupier.odds.theory import theory
from croupier.odds.worth import Worth
from croupier.room.hall import Hall
from croupier.room.meters import meters_for
from croupier.table.table import Table


def worth_of(hall: Hall, name: str, table: Table) -> tuple[Worth, ...]:
    """Exact, at a full table; the first time for a game it is counted, which takes a while."""
    meters = meters_for(hall, name, table)
    funded = {sensor: _funding(hall.meter(meter).meter.rules) for sensor, meter in meters.items()}
    return theory(table, jackpots=funded, seats=table.game.seats_max if funded else 1)


def _funding(rules: MeterRules) -> Funding:
    """In wagers. After a whole win a progressive meter begins with its reseed."""
    seed = rules.seed if rules.kind == HOUSE_JACKPOT else rules.reseed
    return Funding(
        Fraction(seed, rules.wager),
        Fraction(rules.contribution_rate, RATE_WHOLE),
        Fraction(rules.reserve_rate, RATE_WHOLE),
    )
