"""Who sits at the tables: each plays at random what their view offers, with words of their own."""

from collections import deque
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any, Protocol
from uuid import uuid4

from pydantic_core import from_json, to_json

from croupier.web.guard.rates import PLAYING
from tests.web.server.player import Player

from .rooms import Chair
from .wire import Wire

STEP, SKIP = b'{"type":"step","version":', b'{"type":"skip","version":'
WELCOME = b'{"type":"welcome"'
ADVICE = frozenset({"advice", "poker_advice", "no_advice"})
PREPARING = "coach/preparing"
ANSWERS = (b'{"type":"done"', b'{"type":"refused"')
KEPT = 32  # arrivals of versions remembered
MOST = PLAYING.credits - 20  # messages at once; the server counts in its own time


class Arrivals:
    """When each version of a table came to one of its viewers."""

    def __init__(self) -> None:
        self.version = 0
        self._came: deque[tuple[int, float]] = deque(maxlen=KEPT)
        self._awaited: list[tuple[int, Callable[[float], None]]] = []

    def came(self, version: int, at: float) -> None:
        if version <= self.version:
            return
        self.version = version
        self._came.append((version, at))
        due = [tell for wanted, tell in self._awaited if wanted <= version]
        self._awaited = [one for one in self._awaited if one[0] > version]
        for tell in due:
            tell(at)

    def when(self, version: int, tell: Callable[[float], None]) -> None:
        """Calls `tell` with the time at which this version or a later one was here."""
        if version > self.version:
            self._awaited.append((version, tell))
            return
        tell(next((at for one, at in self._came if one >= version), self._came[-1][1]))


class Watcher:
    """A page at a table: sees its views, and does nothing."""

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self.arrivals = Arrivals()
        self.wire: Wire | None = None
        self.faults: list[str] = []
        self.leaves = False

    def heard(self, texts: list[bytes]) -> None:
        """Of several views only the newest is looked at, before each answer."""
        now, newest = perf_counter(), b""
        for text in texts:
            if text.startswith(STEP):
                self.arrivals.came(int(text[len(STEP) : text.index(b",", len(STEP))]), now)
                newest = text
            elif text.startswith(SKIP):
                self.arrivals.came(int(text[len(SKIP) : -1]), now)
            elif text.startswith(ANSWERS):
                self.see(newest)
                newest = b""
                self.answered(from_json(text), now)
            elif text.startswith(WELCOME):
                self.arrivals.came(from_json(text)["view"]["version"], now)
                newest = text
            else:
                self.told(text, now)
        self.see(newest)

    def told(self, text: bytes, now: float) -> None:
        """Anything else: such as why the page is closed."""
        if not self.leaves:
            self.faults.append(f"{self.chair} heard {text.decode()}")

    def see(self, text: bytes) -> None:
        """`text` is empty if there is nothing new."""

    def answered(self, answer: dict[str, Any], now: float) -> None:
        self.faults.append(f"{self.chair} asked for nothing and was answered {answer}")

    @property
    def is_busy(self) -> bool:
        return False

    def lost(self) -> None:
        if not self.leaves:
            self.faults.append(f"the connection of {self.chair} was closed")


class Rhythm(Protocol):
    """What decides when bots act, and hears how it went."""

    def ready(self, bot: "Bot") -> None:
        """The bot has something to do."""

    def answered(self, bot: "Bot", due: float, now: float, code: str) -> None:
        """An act that was due then is answered now; `code` is empty if it was done."""

    def advised(self, seconds: float, code: str) -> None:
        """The coach has answered after so long; `code` is empty if it gave advice."""


class Bot(Watcher):
    """A page whose player acts."""

    def __init__(self, chair: Chair, posted: dict[str, Any], luck: Random, pace: Rhythm) -> None:
        super().__init__(chair)
        self.player = Player(None, None, posted, luck)  # type: ignore[arg-type]
        self.pace = pace
        self.others: list[Arrivals] = []  # of those who look at the same table
        self.due: dict[str, float] = {}  # when acts were due that are not answered, by key
        self.done: set[str] = set()  # keys
        self.refused: set[str] = set()
        self.queued = False
        self._hopes = True  # for a new view, after a refusal
        self._ready_for = -1  # the round whose end it did not want to wait for
        self._left, self._at = float(MOST), perf_counter()

    @property
    def is_busy(self) -> bool:
        """Whether an act of it is not answered yet."""
        return bool(self.due)

    def see(self, text: bytes) -> None:
        if text:
            self.player.view, self._hopes = from_json(text)["view"], True
            self._say_ready()
        if self._hopes and not self.queued and not self.due and self.wants() is not None:
            self.queued = True
            self.pace.ready(self)

    def wants(self) -> dict[str, Any] | None:
        view = self.player.view
        own = next((one for one in view["seats"] if one["seat"] == view["seat"]), None)
        if own is not None and own["away"] and not own["in_round"]:
            return {"type": "back", "key": str(uuid4()), "seat": own["seat"]}
        act = self.player.wants(view)
        return act if act is not None and act["type"] != "ready" else None

    def _say_ready(self) -> None:
        view = self.player.view
        clock, this = view["clock"], view["round"]
        if clock and clock["waits_for"] == "next round" and self._ready_for != this and self.may():
            self._ready_for = this
            self._say({"type": "ready"})

    def may(self) -> bool:
        """Whether a page may send more now: one that sends too much is cut."""
        now = perf_counter()
        back = (now - self._at) * 1000 * PLAYING.credits / PLAYING.window
        self._left, self._at = min(self._left + back, MOST), now
        return self._left >= 1

    def act(self, due: float) -> bool:
        """Sends what it wants now; False if there is nothing any more."""
        self.queued = False
        act = None if self.due or self.wire is None else self.wants()
        if act is None:
            return False
        self.due[act["key"]] = due
        self._say(act)
        return True

    def _say(self, message: dict[str, Any]) -> None:
        self._left -= 1
        if self.wire is not None:
            self.wire.say(to_json(message).decode())

    def answered(self, answer: dict[str, Any], now: float) -> None:
        due = self.due.pop(answer["key"], None)
        if due is None:
            super().answered(answer, now)
            return
        code = answer.get("code", "")
        (self.refused if code else self.done).add(answer["key"])
        self._hopes = not code
        self.pace.answered(self, due, now, code)


class CoachedBot(Bot):
    """Asks the coach about each of its turns, again and again, until it acts."""

    _asked: tuple[int, float] | None = None  # about a version of the round, and when

    def see(self, text: bytes) -> None:
        super().see(text)
        turn = self.player.view["turn"] if self.player.view else None
        if turn is None or turn["seat"] != self.chair.seat:
            self._asked = None
        elif text and (self._asked is None or self._asked[0] != turn["version"]):
            self._ask(turn["version"])

    def _ask(self, version: int) -> None:
        if self.may():
            self._asked = version, perf_counter()
            self._say({"type": "advise", "version": version})

    def told(self, text: bytes, now: float) -> None:
        answer = from_json(text)
        if answer["type"] not in ADVICE:
            super().told(text, now)
            return
        if self._asked is None or answer["version"] != self._asked[0]:
            return  # it was too late
        version, at = self._asked
        self.pace.advised(now - at, answer.get("code", ""))
        if answer.get("code") != PREPARING:  # then it still follows
            self._ask(version)
