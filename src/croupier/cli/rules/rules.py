"""`croupier rules`: how to play a game; or the rules as posted at one table."""

from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from croupier.cli.input import write_json
from croupier.cli.lazy import load
from croupier.cli.options import AsJson
from croupier.cli.posting import HousePostingOptions
from croupier.cli.room.arguments import BANK, Bank
from croupier.cli.rules.games import add_options, game_json, poker_json, poker_limits
from croupier.cli.rules.posted import sheet_of, show_posted
from croupier.cli.screen import ScreenTable, heading, prose, screen
from croupier.errors import RuleError
from croupier.games.registry import game as find_game
from croupier.games.registry import poker, rules_hash
from croupier.money import dollars
from croupier.rules.limits import (
    DEFAULT_POKER_PROFILE,
    DEFAULT_PROFILE,
    poker_profile,
    profile,
)
from croupier.rules.poker import PokerGame
from croupier.rules.vocabulary import Game
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table

TABLES_ACROSS = 9  # side by side, as printed: as many columns as the widest


def rules(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game id, as `croupier games` lists.")
    ] = "",
    *,
    posted: HousePostingOptions,
    table: Annotated[
        str, typer.Option(help="A table of a room, instead of a game: its rules as posted.")
    ] = "",
    bank: Bank = BANK,
    as_json: AsJson = False,
) -> None:
    """How to play a game, and its paytables as printed; or the rules as posted at one table.

    Example: [bold]croupier rules four-card-prime --post aces_baby=AB-03[/bold]
    """
    if table:
        show_posted(_in_room(game, table, bank, posted), as_json=as_json)
    elif not game:
        raise RuleError("name a game, or a table of a room with --table", "command/bad")
    elif posted.posting.is_general:
        _show_game(game, as_json=as_json)
    else:  # a table that would be opened so; one that may not be is refused
        is_poker = poker(game) is not None
        opened = posted.poker_table() if is_poker else posted.posting.table(game)
        show_posted(opened, as_json=as_json)


def _in_room(game: str, name: str, bank: str, posted: HousePostingOptions) -> Table | PokerTable:
    if game or not posted.posting.is_general:
        raise RuleError("--table names a table as it is posted; leave the rest out", "command/bad")
    # Nothing else here needs the extra `bank`.
    table: Table | PokerTable = load("croupier.desk.room.bank", "rules").posted_at(bank, name)
    return table


def _show_game(name: str, *, as_json: bool) -> None:
    game = poker(name) or find_game(name)
    if as_json:
        about = poker_json(game) if isinstance(game, PokerGame) else game_json(game)
        write_json({**about, "how_to_play": game.how_to_play, "rules": rules_hash()})
        return
    console = screen()
    console.print(heading(game.name, game.source))
    console.print(Markdown(game.how_to_play), width=prose(console))
    if isinstance(game, PokerGame):
        law = poker_limits(poker_profile(DEFAULT_POKER_PROFILE))
        console.print(f"\nLimits: {law}.", style="dim")
        grid = ScreenTable.grid(padding=(0, 2))
        add_options(grid, game.options)
        console.print(grid)
    else:
        _show_paytables(console, game)


def _show_paytables(console: Console, game: Game) -> None:
    law = profile(DEFAULT_PROFILE)
    if law.single_wager is not None:
        most = dollars(law.single_wager)
        console.print(f"\nLimits: {law.name}, single wagers up to {most}.", style="dim")
    for group in game.paytables.values():
        for first in range(0, len(group.tables), TABLES_ACROSS):
            console.print()
            console.print(sheet_of(group.tables[first : first + TABLES_ACROSS]))
        console.print(group.tables[0].source, style="dim")
