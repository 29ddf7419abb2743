"""A hand of poker as a page: written, read again, and what is reported when it is false."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from croupier.cli import app
from croupier.errors import BadRecord, RuleError
from croupier.table.poker.transcript import replay, transcript
from tests.effort import examples
from tests.table.test_poker_record import any_hand

FOLDER = Path(__file__).parent.parent / "transcripts" / "five-card-hold-out"
PAGES = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.txt"))}
PAGE = PAGES["high-low"]


@pytest.mark.parametrize("seed", range(80))
def test_any_hand_is_replayed_from_its_page(seed: int) -> None:
    hand = any_hand(seed, acts=1000 if seed % 2 else seed // 2)
    again, tries = replay(transcript(hand))
    assert again.events == hand.events and again.stacks == hand.stacks and not tries


@pytest.mark.parametrize(
    ("name", "number"),
    [
        (name, number)
        for name, page in PAGES.items()
        for number, line in enumerate(page.splitlines())
        if line.startswith(("seat ", "dealer", "house")) and " tries " not in line
    ],
)
def test_a_missing_or_changed_line_is_named(name: str, number: int) -> None:
    lines = PAGES[name].splitlines()
    without = lines[:number] + lines[number + 1 :]
    with pytest.raises(BadRecord):
        replay("\n".join(without))
    changed = [*lines]
    changed[number] = re.sub(
        r"\d(?=\D*$)", lambda digit: str((int(digit[0]) + 1) % 10), lines[number]
    )
    changed[number] += " too" if changed[number] == lines[number] else ""
    with pytest.raises(BadRecord, match=r"line \d+|no line"):
        replay("\n".join(changed))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("game    five-card-hold-out", "game    bridge", "line 1: game bridge"),
        ("mode=hilo", "mode=razz", "line 2: option mode = 'razz'"),
        ("ante=5", "ante", "line 2: 'ante' is not name=value"),
        ("limits  wa-2016", "limits  nevada", "line 3: no poker profile 'nevada'"),
        ("seats   3", "seats   10", "line 4: 10 seats"),
        ("seats   3", "seats   many", "line 4: 'many' is not a number of seats"),
        ("1 $100, ", "1 $0, ", "line 5: seat 1 has 0 chips"),
        ("1 $100, ", "1 lots, ", "line 5: 'lots' is not an amount"),
        ("1 $100, ", "one, ", "line 5: 'one' is not a stack such as '1 $500'"),
        ("button  3, blinds 1 and 2", "button  3", "line 6: write it as '3, blinds 1 and 2'"),
        ("button  3, blinds 1 and 2", "button  9, blinds 1 and 2", "line 6: button or blind at"),
        ("button  3, blinds 1 and 2", "button  3, blinds 1 and 9", "line 6: the big blind is at"),
        ("deck    As", "deck    Zz", "line 7: "),
        ("seat 1  bets $2", "seat 1  bets $3", "line 24: seat 1: bet 300; it may bet to 200"),
        ("seat 1  bets $2", "seat 1  bets", "line 24: '' is not an amount"),
        ("seat 2  calls $2", "seat 2  calls $3", "line 25 says 'seat 2  calls $3'"),
        ("3: Jd Jh 9c", "2: Jd Jh 9c", "line 19 says 'seat 1  discards 2: Jd Jh 9c'"),
        ("turns 8h, the turn", "turns 8d, the turn", "line 28 says 'dealer  turns 8d"),
        ("three kings (K Q 8) (rule 13)", "three kings", "line 37 says"),
        ("$5.07", "$5.08", "line 38 says"),
        ("+$1.02", "+$1.03", "line 39 says"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, said: str) -> None:
    assert old in PAGE
    with pytest.raises(BadRecord, match=re.escape(said)):
        replay(PAGE.replace(old, new, 1))


def test_a_refused_attempt_that_is_legal_is_an_error() -> None:
    page = PAGES["illegal"].replace("tries raise 700", "tries raise 600")
    with pytest.raises(BadRecord, match="line 13: seat 1 tries 'raise 600': it is legal"):
        replay(page)


@settings(max_examples=examples(200), deadline=None)
@given(st.integers(0, len(PAGE)), st.integers(0, 12), st.text(max_size=12))
def test_whatever_is_written_is_played_or_refused(start: int, gone: int, put: str) -> None:
    with suppress(RuleError):
        replay(PAGE[:start] + put + PAGE[start + gone :])


def test_the_command_replays_a_hand_of_poker(tmp_path: Path) -> None:
    file = tmp_path / "hand.txt"
    file.write_text(PAGES["illegal"])
    ran = CliRunner().invoke(app, ["replay", str(file)])
    assert ran.exit_code == 0 and "every line follows from the rules" in ran.stdout
    told = json.loads(CliRunner().invoke(app, ["replay", str(file), "--json"]).stdout)
    assert told["net"] == {"1": 1000, "2": -1000} and told["refused"] == 7
