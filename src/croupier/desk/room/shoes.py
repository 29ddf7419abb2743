"""The shoes that a table did not deal to the end, for whoever may see them."""

from typing import NamedTuple

from croupier.bank.store import Store
from croupier.errors import RuleError, shown
from croupier.room.people.roles import check_may
from croupier.room.room import Room
from croupier.room.state.hall import KnownTable
from croupier.room.tables.abandoned import AbandonedShoe, abandoned_shoes
from croupier.room.tables.kinds import plays_poker


class Shoes(NamedTuple):
    found: list[AbandonedShoe]
    waits: str  # why their secrets are not shown yet, if they are not


def shoes(store: Store, name: str, by: str) -> Shoes:
    hall = Room(store).hall
    if name not in hall.tables:
        known = ", ".join(hall.tables) or "none"
        raise RuleError(f"there is no table {shown(name)}; tables: {known}", "room/table")
    if by:
        check_may(hall.floor.people, by, "read the books")
    found, waits = abandoned_shoes(store, name), _kept_secret(hall.tables[name], by)
    return Shoes([one._replace(proof=None) for one in found] if waits else found, waits)


def _kept_secret(state: KnownTable, by: str) -> str:
    """Why secrets are not told yet: at poker they tell hands that were thrown away unseen."""
    if by or not plays_poker(state.game_id) or not state.is_open:
        return ""
    return f"the secrets are told when table {state.name} is closed, as hands are hidden until then"
