"""`croupier rules`: how to play a game; or the rules as posted at one table."""

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.markdown import Markdown

from croupier.cli.input import write_json
from croupier.cli.lazy import load
from croupier.cli.options import AsJson
from croupier.cli.posting import PostingOptions
from croupier.cli.room.arguments import BANK, Bank
from croupier.cli.rules.games import add_options, game_json, poker_json, poker_limits
from croupier.cli.rules.posted import sheet_of, show_posted, show_posted_poker
from croupier.cli.screen import ScreenTable, heading, prose, screen
from croupier.desk.posting import TablePosting
from croupier.errors import RuleError
from croupier.games.registry import game as find_game
from croupier.games.registry import poker, rules_hash
from croupier.games.registry import poker as find_poker
from croupier.money import dollars
from croupier.rules.limits import (
    DEFAULT_POKER_PROFILE,
    DEFAULT_PROFILE,
    poker_profile,
    profile,
)
from croupier.rules.paytable import PaytableGroup
from croupier.rules.poker import PokerGame
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table

TABLES_ACROSS = 9  # as many columns as the widest printed table


def rules(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game id, as `croupier games` lists.")
    ] = "",
    *,
    posted: PostingOptions,
    table: Annotated[
        str, typer.Option(help="A table of a room, instead of a game: its rules as posted.")
    ] = "",
    bank: Bank = BANK,
    as_json: AsJson = False,
) -> None:
    """How to play a game, and its paytables as printed; or the rules as posted at one table.

    Example: [bold]croupier rules four-card-prime --post aces_baby=AB-03[/bold]
    """
    posting = posted.posting
    if table:
        _of_room(game, table, bank, posting, as_json=as_json)
    elif not game:
        raise RuleError("name a game, or a table of a room with --table", "command/bad")
    elif posting.is_general:
        _of_any_table(game, as_json=as_json)
    else:
        _of_game(game, posting, as_json=as_json)


def _of_game(game: str, posting: TablePosting, *, as_json: bool) -> None:
    """The rules of a table that would be opened so; one that may not be is refused."""
    if poker(game) is not None:
        show_posted_poker(posting.poker_table(), as_json=as_json)
    else:
        show_posted(posting.table(game), as_json=as_json)


def _of_room(game: str, name: str, bank: str, posting: TablePosting, *, as_json: bool) -> None:
    """The rules of a table that is open in a room."""
    if game or not posting.is_general:
        raise RuleError("--table names a table as it is posted; leave the rest out", "command/bad")
    bank_desk = load(
        "croupier.desk.room.bank", "rules"
    )  # the only part that needs the extra `bank`
    table: Table | PokerTable = bank_desk.posted_at(bank, name)
    if isinstance(table, PokerTable):
        show_posted_poker(table, as_json=as_json)
    else:
        show_posted(table, as_json=as_json)


def _of_any_table(name: str, *, as_json: bool) -> None:
    found = find_poker(name)
    if found is not None:
        _poker_rules(found, as_json=as_json)
        return
    game = find_game(name)
    if as_json:
        write_json({**game_json(game), "how_to_play": game.how_to_play, "rules": rules_hash()})
        return
    console = screen()
    console.print(heading(game.name, game.source))
    console.print(Markdown(game.how_to_play), width=prose(console))
    law = profile(DEFAULT_PROFILE)
    if law.single_wager is not None:
        console.print(
            f"\nLimits: {law.name}, single wagers up to {dollars(law.single_wager)}.", style="dim"
        )
    for group in game.paytables.values():
        for sheet in _sheets(group):
            console.print()
            console.print(sheet)
        console.print(group.tables[0].source, style="dim")


def _poker_rules(game: PokerGame, *, as_json: bool) -> None:
    if as_json:
        write_json({**poker_json(game), "how_to_play": game.how_to_play, "rules": rules_hash()})
        return
    console = screen()
    console.print(heading(game.name, game.source))
    console.print(Markdown(game.how_to_play), width=prose(console))
    console.print(f"\nLimits: {poker_limits(poker_profile(DEFAULT_POKER_PROFILE))}.", style="dim")
    grid = ScreenTable.grid(padding=(0, 2))
    add_options(grid, game.options)
    console.print(grid)


def _sheets(group: PaytableGroup) -> Iterator[ScreenTable]:
    """The tables of a group side by side, as they are printed."""
    for start in range(0, len(group.tables), TABLES_ACROSS):
        yield sheet_of(group.tables[start : start + TABLES_ACROSS])
