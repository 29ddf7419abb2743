"""A browser without a screen: it speaks to the app itself, in the app's own loop, over no network.

So every byte that a receiver gets is seen here, and nothing waits but for the server.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from urllib.parse import unquote

from starlette.types import ASGIApp, Message

HOST = "localhost:8000"
PAGE = f"http://{HOST}"
SOON = 60  # seconds: what never comes fails the test; the coach may have to solve a game first


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def code(self) -> str:
        told = self.json
        return str(told.get("code", "")) if isinstance(told, dict) else ""


class Socket:
    """One side of a socket; `texts` are all that came, as they came."""

    def __init__(self, app: ASGIApp, scope: dict[str, Any]) -> None:
        self.texts: list[str] = []
        self.closed: int | None = None  # with this code, by the server
        self._in: asyncio.Queue[Message] = asyncio.Queue()
        self._out: asyncio.Queue[Message] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        self._served = asyncio.create_task(self._serve(app, scope))

    async def _serve(self, app: ASGIApp, scope: dict[str, Any]) -> None:
        async def send(message: Message) -> None:
            self._out.put_nowait(message)

        await app(scope, self._in.get, send)

    async def opened(self) -> None:
        first = await self._next()
        if first["type"] != "websocket.accept":
            self.closed = first.get("code", first.get("status"))

    async def _next(self) -> Message:
        async with asyncio.timeout(SOON):
            return await self._out.get()

    def say(self, **message: object) -> None:
        self.raw(json.dumps(message))

    def raw(self, frame: str | bytes) -> None:
        kind = "text" if isinstance(frame, str) else "bytes"
        self._in.put_nowait({"type": "websocket.receive", kind: frame})

    async def hear(self, *types: str) -> dict[str, Any]:
        """The next message; the next of these types, if any are named."""
        while True:
            message = await self._next()
            if message["type"] == "websocket.close":
                self.closed = message.get("code", 1000)
                raise ConnectionError(f"closed with {self.closed}; last: {self.texts[-1:]}")
            self.texts.append(message["text"])
            told: dict[str, Any] = json.loads(message["text"])
            if not types or told["type"] in types:
                return told

    async def until_closed(self) -> dict[str, Any]:
        """The last message before the server closed it."""
        try:
            while True:
                await self.hear()
        except ConnectionError:
            return dict(json.loads(self.texts[-1])) if self.texts else {}

    async def answer(self, key: str) -> dict[str, Any]:
        while True:
            told = await self.hear("done", "refused")
            if told["key"] == key:
                return told

    def heard(self) -> list[dict[str, Any]]:
        """All so far, with what has not been looked at yet."""
        while not self._out.empty():
            message = self._out.get_nowait()
            if message["type"] == "websocket.send":
                self.texts.append(message["text"])
            else:
                self.closed = message.get("code", 1000)
        return [json.loads(text) for text in self.texts]

    async def leave(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self._served, SOON)
        self.heard()


class Visitor:
    """A browser with one cookie; each has an address of its own, unless told otherwise."""

    def __init__(self, app: ASGIApp, address: str) -> None:
        self.app, self.address = app, address
        self.cookie = ""
        self.name = ""

    async def get(self, path: str, **headers: str) -> Answer:
        return await self.ask("GET", path, **headers)

    async def post(self, path: str, **body: object) -> Answer:
        return await self.ask("POST", path, json.dumps(body).encode())

    async def ask(self, method: str, path: str, body: bytes = b"", **more_headers: str) -> Answer:
        headers = {"content-type": "application/json", "origin": PAGE, **more_headers}
        message: Message = {"type": "http.request", "body": body, "more_body": False}
        parts: list[Message] = []
        waits = asyncio.Event()

        async def receive() -> Message:
            nonlocal message
            if message["type"] == "http.disconnect":
                await waits.wait()
            given, message = message, {"type": "http.disconnect"}
            return given

        async def send(part: Message) -> None:
            parts.append(part)

        await asyncio.wait_for(
            self.app(self._scope("http", path, headers, method), receive, send), SOON
        )
        told = {key.decode().lower(): value.decode() for key, value in parts[0]["headers"]}
        if "set-cookie" in told:
            self.cookie = told["set-cookie"].partition(";")[0]
        text = b"".join(part.get("body", b"") for part in parts[1:]).decode()
        return Answer(parts[0]["status"], told, text)

    @asynccontextmanager
    async def socket(
        self, table: str, v: int | None = None, **headers: str
    ) -> AsyncIterator[Socket]:
        query = "" if v is None else f"?v={v}"
        scope = self._scope("websocket", f"/ws/table/{table}{query}", {"origin": PAGE, **headers})
        socket = Socket(self.app, scope)
        await socket.opened()
        try:
            yield socket
        finally:
            await socket.leave()

    def _scope(
        self, kind: str, path: str, headers: Mapping[str, str], method: str = ""
    ) -> dict[str, Any]:
        raw, _, query = path.partition("?")
        told = {"host": HOST, **({"cookie": self.cookie} if self.cookie else {}), **headers}
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            **({"method": method} if method else {"subprotocols": []}),
            "path": unquote(raw),
            "raw_path": raw.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(key.encode(), value.encode()) for key, value in told.items()],
            "client": (self.address, 1),
            "server": ("127.0.0.1", 8000),
        }
