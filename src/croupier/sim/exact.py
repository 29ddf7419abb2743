"""The exact figures that a simulation is compared with, and the variance of the house's win."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, cast

import numpy as np

from croupier.games.figures import figures_of
from croupier.odds.figures import MAIN, PostedTable
from croupier.odds.house_edge import Funding, Offering, expected, theory
from croupier.odds.solve import solve
from croupier.odds.strategy.choices import OPTIMAL
from croupier.odds.strategy.guides import strategies_of
from croupier.rules.limits import Stakes
from croupier.sim.nights import sample
from croupier.sim.plan import Plan, by_column
from croupier.sim.run import each_round, in_order, stretches

RULES = "rules-"
SHORT = 1 << 20  # rounds used to estimate the variance when it is not known exactly


class Exact(NamedTuple):
    """Means in units of the wager. Figures that depend on unsolved play are left out."""

    means: Mapping[str, Fraction]  # of the main wagers together, and of each other wager
    meters: Mapping[str, Fraction]  # the share of its meter that a wager wins
    decisions: Mapping[str, Fraction]


def exact(table: PostedTable, plan: Plan) -> Exact:
    odds = solve(table)
    if plan.alone:  # no choices, so no strategy
        known = {name: cast(Fraction, odds.wagers[name].more["alone_net"]) for name in plan.wagers}
        return Exact(known, {}, {})
    optimal = plan.strategy == OPTIMAL
    means: dict[str, Fraction] = {}
    meters: dict[str, Fraction] = {}
    if optimal:
        means[MAIN] = odds.net
        parts = figures_of(table.game.id).net_by_wager(table)
        means |= {name: parts[name] for name in plan.wagers if name in parts}
    elif plan.strategy.startswith(RULES):
        (found,) = strategies_of(table, [int(plan.strategy.removeprefix(RULES))])
        means[MAIN] = odds.net - found.cost
    for name in plan.wagers:
        wager = odds.wagers.get(name)
        if wager is None or (wager.by_play and not optimal):
            continue  # part of the main game, or known only under best play
        envy = cast(Mapping[object, Fraction | None], wager.more.get("envy", {}))
        more = envy.get(str(plan.seats), envy.get(plan.seats, Fraction(0)))
        if more is not None:
            means[name] = wager.results.mean + more
        if "meter_share" in wager.more:
            meters[name] = cast(Fraction, wager.more["meter_share"])
    return Exact(means, meters, odds.decisions if optimal else {})


def round_win(
    table: Offering, plan: Plan, stakes: Stakes, jackpots: Mapping[str, Funding] | None = None
) -> Fraction | None:
    """The mean of the house's win from all seats, in cents. None if this play is not solved.

    For a jackpot it is the long-run mean, as in odds/house_edge.py.
    """
    known = exact(table, plan).means
    worths = theory(table, jackpots=jackpots, seats=plan.seats)
    funded = {worth.wager: worth.edge for worth in worths if worth.wager in (jackpots or {})}
    if set(jackpots or {}) - set(funded) or MAIN not in known:
        return None
    win = -known[MAIN] * stakes[table.offers[0].name]
    for worth in worths:
        if worth.above:  # the main game's figure assumes equal main wagers
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
    error: float = 0.0  # one standard error, of the standard deviation


def round_variance(table: Offering, plan: Plan, stakes: Stakes) -> WinVariance:
    """Exact for one seat and one separate wager. Several wagers depend on the same cards, so their
    variance is estimated from simulated rounds.
    """
    if plan.seats == 1 and plan.strategy == OPTIMAL:
        found = expected(theory(table), stakes)
        if len(found) == 1:
            return WinVariance(next(iter(found.values())).variance)
    columns = by_column(plan, table.game, stakes)
    parts = in_order(lambda span: each_round(plan, columns, span).wins, stretches(1, SHORT))
    wins = np.concatenate(list(parts))
    variance = sample(wins).variance
    squares = (wins - wins.mean()) ** 2
    error = float(np.std(squares)) / len(wins) ** 0.5  # of the variance
    return WinVariance(variance, len(wins), error / (2 * float(variance) ** 0.5))
