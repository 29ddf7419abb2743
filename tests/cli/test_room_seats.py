"""Sitting out and in at a poker table, by command."""

from pathlib import Path

import pytest

from tests.cli.room_desk import folder, furnished, refused, said, told

__all__ = ["folder"]
DEE = ("--by", "dee")


@pytest.fixture
def room(folder: Path) -> None:
    """pam, pat and quin play table 7; a hand is over, with the blinds at 1 and 2."""
    furnished("five-card-hold-out")
    said("room", "enrol", "quin", "player", "--by", "flo")
    said("room", "deposit", "quin", "500", "--by", "flo")
    for seat, player in enumerate(("pam", "pat", "quin"), start=1):
        said("room", "buy-in", "7", str(seat), player, "100", *DEE)
    hand(3, 1)


def hand(*folding: int) -> None:
    """Plays the next hand, in which these seats fold in turn and leave the pot to one."""
    said("room", "deal", "7", *DEE)
    for seat in folding:
        said("room", "act", "7", str(seat), "fold", *DEE)
    assert not told("room", "show")["tables"][0]["in_round"]


def seats() -> dict[str, dict[str, object]]:
    return dict(told("room", "show")["tables"][0]["seats"])


@pytest.mark.usefixtures("room")
def test_a_player_sits_out_misses_the_blind_and_posts() -> None:
    answer = told("room", "sit-out", "7", "3", "--by", "quin")
    assert answer["said"] == "quin sits out at seat 3 of table 7."
    assert seats()["3"]["sits_out"] and "3 quin $100 (out)" in said("room", "show")
    hand(2)  # heads-up, the button first
    assert seats()["3"]["owes"] == ["big"]
    answer = told("room", "sit-in", "7", "3", "--post", "--by", "quin")
    assert answer["said"] == (
        "quin sits in at seat 3 of table 7. They owe the big blind, posted as soon as they are not "
        "between the button and the big blind."
    )
    shown = seats()["3"]
    assert (shown["sits_out"], shown["owes"], shown["posts"]) == (False, ["big"], True)
    assert "(owes blinds" in said("room", "show")
    assert told("audit")["ok"]


@pytest.mark.usefixtures("room")
def test_a_dealer_may_do_it_for_a_player_and_another_player_may_not() -> None:
    assert refused("room", "sit-out", "7", "3", "--by", "pam").code == "role/not_allowed"
    said("room", "sit-out", "7", "3", *DEE)
    assert "sat out already" in refused("room", "sit-out", "7", "3", *DEE).message
    assert refused("room", "sit-in", "7", "3", "--post", *DEE).code == "room/blinds"
    answer = told("room", "sit-in", "7", "3", *DEE)
    assert answer["said"] == "quin sits in at seat 3 of table 7.", "no blind has passed"
    assert refused("room", "sit-out", "7", "9", *DEE).code == "room/seat"
    assert refused("room", "sit-out", "8", "1", *DEE).code == "room/table"


@pytest.mark.usefixtures("room")
def test_a_waiting_player_is_told_so_and_a_repeated_act_says_the_same() -> None:
    said("room", "sit-out", "7", "3", *DEE)
    hand(2)
    words = ("room", "sit-in", "7", "3", "--key", "back", *DEE)
    assert "They owe the big blind, cleared when the big blind comes to them." in said(*words)
    assert "quin sits in at seat 3 of table 7." in said(*words)


def test_a_table_for_a_lesser_license_is_opened_by_its_profile(folder: Path) -> None:
    lesser = ("--limits", "wa-2016-lesser")
    furnished("five-card-hold-out", *lesser)
    error = refused(
        "room",
        "open",
        "8",
        "five-card-hold-out",
        *lesser,
        "--option",
        "big_bet=5000",
        "--by",
        "flo",
    )
    assert error.code == "limits/profile" and "up to $40" in error.message
    error = refused("room", "open", "8", "five-card-hold-out", "--option", "ante=50", "--by", "flo")
    assert error.code == "limits/ante"


def test_a_poker_table_has_as_many_seats_as_the_house_says(folder: Path) -> None:
    """WAC 230-15-135 counts the antes of all of them: nine at $0.25 exceed a bet of $2."""
    furnished("five-card-hold-out")
    ante = ("--option", "ante=$0.25", "--by", "flo")
    assert "9 seats" in refused("room", "open", "9", "five-card-hold-out", *ante).message
    answer = told("room", "open", "9", "five-card-hold-out", "--seats", "6", *ante)
    assert answer["said"] == "Table 9 is open: Five Card Hold Out, 6 seats."
    assert "1 to 6" in refused("room", "buy-in", "9", "7", "pam", "100", *DEE).message


@pytest.mark.parametrize(
    "words",
    [
        ("five-card-hold-out", "--min", "ante=5"),
        ("five-card-hold-out", "--offer", "ante"),
        ("five-card-hold-out", "--unprinted"),
        ("four-card-prime", "--seats", "6"),
    ],
)
def test_flags_without_effect_are_refused(folder: Path, words: tuple[str, ...]) -> None:
    error = refused("room", "open", "9", *words, "--by", "flo")
    assert words[1] in error.message and "does not apply" in error.message
