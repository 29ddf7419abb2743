"""`croupier games`: the games of the house, with wagers, options and paytables."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.screen import ScreenTable, screen
from croupier.desk.games import aliases, games_json, qualifiers
from croupier.games.registry import GAMES, POKER
from croupier.money import dollars
from croupier.rules.limits import PokerProfile, poker_profiles
from croupier.rules.poker import PokerGame
from croupier.rules.vocabulary import Game, HouseOption, Wager


def games(as_json: AsJson = False) -> None:
    """The games: wagers, house options and paytables.

    Example: [bold]croupier games[/bold]
    """
    if as_json:
        write_json(games_json())
        return
    console = screen()
    for game in GAMES.values():
        grid = _headed(console, game)
        grid.add_row("  decks, seats", f"{game.decks}, 1 to {game.seats_max} ({game.seats_why})")
        grid.add_row("  wagers", ", ".join(_wager_text(wager) for wager in game.wagers))
        for group in game.paytables.values():
            grid.add_row(f"  {group.name}", ", ".join(table.id for table in group.tables))
        if others := aliases(game.id):
            grid.add_row("  also called", ", ".join(others))
        add_options(grid, game.options)
        console.print(grid)
        console.print()
    for poker in POKER.values():
        _show_poker(console, poker)
    console.print(
        "An amount is written in dollars with their sign, $2.50, or in plain cents, 250.",
        style="dim",
    )


def _headed(console: Console, game: Game | PokerGame) -> Table:
    console.print(Text.assemble((game.id, "bold cyan"), f"  {game.title}"))
    console.print(f"  {game.source}", style="dim")
    return ScreenTable.grid(padding=(0, 2))


def _show_poker(console: Console, game: PokerGame) -> None:
    grid = _headed(console, game)
    grid.add_row("  seats", f"2 to {game.seats_max} ({game.seats_why})")
    add_options(grid, game.options)
    grid.add_row("  qualifier by mode", ", ".join(f"{m}: {q}" for m, q in qualifiers(game).items()))
    for law in poker_profiles().values():
        grid.add_row("  limits", poker_limits(law))
    console.print(grid)
    console.print()


def add_options(grid: Table, options: Sequence[HouseOption]) -> None:
    for option in options:
        default, more = option.words(option.default), f" ({_values(option)})  {option.text}"
        grid.add_row(f"  {option.name}", Text.assemble(default, (more, "dim")))


def _values(option: HouseOption) -> str:
    """What an option may be, in few words; amounts are explained below the list."""
    return "an amount" if option.money else option.takes


def poker_limits(law: PokerProfile) -> str:
    return (
        f"{law.name}, single wagers up to {dollars(law.single_wager)}, at most "
        f"{law.betting_rounds} betting rounds of a bet and {law.raises} raises"
    )


def _wager_text(wager: Wager) -> str:
    notes = []
    if wager.required:
        notes.append("required")
    if wager.follows:
        notes.append("in play")
    return wager.name + (f" ({', '.join(notes)})" if notes else "")
