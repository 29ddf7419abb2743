"""Bets and bankrolls of `croupier play`: the questions, refusals and warnings before the deal."""

import re
from dataclasses import replace

import pytest

from croupier.cli.play.bets import bets_line
from croupier.desk.sittings.saved import save
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.table.table import open_table
from tests.cli.seat import ACT, Seat, squeezed

# Bets.


def test_last_bets_are_repeated_or_changed(seat: Seat) -> None:
    bets = ["10", "5", "", "", "y", "n"]
    fold = "fold"
    assert seat.play("four-card-prime", [*bets, fold, "", fold]) == 0
    expected = {1: {"ante": 1000, "aces baby": 500, "five card jackpot": 100}}
    assert seat.kept.bets == expected
    assert "Last bets: ante $10, aces baby $5, five card jackpot $1. Total $16." in seat.page
    # Each question remembers its own last answer; 0 removes a wager.
    changed = ["x", "c", "20", "", "0", "", "n", ""]
    assert seat.play("four-card-prime", ["", *changed]) == 0
    assert seat.kept.bets == {1: {"ante": 2000, "aces baby": 500}}


@pytest.mark.parametrize(
    "bets, said",
    [
        ({1: {"ante": 500, "prime": 100}}, "ante $5, prime $1"),
        ({2: {"ante": 500}}, "seat 2 ante $5"),
        ({1: {"ante": 500}, 3: {"ante": 500}}, "ante $5 at each of 2 seats"),
        ({1: {"ante": 500}, 3: {"ante": 900}}, "seat 1 ante $5; seat 3 ante $9"),
    ],
)
def test_bets_are_shown_in_one_line(bets: dict[int, dict[str, int]], said: str) -> None:
    assert bets_line(bets) == said


def test_a_wager_that_equals_another_is_not_asked_for(seat: Seat) -> None:
    seat.play("4-card-split-v2", ["10", "15"])
    assert [question.split(",")[0] for question in seat.asked[:2]] == ["ante 1", "blind"]
    assert seat.kept.bets == {1: {"ante 1": 1000, "ante 2": 1000, "blind": 1500}}


@pytest.mark.parametrize(
    "game, answers, said",
    [
        ("four-card-prime", ["500"], "Ante $500; this table takes $1 to $400"),
        ("four-card-prime", ["0.50"], "Ante $0.50; this table takes $1 to $400"),
        ("four-card-prime", ["-5"], "-$5 is not a bet; this table takes $1 to $400"),
        ("four-card-prime", ["5", "-5"], "this table takes $1 to $400 or none"),
        ("four-card-prime", ["lots"], "'lots' is not an amount"),
        ("four-card-prime", ["5", "", "", "6"], "Bad beat $6; this table takes $1 to $5"),
        ("four-card-prime", ["5", "", "", "", "maybe"], "Please answer y or n"),
        ("four-card-prime", ["0"], "No seat made a wager"),
        ("4-card-split-v2", ["10", "5"], "Blind $5; it must be at least ante 1, $10."),
        ("4-card-split-v2", ["10", "0"], "No blind; a seat must bet ante 1, ante 2, blind."),
        ("4-card-split-v2", ["200"], "that would put $400 on the table, and you have $100"),
    ],
)
def test_a_bet_that_is_refused_is_asked_for_again(
    seat: Seat, game: str, answers: list[str], said: str
) -> None:
    assert seat.play(game, answers, bankroll=Cents(10000)) == 0
    assert said.casefold() in squeezed(seat.page).casefold()
    assert len(seat.asked) == len(answers) + 1
    assert seat.kept.round is None


def test_a_seats_bets_can_be_started_again(seat: Seat) -> None:
    seat.play("4-card-split-v2", ["40", "c", "20", "20"], bankroll=Cents(10000))
    assert seat.kept.bets == {1: {"ante 1": 2000, "ante 2": 2000, "blind": 2000}}


def test_a_seat_may_sit_out_and_the_last_one_gets_what_is_left(seat: Seat) -> None:
    answers = ["0", "3", "3"]
    seat.play("4-card-split-v2", [*answers, "y"], seats=3, bankroll=Cents(1000))
    assert [spot.seat for spot in seat.round.spots] == [2]
    assert "Nothing is left to bet at seat 3; it sits out." in squeezed(seat.page)


def test_a_wager_alone_where_the_house_allows_it(seat: Seat) -> None:
    seat.play("4-card-buyout", ["0", "5"], options={"bonus_alone": "on"})
    assert seat.kept.bets == {1: {"bonus": 500}}
    assert seat.kept.round is None  # nothing is left to choose
    assert "Check this shuffle" in seat.page


@pytest.mark.parametrize("game", GAMES)
def test_the_least_bet_is_one_that_the_table_takes(game: str) -> None:
    table = open_table(game)
    wagers = [wager for wager in table.offers if wager.required]
    assert table.least_bet == 100 * len(wagers)
    stakes = {wager.name: 100 for wager in wagers}
    table.check_stakes(1, stakes)


# The bankroll.


@pytest.mark.parametrize(
    "game, ante, bankroll, said",
    [
        # What an ante of $10 leaves; a raise is one, two or three antes.
        ("four-card-prime", "10", 1000, "leave you $0. You could not make any raise ($10 to $30)."),
        ("four-card-prime", "10", 1999, "leave you $9.99. You could not make any raise"),
        ("four-card-prime", "10", 2000, "You could not make a raise of more than 1x ($10)."),
        ("four-card-prime", "10", 3999, "You could not make a raise of more than 2x ($20)."),
        ("four-card-prime", "10", 4000, ""),
        # Only a raise of $200 is within twice the table's limit of $400, so three do not matter.
        ("four-card-prime", "200", 59_900, "You could not make a raise of more than 1x ($200)."),
        ("four-card-prime", "200", 60_000, ""),
        (
            "4-card-buyout",
            "10",
            1500,
            "You could not make second ($10), third ($10).",
        ),
        ("4-card-buyout", "10", 2000, "leave you $10. You could not make third ($10)."),
        ("4-card-buyout", "10", 3000, ""),
        ("4-card-split-v2", "10", 3000, "You could not make play 1 ($10), play 2 ($10)."),
        ("4-card-split-v2", "10", 4900, "leave you $19. You could not make play 2 ($10)."),
        ("4-card-split-v2", "10", 5000, ""),
    ],
)
def test_a_bankroll_that_covers_no_raise_is_reported_before_the_deal(
    seat: Seat, game: str, ante: str, bankroll: int, said: str
) -> None:
    def answer(question: str) -> str:
        if question == ACT or question.startswith(("Deal anyway", "Enter", "Another")):
            raise EOFError
        return ante if question.startswith(("ante", "first")) else ""

    assert seat.play(game, answer, bankroll=Cents(bankroll)) == 0
    assert ("You could not make" in squeezed(seat.page)) == bool(said)
    assert said in squeezed(seat.page)
    assert seat.asked[-1].startswith("Deal anyway? n changes the bets.") == bool(said)


def test_a_bet_that_leaves_too_little_can_be_changed(seat: Seat) -> None:
    answers = ["10", "", "", "", "", "", "n", "5", "", "", "", "", ""]
    assert seat.play("four-card-prime", answers, bankroll=Cents(2000)) == 0
    assert seat.kept.bets == {1: {"ante": 500}} and seat.kept.round is not None
    again = Seat(seat.folder / "again")
    again.play("four-card-prime", ["10", "", "", "", "", "", "y"], bankroll=Cents(2000))
    assert again.kept.bets == {1: {"ante": 1000}}


def test_several_seats_are_covered_one_after_another(seat: Seat) -> None:
    answers = ["10", "", "", "", "", ""] * 2
    seat.play("four-card-prime", answers, bankroll=Cents(5000), seats=2)
    assert "leave you $30. You could not make any raise ($10 to $30) at seat 2." in squeezed(
        seat.page
    )


@pytest.mark.parametrize(
    "game, first, then",
    [("four-card-prime", "ante", "$10"), ("4-card-split-v2", "ante 1", "$3")],
)
def test_the_usual_bet_after_a_loss_is_within_the_bankroll(
    seat: Seat, game: str, first: str, then: str
) -> None:
    """$10 is left, and $30 was bet: the three bets of a split are $3, $3 and $4 at most."""
    seat.play(game, ["30", *[""] * 5, "y", "q"], bankroll=Cents(20000))
    sitting = replace(seat.kept, bankroll=Cents(1000), round=None)
    save(seat.path, sitting)
    again = Seat(seat.folder)
    again.play(game, ["", "", "", "", "", "", "", "q"])
    assert "That is more than you have left" in again.page
    assert again.asked[1].startswith(f"{first}, $1 to $400 [{then}]")
    assert "that would put" not in again.page


def test_none_drops_a_side_bet_and_the_question_says_so(seat: Seat) -> None:
    for word in ("0", "n", "none", "None"):
        again = Seat(seat.folder / word)
        again.play("four-card-prime", ["10", "5", "", "", "", "", "fold", "c", "10", word])
        again.play("four-card-prime", ["", "c", "10", word, "", "", "", ""])
        assert again.kept.bets == {1: {"ante": 1000}}
        assert any(q == "aces baby, $1 to $400 or none [$5]: " for q in again.asked)


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_paid_is_refused_and_a_way_out_is_left(seat: Seat, game: str) -> None:
    """With all the money on the table, every option that bets is refused, and some other is not."""
    refused = 0

    def answer(question: str) -> str:
        nonlocal refused
        if question == ACT:
            state = seat.round
            assert seat.kept.at_hand >= 0
            betting = [option.name for option in state.options if option.bet]
            free = [option.name for option in state.options if not option.bet]
            assert free
            if betting and seat.kept.at_hand == 0 and not refused:
                refused += 1
                return betting[0]
            return free[0] if "/" in free[0] else free[-1]
        if question.startswith(("Enter bets the same", "Another")):
            return "q"
        return "y" if question.startswith("Deal anyway") else ""

    least = open_table(game).least_bet
    for seed in range(4):
        if not refused:
            player = Seat(seat.folder / f"{seed}", seed=f"{seed}")
            seat.console, seat.screen, seat.folder = player.console, player.screen, player.folder
            assert player.play(game, answer, bankroll=least) == 0
    assert refused
    assert "and you have $0 left; you can" in squeezed(seat.page)
    assert "more than you have" in squeezed(seat.page)


def test_a_raise_above_the_bankroll_is_not_made(seat: Seat) -> None:
    bets = ["10", "", "", "", "", ""]
    seat.play("four-card-prime", [*bets, "y", "raise 3x", "raise 2x"], bankroll=Cents(3500))
    assert "Raise 3x costs $30 and you have $25 left" in squeezed(seat.page)
    assert re.search(r"raise +\$20 ", seat.page)
    assert seat.kept.bankroll >= 500


def test_an_empty_bankroll_is_filled_again(seat: Seat) -> None:
    asked_for_more = 0

    def answer(question: str) -> str:
        nonlocal asked_for_more
        if question == ACT:
            return "fold"
        if question.startswith("Another $10?"):
            asked_for_more += 1
            return "" if asked_for_more == 1 else "n"
        if question.startswith("Deal anyway"):
            return "y"
        return "" if "?" in question or "ante" not in question else "10"

    assert seat.play("four-card-prime", answer, bankroll=Cents(1000)) == 0
    assert asked_for_more == 2
    assert "only play money" in squeezed(seat.page)
    assert seat.kept.bankroll == 0


def test_a_bankroll_too_small_to_begin_with(seat: Seat) -> None:
    assert seat.play("4-card-split-v2", [], bankroll=Cents(299)) == 2
    assert "is played for at least $3" in seat.refused
