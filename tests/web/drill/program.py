"""The server program as people start it, `croupier serve`, in a process of its own."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parents[3]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def croupier(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Another command on the same bank, which keeps its keys in `folder`."""
    command = [sys.executable, "-m", "croupier", *words]
    return subprocess.run(command, env=environment(folder), capture_output=True, text=True)


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "XDG_STATE_HOME": str(folder / "state")}


CROUPIER = ("croupier",)  # a module and its first arguments


class Program:
    def __init__(
        self,
        bank: str,
        folder: Path,
        name: str = "server",
        program: Sequence[str] = CROUPIER,
    ) -> None:
        self.bank, self.folder, self.program = bank, folder, program
        self.log = folder / f"{name}.log"
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", *self.program, "serve"),
                    *("--bank", self.bank, "--port", str(self.port)),
                ],
                env=environment(self.folder),
                cwd=ROOT,
                stdout=log,
                stderr=log,
            )

    @property
    def pid(self) -> int:
        assert self.process is not None, "it was never started"
        return self.process.pid

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def signal(self, number: int) -> None:
        assert self.process is not None and self.runs, f"it ended by itself: {self.last_words}"
        self.process.send_signal(number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self._wait(10)

    def stop(self, longest: float = 30) -> float:
        """Asks it to end; the seconds that took."""
        begin = monotonic()
        self.signal(signal.SIGTERM)
        self._wait(longest)
        return monotonic() - begin

    def _wait(self, longest: float) -> None:
        assert self.process is not None
        self.process.wait(longest)

    def end(self) -> None:
        """However it is."""
        if self.runs:
            self.signal(signal.SIGCONT)
            self.kill()

    @property
    def last_words(self) -> str:
        return self.log.read_text("utf-8", "replace")[-2000:] if self.log.exists() else ""

    def tracebacks(self) -> list[str]:
        """Faults of the program that it logged: the last line of each."""
        found = []
        for text in self.log.read_text("utf-8", "replace").split("Traceback (most recent")[1:]:
            lines = [line for line in text.splitlines()[1:] if line[:1] not in ("", " ", "2")]
            found.append(lines[0] if lines else "a traceback")
        return found
