"""`room known-difference`: from a failed audit to one that passes except for what is known."""

import json
from pathlib import Path

import pytest

from croupier.bank.act import Act, Event
from croupier.bank.ledger import Posting, Purpose
from croupier.bank.store import open_store
from croupier.money import Cents
from tests.cli.room_desk import folder, furnished, refused, run, said

__all__ = ["folder"]

ADA, ANN = ("--by", "ada"), ("--by", "ann")


@pytest.fixture
def room(folder: Path) -> Path:
    furnished("five-card-hold-out")
    said("room", "enrol", "ann", "auditor", *ADA)
    return folder


def steal(folder: Path) -> None:
    moved = Posting("act:x", "outside", "player/pam", Cents(5), Purpose.DEPOSIT)
    event = Event("deposited", json.dumps({"by": "dee", "player": "pam", "cents": 5}))
    with open_store(f"sqlite:///{folder}/bank.db") as store:
        store.commit(Act("x", "cage", store.version("cage"), (event,), (moved,)))


def test_how_to_go_on_after_a_failed_audit(room: Path) -> None:
    known = ("room", "known-difference")
    why = ("--reason", "the [cage] was told", *ANN)
    assert refused(*known, "act-1-0", *why).code == "audit/passed"
    steal(room)
    failed = run("audit", "--json")
    found = json.loads(failed.output)
    assert failed.exit_code == 1 and found["may_be_known"]
    assert f"known-difference {found['name']}" in run("audit").output
    assert refused(*known, "act-1-0", *why).code == "audit/name"
    flo = refused(*known, found["name"], "--reason", "x", "--by", "flo")
    assert flo.code == "role/not_allowed"
    assert "Proposed: declare known: act at" in said(*known, found["name"], *why)
    assert f"The difference {found['name']} is known" in said("room", "second", "1", *ADA)
    passed = run("audit", "--json")
    report = json.loads(passed.output)
    assert passed.exit_code == 3 and report["ok"]
    (one,) = report["known"]
    assert one["name"] == found["name"] and one["reason"] == "the [cage] was told"
    told = run("audit").output
    assert "Audit passed except for 1 known difference." in told
    assert "known by ann and ada: the [cage] was told" in told
    said("room", "deposit", "pam", "5", "--by", "flo")
    assert run("audit").exit_code == 3
    assert "difference known" in said("room", "log")


def test_a_broken_chain_cannot_be_known(room: Path) -> None:
    with open_store(f"sqlite:///{room}/bank.db") as store, store.engine.begin() as connection:
        names = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for name in list(names.scalars()):
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        connection.exec_driver_sql("UPDATE postings SET cents = cents + 1")
    found = json.loads(run("audit", "--json").output)
    assert not found["ok"] and not found["may_be_known"]
    error = refused("room", "known-difference", found["name"], "--reason", "x", *ANN)
    assert error.code == "audit/broken" and "the last good backup" in error.message
