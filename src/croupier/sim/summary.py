"""Many simulated amounts: mean, spread, percentiles; whole cents and fractions of counts."""

from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class Share(NamedTuple):
    """How many of all; with the standard error of that share."""

    many: int
    total: int

    @property
    def share(self) -> Fraction:
        return Fraction(self.many, self.total)

    @property
    def error(self) -> float:
        return sqrt(self.share * (1 - self.share) / self.total)


class Spread(NamedTuple):
    ordered: Ints

    @property
    def mean(self) -> Fraction:
        return Fraction(int(self.ordered.sum()), len(self.ordered))

    @property
    def variance(self) -> Fraction:
        """As a sample tells it; of one amount there is none."""
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
        """The least amount that so many percent of all do not pass: one of the amounts itself.

        None where there are too few to tell: at least one amount must lie that far out.
        """
        if min(percent, 100 - percent) * len(self.ordered) < 100:
            return None
        return int(self.ordered[-(-percent * len(self.ordered) // 100) - 1])

    @property
    def losing(self) -> Share:
        return Share(int(np.searchsorted(self.ordered, 0)), len(self.ordered))


def spread(amounts: Ints) -> Spread:
    return Spread(np.sort(amounts))
