"""`croupier room call-off`, `dead-hand`, `exposed` and `correct`: mistakes at a table."""

import json
from typing import Annotated

import typer

from croupier.cli.options import AsJson
from croupier.cli.room.answers import Answer, Outcome, do, players_at
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
from croupier.money import dollars, parse_dollars
from croupier.room.cage.accounts import chips_of
from croupier.room.people.matters import Correction
from croupier.room.requests.decisions import decision
from croupier.room.state.hall import Asked, Hall, Step
from croupier.room.tables.exposed import REPLACED, STANDS, card_exposed
from croupier.room.tables.poker import hand_called_off, poker_dead
from croupier.room.tables.poker_state import OpenPoker
from croupier.room.tables.rounds import CALLED_OFF, MISDEAL, hand_dead, round_called_off


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
    do(bank, by, key, any_called_off, name, reason, cause, said=call_off_answer, as_json=as_json)


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
    played(bank, by, key, any_dead, name, seat, reason, forfeit, as_json=as_json)


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
    do(bank, by, key, card_exposed, *about, said=exposed_answer, as_json=as_json)


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


@decision("call_off", "croupier.cli.room_play.any_called_off")
def any_called_off(hall: Hall, asked: Asked, name: str, reason: str, cause: str = MISDEAL) -> Step:
    poker = isinstance(hall.table(name), OpenPoker)
    return (hand_called_off if poker else round_called_off)(hall, asked, name, reason, cause)


@decision("dead_hand", "croupier.cli.room_play.any_dead")
def any_dead(hall: Hall, asked: Asked, name: str, seat: int, reason: str, forfeit: bool) -> Step:
    """At poker it is always lost: there the chips are the other players'."""
    if isinstance(hall.table(name), OpenPoker):
        return poker_dead(hall, asked, name, seat, reason)
    return hand_dead(hall, asked, name, seat, reason, forfeit=forfeit)


def call_off_answer(act: Outcome) -> Answer:
    """What every seat got back, and gave back."""
    players = players_at(act)
    back = {seat: cents for seat in players if (cents := _change(act, chips_of(act.table, seat)))}
    text = [f"Table {act.table}, round {act.body['number']} is called off."]
    for seat, cents in back.items():
        way = "got {} back" if cents > 0 else "gave {} back"
        text.append(f"Seat {seat}, {players[seat]}, {way.format(dollars(abs(cents)))}.")
    named = {str(seat): {"player": players[seat], "back": cents} for seat, cents in back.items()}
    return Answer(" ".join(text), {"seats": named})


def _change(act: Outcome, account: str) -> int:
    given = sum(one.cents for one in act.done.postings if one.credit == account)
    return given - sum(one.cents for one in act.done.postings if one.debit == account)


def exposed_answer(act: Outcome) -> Answer:
    """Of the act's last event: a round that was called off, or what the log was told."""
    last = act.done.events[-1]
    said = json.loads(last.body)
    if last.kind == CALLED_OFF:
        text = f"Table {act.table}: {said['reason']}. A misdeal: the round is called off."
        return Answer(text, {"number": said["number"], "ruling": MISDEAL})
    what = {STANDS: "The hand stands", REPLACED: "It is replaced, and will be burned first"}
    text = f"Table {act.table} seat {said['seat']}, {said['card']}. {what[said['ruling']]}."
    names = ("number", "seat", "player", "place", "card", "ruling")
    return Answer(text, {name: said[name] for name in names})
