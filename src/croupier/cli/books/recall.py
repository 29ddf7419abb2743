"""`croupier recall` and `room receipt`: any past round, or a player's own record of one."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.room.arguments import BANK, Bank, By, Reader, RoundNumber, TableName, Zone
from croupier.cli.room.felt import show
from croupier.cli.screen import ScreenTable, called, new_sheet, one_line, screen
from croupier.desk.room.bank import looked_into
from croupier.desk.room.rounds import whose
from croupier.desk.room.show import own_receipt, recalled, recalled_json, receipt_json
from croupier.files import PRIVATE, put
from croupier.money import dollars
from croupier.room.books.days import Days, days
from croupier.room.books.recall import Recalled
from croupier.room.books.receipt import RoundReceipt
from croupier.room.names import in_words
from croupier.room.tables.mistakes import MISDEAL
from croupier.room.tables.poker.amounts import spoken
from croupier.room.tables.words import words_from


def recall(
    table: TableName,
    number: RoundNumber,
    bank: Bank = BANK,
    zone: Zone = "UTC",
    by: Reader = "",
    as_json: AsJson = False,
) -> None:
    """Look up any past round: its transcript, its money and the proof of its shuffle.

    Example: [bold]croupier recall "table 7" 1204[/bold]
    """
    calendar = days(zone)
    with looked_into(bank) as store:
        past = recalled(store, by, table, number)
    if as_json:
        write_json(recalled_json(past))
    else:
        _show(past, calendar)


def _show(past: Recalled, calendar: Days) -> None:
    console = screen()
    who = ", ".join(f"seat {seat} {player}" for seat, player in sorted(past.players.items()))
    title = (f"Table {past.table}, round {past.number}", "bold")
    console.print(
        Text.assemble(title, f"  {calendar.shown(past.began)} to {calendar.shown(past.ended)}")
    )
    console.print(f"Players: {who}")
    if past.called_off:
        cause = "" if past.cause == MISDEAL else f" ({past.cause})"
        said = f"Called off{cause}: {one_line(past.called_off)}"
        console.print(said, style="yellow")
    console.print()
    console.out(past.transcript)
    console.print(_acts(past, calendar))
    console.print(_postings(past))
    if past.corrections:
        console.print(_corrections(past, calendar))
    if past.proof is not None:
        console.print(
            f"Shuffle: commitment {past.proof['commitment']}\n{_words(past.proof)}"
            "--json includes the proof, for `croupier fair`.",
            soft_wrap=True,
        )


def _words(proof: dict[str, Any]) -> str:
    """Whose words the shuffle was made with, and whose were withheld."""
    words = words_from(proof.get("words", ()))
    return f"Words of {whose(words)}\n" if words else ""


def _acts(past: Recalled, calendar: Days) -> ScreenTable:
    sheet = new_sheet("Acts", "when", "who", "what")
    for act in past.acts:
        sheet.add_row(calendar.shown(act.at), one_line(act.by), one_line(act.what))
    return sheet


def _postings(past: Recalled) -> ScreenTable:
    sheet = new_sheet("Postings", "from", "to", "amount", "reason", "for")
    for one in past.postings:
        debit, credit = _account(one.debit, past.table), _account(one.credit, past.table)
        memo = ", ".join(spoken(part, 0) for part in one.memo.split(", "))
        sheet.add_row(debit, credit, dollars(one.cents), one.reason.value, memo)
    return sheet


def _corrections(past: Recalled, calendar: Days) -> ScreenTable:
    sheet = new_sheet("Corrections", "when", "who", "what", "why")
    for one in past.corrections:
        what = f"{one.kind}: {dollars(one.cents)} to the {one.to}, seat {one.seat} {one.wager}"
        who = one_line(f"{one.by}, {one.second}")
        sheet.add_row(calendar.shown(one.at), who, what, one_line(one.reason))
    return sheet


def _account(name: str, table: str) -> str:
    """The name of an account, without this table's name."""
    return in_words(name).removesuffix(f" at table {table}").removeprefix(f"table {table}'s ")


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
        own = own_receipt(store, by, name, number, seat)
    data = receipt_json(own)
    if out is not None:
        put(out, (json.dumps(data, indent=1) + "\n").encode(), PRIVATE)
    if as_json:
        write_json(data)
    else:
        _show_receipt(own, calendar, out)


def _show_receipt(own: RoundReceipt, calendar: Days, out: Path | None) -> None:
    console = screen()
    title = (f"Table {own.table}, round {own.number}, seat {own.seat}", "bold")
    when = f"{calendar.shown(own.began)} to {calendar.shown(own.ended)}"
    console.print(Text.assemble(title, f"  {one_line(own.player)}  {when}"))
    if own.called_off:
        console.print(f"Called off: {one_line(own.called_off)}", style="yellow")
    show(own.state, own.seat)
    for what in own.timed_out:
        console.print(one_line(what))
    console.print(_outcomes(own))
    console.print(_payments(own))
    records = ", ".join(map(str, own.records))
    steps = ", ".join(f"{one.what} {one.record}" for one in own.steps)
    for line in (f"Shuffle: commitment {own.commitment}", *_given(own),
                 f"Records: {steps}, round {records}"):  # fmt: skip
        console.print(line, soft_wrap=True)
    console.print(_proved(own, out), soft_wrap=True)


def _given(own: RoundReceipt) -> list[str]:
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
