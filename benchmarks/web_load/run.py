"""One run: a server on a new bank, many tables, acts at a pace, and what it used and proved."""

import asyncio
import socket
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import uvloop

from .books import Proof, acts_in, proof
from .client import Client
from .pace import Pace, Progress
from .passers import Passers
from .processes import Database, Server, database, serving, used_by_all
from .rooms import Chair, furnish

DISK = "/var/tmp" if Path("/var/tmp").is_dir() else None  # scripts/test makes its own in memory
QUIET = 0.5  # seconds after the last answer, for what the dealer still does


@dataclass(frozen=True)
class Load:
    tables: int = 100
    seconds: float = 10
    rate: float = 500  # acts a second of all pages together; 0: flat out
    in_flight: int = 200  # flat out: acts that are not answered yet
    store: str = "sqlite"
    warm_up: float = 3  # seconds that do not count
    coached: int = 0  # players who ask the coach all the time; without one there is no coach
    reloads: float = 0  # pages a second that are closed and opened again
    passers: float = 0  # guests a second who open a practice table and leave it
    weighs: bool = True  # whether a server without the tables is started first, for its memory


class Spent(NamedTuple):
    """Seconds of processor time."""

    server: float
    loop: float  # of that, the server's event loop; the rest is the room's owner, and SQLite
    database: float
    coach: float  # processes of the server
    client: float

    def since(self, begin: "Spent") -> "Spent":
        return Spent(*(now - then for now, then in zip(self, begin, strict=True)))


class Memory(NamedTuple):
    """Of the server, in bytes."""

    empty: int  # without the tables
    tables: int  # with them, before anybody came
    sockets: int  # with all pages open
    end: int


class Sample(NamedTuple):
    """A second of a run."""

    acts: int  # so far
    rss: int  # of the server


class Outcome(NamedTuple):
    load: Load
    seconds: float
    acts: int  # of pages, done
    per_act: float  # acts in the books for each of them: the dealer's are there, too
    idle: int  # acts that were due when no player had anything to do
    refused: dict[str, int]
    here: list[float]  # seconds from act to view, sorted
    elsewhere: list[float]
    advice: list[float]  # from question to advice
    no_advice: dict[str, int]
    spent: Spent
    memory: Memory
    sockets: int
    proof: Proof
    samples: list[Sample]
    passers: int  # who came by


def measured(load: Load, progress: Progress) -> Outcome:
    """Raises BooksWrong if the books are not what the pages were told."""
    with tempfile.TemporaryDirectory(prefix="croupier-load-", dir=DISK) as made:
        folder = Path(made)
        folder.chmod(0o711)  # PostgreSQL may run as somebody else
        with database(load.store, folder) as bank:
            port, log = free_port(), folder / "server.log"
            empty = _empty(bank.url, port, log) if load.weighs else 0
            chairs = asyncio.run(furnish(bank.url, load.tables))
            before = acts_in(bank.url)
            with serving(bank.url, port, log, coach=load.coached > 0) as server:
                run = Run(load, server, bank, _client(load, port, chairs), progress)
                with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                    runner.run(run.play())
            return run.outcome(empty, acts_in(bank.url) - before, proof(bank.url, run.client))


class Run:
    def __init__(
        self, load: Load, server: Server, bank: Database, client: Client, progress: Progress
    ) -> None:
        self.load, self.server, self.bank = load, server, bank
        self.client, self.progress = client, progress
        self.rss: list[int] = []
        self.samples: list[Sample] = []
        self.passers = Passers(server.port)

    async def play(self) -> None:
        """Ends with the server: what it still tells the pages is the last that they know."""
        load, self.pace = self.load, self.client.pace
        self.rss = [self.server.used.rss]
        await self.client.open()
        self.rss.append(self.server.used.rss)
        await self.pace.run(load.rate, load.in_flight, load.warm_up, self.progress)
        self.pace.forget()
        begin = self._spent()
        also = [
            asyncio.create_task(_often(self.client.reload, load.reloads)),
            asyncio.create_task(_often(self.passers.one, load.passers)),
        ]
        self.seconds = await self.pace.run(load.rate, load.in_flight, load.seconds, self._second)
        for task in also:
            await _ended(task)
        self.spent = self._spent().since(begin)
        self.rss.append(self.server.used.rss)
        await asyncio.sleep(QUIET)
        self.client.leaves()
        await asyncio.to_thread(self.server.stop)
        self.client.close()

    def _second(self, passed: float, pace: Pace) -> None:
        self.samples.append(Sample(pace.acts, self.server.used.rss))
        self.progress(passed, pace)

    def _spent(self) -> Spent:
        used = self.server.used
        coach = used_by_all(self.server.pid) - used.cpu if self.load.coached else 0.0
        return Spent(used.cpu, used.main, self.bank.cpu, coach, process_time())

    def outcome(self, empty: int, in_books: int, proved: Proof) -> Outcome:
        pace = self.pace
        return Outcome(
            self.load,
            self.seconds,
            pace.acts,
            in_books / max(1, proved.acts),
            pace.idle,
            dict(pace.refused),
            sorted(pace.here),
            sorted(pace.elsewhere),
            sorted(pace.advice),
            dict(pace.no_advice),
            self.spent,
            Memory(empty, *self.rss),
            len(self.client.pages),
            proved,
            self.samples,
            self.passers.came,
        )


async def _often(what: Callable[[], Awaitable[None]], rate: float) -> None:
    """One after the other, at most so often in a second; 0: never."""
    while rate:
        await asyncio.sleep(1 / rate)
        await what()


async def _ended(task: "asyncio.Task[None]") -> None:
    """What went wrong before it was ended is raised here."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def _client(load: Load, port: int, chairs: list[Chair]) -> Client:
    return Client(port, chairs, Random(1), load.coached)


def _empty(url: str, port: int, log: Path) -> int:
    """The memory of a server with the house's own tables. Creating a bank takes more: that is
    done before.
    """
    asyncio.run(furnish(url, 0))
    with serving(url, port, log) as server:
        return server.used.rss


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
