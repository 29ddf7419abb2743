"""Many simulated amounts: mean, standard deviation, percentiles; exact until printed."""

from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


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
    """Amounts, the least first."""

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
        """The smallest of the amounts that at least `percent` percent of them do not exceed.

        None if there are too few to tell: at least one amount must lie that far out.
        """
        if min(percent, 100 - percent) * len(self.ordered) < 100:
            return None
        return int(self.ordered[-(-percent * len(self.ordered) // 100) - 1])

    @property
    def losing(self) -> Share:
        return Share(int(np.searchsorted(self.ordered, 0)), len(self.ordered))


def sample(amounts: Ints) -> Sample:
    return Sample(np.sort(amounts))
