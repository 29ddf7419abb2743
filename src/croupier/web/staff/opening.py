"""Opens a table from the page: the floor sets its limits; its jackpots are those of the meters that
name it.
"""

import asyncio
from collections.abc import Iterable

from croupier.desk.posting import TablePosting
from croupier.errors import RuleError
from croupier.extras import check_installed
from croupier.money import Cents
from croupier.room.meters.meters import OpenMeter, linked
from croupier.room.people.roles import check_may
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table
from croupier.web.house import WebHouse
from croupier.web.staff.messages import TableOpening
from croupier.web.tables import check_game, is_practice


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
        meters = await self.house.look(lambda hall: linked(hall, wanted.table))
        table = table_of(wanted, meters.values())
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


def table_of(wanted: TableOpening, meters: Iterable[OpenMeter]) -> Table | PokerTable:
    posting = TablePosting(
        options=wanted.options,
        minimums={name: Cents(cents) for name, cents in wanted.least.items()},
        maximums={name: Cents(cents) for name, cents in wanted.most.items()},
        without_coach=not wanted.coach,
    )
    return posting.opened(wanted.game, wanted.seats, [one.meter.rules for one in meters])
