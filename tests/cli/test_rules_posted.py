"""`croupier rules` of a table as posted: only what applies there, and nothing else."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.errors import RuleError
from croupier.games.registry import rules_hash

RUN = CliRunner()
NOTICE = "Player wagers do not accrue to any guaranteed player fund."


def text(line: str) -> str:
    done = RUN.invoke(app, shlex.split(line), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def told(line: str) -> Any:
    return json.loads(text(f"{line} --json"))


def refusal(line: str) -> str:
    done = RUN.invoke(app, shlex.split(line))
    assert isinstance(done.exception, RuleError), done.output
    return done.exception.message


def test_only_the_posted_tables_are_shown() -> None:
    said = text("rules four-card-prime --post aces_baby=AB-03")
    assert "AB-03" in said and "AB-01" not in said and "PR-01" in said
    tables = told("rules four-card-prime --post aces_baby=AB-03")["tables"]
    assert tables["aces_baby"]["id"] == "AB-03" and len(tables) == 7


def test_jackpot_pays_are_multiplied_by_the_fixed_wager() -> None:
    """Appendix E, note 5: 200 dollars for four of a kind are 1,000 for a wager of five."""
    line = "rules four-card-prime --option five_card_jackpot_wager=500"
    tables = told(line)["tables"]
    pays = {row["hand"]: row["pays"] for row in tables["five_card_jackpot"]["rows"]}
    assert (pays["Four of a kind"], pays["Five-card Royal Flush"]) == ("$1,000", "100%")
    assert tables["five_card_jackpot"]["odds"] == "for $5"
    assert "$1,000" in text(line)


def test_the_house_notice_is_only_shown_for_house_jackpots() -> None:
    assert NOTICE in " ".join(text("rules four-card-prime --option jackpot_type=house").split())
    for other in ("rules four-card-prime", "rules four-card-prime --post prime=PR-01"):
        assert NOTICE not in " ".join(text(other).split())
    assert told("rules four-card-prime --post prime=PR-01")["notices"] == []


def test_what_is_not_offered_is_not_shown() -> None:
    line = "rules four-card-prime --option jackpot_type=none --offer ante --offer prime"
    said = told(line)
    assert [wager["name"] for wager in said["wagers"]] == ["ante", "raise", "prime"]
    assert set(said["tables"]) == {"win_bonus", "bad_beat_bonus", "prime"}
    assert "jackpot settled" not in text(line) and "prime settled" in text(line)


def test_limits_are_those_of_the_table() -> None:
    said = told("rules four-card-prime --limits wa-2009 --min ante=5 --max ante=100")
    bounds = {wager["name"]: (wager["least"], wager["most"]) for wager in said["wagers"]}
    assert bounds["ante"] == (500, 10_000) and bounds["aces baby"] == (100, 30_000)
    assert bounds["five card jackpot"] == (100, 100) and bounds["raise"] == (None, None)
    assert said["limits"]["supervisor_above"] == 300_000
    shown = text("rules four-card-prime --limits wa-2009 --min ante=5 --max ante=100")
    assert "$5      $100" in shown and "more than $3,000" in shown


def test_the_order_of_dealing_and_of_settling() -> None:
    """Four Card Prime, rules 2 to 8; the dealer pays from right to left."""
    lines = told("rules four-card-prime --post prime=PR-01")["order"]
    assert lines[0] == (
        "Each seat, from the dealer's left: is dealt 5 cards, for the player's own eyes (rule 2)"
    )
    assert lines[1:3] == [
        "The dealer: is dealt 1 card, face up (rule 2)",
        "The dealer: is dealt 5 cards, face down (rule 2)",
    ]
    assert "decides (raise: fold, raise 1x, raise 2x, raise 3x) (rules 3, 4)" in lines[3]
    assert lines[5].startswith("Each seat in turn, from the dealer's right: ")
    assert lines[5].index("ante and raise settled") < lines[5].index("aces baby settled")


def test_options_have_their_value_and_their_meaning() -> None:
    said = told("rules 4-card-buyout --option bonus_alone=on")
    assert said["options"]["bonus_alone"]["value"] is True
    assert said["options"]["bonus_alone"]["text"] in text("rules 4-card-buyout --post bonus=3")
    assert said["rules"] == rules_hash()


def test_the_rules_of_hold_out_as_spread() -> None:
    said = told("rules five-card-hold-out --option mode=hilo --limits wa-2016-lesser"
                " --option small_bet=200 --option big_bet=400")  # fmt: skip
    assert said["options"]["qualifier"]["value"] == "8"
    assert said["limits"]["single_wager"] == 4000
    shown = text("rules five-card-hold-out --option limit=spread")
    assert "single wagers up to $300" in shown and "spread" in shown
    general = text("rules five-card-hold-out")
    assert "single wagers up to $300" in general and "small_blind" in general


@pytest.mark.parametrize(
    "line, why",
    [
        ("rules", "name a game"),
        ("rules four-card-prime --post aces_baby=AB-99", "no table 'AB-99'"),
        ("rules four-card-prime --option jackpot_type=both", "it takes"),
        ("rules four-card-prime --limits wa-1889", "no limit profile"),
        ("rules four-card-prime --min ante=500", "above the maximum"),
        ("rules four-card-prime --offer luck", "luck"),
        ("rules five-card-hold-out --post blind=P4", "--post does not apply"),
        ("rules four-card-prime --table 7", "leave the rest out"),
        ("rules 4-card-split-v1 --post ante=II --post blind=1a", "1a"),
    ],
)
def test_a_table_that_may_not_open_is_refused(line: str, why: str) -> None:
    assert why in refusal(line)


def test_the_rules_of_a_table_in_a_room(tmp_path: Path) -> None:
    bank = f"--bank {tmp_path / 'trial.db'}"
    text(f"room rehearse --rounds 1 --tables 5 {bank}")
    games = {told(f"rules --table {name} {bank}")["game"] for name in range(1, 6)}
    assert "four-card-prime" in games and len(games) == 5
    assert "no table" in refusal(f"rules --table 99 {bank}")


def test_games_list_what_an_option_may_be_and_other_names() -> None:
    shown = text("games")
    for words in (
        "high, hilo, low",
        "progressive, house, none",
        "equal, in order",
        "on or off",
        "(an amount)",
    ):
        assert words in shown, words
    assert "also called" in shown and "hilo: 8" in shown and "wa-2016-lesser, single" in shown
    said = told("games")
    aliases = {game["game"]: game["aliases"] for game in said["games"]}
    assert (
        aliases["4-card-split-v2"] == ["4-card-split", "split"] and aliases["four-card-prime"] == []
    )
    assert said["poker_limits"]["wa-2016"]["single_wager"] == 30_000
    (poker,) = said["poker"]
    assert poker["qualifier_by_mode"] == {"high": "none", "hilo": "8", "low": "none"}
