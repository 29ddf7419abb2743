"""`croupier room meter`: what the operator states, and what the commands answer."""

import json
from pathlib import Path

import pytest

from tests.cli.room_desk import folder, refused, said

__all__ = ["folder"]

STATED = {"seed": "10000", "reseed": "5000", "contribution": "20", "reserve": "5", "cap": "none"}
FIVE = ("--sensor", "five card jackpot")


@pytest.fixture
def flo(folder: Path) -> tuple[str, ...]:
    """A room with flo on the floor, who acts."""
    said("room", "found", "--bank", "bank.db", "--by", "ada")
    said("room", "enrol", "flo", "floor", "--bank", "bank.db", "--by", "ada")
    return ("--bank", "bank.db", "--by", "flo")


def words(**stated: str) -> list[str]:
    return [word for name, value in stated.items() for word in (f"--{name}", value)]


def opening(name: str, table: str, **stated: str) -> list[str]:
    return ["room", "meter", "open", name, *FIVE, "--table", table, *words(**stated)]


def meters() -> list[dict[str, object]]:
    return list(json.loads(said("room", "show", "--bank", "bank.db", "--json"))["meters"])


@pytest.mark.parametrize("unsaid", STATED)
def test_seed_reseed_rates_and_cap_are_all_stated(flo: tuple[str, ...], unsaid: str) -> None:
    some = {name: value for name, value in STATED.items() if name != unsaid}
    error = refused(*opening("main", "7", **some), *flo)
    assert error.code == "jackpot/unsaid" and f"--{unsaid} not stated" in error.message
    assert "--seed 10000 --reseed 5000 --contribution 20 --reserve 5 --cap none" in error.message
    assert meters() == []
    said(*opening("main", "7", **STATED), *flo)


def test_none_is_said(flo: tuple[str, ...]) -> None:
    nothing = {"seed": "none", "reseed": "none", "reserve": "none", "cap": "none"}
    said(*opening("main", "7", **nothing, contribution="18.03"), *flo)
    (meter,) = meters()
    assert meter["displayed"] == 0
    assert "none" in said("room", "show", "--bank", "bank.db")
    refusal = refused(*opening("more", "8", **nothing, contribution="none"), *flo)
    assert refusal.code == "jackpot/rates"


def test_a_house_jackpot_has_a_prize_and_nothing_else(flo: tuple[str, ...]) -> None:
    for wrong, word in (
        ({}, "--prize not stated"),
        ({"seed": "2500"}, "--prize not stated"),
        ({"prize": "2500", "cap": "none"}, "it has no --cap"),
        ({"prize": "2500", "contribution": "20"}, "it has no --contribution"),
    ):
        error = refused(*opening("nightly", "7", kind="house", **wrong), *flo)
        assert error.code == "jackpot/unsaid" and word in error.message
    assert refused(*opening("main", "7", **STATED, prize="5"), *flo).code == "jackpot/unsaid"
    said(*opening("nightly", "7", kind="house", prize="2500"), *flo)
    assert [meter["displayed"] for meter in meters()] == [250_000]


def test_a_wager_of_5_dollars_asks_for_a_larger_seed(flo: tuple[str, ...]) -> None:
    """Four Card Prime, appendix E note 5 and F note 6."""
    answer = " ".join(said(*opening("main", "7", **STATED, wager="5"), *flo).split())
    assert "With a wager of $5 the rulebook recommends seed and reseed multiplied" in answer
    assert "appendix E note 5, F note 6" in answer
    assert "recommends" not in said(*opening("usual", "8", **STATED), *flo)
    house = opening("house", "9", kind="house", prize="100", wager="5")
    assert "recommends" not in said(*house, *flo)


def test_685_4_a_cap_is_no_lower_than_what_is_carried_over(flo: tuple[str, ...]) -> None:
    low = {**STATED, "cap": "12000", "carried": "12000.01"}
    error = refused(*opening("main", "7", **low), *flo)
    assert error.code == "jackpot/cap" and "no lower than the jackpot" in error.message
    said(*opening("main", "7", **{**low, "carried": "12000"}), *flo)
    assert [meter["displayed"] for meter in meters()] == [1_200_000]


def test_a_meter_is_linked_to_other_tables(flo: tuple[str, ...]) -> None:
    said(*opening("main", "7", **STATED), *flo)
    link = ["room", "meter", "link", "main", "--table", "7", "--table", "9"]
    said(*link, "--second", "ada", "--reason", "a second table", *flo)
    assert [meter["tables"] for meter in meters()] == [["7", "9"]]
    again = ["room", "meter", "link", "main", "--table", "a/b"]
    assert refused(*again, "--second", "ada", "--reason", "x", *flo).code == "room/name"


def test_a_jackpot_is_discontinued(flo: tuple[str, ...]) -> None:
    said(*opening("main", "7", **STATED), *flo)
    said(*opening("second", "8", **{**STATED, "cap": "15000"}), *flo)
    said(*opening("nightly", "9", kind="house", prize="2500"), *flo)
    two = ("--second", "ada", "--reason", "table 7 is sold", *flo)
    end = ["room", "meter", "discontinue"]
    for where in ((), ("--to", "second", "--receipts")):
        error = refused(*end, "main", *where, *two)
        assert error.code == "jackpot/unsaid" and "--to METER, or --receipts" in error.message
    assert refused(*end, "main", "--receipts", *two).code == "jackpot/receipts"
    assert refused(*end, "main", "--to", "nightly", *two).code == "jackpot/received"
    answer = said(*end, "main", "--to", "second", *two)
    assert "Meter main is discontinued, to second: $10,000 to the other meter." in answer
    assert "Meter nightly is discontinued, taken down." in said(*end, "nightly", *two)
    found = {str(meter["meter"]): meter for meter in meters()}
    assert [found[name]["discontinued"] for name in ("main", "second", "nightly")] == [
        "to second",
        None,
        "taken down",
    ]
    assert found["second"]["displayed"] == 1_500_000
    history = said("room", "meter", "history", "main", "--bank", "bank.db")
    assert "Meter main, discontinued, to second" in history
    assert "discontinued, to second" in said("room", "show", "--bank", "bank.db")
    last = said(*end, "second", "--receipts", *two)
    assert "$20,000 of seed money to the house" in last and "receipts" in last
    report = json.loads(said("audit", "--bank", "bank.db", "--json"))
    assert report["ok"] and report["meters"] == 3
    said("backup", "monday.croupier", "--bank", "bank.db")
    said("restore", "monday.croupier", "--bank", "again.db")
    assert json.loads(said("audit", "--bank", "again.db", "--json"))["head"] == report["head"]


def test_a_meter_is_suspended_and_resumed(flo: tuple[str, ...]) -> None:
    said(*opening("main", "7", **STATED), *flo)
    two = ("main", "--second", "ada", "--reason", "funds [seized]", *flo)
    said("room", "meter", "suspend", *two)
    assert [meter["suspended"] for meter in meters()] == ["funds [seized]"]
    assert "suspended: funds [seized]" in said("room", "show", "--bank", "bank.db")
    assert refused("room", "meter", "suspend", *two).code == "jackpot/suspended"
    said("room", "meter", "resume", *two)
    assert [meter["suspended"] for meter in meters()] == [None]
