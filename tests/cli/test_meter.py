"""`croupier room meter`: what the operator states, and what the commands answer."""

import json
from pathlib import Path

import pytest

from tests.cli.room_desk import folder, refused, run, said

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


def test_none_is_written_out(flo: tuple[str, ...]) -> None:
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
    carried = opening("main", "7", **{**low, "carried": "12000"})
    said(*carried, *flo)
    assert meters() == []  # proposed
    said("room", "second", "1", "--by", "ada", "--bank", "bank.db")
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
    unclear = (
        (),
        ("--to", "second", "--receipts"),
        ("--to", "second", "--to-players"),
        ("--to-players", "--receipts"),
    )
    for where in unclear:
        error = refused(*end, "main", *where, *two)
        assert error.code == "jackpot/unsaid"
        assert "--to METER, --to-players, or --receipts" in error.message
    error = refused(*end, "main", "--receipts", *two)
    assert error.code == "jackpot/receipts"
    assert "second (--to), or to the players (--to-players)" in error.message
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


def test_a_jackpots_money_goes_to_the_players(flo: tuple[str, ...]) -> None:
    said("room", "enrol", "pam", "player", *flo)
    said(*opening("main", "7", **STATED, carried="10100.50"), *flo)
    opened = said("room", "second", "1", "--by", "ada", "--bank", "bank.db")
    assert "with $10,100.50 carried over" in opened and "Meter main is open for 7." in opened
    said(*opening("second", "8", **STATED), *flo)
    two = ("--second", "ada", *flo)
    plan = ("--reason", "plan of [November] 3", *two)
    answer = said("room", "meter", "discontinue", "main", "--to-players", *plan)
    assert "Meter main is discontinued, to the players: $10,100.50 due to players." in answer
    pay = ["room", "meter", "award", "pam"]
    drawing = ("--reason", "drawing [1]", *two)
    answer = " ".join(said(*pay, "250", *drawing, "--key", "d1").split())
    assert "pam is awarded $250 of discontinued jackpots; their deposit is now $250" in answer
    assert "and $9,850.50 is still due to players." in answer
    found = json.loads(said(*pay, "0.50", *drawing, "--key", "d2", "--json"))["moved"]
    awarded = {"player": "pam", "awarded": 50, "deposit": 25_050, "due": 985_000}
    assert found == {**awarded, "proposal": 4, "first": "flo"}
    assert refused(*pay, "9850.01", *drawing).code == "jackpot/due"
    undone = " ".join(said("room", "reverse", "d2", "--reason", "twice", *two).split())
    assert "Reversed: pam's jackpot award of $0.50. Their deposit is now $250." in undone
    banked = " ".join(said("room", "meter", "deposit", "5", "--slip", "7", *two).split())
    assert "and the meters $10,000; $9,850.50 is due to players." in banked
    shown = said("room", "show", "--bank", "bank.db")
    assert "$9,850.50 of discontinued jackpots is due to players" in shown
    rows = said("room", "log", "--bank", "bank.db")
    assert "jackpot money awarded" in " ".join(rows.split()) and "to players" in rows
    sheet = ["room", "meter", "reconcile", "--bank", "bank.db"]
    text = said(*sheet)
    assert "Awards to players" in text and "drawing [1]" in text
    assert "Both ways agree to the cent." in text
    data = json.loads(said(*sheet, "--json"))
    due = data["due_to_players"]
    assert due["agree"] and due["told"] == due["posted"]
    assert (due["told"]["came"], due["told"]["after"]) == (1_010_050, 985_050)
    assert data["meters"][0]["told"]["to_players"] == 1_010_050
    said(*sheet, "--out", "sheet.csv")
    rows = Path("sheet.csv").read_text("utf-8")
    assert "due to players,-10100.50,-10100.50,0.00" in rows
    assert "not yet deposited,19845.50" in rows
    books = json.loads(said("books", "--bank", "bank.db", "--json"))["Jackpots"]
    assert [line["to players"] for line in books] == [1_010_050, 0]
    assert json.loads(said("audit", "--bank", "bank.db", "--json"))["ok"]


def test_a_meter_is_suspended_and_resumed(flo: tuple[str, ...]) -> None:
    said(*opening("main", "7", **STATED), *flo)
    two = ("main", "--second", "ada", "--reason", "funds [seized]", *flo)
    said("room", "meter", "suspend", *two)
    assert [meter["suspended"] for meter in meters()] == ["funds [seized]"]
    assert "suspended: funds [seized]" in said("room", "show", "--bank", "bank.db")
    assert refused("room", "meter", "suspend", *two).code == "jackpot/suspended"
    said("room", "meter", "resume", *two)
    assert [meter["suspended"] for meter in meters()] == [None]


def test_deposits_and_the_sheet(flo: tuple[str, ...]) -> None:
    said(*opening("main", "7", **STATED), *flo)
    said(*opening("second", "8", **STATED), *flo)
    two = ("--second", "ada", *flo)
    answer = said("room", "meter", "deposit", "20000.50", "--slip", "0417", *two, "--key", "d1")
    words = "the bank account for jackpots now holds $20,000.50, and the meters $20,000."
    assert f"$20,000.50 banked; {words}" in answer
    assert "$0.50 drawn" in said("room", "meter", "draw", "0.50", "--slip", "check 88", *two)
    assert refused("room", "meter", "draw", "1", "--slip", "x", *two).code == "jackpot/bank"
    for reason in ("a [b]holiday", "=2"):
        lift = ("raise", "main", "5", "--seed", "--reason", reason)
        said("room", "meter", *lift, *two)
    said("room", "meter", "deposit", "3", "--slip", "wrong", *two, "--key", "d2")
    undone = said("room", "reverse", "d2", "--reason", "another house's", *two)
    assert "Reversed: a banking of $3; the bank account for jackpots now holds $20,000." in undone
    sheet = ["room", "meter", "reconcile", "--bank", "bank.db"]
    shown = said(*sheet)
    assert "Both ways agree to the cent." in shown and "a [b]holiday" in shown
    assert "not yet deposited" in shown and "$10" in shown
    found = json.loads(said(*sheet, "main", "--json"))
    assert [meter["meter"] for meter in found["meters"]] == ["main"]
    assert found["meters"][0]["told"]["seeded"] == 1_001_000 == found["meters"][0]["held"]
    assert (found["agree"], found["escrow"], found["bank"]["after"]) == (True, 2_001_000, 2_000_000)
    said(*sheet, "--out", "sheet.csv")
    rows = Path("sheet.csv").read_text("utf-8").splitlines()
    assert "seeds from the house,10010.00,10010.00,0.00" in rows
    assert any("'=2" in row for row in rows)  # not a formula
    assert refused(*sheet, "none").code == "room/meter"
    assert refused(*sheet, "--out", "sheet.pdf").code == "books/format"
    assert refused(*sheet, "--from", "2026-11-02", "--to", "2026-11-01").code == "books/day"
    assert refused(*sheet, "--by", "nobody").code == "role/not_allowed"
    assert "jackpot money banked" in said("room", "log", "--bank", "bank.db")
    assert json.loads(said("audit", "--bank", "bank.db", "--json"))["ok"]


def test_a_sheet_that_does_not_agree_exits_1(flo: tuple[str, ...]) -> None:
    from croupier.bank.act import Act
    from croupier.bank.ledger import Posting, Purpose
    from croupier.bank.store import open_store
    from croupier.money import Cents

    said(*opening("main", "7", **STATED), *flo)
    with open_store("sqlite:///bank.db") as store:
        stolen = Posting("stolen", "jackpot escrow", "house", Cents(100), Purpose.TRANSFER)
        store.commit(Act("theft", "meter/main", 1, postings=(stolen,)))
    result = run("room", "meter", "reconcile", "--bank", "bank.db")
    assert result.exit_code == 1 and "The two ways differ" in result.output
    assert "Of no meter: posting 'stolen'" in result.output
