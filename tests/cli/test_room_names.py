"""Names may contain letters of any script; one person has one name, however it is typed."""

import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from croupier.room.people.roles import is_name
from tests.cli.room_desk import folder, furnished, refused, said, told

__all__ = ["folder"]

FLO, DEE = ("--by", "flo"), ("--by", "dee")
NAMES = [
    "José Ñ",
    "李小龍",
    "Siân O'Brien-Jones",
    "D’Artagnan",
    "Ольга Петрова",
    "محمد علي",
    "שרה לוי",
    "अनुराधा",
    "Nguyễn Thị Hồng",
    "ß",
    "9. Þór",
]


def test_names_of_any_script_come_and_go(folder: Path) -> None:
    furnished("four-card-prime", "--offer", "aces baby")
    for number, name in enumerate(NAMES, start=1):
        said("room", "enrol", name, "player", *FLO)
        assert said("room", "deposit", name, "75", *FLO).startswith(f"{name} brought $75;")
        said("room", "buy-in", "7", "3", name, "60", "--by", name)
        said("room", "deal", "7", "3:ante=5", *DEE)
        said("room", "act", "7", "3", "fold", "--by", name)
        assert f"Seat 3, {name}, cashed out $55" in said("room", "cash-out", "7", "3", *DEE)
        assert name in said("room", "show") and name in said("recall", "7", str(number))
        assert told("room", "show")["people"][name] == "player"
        said("room", "withdraw", name, "70", *FLO)
        assert said("room", "dismiss", name, *FLO).startswith(f"{name} no longer")
    assert json.loads(said("audit", "--json"))["ok"]


def test_one_person_however_the_name_is_typed(folder: Path) -> None:
    furnished("five-card-hold-out")
    typed = unicodedata.normalize("NFD", "José Ñ")
    assert typed != "José Ñ" and not is_name(typed)
    said("room", "enrol", typed, "player", *FLO)
    assert "a player here already" in refused("room", "enrol", "José Ñ", "player", *FLO).message
    said("room", "deposit", "José Ñ", "75", *FLO)
    said("room", "buy-in", "7", "3", typed, "60", "--by", "José Ñ")
    said("room", "cash-out", "7", "3", "--by", typed)
    assert told("room", "deposit", typed, "5", *FLO)["moved"]["deposit"] == 8000
    assert list(told("room", "show")["people"]).count("José Ñ") == 1


@pytest.mark.parametrize("name", ["ｐａｍ", "pａm", "PAM", "p.am"])
def test_a_name_that_only_looks_like_anothers(folder: Path, name: str) -> None:
    furnished("five-card-hold-out")
    assert "looks like pam" in refused("room", "enrol", name, "player", *FLO).message


@pytest.mark.parametrize(
    "name",
    [
        "",
        " pam",
        "pam ",
        "a/b",
        "a:b",
        "a\tb",
        "a\nb",
        "a\0b",
        "pam\u200b",  # an invisible space
        "\u202epam",  # turns the line around
        ".pam",
        "'pam",
        "\u0301a",  # an accent on nothing
        "p" * 41,
        "[red]pam",
        "😀",
    ],
)
def test_what_cannot_be_a_name(folder: Path, name: str) -> None:
    said("room", "found", "--by", "ada")
    before = told("room", "show")
    assert refused("room", "enrol", name, "player", "--by", "ada").code == "room/name"
    assert told("room", "show") == before


def test_the_founder_may_have_any_name_too(folder: Path) -> None:
    assert refused("room", "found", "--by", "a/b").code == "room/name"
    said("room", "found", "--by", "Åsa")
    assert told("room", "show")["people"] == {"Åsa": "administrator"}


def test_tables_and_meters_keep_to_ascii(folder: Path) -> None:
    """Their names are in the ids of every posting."""
    furnished("five-card-hold-out")
    for name in ("Tísch", "龍"):
        error = refused("room", "open", name, "five-card-hold-out", *FLO)
        assert error.code == "room/name" and "A to Z" in error.message


def test_columns_stay_aligned_with_wide_names(folder: Path) -> None:
    from rich.cells import cell_len

    furnished("five-card-hold-out")
    for name in ("李小龍", "Ольга"):
        said("room", "enrol", name, "player", *FLO)
    lines = said("room", "show").partition("People")[2].splitlines()
    ends = {cell_len(line[: line.index("player")]) for line in lines if "player" in line}
    assert len(ends) == 1 and len([line for line in lines if "player" in line]) == 4


def test_a_terminal_that_cannot_show_a_name(folder: Path) -> None:
    said("room", "found", "--by", "Åsa")
    said("room", "enrol", "李小龍", "floor", "--by", "Åsa")
    program = [sys.executable, "-c", "from croupier.cli import main; main()", "room", "show"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    shown = subprocess.run(program, env=environment, capture_output=True, check=True, text=True)
    assert r"\u674e\u5c0f\u9f8d" in shown.stdout and r"\xc5sa" in shown.stdout
