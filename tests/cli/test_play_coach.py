"""The coach at the terminal: on request, after each round, and before a costly choice."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import cycle
from pathlib import Path

import pytest

from croupier.desk.coach import Mistakes
from croupier.desk.coaching.course import Course, SeatBets, Stint
from croupier.desk.coaching.written import course_to_json, mistakes_to_json
from croupier.desk.figures import odds_of
from croupier.errors import BadRecord
from croupier.games.registry import GAMES
from croupier.money import Cents, dollars
from croupier.odds.figures import Odds
from croupier.table.table import open_table
from tests.cli.seat import ACT, Seat, squeezed

PRIME, SPLIT = "four-card-prime", "4-card-split-v2"
BET = SeatBets((("no such wager", 500),))
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


def sat(seat: Seat, *, rounds: int, then: list[str], mode: str = "") -> str:
    """Rounds of `raise 3x`, then these words between two rounds; the page since the last round."""
    bets = 0

    def answer(question: str) -> str:
        nonlocal bets
        if question == ACT:
            return "raise 3x"
        if question.startswith("Enter bets the same"):
            bets += 1
            return "" if bets < rounds else then.pop(0) if then else "q"
        return f"h {mode}" if mode and not seat.asked[:-1] else ""

    assert seat.play(PRIME, answer, bankroll=Cents(1_000_000)) == 0
    return squeezed(seat.page.rpartition("Check this shuffle")[2])


@pytest.mark.parametrize("mode", ["", "on"])
def test_a_sitting_is_added_up_whether_or_not_the_coach_was_on(tmp_path: Path, mode: str) -> None:
    """Result, expectation and mistakes are those of the rounds; left and resumed, they go on."""
    straight, broken = Seat(tmp_path / "a"), Seat(tmp_path / "b")
    page = sat(straight, rounds=7, then=["h"], mode=mode)
    sitting = straight.kept
    net = sitting.bankroll - 1_000_000
    assert f" 7 rounds: {dollars(net, sign=True)}. To be expected" in page
    best = -7 * 100 * open_odds().house_edge
    expected = best - sitting.mistakes.cost
    for worth in (best, expected, net - expected):
        assert dollars(round(worth), sign=True) in page
    assert sitting.course.given_up == sitting.mistakes.cost > 0
    assert sitting.mistakes.decisions == sitting.course.decisions == 7
    assert "│" in page and "An hour of 45 rounds with your last bets: -$1.23 on average" in page

    sat(broken, rounds=3, then=["h"], mode=mode)
    sat(broken, rounds=5, then=["h"])  # resumed: it asks at once whether to bet the same
    again = broken.kept
    assert (again.course.net, again.course.rounds) == (net, 7)
    assert again.mistakes == sitting.mistakes and again.course == sitting.course


def open_odds() -> Odds:
    return odds_of(open_table(PRIME))


def test_decisions_that_nobody_asked_about_are_said_to_be_unknown(seat: Seat) -> None:
    sat(seat, rounds=3, then=[])
    page = sat(seat, rounds=3, then=["h"])
    assert "2 decisions, " in page and "3 more are not known anymore" in page


def test_a_game_of_an_earlier_version_begins_a_sitting(seat: Seat) -> None:
    sat(seat, rounds=2, then=[])
    written = json.loads(seat.path.read_text())
    for key in ("course", "mistakes"):
        del written[key]
    seat.path.write_text(json.dumps(written))
    assert seat.kept.course == Course() and seat.kept.mistakes == Mistakes()
    written["course"] = course_to_json(Course((Stint(1, 1, Cents(5), Fraction(0), (BET,)),)))
    written["mistakes"] = mistakes_to_json(Mistakes())
    seat.path.write_text(json.dumps(written))
    with pytest.raises(BadRecord, match="not ones of this table"):
        assert seat.kept


def test_what_the_wagers_cost_by_the_hour(seat: Seat) -> None:
    """As `croupier odds` says: the house edge, times the stake, times the rounds."""
    page = sat(seat, rounds=1, then=["h bets", "h bets 60", "h bets no", "h bets 0"])
    odds, table = open_odds(), open_table(PRIME)
    for hour in (45, 60):
        assert f"an hour of {hour} rounds" in page
        assert f"ante $1 {dollars(round(-100 * hour * odds.house_edge), sign=True)} 2.73%" in page
        for name in ("aces baby", "prime", "bad beat"):
            wager = table.game.wager(name)
            assert wager is not None
            least = table.limits.least(wager)
            cost = round(least * hour * odds.wagers[name].results.mean)
            assert f"{name} (not bet) {dollars(least)} {dollars(cost, sign=True)}" in page
    assert page.count("rounds per hour; write h bets and a number from 1 to 10,000") == 2


def test_before_a_costly_choice_it_asks(seat: Seat) -> None:
    every = cycle(["raise 3x", "fold", "raise 1x", "raise 2x"])
    page = played(seat, rounds=6, mode="warn", act=every, sure="n")
    asked = [question for question in seat.asked if "Do it?" in question]
    assert asked and all(re.match(r"(raise .x|fold) gives up .*\. Do it\?", one) for one in asked)
    assert page.count("Choose again") == len(asked)


def test_what_it_cannot_be_told_is_refused_in_words(seat: Seat) -> None:
    seat.play(PRIME, ["h now"])
    assert "Type h alone, or h rule, h bets, h on, h warn, h off." in seat.page


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
