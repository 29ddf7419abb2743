"""A bank written by release 0.1.0 opens, passes the audit and plays on, whatever has changed.

`banks/0.1.0.backup` was made with that release's own commands: a table of each game, two of them
Four Card Prime on one meter, 4 Card Split V1 with a mixture of its sets, one table closed.
"""

import json
from pathlib import Path

import pytest

from croupier.bank.backup.restore import restore
from croupier.bank.sealing import KEY_FILE
from croupier.bank.store import open_store
from croupier.games.registry import POKER, game
from croupier.money import Cents
from croupier.program import program_hash
from croupier.room.audit.run import audit
from croupier.room.books.books import books
from croupier.room.books.days import Days
from croupier.room.cage.corrections import corrected
from croupier.room.people.floor import approved
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, dealt
from croupier.room.tables.tables import bought_in, cashed_out, table_closed, table_opened
from croupier.table.poker.table import open_poker
from croupier.table.table import Table, open_table
from tests.room.rooms import by_two, no_worth

BACKUP = Path(__file__).parent / "banks" / "0.1.0.backup"
ROUNDS = 30


@pytest.fixture
def old_bank(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/old.db"
    restore(BACKUP, url)
    return url


def test_it_is_the_bank_of_the_other_release(old_bank: str) -> None:
    with open_store(old_bank) as store:
        room = Room(store)
    assert {state.game_id for state in room.hall.tables.values()} == {
        "4-card-buyout",
        "4-card-split-v1",
        "4-card-split-v2",
        "five-card-hold-out",
        "four-card-prime",
        "ultimate-4-card-buyout",
    }
    assert not room.hall.tables["8"].is_open
    assert room.hall.meters["five"].meter.shown == 1_000_200
    assert room.hall.meters["four"].meter.shown == 100_060


def test_its_audit_passes(old_bank: str) -> None:
    """Rounds under other rules are counted; everything else is checked as usual."""
    with open_store(old_bank) as store:
        found = audit(store)
    assert found.rounds + found.unplayed == ROUNDS
    assert found.meters == 2


def test_its_tables_are_closed_opened_again_and_played_at(old_bank: str) -> None:
    with open_store(old_bank) as store:
        room = Room(store, no_worth)
        room.do("approve", "ada", approved, program_hash(), "the next release")
        for name, state in room.hall.tables.items():
            for seat in state.seats:
                room.do(f"leave {name} {seat}", "dee", cashed_out, name, seat)
            if state.is_open:
                room.do(f"close {name}", "flo", table_closed, name)
            _opened_again(room, name, state.game_id)
            _played(room, name)
        played = [state.rounds for state in room.hall.tables.values()]
        found = audit(store)
    assert len(played) == 7
    assert found.rounds + found.unplayed == sum(played) == ROUNDS + 7


def _opened_again(room: Room, name: str, game_id: str) -> None:
    if game_id in POKER:
        room.do(f"open {name}", "flo", table_opened, name, open_poker("five-card-hold-out"))
    else:
        room.do(f"open {name}", "flo", table_opened, name, _table(name, game_id))
    for seat, player in ((1, "pam"), (2, "quin")):
        room.do(f"sit {name} {seat}", "dee", bought_in, name, seat, player, Cents(10_000))


def _table(name: str, game_id: str) -> Table:
    """Offers the jackpots for which the old bank has a meter."""
    wagers = [wager.name for wager in game(game_id).wagers if wager.required]
    jackpots = {"7": ["five card jackpot", "four card jackpot"], "8": ["five card jackpot"]}
    return open_table(game_id, offers=[*wagers, *jackpots.get(name, [])])


def _played(room: Room, name: str) -> None:
    """One round, with all wagers at their minimum."""
    state = room.hall.table(name)
    if state.game_id in POKER:
        room.do(f"deal {name}", "dee", dealt, name)
        while (hand := room.hall.poker(name).round) is not None:
            room.do(f"{name} {hand.version}", "dee", acted, name, hand.to_act, "fold")
        return
    table = room.hall.banked(name).table
    stakes = {wager.name: table.limits.least(wager) for wager in table.offers}
    room.do(f"deal {name}", "dee", dealt, name, {1: stakes, 2: stakes})
    while (now := room.hall.banked(name).round) is not None:
        room.do(f"{name} {now.version}", "dee", acted, name, now.turn, now.legal[0])


@pytest.mark.parametrize("table, wager", [("1", "ante 1"), ("8", "ante")])
def test_a_payment_of_one_of_its_rounds_is_corrected(old_bank: str, table: str, wager: str) -> None:
    """Whatever rules it was dealt under, and whether its table is open (1) or closed (8)."""
    with open_store(old_bank) as store:
        room = Room(store)
        room.do("approve", "ada", approved, program_hash(), "the next release")
        assert room.hall.tables[table].is_open == (table == "1")
        about = (table, 1, 3, wager, Cents(250), "player", "ann", "paid short")
        by_two(room, "right", "flo", corrected, *about)
        assert Room(store).hall == room.hall
        lines = [line for line in books(store, Days()) if line.table == table]
        assert [line.corrections for line in lines if line.corrections] == [-250]
        assert all(line.win == line.win_by_tray for line in lines)
        audit(store)


def test_a_bank_of_protocol_2_is_audited_and_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`protocol-2.backup` is described in tests/cli/test_retried.py; table 5 of it is closed."""
    backup, key = BACKUP.with_name("protocol-2.backup"), tmp_path / "bank.key"
    key.touch(mode=0o600)
    key.write_text(json.loads(backup.with_suffix(".json").read_text("utf-8"))["key"])
    monkeypatch.setenv(KEY_FILE, str(key))
    restore(backup, f"sqlite:///{tmp_path}/old.db")
    with open_store(f"sqlite:///{tmp_path}/old.db") as store:
        before = audit(store)
        room = Room(store, no_worth)
        room.do("approve", "ada", approved, program_hash(), "the next release")
        _opened_again(room, "5", room.hall.tables["5"].game_id)
        _played(room, "5")
        found = audit(store)
    assert found.rounds + found.unplayed == before.rounds + before.unplayed + 1
