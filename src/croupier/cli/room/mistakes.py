"""`croupier room call-off`, `dead-hand`, `exposed` and `correct`: mistakes at a table."""

from typing import Annotated

import typer

from croupier.cli.room.answers import ActOptions
from croupier.cli.room.arguments import Amount, Reason, RoundNumber, Seat, TableName
from croupier.cli.room.rounds import then_shown
from croupier.cli.room.two_people import ProposalOptions
from croupier.money import parse_dollars
from croupier.room.people.matters import Correction


def call_off(
    name: TableName,
    *,
    reason: Reason,
    cause: Annotated[
        str, typer.Option(help="misdeal, fouled-deck, exposed, wrong-count or other.")
    ] = "misdeal",
    how: ActOptions,
) -> None:
    """A misdeal or a fouled deck: every bet is returned, and new cards are shuffled.

    Example: [bold]croupier room call-off "table 7" --reason "two 9d" --cause fouled-deck --by flo
    [/bold]
    """
    how.do("call_off", name, reason, cause)


def dead_hand(
    name: TableName,
    seat: Seat,
    *,
    reason: Reason,
    forfeit: Annotated[
        bool, typer.Option("--forfeit", help="The player's fault: the wagers are lost.")
    ] = False,
    how: ActOptions,
) -> None:
    """Declare a hand dead: unsettled bets are returned, and the round goes on without it.

    Example: [bold]croupier room dead-hand "table 7" 3 --reason "six cards" --by flo[/bold]
    """
    how.do("dead_hand", name, seat, reason, forfeit=forfeit, then=then_shown(how, name))


def exposed(
    name: TableName,
    seat: Annotated[int, typer.Argument(help="The seat's number; 0 is the dealer.")],
    number: Annotated[int, typer.Argument(metavar="CARD", help="Which of its cards, from 1.")],
    reason: Reason,
    how: ActOptions,
) -> None:
    """Rule on a card exposed by mistake: the hand stands, the card is replaced, or misdeal.

    Example: [bold]croupier room exposed "table 9" 3 2 --reason "it flashed" --by flo[/bold]
    """
    how.do("exposed", name, seat, number, reason)


def correct(
    name: TableName,
    number: RoundNumber,
    seat: Seat,
    wager: Annotated[str, typer.Argument(help="The wager that was paid wrongly.")],
    amount: Amount,
    to: Annotated[str, typer.Option(metavar="player|house", help="Who gets it.")],
    reason: Reason,
    how: ProposalOptions,
) -> None:
    """Propose to correct one payment of a finished round.

    The money moves between the house and the player's deposit when a second person approves it:
    room second.

    Example: [bold]croupier room correct 7 12 3 ante 5 --to player --by flo
    --reason "paid 4, not 9"[/bold]
    """
    how.propose(Correction(name, number, seat, wager, parse_dollars(amount), to, reason))
