"""Designed tables: each is checked by pricing it with the solver itself."""

import json
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.cards.card import parse
from croupier.cli import app
from croupier.errors import RuleError
from croupier.games.figures import figures_of
from croupier.games.four_card_split import exact as four_card_split
from croupier.odds.design.search import Target, reposted, search
from croupier.odds.design.tables import likeness
from croupier.table.table import Table, open_table, with_pays

QUICK = [
    ("four-card-prime", "aces_baby"),
    ("four-card-prime", "prime"),
    ("four-card-prime", "bad_beat_wager"),
    ("four-card-prime", "five_card_jackpot"),
    ("four-card-prime", "four_card_jackpot"),
    ("four-card-prime", "win_bonus"),
    ("four-card-prime", "bad_beat_bonus"),
    ("4-card-split-v2", "blind"),
    ("4-card-buyout", "bonus alone"),
]


@pytest.mark.parametrize("game, asked", QUICK)
def test_the_posted_table_is_found_at_its_own_edge(game: str, asked: str) -> None:
    house = open_table(game)
    recipe = figures_of(game).recipes[asked]
    price = recipe.prepare(house)
    own = -price(house).net
    bounds = {}
    if recipe.decides:  # every pay needs a solution: a few are enough
        bounds = {"Quads": (25, 26), "Straight Flush": (20, 21), "Trips": (2, 3)}
    found = search(house, asked, Target(own), bounds, limit=3)
    posted = tuple(pay for _, pay in house.steps(recipe.group))
    assert found[0].pays == posted and found[0].distance == 0 and found[0].changed == 0
    distances = [one.distance for one in found]
    assert distances == sorted(distances)
    for one in found:
        again = price(reposted(house, recipe.group, one.pays))
        assert one.edge == -again.net and one.results == again.results
        paid = [pay for pay in one.pays if pay > 0]
        assert paid == sorted(paid, reverse=True)


def test_nothing_nearer_is_missed() -> None:
    """Every table within the bounds, one by one."""
    house = open_table("four-card-prime")
    bounds = {"Four Aces": (500, 500), "Quads": (100, 100), "Royal": (50, 50)}
    bounds |= {"Straight flush": (30, 30), "Three Aces": (18, 22), "Trips": (8, 12)}
    bounds |= {"Flush": (4, 9), "Straight": (3, 5), "Two Pair": (1, 3), "AA": (1, 1)}
    target = Target(Fraction(3, 100))
    found = search(house, "aces_baby", target, bounds, limit=20)
    price = figures_of("four-card-prime").recipes["aces_baby"].prepare(house)
    priced = price(reposted(house, "aces_baby", range(1, 12))).results
    assert priced is not None
    marked = priced.counts
    total = sum(marked.values())
    nearest, within = [], []
    for pays in product(*(range(low, high + 1) for low, high in bounds.values())):
        if list(pays) == sorted(pays, reverse=True):
            net = sum(pay * marked[row + 1] for row, pay in enumerate((*pays, -1)))
            nearest.append(abs(Fraction(-net, total) - target.edge))
            if nearest[-1] <= Fraction(1, 200):
                within.append((*pays, -1))
    assert [one.distance for one in found] == sorted(nearest)[:20]
    # The same bounds, by likeness: few changes, round pays, small steps.
    target = Target(target.edge, within=Fraction(1, 200))
    posted = tuple(pay for _, pay in house.steps("aces_baby"))
    within.sort(key=lambda pays: likeness(pays, posted))
    assert len(within) > 20
    likely = search(house, "aces_baby", target, bounds, limit=20)
    assert [one.pays for one in likely] == within[:20]
    every = search(house, "aces_baby", target, bounds, limit=len(within) + 2)
    assert [one.pays for one in every[:-2]] == within  # then the two nearest outside
    assert [one.distance for one in every[-2:]] == sorted(nearest)[len(within) : len(within) + 2]


def test_likeness() -> None:
    posted = (50, 10, 5)
    order = [(50, 10, 5), (50, 10, 4), (50, 12, 5), (60, 10, 5), (50, 11, 5), (50, 9, 4)]
    assert sorted({*order}, key=lambda pays: likeness(pays, posted)) == order


def test_the_ante_of_split_is_solved_again_under_each_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On few cards, compared with the exact price of every table within the bounds."""
    deck = sorted(parse("As Ks Qs 2s Ad Ah 7d 7c 3h 9c"))
    prepare = four_card_split.prepare
    monkeypatch.setattr(four_card_split, "prepare", partial(prepare, deck=deck))
    house = open_table("4-card-split-v1")
    pricing = prepare(house, deck=deck)
    bounds = {"Royal Flush": (30, 30), "Straight Flush": (15, 15), "3 of a Kind": (4, 9)}
    bounds |= {"Straight": (2, 4), "Flush": (1, 3)}
    edges = {}
    for pays in product(*(range(low, high + 1) for low, high in bounds.values())):
        if list(pays) == sorted(pays, reverse=True):
            drawn = reposted(house, "ante", (*pays, 1), ("drawn",))
            edges[pays] = -pricing(reposted(drawn, "ante", (*pays, 0), ("instant",)))["main"]
    middle = sorted(edges.values())[len(edges) // 2]
    target = Target(middle, within=Fraction(1, 50))
    found = search(house, "ante", target, bounds, limit=5)
    near = [pays for pays, edge in edges.items() if abs(edge - middle) <= target.within]
    near.sort(key=lambda pays: likeness(pays, (30, 15, 8, 3, 2)))
    assert [one.pays[:-1] for one in found[: len(near)]] == near[:5]
    assert all(one.edge == edges[one.pays[:-1]] and one.results is None for one in found)
    with pytest.raises(RuleError, match=r"design ante\.drawn or ante\.instant"):
        search(open_table("4-card-split-v1", posted={"ante": "II"}), "ante", target)
    drawn_only = search(
        open_table("4-card-split-v1", posted={"ante": "II"}), "ante.drawn", target, bounds, limit=1
    )[0]
    assert drawn_only.pays[-1] == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", ["4-card-split-v1", "4-card-split-v2"])
def test_the_ante_of_split_at_its_own_edge(game: str) -> None:
    house = open_table(game)
    own = -four_card_split.net(house)
    found = search(house, "ante", Target(own, within=Fraction(1, 2000)), limit=5)
    assert found[0].distance == 0 and found[0].changed == 0
    for one in found:
        columns = house.posted["ante"].columns
        again = house_paying(house, one.pays, columns)
        assert one.edge == -four_card_split.net(again)


def house_paying(house: Table, pays: tuple[int, ...], columns: tuple[str, ...]) -> Table:
    rows = house.posted["ante"].rows
    told = {row.label: str(pay) for row, pay in zip(rows[:-1], pays[:-1], strict=True)}
    for column in columns:
        house = with_pays(house, f"ante.{column}", told)
    return house


def test_a_lower_row_may_be_paid_for_more_hits() -> None:
    house = open_table("4-card-split-v2")
    more = search(house, "blind", Target(Fraction(1, 10), Fraction(1, 3)), limit=1)[0]
    fewer = search(house, "blind", Target(Fraction(1, 2), Fraction(1, 20)), limit=1)[0]
    assert more.results is not None and fewer.results is not None
    assert more.pays[-2] == 1 and more.results.win > Fraction(1, 4)
    assert fewer.pays[-3] == -1 and fewer.results.win < Fraction(1, 15)


def test_a_copy_that_is_not_paid_is_counted() -> None:
    house = open_table("four-card-prime", options={"bad_beat_on_copy": False})
    price = figures_of("four-card-prime").recipes["bad_beat_wager"].prepare(house)
    found = search(house, "bad_beat_wager", Target(Fraction(1, 5)), limit=1)[0]
    assert found.edge == -price(reposted(house, "bad_beat_wager", found.pays)).net


def answer(*words: str) -> Any:
    ran = CliRunner().invoke(app, ["design", "four-card-prime", *words, "--json"])
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


def test_the_command() -> None:
    words = ("--table", "prime", "--edge", "5%", "--rows", "All five one color=4..9")
    told = answer(*words, "--limit", "2")
    assert told["target"] == {"edge": "1/20", "hit": None, "within": "1/2000"}
    first = told["tables"][0]
    assert first["pays"] == {"All five one color": 6, "Four one color": 1, "Others": -1}
    assert abs(Fraction(first["edge"]) - Fraction(1, 20)) == Fraction(first["distance"])
    assert answer(*words, "--limit", "2") == told
    ran = CliRunner().invoke(app, ["design", "four-card-prime", *words])
    assert ran.exit_code == 0 and "4.7419%" in ran.stdout


@pytest.mark.parametrize(
    "edge, within, title",
    [
        ("4.75%", "0.05%", "within 0.05% of 4.75%, fewest changes first; from 2 on, the nearest"),
        ("3%", "0.05%", "none within 0.05% of 3%; the nearest"),
        ("3%", "0%", "nearest to 3%"),
        ("5%", "60%", "within 60% of 5%, fewest changes first"),
    ],
)
def test_the_title_says_what_the_order_is(edge: str, within: str, title: str) -> None:
    words = ["design", "four-card-prime", "--table", "prime", "--limit", "3"]
    ran = CliRunner().invoke(app, [*words, "--edge", edge, "--within", within])
    assert title in " ".join(ran.stdout.split())


@pytest.mark.parametrize(
    "game, words, message",
    [
        ("four-card-prime", ("--table", "ante", "--edge", "3%"), "these can: aces_baby, prime"),
        ("4-card-split-v1", ("--table", "antes", "--edge", "3%"), "these can: blind, ante, ante."),
        (
            "four-card-prime",
            ("--table", "prime", "--edge", "3%", "--within", "-1%"),
            "from 0% up, such as 0.05%",
        ),
        ("four-card-prime", ("--table", "prime", "--edge", "3"), "write a percentage, such as 3%"),
        (
            "four-card-prime",
            ("--table", "prime", "--edge", "3%", "--rows", "Trips=1..2"),
            "it has: All five one color, Four one color",
        ),
        (
            "four-card-prime",
            ("--table", "aces_baby", "--edge", "3%", "--rows", "Trips=9..2"),
            "the lowest and the highest pay",
        ),
        (
            "four-card-prime",
            ("--table", "aces_baby", "--edge", "3%", "--rows", "Trips=many"),
            "such as Trips=8..12",
        ),
        (
            "four-card-prime",
            ("--table", "aces_baby", "--edge", "3%", "--rows", "Trips=10..20,AA=11..12,Flush=1..5"),
            "no table",
        ),
        ("four-card-prime", ("--table", "prime", "--edge", "3%", "--hit", "200%"), "below 100%"),
        (
            "four-card-prime",
            ("--table", "win_bonus", "--edge", "3%", "--hit", "20%"),
            "does not decide how often",
        ),
        (
            "four-card-prime",
            ("--table", "prime", "--edge", "3%", "--post", "prime=PR-09"),
            "known: PR-01, PR-02",
        ),
    ],
)
def test_what_cannot_be_designed(game: str, words: tuple[str, ...], message: str) -> None:
    ran = CliRunner().invoke(app, ["design", game, *words])
    assert isinstance(ran.exception, RuleError) and message in ran.exception.message
