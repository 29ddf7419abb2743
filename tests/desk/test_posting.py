"""A table as posted: one function opens it, whoever asks."""

import pytest

from croupier.desk.posting import TablePosting, buy_ins
from croupier.desk.stakes import MeterFigures, meter_rules
from croupier.errors import BadTable
from croupier.money import Cents
from croupier.table.table import Table

PRIME, HOLD_OUT = "four-card-prime", "five-card-hold-out"
FIVE, FOUR = "five card jackpot", "four card jackpot"


def jackpots(table: object) -> set[str]:
    assert isinstance(table, Table)
    return {wager.name for wager in table.offers if wager.name in table.jackpots}


def test_a_table_plays_for_the_jackpots_of_its_meters_alone() -> None:
    whole = TablePosting().opened(PRIME)
    assert isinstance(whole, Table)
    figures = MeterFigures(Cents(100_000), contribution_rate=2_000)
    rules = {one: meter_rules(whole, one, figures) for one in (FIVE, FOUR)}
    assert jackpots(whole) == jackpots(TablePosting().opened(PRIME, meters=rules.values()))
    assert jackpots(TablePosting().opened(PRIME, meters=[rules[FIVE]])) == {FIVE}
    assert jackpots(TablePosting().opened(PRIME, meters=())) == set()


def test_a_buy_in_covers_rounds_of_the_smallest_bets() -> None:
    assert buy_ins(TablePosting().opened("4-card-split-v2")) == (2_000, 6_000, 4_000_000)
    assert buy_ins(TablePosting().opened(PRIME)) == (2_000, 2_000, 4_000_000)
    assert buy_ins(TablePosting().opened(HOLD_OUT)) == (4_000, 4_000, 40_000)


def test_what_does_not_apply_to_a_kind_is_refused() -> None:
    with pytest.raises(BadTable, match="poker has no limits by wager; its stakes are options"):
        TablePosting(minimums={"ante": Cents(500)}).opened(HOLD_OUT)
    with pytest.raises(BadTable, match="a house-banked table has all the seats of its game"):
        TablePosting().opened(PRIME, 4)


def test_tables_of_both_kinds_say_their_seats_and_stakes() -> None:
    said = [
        (table.kind, table.seat_count, table.stakes, table.stakes_text, table.players_least)
        for table in (TablePosting().opened(PRIME), TablePosting().opened(HOLD_OUT, 6))
    ]
    assert said == [
        ("banked", 9, (100, 40_000), "$1 to $400", 1),
        ("poker", 6, (200, 400), "fixed limit $2/$4, blinds $1/$2", 2),
    ]
