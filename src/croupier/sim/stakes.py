"""What the seats of a simulation stake, in cents; and the most that a round may ask of one."""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from croupier.rules.vocabulary import Choose, EachSeat, Flow, Game, Step
from croupier.sim.plan import Plan

Ints = NDArray[np.int64]
Stakes = Mapping[str, int]  # of one seat, before the deal


def by_column(plan: Plan, game: Game, stakes: Stakes) -> Ints:
    """The stake that each column's results are multiples of; a follow-up's is its first wager's."""
    cents = []
    for name in plan.played.wagers:
        wager = game.wager(name)
        assert wager is not None, name
        cents.append(stakes.get(wager.part_of if wager.follows else name, 0))
    return np.array(cents, np.int64)


def follow_ups(game: Game, stakes: Stakes) -> dict[str, int]:
    """The largest bet of each wager that follows during the round."""
    largest: dict[str, int] = {}
    for step in _steps(game.flow):
        if not isinstance(step, Choose) or callable(step.options):
            continue
        for option in step.options:
            wager = game.wager(option.bet)
            if wager is not None and wager.part_of in stakes:
                bet = stakes[wager.part_of] * option.times
                largest[wager.name] = max(bet, largest.get(wager.name, 0))
    return largest


def most_asked(game: Game, stakes: Stakes) -> int:
    """All that one round may ask of a seat: its stakes, and every follow-up at its largest."""
    return sum(stakes.values()) + sum(follow_ups(game, stakes).values())


def _steps(flow: Flow) -> Iterator[Step]:
    for part in flow:
        if isinstance(part, EachSeat):
            yield from part.steps
        else:
            yield part
