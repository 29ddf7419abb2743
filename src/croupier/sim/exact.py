"""The exact figures that a simulation is held against, where they are known."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, cast

from croupier.games.figures import figures_of
from croupier.odds.figures import MAIN, House
from croupier.odds.solve import solve
from croupier.odds.strategy.choices import OPTIMAL
from croupier.odds.strategy.guides import strategies_of
from croupier.sim.plan import Plan

RULES = "rules-"


class Exact(NamedTuple):
    """Means in units of the wager. What is not in them depends on a play that was not solved."""

    means: Mapping[str, Fraction]  # of the main wagers together, and of each other wager
    meters: Mapping[str, Fraction]  # the part of its meter that a wager wins
    decisions: Mapping[str, Fraction]


def exact(house: House, plan: Plan) -> Exact:
    odds = solve(house)
    if plan.alone:  # there is nothing to choose
        known = {name: cast(Fraction, odds.wagers[name].more["alone_net"]) for name in plan.wagers}
        return Exact(known, {}, {})
    optimal = plan.strategy == OPTIMAL
    means: dict[str, Fraction] = {}
    meters: dict[str, Fraction] = {}
    if optimal:
        means[MAIN] = odds.net
        parts = figures_of(house.game.id).net_by_wager(house)
        means |= {name: parts[name] for name in plan.wagers if name in parts}
    elif plan.strategy.startswith(RULES):
        (found,) = strategies_of(house, [int(plan.strategy.removeprefix(RULES))])
        means[MAIN] = odds.net - found.cost
    for name in plan.wagers:
        wager = odds.wagers.get(name)
        if wager is None or (wager.by_play and not optimal):
            continue  # a part of the main game, or known for its best play only
        envy = cast(Mapping[object, Fraction | None], wager.more.get("envy", {}))
        more = envy.get(str(plan.seats), envy.get(plan.seats, Fraction(0)))
        if more is not None:
            means[name] = wager.results.mean + more
        if "meter_share" in wager.more:
            meters[name] = cast(Fraction, wager.more["meter_share"])
    return Exact(means, meters, odds.decisions if optimal else {})
