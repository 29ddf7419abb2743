"""`croupier recall`: any past round, for whoever asks about it."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Sheet

from croupier.cli.read import write_json
from croupier.cli.room_run import opened
from croupier.money import dollars
from croupier.room.days import days
from croupier.room.recall import recall


def run(bank: str, table: str, number: int, zone: str, *, as_json: bool) -> None:
    calendar = days(zone)
    with opened(bank) as store:
        found = recall(store, table, number)
    written = found.transcript
    if as_json:
        write_json(
            {
                "table": table,
                "round": number,
                "began": found.began,
                "ended": found.ended,
                "called_off": found.called_off,
                "players": found.players,
                "transcript": written,
                "postings": [
                    {
                        "id": posting.id,
                        "debit": posting.debit,
                        "credit": posting.credit,
                        "cents": posting.cents,
                        "reason": posting.reason.value,
                        "memo": posting.memo,
                    }
                    for posting in found.postings
                ],
                "proof": found.proof,
            }
        )
        return
    console = Console()
    ended = "in progress" if found.ended is None else calendar.shown(found.ended)
    who = ", ".join(f"seat {seat} {player}" for seat, player in sorted(found.players.items()))
    console.print(
        f"[bold]Table {table}, round {number}[/bold]  {calendar.shown(found.began)} to {ended}",
        highlight=False,
    )
    console.print(f"Players: {who}", highlight=False)
    if found.called_off:
        console.print(f"Called off: {found.called_off}", style="yellow", highlight=False)
    console.print()
    console.out(written, highlight=False)
    sheet = Sheet(title="Postings", title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for name in ("from", "to", "amount", "reason", "for"):
        sheet.add_column(name, justify="right" if name == "amount" else "left")
    for posting in found.postings:
        sheet.add_row(
            _account(posting.debit, table),
            _account(posting.credit, table),
            dollars(posting.cents),
            posting.reason.value,
            posting.memo,
        )
    console.print(sheet)
    if found.proof is not None:
        console.print(
            f"Shuffle: commitment {found.proof['commitment']}\n--json holds the proof, for "
            "`croupier fair`.",
            highlight=False,
            soft_wrap=True,
        )


def _account(name: str, table: str) -> str:
    """An account of this table, without saying so each time."""
    return name.removeprefix(f"table/{table}/").replace("/", " ")
