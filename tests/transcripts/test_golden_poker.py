"""The golden hands of poker: each follows from the rules line by line.

The dollars below were worked out by hand, not by this program; the comments say how.
"""

from pathlib import Path

import pytest

from croupier.table.poker.transcript import replay, transcript
from tests.transcripts.golden import rewritten

FILES = sorted((Path(__file__).parent / "five-card-hold-out").glob("*.txt"))

NET: dict[str, dict[int, int]] = {  # in cents
    # 2 + 4 + 4 + 4 dollars each: a flush of clubs beats three aces. Seat 3 put in nothing.
    "win": {1: -1400, 2: 1400, 3: 0},
    # Nobody calls the big blind: half of it is returned, the rest meets the small blind.
    "fold": {1: -100, 2: 100, 3: 0},
    # 3 antes of 5 cents, three blinds of 2 dollars, two bets of 2: 1,015. High 508, low 507.
    "high-low": {1: 507 - 405, 2: 508 - 405, 3: -205},
    # Main pot 3 x 20, side pot 2 x 30, 50 back: straight flush, three aces, a pair of kings.
    "side-pots": {1: 4000, 2: 1000, 3: -5000},
    # Pot limit: 2, then 3 + 1 to call: at most 6. 6-4-3-2-A is lower than 7-5-4-3-2.
    "illegal": {1: 1000, 2: -1000},
    # Seat 3 raised to 4 and is dead, seat 1 called it, seat 2 folds its blind of 2.
    "dead-hand": {1: 600, 2: -200, 3: -400},
    # 8 dollars less 5% are 7.60, shared by two queens on 8-9-10-J.
    "tie": {1: -20, 2: -20},
}
each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@each_file
def test_every_line_follows_from_the_rules(path: Path) -> None:
    written = path.read_text("utf-8")
    hand, tries = replay(written)
    assert transcript(hand, tries) == written
    assert rewritten(written) == written, "run scripts/golden, and read the diff"
    assert hand.over


@each_file
def test_the_deck_and_the_acts_are_enough(path: Path) -> None:
    """A new transcript starts with those lines; the rules write the rest."""
    written = path.read_text("utf-8")
    words = ("game", "options", "limits", "seats", "stacks", "button", "deck")
    verbs = (
        " folds",
        " checks",
        " calls ",
        " bets ",
        " raises ",
        " discards ",
        " tries ",
        " is dead",
    )
    lines = [
        line.partition(", refused")[0]
        for line in written.splitlines()
        if line.startswith(words) or any(verb in line for verb in verbs)
    ]
    assert rewritten("\n".join(lines)) == written


@each_file
def test_it_pays_what_was_worked_out_by_hand(path: Path) -> None:
    hand, _ = replay(path.read_text("utf-8"))
    assert {seat: hand.stacks[seat] - hand.started.stacks[seat] for seat in hand.in_hand} == NET[
        path.stem
    ]


def test_every_hand_was_worked_out() -> None:
    assert sorted(NET) == [path.stem for path in FILES]


def test_an_illegal_act_is_refused_for_its_own_reason() -> None:
    _, tries = replay(next(path for path in FILES if path.stem == "illegal").read_text("utf-8"))
    assert [refused.code.partition("/")[2] for refused in tries] == [
        "turn", "amount", "not_legal", "discards", "not_legal", "cards", "over",
    ]  # fmt: skip
