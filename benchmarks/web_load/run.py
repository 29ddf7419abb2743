"""One run: a server on a new bank, many tables, acts at a pace, and what it used and proved."""

import asyncio
import socket
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import uvloop

from .books import Proof, acts_in, proof
from .client import Client
from .pace import Progress
from .processes import Database, Server, database, serving
from .rooms import furnish

QUIET = 0.5  # seconds after the last answer, for what the dealer still does


@dataclass(frozen=True)
class Load:
    tables: int = 100
    seconds: float = 10
    rate: float = 500  # acts a second of all pages together; 0: flat out
    in_flight: int = 200  # flat out: acts that are not answered yet
    store: str = "sqlite"
    warm_up: float = 3  # seconds that do not count
    weighs: bool = True  # whether a server without the tables is started first, for its memory


class Spent(NamedTuple):
    """Seconds of processor time."""

    server: float
    loop: float  # of that, the server's event loop; the rest is the room's owner, and SQLite
    database: float
    client: float

    def since(self, begin: "Spent") -> "Spent":
        return Spent(*(now - then for now, then in zip(self, begin, strict=True)))


class Memory(NamedTuple):
    """Of the server, in bytes."""

    empty: int  # without the tables
    tables: int  # with them, before anybody came
    sockets: int  # with all pages open
    end: int


class Outcome(NamedTuple):
    load: Load
    seconds: float
    acts: int  # of pages, done
    per_act: float  # acts in the books for each of them: the dealer's are there, too
    idle: int  # acts that were due when no player had anything to do
    refused: dict[str, int]
    here: list[float]  # seconds from act to view, sorted
    elsewhere: list[float]
    spent: Spent
    memory: Memory
    sockets: int
    proof: Proof


def measured(load: Load, progress: Progress) -> Outcome:
    """Raises BooksWrong if the books are not what the pages were told."""
    with tempfile.TemporaryDirectory(prefix="croupier-load-") as made:
        folder = Path(made)
        with database(load.store, folder) as bank:
            port, log = free_port(), folder / "server.log"
            empty = _empty(bank.url, port, log) if load.weighs else 0
            chairs = asyncio.run(furnish(bank.url, load.tables))
            before = acts_in(bank.url)
            with serving(bank.url, port, log) as server:
                run = Run(load, server, bank, Client(port, chairs, Random(1)), progress)
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

    async def play(self) -> None:
        """Ends with the server: what it still tells the pages is the last that they know."""
        load, self.pace = self.load, self.client.pace
        self.rss = [self.server.used.rss]
        await self.client.open()
        self.rss.append(self.server.used.rss)
        await self.pace.run(load.rate, load.in_flight, load.warm_up, self.progress)
        self.pace.forget()
        begin = self._spent()
        self.seconds = await self.pace.run(load.rate, load.in_flight, load.seconds, self.progress)
        self.spent = self._spent().since(begin)
        self.rss.append(self.server.used.rss)
        await asyncio.sleep(QUIET)
        self.client.leaves()
        await asyncio.to_thread(self.server.stop)
        self.client.close()

    def _spent(self) -> Spent:
        used = self.server.used
        return Spent(used.cpu, used.main, self.bank.cpu, process_time())

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
            self.spent,
            Memory(empty, *self.rss),
            len(self.client.pages),
            proved,
        )


def _empty(url: str, port: int, log: Path) -> int:
    with serving(url, port, log) as server:
        return server.used.rss


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
