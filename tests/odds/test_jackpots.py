"""Jackpots by seats, beside a plain enumeration of every deal of a small deck."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.cards.card import mask
from croupier.cards.hands import best_four, five_card
from croupier.cli import app
from croupier.errors import RuleError
from croupier.odds import jackpots
from croupier.odds.hand_counts import five_card_counts
from croupier.rules.four_card_prime import settle_envy_jackpot
from croupier.rules.jackpots import meter_pays
from croupier.rules.paytable import prize
from croupier.table.table import Table, open_table

SMALL = tuple(13 * suit + rank for suit in range(4) for rank in (9, 10, 11, 12))  # J to A
TWO_SUITS = tuple(13 * suit + rank for suit in range(2) for rank in range(5, 13))  # 7 to A
FOUR, FIVE = "four_card_jackpot", "five_card_jackpot"


def found(table: Table, group: str, deck: tuple[int, ...]) -> jackpots.Winners:
    four, five, _ = five_card_counts(deck)
    held = four if group == FOUR else five
    return jackpots.winners(table, group, held, deck, all_five=group == FIVE)


def deals(deck: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Two hands, as masks, over every deal."""
    for own in combinations(deck, 5):
        left = [card for card in deck if card not in own]
        for other in combinations(left, 5):
            yield mask(own), mask(other)


@pytest.mark.parametrize("excludes", [True, False])
@pytest.mark.parametrize("table_id", ["4CP-E01", "4CP-E02"])
def test_envy_of_two_seats_is_what_the_rules_settle(table_id: str, excludes: bool) -> None:
    options = {"envy_excludes_winners": excludes}
    table = open_table("four-card-prime", posted={FOUR: table_id}, options=options)
    steps = table.posted[FOUR].steps
    columns = (steps["pays"], steps["pays percent"], steps["envy"])
    scores = {mask(hand): best_four(mask(hand)) for hand in combinations(SMALL, 5)}
    total = count = 0
    seen: dict[tuple[int, int], int] = {}
    for own, other in deals(SMALL):
        pair = scores[own], scores[other]
        if pair not in seen:
            _, net, _ = settle_envy_jackpot(pair[0], [pair[1]], excludes, 1, *columns)
            _, alone, _ = settle_envy_jackpot(pair[0], [], excludes, 1, *columns)
            seen[pair] = net - alone
        total += seen[pair]
        count += 1
    ours = jackpots.envy(table, FOUR, found(table, FOUR, SMALL))
    assert ours == {"1": 0, "2": Fraction(total, count)}
    assert total > 0


def test_the_best_of_several_is_left_out_where_it_is_not_counted() -> None:
    table = open_table("four-card-prime", options={"envy_multiple": False})
    deck = tuple(range(26))
    ours = jackpots.envy(table, FOUR, found(table, FOUR, deck))
    assert ours["1"] == 0 and ours["2"] is not None and ours["3"] is None


@pytest.mark.parametrize("split, kind", [("equal", "progressive"), ("equal", "house")])
def test_the_share_of_a_meter_is_what_the_rules_pay(split: str, kind: str) -> None:
    """Royal flushes of two seats share a progressive meter; a house jackpot pays each."""
    options = {"jackpot_split": split, "jackpot_type": kind}
    table = open_table("four-card-prime", options=options)
    percents = table.steps(f"{FIVE}.pays percent")
    scores = {
        mask(hand): prize(percents, five_card(mask(hand))) for hand in combinations(TWO_SUITS, 5)
    }
    paid = emptied = count = 0
    for own, other in deals(TWO_SUITS):
        count += 1
        if scores[own] or scores[other]:
            claims = (scores[own], scores[other])
            paid += sum(meter_pays(claims, 1000, kind=kind, split=split, reseed=0))
            emptied += claims.count(100) if kind == "house" else 100 in claims
    ours = jackpots.meter(table, FIVE, found(table, FIVE, TWO_SUITS))
    assert ours.share["2"] == Fraction(paid, 2 * 1000 * count)
    assert ours.emptied["2"] == Fraction(emptied, 2 * count)


def test_a_meter_paid_in_order_is_known_for_one_seat_alone() -> None:
    table = open_table("four-card-prime", options={"jackpot_split": "in order"})
    ours = jackpots.meter(table, FIVE, found(table, FIVE, TWO_SUITS))
    assert ours.share["1"] is not None and ours.share["2"] is None


def answer(*words: str) -> Any:
    ran = CliRunner().invoke(app, ["odds", "four-card-prime", *words, "--json"])
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)["wagers"]


def test_at_the_break_even_meter_a_wager_returns_itself() -> None:
    for wager in ("five card jackpot", "four card jackpot"):
        told = answer()[wager]
        for seats in map(str, range(1, 10)):
            envied = Fraction(told.get("envy", {}).get(seats, "0"))
            meter = Fraction(told["break_even_meter"][seats])
            share = Fraction(told["meter_share_by_seats"][seats])
            assert Fraction(told["fixed_return"]) + envied + meter * share == 1
    assert told["meter_share_by_seats"]["1"] == told["meter_share"]
    assert told["meter_emptied"]["1"] == told["whole_meter"]


def test_the_whole_deck_by_hand() -> None:
    """A seat that may win as well: envy is linear in the listed hands of the other seats."""
    told = answer("--option", "envy_excludes_winners=off")["four card jackpot"]
    aces, quads, hands = 48, 12 * 48, 2598960
    runs = 4 * (11 * 48 - 10)  # 11 runs of four a suit, any fifth card; a run of five holds two
    once = Fraction(100 * aces + 10 * quads + 5 * runs, hands)
    assert Fraction(told["envy"]["2"]) == once
    assert Fraction(told["envy"]["9"]) == 8 * once


def test_the_long_run_returns_what_was_put_in() -> None:
    told = answer("--seed", "10000", "--contribution", "25%")["four card jackpot"]
    for seats in ("1", "9"):
        parts = Fraction(told["fixed_return"]) + Fraction(told["envy"][seats])
        assert Fraction(told["long_run_return"][seats]) == parts + Fraction(1, 4) + Fraction(
            10000, 54145
        )


@pytest.mark.parametrize(
    "words, message",
    [
        (("--seed", "10000"), "give --seed and --contribution"),
        (("--seed", "-1", "--contribution", "25%"), "write wagers, such as 10000"),
        (("--seed", "many", "--contribution", "25%"), "write wagers, such as 10000"),
        (("--seed", "1", "--contribution", "25"), "from 0% to 100%"),
        (("--seed", "1", "--contribution", "101%"), "from 0% to 100%"),
        (
            ("--seed", "1", "--contribution", "5%", "--option", "jackpot_type=house"),
            "its jackpot is of type house",
        ),
    ],
)
def test_a_meter_that_cannot_be_filled_so(words: tuple[str, ...], message: str) -> None:
    ran = CliRunner().invoke(app, ["odds", "four-card-prime", *words])
    assert isinstance(ran.exception, RuleError) and message in ran.exception.message


def test_a_game_without_a_meter() -> None:
    words = ["odds", "4-card-buyout", "--seed", "1", "--contribution", "5%"]
    ran = CliRunner().invoke(app, words)
    assert isinstance(ran.exception, RuleError) and "has no jackpot" in ran.exception.message
