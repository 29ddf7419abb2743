"""What bets cost, and what a sitting was expected to bring: each figure in a second way."""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from croupier.cards.card import DECK
from croupier.desk.coaching.costs import ROUNDS_AN_HOUR, Prices
from croupier.desk.coaching.course import (
    MOST,
    Course,
    SeatBets,
    bets_of,
    course_result,
    of_round,
)
from croupier.desk.coaching.written import course_from_json, course_to_json
from croupier.desk.figures import odds_of
from croupier.money import Cents
from croupier.odds.house_edge import Funding
from croupier.rules.felt import OptionValue
from croupier.sim.exact import round_win
from croupier.sim.plan import plan
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import Table, open_table

PRIME, SIX_DECKS, SPLIT = "four-card-prime", "4-card-buyout", "4-card-split-v2"
FIVE, FOUR = "five card jackpot", "four card jackpot"


@cache
def prices_of(game: str, **options: OptionValue) -> Prices:
    return Prices(open_table(game, options=options))


def costs(prices: Prices, stakes: Mapping[str, int], **more: object) -> dict[str, Fraction | None]:
    return {each.wager: each.cost for each in prices.costs(stakes, **more)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "game, stakes",
    [
        (PRIME, {"ante": 2500, "aces baby": 500, "prime": 700, "bad beat": 100}),
        (SIX_DECKS, {"first": 2500}),
        pytest.param(  # it counts the whole deck
            SPLIT, {"ante 1": 1000, "ante 2": 1000, "blind": 1000}, marks=pytest.mark.slow
        ),
        pytest.param(
            SPLIT, {"ante 1": 1000, "ante 2": 1000, "blind": 2500}, marks=pytest.mark.slow
        ),
    ],
)
def test_the_costs_add_up_to_what_the_house_wins(game: str, stakes: dict[str, int]) -> None:
    """As `croupier night` computes it: from the odds of the game, not by wager."""
    prices = prices_of(game)
    table, sides = prices.table, [name for name in stakes if name in odds_of(prices.table).wagers]
    sides = [name for name in sides if not table.game.wager(name).required]  # type: ignore[union-attr]
    win = round_win(table, plan(table, seats=1, seed=1, strategy="optimal", wagers=sides), stakes)
    found = costs(prices, stakes)
    assert sum(cost for cost in found.values() if cost is not None) == win
    assert len(found) == 1 + len(sides)
    main, *others = prices.costs(stakes)
    assert main.label == ", ".join(name for name in stakes if name not in sides)
    assert [each.label for each in others] == sides


def test_a_side_wager_costs_its_house_edge() -> None:
    prices = prices_of(PRIME)
    wagers = odds_of(prices.table).wagers
    for each in prices.costs({"ante": 1000, "aces baby": 500, "prime": 200})[1:]:
        assert each.share == -wagers[each.wager].results.mean
        assert each.by_the_hour() == 45 * each.stake * -wagers[each.wager].results.mean
    assert ROUNDS_AN_HOUR == 45


def test_a_bonus_that_choices_decide_about() -> None:
    """Beside equal bets as the odds say; never more than if the bets were played for themselves."""
    prices = prices_of(SIX_DECKS)
    odds = odds_of(prices.table)
    bonus = odds.wagers["bonus"]
    found = costs(prices, {"first": 1000, "bonus": 1000})
    assert sum(cost for cost in found.values() if cost) == -1000 * bonus.more["joint_net"]  # type: ignore[operator]
    assert found["first"] == 1000 * odds.house_edge
    for bet in (100, 700, 5000):
        cost = costs(prices, {"first": 1000, "bonus": bet})["bonus"]
        assert cost is not None and cost < -bet * bonus.results.mean


def test_a_bonus_bet_alone() -> None:
    prices = prices_of(SIX_DECKS, bonus_alone=True)
    alone = odds_of(prices.table).wagers["bonus"].more["alone_net"]
    assert costs(prices, {"bonus": 300}) == {"bonus": -300 * alone}  # type: ignore[operator]


@pytest.mark.parametrize("split", ["equal", "in order"])
def test_a_jackpot_wager_costs_nothing_at_the_meter_that_breaks_even(split: str) -> None:
    table = open_table(PRIME, options={"jackpot_type": "progressive", "jackpot_split": split})
    sizes = {name: table.fixed_wager(name) for name in table.jackpots}
    prices = Prices(table, {name: 5000 * size for name, size in sizes.items()})
    odds = odds_of(table, Funding(Fraction(5000), Fraction(1, 5)))
    for name, size in sizes.items():
        even = odds.wagers[name].more["break_even_meter"]
        share = odds.wagers[name].more["meter_share_by_seats"]
        for seats in (1, 4):
            meter = even[str(seats)] * size  # type: ignore[index]
            here = {"sharers": {name: seats}}
            stakes = {"ante": 1000, name: size}
            assert costs(prices, stakes, meters={name: meter}, **here)[name] == 0
            below = costs(prices, stakes, meters={name: meter - 100}, **here)[name]
            assert below == 100 * share[str(seats)]  # type: ignore[index]


def test_without_a_meter_a_jackpot_wager_has_no_figure() -> None:
    size = prices_of(PRIME).table.fixed_wager(FIVE)
    assert costs(prices_of(PRIME), {"ante": 1000, FIVE: size})[FIVE] is None


# ---- a sitting


def played(table: Table, bets: Mapping[int, Mapping[str, int]], lucky: Random) -> Round:
    cards = list(DECK) * table.game.decks
    lucky.shuffle(cards)
    state = deal(table, bets, Deck(tuple(cards)))  # type: ignore[arg-type]
    while not state.over:
        assert state.turn is not None
        state = state.act(state.turn, lucky.choice(state.legal))
    return state


def test_the_figures_of_a_sitting_are_those_of_its_rounds() -> None:
    """However its rounds are added up, and whenever the decisions are judged."""
    prices, lucky = prices_of(PRIME), Random(1)
    course, net, expected = Course(), 0, Fraction(0)
    for number in range(1, 3 * MOST):
        stakes = {"ante": 1000 * lucky.randint(1, 3), "prime": 500}
        state = played(prices.table, {2: stakes, 5: {"ante": 2000}}, lucky)
        won = sum(result.net for result in state.results[2].values())
        gone = Fraction(number, 7)
        if number % 2:
            course = course.after(of_round(state, [2], won, None, gone))
        else:
            course = course.after(of_round(state, [2], won)).judged(number, gone)
        net += won
        expected -= gone + sum(cost for cost in costs(prices, stakes).values() if cost)
    found = course_result(prices, course)
    assert len(course.stints) <= MOST
    assert (found.rounds, found.actual, found.expected) == (3 * MOST - 1, net, expected)
    assert found.points[-1] == (found.rounds, found.actual, found.expected)
    assert found.luck == net - expected and found.best == expected + found.given_up
    assert [point.rounds for point in found.points] == sorted({p.rounds for p in found.points})
    assert found.unpriced == ()
    assert course.decisions == course.rounds  # one choice in each of them
    assert course_from_json(json.loads(json.dumps(course_to_json(course))), prices.table) == course


def test_jackpots_are_expected_to_bring_what_their_meter_showed() -> None:
    prices, lucky = prices_of(PRIME, jackpot_type="progressive"), Random(2)
    size = prices.table.fixed_wager(FOUR)
    stakes = {"ante": 1000, FOUR: size}
    meters = [1_000_000, 1_000_700, 90_000]
    course = Course()
    for meter in meters:
        state = played(prices.table, {1: stakes, 2: stakes, 3: {"ante": 1000}}, lucky)
        course = course.after(of_round(state, [1], 0, {FOUR: meter}))
    first, *others = course.stints
    for other in others:
        first = first.and_then(other)
    assert first.bets == (SeatBets(tuple(stakes.items()), ((FOUR, 2),), 3, ((FOUR, sum(meters)),)),)
    each = [
        costs(prices, stakes, sharers={FOUR: 2}, meters={FOUR: meter}).values() for meter in meters
    ]
    assert course_from_json(json.loads(json.dumps(course_to_json(course))), prices.table) == course
    whole = -sum(cost for found in each for cost in found if cost is not None)
    assert course_result(prices, course).expected == whole
    assert course_result(prices, Course((first,))).expected == whole


def test_a_wager_without_a_figure_is_named() -> None:
    prices = prices_of(PRIME, jackpot_type="progressive")
    stakes = {"ante": 1000, FIVE: prices.table.fixed_wager(FIVE)}
    state = played(prices.table, {1: stakes}, Random(3))
    found = course_result(prices, Course().after(of_round(state, [1], -100)))
    assert found.unpriced == (FIVE,)
    assert found.best == -(costs(prices, {"ante": 1000})["ante"] or 0)


def test_a_dead_hand_has_bet_nothing() -> None:
    """Its wagers were returned."""
    table = prices_of(PRIME).table
    bets = {seat: {"ante": Cents(1000)} for seat in (1, 2)}
    state = deal(table, bets, Deck(DECK))
    both = bets_of(state, [1, 2])
    assert both == (SeatBets((("ante", 1000),), (), 2),)
    assert bets_of(state.void(1), [1, 2]) == bets_of(state, [2])
