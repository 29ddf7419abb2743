"""Every figure printed in the rulebooks beside ours, with a verdict."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.games.figures import figures_of, solved
from croupier.odds.figures import PostedTable

NONE_KNOWN: Mapping[tuple[str, str], str] = {}  # misprints, by game and figure


class Check(NamedTuple):
    game: str
    figure: str
    printed: str
    ours: Fraction
    shown: str  # ours, as the print would show it
    verdict: str  # agrees, misprint, unreachable, favours the player; or DIFFERS
    why: str = ""  # of any verdict but the first and the last


def verify(open_house: Callable[..., PostedTable], games: Sequence[str] = ()) -> list[Check]:
    """All checks of these games, in the order of the documents."""
    return [check for game in games or solved() for check in verify_game(open_house, game)]


def verify_game(open_house: Callable[..., PostedTable], game: str) -> list[Check]:
    """The checks of one game; a rulebook that prints no figure has none."""
    return figures_of(game).printed(open_house, game)


def compared(
    game: str,
    figure: str,
    printed: str,
    ours: Fraction,
    shown: str,
    misprints: Mapping[tuple[str, str], str] = NONE_KNOWN,
) -> Check:
    """Ours beside the print; where it is known to be wrong, why."""
    if shown == printed:
        return Check(game, figure, printed, ours, shown, "agrees")
    why = misprints.get((game, figure), "")
    return Check(game, figure, printed, ours, shown, "misprint" if why else "DIFFERS", why)
