"""What the simulator needs to know of a game: its loop, its columns of results, its tables."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.four_card_split import rules as four_card_split
from croupier.games.four_card_split.exact import WAYS
from croupier.games.four_card_split.loops import rounds as sim_split
from croupier.odds.figures import House

Ints = NDArray[np.int64]


class Played(NamedTuple):
    """One game, as the loops play it."""

    loop: str
    kernel: Any  # the module of its `play`
    wagers: tuple[str, ...]  # by column; the main ones first
    mains: int
    meters: tuple[str, ...]  # columns that follow: the percent of a meter, for these wagers
    tables: tuple[str, ...]  # in the order of the kernel
    options: Callable[[House], Sequence[int]]
    choices: tuple[str, ...]  # the keys of the tables of choices, laid end to end
    decisions: tuple[Mapping[int, str], ...]  # for each choice of a seat: what a code is called

    @property
    def columns(self) -> int:
        return len(self.wagers) + len(self.meters)


def _split_options(house: House) -> Sequence[int]:
    dealer = four_card_split.DEALERS[house.game.id]
    return [int(dealer.any_three), dealer.qualifier]


def _split_decisions() -> dict[int, str]:
    """As the exact figures name them: how the cards are split, and how many hands are played."""
    kinds = [0, 0, 0, 0, 1, 1, 1, 2]
    return {
        way << 2 | plays: f"{WAYS[kinds[way]]}, {(plays & 1) + (plays >> 1)} played"
        for way in range(8)
        for plays in range(4)
    }


_SPLIT = Played(
    "4-card-split",
    sim_split,
    (*four_card_split.ANTES, *four_card_split.PLAYS, four_card_split.BLIND),
    5,
    (),
    ("ante.drawn", "ante.instant", "blind"),
    _split_options,
    ("split",),
    (_split_decisions(),),
)
