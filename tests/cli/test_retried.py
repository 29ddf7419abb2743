"""Banks of earlier programs open, pass the audit, and their acts can be sent again.

`tests/room/banks/protocol-1.backup` was written by the last program before protocol 2, with its own
commands: a table of each game on it, one closed, three in the middle of a round, words by players
and by a dealer, a misdeal, a dead hand, a reversal and a correction by two people.
`protocol-1.json` has the commands with their keys, and the receipts that they were given.

`protocol-2.backup` was written by the last program before decisions had names (their Python paths
are in its requests): it contains every kind of act, by commands and by the functions that programs
called, with bets and words by players, a shoe of several rounds, and rounds in progress. Its JSON
also has the key that its secrets are sealed with.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.bank.backup.restore import restore
from croupier.bank.sealing import KEY_FILE
from croupier.bank.store import open_store
from croupier.room.room import Room
from tests.cli.room_desk import folder, run, said
from tests.room.older import asked_again

__all__ = ["folder"]

BANKS = Path(__file__).resolve().parents[1] / "room" / "banks"
ASKED: list[dict[str, Any]] = json.loads((BANKS / "protocol-1.json").read_text("utf-8"))
SECOND: dict[str, Any] = json.loads((BANKS / "protocol-2.json").read_text("utf-8"))
LAST = 12
NAMES = ("key", "stream", "first", "last")  # an answer's version may be that of the round shown


@pytest.fixture
def older(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROUPIER_BANK", "older.db")
    restore(BANKS / "protocol-1.backup", f"sqlite:///{folder}/older.db")
    return folder / "older.db"


def sent_again() -> list[dict[str, Any]]:
    """The last ones, and the last of each other kind of act."""
    before = {
        " ".join(row["argv"][1 : 2 + (row["argv"][1] == "meter")]): row for row in ASKED[:-LAST]
    }
    return [*before.values(), *ASKED[-LAST:]]


def test_it_is_shown_and_audited(older: Path) -> None:
    shown = json.loads(said("room", "show", "--json"))
    rounds = {table["table"]: table["rounds"] for table in shown["tables"]}
    assert rounds == {"1": 2, "2": 2, "3": 3, "4": 2, "5": 1, "6": 2, "9": 3}
    audit = run("audit", "--json")
    assert json.loads(audit.output)["ok"]


def test_its_tables_are_opened_once(older: Path) -> None:
    """Its program was told what a table is worth; ours computes it, and knows those openings."""
    openings = [row for row in ASKED if row["argv"][:2] == ["room", "open"]]
    assert len(openings) == 7
    for row in openings:
        answer = json.loads(said(*row["argv"], "--json"))
        assert {name: answer[name] for name in row["receipt"]} == row["receipt"]
    other = [*openings[0]["argv"][:-4], "--offer", "four card jackpot", *openings[0]["argv"][-4:]]
    assert run(*other, "--json").exit_code != 0, "the key was used for another table"


def test_its_acts_are_sent_again(older: Path) -> None:
    """Each answers with its first receipt, and the books are unchanged."""
    said("room", "approve", "--reason", "a newer program", "--by", "ada")
    before = json.loads(said("audit", "--json"))["head"]
    for row in sent_again():
        answer = json.loads(run(*row["argv"], "--json").output)  # --second as it was typed then
        assert {name: answer[name] for name in row["receipt"]} == row["receipt"]
    assert json.loads(said("audit", "--json"))["head"] == before


@pytest.fixture
def second(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    key = folder / "bank.key"
    key.touch(mode=0o600)
    key.write_text(SECOND["key"])
    monkeypatch.setenv(KEY_FILE, str(key))
    monkeypatch.setenv("CROUPIER_BANK", "second.db")
    restore(BANKS / "protocol-2.backup", f"sqlite:///{folder}/second.db")
    return folder / "second.db"


def test_the_second_is_shown_and_audited(second: Path) -> None:
    shown = json.loads(said("room", "show", "--json"))
    rounds = {table["table"]: table["rounds"] for table in shown["tables"]}
    assert rounds == {"1": 4, "4": 5, "5": 3, "9": 5}
    assert [table["table"] for table in shown["tables"] if table["in_round"]] == ["1", "9"]
    audit = json.loads(run("audit", "--json").output)
    assert audit["ok"] and audit["withheld"] == 0


def test_every_kind_of_act_of_the_second_is_sent_again(second: Path) -> None:
    """By commands, and by programs: each has its first receipt, and the books are unchanged."""
    said("room", "approve", "--reason", "a newer program", "--by", "ada")
    before = json.loads(said("audit", "--json"))["head"]
    for row in (row for row in SECOND["asked"] if "argv" in row):
        answer = json.loads(run(*row["argv"], "--json").output)
        assert all(answer[name] == row["receipt"][name] for name in NAMES), row["argv"]
    with open_store(f"sqlite:///{second}") as store:
        room = Room(store)
        for row in (row for row in SECOND["asked"] if "request" in row):
            key, by, name, about, more = asked_again(row["request"])
            receipt = room.do(key, by, name, *about, **more)
            assert {one: getattr(receipt, one) for one in row["receipt"]} == row["receipt"], name
    assert json.loads(said("audit", "--json"))["head"] == before
