"""Exact values are printed in full: no digit is cut, in a file or on a terminal."""

import json
import re
import shlex
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from croupier.cli import app
from croupier.cli.screen import ScreenTable, screen

RUN = CliRunner()
LONG = "123456789012345678901234567890/987654321098765432109876543211"

# Each prints figures; those that print fractions have them in their JSON as well.
COMMANDS = (
    "odds four-card-prime",
    "odds ultimate-4-card-buyout",
    "ev four-card-prime --cards 'As Kd 7h 2c 9s' --up Qh",
    "ev 4-card-split-v2 --cards '7s 8d 9h 9c' --up Qh",
    "strategy four-card-prime --rules 2",
    "design four-card-prime --table aces_baby --edge 3% --limit 10",
    "simulate four-card-prime --rounds 1000",
    "simulate five-card-hold-out --bots call,call --hands 2",
    "night four-card-prime --nights 10 --side 'prime=5'",
    "ruin four-card-prime --bankroll 500 --rounds 10 --players 10",
    "band four-card-prime --rounds 1000 --actual -20",
    "equity --hand 'As Ah' --hand 'Kd Qd Jd' --board 'Th 2c'",
    "hand --held '8h 4d' --board '4s Ah 5c 8d'",
    "games",
    "rules four-card-prime",
    "rules 4-card-split-v2",
)
EXACT = [line for line in COMMANDS if line.split()[0] in ("odds", "ev")]


def output(line: str, **env: str) -> str:
    done = RUN.invoke(app, shlex.split(line), env=env, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("line", COMMANDS)
def test_nothing_is_cut_in_a_file_or_on_a_narrow_terminal(line: str) -> None:
    assert "…" not in output(line, COLUMNS="40")
    assert "…" not in output(line, COLUMNS="40", FORCE_COLOR="1")


@pytest.mark.parametrize("line", EXACT)
def test_fractions_are_whole_in_a_file(line: str) -> None:
    told = json.loads(output(f"{line} --json"))
    if "actions" in told:
        exact = [action["net"] for action in told["actions"]]
    else:
        main = told["main"]
        exact = [main[key] for key in ("house_edge", "element_of_risk", "wagered", "variance")]
    text = output(line)
    assert len(exact) >= 4 and all("/" in value for value in exact)
    for value in exact:
        assert re.search(rf"(?<!\d){value}(?!\d)", text), f"{value} is not whole in:\n{text}"


@pytest.mark.parametrize("width", [12, 30, 50])
def test_a_narrow_terminal_folds_a_cell(width: int) -> None:
    told = StringIO()
    sheet = ScreenTable("exactly", box=None)
    sheet.add_row(LONG)
    Console(file=told, width=width, force_terminal=True, no_color=True).print(sheet)
    lines = [re.sub(r"\x1b\[\d*m", "", line).strip() for line in told.getvalue().splitlines()]
    assert "".join(lines[1:]) == LONG and len(lines) > 2


def test_cells_without_a_heading_are_folded_too() -> None:
    told = StringIO()
    sheet = ScreenTable(show_header=False, box=None)
    sheet.add_row("edge", LONG)
    Console(file=told, width=20).print(sheet)
    assert "".join(told.getvalue().split()) == f"edge{LONG}"


def test_a_file_is_as_wide_as_necessary(monkeypatch: pytest.MonkeyPatch) -> None:
    told = StringIO()
    monkeypatch.setattr(sys, "stdout", told)
    sheet = ScreenTable("figure", "exactly")
    sheet.add_row("edge", LONG)
    screen().print(sheet)
    assert LONG in told.getvalue()


def test_nothing_is_cut_in_the_tables_of_a_room(tmp_path: Path) -> None:
    bank = f"--bank {tmp_path / 'trial.db'}"
    output(f"room rehearse --rounds 2 --tables 5 {bank}")
    for line in ("room show", "room log", "books", "recall 1 1"):
        for terminal in ({}, {"FORCE_COLOR": "1"}):
            assert "…" not in output(f"{line} {bank}", COLUMNS="40", **terminal)
