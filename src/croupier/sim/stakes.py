"""What the seats of a simulation stake, in cents."""

import numpy as np
from numpy.typing import NDArray

from croupier.rules.follow_ups import Stakes
from croupier.rules.vocabulary import Game
from croupier.sim.plan import Plan

Ints = NDArray[np.int64]


def by_column(plan: Plan, game: Game, stakes: Stakes) -> Ints:
    """The stake that each column's results are multiples of; a follow-up's is its first wager's."""
    cents = []
    for name in plan.played.wagers:
        wager = game.wager(name)
        assert wager is not None, name
        cents.append(stakes.get(wager.part_of if wager.follows else name, 0))
    return np.array(cents, np.int64)
