"""The tables that the house keeps open, practice tables, and the clocks of both."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.desk.posting import TablePosting
from croupier.errors import RuleError, shown
from croupier.games.registry import GAMES, POKER
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table
from croupier.web.settings.record import DEFAULTS

PRACTICE = "practice-"  # prefix of the names of practice tables
NAMED_PRACTICE = 200  # tables of each game; the meters of older banks name as many


class Times(NamedTuple):
    """Time limits in milliseconds; 0 means no clock."""

    bets: int = DEFAULTS.betting_window
    act: int = DEFAULTS.turn_time
    pause: int = DEFAULTS.pause  # after a round


SHARED = Times()
ALONE = Times(bets=0, act=0, pause=0)  # a practice table waits for its player


def games() -> Sequence[str]:
    return (*GAMES, *POKER)


STANDARD = {str(number): game for number, game in enumerate(games(), start=1)}  # by name


def posted(game: str, *, meters: bool = True) -> Table | PokerTable:
    """A game as the house offers it; jackpot wagers only if there are meters for them."""
    return TablePosting().opened(game, meters=None if meters else ())


def check_game(game: str) -> None:
    if game not in games():
        known = ", ".join(games())
        raise RuleError(f"there is no game {shown(game)}; there are: {known}", "game/unknown")


def practice_names(game: str) -> list[str]:
    """The names of a game's practice tables. They share its meters, which list them by name."""
    number = games().index(game) + 1
    return [f"{PRACTICE}{number}-{place}" for place in range(1, NAMED_PRACTICE + 1)]


def is_practice(name: str) -> bool:
    return name.startswith(PRACTICE)


@dataclass(frozen=True)
class TablePolicy:
    """The house's options for its tables. Times are in milliseconds."""

    shared: Times = field(default_factory=lambda: SHARED)
    alone: Times = field(default_factory=lambda: ALONE)
    # How long somebody who does not play keeps a seat at a shared table: with no page open, and
    # with one; and how long a table that a guest opened stays open with nobody seated.
    absent: int = DEFAULTS.absent
    idle: int = DEFAULTS.idle
    empty: int = DEFAULTS.empty
    most_shared: int = DEFAULTS.shared_tables  # opened by guests
    most_practice: int = DEFAULTS.practice_tables  # of each game
    per_person: int = DEFAULTS.tables_per_person  # opened by one guest in an hour

    def times_of(self, name: str) -> Times:
        return self.alone if is_practice(name) else self.shared
