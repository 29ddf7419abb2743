"""A real server on a loopback port: HTTP fuzzed from its own description, and frames of sockets.

Schemathesis draws requests from the OpenAPI document; whatever is sent, no answer is a fault of the
server.
"""

import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.request import Request, urlopen

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from croupier.web.guard.headers import ALWAYS
from croupier.web.guard.protocols import GuardedHttp
from croupier.web.guard.server import configured
from croupier.web.serve import listening, opened
from tests import effort
from tests.web.server.running import swift, unlimited
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
        with opened(unlimited(str(tmp_path_factory.mktemp("http") / "bank.db"))) as app:
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


# What uvicorn itself answers: no route and no guard of the app sees it


UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nOrigin: http://{host}\r\n"
    "Sec-WebSocket-Version: {version}\r\n"
)
WITH_KEY = "Sec-WebSocket-Key: {key}\r\n"
GOOD_KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
UNREADABLE = {
    "garbage": ("\x00\x01\x02\r\n\r\n", 400),
    "no host": ("GET / HTTP/1.1\r\n\r\n", 400),
    "two hosts": ("GET / HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n", 400),
    "a bad length": ("POST /api/guest HTTP/1.1\r\nHost: {host}\r\nContent-Length: -5\r\n\r\n", 400),
    "huge headers": ("GET / HTTP/1.1\r\nHost: {host}\r\nX: " + "a" * 100_000, 400),
    "no key": ("GET /ws/table/1 HTTP/1.1\r\nHost: {host}\r\n" + UPGRADE + "\r\n", 400),
    "a bad key": (
        "GET /ws/table/1 HTTP/1.1\r\nHost: {host}\r\n"
        + (UPGRADE + WITH_KEY).replace("{key}", "short")
        + "\r\n",
        400,
    ),
    "version 8": (
        "GET /ws/table/1 HTTP/1.1\r\nHost: {host}\r\n"
        + (UPGRADE + WITH_KEY).replace("{key}", GOOD_KEY).replace("{version}", "8")
        + "\r\n",
        400,
    ),
    "a post": (
        "POST /ws/table/1 HTTP/1.1\r\nHost: {host}\r\n"
        + (UPGRADE + WITH_KEY).replace("{key}", GOOD_KEY)
        + "\r\n",
        405,
    ),
}


def raw(running: Running, sent: str) -> bytes:
    host, _, port = running.host.partition(":")
    text = sent.replace("{host}", running.host).replace("{version}", "13")
    with socket.create_connection((host, int(port)), 10) as at:
        at.settimeout(10)
        at.sendall(text.encode("latin-1"))
        parts = []
        with suppress(ConnectionResetError):  # after the answer to what was not read to its end
            while part := at.recv(65_536):
                parts.append(part)
    return b"".join(parts)


def check_refusal(answer: bytes, status: int) -> None:
    head, _, body = answer.decode("latin-1").partition("\r\n\r\n")
    first, *lines = head.split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    assert first.split()[1] == str(status), first
    assert {name.lower(): value for name, value in ALWAYS.items()}.items() <= headers.items()
    assert set(json.loads(body)) == {"code", "message"}
    assert int(headers["content-length"]) == len(body) and headers["connection"] == "close"
    assert headers["content-type"] == "application/json"


@pytest.mark.parametrize("what", UNREADABLE)
def test_item_7_headers_also_of_what_never_reaches_the_app(running: Running, what: str) -> None:
    sent, status = UNREADABLE[what]
    answer = raw(running, sent)
    check_refusal(answer, status)


@pytest.mark.parametrize(
    "sent, answered", [("", False), ("GET / HTTP/1.1\r\nHost: {host}\r\nX: ", True)]
)
def test_item_14_a_connection_without_a_request_is_closed(
    running: Running, monkeypatch: pytest.MonkeyPatch, sent: str, answered: bool
) -> None:
    """Browsers open some that they may not need: those are closed without a word."""
    monkeypatch.setattr(GuardedHttp, "seconds", 0.5)
    answer = raw(running, sent)
    assert bool(answer) == answered
    if answered:
        check_refusal(answer, 408)


@pytest.mark.parametrize("first", ["", "GET /api/me HTTP/1.1\r\nHost: {host}\r\n\r\n"])
def test_item_14_a_byte_now_and_then_does_not_keep_a_connection_open(
    running: Running, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """Nor one that has been answered before."""
    monkeypatch.setattr(GuardedHttp, "seconds", 0.5)
    host, _, port = running.host.partition(":")
    began = time.monotonic()
    with socket.create_connection((host, int(port)), 10) as at:
        if first:
            at.sendall(first.replace("{host}", running.host).encode())
            whole = b""
            while not whole.endswith(b"}"):  # head and body may come apart
                whole += at.recv(65_536)
            assert whole.startswith(b"HTTP/1.1 200")
        at.settimeout(0.1)
        answer = b""
        while not answer and time.monotonic() - began < 5:
            at.sendall(b"G")
            with suppress(TimeoutError):
                answer = at.recv(65_536)
    check_refusal(answer, 408)


def test_whoever_comes_before_the_room_is_ready_waits_for_it() -> None:
    """The address is printed first; a page that was opened at once found nobody there."""
    with listening("127.0.0.1", 0) as at, socket.create_connection(at.getsockname(), timeout=5):
        pass
