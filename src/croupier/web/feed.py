"""What happens at the tables, as it enters the books: a look at each version, for all who watch.

The owner of the room tells of new versions in its own thread; there the look is taken. Everything
else happens in the server's loop, where viewers get their views.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from croupier.bank.clock import passed
from croupier.bank.meters.rules import notices
from croupier.errors import Refused
from croupier.room.cage.cash_postings import BOUGHT
from croupier.room.names import TABLE, chips_of, player_of
from croupier.room.owner import News
from croupier.room.room import Room
from croupier.room.state.hall import AnyTable
from croupier.room.tables.kinds import config_of, rebuilt
from croupier.room.tables.state import DEALS, ROUND, UnreadTable
from croupier.room.tables.words import BEFORE_DEAL
from croupier.table.poker.hand import Hand
from croupier.table.round import Round
from croupier.web import messages
from croupier.web.views.happened import happened
from croupier.web.views.view import Look, Waiting, view_of

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
        self._bought: dict[int, str] = {}  # who was the last to buy chips at a seat

    def read(self, room: Room, stream: str, version: int) -> None:
        """On to this version: others may have written more meanwhile."""
        for event in room.store.events(stream, after=self.version):
            if self.version == version:
                return
            self.version += 1
            if event.kind == BOUGHT:
                bought = json.loads(event.body)
                self._bought[bought["seat"]] = bought["player"]
            elif event.kind == ROUND:
                self._take(json.loads(event.body)["events"])

    def _take(self, rows: list[dict[str, Any]]) -> None:
        if not rows or rows[0]["event"] in BEFORE_DEAL:  # for the next round
            return
        if rows[0]["event"] in DEALS:
            seats = rows[0].get("wagers") or rows[0]["stacks"]
            self.players = {int(seat): self._bought[int(seat)] for seat in seats}
            self.rows = []
        self.rows = [*self.rows, *rows]


class TableReader:
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
        so_far.read(room, state.stream, state.version)
        if state.round is not None or not so_far.rows:
            return None
        try:
            last = rebuilt(config_of(state.table), None, so_far.rows)
        except Refused:
            return None
        return last if last.over else None  # it was called off


class Viewer:
    """Somebody who looks at a table; `send` takes a message as text and does not wait.

    `end` takes a code and a sentence: there is nothing more to see.
    """

    def __init__(
        self, person: str | None, send: Callable[[str], None], end: Callable[[str, str], None]
    ) -> None:
        self.person = person
        self.send, self.end = send, end
        self.view: messages.View | None = None  # the last that was sent


class Feed:
    """One table, for its viewers."""

    def __init__(self, name: str, reading: Reading) -> None:
        self.name = name
        self.looks: deque[Look] = deque([reading.look], maxlen=KEPT)
        self.balances = dict(reading.balances)
        self.viewers: set[Viewer] = set()
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
        for viewer in list(self.viewers):
            for version in range(before + 1, self.look.state.version):
                viewer.send(_written(messages.Skip(version=version)))
            self._send(viewer)
            if not self.look.state.is_open:  # the name may be used again, for others' eyes
                viewer.end("table/closed", f"table {self.name} is closed")
        self.changed.set()
        for version, awaited in self._awaited:
            if version <= self.look.state.version and not awaited.done():
                awaited.set_result(None)
        self._awaited = [one for one in self._awaited if not one[1].done()]

    async def reached(self, version: int) -> None:
        """Once the look is of this version, and the viewers have it."""
        if self.look.state.version < version:
            awaited = asyncio.get_running_loop().create_future()
            self._awaited.append((version, awaited))
            await awaited

    def wait_for(self, waiting: Waiting | None) -> None:
        """Another clock at the same version: the dealer has set it."""
        if self.look.waiting == waiting:
            return
        self.looks[-1] = replace(self.look, waiting=waiting)
        for viewer in list(self.viewers):
            if viewer.view is not None:
                self._step(viewer, self.view(viewer.person))

    def view(self, person: str | None, look: Look | None = None) -> messages.View:
        balance = self.balances.get(person) if person is not None else None
        return view_of(look or self.look, person, passed(), balance)

    def _send(self, viewer: Viewer) -> None:
        view = self.view(viewer.person)
        if viewer.view is not None and _same(view, viewer.view):
            viewer.send(_written(messages.Skip(version=view.version)))
            return
        self._step(viewer, view)

    def _step(self, viewer: Viewer, view: messages.View) -> None:
        view = view.model_copy(update={"happened": happened(viewer.view, view)})
        viewer.view = view
        viewer.send(_written(messages.Step(version=view.version, view=view)))

    def welcome(self, viewer: Viewer, version: int | None, lag: int) -> None:
        """The whole view; or, to who comes back, the looks since the version they name."""
        missed = [
            look for look in self.looks if version is not None and look.state.version > version
        ]
        known = [look for look in self.looks if look.state.version == version]
        if not known:
            viewer.view = self.view(viewer.person)
            told = messages.Welcome(you=viewer.person, lag_allowed=lag, view=viewer.view)
            viewer.send(_written(told))
        else:
            viewer.view = self.view(viewer.person, known[-1])
            for look in missed:
                for skipped in range(viewer.view.version + 1, look.state.version):
                    viewer.send(_written(messages.Skip(version=skipped)))
                self._step(viewer, self.view(viewer.person, look))
            if not missed:  # the clock has gone on
                self._step(viewer, self.view(viewer.person))
        self.viewers.add(viewer)


def _written(message: messages.Message) -> str:
    return message.model_dump_json()


def _same(one: messages.View, other: messages.View) -> bool:
    plain = {"version": 0, "clock": None, "happened": ()}
    return one.model_copy(update=plain) == other.model_copy(update=plain)


class Feeds:
    """The tables that anybody watches or that the dealer serves."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.reader = TableReader()
        self.feeds: dict[str, Feed] = {}
        self.followed: frozenset[str] = frozenset()  # names; read in the owner's thread

    def listen(self, room: Room) -> Callable[[News], None]:
        """The listener of the room's owner."""

        def told(news: News) -> None:
            names = self.followed & {one.removeprefix(TABLE) for one in news.streams}
            readings = {name: self.reader.read(room, name) for name in names}
            found = {name: one for name, one in readings.items() if one is not None}
            if found and self.loop is not None:
                self.loop.call_soon_threadsafe(self._take, found)

        return told

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
