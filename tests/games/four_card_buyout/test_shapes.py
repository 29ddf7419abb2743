"""Bonus tables of other shapes: rows added, split, merged and removed; pays of 0, large and equal.

Each is solved both ways, also by the plain solver, which walks every deal of a small deck by the
game's own flow; a row that changes nothing must change no figure.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.card import parse
from croupier.cards.hands import points
from croupier.cards.scales import Score
from croupier.errors import RuleError
from croupier.games.four_card_buyout import choices, exact
from croupier.games.four_card_buyout.loops.tally import MOST_POINTS
from croupier.games.four_card_buyout.report import beside_the_bets
from croupier.odds.solve import State, values
from croupier.rules.paytable import Row, table_steps
from croupier.sim.plan import plan
from croupier.sim.run import Span, tally_of
from croupier.table.table import Table, open_table
from tests.odds import reference
from tests.odds.test_small_deck import BETS, UNIT, joint, nets, shares, stock_of
from tests.sim.test_kernels import compare

ONE, SIX = "ultimate-4-card-buyout", "4-card-buyout"
DECK = parse("As As As Kd Kd 2d 2h 2h 3h", decks=6)
Rows = dict[int, str]  # by the fewest points: the printed pay


def shaped(table: Table, rows: Rows) -> Table:
    """The table with a bonus of these rows."""
    printed = table.posted["bonus"]
    made = [Row(f"from {floor}", Score(floor), (rows[floor],)) for floor in sorted(rows)[::-1]]
    steps = table_steps(printed.columns, made, "test")
    bonus = printed._replace(id=f"of {len(made)} rows", rows=tuple(made), steps=steps)
    return replace(table, posted={**table.posted, "bonus": bonus})


def posted(table: Table) -> Rows:
    return {row.floor: row.printed[0] for row in table.posted["bonus"].rows}


def bonus_of(rows: Rows, needs_four: bool = False) -> Table:
    options = {"bonus_requires_four_cards": needs_four}
    return shaped(open_table(SIX, options=options), rows)


SHAPES: dict[str, Rows] = {
    "one row": {0: "Loss"},
    "one row that always wins": {0: "1"},
    "one row above others": {12: "3", 0: "Push"},
    "a row for each number of points": {score: str(score) for score in range(45)},
    "a row above all hands": {60: "1000", 20: "5", 0: "Loss"},
    "all alike": {44: "2", 30: "2", 20: "2", 0: "2"},
    "nothing wins": {44: "Push", 20: "Push", 0: "Loss"},
    "lower rows pay more": {30: "1", 20: "7", 10: "50", 0: "Loss"},
    "as large as may be": {33: "1000000", 22: "999999", 0: "Loss"},
}
QUICK = ("one row above others", "lower rows pay more", "as large as may be")


@pytest.mark.parametrize(
    "name, needs_four",
    [
        pytest.param(name, place % 2 == 1, marks=[] if name in QUICK else [pytest.mark.slow])
        for place, name in enumerate(SHAPES)
    ],
)
def test_every_shape_is_solved_as_the_plain_solver_does(name: str, needs_four: bool) -> None:
    table, stock = bonus_of(SHAPES[name], needs_four), stock_of(DECK)
    stakes = {"first": UNIT, "bonus": UNIT}
    beside = reference.solve(table, stakes, DECK, BETS)
    both = reference.solve(table, stakes, DECK, (*BETS, "bonus"))
    odds, priced = exact.solve(table, stock), exact.prepare(table, stock)(table)
    bonus = odds.wagers["bonus"]
    assert shares(odds.results) == nets(beside, BETS)
    assert shares(bonus.results) == nets(beside, ["bonus"])
    assert joint(table, stock, 1) == both.shares(
        lambda way: (way.net(BETS) // UNIT, way.net(["bonus"]) // UNIT)
    )
    assert priced["main"] == odds.net
    assert priced["bonus"] == bonus.results.mean
    assert priced["bonus.joint_net"] == both.sum(lambda way: way.net((*BETS, "bonus"))) / UNIT


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("game", [ONE, SIX])
def test_the_simulator_pays_every_shape_as_the_table_does(game: str, name: str) -> None:
    rng = np.random.default_rng(len(name))
    for seats in (1, 3):
        for _ in range(25):
            compare(shaped(open_table(game), SHAPES[name]), seats, rng)


@pytest.mark.parametrize("name", SHAPES)
def test_an_action_adds_what_its_row_pays(name: str) -> None:
    """What the bonus adds to a final hand is the pay of its row, as printed."""
    rows = SHAPES[name]
    table = bonus_of(rows)
    cards, offer, up = parse("9s Ts Jd", decks=6), parse("Ks")[0], parse("2c")[0]

    def pays(hand: tuple[int, ...]) -> int:
        cell = rows[max(floor for floor in rows if floor <= points(hand))]
        return int({"Loss": "-1", "Push": "0"}.get(cell, cell))

    two = Fraction(2)
    without, with_it = (
        {action.name: action.net for action in values(table, State(cards, up, offer, (), bonus))}
        for bonus in (Fraction(0), two)
    )
    assert with_it["fold"] - without["fold"] == -2
    assert with_it["refuse"] - without["refuse"] == 2 * pays(cards)
    assert with_it["buy"] - without["buy"] == 2 * pays((*cards, offer))


def test_no_shape_changes_the_best_play_of_the_bets() -> None:
    first = choices.optimal(open_table(ONE))
    other = choices.optimal(shaped(open_table(ONE), SHAPES["one row"]))
    assert all(np.array_equal(first[name], other[name]) for name in first)


floors = st.sets(st.integers(1, MOST_POINTS + 5), min_size=1, max_size=8)


def split(rows: Rows, more: set[int]) -> Rows:
    """The same pays, with a separate row from each of these floors."""
    return {
        floor: rows[max(old for old in rows if old <= floor)]
        for floor in sorted({*rows, *more}, reverse=True)
    }


@settings(max_examples=15, deadline=None)
@given(more=floors)
def test_rows_that_change_nothing_change_no_figure(more: set[int]) -> None:
    for game in (ONE, SIX):
        table = open_table(game)
        again = shaped(table, split(posted(table), more))
        stock = stock_of(DECK)
        pairs = [
            (exact.solve(house, stock), beside_the_bets(house, stock)) for house in (table, again)
        ]
        (one, ways), (two, more_ways) = pairs
        assert one.results == two.results
        assert one.wagers["bonus"][1:] == two.wagers["bonus"][1:]
        assert exact.prepare(table, stock)(table) == exact.prepare(again, stock)(again)
        assert (ways.total, ways.net) == (more_ways.total, more_ways.net)
        assert ways.net == one.wagers["bonus"].results.mean


def test_rows_that_change_nothing_change_no_simulated_round() -> None:
    table = open_table(ONE)
    again = shaped(table, split(posted(table), {1, 2, 3, 21, 39, 43, 44}))
    one, two = (tally_of(plan(house, seats=3, seed=8), Span(0, 5_000)) for house in (table, again))
    assert np.array_equal(one.counts, two.counts)
    assert np.array_equal(one.sums, two.sums)


def test_a_merged_row_is_reached_by_the_hands_of_both() -> None:
    table = open_table(SIX)
    rows, stock = posted(table), stock_of(DECK)
    for upper, lower in pairwise(sorted(rows, reverse=True)):
        merged = {floor: cell for floor, cell in rows.items() if floor != upper}
        whole = {
            line.label: line.ways for line in beside_the_bets(shaped(table, rows), stock).lines
        }
        fewer = {
            line.label: line.ways for line in beside_the_bets(shaped(table, merged), stock).lines
        }
        assert fewer[f"from {lower}"] == whole[f"from {lower}"] + whole[f"from {upper}"]


def test_pays_that_a_loop_cannot_sum_are_refused() -> None:
    """Over six decks a hand's worth is summed over 447 billion outcomes."""
    table = bonus_of({20: "100000000", 0: "Loss"})
    for ask in (exact.solve, lambda house: exact.prepare(house)(house)):
        with pytest.raises(
            RuleError, match=r"too large for exact odds from 312 cards; .* 20,627,995"
        ):
            ask(table)
    one_deck = shaped(open_table(ONE), {44: "100000000", 0: "Loss"})
    four_aces = Fraction(1, 270725)  # of all hands of four cards
    assert exact.prepare(one_deck)(one_deck)["bonus.alone_net"] == (10**8 + 1) * four_aces - 1


def test_more_decks_than_a_loop_can_count_are_refused() -> None:
    with pytest.raises(RuleError, match="364 cards: rounds of Buyout are counted exactly"):
        exact.tallied([7] * 52)
