"""A room in a separate process, on a free port of this machine; it can be killed."""

import os
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0  # seconds for a server to come up on a busy machine


class WebRoom:
    def __init__(self, folder: Path, *, house: bool = False) -> None:
        self.folder, self.house = folder, house
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port = found.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "tests.web.browser.server"),
                    *(str(self.folder / "bank.db"), str(self.port)),
                    *(["house"] if self.house else []),
                ],
                cwd=ROOT,
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONWARNINGS": "ignore"},
            )
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > until:
                raise AssertionError((self.folder / "server.log").read_text("utf-8")[-3000:])
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/api/lobby", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def hold(self) -> None:
        """It keeps listening, but does nothing: what is sent to it stays unread."""
        self._signal(signal.SIGSTOP)

    def forbid_writing(self) -> None:
        """As on a full disk; only Linux can do that to a process that runs."""
        assert self.process is not None
        self._limits = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (1, self._limits[1]))

    def allow_writing(self) -> None:
        assert self.process is not None
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, self._limits)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        assert self.process is not None
        self.process.wait()

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def _signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)
