"""A table with its last round, as read from the books in the thread of the room's owner.

A table's state no longer has a round that is over, so the round is rebuilt from its events. Only
the events since the last deal are read, however many rounds came before.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from croupier.bank.act import Event
from croupier.bank.meters.rules import notices
from croupier.errors import Refused
from croupier.room.cage.cash_postings import BOUGHT, CASHED
from croupier.room.names import METER, chips_of, player_of
from croupier.room.room import Room
from croupier.room.state.hall import AnyTable, Hall
from croupier.room.tables.kinds import config_of, rebuilt
from croupier.room.tables.state import CLOCK, DEALS, HIT, ROUND, UnreadTable
from croupier.room.tables.words import BEFORE_DEAL
from croupier.table.poker.hand import Hand
from croupier.table.round import Round
from croupier.web import messages
from croupier.web.views.view import Look

CHOICES = ("acted", "discarded")  # the first row of an act by a seat
AT_ONCE = 32  # events per query; most rounds have fewer


class Reading(NamedTuple):
    look: Look
    balances: Mapping[str, int]  # deposits of the seated players


class RoundSoFar:
    """The events of the round in progress or, after it, of the last round."""

    def __init__(self, room: Room, state: AnyTable) -> None:
        """Goes back to the last deal since the table was opened."""
        self.rows: list[dict[str, Any]] = []
        self.players: dict[int, str] = {}  # in that round, by seat
        self.opened = state.opened
        self.version = state.version  # of the table, after these events
        self.chose: set[int] = set()  # seats whose players chose themselves in that round …
        self.late: dict[int, int] = {}  # … and how often the clock has chosen since
        self.paid: dict[tuple[int, str], int] = {}  # on wagers that won a share of a meter
        self._sat: dict[int, str] = dict(state.seats)  # the last player at each seat
        self._go_back(room, state.stream)

    def _go_back(self, room: Room, stream: str) -> None:
        """Rewinds to just before the last deal, undoing who sat down or left since."""
        while self.version >= self.opened:
            begin = max(self.opened - 1, self.version - AT_ONCE)
            some = room.store.events(stream, after=begin, most=self.version - begin)
            for event in reversed(some):
                self.version -= 1
                self._seat(event)
                if event.kind == ROUND and _deals(json.loads(event.body)["events"]):
                    return

    def read(self, room: Room, state: AnyTable) -> None:
        """Reads on up to this state of the table, even if more has been written since."""
        for event in room.store.events(
            state.stream, after=self.version, most=state.version - self.version
        ):
            self.version += 1
            self._seat(event)
            if event.kind == ROUND:
                said = json.loads(event.body)
                self._take(said["events"], clock=bool(said.get(CLOCK)))
            elif event.kind == HIT:
                won = json.loads(event.body)
                self.paid[won["seat"], won["wager"]] = won["cents"]

    def _seat(self, event: Event) -> None:
        if event.kind in (BOUGHT, CASHED):
            said = json.loads(event.body)
            self._sat[said["seat"]] = said["player"]

    def _take(self, rows: list[dict[str, Any]], *, clock: bool) -> None:
        if not rows or rows[0]["event"] in BEFORE_DEAL:  # these are for the next round
            return
        if _deals(rows):
            seats = rows[0].get("wagers") or rows[0]["stacks"]
            self.players = {int(seat): self._sat[int(seat)] for seat in seats}
            self.rows, self.chose, self.late, self.paid = [], set(), {}, {}
        elif rows[0]["event"] in CHOICES:
            self._count(rows[0]["seat"], clock=clock)
        self.rows = [*self.rows, *rows]

    def _count(self, seat: int, *, clock: bool) -> None:
        if clock:
            self.late[seat] = self.late.get(seat, 0) + 1
        else:
            self.chose.add(seat)
            self.late[seat] = 0


def _deals(rows: list[dict[str, Any]]) -> bool:
    return bool(rows) and rows[0]["event"] in DEALS


class TableReader:
    """Reads tables; only for the owner's thread."""

    def __init__(self) -> None:
        self._rounds: dict[str, RoundSoFar] = {}

    def read(self, room: Room, name: str) -> Reading | None:
        """None if there is no such table or it cannot be read."""
        hall = room.hall
        state = hall.tables.get(name)
        if state is None or isinstance(state, UnreadTable):
            return None
        chips = {seat: room.store.balance(chips_of(name, seat)) for seat in state.seats}
        here = set(state.seats.values())
        balances = {player: room.store.balance(player_of(player)) for player in here}
        held = {(one.seat, one.wager): one.cents for one in state.held}
        last = self._last(room, state)
        so_far = self._rounds[name]
        if not state.is_open:
            del self._rounds[name]
        look = Look(
            *(state, chips, last, so_far.players, held, meters_of(hall, state)),
            chose=frozenset(so_far.chose),
            late=dict(so_far.late),
            reseeds=reseeds_of(hall, state),
            paid=dict(so_far.paid),
        )
        return Reading(look, balances)

    def _last(self, room: Room, state: AnyTable) -> Round | Hand | None:
        """The last round, if it is over and the table has not been reopened since."""
        so_far = self._rounds.get(state.name)
        if so_far is None or so_far.opened != state.opened or so_far.version > state.version:
            so_far = self._rounds[state.name] = RoundSoFar(room, state)
        so_far.read(room, state)
        if state.round is not None or not so_far.rows:
            return None
        try:
            last = rebuilt(config_of(state.table), None, so_far.rows)
        except Refused:
            return None
        return last if last.over else None  # otherwise it was called off


def meters_of(hall: Hall, state: AnyTable) -> tuple[messages.Meter, ...]:
    return tuple(
        messages.Meter(
            wager=wager,
            name=name,
            cents=hall.meter(name).meter.shown,
            notices=tuple(notices(hall.meter(name).meter.rules)),
        )
        for wager, name in state.meters.items()
    )


def reseeds_of(hall: Hall, state: AnyTable) -> dict[str, int]:
    """What the meter of each jackpot wager begins with after it was won whole."""
    return {wager: hall.meter(name).meter.rules.reseed for wager, name in state.meters.items()}


def shown_by(hall: Hall, streams: Iterable[str]) -> dict[str, int]:
    """The displays of all meters among these streams, by name."""
    shown: dict[str, int] = {}
    for name in (one.removeprefix(METER) for one in streams if one.startswith(METER)):
        with suppress(Refused):  # then the tables that play for it cannot be read either
            shown[name] = hall.meter(name).meter.shown
    return shown
