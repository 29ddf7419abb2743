"""`croupier room …`: tables are opened, filled, credited and closed."""

from typing import Annotated

import typer

from croupier.cli.books.commands import BANK, Bank, Reader, Zone
from croupier.cli.options import (
    Aggregates,
    AsJson,
    GameName,
    Options,
    Posts,
    Unprinted,
    amounts,
    check_none,
    pairs,
)
from croupier.cli.room.words import Amount, By, Key, TableName
from croupier.money import parse_dollars


def open_(
    name: TableName,
    game: GameName,
    by: By,
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    limits: Annotated[
        str, typer.Option(help="The limit profile: wa-2023; poker: wa-2016 or wa-2016-lesser.")
    ] = "",
    least: Annotated[
        list[str] | None, typer.Option("--min", metavar="WAGER=DOLLARS", help="A minimum.")
    ] = None,
    most: Annotated[
        list[str] | None, typer.Option("--max", metavar="WAGER=DOLLARS", help="A maximum.")
    ] = None,
    aggregate: Aggregates = None,
    offer: Annotated[
        list[str] | None, typer.Option(help="Offer this wager; all of them if none is named.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="Poker: how many seats the table has, 2 to 9 (9).")
    ] = None,
    override: Annotated[
        str, typer.Option(help="Why it may open although it favours the player; administrators.")
    ] = "",
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Open a table as posted. One that breaks a limit, or favours the player, is refused.

    Example: [bold]croupier room open 7 four-card-prime --post aces_baby=AB-03 --by flo[/bold]
    """
    from croupier.extras import check_installed
    from croupier.games.registry import poker

    options = dict(pairs(option, "--option"))
    if poker(game) is not None:
        against = {
            "--post": post,
            "--unprinted": unprinted,
            "--min": least,
            "--max": most,
            "--aggregate": aggregate,
            "--offer": offer,
            "--override": override,
        }
        check_none(against, "poker is played without the house; its stakes are options")
        from croupier.cli.room.open import poker_table

        poker_table(bank, by, key, name, options, seats, limits, as_json=as_json)
        return
    check_none({"--seats": seats}, "a house-banked table has all the seats of its game")
    # What it is worth is found first.
    check_installed("room open of a house-banked game", "sqlalchemy", "numba")
    from croupier.cli.room.open import run

    run(
        bank,
        by,
        key,
        name,
        game,
        posted=pairs(post, "--post"),
        unprinted=unprinted,
        options=options,
        profile_name=limits,
        minimums=amounts(least, "--min"),
        maximums=amounts(most, "--max"),
        aggregates=amounts(aggregate, "--aggregate"),
        offers=offer,
        override=override,
        as_json=as_json,
    )


def close(
    name: TableName, by: By, bank: Bank = BANK, key: Key = "", as_json: AsJson = False
) -> None:
    """Close a table: the box is counted, the tray goes back to the house.

    Example: [bold]croupier room close "table 7" --by flo[/bold]
    """
    from croupier.cli.room import said as room_said
    from croupier.cli.room.run import act
    from croupier.room.tables.tables import table_closed

    act(bank, by, key, table_closed, name, said=room_said.closed, as_json=as_json)


def fill(
    name: TableName,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Chips from the house to a tray.

    Example: [bold]croupier room fill "table 7" 5000 --by flo[/bold]
    """
    from croupier.cli.room import said as room_said
    from croupier.cli.room.run import act
    from croupier.room.tables.tables import filled

    cents = parse_dollars(amount)
    act(bank, by, key, filled, name, cents, said=room_said.filled, as_json=as_json)


def credit(
    name: TableName,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Chips from a tray to the house.

    Example: [bold]croupier room credit "table 7" 2000 --by flo[/bold]
    """
    from croupier.cli.room import said as room_said
    from croupier.cli.room.run import act
    from croupier.room.tables.tables import credited

    cents = parse_dollars(amount)
    act(bank, by, key, credited, name, cents, said=room_said.credited, as_json=as_json)


def shoes(
    name: TableName, bank: Bank = BANK, zone: Zone = "UTC", by: Reader = "", as_json: AsJson = False
) -> None:
    """The shoes that a table did not deal to their end: who, when, why, and the secret of each.

    For everybody; at poker the secrets are told once the table is closed, or to who may read the
    books.

    Example: [bold]croupier room shoes "table 7"[/bold]
    """
    from croupier.cli.room.shoes import run

    run(bank, by, name, zone, as_json=as_json)
