"""Figures and rules of a table without the command line, as any front end would use them."""

import pytest

from croupier.cards.card import parse
from croupier.desk.figures import checks, odds_of
from croupier.desk.games import game_json, game_named, rule_sheet, sheet_json
from croupier.desk.hands import hand_json
from croupier.desk.posting import TablePosting
from croupier.desk.stakes import MeterFigures, fixed_size, meter_rules, meters_for, stakes_for
from croupier.errors import IllegalWager, RuleError
from croupier.games.registry import poker_game
from croupier.money import Cents
from croupier.odds.house_edge import Funding

PRIME, HOLD_OUT = "four-card-prime", "five-card-hold-out"
FIVE, FOUR = "five card jackpot", "four card jackpot"


def test_required_wagers_get_the_first_bet() -> None:
    split = TablePosting().table("4-card-split-v2")
    everything = {"ante 1": 1_000, "ante 2": 1_000, "blind": 1_000}
    assert stakes_for(split, Cents(1_000), {}) == everything
    prime = TablePosting().table(PRIME)
    assert fixed_size(prime, FIVE) == 100 and fixed_size(prime, "prime") is None
    assert stakes_for(prime, Cents(500), {FIVE: Cents(100)}) == {"ante": 500, FIVE: 100}
    with pytest.raises(IllegalWager):
        stakes_for(prime, Cents(500), {FIVE: Cents(200)})


def test_the_table_decides_its_meters_and_the_operator_their_figures() -> None:
    table = TablePosting(options={"jackpot_split": "in order"}).table(PRIME)
    figures = MeterFigures(Cents(1_000_000), contribution_rate=2_000)
    rules = meter_rules(table, FIVE, figures, ("7", "8"))
    assert (rules.kind, rules.split, rules.wager) == ("progressive", "in order", 100)
    assert (rules.seed, rules.reseed, rules.tables) == (1_000_000, 1_000_000, ("7", "8"))
    house = TablePosting(options={"jackpot_type": "house"}).table(PRIME)
    assert meter_rules(house, FIVE, MeterFigures(Cents(250_000))).reseed == 0


def test_every_jackpot_wager_needs_a_meter() -> None:
    table = TablePosting().table(PRIME)
    figures = {FIVE: MeterFigures(Cents(1_000_000), contribution_rate=2_000)}
    assert list(meters_for(table, {"ante": 500, FIVE: 100}, figures)) == [FIVE]
    with pytest.raises(RuleError, match=f"^meter/missing: {FOUR}: say what its meter holds"):
        meters_for(table, {"ante": 500, FIVE: 100, FOUR: 100}, figures)


def test_the_sheet_of_a_table_has_what_may_be_bet_there() -> None:
    table = TablePosting(offers=["ante", "prime"]).table(PRIME)
    sheet = rule_sheet(table)
    assert [terms.wager.name for terms in sheet.wagers] == ["ante", "raise", "prime"]
    (ante, raised, _) = sheet.wagers
    assert (ante.least, raised.least, raised.most) == (table.limits.least(ante.wager), None, None)
    told = sheet_json(sheet)
    assert told["order"] == sheet.order and told["game"] == PRIME
    assert not any(FIVE in line for line in sheet.order)


def test_a_game_is_found_by_an_alias() -> None:
    assert game_named("split").id == game_json(game_named("4 Card Split"))["game"]
    assert game_named("Five Card Hold Out").id == HOLD_OUT


def test_the_rulebook_of_poker_prints_no_figure() -> None:
    assert checks(HOLD_OUT) == []


def test_a_hand_of_poker_is_named() -> None:
    options = {"qualifier": "8", "wheel_straight": True}
    best = poker_game(HOLD_OUT).best(parse("8h 4d"), parse("4s Ah 5c 8d"), options)
    told = hand_json(best)
    assert (told["high"]["category"], told["high"]["ranks"]) == ("two pair", "8844A")
    assert (told["low"]["ranks"], told["low"]["qualifies"]) == ("4485A", False)


def test_funding_is_refused_if_there_is_no_meter() -> None:
    table = TablePosting(options={"jackpot_type": "none"}).table(PRIME)
    with pytest.raises(RuleError):
        odds_of(table, Funding(10_000, 0))
