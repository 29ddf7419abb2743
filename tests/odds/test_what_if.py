"""Changed tables: priced from counts made for the posted one."""

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, cast

import pytest
from typer.testing import CliRunner

from croupier.cards.card import mask, parse
from croupier.cards.hands import best_four
from croupier.cli import app
from croupier.cli.options import changed_rows
from croupier.errors import RuleError
from croupier.games.four_card_buyout import exact as four_card_buyout
from croupier.games.four_card_prime import exact as four_card_prime
from croupier.games.four_card_split import exact as four_card_split
from croupier.kernels.compiled import LOW, whole_sum
from croupier.odds.figures import MAIN, Odds
from croupier.odds.solve import prepare, solve
from croupier.table.table import Table, open_table, with_pays
from tests.odds import reference

PRIME = ("four-card-prime", four_card_prime, "As 2s 3s 4s Ad Ah Kd Kh 9s 2d 3c 9c")
BUYOUT = ("4-card-buyout", four_card_buyout, "As As Ks Ks 2d 2d 3d 9h 9c")
SPLIT = ("4-card-split-v1", four_card_split, "As Ks Qs 2s Ad Ah 7d 7c 3h 9c")
SPLIT_2 = ("4-card-split-v2", four_card_split, "As Ks Qs 2s Ad Ah 7d 7c 3h 9c")

CHANGES = [
    (PRIME, ["win_bonus: Trips=40", "bad_beat_bonus: Trips=Loss"]),
    (PRIME, ["win_bonus: Trips=0, Straight Flush=1"]),
    (PRIME, ["aces_baby: Trips=99, AA=Push", "prime: Four one color=3", "bad_beat_wager: Flush=7"]),
    (PRIME, ["five_card_jackpot: Full House=7", "four_card_jackpot: Trips=3"]),
    (BUYOUT, ["bonus: 21 - 26=9"]),
    (BUYOUT, ["bonus: 21 - 26=Loss, 30 - 31=50, 44=1000000"]),
    (SPLIT, ["ante: Straight=9, Flush=4"]),
    (SPLIT, ["ante.drawn: 3 of a Kind=40", "ante.instant: Flush=0"]),
    (SPLIT, ["blind: Three of a Kind=1"]),
    (SPLIT_2, ["ante: Royal Flush=2, Flush=1000", "blind: Pair 9-2=1"]),
]


def asked(table: Table, changes: Sequence[str]) -> Table:
    for change in changes:
        table = with_pays(table, *changed_rows(change))
    return table


def figures(odds: Odds) -> dict[str, Fraction]:
    """What `solve` gives, under the names of a pricing."""
    found = {MAIN: odds.net}
    for name, wager in odds.wagers.items():
        found[name] = wager.results.mean
        for key in ("joint_net", "joint_bonus_net", "alone_net"):
            if key in wager.more:
                found[f"{name}.{key}"] = cast(Fraction, wager.more[key])
    return found


def cards(module: Any, deck: str) -> dict[str, Sequence[int]]:
    held = parse(deck, decks=6)
    if module is four_card_buyout:
        return {"stock": [held.count(kind) for kind in range(52)]}
    return {"deck": sorted(held)}


@pytest.mark.parametrize("where, changes", CHANGES)
def test_a_changed_table_is_priced_as_it_is_solved(where: Any, changes: list[str]) -> None:
    game, module, deck = where
    posted, few = open_table(game), cards(module, deck)
    pricing: Callable[[Table], Any] = module.prepare(posted, **few)
    changed = asked(posted, changes)
    assert pricing(posted) == figures(module.solve(posted, **few))
    assert pricing(changed) == figures(module.solve(changed, **few)) != pricing(posted)


@pytest.mark.parametrize("pays", [9, 99])
def test_a_changed_side_wager_gains_as_often_as_its_row_is_hit(pays: int) -> None:
    """Aces Baby's pair of aces, compared with a plain look at every five cards of the deck."""
    game, module, deck = PRIME
    posted, held = open_table(game), parse(deck)
    (row,) = [row for row in posted.posted["aces_baby"].rows if row.label == "AA"]
    changed = asked(posted, [f"aces_baby: AA={pays}"])
    hands = [best_four(mask(hand)) for hand in combinations(held, 5)]
    hit = [score for score in hands if posted.posted["aces_baby"].row(score).label == "AA"]
    price = module.prepare(posted, deck=sorted(held))
    more = price(changed)["aces baby"] - price(posted)["aces baby"]
    assert hit and more == Fraction((pays - int(row.printed[0])) * len(hit), len(hands))


@pytest.mark.parametrize(
    "where, changes, stakes, wagers",
    [
        ((*PRIME[:2], PRIME[2][:-3]), CHANGES[0][1], ["ante"], ["ante", "raise"]),
        (BUYOUT, CHANGES[4][1], ["first", "bonus"], ["first", "second", "third", "bonus"]),
        pytest.param(
            SPLIT,
            CHANGES[7][1],
            ["ante 1", "ante 2", "blind"],
            ["ante 1", "ante 2", "blind", "play 1", "play 2"],
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_play_is_the_best_under_the_changed_table(
    where: Any, changes: list[str], stakes: list[str], wagers: list[str]
) -> None:
    """Compared with a plain walk over every deal."""
    game, module, deck = where
    changed = asked(open_table(game), changes)
    priced = module.prepare(open_table(game), **cards(module, deck))(changed)
    plain = reference.solve(changed, dict.fromkeys(stakes, 100), parse(deck, decks=6), wagers)
    key = "bonus.joint_net" if "bonus" in stakes else MAIN
    assert priced[key] == plain.sum(lambda way: way.net(wagers)) / 100


def test_sums_in_two_parts() -> None:
    for number in (0, 1, -1, 5 << 40, -(5 << 40) - 3):
        assert whole_sum(3 * (number >> 32), 3 * (number & LOW)) == 3 * number


@pytest.mark.slow
@pytest.mark.parametrize(
    "game, changes",
    [
        ("four-card-prime", ["win_bonus: Trips=3", "bad_beat_bonus: Quads=Loss"]),
        ("four-card-prime", ["aces_baby: Trips=9", "four_card_jackpot: Quads=200"]),
        ("4-card-split-v1", ["ante.drawn: Straight=4", "blind: Two Pair=5"]),
        ("4-card-split-v2", ["ante: Flush=3, Straight=2"]),
        ("ultimate-4-card-buyout", ["bonus: 30 - 31=8"]),
        ("4-card-buyout", ["bonus: 21 - 26=9"]),
    ],
)
def test_the_whole_deck(game: str, changes: list[str]) -> None:
    changed = asked(open_table(game), changes)
    assert prepare(open_table(game))(changed) == figures(solve(changed))


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


def test_the_commands_take_changed_pays() -> None:
    ran = run("odds", "four-card-prime", "--pay", "prime: All five one color=5", "--json")
    posted = run("odds", "four-card-prime", "--post", "prime=PR-02", "--json")
    told, right = json.loads(ran.stdout), json.loads(posted.stdout)
    assert told["posted"].pop("prime") == "PR-01 with All five one color=5"
    assert right["posted"].pop("prime") == "PR-02"
    assert told["wagers"]["prime"].pop("table") != right["wagers"]["prime"].pop("table")
    assert told.pop("unprinted") == ["prime PR-01 with All five one color=5"]
    assert told == right
    state = ("ev", "four-card-prime", "--cards", "7c 7d 7h 2s 3s", "--up", "As", "--json")
    richer = json.loads(run(*state, "--pay", "win_bonus: trips=3").stdout)["actions"]
    poorer = json.loads(run(*state).stdout)["actions"]
    assert richer[0] == poorer[0]  # a fold
    assert all(
        Fraction(a["net"]) > Fraction(b["net"]) for a, b in zip(richer[1:], poorer[1:], strict=True)
    )


@pytest.mark.parametrize(
    "game, pay, message",
    [
        ("four-card-prime", "aces_baby: Pair=3", "it has: Four Aces, Quads, Royal"),
        ("four-card-prime", "aces_baby: Kings or less=1", "no row 'Kings or less' to change"),
        ("four-card-prime", "aces_baby: Trips=9.5", "write a whole number up to 1000000"),
        ("four-card-prime", "aces_baby: Trips=-1", "write a whole number up to 1000000"),
        ("four-card-prime", "aces_baby: Trips=1000001", "write a whole number up to 1000000"),
        ("four-card-prime", "four_card_jackpot: Trips=Loss", "write a whole number up to 1000000"),
        ("four-card-prime", "four_card_jackpot: Four Aces=500", "stay a share of the meter"),
        ("four-card-prime", "four_card_jackpot.prize: Quads=5", "it has: pays, envy"),
        ("four-card-prime", "aces: Trips=9", "it posts: win_bonus, bad_beat_bonus"),
        ("four-card-prime", "aces_baby Trips=9", "write --pay 'NAME: ROW=PAY, ROW=PAY'"),
        ("four-card-prime", "aces_baby: Trips=9,", "write --pay 'NAME: ROW=PAY, ROW=PAY'"),
        ("four-card-prime", "aces_baby: Trips=9, Trips=8", "write each row once"),
        ("4-card-split-v2", "ante: Others=2", "it has: Royal Flush, Straight Flush"),
    ],
)
def test_impossible_pays(game: str, pay: str, message: str) -> None:
    ran = run("odds", game, "--pay", pay)
    assert isinstance(ran.exception, RuleError) and message in ran.exception.message


def test_a_column_of_several_is_named() -> None:
    table = open_table("4-card-split-v1")
    both = asked(table, ["ante: Straight=4"]).posted["ante"]
    drawn = asked(table, ["ante.drawn: Straight=4"]).posted["ante"]
    straight = next(row.floor for row in both.rows if row.label == "Straight")
    assert dict(both.steps["drawn"])[straight] == dict(both.steps["instant"])[straight] == 4
    assert dict(drawn.steps["drawn"])[straight] == 4
    assert drawn.steps["instant"] == table.posted["ante"].steps["instant"]
    assert (both.id, drawn.id) == ("I with Straight=4", "I with drawn Straight=4")
    assert both.says(straight, "instant") == "table I with Straight=4, Straight: 4 to 1"
