"""Bands of actual against theory: they contain as many stretches of play as they claim."""

from fractions import Fraction

import pytest

from croupier.odds.house_edge import LEVELS, OUTSIDE, Band, bounds, reach
from croupier.sim.exact import round_variance, round_win
from croupier.sim.nights import joined, played
from croupier.sim.plan import by_column, plan
from croupier.table.table import open_table


def test_a_band_by_hand():
    """The normal law's 1.960 and 2.576, from its printed tables."""
    assert [round(reach(level), 3) for level in LEVELS] == [1.96, 2.576]
    low, high = bounds(Fraction(100), Fraction(2500), LEVELS[0])
    assert (round(low, 1), round(high, 1)) == (2.0, 198.0)
    verdicts = {win: Band(win, Fraction(100), Fraction(2500)).verdict for win in (3, 1, 230, -30)}
    assert verdicts == {3: "in 95%", 1: "in 99%", 230: OUTSIDE, -30: OUTSIDE}
    assert Band(50, Fraction(100), Fraction(2500)).deviations == -1


SAMPLES, ROUNDS = 2000, 1000


@pytest.mark.parametrize(
    "game, seats",
    [("four-card-prime", 1), ("4-card-buyout", 1), ("ultimate-4-card-buyout", 3)],
)
def test_as_many_are_in_the_band_as_it_claims(game, seats):
    """Several hundred simulated shifts of a thousand rounds, within four standard errors of a
    binomial.
    """
    house = open_table(game)
    stakes = {wager.name: 1000 for wager in house.offers if wager.required}
    wanted = plan(house, seats=seats, seed=11, wagers=[])
    win, strays = round_win(house, wanted, stakes), round_variance(house, wanted, stakes)
    assert (strays.simulated == 0) == (seats == 1)
    wins = joined(list(played(wanted, by_column(wanted, house.game, stakes), ROUNDS, SAMPLES))).wins
    for level in LEVELS:
        low, high = bounds(win * ROUNDS, strays.variance * ROUNDS, level)
        inside = int(((wins >= low) & (wins <= high)).sum())
        margin = 4 * (SAMPLES * float(level * (1 - level))) ** 0.5
        assert abs(inside - SAMPLES * float(level)) < margin
    narrow = bounds(win * ROUNDS, strays.variance * ROUNDS / 2, LEVELS[0])  # half the variance
    fewer = int(((wins >= narrow.low) & (wins <= narrow.high)).sum())
    assert fewer < SAMPLES * 0.9
