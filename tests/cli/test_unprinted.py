"""Tables that no rulebook prints together: every command refuses them, or marks its output."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from croupier.cli import app
from croupier.cli.play.play import play_at_terminal as play
from croupier.desk import figures
from croupier.desk.sittings import saved
from croupier.desk.sittings.saved import slot
from croupier.desk.sittings.sitting import Settings
from croupier.errors import Refused
from croupier.money import Cents
from croupier.odds.design import search
from croupier.odds.figures import Distribution, Odds, PostedTable, WagerOdds

RUN = CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"})
V1 = "4-card-split-v1"
MIXED = ("--post", "ante=II", "--post", "blind=1a")
WORDS = "ante II with blind 1a"
MARK = f"No rulebook prints {WORDS}."


def run(*words: str, given: str = "") -> Result:
    result = RUN.invoke(app, list(words), input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit | Refused):
        raise result.exception
    return result


COMMANDS = {
    "odds": (),
    "ev": ("--cards", "As Kd 7h 2c", "--up", "Qh"),
    "strategy": (),
    "report": ("-o", "report.html"),
    "design": ("--table", "blind", "--edge", "3%"),
    "simulate": ("--rounds", "1000"),
    "night": ("--nights", "10"),
    "ruin": ("--bankroll", "500"),
    "band": (),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_mixture_is_refused_by_every_command(command: str) -> None:
    error = run(command, V1, *COMMANDS[command], *MIXED).exception
    assert isinstance(error, Refused)
    assert error.code == "paytable/unprinted"
    assert WORDS in error.message and "Set II (ante II with blind 2a, 2b or 2c)" in error.message


def stand_in(house: PostedTable) -> Odds:
    """Made-up figures: the real ones take a minute, and the mark does not depend on them."""
    results = Distribution({-2: 1, 1: 1})
    blind = {"blind": WagerOdds("1a", results)}
    ids = {group: table.id for group, table in house.posted.items()}
    return Odds(V1, ids, {}, "ante 1", results, results.mean * -8, 3, {}, blind)


def marked(*words: str) -> None:
    """In its text and in its JSON."""
    told = run(*words, *MIXED, "--unprinted")
    assert told.exit_code == 0 and MARK in told.output
    told = run(*words, *MIXED, "--unprinted", "--json")
    assert json.loads(told.stdout)["unprinted"] == [WORDS]


def test_odds_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "solve", stand_in)
    marked("odds", V1)
    printed = run("odds", V1, "--post", "ante=II", "--json")
    assert "unprinted" not in json.loads(printed.stdout)


def test_advice_is_marked() -> None:
    marked("ev", V1, *COMMANDS["ev"])
    state = json.dumps({"cards": "As Kd 7h 2c", "up": "Qh"})
    told = run("ev", V1, "--batch", *MIXED, "--unprinted", given=state)
    assert json.loads(told.stdout)["unprinted"] == [WORDS]


def test_rows_with_other_pays_are_marked_automatically() -> None:
    pay = ("--pay", "ante.drawn: Flush=3")
    told = run("ev", V1, *COMMANDS["ev"], "--post", "blind=2a", *pay, "--json")
    assert json.loads(told.stdout)["unprinted"] == ["ante II with drawn Flush=3"]


def test_designs_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "search", lambda *asked: [])
    marked("design", V1, *COMMANDS["design"])


SIMULATED = {
    "simulate": ("--rounds", "100", "--wagers", "prime"),
    "night": ("--nights", "10", "--hours", "1"),
    "ruin": ("--bankroll", "500", "--players", "10", "--rounds", "2"),
    "band": (),
}


@pytest.mark.parametrize("command", SIMULATED)
def test_simulations_are_marked(command: str) -> None:
    """By a changed row of a game that is simulated in seconds; the mark is the same."""
    asked = (command, "four-card-prime", "--pay", "prime: All five one color=5")
    words = "prime PR-01 with All five one color=5"
    told = run(*asked, *SIMULATED[command])
    assert f"No rulebook prints {words}." in " ".join(told.output.split())
    told = run(*asked, *SIMULATED[command], "--json")
    assert json.loads(told.stdout)["unprinted"] == [words]


REQUEST = {
    "game": V1,
    "posted": {"ante": "I", "blind": "2a"},
    "dealer": "9s 9d 4h 2c",
    "seats": [
        {
            "seat": 1,
            "cards": "5c 6d 7h Ks",
            "wagers": {"ante 1": 500, "ante 2": 500, "blind": 500},
            "choices": ["5c 6d 7h / Ks", "fold"],
        }
    ],
}


def test_disputes_are_refused_or_marked() -> None:
    asked = json.dumps(REQUEST)
    refused = json.loads(run("settle", given=asked).stdout)
    assert refused["error"]["code"] == "paytable/unprinted"
    for flag, more in ((["--unprinted"], {}), ([], {"unprinted": True})):
        told = json.loads(run("settle", *flag, given=json.dumps({**REQUEST, **more})).stdout)
        assert told["unprinted"] == ["ante I with blind 2a"]
    wrong = json.loads(run("settle", given=json.dumps({**REQUEST, "unprinted": "yes"})).stdout)
    assert wrong["error"]["message"] == "unprinted: 'yes'; it must be true or false"


def sat_down(folder: Path, settings: Settings) -> str:
    console = Console(file=io.StringIO(), width=200)
    answers = iter(["", "", "q", "q"])
    play(V1, settings, folder=folder, console=console, read=lambda _: next(answers))
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_a_sitting_is_refused_or_marked_and_resumed(tmp_path: Path) -> None:
    mixed = Settings(bankroll=Cents(50_000), posted={"ante": "II", "blind": "1a"})
    with pytest.raises(Refused, match=WORDS):
        sat_down(tmp_path, mixed)
    assert MARK in sat_down(tmp_path, replace(mixed, unprinted=True))
    kept = saved.load(slot(tmp_path, V1), V1)
    assert kept is not None and kept.table.unprinted == (WORDS,)


def test_a_room_refuses_or_marks_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("croupier.room.tables.opening.worth_of", lambda *asked: ())
    run("room", "found", "--by", "flo")
    opened = ("room", "open", "5", V1, *MIXED, "--by", "flo")
    assert isinstance(run(*opened).exception, Refused)
    assert run("room", "show", "--json").stdout.count('"table"') == 0
    assert json.loads(run(*opened, "--unprinted", "--json").stdout)["unprinted"] == [WORDS]
    assert MARK in " ".join(run("room", "show").output.split())
    (table,) = json.loads(run("room", "show", "--json").stdout)["tables"]
    assert table["unprinted"] == [WORDS]
