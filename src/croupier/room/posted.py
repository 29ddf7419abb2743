"""What a table as posted is worth to the house, found before it opens; meters included."""

from croupier.odds.theory import theory
from croupier.odds.worth import Worth
from croupier.room.funding import funding
from croupier.room.hall import Hall
from croupier.room.meter_links import meters_for
from croupier.table.table import Table


def worth_of(hall: Hall, name: str, table: Table) -> tuple[Worth, ...]:
    """Exact, at a full table; the first time for a game it is counted, which takes a while."""
    meters = meters_for(hall, name, table)
    funded = {sensor: funding(hall.meter(meter).meter.rules) for sensor, meter in meters.items()}
    return theory(table, jackpots=funded, seats=table.game.seats_max if funded else 1)
