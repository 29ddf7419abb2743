"""`room second` and `room proposals`: what takes two people, from their point of view."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.bank.meters.events import MeterOpened
from croupier.bank.meters.jackpot import after
from croupier.bank.store import open_store
from croupier.cli.room.arguments import MeterOptions
from croupier.money import Cents
from croupier.room.meters.meters import OpenMeter, changed, meter_opened
from croupier.room.requests.text import earlier_texts
from croupier.room.state.hall import Actor
from tests.cli.room_desk import folder, furnished, run, told
from tests.cli.room_desk import refused as desk_refused
from tests.cli.room_desk import said as desk_said

__all__ = ["folder"]

FLO, ADA = ("--by", "flo"), ("--by", "ada")
BACK = ("room", "reverse", "d1", "--reason", "wrong [player]", *FLO)


@pytest.fixture
def room(folder: Path) -> Path:
    furnished("five-card-hold-out")
    desk_said("room", "deposit", "pam", "75", *FLO, "--key", "d1")
    return folder


def test_one_proposes_and_is_told_what_comes_next(room: Path) -> None:
    answer = " ".join(desk_said(*BACK).split())
    assert "Proposed: reverse $75 from cash to pam's deposit (deposit): wrong [player]." in answer
    assert re.search(r"A second person \(ada\) approves it until [\d: -]+ UTC:", answer)
    assert "croupier room second 1 --by ada" in answer
    listed = " ".join(desk_said("room", "proposals").split())
    assert "1 flo reverse $75 from cash to pam's deposit (deposit): wrong [player]" in listed
    shown = " ".join(desk_said("room", "show").split())
    assert "1 proposal waits for a second person (croupier room proposals)." in shown
    (waiting,) = json.loads(desk_said("room", "proposals", "--json"))
    assert waiting["proposal"] == 1 and waiting["about"]["posting"] == "act:d1"
    (same,) = json.loads(desk_said("room", "show", "--json"))["proposals"]
    assert same["number"] == 1 and same["until"] - same["at"] == 24 * 3_600_000
    done = desk_said("room", "second", "1", *ADA).splitlines()
    assert done[0].startswith("Proposal 1, by flo: reverse $75 from cash")
    assert "Reversed: pam's deposit of $75. Their deposit is now $500." in done
    assert "Nothing waits" in desk_said("room", "proposals")
    log = " ".join(desk_said("room", "log").split())
    assert "proposed proposal 1" in log and "by flo and ada: wrong [player]" in log
    assert json.loads(desk_said("audit", "--json"))["ok"]


def test_each_act_can_be_sent_again(room: Path) -> None:
    first = told(*BACK, "--key", "please")
    assert told(*BACK, "--key", "please") == first
    assert first["moved"]["proposal"] == 1 and first["moved"]["may_approve"] == ["ada"]
    done = told("room", "second", "1", *ADA, "--key", "yes")
    assert told("room", "second", "1", *ADA, "--key", "yes") == done
    assert told(*BACK, "--key", "please")["moved"]["proposal"] == 1


def test_it_is_refused_or_withdrawn(room: Path) -> None:
    for _ in range(2):
        desk_said(*BACK)
    no = ("--refuse", "--reason", "it was right")
    assert "Proposal 1 is refused." in desk_said("room", "second", "1", *no, *ADA)
    assert "Proposal 2 is withdrawn." in desk_said("room", "second", "2", *no, *FLO)
    assert desk_refused("room", "second", "1", *ADA).code == "proposal/closed"
    assert desk_refused("room", "second", "7", *ADA).code == "proposal/unknown"
    assert "add --refuse" in desk_refused("room", "second", "1", "--reason", "x", *ADA).message


def test_the_second_is_no_longer_typed(room: Path) -> None:
    """Neither with a new key nor with one that was used for something else."""
    for key in ((), ("--key", "new"), ("--key", "d1")):
        error = run(*BACK, "--second", "ada", *key).exception
        assert getattr(error, "code", "") == "room/second"
        assert "leave --second out" in str(error)
    assert json.loads(desk_said("room", "proposals", "--json")) == []


def test_it_expires_after_the_hours_given(room: Path) -> None:
    moved = told(*BACK, "--expires", "2")["moved"]
    assert moved["until"] - moved["at"] == 2 * 3_600_000
    assert run(*BACK, "--expires", "0").exit_code == run(*BACK, "--expires", "721").exit_code == 2


def test_repeating_an_old_opening_of_a_meter_with_money_by_one_person(room: Path) -> None:
    """Before protocol 2 it was one act; its key answers with its receipt, in the same words."""
    rules = ("--seed", "10000", "--reseed", "5000", "--contribution", "20", "--reserve", "none")
    command = ("room", "meter", "open", "main", "--sensor", "five card jackpot", "--table", "9")
    carried = (*command, *rules, "--cap", "none", "--carried", "12000", *FLO, "--key", "older")
    stated = dict(zip((name.strip("-") for name in rules[::2]), rules[1::2], strict=True))
    options = MeterOptions("five card jackpot", ["9"], cap="none", **stated)
    opening = MeterOpened(options.rules, Cents(1_200_000))
    with open_store(f"sqlite:///{room}/bank.db") as store:
        new = OpenMeter("main", after(None, opening).meter, 0)
        act = changed(Actor("older", "flo"), new, None, opening).act
        text, *_ = earlier_texts("flo", meter_opened, ("main", opening), {})
        receipt = store.commit(replace(act, request=text))
    answer = told(*carried)
    assert answer["last"] == receipt.last and "Meter main is open for 9." in answer["said"]
    assert json.loads(desk_said("room", "proposals", "--json")) == []
