"""Bots and duplicate deals: the luck of the cards is the same for everybody."""

import json
from random import Random

import pytest
from typer.testing import CliRunner

from croupier.bots.players import Match, always_call, bot, matched, names_of, played, random_legal
from croupier.cards.card import DECK
from croupier.cli import app
from croupier.errors import RuleError
from croupier.games.registry import poker_game
from croupier.table.poker.deal import deal
from croupier.table.poker.table import first_positions, open_poker


@pytest.mark.parametrize("limit", ["fixed", "spread", "pot", "none"])
@pytest.mark.parametrize("mode", ["high", "hilo", "low"])
def test_what_one_wins_another_loses(limit: str, mode: str) -> None:
    table = open_poker("five-card-hold-out", {"limit": limit, "mode": mode}, seat_count=4)
    bots = [always_call, random_legal, random_legal, always_call]
    found = matched(table, bots, deals=6, stack=5000, seed=3)
    assert sum(match.total for match in found) == 0
    assert [match.hands for match in found] == [24] * 4


def test_the_same_play_with_the_same_cards_wins_nothing() -> None:
    found = matched(
        open_poker("five-card-hold-out", seat_count=3),
        [always_call] * 3,
        deals=20,
        stack=9000,
        seed=1,
    )
    assert [(match.total, match.squares) for match in found] == [(0, 0)] * 3


def test_the_same_seed_gives_the_same_hands_and_another_does_not() -> None:
    table, bots = open_poker("five-card-hold-out", seat_count=2), [always_call, random_legal]
    first, again, other = (matched(table, bots, 15, 9000, seed) for seed in (7, 7, 8))
    assert first == again != other


def test_calling_beats_acting_at_random() -> None:
    calls, _ = matched(
        open_poker("five-card-hold-out", seat_count=2),
        [always_call, random_legal],
        300,
        20_000,
        seed=2,
    )
    assert calls.mean > 0 and calls.mean**2 > 16 * calls.variance


def test_counting_beats_calling() -> None:
    tight, _ = matched(
        open_poker("five-card-hold-out", seat_count=2),
        [bot("tight", poker_game("five-card-hold-out")), always_call],
        60,
        20_000,
        seed=5,
    )
    assert tight.mean > 0 and tight.mean**2 > 9 * tight.variance


def test_the_error_of_a_mean_by_hand() -> None:
    # Deals of two hands with results 3, 5, 10: the variance of a deal is 13.
    match = Match(deals=3, hands=6, total=18, squares=9 + 25 + 100)
    assert match.mean == 3
    assert match.variance * 36 == 3 * 13


@pytest.mark.parametrize("name", names_of(poker_game("five-card-hold-out")))
@pytest.mark.parametrize(
    "mode",
    ["high", pytest.param("hilo", marks=pytest.mark.slow)],  # what to keep takes longer to learn
)
@pytest.mark.usefixtures("little_practice")
def test_a_bot_is_always_legal(name: str, mode: str) -> None:
    lucky = Random(4)
    for number in range(4 if name == "tight" else 30):
        seats = lucky.sample(range(1, 10), lucky.randint(2, 9))
        table = open_poker(
            "five-card-hold-out", {"limit": lucky.choice(["fixed", "pot", "none"]), "mode": mode}
        )
        stacks = {seat: lucky.choice([60, 700, 30_000]) for seat in seats}
        positions = first_positions(seats[0], seats, 9)
        hand = deal(table, stacks, positions, lucky.sample(DECK, 52))
        over = played(hand, dict.fromkeys(seats, bot(name, table.game)), str(number))
        assert over.over and sum(over.stacks) == sum(stacks.values())


def test_simulate_as_a_program_reads_it() -> None:
    words = ["simulate", "five-card-hold-out", "--hands", "40", "--bots", "random, call", "--json"]
    told = json.loads(CliRunner().invoke(app, words).stdout)
    assert told["hands"] == 40 and [row["bot"] for row in told["bots"]] == ["random", "call"]
    assert sum(row["net"] for row in told["bots"]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["five-card-hold-out", "--bots", "call"], "2 to 9"),
        (["five-card-hold-out", "--bots", "call,shark"], "call, random, tight"),
        (["five-card-hold-out", "--option", "limit=table"], "fixed, spread, pot, none"),
    ],
)
def test_simulate_refuses_what_it_cannot_play(words: list[str], message: str) -> None:
    ran = CliRunner().invoke(app, ["simulate", *words])
    assert isinstance(ran.exception, RuleError) and message in ran.exception.message
