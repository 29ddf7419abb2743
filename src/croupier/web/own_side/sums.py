"""What the rounds of a session came to, read from the books: wagers made, and the net result.

Each table is read on from where the last look ended, so a look costs only what happened since at
the tables where the player sits. Rounds count when they are over.
"""

import json
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import Any, NamedTuple

from croupier.bank.ledger import Posting, Purpose
from croupier.bank.reading import Done, Stretch, acts_of, rare, stretch, version_at
from croupier.bank.store import Store
from croupier.room.cage.cash_postings import BOUGHT, CASHED
from croupier.room.names import TABLE, chips_of
from croupier.room.own_limits.stakes import gain
from croupier.room.tables.mistakes import CALLED_OFF
from croupier.room.tables.state import ROUND

SESSIONS = 5_000  # that are remembered
AT_ONCE = 500  # acts of a table


class Came(NamedTuple):
    rounds: int = 0
    wagered: int = 0
    net: int = 0

    def and_(self, other: "Came") -> "Came":
        return Came(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


class _AtTable:
    """One table, from the beginning of the session on."""

    def __init__(self, store: Store, table: str, player: str, version: int) -> None:
        self.table, self.player, self.version = table, player, version
        self.seats: set[int] = set()
        self.going_on, self.came = Came(), Came()
        for event in store.rare_events(f"{TABLE}{table}", before=version):
            self._seat(event.kind, event.body)

    def read(self, store: Store) -> None:
        while some := list(acts_of(store, f"{TABLE}{self.table}", self.version, AT_ONCE)):
            for act in some:
                self._read(act)

    def _read(self, act: Done) -> None:
        first, self.version = act.events[0], act.version
        self._seat(first.kind, first.body)
        if first.kind == ROUND:
            self.going_on = self.going_on.and_(self._moved(act.postings))
            if '"shoe":{' in first.body:
                self._over(json.loads(first.body))
        elif first.kind == CALLED_OFF:
            self.going_on = Came()

    def _moved(self, postings: Iterable[Posting]) -> Came:
        moved = list(postings)
        chips = {chips_of(self.table, seat) for seat in self.seats}
        wagers = (one for one in moved if one.debit in chips and one.reason is Purpose.WAGER)
        net = sum(gain(self.table, seat, moved) for seat in self.seats)
        return Came(0, sum(one.cents for one in wagers), net)

    def _over(self, said: dict[str, Any]) -> None:
        if "shoe" in said and self.going_on.wagered:
            self.came = self.came.and_(self.going_on._replace(rounds=1))
        if "shoe" in said:
            self.going_on = Came()

    def _seat(self, kind: str, body: str) -> None:
        if kind not in (BOUGHT, CASHED):
            return
        said = json.loads(body)
        if kind == BOUGHT and said["player"] == self.player:
            self.seats.add(said["seat"])
        elif kind == CASHED:
            self.seats.discard(said["seat"])


class _OfSession:
    def __init__(self, store: Store, player: str, began: int) -> None:
        self.player, self.lock = player, Lock()
        self.first = stretch(store, began, began + 1).first  # the record that follows its beginning
        self.tables: dict[str, _AtTable] = {}
        self.begun = False

    def came(self, store: Store, sits: Iterable[str]) -> Came:
        with self.lock:
            left = () if self.begun else self._left(store)
            self.begun = True
            for table in (*left, *sits):
                if table not in self.tables:
                    version = version_at(store, f"{TABLE}{table}", self.first)
                    self.tables[table] = _AtTable(store, table, self.player, version)
            total = Came()
            for at in self.tables.values():
                at.read(store)
                total = total.and_(at.came)
            return total

    def _left(self, store: Store) -> list[str]:
        """Tables where they sat in this session before anybody asked."""
        found = rare(store, Stretch(self.first, 2**62), [BOUGHT, CASHED])
        own = (one for one, _ in found if json.loads(one.event.body)["player"] == self.player)
        return list(dict.fromkeys(one.stream.removeprefix(TABLE) for one in own))


class SessionSums:
    """The sessions that were asked about, the latest ones."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, _OfSession] = OrderedDict()
        self._lock = Lock()

    def came(
        self, store: Store, session: str, player: str, began: int, sits: Iterable[str]
    ) -> Came:
        """`sits`: the tables where the player sits now. May be called from any thread."""
        with self._lock:
            if session not in self._sessions:
                self._sessions[session] = _OfSession(store, player, began)
                if len(self._sessions) > SESSIONS:
                    self._sessions.popitem(last=False)
            found = self._sessions[session]
        return found.came(store, sits)
