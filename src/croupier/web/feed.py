"""The feed of each table: its state at each version, for all its viewers.

The room's owner announces new versions in its own thread, which also reads the tables. Everything
else runs in the server's event loop, where viewers get their views.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace

from croupier.room.names import TABLE
from croupier.room.owner import News
from croupier.room.room import Room
from croupier.room.state.hall import AnyTable
from croupier.web import messages
from croupier.web.awake import awake
from croupier.web.message import Message
from croupier.web.reading import Reading, TableReader, shown_by
from croupier.web.views.log_lines import log_lines
from croupier.web.views.view import Look, Waiting, view_of
from croupier.web.watch.counters import Counter

KEPT = 32  # states of a table kept for pages that reconnect
# What makes a view another one for its receiver.
COMPARED = [
    name for name in messages.View.model_fields if name not in ("version", "clock", "happened")
]
GATHERED = 1.0  # seconds for which changes of a jackpot by other tables are collected


class Viewer:
    """A viewer of a table. `send` takes a message as text and does not wait.

    `end` takes a code and a sentence, and closes the socket.
    """

    def __init__(
        self, person: str | None, send: Callable[[str], None], end: Callable[[str, str], None]
    ) -> None:
        self.person = person
        self.send, self.end = send, end
        self.view: messages.View | None = None  # the last one sent
        self.waiting: Waiting | None = None  # its clock


class Feed:
    """One table and its viewers."""

    def __init__(self, name: str, reading: Reading) -> None:
        self.name = name
        self.looks: deque[Look] = deque([reading.look], maxlen=KEPT)
        self.balances = dict(reading.balances)
        self.viewers: set[Viewer] = set()
        self.changed = asyncio.Event()  # wakes the dealer
        self.looked: list[Callable[[], None]] = []  # called at every new state
        self.since = awake()  # when the current state arrived
        # The clock for the current state, if a dealer serves the table: so it comes with the view.
        self.clock: Callable[[], Waiting | None] = lambda: self.look.waiting
        self._awaited: list[tuple[int, asyncio.Future[None]]] = []  # by version
        self._meters: dict[str, int] = {}  # new displays, in cents by meter

    @property
    def look(self) -> Look:
        return self.looks[-1]

    def take(self, reading: Reading) -> None:
        """Takes a newer reading; every viewer gets their view of it."""
        if reading.look.state.version <= self.look.state.version:
            return
        before, felts = self.look.state.version, reading.look.felts
        if reading.look.round is self.look.round:
            felts = self.look.felts
        else:  # whoever comes back sees them made again
            self.look.felts.clear()
        self.balances |= reading.balances
        self.looks.append(replace(reading.look, waiting=self.look.waiting, felts=felts))
        self.since = awake()
        self.looks[-1] = replace(self.look, waiting=self.clock())
        skipped = [_skip(version) for version in range(before + 1, self.look.state.version)]
        views = Views(self)
        for viewer in list(self.viewers):
            for skip in skipped:
                viewer.send(skip)
            views.send(viewer)
            if not self.look.state.is_open:  # other players may reuse its name
                viewer.end("table/closed", f"table {self.name} is closed")
        self.changed.set()
        for version, awaited in self._awaited:
            if version <= self.look.state.version and not awaited.done():
                awaited.set_result(None)
        self._awaited = [one for one in self._awaited if not one[1].done()]
        for looked in self.looked:
            looked()

    async def reached(self, version: int) -> None:
        """Returns once this version has been sent to the viewers."""
        if self.look.state.version < version:
            awaited = asyncio.get_running_loop().create_future()
            self._awaited.append((version, awaited))
            await awaited

    def left(self, viewer: Viewer) -> bool:
        """A page is closed; True if nothing of its person remains at this table. Their balance may
        change elsewhere now.
        """
        self.viewers.discard(viewer)
        here = {one.person for one in self.viewers} | set(self.look.state.seats.values())
        if viewer.person is None or viewer.person in here:
            return False
        self.balances.pop(viewer.person, None)
        return True

    def wait_for(self, waiting: Waiting | None) -> None:
        """Shows the clock that the dealer has set, at the same version."""
        if self.look.waiting != waiting:
            self._look_again(replace(self.look, waiting=waiting))

    def show_clock(self) -> None:
        """Again, because it stood still."""
        if self.look.waiting is not None:
            self._look_again(self.look)

    def meters_moved(self, cents: Mapping[str, int]) -> None:
        """Takes the current displays by meter; other tables also play for them."""
        own = {meter.name for meter in self.look.meters}
        moved = {name: shown for name, shown in cents.items() if name in own}
        if moved and not self._meters:
            asyncio.get_running_loop().call_later(GATHERED, self._show_meters)
        self._meters |= moved

    def _show_meters(self) -> None:
        shown, self._meters = self._meters, {}
        meters = tuple(
            meter.model_copy(update={"cents": shown.get(meter.name, meter.cents)})
            for meter in self.look.meters
        )
        if meters != self.look.meters:
            self._look_again(replace(self.look, meters=meters))

    def _look_again(self, look: Look) -> None:
        """Sends a new view of the same version."""
        self.looks[-1] = look
        views = Views(self)
        for viewer in list(self.viewers):
            if viewer.view is not None:
                views.step(viewer)

    def view(self, person: str | None, look: Look | None = None) -> messages.View:
        balance = self.balances.get(person) if person is not None else None
        return view_of(look or self.look, person, awake(), balance)

    def welcome(self, viewer: Viewer, version: int | None, lag: int) -> None:
        """Sends the whole view or, if a known `version` is given, everything since that version."""
        missed = [
            look for look in self.looks if version is not None and look.state.version > version
        ]
        known = [look for look in self.looks if look.state.version == version]
        if not known:
            viewer.view, viewer.waiting = self.view(viewer.person), self.look.waiting
            welcome_message = messages.Welcome(you=viewer.person, lag_allowed=lag, view=viewer.view)
            viewer.send(_written(welcome_message))
        else:
            viewer.view = self.view(viewer.person, known[-1])
            for look in missed:
                for skipped in range(viewer.view.version + 1, look.state.version):
                    viewer.send(_skip(skipped))
                Views(self, look).step(viewer)
            if not missed:  # the clock may have changed
                Views(self).step(viewer)
        self.viewers.add(viewer)


def _written(message: Message) -> str:
    return message.model_dump_json()


def _skip(version: int) -> str:
    return _written(messages.Skip(version=version))


def _same(one: messages.View, other: messages.View) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in COMPARED)


class Views:
    """The views of one state. People who see the same, as at the rail, share one."""

    def __init__(self, feed: Feed, look: Look | None = None) -> None:
        self.feed, self.look = feed, look or feed.look
        self._views: dict[str | None, messages.View] = {}
        # By the view that they saw before, which is compared by identity: it is one object.
        self._steps: dict[tuple[str | None, int], tuple[messages.View, str]] = {}

    def send(self, viewer: Viewer) -> None:
        """The next version, if there is something new for this viewer."""
        view = self._view(viewer.person)
        clock = self.look.waiting == viewer.waiting
        if clock and viewer.view is not None and _same(view, viewer.view):
            viewer.send(_skip(view.version))
        else:
            self.step(viewer)

    def step(self, viewer: Viewer) -> None:
        before = viewer.view
        which = viewer.person, id(before)
        if which not in self._steps:
            view = self._view(viewer.person)
            view = view.model_copy(update={"happened": log_lines(before, view)})
            self._steps[which] = view, _written(messages.NewView(version=view.version, view=view))
        viewer.view, text = self._steps[which]
        viewer.waiting = self.look.waiting
        viewer.send(text)

    def _view(self, person: str | None) -> messages.View:
        if person not in self._views:
            self._views[person] = self.feed.view(person, self.look)
        return self._views[person]


class Feeds:
    """The feeds of all open tables, by name."""

    def __init__(self, rounds: Counter | None = None) -> None:
        """`rounds` counts those that are dealt at the tables followed here."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self.reader = TableReader()
        self.feeds: dict[str, Feed] = {}
        self.followed: frozenset[str] = frozenset()  # names, as read in the owner's thread
        self._rounds = rounds or Counter("game")

    def listen(self, room: Room) -> Callable[[News], None]:
        """Returns the listener for the room's owner."""

        def on_news(news: News) -> None:
            names = self.followed & {one.removeprefix(TABLE) for one in news.streams}
            found = self.reader.read_news(room, names)
            cents = shown_by(room.hall, news.streams)
            if (found or cents) and self.loop is not None:
                self.loop.call_soon_threadsafe(self._take, found, cents)

        return on_news

    def _take(self, readings: Mapping[str, Reading], cents: Mapping[str, int]) -> None:
        for name, reading in readings.items():
            if name in self.feeds:
                self._count(self.feeds[name].look.state, reading.look.state)
                self.feeds[name].take(reading)
        for feed in self.feeds.values() if cents else ():
            feed.meters_moved(cents)

    def show_clocks(self) -> None:
        for feed in self.feeds.values():
            feed.show_clock()

    def _count(self, before: AnyTable, after: AnyTable) -> None:
        dealt = after.rounds - before.rounds
        if dealt > 0 and after.opened == before.opened:
            self._rounds.add(after.game_id, by=dealt)

    def follow(self, name: str, reading: Reading) -> Feed:
        if name not in self.feeds:
            self.feeds[name] = Feed(name, reading)
            self.followed = frozenset(self.feeds)
        return self.feeds[name]

    def leave(self, name: str) -> None:
        self.feeds.pop(name, None)
        self.followed = frozenset(self.feeds)
