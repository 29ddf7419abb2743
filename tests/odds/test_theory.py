"""What a posted table is worth to the house, compared with the solver and with plain walks."""

import doctest
import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.cards.card import parse
from croupier.errors import BadRecord, RuleError
from croupier.games.four_card_buyout import exact as four_card_buyout
from croupier.games.four_card_split.printed import V1_EDGES, V2_NETS
from croupier.odds.figures import rounded
from croupier.odds.house_edge import (
    Expected,
    Funding,
    Worth,
    expected,
    favors,
    theory,
    worth_from_json,
)
from croupier.odds.solve import solve, verify_game
from croupier.table.table import Table, open_table
from tests.odds import reference

SPLITS = ("4-card-split-v1", "4-card-split-v2")
GAMES = [
    "ultimate-4-card-buyout",
    "4-card-buyout",
    "four-card-prime",
    *(pytest.param(game, marks=pytest.mark.slow) for game in SPLITS),
]


def by_wager(worths: Sequence[Worth]) -> dict[str, Worth]:
    return {worth.wager: worth for worth in worths}


@pytest.mark.parametrize("game", GAMES)
def test_the_figures_are_the_solvers(game: str) -> None:
    table = open_table(game)
    odds, found = solve(table), by_wager(theory(table))
    results = {name: wager.results for name, wager in odds.wagers.items() if "jackpot" not in name}
    results[odds.unit] = odds.results
    assert {name: worth[1:3] for name, worth in found.items()} == {
        name: (-result.mean, result.variance) for name, result in results.items()
    }
    assert [*found] == [w.name for w in table.offers if w.name in results]


@pytest.mark.slow
@pytest.mark.parametrize("game", SPLITS)
def test_the_edges_that_split_prints(game: str) -> None:
    printed = V1_EDGES if game == SPLITS[0] else V2_NETS
    for blind, figure in printed.items():
        ante = {"ante": "II" if blind.startswith("2") else "I"} if game == SPLITS[0] else {}
        edge = theory(open_table(game, posted={"blind": blind, **ante}))[0].edge * 100
        shown = rounded(edge, 4) if game == SPLITS[0] else rounded(-edge, 3)
        assert shown == figure, blind


# ---- Tables that favor the player


def test_the_bonus_tables_that_favor_the_player_are_those_that_verify_names() -> None:
    game = "4-card-buyout"
    found = {}
    for paytable in open_table(game).game.paytables["bonus"].tables:
        for worth in favors(theory(open_table(game, posted={"bonus": paytable.id}))):
            found[f"{worth.wager} table {paytable.id}, net (%)"] = -worth.edge * 100
    assert found == {
        check.figure: check.ours
        for check in verify_game(open_table, game)
        if check.verdict == "favours the player"
    }
    assert [rounded(net, 2) for net in found.values()] == ["12.70", "6.55"]


def test_a_bonus_that_favors_nobody_with_the_game_favors_nobody_alone() -> None:
    """`favors` checks the bonus with the main game; alone, no posted table differs."""
    for game in ("ultimate-4-card-buyout", "4-card-buyout"):
        for paytable in open_table(game).game.paytables["bonus"].tables:
            table = open_table(game, posted={"bonus": paytable.id}, options={"bonus_alone": True})
            alone = four_card_buyout.prepare(table)(table)["bonus.alone_net"]
            assert bool(favors(theory(table))) == (alone > 0)


@pytest.mark.slow
def test_a_blind_of_the_second_set_with_antes_of_the_first_favors_the_player() -> None:
    """4 Card Split V1 prints its tables in two sets: this is why they are not mixed."""
    for blind in ("2a", "2b", "2c"):
        posted = {"ante": "I", "blind": blind}
        mixed = theory(open_table(SPLITS[0], posted=posted, unprinted=True))
        assert [worth.wager for worth in favors(mixed)] == ["ante 1"]
        assert not favors(theory(open_table(SPLITS[0], posted={"ante": "II", "blind": blind})))


def test_an_edge_of_zero_favors_nobody() -> None:
    fair, lost = Worth("a", Fraction(0), Fraction(1)), Worth("b", Fraction(-1, 10**9), Fraction(1))
    assert favors([fair, lost]) == (lost,)


# ---- One seat's round, in cents, compared with a plain walk over every deal of a few cards (that
# of 4 Card Split takes long: it is in test_small_deck.py)

PRIME = "As 2s 3s 4s Ad Ah Kd Kh 9s 2d 3c"
BUYOUT = "As As Ks Ks 2d 2d 3d 9h 9c"
BETS = ("first", "second", "third")
# The table, its cards, the stakes, the wagers that are played for together, and the side wagers.
ROUNDS = [
    (
        open_table("four-card-prime"),
        PRIME,
        {"ante": 300, "aces baby": 100, "prime": 700, "bad beat": 200},
        ("ante", "raise"),
        ("aces baby", "prime", "bad beat"),
    ),
    (open_table("4-card-buyout"), BUYOUT, {"first": 200, "bonus": 500}, BETS, ("bonus",)),
    (
        open_table("4-card-buyout", options={"bonus_requires_four_cards": True}),
        BUYOUT,
        {"first": 100, "bonus": 100},
        BETS,
        ("bonus",),
    ),
]


@pytest.mark.parametrize("table, cards, stakes, main, beside", ROUNDS)
def test_a_seats_round(
    table: Table,
    cards: str,
    stakes: Mapping[str, int],
    main: tuple[str, ...],
    beside: tuple[str, ...],
) -> None:
    deck = sorted(parse(cards, decks=6))
    found = expected(theory(table, deck=deck), stakes)
    plain = reference.solve(table, stakes, deck, main)

    def won(wagers: Sequence[str]) -> Expected:
        net = plain.sum(lambda way: way.net(wagers))
        return Expected(-net, plain.sum(lambda way: way.net(wagers) ** 2) - net**2)

    assert found == {main[0]: won(main), **{wager: won([wager]) for wager in beside}}
    assert sum(each.win for each in found.values()) == won([*main, *beside]).win


# ---- Requests, and how they are stored


def test_a_wager_that_is_not_offered_is_worth_nothing() -> None:
    deck = sorted(parse(PRIME))
    few = open_table("four-card-prime", offers=["aces baby"])
    assert [worth.wager for worth in theory(few, deck=deck)] == ["ante", "aces baby"]
    every = theory(open_table("four-card-prime"), deck=deck)
    assert [worth.wager for worth in every] == ["ante", "aces baby", "prime", "bad beat"]
    assert theory(few, deck=deck) == every[:2]


def test_a_jackpot_is_worth_something_once_its_meter_is_known() -> None:
    deck, prize = sorted(parse(PRIME)), Funding(Fraction(10), Fraction(0))
    table = open_table("four-card-prime", options={"jackpot_type": "house"})
    found = theory(table, deck=deck, jackpots={"four card jackpot": prize})
    assert [worth.wager for worth in found][3:] == ["bad beat", "four card jackpot"]


def test_json_keeps_every_figure() -> None:
    worths = theory(open_table("four-card-prime"), deck=sorted(parse(PRIME)))
    above = Worth("blind", Fraction(1, 3), Fraction(7), "ante 1", Fraction(-2, 5))
    for worth in (*worths, above):
        told = json.loads(json.dumps(worth.to_json()))
        assert worth_from_json(told) == worth
    assert above.to_json() == {
        "wager": "blind",
        "edge": "1/3",
        "variance": "7/1",
        "above": "ante 1",
        "covariance": "-2/5",
    }


@pytest.mark.parametrize("edge", ["1/0", "0.5", "x/y", "1/2/3", 0.5, None])
def test_json_that_is_refused(edge: object) -> None:
    told = {**Worth("ante", Fraction(1, 2), Fraction(1)).to_json(), "edge": edge}
    with pytest.raises(BadRecord, match="not what a wager is worth"):
        worth_from_json(told)  # type: ignore[arg-type]


FILLED = Funding(Fraction(1), Fraction(1, 5))
HOUSE = open_table("four-card-prime", options={"jackpot_type": "house"})
NONE = open_table("four-card-prime", options={"jackpot_type": "none"})


@pytest.mark.parametrize(
    "table, asked, message",
    [
        (open_table("4-card-buyout"), {"jackpots": {"bonus": FILLED}}, "'bonus' plays for no"),
        (NONE, {"jackpots": {"five card jackpot": FILLED}}, "these do: none"),
        (HOUSE, {"jackpots": {"five card jackpot": FILLED}}, "no wager accrues"),
        (HOUSE, {"seats": 0}, "1 to 9"),
        (HOUSE, {"seats": 10}, "1 to 9"),
    ],
)
def test_requests_that_are_refused(table: Table, asked: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        theory(table, **asked)


def test_the_example_in_the_documents() -> None:
    document = Path(__file__).parents[2] / "docs" / "odds.md"
    (shown,) = re.findall(r"^```pycon\n(.*?)^```", document.read_text("utf-8"), re.M | re.S)
    example = doctest.DocTestParser().get_doctest(shown, {}, "odds", str(document), 0)
    found = doctest.DocTestRunner().run(example)
    assert found.attempted and not found.failed
