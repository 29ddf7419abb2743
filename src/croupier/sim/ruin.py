"""A player's risk of ruin: many players simulated, or a Markov chain over the exact results.

A player is ruined when the bankroll after a round no longer covers the most that the next may
require, every follow-up at its largest. So lack of money never changes how anybody plays a hand.

The chain is for flat bets, whose result in units of the first bet is known exactly. Its chances are
floats: as fractions they would have thousands of digits after a few hundred rounds.
"""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

import numpy as np

from croupier.kernels.arrays import Ints
from croupier.odds.figures import Distribution
from croupier.sim.nights import Share
from croupier.sim.plan import Plan
from croupier.sim.run import Span, each_round, in_order, stretches

MOST_STEPS = 10**9  # additions of a chain; with more there is only the simulation


class Purse(NamedTuple):
    """Amounts in cents; and when a player stops, unless ruined before."""

    bankroll: int
    needed: int  # the most that one round may require
    goal: int | None
    rounds: int


class Fates(NamedTuple):
    """What became of `players` players; whole numbers, so that parts add up."""

    players: int
    ruined: int
    reached: int  # the goal
    rounds: int  # total rounds played
    squares: int  # the sum over players of their rounds squared

    def __add__(self, other: object) -> "Fates":
        if not isinstance(other, Fates):
            return NotImplemented
        return Fates(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def ruin(self) -> Share:
        return Share(self.ruined, self.players)

    @property
    def goal(self) -> Share:
        return Share(self.reached, self.players)

    @property
    def mean_rounds(self) -> float:
        return self.rounds / self.players

    @property
    def rounds_error(self) -> float:
        """The standard error of the mean number of rounds."""
        if self.players < 2:
            return 0.0
        deviations = self.squares - self.rounds * self.rounds / self.players
        return sqrt(deviations / (self.players - 1) / self.players)


def fates(nets: Ints, purse: Purse) -> Fates:
    """`nets[player, round]`: what a player would win in each round if they play it."""
    money = purse.bankroll + np.cumsum(nets, axis=1)
    ruined = money < purse.needed
    reached = np.zeros_like(ruined) if purse.goal is None else money >= purse.goal
    stops = ruined | reached
    last = np.where(stops.any(axis=1), stops.argmax(axis=1), nets.shape[1] - 1)
    rows = np.arange(len(nets))
    return Fates(
        len(nets),
        int(ruined[rows, last].sum()),
        int(reached[rows, last].sum()),
        int((last + 1).sum()),
        int(((last + 1) ** 2).sum()),
    )


def played(plan: Plan, stakes: Ints, purse: Purse, players: int) -> Iterator[Fates]:
    """Yields batches of players."""

    def part(span: Span) -> Fates:
        return fates(-each_round(plan, stakes, span).wins.reshape(-1, purse.rounds), purse)

    return in_order(part, stretches(purse.rounds, players))


class Chain(NamedTuple):
    ruin: float
    goal: float
    rounds: float  # that a player plays on average


def ruin_chain(results: Distribution, unit: int, purse: Purse) -> Chain | None:
    """None if it would take too long.

    Money moves in whole units, so the bankroll's remainder below a unit never changes. A state is
    the number of units above what a round may require; `width` states are below the goal.
    """
    start = (purse.bankroll - purse.needed) // unit
    rest = (purse.bankroll - purse.needed) % unit + purse.needed
    if purse.goal is None:
        width = -min(results.counts) * purse.rounds  # more than can be lost in all rounds
    else:
        width = -(-(purse.goal - rest) // unit)
    if purse.rounds * width * len(results.counts) > MOST_STEPS:
        return None
    return _walked(results, start, width, purse.rounds, reaches=purse.goal is not None)


def _walked(results: Distribution, start: int, width: int, rounds: int, *, reaches: bool) -> Chain:
    """`reaches`: whether a player who leaves the states at the top has reached the goal; if not,
    they are safe.
    """
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
        if not reaches:  # safe players play to the end
            played += goal * (rounds - 1 - number)
            goal = 0.0
    return Chain(ruin, goal, played)
