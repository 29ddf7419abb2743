"""Counters and histograms, and their text for a metrics collector.

The format is the usual one (Prometheus exposition, version 0.0.4). It takes a few lines, and
counting costs one addition: no lock, no library. So each counter has one thread that writes to it;
any thread may read it. The values of a label come from a bounded set: never what a user typed.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import monotonic
from typing import NamedTuple

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
MOST_LABELS = 200  # different values of one counter's labels; beyond that they are one, "other"
OTHER = "other"
Number = int | float


class MetricSample(NamedTuple):
    suffix: str  # after the name of the family
    labels: Mapping[str, str]
    value: Number


class Family(NamedTuple):
    """A metric: all its samples have its name."""

    name: str
    kind: str  # counter, gauge, histogram
    meaning: str
    samples: Sequence[MetricSample]


class Counter:
    """Counts by the values of its labels."""

    def __init__(self, *labels: str) -> None:
        self.labels = labels
        self.counts: dict[tuple[str, ...], int] = {} if labels else {(): 0}

    def add(self, *values: str, by: int = 1) -> None:
        if values not in self.counts and len(self.counts) >= MOST_LABELS:
            values = (OTHER,) * len(values)
        self.counts[values] = self.counts.get(values, 0) + by

    def total(self, *begins: str) -> int:
        """Of all whose first value begins with one of these; of all, without any."""
        counts = list(self.counts.items())
        return sum(count for values, count in counts if not begins or values[0].startswith(begins))

    def samples(self) -> list[MetricSample]:
        return [
            MetricSample("", dict(zip(self.labels, values, strict=True)), count)
            for values, count in sorted(self.counts.items())
        ]


class Histogram:
    """How many values were at most each bound."""

    def __init__(self, bounds: Sequence[Number]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.sum: Number = 0

    def add(self, value: Number) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    @property
    def count(self) -> int:
        return sum(self.counts)

    def within(self, percent: int) -> Number:
        """The lowest bound that so many of them kept; beyond all bounds, the highest; 0 of none."""
        needed, so_far = -(-self.count * percent // 100), 0
        for bound, count in zip(self.bounds, self.counts, strict=False):
            so_far += count
            if needed and so_far >= needed:
                return bound
        return self.bounds[-1] if needed else 0

    def samples(self) -> list[MetricSample]:
        counts, found, so_far = list(self.counts), [], 0
        for bound, count in zip((*map(written, self.bounds), "+Inf"), counts, strict=True):
            so_far += count
            found.append(MetricSample("_bucket", {"le": bound}, so_far))
        return [*found, MetricSample("_sum", {}, self.sum), MetricSample("_count", {}, so_far)]


class PerSecond:
    """How many there were in each of the last seconds."""

    def __init__(self, seconds: int, clock: Callable[[], float] = monotonic) -> None:
        self._counts, self._clock = [0] * seconds, clock
        self._now = int(clock())

    def add(self, by: int = 1) -> None:
        self._advance()
        self._counts[self._now % len(self._counts)] += by

    def counts(self) -> list[int]:
        """The oldest first; the second that has just begun is not among them."""
        self._advance()
        size = len(self._counts)
        return [self._counts[(self._now + 1 + after) % size] for after in range(size - 1)]

    def _advance(self) -> None:
        now, size = int(self._clock()), len(self._counts)
        for second in range(max(self._now + 1, now - size + 1), now + 1):
            self._counts[second % size] = 0
        self._now = max(self._now, now)


def exposition(families: Iterable[Family]) -> str:
    lines: list[str] = []
    for family in families:
        lines.append(f"# HELP {family.name} {_escaped(family.meaning)}")
        lines.append(f"# TYPE {family.name} {family.kind}")
        lines += [f"{family.name}{_line(sample)}" for sample in family.samples]
    return "\n".join([*lines, ""])


def _line(sample: MetricSample) -> str:
    pairs = ",".join(f'{name}="{_quoted(value)}"' for name, value in sample.labels.items())
    return (
        f"{sample.suffix}{{{pairs}}} {written(sample.value)}"
        if pairs
        else (f"{sample.suffix} {written(sample.value)}")
    )


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _quoted(text: str) -> str:
    return _escaped(text).replace('"', '\\"')


def written(value: Number) -> str:
    return str(value) if isinstance(value, int) else repr(float(value))
