"""`croupier room`, `books`, `audit`, `recall`: an evening in a card room, as in the guide."""

import csv
import json
import re
import shlex
import sqlite3
import zipfile
from pathlib import Path

import pytest

from croupier.fair import check
from tests.cli.room_desk import folder, refused, run, said

__all__ = ["folder"]

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def trial(folder: Path) -> Path:
    """A bank in which some rounds were rehearsed."""
    said("room", "rehearse", "--rounds", "6", "--bank", "trial.db")
    return folder / "trial.db"


def evening() -> list[list[str]]:
    text = (ROOT / "docs" / "room.md").read_text("utf-8")
    block, *_ = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    lines = block.replace("\\\n", " ").splitlines()
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("croupier")]


def test_the_evening_of_the_guide(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_BANK", "bank.db")
    for words in evening():
        if words[:2] == ["room", "act"]:
            words[4] = json.loads(said("room", "show", "--json"))["tables"][0]["legal"][-1]
        answer = said(*words)
        if words[:2] == ["room", "hand"]:
            (cards,) = [line for line in answer.splitlines() if "seat 3 " in line]
            assert len(re.findall("[♣♦♥♠]", cards)) == 5  # pam looks before she raises
    shown = json.loads(said("room", "show", "--json"))
    assert shown["tables"][0]["rounds"] == 1 and not shown["tables"][0]["open"]
    books = json.loads(said("books", "--json"))
    (table,) = books["Tables"]
    assert table["drop"] == 20_000 and table["win"] == table["win by tray"]
    assert table["theory"] is not None and books["Jackpots"][0]["wagers"] == 1
    report = json.loads(said("audit", "--json"))
    assert report["ok"] and report["rounds"] == 1 and report["meters"] == 1
    anchor = report["head"]
    assert json.loads(said("audit", "--anchor", anchor, "--json"))["ok"]
    wrong = run("audit", "--anchor", anchor[:-1] + ("0" if anchor[-1] != "0" else "1"))
    assert wrong.exit_code == 1 and "anchor" in wrong.output
    assert refused("audit", "--anchor", "12").code == "audit/anchor"


def test_a_rehearsal_is_recalled_booked_and_audited(trial: Path) -> None:
    bank = ("--bank", str(trial))
    assert "Audit passed." in said("audit", *bank)
    round_ = json.loads(said("recall", "5", "2", *bank, "--json"))
    assert not check(round_["proof"]) and round_["players"]["1"] == "player 5.1"
    assert "four-card-prime" in said("recall", "5", "2", *bank)
    for name in ("books.csv", "books.xlsx"):
        said("books", *bank, "--out", name)
    rows = list(csv.reader(Path("books.csv").read_text("utf-8").splitlines()))
    assert rows[0] == ["Tables"] and rows[1][:3] == ["day", "table", "game"]
    assert {"Wagers", "Games", "Days", "Jackpots"} <= {row[0] for row in rows if len(row) == 1}
    assert not any("'" in cell for row in rows for cell in row)
    with zipfile.ZipFile("books.xlsx") as book:
        assert book.testzip() is None
    assert "Jackpots" in said("books", *bank, "--wagers")
    games = ["ultimate-4-card-buyout", "4-card-buyout", "4-card-split-v1", "4-card-split-v2"]
    games.append("four-card-prime")
    log = json.loads(said("room", "log", *bank, "--json"))
    opened = [
        event["about"]["config"]["game"]
        for event in log
        if event["stream"].startswith("table/") and event["kind"] == "opened"
    ]
    assert opened == games
    shown = json.loads(said("room", "show", *bank, "--json"))
    assert [(table["game"], table["rounds"]) for table in shown["tables"]] == [
        (game, 6) for game in games
    ]
    # Chips are neither created nor lost: they are in the trays and at the seats.
    books = json.loads(said("books", *bank, "--json"))["Tables"]
    for row, table in zip(books, shown["tables"], strict=True):
        seats = sum(seat["chips"] for seat in table["seats"].values())
        assert seats == row["drop"] - row["win"] and table["tray"] == row["fills"] - seats
    # Twenty cents of each dollar wagered go to the display.
    events = json.loads(said("room", "meter", "history", "five card jackpot", *bank, "--json"))
    displayed = 1_000_000
    for event in events["events"]:
        displayed += 20 * event["wagers"] if event["event"] == "wagered" else 0
        assert event["displayed"] == displayed
    assert displayed > 1_000_000
    assert refused("books", *bank, "--out", "books.pdf").code == "books/format"
    assert refused("books", *bank, "--from", "monday").code == "books/day"
    assert refused("recall", "5", "99", *bank).code == "recall/unknown"


def test_a_changed_byte_is_named(trial: Path) -> None:
    with sqlite3.connect(trial) as books:
        books.execute("DROP TRIGGER postings_no_update")
        (name,) = books.execute("SELECT id FROM postings WHERE id LIKE '3/4/%'").fetchone()
        books.execute("UPDATE postings SET cents = cents + 1 WHERE id = ?", [name])
    result = run("audit", "--bank", str(trial))
    assert result.exit_code == 1 and name in " ".join(result.output.split())
    told = json.loads(run("audit", "--bank", str(trial), "--json").output)
    assert not told["ok"] and told["kind"] == "posting"


def test_backup_and_restore(trial: Path) -> None:
    bank = ("--bank", str(trial))
    said("backup", "monday.croupier", *bank)
    said("restore", "monday.croupier", "--bank", "again.db")
    first = json.loads(said("audit", *bank, "--json"))
    again = json.loads(said("audit", "--bank", "again.db", "--json"))
    assert first["head"] == again["head"] and again["rounds"] == first["rounds"]
    assert refused("restore", "monday.croupier", "--bank", "again.db")
    assert refused("restore", "none.croupier", "--bank", "new.db")
    said("room", "rehearse", "--rounds", "2", "--bank", "again.db")


def test_poker_in_the_room(folder: Path) -> None:
    bank = ("--bank", "poker.db", "--by", "ada")
    said("room", "found", *bank)
    said("room", "enrol", "flo", "floor", *bank)
    flo = ("--bank", "poker.db", "--by", "flo")
    said("room", "open", "9", "five-card-hold-out", "--option", "mode=hilo", *flo)
    for seat, player in ((2, "pam"), (5, "pat")):
        said("room", "enrol", player, "player", *flo)
        said("room", "buy-in", "9", str(seat), player, "100", "--cash", *flo)
    said("room", "deal", "9", *flo)
    now = json.loads(said("room", "act", "9", "5", "call", *flo, "--json"))
    assert now["round"] == 1 and now["to_act"] == 2
    assert not any(seat["shown"] for seat in now["seats"])
    said("room", "call-off", "9", "--reason", "a misdeal", *flo)
    said("room", "deal", "9", *flo)
    said("room", "act", "9", "5", "fold", *flo)
    assert json.loads(said("audit", "--bank", "poker.db", "--json"))["rounds"] == 1
    assert "five-card-hold-out" in said("recall", "9", "2", "--bank", "poker.db")
    assert "Called off: a misdeal" in said("recall", "9", "1", "--bank", "poker.db")
    assert "five-card-hold-out" in said("books", "--bank", "poker.db")


def test_a_refusal_says_what_would_be_right(folder: Path) -> None:
    bank = ("--bank", "bank.db", "--by", "ada")
    for words in (["audit"], ["books"], ["recall", "1", "1"], ["room", "show"]):
        assert refused(*words, "--bank", "none.db").code == "bank/missing"
        assert not Path("none.db").exists()
    said("room", "found", *bank)
    assert refused("room", "found", "--bank", "bank.db", "--by", "eve").code == "room/founded"
    assert "known: player" in refused("room", "enrol", "x", "king", *bank).message
    assert refused("room", "open", "7", "whist", *bank).code == "game/unknown"
    words = ["room", "open", "7", "four-card-prime", "--max", "bad beat=100"]
    assert refused(*words, *bank).code == "limits/games"  # a fourth game above 5 dollars
    words = ["room", "open", "7", "four-card-prime", "--max", "ante=500"]
    assert refused(*words, *bank).code == "limits/profile"
    assert refused("room", "deal", "7", "ante=5", *bank).code == "command/bad"
    assert refused("room", "deal", "7", "1:ante=5", *bank).code == "room/table"
    assert refused("room", "fill", "7", "lots", *bank).code == "money/bad"
    assert refused("room", "deposit", "pam", "5", *bank).code == "role/not_allowed"
    words = ["room", "meter", "lower", "m", "5", "--why", "whim", "--second", "flo"]
    assert refused(*words, "--reason", "x", *bank).code == "jackpot/lowered"
    assert refused("room", "rehearse", *bank).code == "room/rehearsal"
    assert "approved: " in said("room", "check", "--bank", "bank.db")


def test_a_program_that_was_not_approved_does_nothing(folder: Path) -> None:
    from croupier.bank.store import open_store
    from croupier.room.people.floor import approved
    from croupier.room.room import Room

    bank = ("--bank", "bank.db", "--by", "ada")
    said("room", "found", *bank)
    with open_store("sqlite:///bank.db") as store:
        Room(store).do("k", "ada", approved, "another program", "a test")
    assert refused("room", "enrol", "flo", "floor", *bank).code == "program/changed"
    assert run("room", "check", "--bank", "bank.db").exit_code == 1
    said("room", "approve", "--reason", "it is the right one", *bank)
    said("room", "enrol", "flo", "floor", *bank)


def test_an_act_that_is_sent_again_is_done_once(folder: Path) -> None:
    bank = ("--bank", "bank.db", "--by", "ada")
    said("room", "found", *bank)
    first = said("room", "enrol", "flo", "floor", *bank, "--key", "k1", "--json")
    assert said("room", "enrol", "flo", "floor", *bank, "--key", "k1", "--json") == first


def test_a_named_reader_must_be_allowed_to_read(trial: Path) -> None:
    bank = ("--bank", str(trial))
    tables = [line["table"] for line in json.loads(said("books", *bank, "--json"))["Tables"]]
    people = {"auditor": "ada", "player": "pam"}
    for role, name in people.items():
        said("room", "enrol", name, role, "--by", "rehearsal", *bank)
    asked = (("audit",), ("books",), ("recall", tables[0], "1"))
    for words in asked:
        assert said(*words, "--by", people["auditor"], *bank)
        for by in (people["player"], "nobody"):
            assert refused(*words, "--by", by, *bank).code == "role/not_allowed"


@pytest.mark.parametrize("name", ["a%20b#.db", "we ird?x.db", "ünï.db", "a&b=c.db"])
def test_a_bank_is_in_the_file_that_was_named(folder: Path, name: str) -> None:
    said("room", "found", "--by", "ada", "--bank", name)
    assert json.loads(said("audit", "--bank", name, "--json"))["records"] > 0
    assert {file.name for file in folder.iterdir()} == {name, f"{name}.anchors"}


def test_a_name_does_not_end_with_a_space(trial: Path) -> None:
    for role in ("player", "dealer"):
        words = ("room", "enrol", "pam ", role, "--by", "rehearsal", "--bank", str(trial))
        assert refused(*words).code == "room/name"


def test_a_key_that_looks_like_a_round_is_not_one(trial: Path) -> None:
    bank = ("--bank", str(trial))
    said("room", "fill", "5", "1", "--by", "rehearsal floor", "--key", "5/99/0/1/bet", *bank)
    assert refused("recall", "5", "99", *bank).code == "recall/unknown"


NOTICE = (
    "House Jackpot prizes are paid by the casino and are not components of any progressive prize "
    "contest. Player wagers do not accrue to any guaranteed player fund. The displayed House "
    "Jackpot prize may be modified or discontinued at any time without prior notice."
)


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    "kind, more, is_house",
    [
        ("house", ["--prize", "2500"], True),
        (
            "progressive",
            ["--seed", "9", "--reseed", "9", "--contribution", "20", "--reserve", "0"]
            + ["--cap", "none"],
            False,
        ),
    ],
)
def test_a_house_jackpot_is_shown_with_its_notice(
    folder: Path, kind: str, more: list[str], is_house: bool
) -> None:
    """ "All House Jackpot displays must include the following language", and no others."""
    room, flo = ("--bank", "bank.db"), ("--by", "flo", "--bank", "bank.db")
    said("room", "found", "--by", "ada", *room)
    said("room", "enrol", "flo", "floor", "--by", "ada", *room)
    sensor = ("--sensor", "four card jackpot", "--table", "7", "--kind", kind)
    said("room", "meter", "open", "m", *sensor, *more, *flo)
    offer = ("--offer", "four card jackpot", "--option", f"jackpot_type={kind}")
    answer = said("room", "open", "7", "four-card-prime", *offer, *flo)
    assert (NOTICE in squeezed(answer)) == is_house
    assert squeezed(said("room", "show", *room)).count(NOTICE) == is_house
    (meter,) = json.loads(said("room", "show", "--json", *room))["meters"]
    assert meter["type"] == kind
    assert [squeezed(notice) for notice in meter["notices"]] == [NOTICE] * is_house
    assert (NOTICE in squeezed(said("room", "meter", "history", "m", *room))) == is_house


def test_two_sensors_with_a_wager_each(folder: Path) -> None:
    """Five card at 1 dollar, four card at 5: each display grows by a fifth of its own wager."""
    bank, flo = ("--bank", "bank.db"), ("--by", "flo", "--bank", "bank.db")
    said("room", "found", "--by", "ada", *bank)
    for name, role in (("flo", "floor"), ("pam", "player")):
        said("room", "enrol", name, role, "--by", "ada", *bank)
    funds = ["--seed", "1000", "--reseed", "1000", "--contribution", "20", "--reserve", "0"]
    for sensor, wager in (("five card jackpot", "1"), ("four card jackpot", "5")):
        rules = ("--sensor", sensor, "--table", "7", "--wager", wager, "--cap", "none")
        said("room", "meter", "open", sensor, *rules, *funds, *flo)
    offers = ("--offer", "five card jackpot", "--offer", "four card jackpot")
    table = ("room", "open", "7", "four-card-prime", *offers)
    assert refused(*table, *flo).code == "jackpot/options"  # four card at 1 dollar by default
    said(*table, "--option", "four_card_jackpot_wager=500", *flo)
    said("room", "fill", "7", "5000", *flo)
    said("room", "buy-in", "7", "1", "pam", "100", "--cash", *flo)
    said("room", "deal", "7", "1:ante=5,five card jackpot=1,four card jackpot=5", *flo)
    said("room", "act", "7", "1", "fold", *flo)
    meters = json.loads(said("room", "show", "--json", *bank))["meters"]
    assert [history_of(meter["meter"], *bank)[1] for meter in meters] == [100_020, 100_100]
    assert json.loads(said("audit", "--json", *bank))["ok"]


def history_of(name: str, *bank: str) -> list[int]:
    """What the meter displayed after each event."""
    told = json.loads(said("room", "meter", "history", name, "--json", *bank))
    return [event["displayed"] for event in told["events"]]
