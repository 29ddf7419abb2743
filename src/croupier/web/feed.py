"""What happens at the tables, as it enters the books: a look at each version, for all who watch.

The owner of the room tells of new versions in its own thread; there the look is taken. Everything
else happens in the server's loop, where watchers get their views.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from croupier.bank.clock import passed
from croupier.bank.meters.rules import notices
from croupier.errors import Refused
from croupier.room.names import TABLE, chips_of, player_of
from croupier.room.owner import News
from croupier.room.room import Room
from croupier.room.state.hall import AnyTable
from croupier.room.tables.kinds import config_of, rebuilt
from croupier.room.tables.state import DEALS, ROUND, UnreadTable
from croupier.table.poker.hand import Hand
from croupier.table.round import Round
from croupier.web import messages
from croupier.web.happened import happened
from croupier.web.views import Look, Waiting, view_of

KEPT = 32  # looks of a table, for those who were away for a moment


class Reading(NamedTuple):
    """A table as read in the owner's thread."""

    look: Look
    balances: Mapping[str, int]  # of those who sit there, off the tables


class RoundSoFar:
    """The events of the round in progress or of the last one, gathered as they come."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.players: dict[int, str] = {}  # of that round, by seat
        self.version = 0  # of the table, after them

    def read(self, room: Room, stream: str) -> None:
        for event in room.store.events(stream, after=self.version):
            self.version += 1
            if event.kind != ROUND:
                continue
            rows = json.loads(event.body)["events"]
            if rows and rows[0]["event"] in DEALS:
                self.rows = []
            if self.rows or (rows and rows[0]["event"] in DEALS):
                self.rows += rows


class Reader:
    """Reads tables; used in the owner's thread only."""

    def __init__(self) -> None:
        self._rounds: dict[str, RoundSoFar] = {}

    def read(self, room: Room, name: str) -> Reading | None:
        """None: there is no such table, or it cannot be read."""
        hall = room.hall
        state = hall.tables.get(name)
        if state is None or isinstance(state, UnreadTable):
            return None
        chips = {seat: room.store.balance(chips_of(name, seat)) for seat in state.seats}
        here = set(state.seats.values())
        balances = {player: room.store.balance(player_of(player)) for player in here}
        meters = tuple(
            messages.Meter(
                wager=wager,
                name=meter,
                cents=hall.meter(meter).meter.shown,
                notices=tuple(notices(hall.meter(meter).meter.rules)),
            )
            for wager, meter in state.meters.items()
        )
        held = {(one.seat, one.wager): one.cents for one in state.held}
        last = self._last(room, state)
        players = self._rounds[name].players
        return Reading(Look(state, chips, last, players, held, meters), balances)

    def _last(self, room: Room, state: AnyTable) -> Round | Hand | None:
        """The round that ended last, if its table was not opened anew since."""
        so_far = self._rounds.get(state.name)
        if so_far is None or so_far.version > state.version:
            so_far = self._rounds[state.name] = RoundSoFar()
            so_far.version = max(0, state.opened - 1)
        so_far.read(room, state.stream)
        if state.round is not None:
            so_far.players = dict(state.seats)  # nobody in a round can leave before its end
        if state.round is not None or not so_far.rows:
            return None
        try:
            last = rebuilt(config_of(state.table), None, so_far.rows)
        except Refused:
            return None
        return last if last.over else None  # it was called off


class Watcher:
    """Somebody who looks at a table; `send` takes a message as text and does not wait."""

    def __init__(self, person: str | None, send: Callable[[str], None]) -> None:
        self.person = person
        self.send = send
        self.view: messages.View | None = None  # the last that was sent


class Feed:
    """One table, for its watchers."""

    def __init__(self, name: str, reading: Reading) -> None:
        self.name = name
        self.looks: deque[Look] = deque([reading.look], maxlen=KEPT)
        self.balances = dict(reading.balances)
        self.watchers: set[Watcher] = set()
        self.changed = asyncio.Event()  # for the dealer
        self.since = passed()  # when the present look came
        self._awaited: list[tuple[int, asyncio.Future[None]]] = []  # versions

    @property
    def look(self) -> Look:
        return self.looks[-1]

    def take(self, reading: Reading) -> None:
        """A newer look: everybody gets their view of it."""
        if reading.look.state.version <= self.look.state.version:
            return
        before = self.look.state.version
        self.balances |= reading.balances
        self.looks.append(replace(reading.look, waiting=self.look.waiting))
        self.since = passed()
        for watcher in list(self.watchers):
            for version in range(before + 1, self.look.state.version):
                watcher.send(_written(messages.Skip(version=version)))
            self._send(watcher)
        self.changed.set()
        for version, awaited in self._awaited:
            if version <= self.look.state.version and not awaited.done():
                awaited.set_result(None)
        self._awaited = [one for one in self._awaited if not one[1].done()]

    async def reached(self, version: int) -> None:
        """Once the look is of this version, and the watchers have it."""
        if self.look.state.version < version:
            awaited = asyncio.get_running_loop().create_future()
            self._awaited.append((version, awaited))
            await awaited

    def wait_for(self, waiting: Waiting | None) -> None:
        """Another clock at the same version: the dealer has set it."""
        if self.look.waiting == waiting:
            return
        self.looks[-1] = replace(self.look, waiting=waiting)
        for watcher in list(self.watchers):
            if watcher.view is not None:
                self._step(watcher, self.view(watcher.person))

    def view(self, person: str | None, look: Look | None = None) -> messages.View:
        balance = self.balances.get(person) if person is not None else None
        return view_of(look or self.look, person, passed(), balance)

    def _send(self, watcher: Watcher) -> None:
        view = self.view(watcher.person)
        if watcher.view is not None and _same(view, watcher.view):
            watcher.send(_written(messages.Skip(version=view.version)))
            return
        self._step(watcher, view)

    def _step(self, watcher: Watcher, view: messages.View) -> None:
        view = view.model_copy(update={"happened": happened(watcher.view, view)})
        watcher.view = view
        watcher.send(_written(messages.Step(version=view.version, view=view)))

    def welcome(self, watcher: Watcher, version: int | None, lag: int) -> None:
        """The whole view; or, to who comes back, the looks since the version they name."""
        missed = [
            look for look in self.looks if version is not None and look.state.version > version
        ]
        known = [look for look in self.looks if look.state.version == version]
        if not known:
            watcher.view = self.view(watcher.person)
            told = messages.Welcome(you=watcher.person, lag_allowed=lag, view=watcher.view)
            watcher.send(_written(told))
        else:
            watcher.view = self.view(watcher.person, known[-1])
            for look in missed:
                for skipped in range(watcher.view.version + 1, look.state.version):
                    watcher.send(_written(messages.Skip(version=skipped)))
                self._step(watcher, self.view(watcher.person, look))
            if not missed:  # the clock has gone on
                self._step(watcher, self.view(watcher.person))
        self.watchers.add(watcher)


def _written(message: messages.Message) -> str:
    return message.model_dump_json()


def _same(one: messages.View, other: messages.View) -> bool:
    plain = {"version": 0, "clock": None, "happened": ()}
    return one.model_copy(update=plain) == other.model_copy(update=plain)


class Feeds:
    """The tables that anybody watches or that the dealer serves."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.reader = Reader()
        self.feeds: dict[str, Feed] = {}
        self.followed: frozenset[str] = frozenset()  # names; read in the owner's thread

    def listen(self, room: Room) -> Callable[[News], None]:
        """The listener of the room's owner."""

        def told(news: News) -> None:
            names = self._touched(room, news.streams)
            readings = {name: self.reader.read(room, name) for name in names}
            found = {name: one for name, one in readings.items() if one is not None}
            if found and self.loop is not None:
                self.loop.call_soon_threadsafe(self._take, found)

        return told

    def _touched(self, room: Room, streams: Iterable[str]) -> set[str]:
        """A meter is on display at all tables that play for it."""
        names = {one.removeprefix(TABLE) for one in streams if one.startswith(TABLE)}
        return names & self.followed

    def _take(self, found: Mapping[str, Reading]) -> None:
        for name, reading in found.items():
            if name in self.feeds:
                self.feeds[name].take(reading)

    def follow(self, name: str, reading: Reading) -> Feed:
        if name not in self.feeds:
            self.feeds[name] = Feed(name, reading)
            self.followed = frozenset(self.feeds)
        return self.feeds[name]

    def leave(self, name: str) -> None:
        self.feeds.pop(name, None)
        self.followed = frozenset(self.feeds)
