"""What the simulator needs to know of a game: its loop, its columns of results, its tables."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from croupier.kernels.rounds import Game
from croupier.odds.figures import House

Reach = Mapping[str, tuple[int, int]]  # the least and the most that each wager may bring a seat


class Played(NamedTuple):
    """One game, as the loops play it."""

    game: Game
    wagers: tuple[str, ...]  # by column; the main ones first
    mains: int
    meters: tuple[str, ...]  # columns that follow: the percent of a meter, for these wagers
    tables: tuple[str, ...]  # in the order of the kernel
    options: Callable[[House], Sequence[int]]
    choices: tuple[str, ...]  # the keys of the tables of choices, laid end to end
    decisions: tuple[Mapping[int, str], ...]  # for each choice of a seat: what a code is called
    reach: Callable[[House, int], Reach] | None = None  # by the seats that make the wager

    @property
    def columns(self) -> int:
        return len(self.wagers) + len(self.meters)
