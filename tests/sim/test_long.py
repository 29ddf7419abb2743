"""200 million rounds of every game: each figure within four standard errors of the exact one."""

import pytest

from croupier.games.figures import solved
from croupier.sim.exact import exact
from croupier.sim.plan import plan
from croupier.sim.run import simulated
from croupier.sim.tally import decisions, figure
from croupier.table.table import open_table

ROUNDS = 200_000_000


@pytest.mark.slow
@pytest.mark.parametrize("game", solved())
@pytest.mark.parametrize("seats", [1, 3])
def test_every_figure(game, seats):
    house = open_table(game)
    wanted = plan(house, seats=seats, seed=2026)
    (*_, tally) = simulated(wanted, ROUNDS)
    true = exact(house, wanted)
    rows = {"main": 0, **{name: wanted.row(name) for name in wanted.wagers}}
    found = {name: (figure(tally, wanted, rows[name]), mean) for name, mean in true.means.items()}
    for name, share in true.meters.items():
        found[f"{name} meter"] = figure(tally, wanted, wanted.meter_row(name)), 100 * share
    far = {
        name: float(f.mean - mean) / float(f.square_error) ** 0.5
        for name, (f, mean) in found.items()
    }
    assert all(abs(z) < 4 for z in far.values()), far
    for name, share in true.decisions.items():
        spread = share * (1 - share) / ROUNDS  # as if the seats of a round chose alike
        assert (decisions(tally, wanted)[name] - share) ** 2 <= 16 * spread, name
