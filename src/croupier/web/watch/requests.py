"""A name for every request: in the answer, in the log, and in what is said of a fault."""

import logging
import os
import re
from contextvars import ContextVar
from time import monotonic

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.errors import shown
from croupier.web.guard.address import header
from croupier.web.guard.headers import STARTS
from croupier.web.watch.watch import ServerWatch

log = logging.getLogger("croupier.web")
NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
HEADER = "X-Request-Id"
# Of the request, or of the handshake of the socket, that is being answered.
REQUEST: ContextVar[str] = ContextVar("request", default="")


def new_id() -> str:
    return os.urandom(6).hex()


class Requests:
    """Names requests, and puts the counters where the guards find them (`answers.count`)."""

    def __init__(self, app: ASGIApp, watch: ServerWatch, header_name: str = "") -> None:
        """`header_name`: the header in which a trusted proxy names requests; it is known that it
        comes from one, because `Forwarded` drops it otherwise.
        """
        self.app, self.watch = app, watch
        self.header = header_name.lower().encode("latin-1")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name, began, status = self._name(scope), monotonic(), 101
        REQUEST.set(name)

        async def named(message: Message) -> None:
            nonlocal status
            if message["type"] in STARTS:
                message = {**message, "headers": list(message.get("headers", ()))}
                MutableHeaders(scope=message)[HEADER] = name
                status = message["status"]
            await send(message)

        try:
            await self.app({**scope, "watch": self.watch, "request_name": name}, receive, named)
        finally:
            if log.isEnabledFor(logging.DEBUG):
                _log(scope, status, monotonic() - began)

    def _name(self, scope: Scope) -> str:
        given = header(scope, self.header) if self.header else None
        return given if given is not None and NAME.fullmatch(given) else new_id()


def _log(scope: Scope, status: int, seconds: float) -> None:
    method, path = scope.get("method", "socket"), shown(scope["path"])
    about = {"status": status, "duration": round(seconds * 1000, 1)}
    log.debug("%s %s: %s", method, path, status, extra={"about": about})
