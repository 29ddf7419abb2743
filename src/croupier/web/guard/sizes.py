"""Limits on the size, nesting and duration of a request body."""

import asyncio
import json
import re
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.errors import Refused
from croupier.web.guard.address import header
from croupier.web.guard.answers import note, refuse

BODY = 64 * 1024
DEPTH = 16
SECONDS = 10  # for the whole body to arrive
# Strings may be unterminated, and nothing backtracks: a body full of quotes must not take seconds.
BRACKETS = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)


def depth(raw: bytes) -> int:
    """The most brackets open at once, outside strings; the input need not be valid JSON."""
    deepest = now = 0
    for found in BRACKETS.finditer(raw):
        if found[0] in b"[{":
            now += 1
            deepest = max(deepest, now)
        elif found[0] in b"]}":
            now -= 1
    return deepest


def check_depth(raw: bytes) -> None:
    if depth(raw) > DEPTH:
        raise Refused(f"the request is nested more than {DEPTH} levels deep", "size/depth")


def check_json(raw: bytes) -> None:
    """UTF-8 without a mark, and no name twice: two readers must not read two requests.

    What is no JSON at all is refused by the route.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("send JSON in UTF-8", "message/bad") from None
    if text.startswith("\ufeff") or "\0" in text:
        raise Refused("send JSON in UTF-8, without a byte order mark", "message/bad")
    twice = False

    def each(pairs: list[tuple[str, object]]) -> None:
        nonlocal twice
        twice |= len({name for name, _ in pairs}) < len(pairs)

    with suppress(ValueError):
        json.loads(text, object_pairs_hook=each)
    if twice:
        raise Refused("a field is there twice; send each once", "message/bad")


class BodyLimit:
    """Reads the whole body before the app sees the request, or refuses it."""

    def __init__(self, app: ASGIApp, most: int = BODY, seconds: float = SECONDS) -> None:
        self.app, self.most, self.seconds = app, most, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            body = await self._body(scope, receive)
        except Refused as refused:
            note(refused, scope)
            await refuse(refused, scope, receive, send)
            return
        if body is not None:
            await self.app(scope, _again(body, receive), send)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """None if the client disconnected."""
        said = header(scope, b"content-length") or ""
        if said.isdecimal() and (len(said) > 12 or int(said) > self.most):
            raise self._too_large()
        try:
            async with asyncio.timeout(self.seconds):
                body = await self._read(receive)
        except TimeoutError:
            raise Refused("the request took too long to arrive", "size/slow") from None
        if body is not None:
            check_depth(body)
            check_json(body)
        return body

    async def _read(self, receive: Receive) -> bytes | None:
        parts, size, more = [], 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self.most:
                raise self._too_large()
            more = message.get("more_body", False)
        return b"".join(parts)

    def _too_large(self) -> Refused:
        return Refused(f"a request has at most {self.most:,} bytes", "size/body")


def _again(body: bytes, receive: Receive) -> Receive:
    """The body as one message, then whatever the server sends, such as a disconnect."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return first.pop() if first else await receive()

    return replayed
