"""A process that deals at several tables is killed at any moment: nothing is lost or done twice."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from time import sleep

import pytest

from croupier.bank.act import Act
from croupier.bank.audit import audit
from croupier.bank.ledger import Account, Kind, Posting, Reason
from croupier.bank.store import Store, open_store
from croupier.money import Cents
from croupier.room.open_table import acted, left, opened, seated
from croupier.room.payouts import chips_of, felt_of, tray_of
from croupier.room.room import Room
from croupier.rules.registry import GAMES
from tests.table.random_play import any_table

ROOT = Path(__file__).resolve().parents[2]
BOUGHT = Cents(100_000_000)


def new_room(store: Store) -> None:
    """A table of every game, and a rich player at every seat."""
    rng = Random(8)
    room = Room(store)
    store.commit(Act("room", "room", 0, accounts=(Account("cage", Kind.OUTSIDE, True),)))
    for game in GAMES.values():
        room.do(opened(f"open {game.id}", game.id, any_table(rng, game)))
        for seat in range(1, game.seats_max + 1):
            who = f"{game.id}/{seat}"
            paid = Posting(f"paid {who}", "cage", f"player/{who}", BOUGHT, Reason.DEPOSIT)
            account = Account(f"player/{who}", Kind.PLAYER)
            store.commit(Act(f"in {who}", who, 0, postings=(paid,), accounts=(account,)))
            room.do(seated(room.table(game.id), f"sit {who}", seat, who, BOUGHT))


def played_until_killed(url: str, seconds: float) -> list[list[str]]:
    """What the driver told before it was killed."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    with subprocess.Popen(
        [sys.executable, ROOT / "tests/room/driver.py", url],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    ) as driver:
        assert driver.stdout is not None
        first = driver.stdout.readline()
        sleep(seconds)
        driver.kill()
        rest = driver.stdout.read()
    assert first, "the driver told nothing"
    whole = (first + rest).split("\n")[:-1]  # the last line may be cut off
    return [line.split() for line in whole]


def check_told(room: Room, told: list[list[str]], promised: dict[tuple[str, int], str]) -> None:
    """The books hold all that was told, and no commitment of a shuffle has changed."""
    for name, version, number, commitment in told:
        assert room.table(name).version >= int(version)
        assert promised.setdefault((name, int(number)), commitment) == commitment
    for state in map(room.table, room.names):
        number = state.rounds + (state.round is None)
        commitment = state.shoe.commitment
        assert promised.setdefault((state.name, number), commitment) == commitment


def closed(room: Room) -> None:
    """Open rounds are finished, everybody goes, and every cent is where it belongs."""
    rng, store = Random(4), room.store
    for name in room.names:
        while (state := room.table(name)).round is not None:
            assert state.round is not None and state.round.turn is not None
            action = rng.choice(state.round.legal)
            room.do(acted(state, f"end {name} #{state.version}", state.round.turn, action))
        for seat in list(room.table(name).seats):
            cents = store.balance(chips_of(name, seat))
            room.do(left(room.table(name), f"up {name} {seat}", seat, cents))
            assert store.balance(felt_of(name, seat)) == 0
    balances = store.balances()
    players = sum(cents for name, cents in balances.items() if name.startswith("player/"))
    trays = sum(balances[tray_of(name)] for name in room.names)
    assert players + trays == -balances["cage"] and sum(balances.values()) == 0


@pytest.mark.parametrize("kills", [8, pytest.param(1_000, marks=pytest.mark.slow)])
def test_killed_at_any_moment(kills: int, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'bank.db'}"
    with open_store(url) as store:
        new_room(store)
    rng, promised, acts = Random(kills), dict[tuple[str, int], str](), 0
    for _ in range(kills):
        told = played_until_killed(url, rng.random() / 4)
        with open_store(url) as store:
            check_told(Room(store), told, promised)
            audit(store)
        acts += len(told)
    with open_store(url) as store:
        closed(Room(store))
        audit(store)
    assert acts > kills
