"""`croupier play`: which game, and the sitting saved there or a new one."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from croupier import fair
from croupier.cli.play import house as play_house
from croupier.cli.play.desk import AnyDesk, Desk, Quit, S, Settings, Terminal, terminal
from croupier.cli.play.menu import NAMES, chosen_game, menu
from croupier.cli.play.poker import game as play_poker
from croupier.cli.play.poker.felt import PokerDesk
from croupier.cli.play.slots import default_folder, latest, take_over
from croupier.cli.play.words import NewWord, check_typed
from croupier.errors import RuleError
from croupier.games.registry import POKER
from croupier.money import dollars
from croupier.table.shoe import NewSecret


class Elsewhere(Exception):
    """The player keeps what is saved here, and does not go on with it either."""


def play(
    game: str | None,
    settings: Settings,
    *,
    folder: Path | None = None,
    console: Console | None = None,
    read: Callable[[str], str] = input,
    new_secret: NewSecret = fair.new_secret,
    new_word: NewWord = fair.new_word,
) -> None:
    """Sit down and play until the player quits. A table that there is not is a RuleError."""
    hall = Hall(console or terminal(), read, folder or default_folder(), new_secret, new_word)
    try:
        chosen = None if game is None else hall.opened(game, settings)
        for said in take_over(hall.folder):
            hall.terminal.command(said)
        goes_on = False
        while True:
            try:
                if chosen is None:
                    chosen, goes_on = menu(hall.terminal, hall.saved(), latest(hall.folder))
                hall.sit_down(chosen, settings, goes_on=goes_on)
                return
            except Elsewhere:
                chosen, settings = None, replace(settings, fresh=False)
    except (Quit, KeyboardInterrupt):
        hall.terminal.show("Goodbye.")


class Hall:
    """Where the tables stand."""

    def __init__(
        self,
        console: Console,
        read: Callable[[str], str],
        folder: Path,
        new_secret: NewSecret,
        new_word: NewWord,
    ) -> None:
        self.terminal = Terminal(console, read)
        self.folder, self.new_secret, self.new_word = folder, new_secret, new_word

    def opened(self, game: str, settings: Settings) -> str:
        """The game's id; what is refused of its table is refused before any question."""
        chosen = chosen_game(game)
        if chosen in POKER:
            play_poker.table_for(settings)
        else:
            play_house.table_for(chosen, settings)
        return chosen

    def house(self, game: str) -> Desk:
        at = self.terminal
        return Desk(at.console, at.read, self.folder, game, self.new_secret, new_word=self.new_word)

    def poker(self, game: str) -> PokerDesk:
        at = self.terminal
        return PokerDesk(
            at.console, at.read, self.folder, game, self.new_secret, new_word=self.new_word
        )

    def saved(self) -> dict[str, str]:
        """Of each game with a sitting, what a person wants to know of it."""
        told = {}
        for game in NAMES:
            desk = self.poker(game) if game in POKER else self.house(game)
            try:
                sitting = desk.load()
            except (OSError, RuleError):
                told[game] = "saved, but the file cannot be used"
                continue
            if sitting is not None:
                told[game] = summary(sitting)
        return told

    def sit_down(self, game: str, settings: Settings, *, goes_on: bool) -> None:
        if game in POKER:
            self._at_poker(self.poker(game), settings, goes_on=goes_on)
        else:
            self._at_house(self.house(game), settings, goes_on=goes_on)

    def _at_house(self, desk: Desk, settings: Settings, *, goes_on: bool) -> None:
        table = play_house.table_for(desk.game, settings)
        try:
            kept = resumed(desk, settings, goes_on=goes_on)
            if kept is None:
                kept = play_house.new_sitting(desk, table, settings)
            elif settings.word:
                kept = replace(kept, word=check_typed(settings.word))
            play_house.sit(desk, kept)
        except (Quit, KeyboardInterrupt):
            desk.goodbye()

    def _at_poker(self, desk: PokerDesk, settings: Settings, *, goes_on: bool) -> None:
        table, bots = play_poker.table_for(settings)
        try:
            kept = resumed(desk, settings, goes_on=goes_on)
            if kept is None:
                kept = play_poker.new_sitting(desk, table, bots, settings)
            elif settings.word:
                kept = replace(kept, word=check_typed(settings.word))
            play_poker.sit(desk, kept)
        except (Quit, KeyboardInterrupt):
            desk.goodbye()


def summary(sitting: S) -> str:
    """`saved: $485, a round in progress`."""
    middle = f", {sitting.middle}" if sitting.begun else ""
    return f"saved: {dollars(sitting.money)}{middle}"


def resumed(desk: AnyDesk[S], settings: Settings, *, goes_on: bool) -> S | None:
    """The saved sitting, if there is one and the player wants it; None if a new one may begin."""
    kept = desk.on_file()
    if kept is None:
        return None
    if not goes_on:
        desk.show(f"{NAMES[desk.game]}, {summary(kept)}.")
    wanted = goes_on or (not settings.fresh and desk.agrees("Resume it?", default=True))
    if wanted:
        if kept.note:
            desk.warn(kept.note)
        if settings.options or settings.posted or settings.seats is not None:
            desk.show("It goes on as it was opened; seats, tables and options are for a new game.")
        return kept
    _give_up(desk, kept)
    return None


def _give_up(desk: AnyDesk[S], kept: S) -> None:
    """No bankroll is thrown away unless a person says so."""
    middle = f" and {kept.middle}" if kept.begun else ""
    what = f"{dollars(kept.money)}{middle}"
    if not desk.answered:
        raise RuleError(
            f"{NAMES[desk.game]} has a saved game with {what}; a new one would throw that away, "
            f"and nobody is there to be asked: resume it, or begin anew at a terminal",
            "play/saved",
        )
    if not desk.agrees(f"Throw it away, with {what}, and begin anew?", default=False):
        desk.show("It is kept.")
        raise Elsewhere
