"""The main net by wager adds up to the main net."""

from fractions import Fraction
from math import comb

import pytest

from croupier.games.figures import figures_of
from croupier.games.four_card_buyout import exact as buyout
from croupier.games.four_card_buyout.rules import FOLDED, LOST, WON
from croupier.games.four_card_prime import exact as prime
from croupier.games.four_card_prime.counts import counted
from croupier.odds.solve import solve
from croupier.table.table import open_table


def net_by_wager(table):
    return figures_of(table.game.id).net_by_wager(table)


@pytest.mark.parametrize("game", ["four-card-prime", "ultimate-4-card-buyout", "4-card-buyout"])
def test_the_parts_are_the_whole(game):
    house = open_table(game)
    parts = net_by_wager(house)
    assert sum(parts.values()) == solve(house).net
    assert len(parts) == (2 if game == "four-card-prime" else 3)


def test_the_raise_of_prime_is_won_and_lost_one_to_one():
    """The bonuses are the ante's (rules 7 and 8); no raise is made with a fold."""
    house = open_table("four-card-prime")
    dealers, net, total = comb(46, 5), 0, 0
    for alike in prime.main_outcomes(house, counted(house)):
        dealt = alike.hands * dealers
        net += alike.times * (alike.won - (dealt - alike.won))
        total += dealt
    parts = net_by_wager(house)
    assert parts["raise"] == Fraction(net, total) and parts["ante"] < 0 < parts["raise"]


@pytest.mark.parametrize("game", ["ultimate-4-card-buyout", "4-card-buyout"])
def test_a_bet_of_buyout_is_won_lost_or_pushed_with_those_before_it(game):
    """No round has a third bet without the second: each part by rounds with that many bets."""
    house = open_table(game)
    tally, _ = buyout.tallied([house.game.decks] * 52)
    total = int(tally.sum())
    for bet, part in enumerate(net_by_wager(house).values(), 1):
        won, lost, folded = (
            sum(int(tally[bets, outcome].sum()) for bets in range(bet, 4))
            for outcome in (WON, LOST, FOLDED)
        )
        assert part == Fraction(won - lost - folded, total), bet


def test_what_is_not_counted_by_wager_is_not_guessed():
    assert net_by_wager(open_table("4-card-split-v2")) == {}
