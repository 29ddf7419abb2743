"""The strategies for people of each game, found once and kept."""

import hashlib
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.errors import RuleError
from croupier.games.figures import figures_of
from croupier.kernels.cache.kept import stored
from croupier.odds.figures import House
from croupier.odds.strategy.lists import Line, Strategy

SIZES = (3, 6, 12)
MOST_RULES = 20


class Guide(NamedTuple):
    """How a game's strategies are found, and how they are read."""

    groups: tuple[str, ...]  # the tables that change the play
    find: Callable[[House, Sequence[int]], list[Strategy]]
    net: Callable[[House], Fraction]  # of optimal play
    fewest: int  # rules: one for each decision
    how: str = "Read from the top: the first rule that holds decides."
    note: str = ""


def guide_of(house: House) -> Guide:
    return figures_of(house.game.id, "there is no strategy to tell").guide


def strategies_of(house: House, sizes: Sequence[int] = SIZES) -> list[Strategy]:
    """Strategies of so many rules each, from the shortest up."""
    guide = guide_of(house)
    for size in sizes:
        if not guide.fewest <= size <= MOST_RULES:
            raise RuleError(
                f"a strategy of {size} rules; ask for {guide.fewest} to {MOST_RULES}",
                "strategy/size",
            )
    wanted = sorted(set(sizes))
    pays = [sorted(house.posted[group].steps.items()) for group in guide.groups]
    digest = hashlib.sha256(repr((pays, wanted)).encode()).hexdigest()[:16]
    kept = stored(f"{house.game.id}/strategy-{digest}", lambda: _written(guide.find(house, wanted)))
    return _read(kept)


def _written(found: list[Strategy]) -> dict[str, NDArray[np.str_]]:
    lines = [
        (str(place), line.decision, line.condition, line.action, str(line.without))
        for place, strategy in enumerate(found)
        for line in strategy.lines
    ]
    return {
        "lines": np.array(lines),
        "costs": np.array([str(strategy.cost) for strategy in found]),
    }


def _read(kept: dict[str, NDArray[np.str_]]) -> list[Strategy]:
    found: list[list[Line]] = [[] for _ in kept["costs"]]
    for place, decision, condition, action, without in kept["lines"].tolist():
        cost = None if without == "None" else Fraction(without)
        found[int(place)].append(Line(decision, condition, action, cost))
    return [
        Strategy(tuple(lines), Fraction(cost))
        for lines, cost in zip(found, kept["costs"].tolist(), strict=True)
    ]
