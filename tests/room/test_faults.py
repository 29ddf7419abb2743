"""The process is killed, the disk fills, the database restarts: nothing is lost or done twice."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import sleep
from typing import NamedTuple

import psycopg
import pytest
from sqlalchemy import make_url

from croupier.bank.store import open_store
from croupier.room.audit.run import audit
from croupier.room.names import OUTSIDE
from croupier.room.room import Room
from tests.databases import SCRIPT
from tests.room.rooms import any_room, everybody_goes
from tests.room.test_room import ALL, check_books

ROOT = Path(__file__).resolve().parents[2]
Promised = dict[tuple[str, int], str]


class Told(NamedTuple):
    """A line of the driver's output."""

    table: str
    version: int
    number: int
    commitment: str


def driver(url: str, *more: str) -> "subprocess.Popen[str]":
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    return subprocess.Popen(
        [sys.executable, ROOT / "tests/room/driver.py", url, *more],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )


def read(text: str) -> list[Told]:
    """The driver's lines; the last one may be truncated."""
    found = []
    for line in text.split("\n")[:-1]:
        if line != "failed":
            *name, version, number, commitment = line.split("/")
            found.append(Told(" ".join(name), int(version), int(number), commitment))
    return found


def played_until_killed(url: str, seconds: float) -> list[Told]:
    """The driver's output before it was killed."""
    return read(output(url, lambda: sleep(seconds)))


def output(
    url: str,
    meanwhile: Callable[[], object],
    *more: str,
    enough: Callable[[str], bool] = lambda text: True,
) -> str:
    """The driver's output until it is killed: after `meanwhile`, once it is enough."""
    with driver(url, *more) as process:
        assert process.stdout is not None
        text = process.stdout.readline()
        try:
            meanwhile()
            for _ in range(5_000):
                if enough(text) or not (line := process.stdout.readline()):
                    break
                text += line
        finally:
            process.kill()
        text += process.stdout.read()
    assert text, "the driver told nothing"
    return text


def failed_and_went_on(text: str) -> bool:
    _, failed, after = text.partition("failed\n")
    return bool(failed) and len(read(after)) > 20


def check_told(room: Room, told: list[Told], promised: Promised) -> None:
    """The books contain everything that was told, and no commitment of a shuffle has changed."""
    for table, version, number, commitment in told:
        assert room.hall.tables[table].version >= version
        assert promised.setdefault((table, number), commitment) == commitment
    for state in room.hall.tables.values():
        number = state.rounds + (state.round is None)
        commitment = state.shoe.commitment
        assert promised.setdefault((state.name, number), commitment) == commitment


def check_end(url: str) -> None:
    """Open rounds are finished, everybody leaves, and every cent is where it belongs."""
    with open_store(url) as store:
        room = Room(store)
        everybody_goes(room)
        check_books(room)
        balances = store.balances()
        assert not any(cents for name, cents in balances.items() if name.startswith("table/"))
        audit(store)
        held = sum(cents for name, cents in balances.items() if name != OUTSIDE)
        assert held == -balances[OUTSIDE]


def furnish(url: str) -> None:
    with open_store(url) as store:
        any_room(store, Random(8), ALL)


@pytest.mark.parametrize("kills", [2, pytest.param(1_000, marks=pytest.mark.slow)])
def test_killed_at_any_moment(kills: int, new_url: Callable[[], str]) -> None:
    url = new_url()
    furnish(url)
    rng, promised, acts = Random(kills), Promised(), 0
    for number in range(kills):
        told = played_until_killed(url, rng.random() / 4)
        with open_store(url) as store:
            room = Room(store)
            check_told(room, told, promised)
            check_books(room)
            if number < 5 or number % 100 == 0:  # it reads everything, which takes longer each time
                audit(store)
        acts += len(told)
    check_end(url)
    assert acts > kills


def check_after(url: str, text: str) -> None:
    """The database failed, and more was told afterwards: all of it is in the books."""
    assert failed_and_went_on(text)
    with open_store(url) as store:
        room = Room(store)
        check_told(room, read(text), Promised())
        check_books(room)
        audit(store)
    check_end(url)


def test_the_disk_is_full(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/bank.db"
    furnish(url)
    check_after(url, output(url, lambda: None, "150000", enough=failed_and_went_on))


@pytest.fixture
def server() -> Iterator[Path]:
    """A separate PostgreSQL that writes through to the disk."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
    started = subprocess.run([SCRIPT, "start", folder], capture_output=True, text=True)
    try:
        if started.returncode:
            pytest.skip(f"PostgreSQL: {started.stderr.strip()}")
        (folder / "url").write_text(started.stdout.strip())
        yield folder
    finally:
        subprocess.run([SCRIPT, "stop", folder], check=True)


def test_the_database_restarts(server: Path) -> None:
    """It goes down immediately, as in a crash, and comes back."""
    url = (server / "url").read_text()
    furnish(url)

    def restarts() -> None:
        for _ in range(2):
            sleep(0.5)
            subprocess.run([SCRIPT, "restart", server], check=True)

    check_after(url, output(url, restarts, enough=failed_and_went_on))


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_connections_drop(postgres: str, new_url: Callable[[], str]) -> None:
    url = new_url()
    furnish(url)
    database = make_url(url).database

    def drops() -> None:
        with psycopg.connect(postgres, autocommit=True) as connection:
            for _ in range(10):
                sleep(0.2)
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                    [database],
                )

    check_after(url, output(url, drops, enough=failed_and_went_on))
