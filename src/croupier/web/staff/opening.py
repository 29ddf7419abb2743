"""Opens a table from the page: the floor sets its limits; its jackpots are those of the meters that
name it.
"""

import asyncio
from collections.abc import Iterable

from croupier.bank.meters.rules import MeterRules
from croupier.errors import BadTable, RuleError
from croupier.extras import check_installed
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.room.people.roles import check_may
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.state.hall import Hall
from croupier.room.tables.kinds import plays_poker
from croupier.rules.felt import OptionValue
from croupier.rules.jackpots import JACKPOT_SPLIT, JACKPOT_TYPE
from croupier.rules.limits import DEFAULT_PROFILE, Limits, profile
from croupier.table.poker.table import PokerTable, open_poker
from croupier.table.table import Table, open_table
from croupier.web.house import WebHouse, check_game, is_practice
from croupier.web.staff.messages import TableOpening


class Openings:
    """Computes one table at a time, so a repeated request finds the figures of the first."""

    def __init__(self, house: WebHouse) -> None:
        self.house = house
        self._one_at_a_time = asyncio.Lock()

    async def request(self, by: str, wanted: TableOpening) -> Request:
        """Computing the house edge of a table takes up to a minute. It is computed and cached here,
        so that the owner's thread, for which all tables wait, only looks it up.
        """
        check_may(self.house.people, by, "open and close tables")
        check_game(wanted.game)
        if is_practice(wanted.table):
            raise RuleError("choose a name that does not begin with 'practice'", "room/name")
        meters = await self.house.look(lambda hall: meters_naming(hall, wanted.table))
        table = table_of(wanted, meters)
        if isinstance(table, Table):
            async with self._one_at_a_time:
                await asyncio.to_thread(self._counted, wanted.table, table)
        more = {"override": wanted.override} if wanted.override else {}
        return Request(wanted.key, by, "open_table", (wanted.table, table), more)

    def _counted(self, name: str, table: Table) -> None:
        if not self.house.play_money:
            check_installed("opening a house-banked game", "sqlalchemy", "numba")
        room = Room(self.house.reader)  # this thread's own
        self.house.room.worth_of(room.hall, name, table)


def meters_naming(hall: Hall, table: str) -> list[MeterRules]:
    """Of the jackpots that a table of this name plays for."""
    meters = [one.meter for one in hall.meters.values() if not one.meter.discontinued]
    return [one.rules for one in meters if table in one.rules.tables]


def table_of(wanted: TableOpening, meters: Iterable[MeterRules]) -> Table | PokerTable:
    if plays_poker(wanted.game):
        if wanted.least or wanted.most:
            raise BadTable("poker has no limits by wager; its stakes are options", "table/limits")
        return open_poker(wanted.game, dict(wanted.options), seat_count=wanted.seats)
    if wanted.seats is not None:
        raise BadTable("a house-banked table has all the seats of its game", "table/seats")
    game = GAMES[wanted.game]
    rules = {one.sensor: one for one in meters if one.sensor in game.jackpots}
    options: dict[str, OptionValue] = dict(wanted.options)
    if game.jackpots:
        options[JACKPOT_TYPE] = "none"
    for sensor, one in rules.items():
        wager = game.wager(sensor)
        assert wager is not None, f"{game.id} has no {sensor}"
        options |= {JACKPOT_TYPE: one.kind, JACKPOT_SPLIT: one.split, wager.fixed: one.wager}
    least = {name: Cents(cents) for name, cents in wanted.least.items()}
    most = {name: Cents(cents) for name, cents in wanted.most.items()}
    limits = Limits(profile(DEFAULT_PROFILE), least, most)
    table = open_table(game, options=options, limits=limits)
    lacking = set(table.jackpots) - set(rules)
    offered = [wager.name for wager in table.offers if wager.name not in lacking]
    return open_table(game, options=options, limits=limits, offers=offered) if lacking else table
