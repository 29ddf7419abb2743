"""The main net by wager adds up to the main net."""

import pytest

from croupier.odds.net_by_wager import main_parts
from croupier.odds.solve import solve
from croupier.table.table import open_table


@pytest.mark.parametrize("game", ["four-card-prime", "ultimate-4-card-buyout", "4-card-buyout"])
def test_the_parts_are_the_whole(game):
    house = open_table(game)
    parts = main_parts(house)
    assert sum(parts.values()) == solve(house).net
    assert len(parts) == (2 if game == "four-card-prime" else 3)


def test_what_is_not_counted_by_wager_is_not_guessed():
    assert main_parts(open_table("4-card-split-v2")) == {}
