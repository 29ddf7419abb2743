"""A player's risk of ruin, played: many players, each with rounds and a bankroll of his own.

Ruin: after some round the money no longer covers what the next may ask, every follow-up at its
largest. So nobody ever plays a hand otherwise than he would for want of money.
"""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.sim.plan import Plan
from croupier.sim.run import Span, in_order, stretches, told_of
from croupier.sim.summary import Share

Ints = NDArray[np.int64]


class Purse(NamedTuple):
    """Cents; and when a player stops, if he is not ruined before."""

    bankroll: int
    needed: int  # the most that one round may ask
    goal: int | None
    rounds: int


class Fates(NamedTuple):
    """Of so many players; whole numbers, so parts add up."""

    players: int
    ruined: int
    reached: int  # the goal
    rounds: int  # that they played, together
    squares: int  # the sum of the squares of the rounds of each

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
        spread = self.squares - self.rounds * self.rounds / self.players
        return sqrt(spread / (self.players - 1) / self.players)


def fates(nets: Ints, purse: Purse) -> Fates:
    """`nets[player, round]`: what a player would win in each round, if he plays it."""
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
    """Some players at a time."""

    def part(span: Span) -> Fates:
        return fates(-told_of(plan, stakes, span).wins.reshape(-1, purse.rounds), purse)

    return in_order(part, stretches(purse.rounds, players))
