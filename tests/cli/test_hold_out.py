"""`croupier equity` and `keep`, as a program reads them."""

import json
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from croupier.cli import app
from croupier.errors import RuleError

RUN = CliRunner()


def run(*words: str, given: str | None = None) -> Result:
    return RUN.invoke(app, list(words), input=given)


def answer(*words: str) -> Any:
    ran = run(*words, "--json")
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


TWO = ("--hand", "As Ah", "--hand", "Kd Qd Jd", "--board", "Th 2c")


def test_equity_is_in_fractions() -> None:
    told = answer("equity", *TWO)
    assert told["exact"] is True and told["boards"] == 45 * 44 // 2
    for key in ("equity", "high", "low", "scoop", "tie"):
        assert [str(Fraction(share)) for share in told[key]] == [
            share.removesuffix("/1") for share in told[key]
        ]
    assert sum(map(Fraction, told["equity"])) == 1
    assert told["equity"] == told["high"] and told["low"] == ["0/1", "0/1"]


def test_an_unknown_hand_is_dealt_at_random() -> None:
    words = ("equity", "--hand", "As Ah", "--hand", "random:3", "--trials", "5000", "--seed", "4")
    told = answer(*words)
    assert told["exact"] is False and (told["trials"], told["seed"]) == (5000, 4)
    assert 0 < float(told["standard_error"][0]) < 0.5 / 4999**0.5
    assert answer(*words) == told
    assert "5,000 deals, seed 4" in run(*words).stdout


def test_the_wheel_is_a_straight_unless_the_house_says_otherwise() -> None:
    words = ("equity", "--hand", "Ah 2c 3d", "--hand", "Kh Kd", "--board", "4s 5s 9c Jh")
    assert answer(*words)["equity"] == ["1/1", "0/1"]
    assert answer(*words, "--no-wheel-straight")["equity"] == ["0/1", "1/1"]
    line = {"hands": [words[2], words[4]], "board": words[6], "wheel_straight": False}
    told = json.loads(run("equity", "--batch", given=json.dumps(line)).stdout)
    assert told["equity"] == ["0/1", "1/1"]


def test_people_read_percentages() -> None:
    shown = run("equity", *TWO).stdout
    assert "Kd Qd Jd" in shown and "%" in shown and "990 boards" in shown


def test_a_batch_of_equity_answers_as_single_calls_do() -> None:
    exact = {"hands": ["As Ah", "Kd Qd Jd"], "board": "Th 2c", "mode": "hilo", "qualifier": 9}
    dealt = {"hands": ["As Ah", "random:2"], "trials": 3000, "seed": 2, "dead": "2c"}
    bad = [
        {"hands": "As Ah"},
        {"hands": ["As Ah", "As Kd"]},
        {"hands": ["As", "Kd"], "board": 5},
        {"hands": ["As", "Kd"], "seed": True},
        {"hands": ["As", "random:x"]},
        {"hand": ["As"]},
    ]
    ran = run("equity", "--batch", given="\n".join(map(json.dumps, [exact, *bad, dealt])))
    first, *refused, last = map(json.loads, ran.stdout.splitlines())
    assert ran.exit_code == 1
    assert first == answer("equity", *TWO, "--mode", "hilo", "--qualifier", "9")
    words = ("--hand", "As Ah", "--hand", "random:2", "--dead", "2c")
    assert last == answer("equity", *words, "--trials", "3000", "--seed", "2")
    assert [line["error"]["code"] for line in refused] == [
        *("record/bad", "cards/twice", "record/bad", "record/bad", "hands/random", "record/bad"),
    ]


def test_keep_lists_every_keep() -> None:
    words = ("keep", "--cards", "As Ah Kd 7c 2h", "--opponents", "2", "--trials", "2000")
    told = answer(*words)
    assert len(told["keeps"]) == 31 and told["exact"] is False and told["opponents"] == 2
    for row in told["keeps"]:
        cards = f"{row['keep']} {row['discard']}".split()
        assert sorted(cards) == sorted(["As", "Ah", "Kd", "7c", "2h"])
        assert row["keep"] and 0 < float(row["standard_error"]) < 0.5 / 1999**0.5
    shares = [Fraction(row["equity"]) for row in told["keeps"]]
    assert shares == sorted(shares, reverse=True)
    shown = run(*words).stdout
    assert "2,000 deals, seed 1" in shown and "As Ah Kd" in shown


def test_an_unknown_player_keeps_by_the_policy() -> None:
    told = answer("equity", "--hand", "As Ah Ad", "--hand", "random", "--trials", "5000")
    fixed = answer("equity", "--hand", "As Ah Ad", "--hand", "random:5", "--trials", "5000")
    assert Fraction(1, 2) < Fraction(told["equity"][0]) < Fraction(fixed["equity"][0])


@pytest.mark.parametrize(
    "words, code",
    [
        ((), "hands/count"),
        (("--hand", "As", "--hand", "1x"), "cards/bad"),
        (("--hand", "As", "--hand", "random:0"), "cards/held"),
        (("--hand", "As", "--hand", "random:12"), "hands/random"),
        (("--hand", "As", "--hand", "Kd", "--mode", "razz"), "option/mode"),
    ],
)
def test_what_is_impossible_is_refused(words: tuple[str, ...], code: str) -> None:
    refused = run("equity", *words).exception
    assert isinstance(refused, RuleError) and refused.code == code
