"""`croupier serve` as a process: its second address, its log, and how it stops."""

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")
PATIENCE = 60.0  # seconds


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Process:
    def __init__(self, folder: Path, *flags: str) -> None:
        self.port, self.watched = free_port(), free_port()
        flags = tuple(flag.replace("PORT", str(self.port)) for flag in flags)
        bank = f"{folder / 'bank.db'}"
        self.log = folder / "server.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "croupier", "serve", "--bank", bank),
                    *("--port", str(self.port), "--metrics", f"127.0.0.1:{self.watched}", *flags),
                ],
                stdout=subprocess.DEVNULL,
                stderr=log,
            )

    def ask(self, port: int, path: str) -> tuple[int, str]:
        with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as line:
            line.request("GET", path)
            answered = line.getresponse()
            return answered.status, answered.read().decode()

    def until(self, status: int, text: str) -> None:
        """Until `/readyz` says so."""
        end = time.monotonic() + PATIENCE
        told = (0, "")
        while told[0] != status or text not in told[1]:
            assert time.monotonic() < end, (told, self.log.read_text())
            try:
                told = self.ask(self.watched, "/readyz")
            except OSError:  # not listening yet, or closed
                time.sleep(0.02)


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Process]:
    times = ("--notice", "60s", "--drain", "60s")
    process = Process(tmp_path, *times, "--log-level", "debug", "--no-coach")
    try:
        yield process
    finally:
        process.process.kill()
        process.process.wait()


def test_from_the_first_moment_to_a_second_signal(started: Process) -> None:
    started.until(200, '"ready": true')
    assert "croupier_info" in started.ask(started.watched, "/metrics")[1]
    assert started.ask(started.port, "/healthz")[0] == 200
    status, text = started.ask(started.port, "/metrics")
    assert "croupier_info" not in text and status in (200, 503)  # the page, or that there is none
    started.process.send_signal(signal.SIGTERM)
    started.until(503, "stopping")
    assert started.ask(started.port, "/readyz")[0] == 503  # it still answers, for the notice
    assert started.process.poll() is None
    started.process.send_signal(signal.SIGTERM)
    assert started.process.wait(PATIENCE) == -signal.SIGTERM
    lines = [json.loads(line) for line in started.log.read_text().splitlines()]
    assert any(line["event"] == "GET '/healthz': 200" for line in lines)


def test_a_room_that_cannot_begin_says_why_in_plain_words(tmp_path: Path) -> None:
    process = Process(tmp_path, "--house").process
    assert process.wait(PATIENCE) == 2
    said = (tmp_path / "server.log").read_text()
    assert "house dealer is not enrolled" in said and "Traceback" not in said
