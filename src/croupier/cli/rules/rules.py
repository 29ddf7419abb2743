"""`croupier rules`: how to play a game; or the rules as posted at one table, for inspectors."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from croupier.cli.input import write_json
from croupier.cli.lazy import load
from croupier.cli.options import AsJson, show_mark
from croupier.cli.posting import HousePostingOptions
from croupier.cli.room.arguments import BANK, Bank
from croupier.cli.rules.games import add_options, game_json, poker_json, poker_limits, table_json
from croupier.cli.screen import ScreenTable, bare, heading, prose, screen
from croupier.desk.marks import limited, marks
from croupier.errors import RuleError
from croupier.games.registry import game as find_game
from croupier.games.registry import poker, rules_hash
from croupier.money import Cents, dollars
from croupier.rules.felt import Face, OptionValue
from croupier.rules.limits import (
    DEFAULT_POKER_PROFILE,
    DEFAULT_PROFILE,
    poker_profile,
    profile,
    words,
)
from croupier.rules.paytable import Paytable
from croupier.rules.poker import PokerGame
from croupier.rules.vocabulary import (
    Choose,
    Collect,
    Deal,
    EachSeat,
    Flow,
    Game,
    HouseOption,
    Place,
    Reveal,
    Settle,
    Step,
    To,
    Wager,
    always,
)
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table

TABLES_ACROSS = 9  # side by side, as printed: as many columns as the widest
FACES = {Face.DOWN: "face down", Face.OWN: "for the player's own eyes", Face.UP: "face up"}


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


def show_posted(table: Table | PokerTable, *, as_json: bool) -> None:
    if isinstance(table, PokerTable):
        _show_poker(table, as_json=as_json)
        return
    if as_json:
        write_json(_json(table))
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
    sheet = bare("wager", "from", "to", "")
    for wager in _wagers(table):
        bounds = ("" if bound is None else dollars(bound) for bound in _bounds(table, wager))
        sheet.add_row(wager.name, *bounds, _note(wager))
    console.print(sheet)
    for line in (*words(table.limits.aggregates), _supervisor(table)):
        console.print(line)
    _title(console, "Order")
    for number, line in enumerate(_order(table), start=1):
        console.print(f"{number:2}. {line}")
    for posted in _tables(table):
        console.print()
        console.print(sheet_of([posted]))
        console.print(posted.source, style="dim")
    _digest(console)


def _title(console: Console, text: str) -> None:
    console.print(f"\n{text}", style="bold")


def _digest(console: Console) -> None:
    console.print(f"\nRules {rules_hash()}", style="dim")


def _wagers(table: Table) -> Iterator[Wager]:
    """What may be bet here: before the deal, and what follows from it."""
    offered = {wager.name for wager in table.offers}
    for wager in table.game.wagers:
        if wager.name in offered or (wager.follows and (wager.part_of or wager.name) in offered):
            yield wager


def _bounds(table: Table, wager: Wager) -> tuple[Cents | None, Cents | None]:
    if wager.fixed:
        stake = table.fixed_wager(wager.name)
        return stake, stake
    if wager.follows:
        return None, None
    return table.limits.least(wager), table.limits.most(wager)


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


def _tables(table: Table) -> Iterator[Paytable]:
    """The posted tables of what may be bet here, with the pays of this table's fixed wagers."""
    absent = {wager.table for wager in table.game.wagers} - {
        wager.table for wager in _wagers(table)
    }
    for group in table.posted:
        if group not in absent:
            yield table.displayed(group)


def _order(table: Table) -> Iterator[str]:
    return order(table.game.flow, {wager.name for wager in _wagers(table)})


def _show_options(
    console: Console, options: tuple[HouseOption, ...], chosen: Mapping[str, OptionValue]
) -> None:
    grid = ScreenTable.grid(padding=(0, 2))
    for option in options:
        value = option.words(chosen[option.name])
        grid.add_row(option.name, value, Text(option.text, "dim"))
    if options:
        console.print(grid)


def _options_json(
    options: tuple[HouseOption, ...], chosen: Mapping[str, OptionValue]
) -> dict[str, object]:
    return {option.name: {"value": chosen[option.name], "text": option.text} for option in options}


def _json(table: Table) -> dict[str, object]:
    game, law = table.game, table.limits.profile
    return {
        "game": game.id,
        "name": game.name,
        "source": game.source,
        "rules": rules_hash(),
        "decks": game.decks,
        "seats": game.seats_max,
        **marks(table),
        "options": _options_json(game.options, table.options),
        "limits": {"profile": law.name, "supervisor_above": law.supervisor_above, **limited(table)},
        "wagers": [_wager_json(table, wager) for wager in _wagers(table)],
        "order": list(_order(table)),
        "tables": {posted.group: table_json(posted) for posted in _tables(table)},
        "notices": list(table.notices),
        "how_to_play": game.how_to_play,
    }


def _wager_json(table: Table, wager: Wager) -> dict[str, object]:
    least, most = _bounds(table, wager)
    return {
        "name": wager.name,
        "least": least,
        "most": most,
        "fixed": bool(wager.fixed),
        "required": wager.required,
        "in_play": wager.follows,
        "equals": wager.equals or None,
        "at_least": wager.at_least or None,
    }


def _show_poker(table: PokerTable, *, as_json: bool) -> None:
    game = table.game
    if as_json:
        write_json(
            {
                "game": game.id,
                "name": game.name,
                "source": game.source,
                "rules": rules_hash(),
                "seats": table.seat_count,
                "options": _options_json(game.options, table.options),
                "limits": table.law._asdict(),
                "how_to_play": game.how_to_play,
            }
        )
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


def order(flow: Flow, wagers: Collection[str]) -> Iterator[str]:
    """A line for each part of the flow, in its order, where these wagers may be made."""
    for part in flow:
        if isinstance(part, EachSeat):
            way = "from the dealer's right" if part.right_to_left else "from the dealer's left"
            steps = [step for step in part.steps if _is_made(step, wagers)]
            if steps:
                yield f"Each seat in turn, {way}: {'; '.join(map(_step, steps))}"
        elif getattr(part, "to", To.SEAT) is To.DEALER:
            yield f"The dealer: {_step(part)}"
        else:
            yield f"Each seat, from the dealer's left: {_step(part)}"


def _is_made(step: Step, wagers: Collection[str]) -> bool:
    return not isinstance(step, Settle) or any(name in wagers for name in step.wagers)


def _step(step: Step) -> str:
    rule = getattr(step, "rule", "")
    kind = ("rules " if "," in rule else "rule ") if rule[:1].isdigit() else ""
    where = f" ({kind}{rule})" if rule else ""
    open_ = "" if step.when is always else ", where it applies"
    return f"{_words(step)}{open_}{where}"


def _words(step: Step) -> str:
    match step:
        case Deal(place=Place.OFFER):
            return "is offered a card"
        case Deal(cards=cards, face=face, up_to=True):
            return f"is dealt what is missing of {cards} cards, {FACES[face]}"
        case Deal(cards=cards, face=face):
            return f"is dealt {cards} card{'s' if cards > 1 else ''}, {FACES[face]}"
        case Choose(name=name, options=options):
            chosen = "" if callable(options) else f": {', '.join(each.name for each in options)}"
            return f"decides ({name}{chosen})"
        case Reveal():
            return "shows the cards"
        case Collect(hand=hand):
            return f"hand {hand + 1} is collected"
        case Settle(wagers=wagers):
            return f"{' and '.join(wagers)} settled"
