"""`croupier room receipt`: what a player may have of a round they sat in, with its proof."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from croupier.cli.called import called
from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.room.arguments import BANK, Bank, By, RoundNumber, TableName, Zone
from croupier.cli.room.felt import show
from croupier.cli.screen import ScreenTable, new_sheet, one_line, screen
from croupier.desk.room.bank import looked_into
from croupier.desk.room.show import seen
from croupier.files import PRIVATE, put
from croupier.money import dollars
from croupier.room.books.days import Days, days
from croupier.room.books.receipt import RoundReceipt
from croupier.room.books.receipt import receipt as receipt_of
from croupier.room.names import in_words
from croupier.room.room import Room

# What a receipt tells as it is.
PLAIN = ("table", "seat", "player", "began", "ended", "called_off", "records", "waits")


def receipt(
    name: TableName,
    number: RoundNumber,
    by: By,
    seat: Annotated[int, typer.Option(help="Which of their seats, if they had several.")] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", help="A file for it; `croupier fair` checks it.")
    ] = None,
    bank: Bank = BANK,
    zone: Zone = "UTC",
    as_json: AsJson = False,
) -> None:
    """A player's own receipt of a round: cards, money and the proof of the shuffle.

    Example: [bold]croupier room receipt "table 7" 12 --by pam --out mine.json[/bold]
    """
    calendar = days(zone)
    with looked_into(bank) as store:
        own = receipt_of(store, Room(store).hall, by, name, number, seat)
    data = _as_json(own)
    if out is not None:
        put(out, (json.dumps(data, indent=1) + "\n").encode(), PRIVATE)
    if as_json:
        write_json(data)
    else:
        _show(own, calendar, out)


def _as_json(own: RoundReceipt) -> dict[str, object]:
    """The record that fair.py reads, as far as it may be told; beside it what is the seat's own."""
    receipt = {
        "round": own.number,
        **{name: getattr(own, name) for name in PLAIN},
        "seen": seen(own.state, own.seat),
        "outcomes": [one._asdict() for one in own.outcomes],
        "payments": [{**asdict(one), "reason": one.reason.value} for one in own.payments],
        "corrections": [one._asdict() for one in own.corrections],
        "steps": [one._asdict() for one in own.steps],
    }
    shuffle = own.proof or {"commitment": own.commitment, "words": own.words}
    return {**shuffle, "receipt": receipt}


def _show(own: RoundReceipt, calendar: Days, out: Path | None) -> None:
    console = screen()
    title = (f"Table {own.table}, round {own.number}, seat {own.seat}", "bold")
    when = f"{calendar.shown(own.began)} to {calendar.shown(own.ended)}"
    console.print(Text.assemble(title, f"  {one_line(own.player)}  {when}"))
    if own.called_off:
        console.print(f"Called off: {one_line(own.called_off)}", style="yellow")
    show(own.state, own.seat)
    console.print(_outcomes(own))
    console.print(_payments(own))
    records = ", ".join(map(str, own.records))
    steps = ", ".join(f"{one.what} {one.record}" for one in own.steps)
    for line in (f"Shuffle: commitment {own.commitment}", *_words(own),
                 f"Records: {steps}, round {records}"):  # fmt: skip
        console.print(line, soft_wrap=True)
    console.print(_proved(own, out), soft_wrap=True)


def _words(own: RoundReceipt) -> list[str]:
    return [
        f"  seat {one['seat']} {one['player']}: {one['word'] or 'withheld'}" for one in own.words
    ]


def _proved(own: RoundReceipt, out: Path | None) -> str:
    if own.proof is None:
        return f"No proof yet: {own.waits}."
    if out is None:
        return "--out FILE writes it with the proof, for `croupier fair FILE`."
    return f"Check it yourself: {called('fair', str(out))}"


def _outcomes(own: RoundReceipt) -> ScreenTable:
    sheet = new_sheet("Wagers", "wager", "stake", "result", "why")
    for one in own.outcomes:
        net = "open" if one.net is None else dollars(one.net, sign=True)
        sheet.add_row(one.wager, dollars(one.stake), net, one_line(one.why))
    return sheet


def _payments(own: RoundReceipt) -> ScreenTable:
    sheet = new_sheet("Payments", "from", "to", "amount", "reason")
    for one in own.payments:
        accounts = (in_words(one.debit), in_words(one.credit))
        sheet.add_row(*map(one_line, accounts), dollars(one.cents), one.reason.value)
    return sheet
