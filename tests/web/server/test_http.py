"""A real server on a loopback port: HTTP fuzzed from its own description, and frames of sockets.

Schemathesis draws requests from the OpenAPI document; whatever is sent, no answer is a fault of the
server.
"""

import json
import logging
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from croupier.web.people import door
from croupier.web.serve import Serving, configured, opened
from tests import effort
from tests.web.server.running import MANY, swift
from tests.web.server.test_may import TABLE

EXAMPLES = 60 if effort.full else 8


class Running:
    """The address of a server, and one visitor of it."""

    def __init__(self, port: int) -> None:
        self.host = f"127.0.0.1:{port}"
        self.page = f"http://{self.host}"

    def guest(self) -> dict[str, str]:
        """Headers of a new session."""
        headers = {"Origin": self.page, "Content-Type": "application/json"}
        asked = Request(f"{self.page}/api/guest", b"{}", headers, method="POST")
        with urlopen(asked, timeout=20) as answered:
            cookie = answered.headers["set-cookie"].partition(";")[0]
        return {"Origin": self.page, "Cookie": cookie}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch:
        swift(patch)
        patch.setattr(door, "PLAYING", MANY)
        patch.setattr(door, "GUESTS", MANY)
        serving = Serving(str(tmp_path_factory.mktemp("http") / "bank.db"))
        with opened(serving) as app:
            config = configured(app)
            config.port = 0
            server = uvicorn.Server(config)
            thread = threading.Thread(target=server.run, daemon=True)
            thread.start()
            try:
                yield Running(_port(server))
            finally:
                server.should_exit = True
                thread.join(20)


def _port(server: uvicorn.Server) -> int:
    for _ in range(2000):
        if server.started:
            return int(server.servers[0].sockets[0].getsockname()[1])
        time.sleep(0.01)
    raise AssertionError("the server has not started")


def operations(running: Running) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{running.page}/api/openapi.json")
    return [found.ok() for found in schema.get_all_operations()]


def test_the_description_is_served_and_whole(running: Running) -> None:
    paths = {(one.method.upper(), one.path) for one in operations(running)}
    assert ("POST", "/api/practice") in paths and ("GET", "/api/tables/{table}/rounds") in paths
    listed = {line.removesuffix(" of another") for line in TABLE} - {"GET /api/openapi.json"}
    assert len(paths) == len(listed)


def test_no_request_makes_a_fault(running: Running) -> None:
    for operation in operations(running):
        fuzzed(operation, running.guest())


def fuzzed(operation: Any, headers: dict[str, str]) -> None:
    @settings(
        max_examples=EXAMPLES,
        derandomize=not effort.full,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def asks(case: Any) -> None:
        answered = case.call(headers=headers, timeout=20)
        case.validate_response(answered, checks=[not_a_server_error])
        if answered.status_code >= 400:
            assert set(answered.json()) == {"code", "message"}

    asks()


# Frames


def heard(socket: ClientConnection) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(socket.recv(timeout=20))
    return told


def table_socket(running: Running, headers: dict[str, str]) -> ClientConnection:
    uri = f"ws://{running.host}/ws/table/1"
    return connect(
        uri,
        origin=running.page,  # type: ignore[arg-type]
        additional_headers={"Cookie": headers["Cookie"]},
        compression=None,
        proxy=None,
    )


def test_frames_are_refused_by_name_and_the_socket_stays(running: Running) -> None:
    with table_socket(running, running.guest()) as socket:
        assert heard(socket)["type"] == "welcome"
        for frame, code in (
            ("a" * 8_193, "size/message"),
            ("é" * 8_192, "message/bad"),
            ("{", "message/bad"),
            (b"\x00\xff", "message/bad"),
            (b"{}", "message/bad"),
        ):
            socket.send(frame)
            told = heard(socket)
            assert (told["type"], told["code"]) == ("refused", code)
        socket.send(["{", '"type":"ping"', ',"sent":3}'])  # in three parts
        pong = heard(socket)
        assert (pong["type"], pong["sent"]) == ("pong", 3)


def test_a_frame_beyond_measure_ends_only_its_socket(running: Running) -> None:
    headers = running.guest()
    with table_socket(running, headers) as one, table_socket(running, headers) as two:
        assert heard(one)["type"] == heard(two)["type"] == "welcome"
        one.send("a" * 70_000)
        with pytest.raises(Exception, match="1009"):
            heard(one)
        two.send('{"type":"ping","sent":1}')
        assert heard(two)["type"] == "pong"


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def logged() -> Iterator[list[str]]:
    """Of ours, and of the server below."""
    lines, logs = Lines(), [logging.getLogger(name) for name in ("croupier.web", "uvicorn.error")]
    for log in logs:
        log.addHandler(lines)
    yield lines.lines
    for log in logs:
        log.removeHandler(lines)


NO_SOCKETS = {
    "/ws/table/1": ("http://elsewhere.example", 403, "origin/other"),
    "/ws/table/2": (None, 403, "origin/missing"),
    "/ws/table/1?v=s3cret": ("", 400, "message/bad"),
    "/ws/table/1/2": ("", 404, "http/404"),
    "/ws/other": ("", 404, "http/404"),
    "/api/me": ("", 404, "http/404"),
}


@pytest.mark.parametrize("path", NO_SOCKETS)
def test_a_handshake_is_refused_by_name(running: Running, path: str, logged: list[str]) -> None:
    """Checklist items 5, 7 and 15."""
    origin, status, code = NO_SOCKETS[path]
    cookie = running.guest()["Cookie"]
    logged.clear()
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(
            f"ws://{running.host}{path}",
            origin=running.page if origin == "" else origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookie},
            proxy=None,
        ),
    ):
        pass
    answered = refused.value.response
    assert answered.status_code == status and json.loads(answered.body or b"")["code"] == code
    assert "frame-ancestors 'none'" in answered.headers["content-security-policy"]
    (line,) = logged
    assert line.startswith(f"refused {code} at") and "s3cret" not in line


def test_what_is_no_text_is_a_line_in_the_log(running: Running, logged: list[str]) -> None:
    with table_socket(running, running.guest()) as socket:
        assert heard(socket)["type"] == "welcome"
        logged.clear()
        socket.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed, match="1007"):
            heard(socket)
    assert logged == ["Invalid UTF-8 sequence received from client."]
