"""The room as it is now: tables, meters, people; a round as one seat sees it; abandoned shoes."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from croupier.bank.meters.events import DUE
from croupier.bank.meters.rules import notices
from croupier.bank.store import Store
from croupier.desk.marks import limited, marks
from croupier.desk.room.rounds import before_json
from croupier.errors import Refused, RuleError, shown
from croupier.room.books.recall import AbandonedShoe, abandoned_shoes, recall
from croupier.room.names import chips_of, drop_of, tray_of
from croupier.room.people.proposal_state import Proposal
from croupier.room.people.roles import NotAllowed, called, check_may
from croupier.room.room import Room
from croupier.room.state.hall import KnownTable
from croupier.room.tables.kinds import plays_poker
from croupier.room.tables.poker.state import Seated
from croupier.room.tables.state import Held, UnreadTable
from croupier.table.poker.hand import Hand
from croupier.table.poker.view import view as view_hand
from croupier.table.round import Round
from croupier.table.view import view


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
    return (
        f"the secrets are shown when table {state.name} is closed, as hands are hidden until then"
    )


class RoundView(NamedTuple):
    """A round, and for whose eyes: `seat` is None for everybody's."""

    round: Round | Hand
    number: int
    seat: int | None
    held: tuple[Held, ...] = ()  # wins that wait for a supervisor

    @property
    def data(self) -> dict[str, object]:
        return {"round": self.number, **seen(self.round, self.seat)}


def seen(state: Round | Hand, seat: int | None) -> dict[str, object]:
    """What that seat sees; without a seat, what anybody in the room does. Money is in cents."""
    if isinstance(state, Round):
        return view(state, seat).to_json()
    hand = view_hand(state, seat)
    seats = [one._asdict() for one in hand.seats]
    return {**hand._asdict(), "seats": seats, "legal": [each._asdict() for each in state.legal()]}


def own_hand(room: Room, by: str, name: str, seat: int) -> RoundView:
    """A player looks at their own cards; nobody else may."""
    table = room.hall.table(name)
    if seat not in table.seats:
        raise RuleError(f"table {name}: nobody sits at seat {seat}", "room/seat")
    if table.seats[seat] != by:
        raise NotAllowed(
            f"Only the player at seat {seat} of table {name} may look at its cards; that is not "
            f"{called(by)}."
        )
    if table.round is None:
        raise RuleError(
            f"table {name} is between rounds; there are no cards to look at", "room/round"
        )
    if not table.plays(seat):
        raise RuleError(f"table {name} seat {seat} is not in this round", "room/round")
    return RoundView(table.round, table.rounds, seat)


def after_act(room: Room, by: str, name: str, seat: int | None) -> RoundView | None:
    """The round that an act was in, for who did it: the cards of `seat`, if they are their own."""
    table = room.hall.tables[name]
    state, players = latest(room, table)
    if state is None:
        return None
    own = seat if seat is not None and players.get(seat) == by else None
    return RoundView(state, table.rounds, own, table.held)


def latest(room: Room, table: KnownTable) -> tuple[Round | Hand | None, Mapping[int, str]]:
    """The round in progress or the last one, and who plays or played in it."""
    if table.round is not None:
        return table.round, table.seats
    try:
        last = recall(room.store, table.name, table.rounds)
    except Refused:  # an old act is sent again, and other rules hold now: it is done all the same
        return None, {}
    return last.round, last.players
