"""A page without a browser: it behaves as frontend/src/api/connection.ts does, and keeps a journal.

It connects again by itself, later each time, and sends what is unanswered again with its key. On
top of that sits somebody who plays at random (tests/web/server/player.py).
"""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any, cast
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.web.drill.journal import Journal, shown
from tests.web.server.player import Player

# As in connection.ts, in seconds; a test compares them.
PING_EVERY, SEND_AGAIN, SILENCE, GIVE_UP = 5.0, 2.5, 12.0, 120.0
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0
FOR_NOW = ("server/", "rate/", "store/")  # a bye after which the page connects again
UNKNOWN = ("store/",)  # a refusal after which the act is sent again
THINKS = 0.4  # seconds at most, before somebody acts
CHIPS = 30_000

Act = dict[str, Any]
Told = dict[str, Any]
Address = Callable[[], int]  # the port of a server that is to be tried now


def now() -> float:
    return asyncio.get_running_loop().time()


class Browser:
    """One cookie, and requests that are tried again until they are answered."""

    def __init__(self, port: Address) -> None:
        self.port, self.cookie, self.name = port, "", ""

    async def become_guest(self) -> None:
        self.name = (await self.ask("POST", "/api/guest"))["name"]

    async def ask(self, method: str, path: str, **body: object) -> Told:
        end = now() + GIVE_UP
        while now() < end:
            with suppress(OSError, HTTPException, ValueError):
                status, told = await asyncio.to_thread(self._ask, method, path, body)
                if status < 500 and status != 429:
                    return told
            await asyncio.sleep(FIRST_WAIT)
        raise TimeoutError(f"{path} was not answered for {GIVE_UP} seconds")

    def _ask(self, method: str, path: str, body: object) -> tuple[int, Told]:
        port = self.port()
        line = HTTPConnection("127.0.0.1", port, timeout=SILENCE)
        headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"}
        try:
            line.request(method, path, json.dumps(body), {**headers, "Cookie": self.cookie})
            answered = line.getresponse()
            told: Told = json.loads(answered.read())
        finally:
            line.close()
        if set_cookie := answered.headers["set-cookie"]:
            self.cookie = set_cookie.partition(";")[0]
        return answered.status, told


class Page:
    """One open table. `vanishes`: how often the line is dropped right after an act was sent."""

    def __init__(
        self,
        browser: Browser,
        table: str,
        posted: Told,
        journal: Journal,
        luck: Random,
        acting: asyncio.Event | None = None,
    ):
        self.browser, self.table, self.journal, self.luck = browser, table, journal, luck
        self.acting = acting or asyncio.Event()  # set whenever an act is sent
        nobody = cast(Any, None)
        self.player = Player(nobody, nobody, posted, luck)
        self.vanishes = 0.0
        self.unanswered: dict[str, Act] = {}
        self.view: Told = {}
        self.answers = 0  # acts done so far
        self.ended = ""  # the code of the bye after which no page connects again
        self.leaves = self.left = False
        self.longest = 0.0  # seconds without a line, or that an act waited for its answer
        self._version: int | None = None
        self._socket: ClientConnection | None = None
        self._tries = 0
        self._rest = 0.0  # asked for by the server, before it is tried again
        self._away: float | None = None  # since when there is no line
        self._since: dict[str, float] = {}  # when an act was first sent
        self._changed = asyncio.Event()
        journal.note(who=browser.name, table=table)

    @property
    def online(self) -> bool:
        return self._socket is not None and self._tries == 0

    async def live(self) -> None:
        """Until it has left, or the server has ended it for good."""
        playing = asyncio.create_task(self._play())
        try:
            while not (self.left or self.ended):
                await self._connected()
                if not (self.left or self.ended):
                    await asyncio.sleep(self._next_wait())
        finally:
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            self.journal.note(end=self.ended or "left", longest=round(self.longest, 3))

    def _next_wait(self) -> float:
        longest = min(LONGEST_WAIT, FIRST_WAIT * 2.0**self._tries)
        self._tries += 1
        rest, self._rest = self._rest, 0.0
        return rest + longest * (0.5 + self.luck.random() / 2)

    # ---- the socket

    async def _connected(self) -> None:
        port = self.browser.port()
        known = "" if self._version is None else f"?v={self._version}"
        try:
            async with connect(
                f"ws://127.0.0.1:{port}/ws/table/{self.table}{known}",
                origin=cast(Any, f"http://127.0.0.1:{port}"),
                additional_headers={"Cookie": self.browser.cookie},
                proxy=None,
                compression=None,
                ping_interval=None,
                open_timeout=SILENCE,
                close_timeout=0.1,
            ) as socket:
                await self._served(socket)
        except (OSError, WebSocketException, TimeoutError):
            pass
        finally:
            self._socket = None
            self._away = self._away or now()
            self.journal.note(lost=self._tries)

    async def _served(self, socket: ClientConnection) -> None:
        self._socket = socket
        repeating = [
            asyncio.create_task(self._every(PING_EVERY, self._ping)),
            asyncio.create_task(self._every(SEND_AGAIN, self._send_again)),
        ]
        try:
            while not (self.left or self.ended):
                async with asyncio.timeout(SILENCE):
                    text = await socket.recv()
                self._waited_since(self._away)
                self._away = None
                if not await self._take(json.loads(text)):
                    return
        finally:
            for one in repeating:
                one.cancel()

    async def _every(self, seconds: float, do: Callable[[], Any]) -> None:
        with suppress(OSError, WebSocketException):
            while True:
                await do()
                await asyncio.sleep(seconds)

    async def _ping(self) -> None:
        await self._say({"type": "ping", "sent": 0})

    async def _send_again(self) -> None:
        for act in list(self.unanswered.values()) if self.view else ():
            self.journal.note(again=act["key"])
            await self._say(act)

    async def _say(self, message: Act) -> None:
        if self._socket is not None:
            await self._socket.send(json.dumps(message))

    def _waited_since(self, begin: float | None) -> None:
        if begin is not None:
            self.longest = max(self.longest, now() - begin)

    # ---- what the server says

    async def _take(self, told: Told) -> bool:
        """False: connect again."""
        if told["type"] != "bye":
            self._tries = 0
        match told["type"]:
            case "welcome":
                self._show(told["view"], "welcome")
                await self._send_again()
            case "step" | "skip":
                return self._next(told)
            case "done" | "refused":
                self._answered(told)
            case "pong":
                await self._say({"type": "echo", "nonce": told["nonce"]})
            case "bye":
                self.journal.note(bye=told["code"])
                self._rest = SEND_AGAIN if told["code"] == "rate/messages" else 0.0
                if not told["code"].startswith(FOR_NOW):
                    self.ended = told["code"]
                return False
        return True

    def _next(self, told: Told) -> bool:
        version = told["version"]
        if self._version is None or version > self._version + 1:
            self.journal.note(gap=version, after=self._version)
            self._version = None
            return False
        if version >= self._version:
            self._version = version
            if "view" in told:
                self._show(told["view"], "step")
        return True

    def _show(self, view: Told, how: str) -> None:
        self.view, self._version = view, view["version"]
        self.journal.note(view=shown(view), how=how)
        self._changed.set()

    def _answered(self, told: Told) -> None:
        key = told["key"]
        if told["type"] == "done":
            self.journal.note(done=key, record=told["record"], repeated=told["again"])
            if key in self.unanswered:
                self.answers += 1
        else:
            self.journal.note(refused=key, code=told["code"])
            if told["code"].startswith(UNKNOWN):
                return
        if self.unanswered.pop(key, None):
            self._waited_since(self._since.pop(key))
        self._changed.set()

    # ---- who plays

    async def _play(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self.unanswered or not self.online:
                continue
            await asyncio.sleep(self.luck.random() * THINKS)
            if self.online and (act := self._wants()):
                await self._do(act)

    async def _do(self, act: Act) -> None:
        key = act.get("key")
        if key:
            self.unanswered[key] = act
            self.journal.note(sent=act)
            self._since[key] = now()
        with suppress(OSError, WebSocketException):
            await self._say(act)
            self.acting.set()
            if key and self.luck.random() < self.vanishes and self._socket is not None:
                self.journal.note(vanished=key)
                self._socket.transport.abort()

    def _wants(self) -> Act | None:
        view = self.view
        own = next((one for one in view["seats"] if one["seat"] == view["seat"]), None)
        if own is None:
            self.left = self.leaves
            return None if self.leaves else self._seat(view)
        if self.leaves and view["phase"] not in ("words", "playing"):
            return None if own["leaving"] else _act("leave", seat=own["seat"])
        if own["away"] and not self.leaves:
            return _act("back", seat=own["seat"])
        return self.player.wants(view)

    def _seat(self, view: Told) -> Act | None:
        taken = {one["seat"] for one in view["seats"]}
        free = [seat for seat in range(1, self.player.posted["seats"] + 1) if seat not in taken]
        return _act("buy_in", seat=self.luck.choice(free), cents=CHIPS) if free else None

    def leave(self) -> None:
        """After the round."""
        self.leaves = True
        self._changed.set()


def _act(kind: str, **about: object) -> Act:
    return {"type": kind, "key": str(uuid4()), **about}
