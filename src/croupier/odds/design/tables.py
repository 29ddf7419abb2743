"""Tables of pays by their worth: with the fewest changes, or nearest to a target.

A worth is a sum over rows, in whole numbers. A lower row never pays more than one above it.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

import numpy as np

from croupier.errors import RuleError
from croupier.kernels.arrays import Array

RowPays = tuple[int, ...]  # from the top row down

MOST_HALVES = 2_000_000  # combinations of the upper or of the lower rows
MOST_TABLES = 1_000_000  # with at most a given number of changes, all compared
FEW = 200_000  # up to this many tables, simply all are compared
EXACT = 1 << 62
TOO_MANY = "too many tables to compare; narrow what rows may pay"


class Rows(NamedTuple):
    """The possible pays of each row, their worths, and its current pay."""

    choices: list[list[int]]
    worths: list[list[int]]
    posted: RowPays

    def kind(self, aim: int) -> type:
        """64-bit whole numbers, if no sum exceeds them."""
        most = abs(aim) + sum(max(map(abs, row)) for row in self.worths)
        return np.int64 if most < EXACT else object


def likeness(pays: RowPays, posted: RowPays) -> tuple[int, int, Fraction, RowPays]:
    """How far a table is from the posted one: rows changed, how many not to round pays, then by how
    much.
    """
    changed = [pair for pair in zip(pays, posted, strict=True) if pair[0] != pair[1]]
    unround = sum(not _round(new) for new, _ in changed)
    moved = sum((Fraction(abs(new - old), max(old, 1)) for new, old in changed), Fraction(0))
    return len(changed), unround, moved, pays


def _round(pay: int) -> bool:
    """As most felts print them: up to 10, or 12, 15, 20, 25, 30, 40 … 75 … and these with zeros."""
    digits = str(pay).rstrip("0")
    return pay <= 10 or len(digits) < 2 or digits in ("12", "15", "25", "75")


def fewest_changes(rows: Rows, aim: int, within: int, limit: int) -> list[RowPays]:
    """Tables whose worth is within a distance of the aim, by likeness to the posted one.

    Allows one more change at a time, until enough are found or there are too many to compare.
    """
    found: list[RowPays] = []
    for most in range(len(rows.choices) + 1):
        tables = _with_changes(rows, most, rows.kind(aim))
        if tables is None:
            break
        near = np.abs(tables.sums - aim) <= within
        found = [tuple(map(int, pays)) for pays in tables.pays[near.astype(bool)]]
        if len(found) >= limit:
            break
    return sorted(found, key=lambda pays: likeness(pays, rows.posted))[:limit]


def _with_changes(rows: Rows, most: int, kind: type) -> "Half | None":
    """All tables with at most `most` changes."""
    pays, changes = np.zeros((1, 0), np.int64), np.zeros(1, np.int64)
    sums: Array = np.zeros(1, kind)
    for choices, worths, posted in zip(*rows, strict=True):
        above, here = np.meshgrid(np.arange(len(pays)), np.arange(len(choices)), indexing="ij")
        pay = np.array(choices, np.int64)[here]
        after = changes[above] + (pay != posted)
        fits = after <= most
        if pays.shape[1]:
            fits &= pays[above, -1] >= pay
        above, here = above[fits], here[fits]
        if len(above) > MOST_TABLES:
            return None
        pays = np.column_stack([pays[above], pay[fits]])
        sums, changes = sums[above] + np.array(worths, kind)[here], after[fits]
    return Half(pays, sums)


def nearest(rows: Rows, aim: int, limit: int) -> list[RowPays]:
    """Tables by how near their worth is to the aim; equally near ones by likeness."""
    choices, worths = [*rows.choices, [0]], [*rows.worths, [0]]  # so that there are two halves
    sizes = [len(pays) for pays in choices]
    middle = min(
        range(1, len(sizes)),
        key=lambda place: (max(prod(sizes[:place]), prod(sizes[place:])), place),
    )
    kind = rows.kind(aim)
    upper = _sums(choices[:middle], worths[:middle], kind)
    lower = _sums(choices[middle:], worths[middle:], kind)
    pairs = _meet(upper, lower, aim, limit)
    tables = [(*map(int, upper.pays[a]), *map(int, lower.pays[b, :-1])) for a, b in pairs]
    distance = [abs(int(upper.sums[a]) + int(lower.sums[b]) - aim) for a, b in pairs]
    order = sorted(
        range(len(tables)),
        key=lambda place: (distance[place], *likeness(tables[place], rows.posted)),
    )
    return [tables[place] for place in order[:limit]]


class Half(NamedTuple):
    """Some rows of many tables: their pays, and the worth of these."""

    pays: Array
    sums: Array


def _sums(choices: list[list[int]], worths: list[list[int]], kind: type) -> Half:
    pays = np.array([[pay] for pay in choices[0]], np.int64)
    sums: Array = np.array(worths[0], kind)
    for row, worth in zip(choices[1:], worths[1:], strict=True):
        if len(pays) * len(row) > 10 * MOST_HALVES:
            raise RuleError(TOO_MANY, "design/many")
        above, here = np.meshgrid(np.arange(len(pays)), np.arange(len(row)), indexing="ij")
        fits = pays[above, -1] >= np.array(row)[here]
        above, here = above[fits], here[fits]
        if len(above) > MOST_HALVES:
            raise RuleError(TOO_MANY, "design/many")
        pays = np.column_stack([pays[above], np.array(row, np.int64)[here]])
        sums = sums[above] + np.array(worth, kind)[here]
    return Half(pays, sums)


def _meet(upper: Half, lower: Half, goal: int, limit: int) -> list[tuple[int, int]]:
    """Pairs of halves that contain the nearest tables, including all that are equally near."""
    if not len(upper.pays) or not len(lower.pays):
        return []
    steps = [_Step.of(int(first), upper, lower) for first in np.unique(lower.pays[:, 0])]
    everything = len(upper.pays) * len(lower.pays) <= FEW
    within = None if everything else _reach(steps, goal, limit)
    return [pair for step in steps for pair in step.pairs(goal, within)]


def _reach(steps: Sequence["_Step"], goal: int, limit: int) -> int | None:
    """A distance within which there are `limit` tables: upper halves with their nearest lower."""
    nearest = np.concatenate([step.nearest(goal) for step in steps])
    if len(nearest) < limit:
        return None
    return int(np.partition(nearest, limit - 1)[limit - 1])


class _Step(NamedTuple):
    """The lower halves with one first pay, in order of worth, and the upper halves above them."""

    above: Array
    below: Array
    upper: Half
    lower: Half

    @classmethod
    def of(cls, first: int, upper: Half, lower: Half) -> "_Step":
        below = np.nonzero(lower.pays[:, 0] == first)[0]
        below = below[np.argsort(lower.sums[below], kind="stable")]
        return cls(np.nonzero(upper.pays[:, -1] >= first)[0], below, upper, lower)

    def nearest(self, goal: int) -> Array:
        rest, sums = goal - self.upper.sums[self.above], self.lower.sums[self.below]
        place = np.searchsorted(sums, rest)
        over = np.abs(sums[np.minimum(place, len(sums) - 1)] - rest)
        under = np.abs(sums[np.maximum(place - 1, 0)] - rest)
        nearest: Array = np.minimum(over, under)
        return nearest

    def pairs(self, goal: int, within: int | None) -> Iterator[tuple[int, int]]:
        rest, sums = goal - self.upper.sums[self.above], self.lower.sums[self.below]
        if within is None:
            starts, ends = np.zeros(len(rest), np.intp), np.full(len(rest), len(sums))
        else:
            starts = np.searchsorted(sums, rest - within, side="left")
            ends = np.searchsorted(sums, rest + within, side="right")
        for place in np.nonzero(ends > starts)[0]:
            for low in range(int(starts[place]), int(ends[place])):
                yield int(self.above[place]), int(self.below[low])
