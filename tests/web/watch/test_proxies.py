"""The examples of docs/operations.md for nginx and Caddy: TLS, sockets, the client's address."""

import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.web.watch.certificates import certificate
from tests.web.watch.test_process import PATIENCE, Process, free_port

pytestmark = pytest.mark.slow
DOCUMENT = Path(__file__).parents[3] / "docs" / "operations.md"
NAME, CLIENT = "cards.example", "127.0.0.5"  # not the proxy's own address


def example(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def for_nginx(folder: Path, port: int, behind: int) -> list[str]:
    cert, key = folder / "cert.pem", folder / "key.pem"
    text = example("nginx").replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = re.sub(r"(ssl_certificate +)\S+;", rf"\1{cert};", text)
    text = re.sub(r"(ssl_certificate_key +)\S+;", rf"\1{key};", text)
    temporary = "".join(
        f"{what}_temp_path {folder / what};\n"
        for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder / 'pid'}; error_log stderr; events {{}}\n"
        f"http {{ access_log off;\n{temporary}{text}}}"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def for_caddy(folder: Path, port: int, behind: int) -> list[str]:
    text = example("caddyfile").replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    own = f"    bind 127.0.0.1\n    tls {folder / 'cert.pem'} {folder / 'key.pem'}\n"
    text = text.replace(f"{NAME} {{\n", f"{NAME}:{port} {{\n{own}")
    options = "{\n    admin off\n    auto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(options + text)
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    with (folder / "proxy.log").open("wb") as log:
        environ = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": "/usr/bin:/usr/sbin"}
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environ)
    try:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 5).close()
                break
            except OSError:
                assert time.monotonic() < end and process.poll() is None, (
                    folder / "proxy.log"
                ).read_text()
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def asked(port: int, cafile: Path, method: str, path: str) -> tuple[int, Any, Any]:
    """From an address of its own, by somebody who says that they are somebody else."""
    raw = socket.create_connection(("127.0.0.1", port), 20, source_address=(CLIENT, 0))
    line = HTTPSConnection(NAME, port, timeout=20)
    context = ssl.create_default_context(cafile=str(cafile))
    line.sock = context.wrap_socket(raw, server_hostname=NAME)
    told = {
        "Host": f"{NAME}:{port}",
        "Origin": f"https://{NAME}:{port}",
        "X-Forwarded-For": "198.51.100.7",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "http",
        "Forwarded": "for=198.51.100.8",
        "X-Request-Id": "forged",
        "Content-Type": "application/json",
    }
    line.request(method, path, "{}", told)
    answered = line.getresponse()
    found = answered.status, answered.headers, json.loads(answered.read())
    line.close()
    return found


@pytest.mark.parametrize("proxy, command", [("nginx", for_nginx), ("caddy", for_caddy)])
def test_the_documented_example(tmp_path: Path, proxy: str, command: Any) -> None:
    if shutil.which(proxy) is None:
        pytest.skip(f"no {proxy} on this machine")
    cert, _ = certificate(tmp_path, NAME)
    port = free_port()
    flags = ("--name", f"{NAME}:{port}", "--proxy", "127.0.0.1", "--request-id", "X-Request-Id")
    process = Process(tmp_path, "--no-coach", *flags)
    try:
        process.until(200, "true")
        with running(command(tmp_path, port, process.port), port, tmp_path):
            status, headers, told = asked(port, cert, "POST", "/api/guest")
            assert status == 200, told
            cookie = headers["Set-Cookie"]
            assert cookie.startswith("__Host-croupier=") and "; Secure" in cookie
            assert "Strict-Transport-Security" in headers
            assert re.fullmatch(r"[0-9a-f-]{32,36}", headers["X-Request-Id"])  # by the proxy
            with connect(
                f"wss://{NAME}:{port}/ws/table/5",
                sock=socket.create_connection(("127.0.0.1", port)),
                ssl=ssl.create_default_context(cafile=str(cert)),
                origin=f"https://{NAME}:{port}",  # type: ignore[arg-type]
                additional_headers={"Cookie": cookie.partition(";")[0]},
                proxy=None,
            ) as ws:
                welcome = json.loads(ws.recv(20))
            assert (welcome["type"], welcome["you"]) == ("welcome", told["name"])
            assert asked(port, cert, "GET", "/api/tables/nowhere")[0] == 404
            (line,) = [one for one in process.log.read_text().splitlines() if "nowhere" in one]
            assert f"from '{CLIENT}'" in json.loads(line)["event"]
    finally:
        process.process.kill()
        process.process.wait()
