"""Nights and months at a table: the house's win, its lowest bankroll; means and percentiles."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import NamedTuple

import numpy as np

from croupier.kernels.arrays import Ints
from croupier.kernels.rounds import EachRound
from croupier.sim.plan import Plan
from croupier.sim.run import each_round, in_order, stretches


class Share(NamedTuple):
    """`many` out of `total`, with the standard error of that share."""

    many: int
    total: int

    @property
    def share(self) -> Fraction:
        return Fraction(self.many, self.total)

    @property
    def error(self) -> float:
        return sqrt(self.share * (1 - self.share) / self.total)


class Sample(NamedTuple):
    """Amounts in ascending order."""

    ordered: Ints

    @property
    def mean(self) -> Fraction:
        return Fraction(int(self.ordered.sum()), len(self.ordered))

    @property
    def variance(self) -> Fraction:
        """The sample variance; 0 for a single amount."""
        many, total = len(self.ordered), int(self.ordered.sum())
        if many < 2:
            return Fraction(0)
        squares = sum(cents * cents for cents in self.ordered.tolist())
        return Fraction(squares * many - total * total, many * (many - 1))

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(self.variance / len(self.ordered))

    def percentile(self, percent: Fraction) -> int | None:
        """The smallest amount that is not exceeded by at least `percent` percent of them.

        None if there are too few to tell: at least one amount must be that far out.
        """
        if min(percent, 100 - percent) * len(self.ordered) < 100:
            return None
        return int(self.ordered[-(-percent * len(self.ordered) // 100) - 1])

    @property
    def losing(self) -> Share:
        return Share(int(np.searchsorted(self.ordered, 0)), len(self.ordered))


def sample(amounts: Ints) -> Sample:
    return Sample(np.sort(amounts))


class Nights(NamedTuple):
    """Whole cents, night by night, in the order in which they were played."""

    wins: Ints
    lows: Ints  # the lowest point of the house's bankroll since the night began; never above 0


def played(
    plan: Plan,
    stakes: Ints,
    rounds: int,
    nights: int,
    given: Callable[[EachRound], Ints] | None = None,
) -> Iterator[Nights]:
    """Yields nights in batches. `given`: what the house also paid into meters, round by round."""
    for part in in_order(partial(each_round, plan, stakes), stretches(rounds, nights)):
        wins = part.wins if given is None else part.wins - given(part)
        yield summed(wins.reshape(-1, rounds))


def summed(wins: Ints) -> Nights:
    """Stretches of play, a row each: the win of each, and its lowest point."""
    money = np.cumsum(wins, axis=1)
    return Nights(money[:, -1], np.minimum(money.min(axis=1), 0))


def joined(some: list[Nights]) -> Nights:
    return Nights(*(np.concatenate(each) for each in zip(*some, strict=True)))


def months(nights: Nights, length: int) -> Nights:
    """Every `length` nights as one month; nights that do not fill a month are left out."""
    many = len(nights.wins) // length
    wins, lows = (each[: many * length].reshape(many, length) for each in nights)
    before = np.cumsum(wins, axis=1) - wins
    return Nights(wins.sum(axis=1), np.minimum((before + lows).min(axis=1), 0))
