"""Where sittings are saved: one file for each game, none of which is ever overwritten unread."""

import json
import os
from itertools import count
from pathlib import Path

from croupier.errors import RuleError
from croupier.files import content_of
from croupier.games.registry import GAMES, POKER

LARGEST = 16 * 1024 * 1024  # bytes of a saved game; they take some kilobytes
SINGLE = ("play.json", "poker.json")  # once all house games shared one file, and poker had another


def default_folder() -> Path:
    state = os.environ.get("XDG_STATE_HOME", "")
    folder = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return folder / "croupier"


def slot(folder: Path, game: str) -> Path:
    return folder / "saved" / f"{game}.json"


def latest(folder: Path) -> str | None:
    saved = {}
    for game in (*GAMES, *POKER):
        try:
            saved[game] = slot(folder, game).stat().st_mtime_ns
        except OSError:
            continue
    return max(saved, key=lambda game: saved[game], default=None)


def take_over(folder: Path) -> list[str]:
    """Moves the single files of an earlier version into their games' slots; says what it did.

    A file that belongs in no slot, or whose slot is taken, is kept under another name.
    """
    said = []
    for old in (folder / name for name in SINGLE):
        if not old.exists():
            continue
        game = _game(old)
        try:
            if game is None or slot(folder, game).exists():
                why = "cannot be used" if game is None else f"is older than the one of {game}"
                said.append(f"The saved game {old} {why}; it is kept as {set_aside(old, 'old')}")
            else:
                slot(folder, game).parent.mkdir(mode=0o700, exist_ok=True)
                old.rename(slot(folder, game))
        except (OSError, RuleError) as fault:
            said.append(f"The saved game {old} stays where it is: {fault}")
    return said


def _game(path: Path) -> str | None:
    try:
        game = json.loads(content_of(path, LARGEST))["game"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return game if game in (*GAMES, *POKER) else None


def set_aside(path: Path, why: str) -> Path:
    """Keeps a file under another name, which no other has yet."""
    for number in count(1):
        aside = path.with_name(f"{path.name}.{why}" + (f".{number}" if number > 1 else ""))
        if not aside.exists():
            break
    try:
        path.rename(aside)
    except OSError as fault:
        raise RuleError(
            f"{path} cannot be kept under another name ({fault.strerror}); move it away, or no "
            f"game can be saved there",
            "play/saved",
        ) from fault
    return aside
