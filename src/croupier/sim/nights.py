"""Nights and months at a table: what the house wins, and the lowest its bankroll falls."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.rounds import EachRound
from croupier.sim.plan import Plan
from croupier.sim.run import each_round, in_order, stretches

Ints = NDArray[np.int64]


class Nights(NamedTuple):
    """Whole cents, night by night, in the order in which they were played."""

    wins: Ints
    lows: Ints  # the lowest point of the house's bankroll, from the night's start; never above 0


def played(
    plan: Plan,
    stakes: Ints,
    rounds: int,
    nights: int,
    given: Callable[[EachRound], Ints] | None = None,
) -> Iterator[Nights]:
    """Some nights at a time. `given`: what the house paid besides, round by round, into meters."""
    for part in in_order(partial(each_round, plan, stakes), stretches(rounds, nights)):
        wins = part.wins if given is None else part.wins - given(part)
        yield summed(wins.reshape(-1, rounds))


def summed(wins: Ints) -> Nights:
    """Stretches of play, a row each: what was won in each, and its lowest point."""
    money = np.cumsum(wins, axis=1)
    return Nights(money[:, -1], np.minimum(money.min(axis=1), 0))


def joined(some: list[Nights]) -> Nights:
    return Nights(*(np.concatenate(each) for each in zip(*some, strict=True)))


def months(nights: Nights, length: int) -> Nights:
    """Every `length` nights as one month; nights that fill no month are left out."""
    many = len(nights.wins) // length
    wins, lows = (each[: many * length].reshape(many, length) for each in nights)
    before = np.cumsum(wins, axis=1) - wins
    return Nights(wins.sum(axis=1), np.minimum((before + lows).min(axis=1), 0))
