"""`croupier room deposit`, `withdraw`, `reverse`, `buy-in` and `cash-out`: players' money."""

from typing import Annotated

import typer

from croupier.cli.room.acts import ActOptions, ProposalOptions
from croupier.cli.room.arguments import Amount, Cash, Player, Reason, Seat, TableName
from croupier.desk.room.answers import reversal
from croupier.desk.room.bank import looked_into
from croupier.money import parse_dollars


def deposit(player: Player, amount: Amount, how: ActOptions) -> None:
    """Take a player's cash on deposit.

    Example: [bold]croupier room deposit pam 500 --by flo[/bold]
    """
    how.do("deposit", player, parse_dollars(amount))


def withdraw(player: Player, amount: Amount, how: ActOptions) -> None:
    """Pay a player cash from their deposit.

    Example: [bold]croupier room withdraw pam 500 --by flo[/bold]
    """
    how.do("withdraw", player, parse_dollars(amount))


def reverse(
    posting: Annotated[
        str, typer.Argument(metavar="RECORD", help="The record or the key printed with the act.")
    ],
    reason: Reason,
    how: ProposalOptions,
) -> None:
    """Propose to reverse a wrong deposit, withdrawal, award or correction, in full.

    It is done when a second person approves it: room second.

    Example: [bold]croupier room reverse 114 --by flo --reason "wrong player"[/bold]
    """
    with looked_into(how.bank) as store:
        matter = reversal(store, posting, reason)
    how.propose(matter)


def buy_in(
    name: TableName,
    seat: Seat,
    player: Player,
    amount: Amount,
    *,
    cash: Cash = False,
    how: ActOptions,
) -> None:
    """A player buys chips at a seat.

    Example: [bold]croupier room buy-in "table 7" 3 pam 200 --by dee[/bold]
    """
    how.do("buy_in", name, seat, player, parse_dollars(amount), cash=cash)


def cash_out(name: TableName, seat: Seat, *, cash: Cash = False, how: ActOptions) -> None:
    """A player cashes in their chips and leaves.

    Example: [bold]croupier room cash-out "table 7" 3 --by dee[/bold]
    """
    how.do("cash_out", name, seat, cash=cash)
