"""A round in the room as one seat sees it, or as anybody in the room does."""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.errors import Refused, RuleError
from croupier.room.books.recall import recall
from croupier.room.people.roles import NotAllowed, called
from croupier.room.room import Room
from croupier.room.state.hall import KnownTable
from croupier.room.tables.state import Held
from croupier.table.poker.hand import Hand
from croupier.table.poker.view import view as view_hand
from croupier.table.round import Round
from croupier.table.view import view


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
