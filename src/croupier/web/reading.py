"""A table with its last round, as read from the books in the thread of the room's owner.

A table's state no longer has a round that is over, so the round is rebuilt from its events. Only
the events since the last deal are read, however many rounds came before.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from croupier.bank.act import Event
from croupier.bank.meters.rules import notices
from croupier.bank.store import PlacedEvent
from croupier.errors import Refused
from croupier.room.cage.cash_postings import BOUGHT, CASHED
from croupier.room.names import METER, TABLE, chips_of, player_of
from croupier.room.own_limits.stakes import may_play
from croupier.room.room import Room
from croupier.room.state.hall import Actor, AnyTable, Hall
from croupier.room.tables.kinds import config_of, rebuilt
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.state import CLOCK, DEALS, HIT, ROUND, UnreadTable
from croupier.room.tables.words import BEFORE_DEAL
from croupier.table.poker.hand import Hand
from croupier.table.round import Round
from croupier.web import messages
from croupier.web.views.view import Look

CHOICES = ("acted", "discarded")  # the first row of an act by a seat
MOST_AT_ONCE = 2_000  # events of all tables since the last news
TRIES = 3  # to read chips as of the state, while other processes write
AT_ONCE = 32  # events per query; most rounds have fewer


class Reading(NamedTuple):
    look: Look
    balances: Mapping[str, int]  # deposits of the seated players


class RoundSoFar:
    """The events of the round in progress or, after it, of the last round."""

    def __init__(self, room: Room, state: AnyTable) -> None:
        """Goes back to the last deal since the table was opened."""
        self.rows: list[dict[str, Any]] = []
        self._over: Round | Hand | None = None  # the last round, rebuilt from these rows
        self._rebuilt = 0  # from so many of them
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
        if more := state.version - self.version:
            for event in room.store.events(state.stream, after=self.version, most=more):
                self._add(event)

    def follow(self, state: AnyTable, stored: PlacedEvent) -> None:
        """Adds the event if it is the next one, and in this state of the table."""
        if stored.version == self.version + 1 <= state.version and self.opened == state.opened:
            self._add(stored.event)

    def _add(self, event: Event) -> None:
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
            self._rebuilt = 0
        elif rows[0]["event"] in CHOICES:
            self._count(rows[0]["seat"], clock=clock)
        self.rows = [*self.rows, *rows]

    def over(self, state: AnyTable) -> Round | Hand | None:
        """The last round; None if it was called off. The same object until the next deal."""
        if len(self.rows) != self._rebuilt:
            self._over, self._rebuilt = _over(state, self.rows), len(self.rows)
        return self._over

    def _count(self, seat: int, *, clock: bool) -> None:
        if clock:
            self.late[seat] = self.late.get(seat, 0) + 1
        else:
            self.chose.add(seat)
            self.late[seat] = 0


def _over(state: AnyTable, rows: list[dict[str, Any]]) -> Round | Hand | None:
    try:
        last = rebuilt(config_of(state.table), None, rows)
    except Refused:
        return None
    return last if last.over else None  # otherwise it was called off


def _deals(rows: list[dict[str, Any]]) -> bool:
    return bool(rows) and rows[0]["event"] in DEALS


class TableReader:
    """Reads tables; only for the owner's thread."""

    def __init__(self) -> None:
        self._rounds: dict[str, RoundSoFar] = {}
        self._head = 0  # what is followed has been read up to here; 0: who knows

    def read(self, room: Room, name: str) -> Reading | None:
        """None if there is no such table or it cannot be read."""
        return self._readings(room, _states(room.hall, [name])).get(name)

    def read_news(self, room: Room, names: Collection[str]) -> dict[str, Reading]:
        """Tables that have just changed, with hardly more queries than one."""
        states = _states(room.hall, names)
        self._follow(room, states)
        return self._readings(room, states)

    def _follow(self, room: Room, states: Mapping[str, AnyTable]) -> None:
        """All events since the last news, in one query; what is lacking each table reads itself."""
        begin, self._head = self._head, room.store.written.last
        for one in room.store.events_since(begin, MOST_AT_ONCE) if begin else ():
            self._head = max(self._head, one.sequence)
            name = one.stream.removeprefix(TABLE)
            if name in states and name in self._rounds:
                self._rounds[name].follow(states[name], one)

    def _readings(self, room: Room, states: Mapping[str, AnyTable]) -> dict[str, Reading]:
        for _ in range(TRIES):
            versions = {state.stream: state.version for state in states.values()}
            balances = room.balances_at(_accounts(states), versions)
            if balances is not None:
                break
            room.refresh()
            states = _states(room.hall, states)
        else:
            balances = room.balances(_accounts(states))
        return {name: self._reading(room, state, balances) for name, state in states.items()}

    def _reading(self, room: Room, state: AnyTable, balances: Mapping[str, int]) -> Reading:
        name = state.name
        last = self._last(room, state)
        so_far = self._rounds[name]
        if not state.is_open:
            del self._rounds[name]
        look = Look(
            state,
            {seat: balances[chips_of(name, seat)] for seat in state.seats},
            last,
            so_far.players,
            {(one.seat, one.wager): one.cents for one in state.held},
            meters_of(room.hall, state) if state.meters else (),
            chose=frozenset(so_far.chose),
            late=dict(so_far.late),
            reseeds=reseeds_of(room.hall, state) if state.meters else {},
            paid=dict(so_far.paid),
            paused=_paused(room, state),
            barred=_barred(room, state),
        )
        return Reading(look, {one: balances[player_of(one)] for one in state.seats.values()})

    def _last(self, room: Room, state: AnyTable) -> Round | Hand | None:
        """The last round, if it is over and the table has not been reopened since."""
        so_far = self._rounds.get(state.name)
        if so_far is None or so_far.opened != state.opened or so_far.version > state.version:
            so_far = self._rounds[state.name] = RoundSoFar(room, state)
        so_far.read(room, state)
        return so_far.over(state) if state.round is None and so_far.rows else None


def _accounts(states: Mapping[str, AnyTable]) -> set[str]:
    """The chips and the deposit of everybody seated."""
    return {
        account
        for name, state in states.items()
        for seat, player in state.seats.items()
        for account in (chips_of(name, seat), player_of(player))
    }


def _states(hall: Hall, names: Iterable[str]) -> dict[str, AnyTable]:
    """Of the tables that can be read."""
    found = {name: hall.tables.get(name) for name in names}
    return {
        name: state
        for name, state in found.items()
        if state is not None and not isinstance(state, UnreadTable)
    }


def _paused(room: Room, state: AnyTable) -> frozenset[int]:
    at = room.store.clock()
    seats = state.seats.items()
    return frozenset(seat for seat, player in seats if room.hall.own(player).paused(at))


def _barred(room: Room, state: AnyTable) -> frozenset[int]:
    """Seats at poker whose chips pass what their players may lose."""
    if not isinstance(state, OpenPoker):
        return frozenset()
    actor = Actor("", "", room.store.clock())
    return frozenset(one for one in state.ready if not may_play(room.hall, actor, state, one))


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
