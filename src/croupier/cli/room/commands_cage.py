"""`croupier room …`: what players bring, take away and play with."""

from typing import Annotated

import typer

from croupier.cli.books.commands import BANK, Bank
from croupier.cli.options import AsJson
from croupier.cli.room.words import (
    EXPIRES,
    Amount,
    By,
    Cash,
    Expires,
    Key,
    Player,
    Reason,
    Seat,
    Second,
    TableName,
)
from croupier.money import parse_dollars


def deposit(
    player: Player,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Cash that a player leaves with the house.

    Example: [bold]croupier room deposit pam 500 --by flo[/bold]
    """
    from croupier.cli.room import said as room_said
    from croupier.cli.room.run import act
    from croupier.room.cage.cage import deposited

    cents = parse_dollars(amount)
    act(bank, by, key, deposited, player, cents, said=room_said.deposited, as_json=as_json)


def withdraw(
    player: Player,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Cash that a player takes.

    Example: [bold]croupier room withdraw pam 500 --by flo[/bold]
    """
    from croupier.cli.room import said as room_said
    from croupier.cli.room.run import act
    from croupier.room.cage.cage import withdrawn

    cents = parse_dollars(amount)
    act(bank, by, key, withdrawn, player, cents, said=room_said.withdrawn, as_json=as_json)


def reverse(
    posting: Annotated[
        str, typer.Argument(metavar="RECORD", help="The record or the key printed with the act.")
    ],
    by: By,
    reason: Reason,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Propose to take back a wrong deposit, withdrawal, award or correction, in full.

    It is done when a second person approves it: room second.

    Example: [bold]croupier room reverse 114 --by flo --reason "wrong player"[/bold]
    """
    from croupier.cli.room.reverse import run

    run(bank, by, key, posting, second, reason, expires, as_json=as_json)


def buy_in(
    name: TableName,
    seat: Seat,
    player: Player,
    amount: Amount,
    by: By,
    cash: Cash = False,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A player buys chips at a seat.

    Example: [bold]croupier room buy-in "table 7" 3 pam 200 --by dee[/bold]
    """
    from croupier.cli.room import said as room_said
    from croupier.cli.room.run import act
    from croupier.room.tables.tables import bought_in

    cents = parse_dollars(amount)
    said = room_said.bought_in
    act(bank, by, key, bought_in, name, seat, player, cents, cash=cash, said=said, as_json=as_json)


def cash_out(
    name: TableName,
    seat: Seat,
    by: By,
    cash: Cash = False,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A player takes their chips and goes.

    Example: [bold]croupier room cash-out "table 7" 3 --by dee[/bold]
    """
    from croupier.cli.room import said as room_said
    from croupier.cli.room.run import act
    from croupier.room.tables.tables import cashed_out

    said = room_said.cashed_out
    act(bank, by, key, cashed_out, name, seat, cash=cash, said=said, as_json=as_json)
