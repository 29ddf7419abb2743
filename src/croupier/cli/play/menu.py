"""The games by number, by name and by any part of a name that only one of them has."""

from collections.abc import Mapping

from rich.table import Table as Sheet
from rich.text import Text

from croupier.cli.play.terminal import Terminal, either
from croupier.errors import UnknownGame
from croupier.games.registry import GAMES, POKER, game_id
from croupier.rules.poker import PokerGame
from croupier.rules.vocabulary import Game

PLAYED: tuple[Game | PokerGame, ...] = (*GAMES.values(), *POKER.values())
NAMES = {game.id: game.name for game in PLAYED}
TITLES = {game.id: game.title for game in PLAYED}
SHORT = {"poker": next(iter(POKER))}


def chosen_game(written: str) -> str:
    """The id of the game that is meant, or why it is none or could be several."""
    likely = likely_games(written)
    if not likely:
        raise UnknownGame(f"no game {written!r}; known: {', '.join(NAMES)}")
    if len(likely) > 1:
        raise UnknownGame(f"{written!r} could be {' or '.join(likely)}", "game/ambiguous")
    return likely[0]


def likely_games(written: str) -> list[str]:
    asked = game_id(written)
    asked = game_id(SHORT.get(asked, asked))
    if asked in NAMES:
        return [asked]
    if len(asked) < 2:  # a letter is a slip
        return []
    return [game for game in NAMES if _squeezed(asked) in _squeezed(game)]


def _squeezed(name: str) -> str:
    """`holdout` and `hold out` are the same."""
    return name.replace("-", "")


def menu(terminal: Terminal, saved: Mapping[str, str], latest: str | None) -> tuple[str, bool]:
    """A game, and whether it is only to be gone on with. `saved`: what is known of each sitting."""
    games = list(NAMES)
    sheet = Sheet.grid(padding=(0, 2))
    for number, game in enumerate(games, start=1):
        sheet.add_row(f"{number:>2}", NAMES[game], _about(game, saved))
    terminal.show(sheet)
    question = "Which game? "
    if latest is not None:
        question = f"Which game? [Enter goes on with {NAMES[latest]}] "
    while True:
        answer = terminal.ask(question)
        if not answer and latest is not None:
            return latest, True
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1], False
        likely = likely_games(answer)
        if len(likely) == 1:
            return likely[0], False
        terminal.warn(_which(likely, games))


def _about(game: str, saved: Mapping[str, str]) -> Text:
    about = Text(TITLES[game], "dim")
    return about.append(f"\n{saved[game]}", "not dim bold") if game in saved else about


def _which(likely: list[str], games: list[str]) -> str:
    if likely:
        numbers = either(games.index(game) + 1 for game in likely)
        return f"Which one: {', '.join(NAMES[game] for game in likely)}? Type {numbers}."
    return f"Type a number from 1 to {len(games)}, or a name such as {games[0]}; q quits."
