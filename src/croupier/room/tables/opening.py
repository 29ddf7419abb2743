"""A table being opened, and its worth to the house."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from croupier.odds.house_edge import Funding, Worth, theory
from croupier.room.meters.meters import meters_for
from croupier.room.state.hall import AnyTable, Hall
from croupier.room.tables.state import body, config_of
from croupier.table.table import Table


class NewTable(NamedTuple):
    state: AnyTable
    worth: Sequence[Worth] = ()
    said: Mapping[str, object] = {}  # fields of the opening event that only this kind of table has


_FOUND: dict[tuple[str, tuple[tuple[str, Funding], ...]], tuple[Worth, ...]] = {}


def worth_of(hall: Hall, name: str, table: Table) -> tuple[Worth, ...]:
    """Exact, for a full table; computed on first use for a game, which takes a while."""
    meters = meters_for(hall, name, table)
    funded = {
        sensor: Funding(*hall.meter(meter).meter.rules.in_wagers)
        for sensor, meter in meters.items()
    }
    posting = (body(config_of(table)), tuple(funded.items()))
    if posting not in _FOUND:  # an opening may be decided several times
        seats = table.game.seats_max if funded else 1
        _FOUND[posting] = theory(table, jackpots=funded, seats=seats)
    return _FOUND[posting]
