"""What a meter's rules must say, and which meters a table may have."""

import pytest

from croupier.bank.meters.rules import check_layout, notices
from croupier.errors import BadMeter
from croupier.games.registry import game
from croupier.table.table import open_table

PRIME = game("four-card-prime")
FIVE, FOUR = PRIME.jackpots


def test_the_two_sensors_of_four_card_prime() -> None:
    assert (FIVE, FOUR) == ("five card jackpot", "four card jackpot")
    assert game("4-card-buyout").jackpots == ()


@pytest.mark.parametrize(
    "more, code, word",
    [
        ({"sensor": "six card jackpot"}, "jackpot/sensor", "five card jackpot, four card jackpot"),
        ({"kind": "none"}, "jackpot/rules", "progressive or house"),
        ({"split": "by age"}, "jackpot/rules", "equal or in order"),
        ({"tables": ()}, "jackpot/tables", "at least one"),
        ({"tables": ("A", "A")}, "jackpot/tables", "each table once"),
        ({"tables": ("A", " ")}, "jackpot/tables", "each table once"),
        ({"wager": 0}, "jackpot/rules", "wager 0; it is a whole number from 1"),
        ({"wager": True}, "jackpot/rules", "wager True"),
        ({"seed": -1}, "jackpot/rules", "seed -1"),
        ({"reseed": 0.5}, "jackpot/rules", "reseed 0.5"),
        ({"reserve_rate": -1}, "jackpot/rules", "reserve_rate -1"),
        ({"cap": 0}, "jackpot/rules", "cap 0"),
        ({"contribution_rate": 0}, "jackpot/rates", "above 0"),
        ({"contribution_rate": 9_501}, "jackpot/rates", "at most 10000"),
        ({"cap": 999_999}, "jackpot/cap", "no lower than either"),
        ({"seed": 0, "reseed": 2, "cap": 1}, "jackpot/cap", "no lower than either"),
    ],
)
def test_rules_that_are_refused(progressive, more, code, word) -> None:
    with pytest.raises(BadMeter, match=word) as refused:
        progressive(**more)
    assert refused.value.code == code


def test_bounds_that_are_allowed(progressive) -> None:
    assert progressive(contribution_rate=9_500, seed=0, reseed=0, cap=1).cap == 1
    assert progressive(cap=1_000_000).cap == progressive().seed


@pytest.mark.parametrize(
    "more", [{"contribution_rate": 1}, {"reserve_rate": 1}, {"reseed": 1}, {"cap": 1_000_000}]
)
def test_nothing_accrues_to_a_house_jackpot(house, more) -> None:
    with pytest.raises(BadMeter, match="no rates, no reseed and no cap"):
        house(**more)


def test_a_layout_with_two_sensors_of_one_type(progressive, house) -> None:
    table = open_table(PRIME)
    check_layout(PRIME, table.options, "A", [])
    check_layout(PRIME, table.options, "A", [progressive(), progressive(sensor=FOUR)])
    houses = open_table(PRIME, options={"jackpot_type": "house"}).options
    check_layout(PRIME, houses, "B", [house(), house(sensor=FOUR)])


def test_each_sensor_has_the_wager_of_its_own_meter(progressive) -> None:
    """ "Two independent wagering sensors": five card at 1 dollar, four card at 5."""
    options = open_table(PRIME, options={"four_card_jackpot_wager": 500}).options
    check_layout(PRIME, options, "A", [progressive(), progressive(sensor=FOUR, wager=500)])
    with pytest.raises(BadMeter, match=r"four_card_jackpot_wager is 500, the meter .* has 100"):
        check_layout(PRIME, options, "A", [progressive(), progressive(sensor=FOUR)])


def test_layouts_that_are_refused(progressive, house) -> None:
    options = open_table(PRIME).options

    def refused(*meters, game=PRIME, table="A") -> str:
        with pytest.raises(BadMeter) as wrong:
            check_layout(game, options, table, meters)
        return wrong.value.code

    three = [progressive(), progressive(sensor=FOUR), progressive()]
    assert refused(*three) == "jackpot/sensors"
    assert refused(progressive(), progressive(seed=5)) == "jackpot/sensors"
    assert refused(progressive(), house(sensor=FOUR)) == "jackpot/types"
    assert refused(house()) == "jackpot/options"  # the table's own type is progressive
    assert refused(progressive(split="in order")) == "jackpot/options"
    assert refused(progressive(wager=500)) == "jackpot/options"
    assert refused(progressive(), table="C") == "jackpot/tables"
    assert refused(progressive(), game=game("4-card-buyout")) == "jackpot/sensor"


def test_the_notice_of_a_house_jackpot_word_for_word(progressive, house) -> None:
    (notice,) = notices(house())
    assert notice == (
        "House Jackpot prizes are paid by the casino and are not components of any progressive "
        "prize contest.  Player wagers do not accrue to any guaranteed player fund.  The displayed "
        "House Jackpot prize may be modified or discontinued at any time without prior notice."
    )
    assert notices(progressive()) == ()
