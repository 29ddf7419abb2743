"""The floor's commands for what went wrong at a table."""

import re
from pathlib import Path

import pytest

from tests.cli.room_desk import folder, furnished, refused, said, told

__all__ = ["folder"]
FLO = ("--by", "flo")
TWO = (*FLO, "--second", "ada")


@pytest.fixture
def room(folder: Path) -> None:
    furnished("four-card-prime", "--offer", "aces baby")
    said("room", "buy-in", "7", "3", "pam", "200", "--by", "dee")
    said("room", "deal", "7", "3:ante=5", "--by", "dee")


@pytest.mark.usefixtures("room")
def test_a_payment_is_corrected_and_that_is_reversed() -> None:
    said("room", "act", "7", "3", "fold", "--by", "pam")
    words = ("room", "correct", "7", "1", "3", "ante", "2.50", "--to", "player", *TWO)
    assert refused(*words, "--reason", " ").code == "room/reason"
    answer = told(*words, "--reason", "[paid] short")
    posting = answer["moved"]["posting"]
    assert answer["moved"]["deposit"] == 30_250 and "pam got $2.50" in answer["said"]
    shown = said("recall", "7", "1")
    assert "$2.50 to the player" in shown and "[paid] short" in shown
    assert "corrected" in said("room", "log")
    (line,) = told("books")["Tables"]
    assert (line["win"], line["win by tray"], line["corrections"]) == (250, 250, -250)
    back = told("room", "reverse", posting, "--reason", "it was right", *TWO)
    assert back["moved"]["what"] == "correction" and back["moved"]["deposit"] == 30_000
    printed = said(*words, "--reason", "short after all")
    (record,) = re.findall(r"record (\d+)", printed)
    assert told("room", "reverse", record, "--reason", "no", *TWO)["moved"]["reversed"] == 250
    assert told("audit")["ok"]


@pytest.mark.usefixtures("room")
def test_a_round_is_called_off_for_a_cause() -> None:
    words = ("room", "call-off", "7", "--reason", "two [9d]", *FLO)
    assert refused(*words, "--cause", "bad luck").code == "room/cause"
    said(*words, "--cause", "fouled-deck")
    assert "Called off (fouled-deck): two [9d]" in said("recall", "7", "1")
    assert told("recall", "7", "1")["cause"] == "fouled-deck"
    assert "fouled-deck" in said("room", "log")


@pytest.mark.usefixtures("room")
def test_a_dead_hand() -> None:
    said("room", "act", "7", "3", "fold", "--by", "pam")
    said("room", "deal", "7", "3:ante=5,aces baby=5", "--by", "dee")
    words = ("room", "dead-hand", "7", "3", "--reason", "six cards")
    assert refused(*words, "--by", "dee").code == "role/not_allowed"
    shown = said(*words, *FLO)
    assert "seat 3" in shown and "dead hand" in shown
    assert "ante $5  returned" in shown and "push" not in shown
    assert "dead hand, wagers returned" in said("recall", "7", "2")
    assert "six cards" in said("room", "log")
    said("room", "deal", "7", "3:ante=5", "--by", "dee")
    answer = told(*words, "--forfeit", *FLO)
    assert answer["spots"][0]["dead"] and answer["spots"][0]["results"]["ante"]["net"] == -500
    assert told("audit")["rounds"] == 3


@pytest.mark.usefixtures("folder")
def test_a_dead_hand_of_poker() -> None:
    furnished("five-card-hold-out")
    for seat, player in enumerate(("pam", "pat"), 1):
        said("room", "buy-in", "7", str(seat), player, "100", "--by", "dee")
    said("room", "deal", "7", "--by", "dee")
    answer = told("room", "dead-hand", "7", "1", "--reason", "four cards", *FLO)
    assert answer["over"] and ["voided", 1] in answer["events"]
    assert "dead hand, chips stay" in said("recall", "7", "1")
    assert told("audit")["rounds"] == 1


@pytest.mark.usefixtures("room")
def test_an_exposed_card() -> None:
    words = ("room", "exposed", "7")
    assert told(*words, "3", "2", "--reason", "it fell", *FLO)["moved"]["ruling"] == "stands"
    assert refused(*words, "0", "1", "--reason", "x", *FLO).code == "room/exposed"
    answer = told(*words, "0", "2", "--reason", "turned over", *FLO)
    assert answer["moved"]["ruling"] == "misdeal" and "called off" in answer["said"]
    assert "exposed card" in said("room", "log")
    assert told("audit")["ok"]
