"""Rounds that cannot be replayed are not covered by an audit."""

import json
from pathlib import Path

import pytest

from croupier.bank.backup.restore import restore
from tests.cli.room_desk import folder, run

__all__ = ["folder"]

BANKS = Path(__file__).resolve().parents[1] / "room" / "banks"


@pytest.fixture
def old(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Release 0.1.0 dealt 30 rounds; the settlements of some games have changed since."""
    monkeypatch.setenv("CROUPIER_BANK", "old.db")
    restore(BANKS / "0.1.0.backup", f"sqlite:///{folder}/old.db")


def test_rounds_that_were_not_replayed_make_the_audit_incomplete(old: None) -> None:
    answer = run("audit", "--json")
    told = json.loads(answer.output)
    assert answer.exit_code == 4
    assert told["ok"] and told["complete"] is False
    assert told["unplayed"] > 0 and told["rounds"] + told["unplayed"] == 30
    text = run("audit")
    assert text.exit_code == 4
    assert f"Not fully audited: {told['unplayed']} rounds not replayed." in text.output
    assert "Audit passed" not in text.output


def test_they_can_be_accepted(old: None) -> None:
    answer = run("audit", "--allow-unplayed", "--json")
    assert answer.exit_code == 0
    assert json.loads(answer.output)["complete"] is False


def test_rounds_of_other_rules_with_the_same_result_are_replayed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The digest of the rules has changed since this bank, but nothing that affects its rounds."""
    monkeypatch.setenv("CROUPIER_BANK", "older.db")
    restore(BANKS / "protocol-1.backup", f"sqlite:///{folder}/older.db")
    answer = run("audit", "--json")
    told = json.loads(answer.output)
    assert answer.exit_code == 0
    assert told["complete"] and told["rounds"] == 11 and told["unplayed"] == 0
