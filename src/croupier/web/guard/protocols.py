"""What answers below the app: uvicorn's own protocols, with our headers and a limit of time.

A request or handshake that cannot be read never reaches the guards. It is refused here, with the
same headers and the same `{code, message}`.
"""

import asyncio
import json
import logging
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Response
from websockets.server import ServerProtocol
from websockets.typing import StatusLike

from croupier.errors import Refused
from croupier.web.guard.answers import note
from croupier.web.guard.headers import ALWAYS

SECONDS = 10  # for a request's line and headers to arrive, the first one from the connection
UNREADABLE = Refused("this is not a request that can be read", "http/400")
SLOW = Refused("the request took too long to arrive", "size/slow")
LINES = {400: b"400 Bad Request", 408: b"408 Request Timeout"}


class GuardedHttp(H11Protocol):
    """Refuses what cannot be read, and closes a connection on which no request arrives."""

    seconds: float = SECONDS
    _waiting: asyncio.TimerHandle | None = None
    _began = False  # some of a request has arrived

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # Its timer is not started anew by every byte, or one a second would keep it open.
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self._began = True
            self._wait()
        else:
            self._arrived()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        self._refuse(UNREADABLE, 400)

    @property
    def _watch(self) -> object:
        """What counts refusals: the app has it, if it is the room's."""
        return getattr(self.config.loaded_app, "watch", None)

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(self.seconds, self._too_slow)

    def _arrived(self) -> None:
        self._began = False
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _too_slow(self) -> None:
        if self._began:
            self._refuse(SLOW, 408)
        else:  # a browser may open one before it needs it
            self.transport.close()

    def _refuse(self, refused: Refused, status: int) -> None:
        note(refused, {"path": "", "client": self.client, "watch": self._watch})
        cycle: RequestResponseCycle | None = self.cycle
        busy = cycle is not None and not cycle.response_complete
        if not (busy or self.transport.is_closing()):  # never into the middle of an answer
            self.transport.write(_answer(refused, status))
        self.transport.close()


class GuardedHandshake(ServerProtocol):
    """Refusals of a handshake that is none: without a key, of another version, no GET."""

    def reject(self, status: StatusLike, text: str) -> Response:
        code = f"http/{int(status)}"
        response = super().reject(status, _told(Refused(text.strip() or "refused", code)))
        del response.headers["Content-Type"]
        for name, value in _headers():
            response.headers[name] = value
        return response


class GuardedSocket(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        assert not self.config.ws_per_message_deflate, "what this makes has no extensions"
        logger = logging.getLogger("uvicorn.error")
        self.conn = GuardedHandshake(max_size=self.config.ws_max_size, logger=logger)


def _headers() -> list[tuple[str, str]]:
    own = {"Content-Type": "application/json", "Cache-Control": "no-store"}
    return [*ALWAYS.items(), *own.items()]


def _told(refused: Refused) -> str:
    return json.dumps({"code": refused.code, "message": refused.message})


def _answer(refused: Refused, status: int) -> bytes:
    body = _told(refused).encode()
    headers = [*_headers(), ("Content-Length", str(len(body))), ("Connection", "close")]
    lines = [f"{name}: {value}".encode("ascii") for name, value in headers]
    return b"\r\n".join([b"HTTP/1.1 " + LINES[status], *lines, b"", body])
