"""The web room as a process: opens a bank and serves the page."""

import asyncio
import logging
import socket
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import uvicorn
from starlette.types import ASGIApp

from croupier.bank.store import open_store, read_store
from croupier.desk.room.bank import url_of
from croupier.errors import RuleError
from croupier.room.room import Room
from croupier.web.app import PAGE, application
from croupier.web.guard.protocols import GuardedHttp, GuardedSocket
from croupier.web.guard.sockets import Sockets
from croupier.web.house import WebHouse, no_theory
from croupier.web.people.opening import open_door
from croupier.web.settings import parts
from croupier.web.settings.record import DEFAULTS, ServerSettings

# Above the limit for messages (table_socket.py), so that most oversized messages get a proper
# refusal; a larger frame closes the connection.
LARGEST_FRAME = 65_536
USUAL = range(8000, 8011)  # ports to try


@contextmanager
def opened(settings: ServerSettings, sockets: Sockets | None = None) -> Iterator[ASGIApp]:
    """Opens the bank and yields the app, for a server or a test."""
    url, play_money = url_of(settings.bank), not settings.house
    sockets = parts.room_sockets(settings) if sockets is None else sockets
    with open_store(url) as store, read_store(url) as reader:
        room = Room(store, no_theory) if play_money else Room(store)
        house = WebHouse(
            *(room, reader),
            play_money=play_money,
            policy=parts.table_policy(settings),
            pace=parts.pace(settings),
        )
        door = open_door(url, house, parts.sign_in_options(settings))
        by_address = parts.by_address(settings)
        yield application(
            house, door, parts.host_names(settings), sockets, by_address, prepares=True
        )


def listening(host: str, port: int) -> socket.socket:
    """A socket at this address; without a port, at the first free one of the usual ports.

    It listens at once: whoever opens the address before the room is ready waits a moment for it.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in (port,) if port else USUAL:
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, tried))
            found.listen()
            return found
        except (OSError, UnicodeError) as failed:
            found.close()
            why = getattr(failed, "strerror", None) or str(failed)
    where = f"port {port}" if port else f"ports {USUAL[0]} to {USUAL[-1]}"
    raise RuleError(f"cannot listen at {host}, {where}: {why}; choose another --port", "serve/port")


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
        log_level="warning",
        timeout_graceful_shutdown=-(-settings.drain // 1000),
        ssl_certfile=settings.tls_cert or None,
        ssl_keyfile=settings.tls_key or None,
    )


OF_VISITORS = OfVisitors()


class RoomServer(uvicorn.Server):
    """Tells the pages that the server is stopping before it closes their connections."""

    def __init__(self, config: uvicorn.Config, room_sockets: Sockets, drain: int) -> None:
        super().__init__(config)
        self.room_sockets, self.drain = room_sockets, drain  # milliseconds

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.room_sockets.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.drain / 1000):
                while len(self.room_sockets):
                    await asyncio.sleep(0.02)
        await super().shutdown(sockets)


def serve(settings: ServerSettings, at: socket.socket, *, browse: bool = False) -> None:
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("croupier.web").setLevel(logging.INFO)
    sockets = parts.room_sockets(settings)
    with opened(settings, sockets) as app:
        if browse:
            threading.Timer(1.5, webbrowser.open, [address(at, settings)]).start()
        RoomServer(configured(app, settings), sockets, settings.drain).run(sockets=[at])


def address(at: socket.socket, settings: ServerSettings = DEFAULTS) -> str:
    host, port, *_ = at.getsockname()
    scheme = "https" if settings.tls_cert else "http"
    return f"{scheme}://[{host}]:{port}/" if ":" in host else f"{scheme}://{host}:{port}/"


def has_page() -> bool:
    return (PAGE / "index.html").is_file()
