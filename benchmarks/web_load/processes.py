"""The server as a process of its own, a PostgreSQL server, and what each of them uses."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
POSTGRES = ROOT / "scripts" / "postgres"
STARTS = 120  # seconds for a server with a thousand tables, on a busy machine
STOPS = 30
TICK = os.sysconf("SC_CLK_TCK")


class Used(NamedTuple):
    """By a process and its children: seconds of processor time, and memory in bytes."""

    cpu: float
    rss: int
    main: float = 0.0  # of the time, that of its first thread


def used(pid: int) -> Used:
    """Of one process; nothing where there is no /proc."""
    try:
        times = _times(Path(f"/proc/{pid}/stat"))
        status = Path(f"/proc/{pid}/status").read_text()
        rss = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        main = _times(Path(f"/proc/{pid}/task/{pid}/stat"))
    except (OSError, StopIteration):
        return Used(0.0, 0)
    return Used(times, int(rss.split()[1]) * 1024, main)


def used_by_all(pid: int) -> float:
    """Seconds of a process and of its children, ended ones included."""
    try:
        fields = _fields(Path(f"/proc/{pid}/stat"))
        own = sum(int(field) for field in fields[11:15]) / TICK
        children = [int(one.name) for one in Path("/proc").iterdir() if one.name.isdigit()]
        return own + sum(_times(Path(f"/proc/{one}/stat")) for one in children if _is_of(one, pid))
    except OSError:
        return 0.0


def _is_of(pid: int, parent: int) -> bool:
    try:
        return int(_fields(Path(f"/proc/{pid}/stat"))[1]) == parent
    except OSError:
        return False


def _times(stat: Path) -> float:
    try:
        return sum(int(field) for field in _fields(stat)[11:13]) / TICK
    except OSError:
        return 0.0


def _fields(stat: Path) -> list[str]:
    return stat.read_text().rpartition(")")[2].split()


class Server:
    """`croupier serve`, behind a proxy that is this machine: each page has its own address."""

    def __init__(self, url: str, port: int, log: Path, *, coach: bool = False) -> None:
        command = [sys.executable, "-m", "croupier", "serve", "--bank", url]
        command += ["--port", str(port), "--proxy", "127.0.0.1"]
        self.port = port
        with log.open("ab") as told:
            own = {**os.environ, "CROUPIER_WEB_COACH": "true" if coach else "false"}
            self._process = subprocess.Popen(command, stdout=told, stderr=told, env=own)
        self.pid = self._process.pid

    def wait(self) -> None:
        end = time.monotonic() + STARTS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                with urlopen(f"http://127.0.0.1:{self.port}/api/lobby", timeout=STARTS):
                    return
            except OSError:
                time.sleep(0.1)
        self._process.kill()
        raise RuntimeError(f"the server has not started; its last word was {self._process.poll()}")

    @property
    def used(self) -> Used:
        return used(self.pid)

    def stop(self) -> None:
        """Gracefully; it may have stopped already."""
        self._process.send_signal(signal.SIGTERM)
        try:
            code = self._process.wait(STOPS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise RuntimeError(f"the server has not stopped after {STOPS} seconds") from None
        if code not in (0, -signal.SIGTERM):
            raise RuntimeError(f"the server stopped with {code}")

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()


@contextmanager
def serving(url: str, port: int, log: Path, *, coach: bool = False) -> Iterator[Server]:
    server = Server(url, port, log, coach=coach)
    try:
        server.wait()
        yield server
        server.stop()
    finally:
        server.kill()


class Database(NamedTuple):
    url: str
    pid: int = 0  # of its server, if it has one

    @property
    def cpu(self) -> float:
        return used_by_all(self.pid) if self.pid else 0.0


@contextmanager
def database(store: str, folder: Path) -> Iterator[Database]:
    """A new one, as durable as in a house."""
    if store == "sqlite":
        yield Database(f"sqlite:///{folder}/bank.db")
        return
    place = folder / "postgres"
    subprocess.run([POSTGRES, "install"], check=True)
    started = subprocess.run([POSTGRES, "start", place], check=True, stdout=subprocess.PIPE)
    try:
        pid = int((place / "data" / "postmaster.pid").read_text().splitlines()[0])
        yield Database(started.stdout.decode().strip(), pid)
    finally:
        subprocess.run([POSTGRES, "stop", place], check=True)
