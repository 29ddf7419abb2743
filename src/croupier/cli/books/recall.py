"""`croupier recall`: any past round: its transcript, its money and its proof."""

from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.text import Text

from croupier import fair
from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.room.arguments import BANK, Bank, Reader, Zone
from croupier.cli.screen import ScreenTable, new_sheet, one_line, screen
from croupier.desk.room.bank import read_by
from croupier.money import dollars
from croupier.room.books.days import Days, days
from croupier.room.books.recall import Recalled
from croupier.room.books.recall import recall as recalled
from croupier.room.names import in_words
from croupier.room.tables.mistakes import MISDEAL
from croupier.room.tables.poker.amounts import spoken
from croupier.room.tables.words import words_from


def recall(
    table: Annotated[str, typer.Argument(help="The table's name.")],
    number: Annotated[int, typer.Argument(help="The number of the round.")],
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
        found = recalled(store, table, number)
    if as_json:
        write_json(_as_json(found))
    else:
        _show(found, calendar)


def _as_json(found: Recalled) -> dict[str, object]:
    postings = [{**asdict(one), "reason": one.reason.value} for one in found.postings]
    names = ("began", "ended", "called_off", "cause", "players")
    return {
        "table": found.table,
        "round": found.number,
        **{name: getattr(found, name) for name in names},
        "acts": [act._asdict() for act in found.acts],
        "transcript": found.transcript,
        "postings": postings,
        "proof": found.proof,
        "corrections": [one._asdict() for one in found.corrections],
    }


def _show(found: Recalled, calendar: Days) -> None:
    console = screen()
    who = ", ".join(f"seat {seat} {player}" for seat, player in sorted(found.players.items()))
    title = (f"Table {found.table}, round {found.number}", "bold")
    console.print(
        Text.assemble(title, f"  {calendar.shown(found.began)} to {calendar.shown(found.ended)}")
    )
    console.print(f"Players: {who}")
    if found.called_off:
        cause = "" if found.cause == MISDEAL else f" ({found.cause})"
        said = f"Called off{cause}: {one_line(found.called_off)}"
        console.print(said, style="yellow")
    console.print()
    console.out(found.transcript)
    console.print(_acts(found, calendar))
    console.print(_postings(found))
    if found.corrections:
        console.print(_corrections(found, calendar))
    if found.proof is not None:
        console.print(
            f"Shuffle: commitment {found.proof['commitment']}\n{_words(found.proof)}"
            "--json holds the proof, for `croupier fair`.",
            soft_wrap=True,
        )


def _words(proof: dict[str, Any]) -> str:
    """Whose words the shuffle was made with, and whose were withheld."""
    if not (words := words_from(proof.get("words", ()))):
        return ""
    opened = [fair.who(word.seat, word.player) for word in words if word.word is not None]
    without = [fair.who(word.seat, word.player) for word in words if word.word is None]
    withheld = f"; withheld by {', '.join(without)}" if without else ""
    return f"Words of {', '.join(opened) or 'nobody'}{withheld}\n"


def _acts(found: Recalled, calendar: Days) -> ScreenTable:
    sheet = new_sheet("Acts", "when", "who", "what")
    for at, by, what in found.acts:
        sheet.add_row(calendar.shown(at), one_line(by), one_line(what))
    return sheet


def _postings(found: Recalled) -> ScreenTable:
    sheet = new_sheet("Postings", "from", "to", "amount", "reason", "for")
    for one in found.postings:
        debit, credit = _account(one.debit, found.table), _account(one.credit, found.table)
        memo = ", ".join(spoken(part, 0) for part in one.memo.split(", "))
        sheet.add_row(debit, credit, dollars(one.cents), one.reason.value, memo)
    return sheet


def _corrections(found: Recalled, calendar: Days) -> ScreenTable:
    sheet = new_sheet("Corrections", "when", "who", "what", "why")
    for one in found.corrections:
        what = f"{one.kind}: {dollars(one.cents)} to the {one.to}, seat {one.seat} {one.wager}"
        who = one_line(f"{one.by}, {one.second}")
        sheet.add_row(calendar.shown(one.at), who, what, one_line(one.reason))
    return sheet


def _account(name: str, table: str) -> str:
    """An account of this table, without saying so each time."""
    return in_words(name).removesuffix(f" at table {table}").removeprefix(f"table {table}'s ")
