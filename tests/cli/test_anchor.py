"""Anchors from an operator's point of view: stored automatically, signed, and used by the audit."""

import json
from pathlib import Path

import pytest

from tests.cli.room_desk import folder, furnished, refused, run, said

__all__ = ["folder"]

FLO = ("--by", "flo")


@pytest.fixture
def room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROUPIER_ANCHOR_EVERY", "0")
    furnished("five-card-hold-out")
    return folder


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text("ascii").splitlines()]


def test_an_act_stores_one_when_it_is_due(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = room / "bank.db.anchors"
    before = len(lines(file))
    said("room", "deposit", "pam", "5", *FLO)
    report = json.loads(said("audit", "--json"))
    assert len(lines(file)) == before + 1 == report["anchors"]
    last = lines(file)[-1]
    assert f"{last['sequence']}:{last['digest']}" == report["head"]
    monkeypatch.setenv("CROUPIER_ANCHOR_EVERY", "3600")
    said("room", "deposit", "pam", "5", *FLO)
    assert len(lines(file)) == before + 1
    kept = json.loads(said("room", "anchor", "--json"))
    assert kept["sequence"] == last["sequence"] + 3 and len(lines(file)) == before + 2
    assert "is in bank.db.anchors" in said("room", "anchor")


def test_an_older_copy_is_detected(room: Path) -> None:
    older = (room / "bank.db").read_bytes()
    said("room", "deposit", "pam", "5", *FLO)
    (room / "bank.db").write_bytes(older)
    for name in ("bank.db-wal", "bank.db-shm"):
        (room / name).unlink(missing_ok=True)
    answer = run("audit", "--json")
    found = json.loads(answer.output)
    assert answer.exit_code == 1 and found["kind"] == "anchor"
    assert "3 records that were there" in found["difference"]


def test_signed(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = json.loads(said("room", "anchor-key", "anchor.key", "--json"))
    monkeypatch.setenv("CROUPIER_ANCHOR_KEY", "anchor.key")
    said("room", "deposit", "pam", "5", *FLO)
    assert "signature" in lines(room / "bank.db.anchors")[-1]
    assert json.loads(said("audit", "--json"))["ok"]
    monkeypatch.delenv("CROUPIER_ANCHOR_KEY")
    monkeypatch.setenv("CROUPIER_ANCHOR_PUBLIC", made["public"])
    assert json.loads(said("audit", "--json"))["ok"]
    said("room", "deposit", "pam", "5", *FLO)  # without the key
    assert "the last anchor is not signed" in run("audit").output
    monkeypatch.setenv("CROUPIER_ANCHOR_PUBLIC", "ab")
    assert refused("audit").code == "anchor/key"


def test_a_place_that_fails_is_reported_and_the_act_is_done(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_ANCHORS", "nowhere/anchors")
    with pytest.warns(UserWarning, match="no anchor was kept"):
        answer = said("room", "deposit", "pam", "5", *FLO)
    assert "pam brought $5" in answer
    assert "cannot be read" in run("audit").output  # a file that was named must exist
    assert refused("room", "anchor").code == "anchor/failed"
    monkeypatch.setenv("CROUPIER_ANCHORS", "off")
    assert json.loads(said("audit", "--json"))["anchors"] == 0
    assert refused("room", "anchor").code == "anchor/nowhere"


def test_another_bank_is_not_started_where_one_was(room: Path) -> None:
    for name in ("bank.db", "bank.db-wal", "bank.db-shm"):
        (room / name).unlink(missing_ok=True)
    error = refused("room", "found", "--by", "ada")
    assert error.code == "anchor/earlier" and "bank.db.anchors" in error.message
    assert not (room / "bank.db").exists()
