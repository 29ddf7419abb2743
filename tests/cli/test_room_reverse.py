"""Whatever was printed when an act was done can be used to reverse it."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.room_desk import folder, furnished, refused, said, told

__all__ = ["folder"]

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "room.md"
FLO, DEE = ("--by", "flo"), ("--by", "dee")
TWO = ("--by", "flo", "--second", "ada", "--reason", "a slip")


def deposit_of(player: str) -> int:
    """Read from a deposit of just one dollar, which is withdrawn again."""
    said("room", "deposit", player, "1", *FLO)
    return int(told("room", "withdraw", player, "1", *FLO)["moved"]["deposit"])


@pytest.mark.parametrize("kind", ["deposit", "withdraw"])
@pytest.mark.parametrize("by", [r"record (\d+)", r"(record \d+)", r"key (\w+)"])
def test_what_was_printed_reverses_it(folder: Path, kind: str, by: str) -> None:
    furnished("five-card-hold-out")
    printed = said("room", kind, "pam", "75", *FLO)
    (name,) = re.findall(by, printed)
    assert deposit_of("pam") == (57_500 if kind == "deposit" else 42_500)
    answer = told("room", "reverse", name, *TWO)
    assert answer["moved"]["reversed"] == 7500 and answer["moved"]["player"] == "pam"
    word = "deposit" if kind == "deposit" else "withdrawal"
    proposed, reversed_ = answer["said"].splitlines()
    assert reversed_ == f"Reversed: pam's {word} of $75. Their deposit is now $500."
    assert proposed.startswith("Proposal 1, by flo: reverse $75 from ")
    assert deposit_of("pam") == 50_000
    again = refused("room", "reverse", name, *TWO)
    assert again.code == "ledger/already_reversed" and "reversed already" in again.message


def test_every_other_name_of_the_same_posting(folder: Path) -> None:
    """A user's own key, the posting's id, and the numbers that only --json prints."""
    furnished("five-card-hold-out")
    for name in (lambda act: act["key"], lambda act: f"act:{act['key']}"):
        act = told("room", "deposit", "pam", "75", *FLO)
        said("room", "reverse", name(act), *TWO)
    act = told("room", "deposit", "pam", "75", *FLO)
    assert act["last"] - act["first"] == 2  # the event, the posting, the act itself
    said("room", "reverse", str(act["first"] + 1), *TWO)
    assert "record" in said("room", "deposit", "pam", "5", *FLO, "--key", "d-17")
    assert "$5." in said("room", "reverse", "d-17", *TWO)
    assert deposit_of("pam") == 50_000


def test_a_number_that_is_also_a_key_is_ambiguous(folder: Path) -> None:
    furnished("five-card-hold-out")
    first = told("room", "deposit", "pam", "75", *FLO)
    number = str(first["last"])
    said("room", "deposit", "pat", "20", *FLO, "--key", number)
    asked_back = refused("room", "reverse", number, *TWO)
    assert f"'record {number}'" in asked_back.message and f"'act:{number}'" in asked_back.message
    assert told("room", "reverse", f"act:{number}", *TWO)["moved"]["player"] == "pat"
    assert told("room", "reverse", f"record {number}", *TWO)["moved"]["player"] == "pam"


def test_an_act_that_moved_several_amounts_says_which(folder: Path) -> None:
    furnished("five-card-hold-out")
    act = told("room", "buy-in", "7", "3", "pam", "200", *DEE)
    answer = refused("room", "reverse", str(act["last"]), *TWO)
    paid, chips = act["last"] - 2, act["last"] - 1
    assert f"record {paid}, $200 from pam's deposit to table 7's drop box" in answer.message
    assert f"record {chips}, $200 from table 7's tray to seat 3's chips" in answer.message
    assert "undone at the table" in answer.message and "act:" not in answer.message
    answer = refused("room", "reverse", str(paid), *TWO)
    assert answer.code == "room/reversal" and "undone at the table" in answer.message
    assert "player/" not in answer.message


def test_the_guide_shows_what_is_printed(folder: Path) -> None:
    furnished("five-card-hold-out")
    (block,) = re.findall(r"^```console\n(.*?)^```", GUIDE.read_text("utf-8"), re.M | re.S)
    record = ""
    for part in block.split("$ croupier ")[1:]:
        command, _, printed = part.partition("\n")
        words = [record if word == "114" else word for word in shlex.split(command)]
        answer = said(*words)
        masked = (_masked(text) for text in (answer, printed))
        assert len(set(masked)) == 1, answer
        (record,) = re.findall(r"^record (\d+)", answer, re.M)
    assert record, "the guide shows no command"


def _masked(text: str) -> str:
    """Without what differs from day to day, and at any width."""
    text = re.sub(r"\d+, key \w{16}$", "", text.strip())
    return " ".join(re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", "", text).split())


def test_what_moved_nothing_and_what_does_not_exist(folder: Path) -> None:
    furnished("five-card-hold-out")
    act = told("room", "enrol", "pip", "player", *FLO)
    assert "moved no money" in refused("room", "reverse", str(act["last"]), *TWO).message
    for name in ("99999", "no such key", "0", "9" * 30, ""):
        assert refused("room", "reverse", name, *TWO).code == "room/posting"


def test_the_log_says_what_was_reversed_by_whom_and_why(folder: Path) -> None:
    furnished("five-card-hold-out")
    for name in ("deposit", "withdraw"):
        said("room", name, "pam", "75", *FLO, "--key", name)
        said("room", "reverse", name, "--by", "flo", "--second", "ada", "--reason", "a [bad] slip")
    log = " ".join(said("room", "log").split())
    assert "$75 from cash to pam's deposit (deposit), by flo and ada: a [bad] slip" in log
    assert "$75 from pam's deposit to cash (withdrawal), by flo and ada: a [bad] slip" in log
    assert not re.search("act:|table/|player/", log) and "table 7 opened by flo" in log
