"""`croupier play`: which game, and the saved sitting or a new one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from croupier import fair
from croupier.cli.options import PostingOptions
from croupier.cli.play import house
from croupier.cli.play.poker import game as poker_game
from croupier.cli.play.poker.felt import PokerPlayer
from croupier.cli.play.terminal import HousePlayer, Quit, Terminal, either, terminal
from croupier.desk.sittings.kinds import AnySitting, prepared, saved
from croupier.desk.sittings.poker import PokerSitting
from croupier.desk.sittings.saved import default_folder, latest, take_over
from croupier.desk.sittings.sitting import NewWord, Settings, Sitting, check_typed
from croupier.errors import RuleError, UnknownGame
from croupier.games.registry import GAMES, POKER, game_id, plays_poker
from croupier.money import dollars, parse_dollars
from croupier.rules.poker import PokerGame
from croupier.rules.vocabulary import Game
from croupier.table.shoe import NewSecret

Player = HousePlayer | PokerPlayer
PLAYED: Mapping[str, Game | PokerGame] = {**GAMES, **POKER}
NAMES = {id_: game.name for id_, game in PLAYED.items()}
SHORT = {"poker": next(iter(POKER))}


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A name or a part of one; a menu if left out."),
    ] = None,
    *,
    seats: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=99,
            help="How many seats you play, usually 1; poker: how many there are, usually 6.",
        ),
    ] = None,
    bots: Annotated[str, typer.Option(help="Poker: who sits at the other seats.")] = "call,random",
    posted: PostingOptions,
    bankroll: Annotated[str, typer.Option(help="Play money to start with, in dollars.")] = "500",
    lucky: Annotated[str, typer.Option(help="A word of your own, mixed into every shuffle.")] = "",
    new: Annotated[
        bool, typer.Option("--new", help="Start a new game; asks before a saved one is discarded.")
    ] = False,
) -> None:
    """Sit down and play in the terminal. Quit at any time; one game of each kind is saved.

    Example: [bold]croupier play 4-card-split-v2 --seats 2 --post blind=P4[/bold]
    """
    settings = Settings(
        **posted.stated,
        bankroll=parse_dollars(bankroll),
        seats=seats,
        bots=bots,
        word=lucky,
        fresh=new,
    )
    play_at_terminal(game, settings)


class Elsewhere(Exception):
    """The player keeps the game saved here but does not resume it."""


def play_at_terminal(
    game: str | None,
    settings: Settings,
    *,
    folder: Path | None = None,
    console: Console | None = None,
    read: Callable[[str], str] = input,
    new_secret: NewSecret = fair.new_secret,
    new_word: NewWord = fair.new_word,
) -> None:
    """Plays until the player quits. A table that cannot be opened is a RuleError."""
    at = Terminal(console or terminal(), read)
    home = Home(at, folder or default_folder(), new_secret, new_word)
    try:
        chosen = None if game is None else _opened(game, settings)
        for said in take_over(home.folder):
            home.terminal.command(said)
        goes_on = False
        while True:
            try:
                if chosen is None:
                    chosen, goes_on = menu(home.terminal, home.saved(), latest(home.folder))
                home.sit_down(chosen, settings, goes_on=goes_on)
                return
            except Elsewhere:
                chosen, settings = None, replace(settings, fresh=False)
    except (Quit, KeyboardInterrupt):
        home.terminal.show("Goodbye.")


def _opened(game: str, settings: Settings) -> str:
    """The game's id; a table that cannot be opened is refused before any question."""
    chosen = chosen_game(game)
    prepared(chosen, settings)
    return chosen


class Home(NamedTuple):
    """Where one player's tables are, and their saved games."""

    terminal: Terminal
    folder: Path
    new_secret: NewSecret
    new_word: NewWord

    def player(self, game: str) -> Player:
        kind = PokerPlayer if plays_poker(game) else HousePlayer
        at, secret, word = self.terminal, self.new_secret, self.new_word
        return kind(at.console, at.read, self.folder, game, secret, new_word=word)

    def saved(self) -> dict[str, str]:
        """For each game with a sitting, a summary of it for people."""
        return {game: summary(sitting) for game, sitting in saved(self.folder).items()}

    def sit_down(self, game: str, settings: Settings, *, goes_on: bool) -> None:
        """Plays the saved sitting or a new one, until the player quits."""
        new, player = prepared(game, settings), self.player(game)
        try:
            sitting = resumed(player, settings, goes_on=goes_on)
            if sitting is None:
                sitting = new(self.new_secret)
            elif settings.word:
                sitting = sitting.with_word(check_typed(settings.word))
            _sit(player, sitting)
        except (Quit, KeyboardInterrupt):
            player.goodbye()


def _sit(player: Player, sitting: AnySitting) -> None:
    if isinstance(player, PokerPlayer):
        assert isinstance(sitting, PokerSitting)
        poker_game.sit(player, sitting)
    else:
        assert isinstance(sitting, Sitting)
        house.sit(player, sitting)


def summary(sitting: AnySitting | None) -> str:
    """`saved: $485, a round in progress`."""
    if sitting is None:
        return "saved, but the file cannot be used"
    middle = f", {sitting.middle}" if sitting.begun else ""
    return f"saved: {dollars(sitting.at_hand)}{middle}"


def resumed(player: Player, settings: Settings, *, goes_on: bool) -> AnySitting | None:
    """The saved sitting, if there is one and the player wants it; None if a new one may begin."""
    kept = player.on_file()
    if kept is None:
        return None
    if not goes_on:
        player.show(f"{NAMES[player.game]}, {summary(kept)}.")
    wanted = goes_on or (not settings.fresh and player.agrees("Resume it?", default=True))
    if wanted:
        if kept.note:
            player.warn(kept.note)
        if settings.options or settings.posted or settings.seats is not None:
            player.show(
                "It continues as it was opened; seats, tables and options apply to new games."
            )
        return kept
    _give_up(player, kept)
    return None


def _give_up(player: Player, sitting: AnySitting) -> None:
    """No bankroll is discarded unless a person says so."""
    middle = f" and {sitting.middle}" if sitting.begun else ""
    what = f"{dollars(sitting.at_hand)}{middle}"
    if not player.answered:
        raise RuleError(
            f"{NAMES[player.game]} has a saved game with {what}; a new one would discard that, "
            f"and nobody is there to ask: resume it, or start a new game at a terminal",
            "play/saved",
        )
    if not player.agrees(f"Discard it, with {what}, and start a new game?", default=False):
        player.show("It is kept.")
        raise Elsewhere


def chosen_game(written: str) -> str:
    """The id of the game named, or why none or several match."""
    likely = likely_games(written)
    if not likely:
        raise UnknownGame(f"no game {written!r}; known: {', '.join(NAMES)}")
    if len(likely) > 1:
        raise UnknownGame(f"{written!r} could be {' or '.join(likely)}", "game/ambiguous")
    return likely[0]


def likely_games(written: str) -> list[str]:
    name = game_id(written)
    name = game_id(SHORT.get(name, name))
    if name in NAMES:
        return [name]
    if len(name) < 2:  # a single letter is a typing error
        return []
    return [game for game in NAMES if _squeezed(name) in _squeezed(game)]


def _squeezed(name: str) -> str:
    """`holdout` and `hold out` are the same."""
    return name.replace("-", "")


def menu(terminal: Terminal, saved: Mapping[str, str], latest: str | None) -> tuple[str, bool]:
    """A game, and whether it may only be resumed. `saved`: a summary of each sitting."""
    games = list(NAMES)
    sheet = Grid.grid(padding=(0, 2))
    for number, game in enumerate(games, start=1):
        sheet.add_row(f"{number:>2}", NAMES[game], _about(game, saved))
    terminal.show(sheet)
    question = "Which game? "
    if latest is not None:
        question = f"Which game? [Enter resumes {NAMES[latest]}] "
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
    about = Text(PLAYED[game].title, "dim")
    return about.append(f"\n{saved[game]}", "not dim bold") if game in saved else about


def _which(likely: list[str], games: list[str]) -> str:
    if likely:
        numbers = either(games.index(game) + 1 for game in likely)
        return f"Which one: {', '.join(NAMES[game] for game in likely)}? Type {numbers}."
    return f"Type a number from 1 to {len(games)}, or a name such as {games[0]}; q quits."
