"""`croupier games` and `rules`: the games of the house, with wagers, options and paytables; how to
play one, or the rules as posted at one table, for inspectors.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.input import write_json
from croupier.cli.lazy import load
from croupier.cli.options import AsJson, HousePostingOptions, show_mark
from croupier.cli.room.arguments import BANK, Bank
from croupier.cli.screen import ScreenTable, bare, heading, prose, screen
from croupier.desk import games as desk
from croupier.errors import RuleError
from croupier.games.registry import GAMES, POKER, rules_hash
from croupier.money import dollars
from croupier.rules import limits as laws
from croupier.rules.felt import OptionValue
from croupier.rules.paytable import Paytable
from croupier.rules.poker import PokerGame
from croupier.rules.vocabulary import Game, HouseOption, Wager
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table

TABLES_ACROSS = 9  # columns side by side: as many as the widest printed table has


def games(as_json: AsJson = False) -> None:
    """The games: wagers, house options and paytables.

    Example: [bold]croupier games[/bold]
    """
    if as_json:
        write_json(desk.games_json())
        return
    console = screen()
    for game in GAMES.values():
        grid = _headed(console, game)
        grid.add_row("  decks, seats", f"{game.decks}, 1 to {game.seats_max} ({game.seats_why})")
        grid.add_row("  wagers", ", ".join(_wager_text(wager) for wager in game.wagers))
        for group in game.paytables.values():
            grid.add_row(f"  {group.name}", ", ".join(table.id for table in group.tables))
        if others := desk.aliases(game.id):
            grid.add_row("  also called", ", ".join(others))
        add_options(grid, game.options)
        console.print(grid)
        console.print()
    for poker in POKER.values():
        _show_poker_game(console, poker)
    console.print(
        "An amount is written with a dollar sign, $2.50, or in plain cents, 250.",
        style="dim",
    )


def _headed(console: Console, game: Game | PokerGame) -> Grid:
    console.print(Text.assemble((game.id, "bold cyan"), f"  {game.title}"))
    console.print(f"  {game.source}", style="dim")
    return ScreenTable.grid(padding=(0, 2))


def _show_poker_game(console: Console, game: PokerGame) -> None:
    grid = _headed(console, game)
    grid.add_row("  seats", f"2 to {game.seats_max} ({game.seats_why})")
    add_options(grid, game.options)
    grid.add_row(
        "  qualifier by mode", ", ".join(f"{m}: {q}" for m, q in desk.qualifiers(game).items())
    )
    for law in laws.poker_profiles().values():
        grid.add_row("  limits", poker_limits(law))
    console.print(grid)
    console.print()


def add_options(grid: Grid, options: Sequence[HouseOption]) -> None:
    for option in options:
        default, more = option.words(option.default), f" ({_values(option)})  {option.text}"
        grid.add_row(f"  {option.name}", Text.assemble(default, (more, "dim")))


def _values(option: HouseOption) -> str:
    """The possible values of an option, in a few words; amounts are explained below the list."""
    return "an amount" if option.money else option.takes


def poker_limits(law: laws.PokerProfile) -> str:
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
    else:  # a hypothetical table; one that may not be opened is refused
        show_posted(posted.opened(game), as_json=as_json)


def _in_room(game: str, name: str, bank: str, posted: HousePostingOptions) -> Table | PokerTable:
    if game or not posted.posting.is_general:
        raise RuleError("--table names a table as it is posted; leave the rest out", "command/bad")
    # Nothing else here needs the extra `bank`.
    table: Table | PokerTable = load("croupier.desk.room.bank", "rules").posted_at(bank, name)
    return table


def _show_game(name: str, *, as_json: bool) -> None:
    game = desk.game_named(name)
    if as_json:
        write_json(desk.game_json(game))
        return
    console = screen()
    console.print(heading(game.name, game.source))
    console.print(Markdown(game.how_to_play), width=prose(console))
    if isinstance(game, PokerGame):
        law = poker_limits(laws.poker_profile(laws.DEFAULT_POKER_PROFILE))
        console.print(f"\nLimits: {law}.", style="dim")
        grid = ScreenTable.grid(padding=(0, 2))
        add_options(grid, game.options)
        console.print(grid)
    else:
        _show_paytables(console, game)


def _show_paytables(console: Console, game: Game) -> None:
    law = laws.profile(laws.DEFAULT_PROFILE)
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
    sheet = desk.rule_sheet(table)
    if as_json:
        write_json(desk.sheet_json(sheet))
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
    for line in (*laws.words(table.limits.aggregates), _supervisor(table)):
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
        write_json(desk.poker_sheet_json(table))
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
