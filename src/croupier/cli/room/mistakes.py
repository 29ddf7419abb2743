"""`croupier room call-off`, `dead-hand`, `exposed` and `correct`: mistakes at a table."""

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
    Expires,
    Key,
    Reason,
    Seat,
    Second,
    TableName,
)
from croupier.cli.room.rounds import played
from croupier.cli.room.two_people import propose
from croupier.money import parse_dollars
from croupier.room.people.matters import Correction


def call_off(
    name: TableName,
    by: By,
    reason: Reason,
    cause: Annotated[
        str, typer.Option(help="misdeal, fouled-deck, exposed, wrong-count or other.")
    ] = "misdeal",
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A misdeal or a fouled deck: every bet is returned, and new cards are shuffled.

    Example: [bold]croupier room call-off "table 7" --reason "two 9d" --cause fouled-deck --by flo
    [/bold]
    """
    do(bank, by, key, "call_off", name, reason, cause, as_json=as_json)


def dead_hand(
    name: TableName,
    seat: Seat,
    by: By,
    reason: Reason,
    forfeit: Annotated[
        bool, typer.Option("--forfeit", help="The player's fault: the wagers are lost.")
    ] = False,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Declare a hand dead: unsettled bets are returned, and the round goes on without it.

    Example: [bold]croupier room dead-hand "table 7" 3 --reason "six cards" --by flo[/bold]
    """
    played(bank, by, key, "dead_hand", name, seat, reason, forfeit=forfeit, as_json=as_json)


def exposed(
    name: TableName,
    seat: Annotated[int, typer.Argument(help="The seat's number; 0 is the dealer.")],
    number: Annotated[int, typer.Argument(metavar="CARD", help="Which of its cards, from 1.")],
    by: By,
    reason: Reason,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Rule on a card exposed by mistake: the hand stands, the card is replaced, or misdeal.

    Example: [bold]croupier room exposed "table 9" 3 2 --reason "it flashed" --by flo[/bold]
    """
    about = (name, seat, number, reason)
    do(bank, by, key, "exposed", *about, as_json=as_json)


def correct(
    name: TableName,
    number: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.")],
    seat: Seat,
    wager: Annotated[str, typer.Argument(help="The wager that was paid wrongly.")],
    amount: Amount,
    to: Annotated[str, typer.Option(metavar="player|house", help="Who gets it.")],
    by: By,
    reason: Reason,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Propose to correct one payment of a finished round.

    The money moves between the house and the player's deposit when a second person approves it:
    room second.

    Example: [bold]croupier room correct 7 12 3 ante 5 --to player --by flo
    --reason "paid 4, not 9"[/bold]
    """
    matter = Correction(name, number, seat, wager, parse_dollars(amount), to, reason)
    propose(bank, by, key, matter, second, expires, as_json=as_json)
