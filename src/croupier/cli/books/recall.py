"""`croupier recall`: any past round: its transcript, its money and its proof."""

from dataclasses import asdict
from typing import Any

from rich.text import Text

from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.room.arguments import BANK, Bank, Reader, RoundNumber, TableName, Zone
from croupier.cli.screen import ScreenTable, new_sheet, one_line, screen
from croupier.desk.room.bank import read_by
from croupier.desk.room.rounds import whose
from croupier.money import dollars
from croupier.room.books.days import Days, days
from croupier.room.books.recall import Recalled
from croupier.room.books.recall import recall as recalled
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
    with read_by(bank, by) as store:
        past = recalled(store, table, number)
    if as_json:
        write_json(_as_json(past))
    else:
        _show(past, calendar)


def _as_json(past: Recalled) -> dict[str, object]:
    postings = [{**asdict(one), "reason": one.reason.value} for one in past.postings]
    names = ("began", "ended", "called_off", "cause", "players")
    return {
        "table": past.table,
        "round": past.number,
        **{name: getattr(past, name) for name in names},
        "acts": [act._asdict() for act in past.acts],
        "transcript": past.transcript,
        "postings": postings,
        "proof": past.proof,
        "corrections": [one._asdict() for one in past.corrections],
    }


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
            "--json holds the proof, for `croupier fair`.",
            soft_wrap=True,
        )


def _words(proof: dict[str, Any]) -> str:
    """Whose words the shuffle was made with, and whose were withheld."""
    words = words_from(proof.get("words", ()))
    return f"Words of {whose(words)}\n" if words else ""


def _acts(past: Recalled, calendar: Days) -> ScreenTable:
    sheet = new_sheet("Acts", "when", "who", "what")
    for at, by, what in past.acts:
        sheet.add_row(calendar.shown(at), one_line(by), one_line(what))
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
    """An account of this table, without saying so each time."""
    return in_words(name).removesuffix(f" at table {table}").removeprefix(f"table {table}'s ")
