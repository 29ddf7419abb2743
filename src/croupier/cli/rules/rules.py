"""`croupier rules`: how to play a game; or the rules as posted at one table, for inspectors."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from croupier.cli.input import write_json
from croupier.cli.lazy import load
from croupier.cli.options import AsJson, HousePostingOptions, show_mark
from croupier.cli.room.arguments import BANK, Bank
from croupier.cli.rules.games import add_options, poker_limits
from croupier.cli.screen import ScreenTable, bare, heading, prose, screen
from croupier.desk.games import game_json, game_named, poker_sheet_json, rule_sheet, sheet_json
from croupier.errors import RuleError
from croupier.games.registry import rules_hash
from croupier.money import dollars
from croupier.rules.felt import OptionValue
from croupier.rules.limits import (
    DEFAULT_POKER_PROFILE,
    DEFAULT_PROFILE,
    poker_profile,
    profile,
    words,
)
from croupier.rules.paytable import Paytable
from croupier.rules.poker import PokerGame
from croupier.rules.vocabulary import Game, HouseOption, Wager
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
        show_posted(posted.opened(game), as_json=as_json)


def _in_room(game: str, name: str, bank: str, posted: HousePostingOptions) -> Table | PokerTable:
    if game or not posted.posting.is_general:
        raise RuleError("--table names a table as it is posted; leave the rest out", "command/bad")
    # Nothing else here needs the extra `bank`.
    table: Table | PokerTable = load("croupier.desk.room.bank", "rules").posted_at(bank, name)
    return table


def _show_game(name: str, *, as_json: bool) -> None:
    game = game_named(name)
    if as_json:
        write_json(game_json(game))
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


def show_posted(table: Table | PokerTable, *, as_json: bool) -> None:
    if isinstance(table, PokerTable):
        _show_poker(table, as_json=as_json)
        return
    sheet = rule_sheet(table)
    if as_json:
        write_json(sheet_json(sheet))
        return
    console, game = screen(), table.game
    console.print(heading(game.name, game.source))
    show_mark(console, table)
    for notice in table.notices:
        console.print(f"\n{notice}")
    console.print()
    console.print(Markdown(game.how_to_play), width=prose(console))
    _title(console, "This table")
    console.print(f"Seats 1 to {game.seats_max} ({game.seats_why}).")
    _show_options(console, game.options, table.options)
    _title(console, f"Limits ({table.limits.profile.name})")
    limits = bare("wager", "from", "to", "")
    for wager, *bounds in sheet.wagers:
        shown = ("" if bound is None else dollars(bound) for bound in bounds)
        limits.add_row(wager.name, *shown, _note(wager))
    console.print(limits)
    for line in (*words(table.limits.aggregates), _supervisor(table)):
        console.print(line)
    _title(console, "Order")
    for number, line in enumerate(sheet.order, start=1):
        console.print(f"{number:2}. {line}")
    for posted in sheet.tables:
        console.print()
        console.print(sheet_of([posted]))
        console.print(posted.source, style="dim")
    _digest(console)


def _title(console: Console, text: str) -> None:
    console.print(f"\n{text}", style="bold")


def _digest(console: Console) -> None:
    console.print(f"\nRules {rules_hash()}", style="dim")


def _note(wager: Wager) -> str:
    notes = {
        "required": wager.required,
        "made during the round": wager.follows,
        f"equals {wager.equals}": wager.equals,
        f"at least {wager.at_least}": wager.at_least,
        "fixed": wager.fixed,
    }
    return ", ".join(note for note, holds in notes.items() if holds)


def _supervisor(table: Table) -> str:
    above = dollars(table.limits.profile.supervisor_above)
    return f"A wager that wins more than {above} is paid once a supervisor has seen it."


def _show_options(
    console: Console, options: tuple[HouseOption, ...], chosen: Mapping[str, OptionValue]
) -> None:
    grid = ScreenTable.grid(padding=(0, 2))
    for option in options:
        value = option.words(chosen[option.name])
        grid.add_row(option.name, value, Text(option.text, "dim"))
    if options:
        console.print(grid)


def _show_poker(table: PokerTable, *, as_json: bool) -> None:
    game = table.game
    if as_json:
        write_json(poker_sheet_json(table))
        return
    console = screen()
    console.print(heading(game.name, game.source))
    console.print(Markdown(game.how_to_play), width=prose(console))
    _title(console, "This table")
    console.print(f"Seats 2 to {table.seat_count} ({game.seats_why}).")
    _show_options(console, game.options, table.options)
    console.print(f"\nLimits: {poker_limits(table.law)}.")
    _digest(console)


def sheet_of(shown: Sequence[Paytable]) -> ScreenTable:
    first = shown[0]
    sheet = ScreenTable(title=f"{first.title} ({first.odds})")
    sheet.add_column("hand")
    for table in shown:
        for column in table.columns:
            heading = table.id if len(table.columns) == 1 else f"{table.id} {column}"
            sheet.add_column(heading, justify="right")
    for place, row in enumerate(first.rows):
        cells = [cell for table in shown for cell in table.rows[place].printed]
        mark = "" if row.reachable else " (cannot occur)"
        sheet.add_row(row.label + mark, *cells)
    return sheet
