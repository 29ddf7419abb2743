"""`croupier room …`: a poker player sits out, and sits in again."""

from typing import Annotated

import typer

from croupier.cli.books.commands import BANK, Bank
from croupier.cli.options import AsJson
from croupier.cli.room.words import By, Key, Seat, TableName


def sit_out(
    name: TableName, seat: Seat, by: By, bank: Bank = BANK, key: Key = "", as_json: AsJson = False
) -> None:
    """Poker: a player keeps seat and chips, and is dealt no more hands.

    Example: [bold]croupier room sit-out 9 3 --by pam[/bold]
    """
    from croupier.cli.room.run import act as do
    from croupier.cli.room.seats import sat_out as said
    from croupier.room.tables.poker import sat_out

    do(bank, by, key, sat_out, name, seat, said=said, as_json=as_json)


def sit_in(
    name: TableName,
    seat: Seat,
    by: By,
    post: Annotated[
        bool,
        typer.Option("--post", help="Post what is owed, instead of waiting for the big blind."),
    ] = False,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Poker: a player is dealt in again. Missed blinds are posted, or the big blind is waited for.

    Example: [bold]croupier room sit-in 9 3 --post --by pam[/bold]
    """
    from croupier.cli.room.run import act as do
    from croupier.cli.room.seats import sat_in as said
    from croupier.room.tables.poker import sat_in

    do(bank, by, key, sat_in, name, seat, said=said, as_json=as_json, post=post)
