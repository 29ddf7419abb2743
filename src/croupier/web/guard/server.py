"""The server as uvicorn runs it: from the first moment to the last, and a second address."""

import asyncio
import logging
import signal
import socket
import ssl
import sys
import threading
from contextlib import suppress
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from croupier.errors import Refused
from croupier.web.guard.protocols import GuardedHttp, GuardedSocket
from croupier.web.guard.sockets import Sockets
from croupier.web.guard.stack import Guarded
from croupier.web.process.garbage import Garbage
from croupier.web.settings.record import DEFAULTS, ServerSettings
from croupier.web.watch.starting import Starting

log = logging.getLogger("croupier.web")

# Above the limit for messages (table_socket.py), so that most oversized messages get a proper
# refusal; a larger frame closes the connection.
LARGEST_FRAME = 65_536
# Seconds for which the room's owner may compute before the event loop, which has lost its turn at
# each packet that it sent, gets it back; Python's own 5 ms add up at a hundred packets.
SWITCH = 0.0005


SAID_ALREADY = (
    "ASGI callable returned without completing handshake",
    "Invalid HTTP request received",
)


class OfVisitors(logging.Filter):
    """Keeps visitors from filling the log with errors and tracebacks of uvicorn.

    It reports a handshake that the guards refused as unfinished, and what cannot be read; those
    refusals are logged already.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        said = str(record.msg)
        if said.startswith("Invalid UTF-8"):
            record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
        return not said.startswith(SAID_ALREADY)


def configured(app: ASGIApp, settings: ServerSettings = DEFAULTS) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").addFilter(OF_VISITORS)
    return uvicorn.Config(
        app,
        http=GuardedHttp,
        ws=GuardedSocket,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        proxy_headers=False,
        server_header=False,
        log_config=None,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=-(-settings.drain // 1000),
        ssl_certfile=settings.tls_cert or None,
        ssl_keyfile=settings.tls_key or None,
    )


OF_VISITORS = OfVisitors()


def check_certificate(settings: ServerSettings) -> None:
    """Before anything else is opened: the certificate and its key must belong together."""
    if not settings.tls_cert:
        return
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(settings.tls_cert, settings.tls_key, password="")
    except OSError as failed:  # of the files, or of TLS
        why = failed.strerror or str(failed)
        files = f"{settings.tls_cert} and {settings.tls_key}"
        raise Refused(f"{files} cannot serve HTTPS: {why}", "serve/tls") from None


class RoomServer(uvicorn.Server):
    """Answers while the room begins, and tells the pages before it stops."""

    def __init__(
        self,
        app: Guarded,
        settings: ServerSettings,
        room_sockets: Sockets,
        watched_at: socket.socket | None = None,
    ) -> None:
        self.starting = Starting(app, self.give_up)
        super().__init__(configured(self.starting, settings))
        self.watch, self.settings, self.room_sockets = app.watch, settings, room_sockets
        self.garbage = Garbage()
        self.watched = WatchedServer(app.watched, watched_at) if watched_at else None

    def give_up(self) -> None:
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal is a request, and the second ends the process."""
        self.watch.stopping = True
        if self.should_exit:
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self.watched is not None:
            await self.watched.begin()
        await super().startup(sockets)
        sys.setswitchinterval(SWITCH)
        main = threading.current_thread() is threading.main_thread()
        if main and self.config.ssl is not None and sys.platform != "win32":
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.renew_certificate)

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second."""
        if self.starting.begun:
            self.garbage.collect(self.room_sockets.closed)
        return await super().on_tick(counter)

    def renew_certificate(self) -> None:
        """New connections get the new one; a file that is wrong changes nothing."""
        assert self.config.ssl is not None
        try:
            check_certificate(self.settings)
        except Refused as refused:
            log.error("the certificate was not renewed: %s", refused.message)
            return
        self.config.ssl.load_cert_chain(self.settings.tls_cert, self.settings.tls_key)
        log.warning("the certificate is renewed")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.watch.stopping = True
        await asyncio.sleep(self.settings.notice / 1000)
        self.room_sockets.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.settings.drain / 1000):
                while len(self.room_sockets):
                    await asyncio.sleep(0.02)
        await super().shutdown(sockets)
        if self.watched is not None:
            await self.watched.shutdown()


class WatchedServer(uvicorn.Server):
    """A second address in the same process, for those who watch it."""

    def __init__(self, app: ASGIApp, at: socket.socket) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=GuardedHttp,
                ws="none",
                lifespan="off",
                proxy_headers=False,
                server_header=False,
                log_config=None,
                log_level="warning",
                timeout_graceful_shutdown=1,
            )
        )
        self.at = at

    async def begin(self) -> None:
        self.config.load()
        self.lifespan = self.config.lifespan_class(self.config)
        await self.startup([self.at])
