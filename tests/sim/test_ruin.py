"""A player's risk of ruin, in several ways: step by step, for many players, as a chain."""

from fractions import Fraction

import numpy as np
import pytest

from croupier.odds.figures import Distribution
from croupier.odds.solve import solve
from croupier.rules.limits import most_asked
from croupier.sim import run
from croupier.sim.plan import by_column, plan
from croupier.sim.ruin import Fates, Purse, fates, played, ruin_chain
from croupier.table.table import open_table


def walked(nets, purse):
    """One player: rounds played, and how it ended."""
    money = purse.bankroll
    for rounds, net in enumerate(nets, 1):
        money += net
        if money < purse.needed:
            return rounds, "ruined"
        if purse.goal is not None and money >= purse.goal:
            return rounds, "reached"
    return len(nets), "over"


@pytest.mark.parametrize("goal", [None, 2600])
def test_players_walk_until_they_stop(goal):
    purse = Purse(1500, 400, goal, 60)
    nets = 100 * np.random.default_rng(4).choice([-4, -1, 1, 3], size=(500, 60))
    ends = [walked(row.tolist(), purse) for row in nets]
    found = fates(nets, purse)
    how = [end for _, end in ends]
    assert 0 < found.ruined < 500 and found.ruined == how.count("ruined")
    assert found.reached == how.count("reached") and (goal is None) == (found.reached == 0)
    assert found.rounds == sum(rounds for rounds, _ in ends)
    assert found.squares == sum(rounds**2 for rounds, _ in ends)
    assert found.rounds_error == pytest.approx(
        np.std([rounds for rounds, _ in ends], ddof=1) / 500**0.5
    )


def exactly(results, unit, purse):
    """The chances as fractions, by the money in cents: no states, no shortcut."""
    alive, ruin, goal, rounds = {purse.bankroll: Fraction(1)}, Fraction(0), Fraction(0), Fraction(0)
    for _ in range(purse.rounds):
        rounds += sum(alive.values())
        then = {}
        for money, chance in alive.items():
            for net, count in results.counts.items():
                left, part = money + net * unit, chance * Fraction(count, results.total)
                if left < purse.needed:
                    ruin += part
                elif purse.goal is not None and left >= purse.goal:
                    goal += part
                else:
                    then[left] = then.get(left, Fraction(0)) + part
        alive = then
    return ruin, goal, rounds


@pytest.mark.parametrize(
    "purse",
    [
        Purse(1500, 400, None, 12),
        Purse(1530, 400, None, 12),  # not a whole number of units
        Purse(1500, 450, 2000, 12),
        Purse(1570, 430, 2000, 12),
        Purse(1570, 430, 1571, 12),
        Purse(1500, 400, 10**6, 5),  # nobody reaches it
        Purse(400, 400, 500, 9),
        Purse(9000, 400, None, 12),  # nobody is ruined
    ],
)
@pytest.mark.parametrize("counts", [{-4: 2, -1: 5, 0: 1, 1: 4, 7: 1}, {-1: 3, 2: 1}])
def test_the_chain_is_exact(purse, counts):
    results = Distribution(counts)
    chain = ruin_chain(results, 100, purse)
    assert chain is not None
    assert tuple(chain) == pytest.approx(tuple(map(float, exactly(results, 100, purse))), abs=1e-12)


def test_a_chain_too_long_is_not_walked():
    assert ruin_chain(Distribution({-1: 1, 1: 1}), 1, Purse(100, 1, None, 10**6)) is None


@pytest.mark.parametrize(
    "game, bankroll, goal",
    [
        ("four-card-prime", 40_000, 60_000),
        pytest.param("4-card-split-v2", 33_300, None, marks=pytest.mark.slow),
    ],
)
def test_players_fare_as_the_chain_predicts(game, bankroll, goal):
    house = open_table(game)
    stakes = {wager.name: 1000 for wager in house.offers if wager.required}
    purse = Purse(bankroll, most_asked(house.game, stakes), goal, 150)
    wanted = plan(house, seed=7, wagers=[])
    columns = by_column(wanted, house.game, stakes)
    found = sum(played(wanted, columns, purse, 4000), Fates(0, 0, 0, 0, 0))
    chain = ruin_chain(solve(house).results, 1000, purse)
    assert found.players == 4000 and found.ruined > 100
    assert abs(float(found.ruin.share) - chain.ruin) < 4 * found.ruin.error
    assert abs(float(found.goal.share) - chain.goal) <= 4 * found.goal.error
    assert abs(found.mean_rounds - chain.rounds) < 4 * found.rounds_error


def test_players_do_not_depend_on_how_they_are_divided(monkeypatch):
    house = open_table("four-card-prime")
    wanted = plan(house, seed=7, strategy="always-raise-1x", wagers=[])
    columns = by_column(wanted, house.game, {"ante": 500})
    purse, found = Purse(10_000, 2000, 15_000, 80), []
    for part in (1, 300, 1 << 17):
        monkeypatch.setattr(run, "KEPT_PART", part)
        found.append(sum(played(wanted, columns, purse, 50), Fates(0, 0, 0, 0, 0)))
        assert len(run.stretches(80, 50)) == (50 if part == 1 else 17 if part == 300 else 1)
    assert found[0] == found[1] == found[2]
