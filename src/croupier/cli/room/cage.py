"""`croupier room deposit`, `withdraw`, `reverse`, `buy-in` and `cash-out`: players' money."""

from typing import Annotated

import typer

from croupier.cli.options import AsJson
from croupier.cli.room.answers import do
from croupier.cli.room.arguments import (
    BANK,
    EXPIRES,
    Amount,
    Bank,
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
from croupier.cli.room.two_people import propose
from croupier.desk.room.bank import looked_into
from croupier.money import parse_dollars
from croupier.room.cage.cage import posting_named
from croupier.room.people.matters import Reversal


def deposit(
    player: Player,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Take a player's cash on deposit.

    Example: [bold]croupier room deposit pam 500 --by flo[/bold]
    """
    cents = parse_dollars(amount)
    do(bank, by, key, "deposit", player, cents, as_json=as_json)


def withdraw(
    player: Player,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Pay a player cash from their deposit.

    Example: [bold]croupier room withdraw pam 500 --by flo[/bold]
    """
    cents = parse_dollars(amount)
    do(bank, by, key, "withdraw", player, cents, as_json=as_json)


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
    """Propose to reverse a wrong deposit, withdrawal, award or correction, in full.

    It is done when a second person approves it: room second.

    Example: [bold]croupier room reverse 114 --by flo --reason "wrong player"[/bold]
    """
    with looked_into(bank) as store:
        # Records never change, so it is still that one.
        matter = Reversal(posting_named(store, posting), reason)
    propose(bank, by, key, matter, second, expires, as_json=as_json)


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
    cents = parse_dollars(amount)
    do(bank, by, key, "buy_in", name, seat, player, cents, cash=cash, as_json=as_json)


def cash_out(
    name: TableName,
    seat: Seat,
    by: By,
    cash: Cash = False,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A player cashes in their chips and leaves.

    Example: [bold]croupier room cash-out "table 7" 3 --by dee[/bold]
    """
    do(bank, by, key, "cash_out", name, seat, cash=cash, as_json=as_json)
