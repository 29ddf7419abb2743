"""The same risk of ruin with no round played: a chain over the money, from the exact results.

For flat bets, whose result in units of the first bet is known exactly. Chances are decimals here:
as fractions they would have thousands of digits after some hundred rounds.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.figures import Distribution
from croupier.sim.ruin import Purse

Chances = NDArray[np.float64]
MOST_STEPS = 10**9  # additions; beyond, the players who were simulated must do


class Chain(NamedTuple):
    ruin: float
    goal: float
    rounds: float  # that a player plays on average


def ruin_chain(results: Distribution, unit: int, purse: Purse) -> Chain | None:
    """None where it would take too long.

    Money moves in units, so what a bankroll has above whole units stays. A state is how many units
    there are above what a round may ask; `width` of them lie below the goal.
    """
    start = (purse.bankroll - purse.needed) // unit
    rest = (purse.bankroll - purse.needed) % unit + purse.needed
    if purse.goal is None:
        width = -min(results.counts) * purse.rounds  # so many units cannot be lost in all rounds
    else:
        width = -(-(purse.goal - rest) // unit)
    if purse.rounds * width * len(results.counts) > MOST_STEPS:
        return None
    return _walked(results, start, width, purse.rounds, reaches=purse.goal is not None)


def _walked(results: Distribution, start: int, width: int, rounds: int, *, reaches: bool) -> Chain:
    """`reaches`: whoever leaves the states at the top has reached his goal. Else he is safe."""
    if start >= width:
        return Chain(0.0, 0.0, float(rounds))
    chances = [(net, count / results.total) for net, count in sorted(results.counts.items())]
    alive = np.zeros(width)
    alive[start] = 1.0
    ruin = goal = played = 0.0
    for number in range(rounds):
        played += float(alive.sum())
        after = np.zeros(width)
        for net, chance in chances:
            if net >= 0:
                above = float(alive[max(0, width - net) :].sum()) if net else 0.0
                goal += chance * above
                after[net:] += chance * alive[: max(0, width - net)]
            else:
                ruin += chance * float(alive[: min(width, -net)].sum())
                after[: max(0, width + net)] += chance * alive[-net:]
        alive = after
        if not reaches:  # the safe play on to the end
            played += goal * (rounds - 1 - number)
            goal = 0.0
    return Chain(ruin, goal, played)
