"""A server that is asked to stop: it says so, writes what was submitted, and the round waits."""

import json
import signal
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any, cast
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from croupier.web.guard.sockets import Sockets
from tests.web.browser.room import WebRoom
from tests.web.server.player import Player

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[WebRoom]:
    room = WebRoom(tmp_path)
    room.open()
    yield room
    room.close()


class Guest:
    """A page without a browser, at a practice table."""

    def __init__(self, room: WebRoom) -> None:
        self.room, self.cookie = room, ""
        self.post("/api/guest")
        self.table = self.post("/api/practice", game="four-card-prime")["table"]

    def post(self, path: str, **body: object) -> dict[str, Any]:
        return self._ask("POST", path, json.dumps(body))

    def _ask(self, method: str, path: str, body: str | None = None) -> dict[str, Any]:
        line = HTTPConnection("127.0.0.1", self.room.port, timeout=20)
        headers = {"Origin": self.room.url, "Content-Type": "application/json"}
        line.request(method, path, body, {**headers, "Cookie": self.cookie})
        answered = line.getresponse()
        if set_cookie := answered.headers["set-cookie"]:
            self.cookie = set_cookie.partition(";")[0]
        told: dict[str, Any] = json.loads(answered.read())
        line.close()
        return told

    def posted(self) -> dict[str, Any]:
        return self._ask("GET", f"/api/tables/{self.table}")

    def socket(self) -> ClientConnection:
        return connect(
            f"ws://127.0.0.1:{self.room.port}/ws/table/{self.table}",
            origin=self.room.url,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie},
            proxy=None,
        )


def hear(socket: ClientConnection, *types: str) -> dict[str, Any]:
    while True:
        told: dict[str, Any] = json.loads(socket.recv(timeout=20))
        if told["type"] in types:
            return told


def to_choose(socket: ClientConnection, guest: Guest) -> dict[str, Any]:
    player = Player(cast(Any, None), cast(Any, None), guest.posted(), Random(1))
    waits, view = "", dict[str, Any]()
    while True:
        told = hear(socket, "welcome", "step", "done", "refused")
        assert told["type"] != "refused", told
        view = told.get("view", view)
        waits = "" if told.get("key") == waits else waits
        if view["turn"] is not None:
            return view
        if not waits and (act := player.wants(view)):
            waits = act["key"]
            socket.send(json.dumps(act))


def test_the_pages_are_told_and_the_round_goes_on_at_the_next_server(room: WebRoom) -> None:
    guest = Guest(room)
    with guest.socket() as socket:
        before = to_choose(socket, guest)
        leave = {"type": "leave", "key": str(uuid4()), "seat": before["seat"]}
        socket.send(json.dumps(leave))
        socket.send('{"type":"ping","sent":1}')
        hear(socket, "pong")  # so the server has read what came before it
        assert room.process is not None
        room.process.send_signal(signal.SIGTERM)
        bye = hear(socket, "bye")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
    assert bye["code"] == "server/stopping"
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    room.process.wait(20)

    room.open()
    with guest.socket() as socket:
        view = hear(socket, "welcome")["view"]
        assert view["round"] == before["round"] and view["turn"] == before["turn"]
        socket.send(json.dumps(leave))
        told = hear(socket, "done", "refused")
        assert (told["type"], told["key"], told["again"]) == ("done", leave["key"], True)


def test_nobody_comes_in_while_the_server_stops() -> None:
    said: list[str] = []
    sockets = Sockets()
    sockets.enter("pam", "s1", "192.0.2.1", lambda code, message: said.append(code))
    sockets.enter("", "", "192.0.2.2", lambda code, message: said.append(code))
    sockets.stop()
    assert said == ["server/stopping"] * 2
    with pytest.raises(Exception, match="server/stopping"):
        sockets.enter("quin", "s2", "192.0.2.3", lambda code, message: None)
