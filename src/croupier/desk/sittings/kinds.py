"""A sitting at home of either kind, house-banked or poker, by the name of its game."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from croupier.desk.sittings import poker
from croupier.desk.sittings.saved import load, save, slot
from croupier.desk.sittings.sitting import Settings, Sitting, new_sitting, table_for
from croupier.errors import RuleError
from croupier.games.registry import GAMES, POKER, plays_poker
from croupier.table.shoe import NewSecret

AnySitting = Sitting | poker.PokerSitting


def prepared(game: str, settings: Settings) -> Callable[[NewSecret], AnySitting]:
    """A function that starts a sitting; a table that may not be opened is refused now, before any
    question.
    """
    if plays_poker(game):
        return partial(poker.new_poker_sitting, *poker.poker_table_for(game, settings), settings)
    return partial(new_sitting, table_for(game, settings), settings)


def save_any(path: Path, sitting: AnySitting) -> None:
    if isinstance(sitting, poker.PokerSitting):
        poker.save_poker(path, sitting)
    else:
        save(path, sitting)


def load_any(path: Path, game: str) -> AnySitting | None:
    """The sitting in the file; None if there is no file, BadRecord with the reason if it is
    damaged.
    """
    return poker.load_poker(path, game) if plays_poker(game) else load(path, game)


def saved(folder: Path) -> dict[str, AnySitting | None]:
    """The sittings that can be resumed, by game; None if a file cannot be used."""
    found: dict[str, AnySitting | None] = {}
    for game in (*GAMES, *POKER):
        try:
            sitting = load_any(slot(folder, game), game)
        except (OSError, RuleError):
            found[game] = None
        else:
            if sitting is not None:
                found[game] = sitting
    return found
