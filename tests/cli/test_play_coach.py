"""The coach at the terminal: on request, after each round, and before a costly choice."""

import re
from collections.abc import Iterator
from itertools import cycle

import pytest

from croupier.games.registry import GAMES
from tests.cli.seat import ACT, Seat, squeezed

PRIME, SPLIT = "four-card-prime", "4-card-split-v2"
VALUES = "Expected result, without side bets that your choice cannot change:"


def played(seat: Seat, *, rounds: int, mode: str, act: Iterator[str], sure: str = "y") -> str:
    """Rounds of the smallest bets after `h MODE`; each answer to a choice is the next of `act`."""
    bets = 0

    def answer(question: str) -> str:
        nonlocal bets
        if question == ACT:
            return next(act)
        if question.endswith("[y/N] ") and "Do it?" in question:
            return sure
        if question.startswith("Enter bets the same"):
            bets += 1
            return "q" if bets == rounds else ""
        if not seat.asked[:-1]:
            return f"h {mode}"
        return ""

    assert seat.play(PRIME, answer) == 0
    return squeezed(seat.page)


def always(action: str) -> Iterator[str]:
    while True:
        yield action


@pytest.mark.parametrize("game", GAMES)
def test_h_says_what_each_choice_is_worth(seat: Seat, game: str) -> None:
    asked: list[str] = []

    def answer(question: str) -> str:
        if question != ACT:
            return "q" if question.startswith("Enter bets the same") else ""
        state = seat.round
        asked.append("h")
        if len(asked) % 2:
            return "h"
        shown = squeezed(seat.page).rpartition(VALUES)[2]
        for action in state.legal:
            assert re.search(rf"(?<![\w]){re.escape(action)} ([+-]\$|even)", shown), (action, shown)
        assert " best " in shown
        return "1"

    assert seat.play(game, answer) == 0
    assert asked
    assert "Coach:" not in seat.page  # it comments only if it is wanted


def test_after_each_round_it_says_what_the_decisions_cost(seat: Seat) -> None:
    page = played(seat, rounds=8, mode="on", act=always("raise 3x"))
    gave_up = re.findall(
        r"Coach: Seat 1, raise: raise 3x gave up \$[\d.]+; best: (fold|raise .x)", page
    )
    was_best = page.count("Coach: Seat 1, raise: raise 3x was best")
    assert len(gave_up) + was_best == 8
    assert set(gave_up) <= {"fold", "raise 1x"} and len(gave_up) > 2
    assert "gives up" not in page


def test_between_rounds_h_adds_it_up(seat: Seat) -> None:
    rounds = 0

    def answer(question: str) -> str:
        nonlocal rounds
        if question == ACT:
            return "raise 3x"
        if question.startswith("Enter bets the same"):
            rounds += 1
            return {6: "h", 7: "q"}.get(rounds, "")
        return "h on" if not seat.asked[:-1] else ""

    assert seat.play(PRIME, answer) == 0
    page = squeezed(seat.page)
    (tally,) = re.findall(r"(\d) decisions, (\d) not the best: given up in all \$([\d.]+)\.", page)
    gave_up = re.findall(r"raise 3x gave up \$([\d.]+);", page)
    assert (int(tally[0]), int(tally[1])) == (6, len(gave_up))
    assert float(tally[2]) == pytest.approx(sum(map(float, gave_up)), abs=0.01 * len(gave_up))
    assert re.search(r"raise: raise 3x instead of (fold|raise 1x), (once|\d times): \$", page)


def test_before_a_costly_choice_it_asks(seat: Seat) -> None:
    every = cycle(["raise 3x", "fold", "raise 1x", "raise 2x"])
    page = played(seat, rounds=6, mode="warn", act=every, sure="n")
    asked = [question for question in seat.asked if "Do it?" in question]
    assert asked and all(re.match(r"(raise .x|fold) gives up .*\. Do it\?", one) for one in asked)
    assert page.count("Choose again") == len(asked)


def test_what_it_cannot_be_told_is_refused_in_words(seat: Seat) -> None:
    seat.play(PRIME, ["h now"])
    assert "Type h alone, or h rule, h on, h warn, h off." in seat.page


def test_without_its_packages_the_game_goes_on(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setattr("croupier.desk.coach.option_values", lacking)
    page = played(seat, rounds=1, mode="on", act=iter(["h", "1"]))
    assert page.count("The coach needs numpy; install it with") == 2  # asked, then switched off
    assert "Coach: Seat" not in page


def test_h_rule_says_which_rule_to_remember_applies(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which one it is: tests/desk/test_coach.py."""
    seen: list[object] = []
    monkeypatch.setattr("croupier.desk.coach.rule_to_remember", lambda *about: seen.append(about))
    page = played(seat, rounds=1, mode="off", act=iter(["h rule", "fold"]))
    ((table, view),) = seen
    assert (table.game.id, view.seat, view.turn) == (PRIME, 1, 1)
    assert "To remember: None" in page
