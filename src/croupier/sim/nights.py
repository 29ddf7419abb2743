"""Nights and months at a table: what the house wins, and how low its money stands on the way."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.sim_rounds import Told
from croupier.sim.plan import Plan
from croupier.sim.run import Span, in_order, told_of

Ints = NDArray[np.int64]
PART = 1 << 17  # rounds that are played in one go, about: whole nights


class Nights(NamedTuple):
    """Whole cents, night by night, in the order in which they were played."""

    wins: Ints
    lows: Ints  # the lowest that the house's money stood, from the night's begin; never above 0


def nights_in_part(rounds: int) -> int:
    """How many nights of so many rounds are played in one go."""
    return max(1, PART // rounds)


def parts(plan: Plan, stakes: Ints, rounds: int, nights: int) -> Iterator[Told]:
    """All rounds of the nights, some nights at a time; the first night's rounds are the first."""
    step = nights_in_part(rounds) * rounds
    whole = rounds * nights
    spans = (Span(first, min(whole, first + step)) for first in range(0, whole, step))
    return in_order(partial(told_of, plan, stakes), spans)


def played(
    plan: Plan,
    stakes: Ints,
    rounds: int,
    nights: int,
    given: Callable[[Told], Ints] | None = None,
) -> Iterator[Nights]:
    """Some nights at a time. `given` says what the house gave beside, round by round: to meters."""
    for part in parts(plan, stakes, rounds, nights):
        wins = part.wins if given is None else part.wins - given(part)
        yield summed(wins.reshape(-1, rounds))


def summed(wins: Ints) -> Nights:
    """Stretches of play, a row each: what was won in each, and the lowest point of it."""
    money = np.cumsum(wins, axis=1)
    return Nights(money[:, -1], np.minimum(money.min(axis=1), 0))


def joined(some: list[Nights]) -> Nights:
    return Nights(*(np.concatenate(each) for each in zip(*some, strict=True)))


def months(nights: Nights, length: int) -> Nights:
    """So many nights on end, as one; nights that fill no month are left out."""
    many = len(nights.wins) // length
    wins, lows = (each[: many * length].reshape(many, length) for each in nights)
    before = np.cumsum(wins, axis=1) - wins
    return Nights(wins.sum(axis=1), np.minimum((before + lows).min(axis=1), 0))
