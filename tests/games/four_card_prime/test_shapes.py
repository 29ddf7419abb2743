"""Paytables of other shapes: rows added, split, merged and removed; pays of 0, large and equal.

Each is solved both ways, also by the plain solver, which walks every deal of a small deck by the
game's own flow; a row that changes nothing must change no figure.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.card import DECK, mask, parse
from croupier.cards.hands import best_four
from croupier.cards.scales import FIVE, FOUR, Score
from croupier.errors import BadCards, RuleError
from croupier.games.four_card_prime import choices, exact
from croupier.games.four_card_prime.counts import check_deck, counted
from croupier.games.four_card_prime.loops.rounds import choice_place as place
from croupier.games.four_card_prime.report import bad_beat, bonuses
from croupier.games.four_card_prime.rules import ACTIONS, settle_envy_jackpot
from croupier.odds.figures import MAIN
from croupier.odds.jackpots import wager as jackpots
from croupier.odds.jackpots.disjoint import winners
from croupier.odds.solve import State, best, values
from croupier.rules.paytable import Row, table_steps
from croupier.table.table import Table, open_table
from tests.odds import reference
from tests.odds.few_seats import SMALL, doubles, found
from tests.odds.test_small_deck import MAIN as MAIN_WAGERS
from tests.odds.test_small_deck import SIDES, UNIT, check_jackpot, check_prime, nets, shares
from tests.sim.test_kernels import compare

GAME = "four-card-prime"
CARDS = parse("As 2s 3s 4s Ad Ah Kd Kh 9s 2d 3c")  # eleven: the dealer's hand is what is left
Cells = str | tuple[str, str]
Rows = dict[str, Cells]  # by an example of the lowest hand, or a number, or "any": the printed pay
Shape = Mapping[str, Rows]  # by group


def shaped(table: Table, shape: Shape) -> Table:
    """The table with these rows in its paytables."""
    posted = dict(table.posted)
    for group, rows in shape.items():
        printed = posted[group]
        made = [
            Row(
                hand,
                Score(0)
                if hand == "any"
                else Score(int(hand))
                if hand.isdigit()
                else printed.scale.score(parse(hand)),
                cells if isinstance(cells, tuple) else (cells,) * len(printed.columns),
            )
            for hand, cells in rows.items()
        ]
        made.sort(key=lambda row: -row.floor)
        posted[group] = printed._replace(
            id=f"{printed.id} of {len(made)} rows",
            rows=tuple(made),
            steps=table_steps(printed.columns, made, "test"),
        )
    return replace(table, posted=posted)


SHAPES: dict[str, Shape] = {
    "rows split": {
        "win_bonus": {"Ac Ad Ah As": "99", "Ac Ad Ah 2s": "7", "2c 2d 2h 3s": "2", "any": "0"},
        "bad_beat_bonus": {"Ac Ad 3h 2s": "5", "Kc Kd 3h 2s": "1", "As 2d 3h 4c": "2", "any": "0"},
        "aces_baby": {"Ac Ad Ah 2s": "9", "Ac Ad Kh 2s": "4", "Ac Ad 3h 2s": "1", "any": "Loss"},
        "prime": {"5": "4", "4": "1", "any": "Loss"},
        "bad_beat_wager": {"Ac Ad Kh 2s": "40", "Kc Kd 3h 2s": "3", "Ac 5d 3h 2s": "1",
                           "any": "Loss"},
        "five_card_jackpot": {"Ac Ad Ah Ks Kd": "100%", "Ac Ad Ah 3s 2d": "40%",
                              "Ac Ad Kh Ks 2d": "$3", "any": "$0"},
        "four_card_jackpot": {"Ac Ad Ah Ks": ("100%", "$9"), "Ac Ad Ah 2s": ("20%", "$4"),
                              "As 2s 3s 4s": ("$7", "-"), "any": ("-", "-")},
    },
    "rows merged and removed": {
        "win_bonus": {"any": "0"},
        "bad_beat_bonus": {"2c 2d 2h 3s": "3", "any": "0"},
        "aces_baby": {"2c 2d 3h 4s": "1", "any": "Loss"},
        "prime": {"any": "Push"},
        "bad_beat_wager": {"any": "1"},
        "five_card_jackpot": {"2c 2d 2h 3s 4c": "100%", "any": "$0"},
        "four_card_jackpot": {"2c 2d 2h 3s": ("50%", "$2"), "any": ("$1", "-")},
    },
    "large, equal and upside down": {
        "win_bonus": {"2c 2d 2h 3s": "0", "2c 2d 3h 4s": "1000000", "any": "0"},
        "bad_beat_bonus": {"2c 2d 2h 3s": "4", "2c 2d 3h 4s": "4", "any": "4"},
        "aces_baby": {"Ac Ad 3h 2s": "1000000", "any": "Push"},
        "prime": {"4": "1000000", "any": "1000000"},
        "bad_beat_wager": {"2c 2d 2h 3s": "Push", "2c 2d 3h 4s": "1000000", "any": "7"},
        "five_card_jackpot": {"2c 2d 2h 3s 4c": "1%", "2c 2d 3h 3s 4c": "$1,000,000",
                              "any": "100%"},
        "four_card_jackpot": {"2c 2d 2h 3s": ("100%", "$0"), "2c 2d 3h 4s": ("$0", "$1,000,000"),
                              "any": ("$1,000,000", "$5")},
    },
}  # fmt: skip


@pytest.mark.parametrize("on_copy", [True, False])
@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_solved_as_the_plain_solver_does(name: str, on_copy: bool) -> None:
    table = shaped(open_table(GAME, options={"bad_beat_on_copy": on_copy}), SHAPES[name])
    deck = sorted(CARDS)
    if on_copy:
        check_prime(table, CARDS)
    stakes = dict.fromkeys(("ante", *SIDES), UNIT)
    plain = reference.solve(table, stakes, CARDS, MAIN_WAGERS, order=lambda options: options[:1])
    odds, priced = exact.solve(table, deck), exact.prepare(open_table(GAME), deck)(table)
    assert priced[MAIN] == odds.net
    for side in SIDES:
        wager = odds.wagers[side]
        assert shares(wager.results) == nets(plain, [side]), side
        assert priced[side] == wager.results.mean
        if "jackpot" in side:
            check_jackpot(wager.more, plain, side)


@pytest.mark.parametrize("name", SHAPES)
def test_rows_of_every_shape_add_up(name: str) -> None:
    """Row by row as in the total of the wager, and the bonuses as in the main game's net."""
    table = shaped(open_table(GAME), SHAPES[name])
    counts = counted(table, sorted(CARDS))
    part = bad_beat(table, counts)
    results = exact.bad_beat(table, counts)
    assert part.net == results.mean and part.total == results.total
    assert {row.label for row in table.posted["bad_beat_wager"].rows} <= {
        line.label for line in part.lines
    }
    play = Fraction(0)
    for alike in exact.main_outcomes(table, counts):
        rounds = alike.hands * counts.dealers
        even = (
            -rounds
            if not alike.times
            else (1 + alike.times) * alike.won - alike.times * (rounds - alike.won)
        )
        play += Fraction(even, part.total)
    both = sum(bonus.net for bonus in bonuses(table, counts))
    assert play + both == exact.played(table, counts)[0].mean


@pytest.mark.parametrize("name", SHAPES)
def test_the_simulator_pays_every_shape_as_the_table_does(name: str) -> None:
    rng = np.random.default_rng(len(name))
    for seats in (1, 4):
        for _ in range(20):
            compare(shaped(open_table(GAME), SHAPES[name]), seats, rng)


@pytest.mark.parametrize("multiple", [True, False])
@pytest.mark.parametrize("name", SHAPES)
def test_envy_of_every_shape_is_what_the_rules_settle(name: str, multiple: bool) -> None:
    group, options = "four_card_jackpot", {"envy_multiple": multiple}
    table = shaped(open_table(GAME, options=options), {group: SHAPES[name][group]})
    steps = table.posted[group].steps
    columns = (steps["pays"], steps["pays percent"], steps["envy"])
    total, seats = 0, doubles(SMALL, best_four)
    for (own, other), many in seats.items():
        _, both, _ = settle_envy_jackpot(own, [other], 1, multiple, *columns)
        _, alone, _ = settle_envy_jackpot(own, [], 1, multiple, *columns)
        total += many * (both - alone)
    ours = jackpots.envy(table, group, found(table, group, SMALL), [2])
    assert ours == {"2": Fraction(total, seats.total())}


def figures(table: Table) -> object:
    """All figures of the solver for a small deck."""
    odds = exact.solve(table, sorted(CARDS))
    wagers = {name: (wager.results, wager.more) for name, wager in odds.wagers.items()}
    return odds.results, odds.wagered, odds.decisions, wagers


USUAL = open_table(GAME)
FOURS = [group for group, table in USUAL.posted.items() if table.scale in (FOUR, FIVE)]
SCORES = {
    FOUR: [int(FOUR.score(hand)) for hand in combinations(CARDS, 4)],
    FIVE: [int(FIVE.score(hand)) for hand in combinations(CARDS, 5)],
}


@cache
def usual_figures() -> object:
    return figures(USUAL)


@settings(max_examples=25)
@given(st.data())
def test_rows_that_change_nothing_change_no_figure(data: st.DataObject) -> None:
    group = data.draw(st.sampled_from(FOURS))
    printed = USUAL.posted[group]
    floors = data.draw(st.sets(st.sampled_from(SCORES[printed.scale]), min_size=1, max_size=30))
    rows = {str(row.floor): row.printed for row in printed.rows}
    more = {str(floor): printed.row(floor).printed for floor in floors}
    assert figures(shaped(USUAL, {group: {**rows, **more}})) == usual_figures()


def with_four_aces(more: int) -> Table:
    """The printed tables, with a row above all others in the win bonus."""
    rows = {str(row.floor): row.printed for row in USUAL.posted["win_bonus"].rows}
    pays = int(USUAL.posted["win_bonus"].cell(FOUR.score(parse("Ac Ad Ah As")))) + more
    return shaped(USUAL, {"win_bonus": {**rows, "Ac Ad Ah As": str(pays)}})


def test_a_new_row_is_counted_on_the_whole_deck() -> None:
    """Four aces beat every dealer: 48 hands of 2,598,960 win that much more."""
    more = Fraction(48 * 1000, 2_598_960)
    assert exact.net(with_four_aces(1000)) - exact.net(USUAL) == more
    assert exact.prepare(USUAL)(with_four_aces(1000))[MAIN] - exact.net(USUAL) == more


@pytest.mark.slow
def test_the_table_of_choices_is_that_of_the_rows_posted() -> None:
    shape = {group: SHAPES["rows split"][group] for group in ("win_bonus", "bad_beat_bonus")}
    table, rng = shaped(USUAL, shape), Random("choices")
    codes = choices.optimal(table)["raise"]
    for _ in range(40):
        *hand, up = rng.sample(DECK, 6)
        named = [option.name for option in ACTIONS]
        chosen = codes[place(mask(hand), up)]
        assert named[chosen] in best(values(table, State(tuple(hand), up)))


@pytest.mark.parametrize(
    "deck, message",
    [
        (list(CARDS[:10]), "10 cards; a player and the dealer are dealt 11"),
        ([*CARDS, CARDS[0]], "each card of one deck is counted once"),
        ([*CARDS, 52], "each card of one deck is counted once"),
    ],
)
def test_decks_too_large_for_the_loops_are_refused(deck: list[int], message: str) -> None:
    with pytest.raises(BadCards, match=message):
        check_deck(deck)
    with pytest.raises(BadCards, match=message):
        exact.solve(USUAL, deck)


def test_jackpots_too_large_for_the_loops_are_refused() -> None:
    many = replace(USUAL, game=USUAL.game._replace(seats_max=10))
    with pytest.raises(RuleError, match="up to 9 seats, not for 5 cards and 10 seats"):
        jackpots.seats_of(many, 52)
    table = USUAL.posted["four_card_jackpot"]
    odd = replace(
        USUAL,
        posted={
            **USUAL.posted,
            "four_card_jackpot": table._replace(scale=USUAL.posted["prime"].scale),
        },
    )
    with pytest.raises(RuleError, match="by four or all five cards, not by color"):
        winners(odd, "four_card_jackpot", {1 << 30: 1}, tuple(CARDS))
