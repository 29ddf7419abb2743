"""HTTPS by the server itself: secure cookies and sockets; a renewed certificate."""

import json
import signal
import socket
import ssl
import sys
import time
from collections.abc import Iterator
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
from cryptography.x509 import load_pem_x509_certificate
from websockets.sync.client import connect

from croupier.errors import Refused
from croupier.web.guard.headers import STRICT
from croupier.web.guard.server import check_certificate
from croupier.web.settings.record import ServerSettings
from tests.web.watch.certificates import certificate
from tests.web.watch.test_process import PATIENCE, Process

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")
NAME = "cards.example"


class Tls(Process):
    def __init__(self, folder: Path) -> None:
        self.cert, self.key = certificate(folder, NAME)
        files = ("--tls-cert", str(self.cert), "--tls-key", str(self.key))
        own = ("--name", NAME, "--name", f"{NAME}:PORT")
        super().__init__(folder, *own, "--no-coach", *files)

    def line(self) -> socket.socket:
        """A connection that has checked the certificate's name."""
        context = ssl.create_default_context(cafile=str(self.cert))
        return context.wrap_socket(
            socket.create_connection(("127.0.0.1", self.port), 20), server_hostname=NAME
        )

    def say(self, method: str, path: str, **headers: str) -> tuple[int, Any, Any]:
        line = HTTPSConnection(NAME, self.port, timeout=20)
        line.sock = self.line()
        told = {"Host": NAME, "Origin": f"https://{NAME}", "Content-Type": "application/json"}
        line.request(method, path, "{}", {**told, **headers})
        answered = line.getresponse()
        found = answered.status, answered.headers, json.loads(answered.read())
        line.close()
        return found

    def serial(self) -> int:
        """Of the certificate that a new connection gets."""
        pem = ssl.get_server_certificate(("127.0.0.1", self.port), timeout=20)
        return load_pem_x509_certificate(pem.encode()).serial_number


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tls]:
    process = Tls(tmp_path_factory.mktemp("tls"))
    try:
        process.until(200, "true")
        yield process
    finally:
        process.process.kill()
        process.process.wait()


def test_cookies_headers_and_sockets(tls: Tls) -> None:
    status, headers, told = tls.say("POST", "/api/guest")
    assert status == 200, told
    cookie = headers["Set-Cookie"]
    assert cookie.startswith("__Host-croupier=") and "; Secure" in cookie
    assert headers["Strict-Transport-Security"] == STRICT
    with connect(
        f"wss://{NAME}:{tls.port}/ws/table/5",
        sock=socket.create_connection(("127.0.0.1", tls.port)),
        ssl=ssl.create_default_context(cafile=str(tls.cert)),
        origin=f"https://{NAME}:{tls.port}",  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie.partition(";")[0]},
        proxy=None,
    ) as ws:
        welcome = json.loads(ws.recv(20))
    assert (welcome["type"], welcome["you"]) == ("welcome", told["name"])


def test_a_renewed_certificate_is_taken_without_a_restart(tls: Tls) -> None:
    assert tls.serial() == 1
    certificate(tls.cert.parent, NAME, serial=2)
    tls.process.send_signal(signal.SIGHUP)
    end = time.monotonic() + PATIENCE
    while tls.serial() != 2:
        assert time.monotonic() < end
        time.sleep(0.02)
    tls.key.write_text("nonsense")  # the server keeps what it has
    tls.process.send_signal(signal.SIGHUP)
    while "was not renewed" not in tls.log.read_text():
        assert time.monotonic() < end
        time.sleep(0.02)
    assert tls.serial() == 2


def test_files_that_are_wrong_are_named_before_anything_is_opened(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path, NAME)
    other = certificate(_made(tmp_path / "other"), NAME)[1]
    check_certificate(ServerSettings(tls_cert=str(cert), tls_key=str(key)))
    for wrong in (other, tmp_path / "none.pem"):
        with pytest.raises(Refused, match="cannot serve HTTPS") as refused:
            check_certificate(ServerSettings(tls_cert=str(cert), tls_key=str(wrong)))
        assert refused.value.code == "serve/tls" and str(wrong) in refused.value.message


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
