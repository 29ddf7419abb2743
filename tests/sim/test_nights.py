"""Nights and months: rounds reported one by one, added up as the house's money moves."""

from fractions import Fraction

import numpy as np
import pytest

from croupier.games.figures import solved
from croupier.kernels.rounds import LOWEST
from croupier.odds.strategy.choices import OPTIMAL
from croupier.rules.limits import follow_ups, most_asked
from croupier.sim import run
from croupier.sim.exact import round_variance, round_win
from croupier.sim.nights import Nights, Share, joined, months, played, sample, summed
from croupier.sim.plan import by_column, plan
from croupier.sim.run import Span, each_round, tally_of
from croupier.table.table import open_table
from tests.effort import whole_deck


def stakes_of(house, unit=1000):
    """Something on every wager: a different number of cents each, so that none is mistaken for
    another.
    """
    stakes = {}
    for place, wager in enumerate(house.offers):
        if wager.fixed:
            stakes[wager.name] = house.options[wager.fixed]
        else:
            stakes[wager.name] = unit if wager.required else 100 + 7 * place
    return stakes


def planned(house, stakes, seats, strategy=OPTIMAL):
    sides = [wager.name for wager in house.offers if not wager.required and wager.name in stakes]
    return plan(house, seats=seats, seed=5, strategy=strategy, wagers=sides)


def simple(game):
    """A strategy that needs no solving."""
    names = {"four-card-prime": "always-raise-1x", "4-card-split": "always-play"}
    return next((names[start] for start in names if game.startswith(start)), "always-buy")


@pytest.mark.parametrize("game, seats", [(game, seats) for game in solved() for seats in (1, 3)])
def test_a_round_reported_is_the_round_counted(game, seats):
    house = open_table(game)
    stakes = stakes_of(house)
    wanted = planned(house, stakes, seats, simple(game))
    columns = by_column(wanted, house.game, stakes)
    told = each_round(wanted, columns, Span(40, 240))
    for at in range(200):
        counts = tally_of(wanted, Span(40 + at, 41 + at)).counts
        nets = (counts * (np.arange(counts.shape[1]) + LOWEST)).sum(axis=1)
        wagers = len(wanted.played.wagers)
        assert told.wins[at] == -(nets[1 : 1 + wagers] * columns).sum()
        assert told.claims[at].sum(axis=1).tolist() == nets[1 + wagers :].tolist()


def test_the_stakes_of_columns_and_what_a_round_may_require():
    house = open_table("4-card-split-v1")
    stakes = {"ante 1": 1000, "ante 2": 1000, "blind": 1500}
    wanted = planned(house, stakes, 1, simple("4-card-split-v1"))
    # The columns: two antes, two plays, the blind.
    assert by_column(wanted, house.game, stakes).tolist() == [1000, 1000, 1000, 1000, 1500]
    assert follow_ups(house.game, stakes) == {"play 1": 1000, "play 2": 1000}
    assert most_asked(house.game, stakes) == 5500
    prime = open_table("four-card-prime")
    assert most_asked(prime.game, {"ante": 500, "prime": 100}) == 500 + 1500 + 100
    buyout = open_table("4-card-buyout")
    assert most_asked(buyout.game, {"first": 500}) == 1500


def walked(wins):
    """One stretch of play, step by step."""
    money = low = 0
    for win in wins:
        money += win
        low = min(low, money)
    return money, low


def test_nights_and_months_are_walks():
    rng = np.random.default_rng(3)
    wins = rng.integers(-500, 480, size=(23, 40))
    nights = summed(wins)
    assert list(zip(*(each.tolist() for each in nights), strict=True)) == list(map(walked, wins))
    found = months(nights, 5)
    whole = wins[:20].reshape(4, 200)
    assert list(zip(*(each.tolist() for each in found), strict=True)) == list(map(walked, whole))
    assert summed(np.array([[5, 5]])).lows.tolist() == [0]


def test_nights_do_not_depend_on_how_they_are_divided(monkeypatch):
    house = open_table("four-card-prime")
    stakes = stakes_of(house)
    wanted = planned(house, stakes, 2, simple("four-card-prime"))
    columns = by_column(wanted, house.game, stakes)
    found = []
    for part in (1, 130, 1 << 17):
        monkeypatch.setattr(run, "KEPT_PART", part)
        found.append(joined(list(played(wanted, columns, 50, 37))))
    for other in found[1:]:
        assert all((a == b).all() for a, b in zip(found[0], other, strict=True))
    assert len(found[0].wins) == 37


@pytest.mark.parametrize("game", whole_deck(*solved()))
def test_nights_win_what_theory_says(game):
    """Side wagers, and a blind above the ante, at three seats; jackpots have their own test."""
    options = {"jackpot_type": "none"} if game == "four-card-prime" else {}
    house = open_table(game, options=options)
    stakes = stakes_of(house)
    if "blind" in stakes:
        stakes["blind"] = 1700
    wanted = planned(house, stakes, 3)
    columns = by_column(wanted, house.game, stakes)
    nights = joined(list(played(wanted, columns, 100, 3000)))
    theory = round_win(house, wanted, stakes)
    wins = sample(nights.wins)
    assert abs(float(wins.mean - 100 * theory)) < 4 * wins.error


@pytest.mark.slow  # counts 4 Card Split on the whole deck
def test_the_exact_variance_is_what_rounds_show():
    house = open_table("4-card-split-v2")
    stakes = {"ante 1": 1000, "ante 2": 1000, "blind": 1700}
    wanted = planned(house, stakes, 1)
    exact = round_variance(house, wanted, stakes)
    assert exact.simulated == 0
    wins = each_round(wanted, by_column(wanted, house.game, stakes), Span(0, 400_000)).wins
    squares = (wins - wins.mean()) ** 2
    error = squares.std() / len(wins) ** 0.5
    assert abs(squares.mean() - float(exact.variance)) < 4 * error
    seats = round_variance(house, planned(house, stakes, 3), stakes)
    assert seats.simulated > 0 and seats.error > 0
    # Seats meet one dealer: they win and lose together.
    assert seats.variance > 3 * exact.variance


def test_a_sample_by_hand():
    found = sample(np.array([7, -3, 0, 10, -1]))
    assert found.mean == Fraction(13, 5)
    assert found.variance == Fraction(49 + 9 + 100 + 1) / 4 - Fraction(169, 20)
    assert [found.percentile(Fraction(p)) for p in (20, 40, 41, 50, 80)] == [-3, -1, 0, 0, 7]
    assert [found.percentile(Fraction(p)) for p in (0, 19, 81, 99)] == [None] * 4
    assert found.losing == Share(2, 5)
    assert Share(1, 5).error == pytest.approx((0.2 * 0.8 / 5) ** 0.5)


def test_months_need_whole_months():
    nights = Nights(np.array([1, 2, 3]), np.array([0, -1, -2]))
    assert months(nights, 2) == (np.array([3]), np.array([0]))
