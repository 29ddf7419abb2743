"""The tables that the house keeps open, practice tables, and the clocks of both."""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.desk.posting import TablePosting
from croupier.errors import RuleError, shown
from croupier.games.registry import GAMES, POKER
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table

PRACTICE = "practice-"  # prefix of the names of practice tables
MOST_PRACTICE = 200  # of each game


class Times(NamedTuple):
    """Time limits in milliseconds; 0 means no clock."""

    bets: int = 20_000
    act: int = 25_000
    words: int = 15_000
    pause: int = 6_000  # after a round


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
    return [f"{PRACTICE}{number}-{place}" for place in range(1, MOST_PRACTICE + 1)]


def is_practice(name: str) -> bool:
    return name.startswith(PRACTICE)


def times_of(name: str) -> Times:
    return ALONE if is_practice(name) else SHARED
