"""Actual win against theory: how far off is chance, and how far is no longer."""

from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

OUTSIDE = "outside"  # of the widest band
LEVELS = (Fraction(95, 100), Fraction(99, 100))  # of all such stretches of play are in the band


def reach(level: Fraction) -> float:
    """How many standard deviations a band of this level reaches to each side of theory."""
    return NormalDist().inv_cdf(float(1 + level) / 2)


class Bounds(NamedTuple):
    """In the money of the theory."""

    low: float
    high: float


def bounds(theory: Fraction, variance: Fraction, level: Fraction) -> Bounds:
    """Where a win is expected; sums of many independent rounds are nearly normal."""
    wide = reach(level) * float(variance) ** 0.5
    return Bounds(float(theory) - wide, float(theory) + wide)


class Band(NamedTuple):
    """What was won, against what was expected."""

    win: int
    theory: Fraction
    variance: Fraction

    @property
    def deviations(self) -> float:
        """How many standard deviations the win is off."""
        off = float(self.win - self.theory)
        return off / float(self.variance) ** 0.5 if self.variance else 0.0

    @property
    def verdict(self) -> str:
        off = abs(self.deviations)
        within = (f"in {float(level):.0%}" for level in LEVELS if off <= reach(level))
        return next(within, OUTSIDE)
