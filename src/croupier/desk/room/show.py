"""The room as it is now, and the shoes that a table did not deal to the end."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from croupier.bank.meters.meter import DUE
from croupier.bank.meters.rules import notices
from croupier.bank.store import Store
from croupier.desk.marks import limited, marks
from croupier.desk.room.rounds import before_json
from croupier.errors import RuleError, shown
from croupier.room.books.recall import AbandonedShoe, abandoned_shoes
from croupier.room.names import chips_of, drop_of, tray_of
from croupier.room.people.proposal_state import Proposal
from croupier.room.people.roles import check_may
from croupier.room.room import Room
from croupier.room.state.hall import KnownTable
from croupier.room.tables.kinds import plays_poker
from croupier.room.tables.poker.state import Seated
from croupier.room.tables.state import UnreadTable


class Shown(NamedTuple):
    """All of it at one moment."""

    room: Room
    balances: Mapping[str, Any]  # of all accounts, in cents
    waiting: list[Proposal]  # for a second person

    @property
    def data(self) -> dict[str, object]:
        waiting = [one.to_json() for one in self.waiting]
        return {**room_data(self.room, self.balances), "proposals": waiting}


def show(store: Store) -> Shown:
    room = Room(store)
    room.read()
    return Shown(room, store.balances(), list(room.hall.proposals.waiting(store.clock())))


def room_data(room: Room, balances: Mapping[str, int]) -> dict[str, object]:
    """Tables, meters and people as plain data: no secret of a shuffle, and no card."""
    return {
        "tables": [
            {
                "table": state.name,
                "game": state.game_id,
                **_marks(state),
                "open": state.is_open,
                "rounds": state.rounds,
                "in_round": state.round is not None,
                "legal": state.legal,
                "commitment": None if isinstance(state, UnreadTable) else state.shoe.commitment,
                "abandoned": [one._asdict() for one in state.abandoned],
                **before_json(state),
                "seats": {
                    str(seat): {
                        "player": player,
                        "chips": balances[chips_of(state.name, seat)],
                        **_seated_json(state.seated(seat)),
                    }
                    for seat, player in state.seats.items()
                },
                "tray": balances[tray_of(state.name)],
                "drop": balances[drop_of(state.name)],
                "held": [held._asdict() for held in state.held],
            }
            for state in room.hall.tables.values()
        ],
        "meters": [
            {
                "meter": meter.name,
                "sensor": meter.meter.rules.sensor,
                "type": meter.meter.rules.kind,
                "notices": notices(meter.meter.rules),
                "tables": meter.meter.rules.tables,
                "displayed": meter.meter.shown,
                "suspended": meter.meter.suspended or None,
                "discontinued": meter.meter.discontinued or None,
                "hits": [hit._asdict() for hit in meter.meter.hits],
            }
            for meter in room.hall.meters.values()
        ],
        "due_to_players": balances.get(DUE, 0),
        "people": {name: role.value for name, role in room.hall.floor.people.items()},
    }


def _marks(state: KnownTable) -> dict[str, object]:
    if isinstance(state, UnreadTable):
        return {"unread": state.reason}
    table = state.posted
    return {} if table is None else {**marks(table), **limited(table)}


def _seated_json(seated: Seated | None) -> dict[str, object]:
    return {} if seated is None else seated._asdict()


class Shoes(NamedTuple):
    abandoned: list[AbandonedShoe]
    waits: str  # why their secrets are not shown yet, if they are not


def shoes(store: Store, name: str, by: str) -> Shoes:
    hall = Room(store).hall
    if name not in hall.tables:
        known = ", ".join(hall.tables) or "none"
        raise RuleError(f"there is no table {shown(name)}; tables: {known}", "room/table")
    if by:
        check_may(hall.floor.people, by, "read the books")
    abandoned, waits = abandoned_shoes(store, name), _kept_secret(hall.tables[name], by)
    return Shoes([one._replace(proof=None) for one in abandoned] if waits else abandoned, waits)


def _kept_secret(state: KnownTable, by: str) -> str:
    """Why secrets are not told yet: at poker they tell hands that were thrown away unseen."""
    if by or not plays_poker(state.game_id) or not state.is_open:
        return ""
    return f"the secrets are told when table {state.name} is closed, as hands are hidden until then"
