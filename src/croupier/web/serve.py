"""The web room as a process: opens a bank and serves the page."""

import socket
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager

from croupier.bank.store import open_store, read_store
from croupier.desk.room.bank import url_of
from croupier.errors import RuleError
from croupier.room.room import Room
from croupier.web.app import PAGE, application
from croupier.web.guard.server import RoomServer
from croupier.web.guard.sockets import Sockets
from croupier.web.guard.stack import Guarded
from croupier.web.house import WebHouse, no_theory
from croupier.web.people.opening import open_door
from croupier.web.settings import parts
from croupier.web.settings.record import DEFAULTS, ServerSettings
from croupier.web.watch.logs import logged

USUAL = range(8000, 8011)  # ports to try


@contextmanager
def opened(settings: ServerSettings, sockets: Sockets | None = None) -> Iterator[Guarded]:
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
        yield application(
            *(house, door, parts.host_names(settings), sockets, parts.by_address(settings)),
            prepares=True,
            coached=settings.coach,
        )


def listening(host: str, port: int, flag: str = "--port") -> socket.socket:
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
    raise RuleError(f"cannot listen at {host}, {where}: {why}; choose another {flag}", "serve/port")


def serve(settings: ServerSettings, at: socket.socket, *, browse: bool = False) -> None:
    sockets = parts.room_sockets(settings)
    with (
        opened(settings, sockets) as app,
        _listening_too(settings.metrics) as watched_at,
        logged(settings.log_format, settings.log_level, app.watch),
    ):
        if browse:
            threading.Timer(1.5, webbrowser.open, [address(at, settings)]).start()
        server = RoomServer(app, settings, sockets, watched_at)
        server.run(sockets=[at])
        if server.starting.fault is not None:
            raise server.starting.fault


@contextmanager
def _listening_too(where: str) -> Iterator[socket.socket | None]:
    """`where` is empty, or an address with a port."""
    if not where:
        yield None
        return
    host, _, port = where.rpartition(":")
    with listening(host.strip("[]"), int(port), "--metrics") as at:
        yield at


def address(at: socket.socket, settings: ServerSettings = DEFAULTS) -> str:
    host, port, *_ = at.getsockname()
    scheme = "https" if settings.tls_cert else "http"
    return f"{scheme}://[{host}]:{port}/" if ":" in host else f"{scheme}://{host}:{port}/"


def has_page() -> bool:
    return (PAGE / "index.html").is_file()
