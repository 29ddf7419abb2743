"""`croupier room …`: rounds are dealt and acted, and large wins acknowledged, mistakes mended."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.books.commands import BANK, Bank, Zone
from croupier.cli.options import AsJson, pairs
from croupier.cli.room.words import (
    EXPIRES,
    Amount,
    By,
    Expires,
    Key,
    Reason,
    Seat,
    Second,
    TableName,
)
from croupier.errors import IllegalWager, RuleError
from croupier.money import Cents, dollars, parse_dollars


def deal(
    name: TableName,
    bets: Annotated[
        list[str] | None,
        typer.Argument(metavar="SEAT:WAGER=DOLLARS,…", help="The bets of each seat; poker: none."),
    ] = None,
    by: By = "",
    open_within: Annotated[
        int | None,
        typer.Option(metavar="SECONDS", help="So long words are waited for; 30 if left out."),
    ] = None,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Put the bets down, beside those that players made, and deal a round up to the first choice.

    Where players have committed to words, this closes the bets. When the words are open, or their
    time has passed, the same without bets deals the cards.

    Example: [bold]croupier room deal "table 7" 1:ante=5 3:ante=10,prime=5 --by dee[/bold]
    """
    from croupier.cli.room.play import deal as run

    stated = [_bet(written) for written in bets or ()]
    run(bank, by, key, name, stated, open_within, as_json=as_json)


def act(
    name: TableName,
    seat: Seat,
    action: Annotated[
        str,
        typer.Argument(help="What the seat does: 'raise 2x'; in poker 'raise 8' means to $8."),
    ],
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A choice at a seat; after the last one the round is settled and paid.

    Example: [bold]croupier room act "table 7" 3 "raise 2x" --by pam[/bold]
    """
    from croupier.cli.room.play import act as run

    run(bank, by, key, name, seat, action, as_json=as_json)


def hand(name: TableName, seat: Seat, by: By, bank: Bank = BANK, as_json: AsJson = False) -> None:
    """A player looks at their own cards; nobody else may.

    Example: [bold]croupier room hand "table 7" 3 --by pam[/bold]
    """
    from croupier.cli.room.hand import run

    run(bank, by, name, seat, as_json=as_json)


def receipt(
    name: TableName,
    number: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.")],
    by: By,
    seat: Annotated[int, typer.Option(help="Which of their seats, if they had several.")] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", help="A file for it; `croupier fair` checks it.")
    ] = None,
    bank: Bank = BANK,
    zone: Zone = "UTC",
    as_json: AsJson = False,
) -> None:
    """A player's own receipt of a round: cards, money, and the proof of the shuffle.

    Example: [bold]croupier room receipt "table 7" 12 --by pam --out mine.json[/bold]
    """
    from croupier.cli.room.receipt import run

    run(bank, by, name, number, seat, zone, out=out, as_json=as_json)


def acknowledge(
    name: TableName, seat: Seat, by: By, bank: Bank = BANK, key: Key = "", as_json: AsJson = False
) -> None:
    """A supervisor has seen a win above 3,000 dollars: it is paid.

    Example: [bold]croupier room acknowledge "table 7" 3 --by flo[/bold]
    """
    from croupier.cli.room import said as room_said
    from croupier.cli.room.run import act as do
    from croupier.room.tables.rounds import acknowledged

    do(bank, by, key, acknowledged, name, seat, said=room_said.acknowledged, as_json=as_json)


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
    """A misdeal or a fouled deck: every bet goes back, and new cards are shuffled.

    Example: [bold]croupier room call-off "table 7" --reason "two 9d" --cause fouled-deck --by flo
    [/bold]
    """
    from croupier.cli.room.play import call_off as run

    run(bank, by, key, name, reason, cause, as_json=as_json)


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
    """Declare a hand dead: what is not settled goes back, and the round goes on without it.

    Example: [bold]croupier room dead-hand "table 7" 3 --reason "six cards" --by flo[/bold]
    """
    from croupier.cli.room.play import dead_hand as run

    run(bank, by, key, name, seat, reason, forfeit=forfeit, as_json=as_json)


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
    """Rule on a card that was turned over by mistake: it stands, is replaced, or it is a misdeal.

    Example: [bold]croupier room exposed "table 9" 3 2 --reason "it flashed" --by flo[/bold]
    """
    from croupier.cli.room import floor as room_floor
    from croupier.cli.room.run import act as do
    from croupier.room.tables.exposed import card_exposed

    about = (name, seat, number, reason)
    do(bank, by, key, card_exposed, *about, said=room_floor.exposed, as_json=as_json)


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
    """Propose to correct one payment of a round that is over.

    The money moves between the house and the player's deposit when a second person approves it:
    room second.

    Example: [bold]croupier room correct 7 12 3 ante 5 --to player --by flo
    --reason "paid 4, not 9"[/bold]
    """
    from croupier.cli.room.two import propose
    from croupier.room.people.matters import Correction

    matter = Correction(name, number, seat, wager, parse_dollars(amount), to, reason)
    propose(bank, by, key, matter, second, expires, as_json=as_json)


def rehearse(
    rounds: Annotated[
        int, typer.Option(min=1, max=10**6, help="So many at every table with players.")
    ] = 100,
    by: By = "rehearsal",
    seed: Annotated[int, typer.Option(help="The players' chances; the cards have their own.")] = 1,
    tables: Annotated[
        int, typer.Option(min=1, max=1000, help="In a new bank: so many tables, of all games.")
    ] = 5,
    theory: Annotated[
        bool, typer.Option("--theory", help="Find what each table is worth first; takes minutes.")
    ] = False,
    bank: Bank = BANK,
    as_json: AsJson = False,
) -> None:
    """Try a room: made-up players bet and act by chance. A new bank is furnished first.

    Never in the bank of a real house: what is played is in the books for good.

    Example: [bold]croupier room rehearse --rounds 200 --bank trial.db[/bold]
    """
    from croupier.cli.room.rehearse import run

    run(bank, rounds, by, seed, tables, theory=theory, as_json=as_json)


def _bet(written: str) -> tuple[int, dict[str, Cents]]:
    """`3:ante=10,prime=5`: a seat and its wagers."""
    seat, colon, rest = written.partition(":")
    if not (colon and seat.isdecimal() and all("=" in part for part in rest.split(","))):
        raise RuleError(f"bets {written!r}; write SEAT:WAGER=DOLLARS,WAGER=DOLLARS", "command/bad")
    return int(seat), stakes_of(rest, seat)


def stakes_of(written: str, seat: object) -> dict[str, Cents]:
    """`ante=10,prime=5`: the wagers of a seat."""
    parts = written.split(",")
    if not all("=" in part for part in parts):
        raise RuleError(f"a bet of {written!r}; write WAGER=DOLLARS,WAGER=DOLLARS", "command/bad")
    stakes = {name: parse_dollars(value) for name, value in pairs(parts, written).items()}
    for wager, stake in stakes.items():
        if stake <= 0:
            raise IllegalWager(f"seat {seat}: {wager} {dollars(stake)}; a wager is more than $0")
    return stakes
