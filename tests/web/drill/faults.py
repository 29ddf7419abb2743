"""What happens to a server, its database, its disk and its clients. Each fault ends by itself."""

import asyncio
import os
import resource
import signal
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.web.drill import rude
from tests.web.drill.evening import Evening
from tests.web.drill.page import Browser

POSTGRES = Path(__file__).resolve().parents[3] / "scripts" / "postgres"
FREEZE = 10.0  # seconds for which a process is stopped
FULL = 4.0  # seconds for which the disk has no room
LOCKED = 10.0  # seconds for which another process holds the books: more than a writer waits
RUDE = 5.0
STOPS_WITHIN = 8.0  # seconds, when it is asked to
DISK = 64  # megabytes


@dataclass
class Place:
    """Where a bank is kept, and what a fault needs to know of it."""

    bank: str
    folder: Path
    postgres: Path | None = None  # the folder of its server
    said: list[str] = field(default_factory=list)  # what was not as it should be


Inflict = Callable[[Evening, Place], Awaitable[None]]


async def kill(evening: Evening, place: Place) -> None:
    program = evening.luck.choice(evening.programs)
    await evening.somebody_acts()
    program.kill()
    await asyncio.sleep(evening.luck.random() / 2)
    program.start()


async def stop(evening: Evening, place: Place) -> None:
    program = evening.luck.choice(evening.programs)
    took = await asyncio.to_thread(program.stop)
    assert program.process is not None
    if took > STOPS_WITHIN:
        place.said.append(f"the server took {took:.1f} s to stop")
    program.start()


async def freeze(evening: Evening, place: Place) -> None:
    program = evening.luck.choice(evening.programs)
    program.signal(signal.SIGSTOP)
    await asyncio.sleep(FREEZE)
    program.signal(signal.SIGCONT)


async def restart_database(evening: Evening, place: Place) -> None:
    assert place.postgres is not None
    restarted = [str(POSTGRES), "restart", str(place.postgres)]
    await asyncio.to_thread(subprocess.run, restarted, check=True, capture_output=True)


async def lock_database(evening: Evening, place: Place) -> None:
    """Another process writes to the file and does not end."""
    other = sqlite3.connect(place.bank, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(LOCKED)
        other.execute("ROLLBACK")
    finally:
        other.close()


async def fill_disk(evening: Evening, place: Place) -> None:
    """Fills the small disk that the bank is on or, where none could be mounted, forbids the server
    to write into files at all: then it gets another error, but no room either.
    """
    if os.path.ismount(place.folder / "disk"):
        ballast = place.folder / "disk" / "ballast"
        await asyncio.to_thread(_fill, ballast)
        await asyncio.sleep(FULL)
        ballast.unlink()
        return
    (program,) = evening.programs
    soft, hard = resource.prlimit(program.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (1, hard))
    await asyncio.sleep(FULL)
    resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (soft, hard))


def _fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as out:
        for size in (1 << 20, 4096, 1):
            try:
                while True:
                    out.write(bytes(size))
            except OSError:
                continue


async def vanish(evening: Evening, place: Place) -> None:
    """Everybody's line is cut after every third act, without a word."""
    for page in evening.pages:
        page.vanishes = 0.33
    await asyncio.sleep(RUDE)
    for page in evening.pages:
        page.vanishes = 0.0


async def be_rude(evening: Evening, place: Place) -> None:
    """Where others play, and partly in the name of one who does."""
    tables = sorted({page.table for page in evening.pages})
    browser = Browser(evening.port())
    browser.cookie = evening.luck.choice(evening.pages).browser.cookie
    await asyncio.gather(
        *(
            rude.be_rude(how, browser, evening.luck.choice(tables), evening.luck)
            for how in rude.ALL
            for _ in range(4)
        )
    )


@asynccontextmanager
async def small_disk(folder: Path) -> AsyncIterator[Path]:
    """A folder on a disk of its own if one can be mounted, and otherwise a plain one."""
    disk = folder / "disk"
    disk.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "croupier-drill", str(disk)]
    mounted = os.geteuid() == 0 and not subprocess.run(mounting, capture_output=True).returncode
    try:
        yield disk
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(disk)], check=True)


class Fault(NamedTuple):
    words: str  # in the table that is printed
    inflict: Inflict
    times: int  # in a full drill
    servers: int = 1
    share: float = 1.0  # of the clients that must go on before it strikes again
    on: tuple[str, ...] = ("sqlite", "postgresql")
    small: bool = False  # the bank is on a small disk of its own


FAULTS = {
    "kill": Fault("server killed (kill -9)", kill, 100, share=0.35),
    "stop": Fault("server stopped and started", stop, 10),
    "freeze": Fault("server halted for 10 s", freeze, 3),
    "restart": Fault("database restarted", restart_database, 10, on=("postgresql",)),
    "locked": Fault("books locked for 10 s", lock_database, 2, on=("sqlite",)),
    "disk": Fault("disk full for 4 s", fill_disk, 5, on=("sqlite",), small=True),
    "vanish": Fault("clients vanish", vanish, 3),
    "rude": Fault("never read, garbage", be_rude, 3),
    "two": Fault("two servers, one killed", kill, 10, servers=2, share=0.5),
}
