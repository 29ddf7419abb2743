"""What was counted: whole numbers only, so that parts add up to the same total in any order."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from croupier.kernels.arrays import Ints
from croupier.kernels.rounds import CODES, LOWEST
from croupier.odds.figures import Distribution
from croupier.sim.plan import Plan


class Tally(NamedTuple):
    rounds: int
    counts: Ints  # [row, net - LOWEST]: seats with that result; row 0: all main wagers together
    sums: Ints  # [row]: the sum of the rounds' totals, and of their squares; for several seats
    chosen: Ints  # [choice, code]

    def __add__(self, other: object) -> "Tally":
        if not isinstance(other, Tally):
            return NotImplemented
        sums = (one + more for one, more in zip(self[1:], other[1:], strict=True))
        return Tally(self.rounds + other.rounds, *sums)


def empty(plan: Plan) -> Tally:
    played = plan.played
    return Tally(
        0,
        np.zeros((1 + played.columns, plan.width), np.int64),
        np.zeros((1 + played.columns, 2), np.int64),
        np.zeros((len(played.decisions), CODES), np.int64),
    )


class Figure(NamedTuple):
    """One wager (or all main ones) as simulated: exact fractions of the counts."""

    results: Distribution  # of one seat
    rounds: int
    seats: int
    total_square: int  # the sum of the squares of the rounds' totals

    @property
    def mean(self) -> Fraction:
        """What a seat wins in a round, in units of the wager."""
        return self.results.mean

    @property
    def square_error(self) -> Fraction:
        """The square of the mean's standard error. Seats of one round are not independent."""
        if self.rounds < 2:
            return Fraction(0)
        mean = self.mean * self.seats
        deviations = Fraction(self.total_square) - self.rounds * mean * mean
        return deviations / ((self.rounds - 1) * self.rounds * self.seats**2)


def figure(tally: Tally, plan: Plan, row: int) -> Figure:
    counts = tally.counts[row]
    results = Distribution({int(at) + LOWEST: int(counts[at]) for at in np.nonzero(counts)[0]})
    if plan.seats == 1:
        square = sum(net * net * count for net, count in results.counts.items())
    else:
        square = int(tally.sums[row, 1])
    return Figure(results, tally.rounds, plan.seats, square)


def decisions(tally: Tally, plan: Plan) -> dict[str, Fraction]:
    """The share of each action among all times that its choice came up."""
    shares: dict[str, Fraction] = {}
    for names, codes in zip(plan.played.decisions, tally.chosen, strict=True):
        total = int(codes.sum())
        for code, name in names.items():
            if total:
                shares[name] = shares.get(name, Fraction(0)) + Fraction(int(codes[code]), total)
    return shares
