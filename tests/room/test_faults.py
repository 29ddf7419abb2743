"""A process that deals at several tables is killed at any moment: nothing is lost or done twice."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import sleep
from typing import NamedTuple

import pytest

from croupier.bank.audit import audit
from croupier.bank.store import open_store
from croupier.room.accounts import OUTSIDE
from croupier.room.room import Room
from tests.room.rooms import any_room, everybody_goes
from tests.room.test_room import ALL, check_books

ROOT = Path(__file__).resolve().parents[2]
Promised = dict[tuple[str, int], str]


class Told(NamedTuple):
    """A line of the driver's."""

    table: str
    version: int
    number: int
    commitment: str


def driver(url: str) -> "subprocess.Popen[str]":
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    return subprocess.Popen(
        [sys.executable, ROOT / "tests/room/driver.py", url],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )


def read(text: str) -> list[Told]:
    """What was told; the last line may be cut off."""
    found = []
    for line in text.split("\n")[:-1]:
        if line != "failed":
            *name, version, number, commitment = line.split("/")
            found.append(Told(" ".join(name), int(version), int(number), commitment))
    return found


def played_until_killed(url: str, seconds: float) -> list[Told]:
    """What the driver told before it was killed."""
    with driver(url) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        sleep(seconds)
        process.kill()
        rest = process.stdout.read()
    assert first, "the driver told nothing"
    return read(first + rest)


def check_told(room: Room, told: list[Told], promised: Promised) -> None:
    """The books hold all that was told, and no commitment of a shuffle has changed."""
    for table, version, number, commitment in told:
        assert room.hall.tables[table].version >= version
        assert promised.setdefault((table, number), commitment) == commitment
    for state in room.hall.tables.values():
        number = state.rounds + (state.round is None)
        commitment = state.shoe.commitment
        assert promised.setdefault((state.name, number), commitment) == commitment


def check_end(url: str) -> None:
    """Open rounds are finished, everybody goes, and every cent is where it belongs."""
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


@pytest.mark.parametrize("kills", [6, pytest.param(1_000, marks=pytest.mark.slow)])
def test_killed_at_any_moment(kills: int, new_url: Callable[[], str]) -> None:
    url = new_url()
    furnish(url)
    rng, promised, acts = Random(kills), Promised(), 0
    for _ in range(kills):
        told = played_until_killed(url, rng.random() / 4)
        with open_store(url) as store:
            room = Room(store)
            check_told(room, told, promised)
            check_books(room)
            audit(store)
        acts += len(told)
    check_end(url)
    assert acts > kills
