"""`croupier hand`: the best high and low of held cards and a board, as a program reads them."""

import json
import subprocess
import sys
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from croupier.cli import app
from croupier.errors import RuleError

RUN = CliRunner()


def run(*words: str, given: str | None = None) -> Result:
    return RUN.invoke(app, ["hand", *words], input=given)


def named(held: str, board: str, *words: str) -> Any:
    ran = run("--held", held, "--board", board, *words, "--json")
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


def test_all_held_cards_play_for_high_and_for_low() -> None:
    assert named("8h 4d", "4s Ah 5c 8d") == {
        "high": {"category": "two pair", "ranks": "8844A", "cards": "8h 4d 4s Ah 8d"},
        "low": {"ranks": "4485A", "cards": "8h 4d 4s Ah 5c", "qualifies": False},
    }


@pytest.mark.parametrize(
    "held, board, category, ranks",
    [
        ("Ah 2c", "3d 4s 5c Kd", "straight", "5432A"),
        ("Ah 2h 3h 4h 5h", "", "straight flush", "5432A"),
        ("Ah", "2c 2d 9s Kd", "pair", "22AK9"),
        ("7c 7d 7h", "2c 2d 9s Kd", "full house", "77722"),
        ("Ac Kd Qh Js 9c", "Td Th Ts Tc", "high card", "AKQJ9"),  # five held ignore the board
    ],
)
def test_the_high_is_named(held: str, board: str, category: str, ranks: str) -> None:
    high = named(held, board)["high"]
    assert (high["category"], high["ranks"]) == (category, ranks)


def test_a_royal_flush_is_noted() -> None:
    high = named("Ts Js", "Qs Ks As 2c")["high"]
    assert high["category"] == "straight flush" and high["note"] == "royal flush"
    assert "note" not in named("9s Ts", "Qs Ks Js 2c")["high"]


def test_the_qualifier_decides_what_is_a_low() -> None:
    for qualifier, counts in (("5", False), ("8", False), ("9", True), ("K", True), ("none", True)):
        low = named("9h 4d", "5s Ah 2c Kd", "--qualifier", qualifier)["low"]
        assert low["ranks"] == "9542A" and low["qualifies"] is counts


def test_the_wheel_is_a_straight_unless_the_house_says_otherwise() -> None:
    words = ("Ah 2c 3d", "4s 5s Kc")
    assert named(*words)["high"]["category"] == "straight"
    high = named(*words, "--no-wheel-straight")["high"]
    assert (high["category"], high["ranks"], high["cards"]) == (
        "high card",
        "AK532",
        "Ah 2c 3d 5s Kc",
    )
    line = {"held": words[0], "board": words[1], "wheel_straight": False}
    told = json.loads(run("--batch", given=json.dumps(line)).stdout)
    assert told["high"] == high
    bad = json.loads(run("--batch", given=json.dumps({**line, "wheel_straight": "off"})).stdout)
    assert "write true or false" in bad["error"]["message"]
    shown = run("--held", "Ah 2c 3d", "--board", "4s 5s", "--no-wheel-straight").stdout
    assert "ace high (A 5 4 3 2)" in shown


def test_people_read_words() -> None:
    shown = run("--held", "8h 4d", "--board", "4s Ah 5c 8d").stdout
    assert "two pair, eights and fours" in shown and "does not qualify" in shown


def test_a_batch_answers_every_line() -> None:
    good = json.dumps({"held": "8h 4d", "board": "4s Ah 5c 8d"})
    bad = json.dumps({"held": "8h 8h", "board": ""})
    ran = run("--batch", given=f"{good}\n{bad}\n[]\n" + json.dumps({"held": 8}) + f"\n\n{good}")
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.exit_code == 1 and lines[0] == lines[4] == named("8h 4d", "4s Ah 5c 8d")
    assert [line["error"]["code"] for line in lines[1:4]] == [
        *("cards/duplicate", "record/bad", "record/bad"),
    ]
    assert run("--batch", given=good).exit_code == 0


@pytest.mark.parametrize(
    "words, code",
    [
        (["--held", "8h 4d"], "cards/board"),
        (["--held", "8h 4d", "--board", "4d 5d 6d 7d"], "cards/twice"),
        (["--held", "", "--board", "4d 5d 6d 7d"], "cards/held"),
        (["--held", "8h 4d 2c 3c 5c 6c"], "cards/held"),
        (["--held", "8h", "--board", "4d 5d 6d 7d 9d"], "cards/board"),
        (["--held", "8x"], "cards/bad"),
        (["--held", "8h", "--board", "4d 5d 6d 7d", "--qualifier", "4"], "option/qualifier"),
    ],
)
def test_what_is_impossible_is_refused(words: list[str], code: str) -> None:
    refused = run(*words).exception
    assert isinstance(refused, RuleError) and refused.code == code


def test_naming_a_hand_needs_no_numpy() -> None:
    code = (
        "import sys; from croupier.cli.odds.poker import hand;"
        "hand('8h', '2c 3c 4c 5c', as_json=True);"
        "sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
