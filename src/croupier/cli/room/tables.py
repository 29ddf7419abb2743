"""`croupier room open`, `close`, `fill`, `credit` and `shoes`: the tables of the room."""

from typing import Annotated

import typer

from croupier.cli.input import write_json
from croupier.cli.options import AsJson, GameName, HousePostingOptions, check_none
from croupier.cli.room.acts import ActOptions
from croupier.cli.room.arguments import BANK, Amount, Bank, Reader, TableName, Zone
from croupier.cli.screen import ScreenTable, called, new_sheet, one_line, screen
from croupier.desk.posting import ALL_SEATS, limited, marks
from croupier.desk.room.bank import looked_into
from croupier.desk.room.show import shoes as abandoned
from croupier.extras import check_installed
from croupier.games.registry import plays_poker
from croupier.money import parse_dollars
from croupier.room.books.days import Days, days
from croupier.room.books.recall import AbandonedShoe


def open_(
    name: TableName,
    game: GameName,
    *,
    posted: HousePostingOptions,
    seats: Annotated[
        int | None, typer.Option(help="Poker: how many seats the table has, 2 to 9 (9).")
    ] = None,
    override: Annotated[
        str, typer.Option(help="Why it may open although it favors the player; administrators.")
    ] = "",
    how: ActOptions,
) -> None:
    """Open a table as posted. One that breaks a limit or favors the player is refused.

    Example: [bold]croupier room open 7 four-card-prime --post aces_baby=AB-03 --by flo[/bold]
    """
    if plays_poker(game):
        check_none({"--override": override}, "poker is played without the house")
        at = posted.opened(game, seats)
        how.do("open_table", name, at, then=lambda _: marks(at))
        return
    check_none({"--seats": seats}, ALL_SEATS)
    check_installed("room open of a house-banked game", "sqlalchemy", "numba")  # for the edge
    table = posted.posting.table(game)
    how.do(
        "open_table",
        name,
        table,
        override=override,
        doing="Computing the house edge",
        then=lambda _: {**marks(table), **limited(table)},
    )


def close(name: TableName, how: ActOptions) -> None:
    """Close a table: the drop box is counted, the tray returns to the house.

    Example: [bold]croupier room close "table 7" --by flo[/bold]
    """
    how.do("close_table", name)


def fill(name: TableName, amount: Amount, how: ActOptions) -> None:
    """Move chips from the house to a tray.

    Example: [bold]croupier room fill "table 7" 5000 --by flo[/bold]
    """
    how.do("fill", name, parse_dollars(amount))


def credit(name: TableName, amount: Amount, how: ActOptions) -> None:
    """Move chips from a tray to the house.

    Example: [bold]croupier room credit "table 7" 2000 --by flo[/bold]
    """
    how.do("credit", name, parse_dollars(amount))


def shoes(
    name: TableName, bank: Bank = BANK, zone: Zone = "UTC", by: Reader = "", as_json: AsJson = False
) -> None:
    """Shoes a table did not deal to the end: who, when, why, and the secret of each.

    For everybody; at poker the secrets are shown once the table is closed, or to those who may
    read the books.

    Example: [bold]croupier room shoes "table 7"[/bold]
    """
    calendar = days(zone)
    with looked_into(bank) as store:
        abandoned_shoes, waits = abandoned(store, name, by)
    if as_json:
        write_json(
            {"table": name, "waits": waits, "shoes": [one._asdict() for one in abandoned_shoes]}
        )
    else:
        _show_shoes(name, abandoned_shoes, waits, calendar)


def _show_shoes(
    name: str, abandoned_shoes: list[AbandonedShoe], waits: str, calendar: Days
) -> None:
    console = screen()
    if not abandoned_shoes:
        console.print(f"Table {one_line(name)} has abandoned no shoe.")
        return
    console.print(_shoes_sheet(name, abandoned_shoes, calendar))
    for one in abandoned_shoes:
        text = f"record {one.record}: commitment {one.commitment}"
        if one.proof is not None:
            text += f"\n  secret {one.proof['secret']}"
        elif one.key:
            text += f"\n  never opened: the key {one.key} was lost"
        console.print(text, soft_wrap=True)
    if waits:
        console.print(f"{waits[0].upper()}{waits[1:]}.")
    else:
        said = f"--json holds the proofs, for `{called('fair')}`."
        console.print(said)


def _shoes_sheet(name: str, abandoned_shoes: list[AbandonedShoe], calendar: Days) -> ScreenTable:
    title = f"Table {name}: shoes not dealt to their end"
    sheet = new_sheet(title, "record", "when", "who", "cause", "round", "why")
    for one in abandoned_shoes:
        number = "" if one.number is None else str(one.number)
        cells = (str(one.record), calendar.shown(one.at), one.by, one.cause, number, one.reason)
        sheet.add_row(*map(one_line, cells))
    return sheet
