"""Whether the memory of a server grows with what it does."""

from statistics import linear_regression, mean
from typing import NamedTuple

from .run import Sample

WARM = 3  # the first third of a run does not count: caches fill, and the heap finds its size
# What grows with every act: the least that Python can keep for one is a number in a list (8 bytes
# and 28), or a string or a tuple (50 and more). So less than this for each act keeps nothing.
LEAST = 24  # bytes
# What does not grow with acts: caches that were not full yet, and a heap in which what is freed
# lies between what is not. A server with a thousand tables keeps some 200 MB.
SLACK = 24 * 2**20


class Growth(NamedTuple):
    acts: int  # that the line was drawn through
    per_act: float  # bytes: the slope of the line
    mean: float  # bytes

    @property
    def bound(self) -> float:
        """The most bytes for each act at which memory is flat, in so many acts."""
        return LEAST + SLACK / max(1, self.acts)

    @property
    def is_flat(self) -> bool:
        return self.per_act <= self.bound

    @property
    def tells(self) -> bool:
        """Whether so many acts are enough to notice a string of 60 bytes kept for each."""
        return self.bound < 60

    def __str__(self) -> str:
        return (
            f"{self.per_act:+.1f} bytes an act over {self.acts:,} acts, at {self.mean / 2**20:.0f}"
            f" MB; flat is up to {self.bound:.1f}"
        )


def growth(samples: list[Sample]) -> Growth:
    """A straight line through memory by acts, after the warm-up."""
    used = samples[len(samples) // WARM :]
    acts, rss = [one.acts for one in used], [one.rss for one in used]
    slope = linear_regression(acts, rss).slope
    return Growth(acts[-1] - acts[0], slope, mean(rss))
