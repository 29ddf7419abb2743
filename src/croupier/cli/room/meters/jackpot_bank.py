"""`croupier room meter award`, `deposit` and `draw`: jackpot money and its bank account."""

from typing import Annotated

import typer

from croupier.cli.options import AsJson
from croupier.cli.room.arguments import (
    BANK,
    EXPIRES,
    Amount,
    Bank,
    By,
    Expires,
    Key,
    Player,
    Reason,
    Second,
)
from croupier.cli.room.two_people import propose
from croupier.money import parse_dollars
from croupier.room.people.matters import Award, Banking, Drawing

Slip = Annotated[str, typer.Option(help="The bank's slip, or what else names it there.")]


def award(
    player: Player,
    amount: Amount,
    by: By,
    reason: Reason,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Propose to give a player part of what discontinued jackpots left to the players.

     It goes to their deposit when a second person approves it: room second. By a drawing, in equal
     shares or otherwise: as the operator's written plan says.

     Example: [bold]croupier room meter award pam 250 --reason "drawing of November 30" --by flo
    [/bold]
    """
    matter = Award(player, parse_dollars(amount), reason)
    propose(bank, by, key, matter, second, expires, as_json=as_json)


def deposit(
    amount: Amount,
    by: By,
    slip: Slip,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Record jackpot money taken to the bank account kept for it.

    A second person confirms it: room second.

    Example: [bold]croupier room meter deposit 812.40 --slip "0417" --by flo[/bold]
    """
    matter = Banking(parse_dollars(amount), slip)
    propose(bank, by, key, matter, second, expires, as_json=as_json)


def draw(
    amount: Amount,
    by: By,
    slip: Slip,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Record money drawn from that account, for a jackpot that was paid, for example.

    Example: [bold]croupier room meter draw 5000 --slip "check 88" --by flo[/bold]
    """
    matter = Drawing(parse_dollars(amount), slip)
    propose(bank, by, key, matter, second, expires, as_json=as_json)
