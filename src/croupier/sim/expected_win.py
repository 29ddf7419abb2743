"""The house's exact expected win in a simulated round, and the variance of it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.figures import MAIN
from croupier.odds.house_edge import Offering, expected, theory
from croupier.odds.jackpots.wager import Funding
from croupier.odds.strategy.choices import OPTIMAL
from croupier.rules.follow_ups import Stakes
from croupier.sim.exact import exact
from croupier.sim.plan import Plan, by_column
from croupier.sim.run import each_round, in_order, stretches
from croupier.sim.summary import spread

Ints = NDArray[np.int64]
SHORT = 1 << 20  # rounds that estimate the variance where it is not known exactly


def round_win(
    house: Offering, plan: Plan, stakes: Stakes, jackpots: Mapping[str, Funding] | None = None
) -> Fraction | None:
    """The mean of what the house wins from all seats, in cents. None if this play is not solved.

    For a jackpot it is the long-run mean, as in odds/house_edge.py.
    """
    known = exact(house, plan).means
    worths = theory(house, jackpots=jackpots, seats=plan.seats)
    funded = {worth.wager: worth.edge for worth in worths if worth.wager in (jackpots or {})}
    if set(jackpots or {}) - set(funded) or MAIN not in known:
        return None
    win = -known[MAIN] * stakes[house.offers[0].name]
    for worth in worths:
        if worth.above:  # all main wagers alike are in the main game's figure
            win += worth.edge * worth.stake(stakes)
    for name in plan.wagers[plan.played.mains :]:
        if name not in funded and name not in known:
            return None
        edge = funded[name] if name in funded else -known[name]
        win += edge * stakes[name]
    return win * plan.seats


class WinVariance(NamedTuple):
    """The variance of a round's win, in squared cents."""

    variance: Fraction
    simulated: int = 0  # rounds that it was estimated from; 0: it is exact
    error: float = 0.0  # of the standard deviation, one standard error


def round_variance(house: Offering, plan: Plan, stakes: Stakes) -> WinVariance:
    """Exact for one seat and one separate wager. Several depend on the same cards, so then it is
    estimated from simulated rounds.
    """
    if plan.seats == 1 and plan.strategy == OPTIMAL:
        found = expected(theory(house), stakes)
        if len(found) == 1:
            return WinVariance(next(iter(found.values())).variance)
    columns = by_column(plan, house.game, stakes)
    parts = in_order(lambda span: each_round(plan, columns, span).wins, stretches(1, SHORT))
    wins = np.concatenate(list(parts))
    variance = spread(wins).variance
    squares = (wins - wins.mean()) ** 2
    error = float(np.std(squares)) / len(wins) ** 0.5  # of the variance
    return WinVariance(variance, len(wins), error / (2 * float(variance) ** 0.5))
