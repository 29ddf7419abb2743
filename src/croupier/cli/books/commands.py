"""Commands about the bank: what a card room and its regulator ask of the books."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import AsJson
from croupier.cli.room.words import person

Bank = Annotated[
    str,
    typer.Option("--bank", envvar="CROUPIER_BANK", help="A file, or postgresql://user@host/house."),
]
BANK = "bank.db"
Reader = Annotated[
    str,
    typer.Option(
        "--by", callback=person, help="Who asks: somebody of the room who may read the books."
    ),
]
Zone = Annotated[str, typer.Option(help="The house's time zone, such as America/Los_Angeles.")]
Begins = Annotated[str, typer.Option(help="When a gaming day begins, such as 06:00.")]


def audit(
    bank: Bank = BANK,
    anchor: Annotated[
        str, typer.Option(metavar="NUMBER:DIGEST", help="A head kept elsewhere; must be passed.")
    ] = "",
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; one for each core if left out.")
    ] = None,
    allow_unplayed: Annotated[
        bool, typer.Option("--allow-unplayed", help="Accept rounds that cannot be replayed.")
    ] = False,
    by: Reader = "",
    as_json: AsJson = False,
) -> None:
    """Check the books from the first record to the last, and replay every round against them.

    Exit 0: all is well; 1: something differs, and the first difference is named; 3: all is well but
    for differences that two people declared known (room known-difference); 4: nothing else differs,
    but rounds could not be replayed, as other rules dealt them, and --allow-unplayed is not given.

    Example: [bold]croupier audit --bank bank.db[/bold]
    """
    from croupier.cli.books.audit import run

    answer = run(
        bank,
        by,
        anchor=anchor,
        workers=workers,
        allow_unplayed=allow_unplayed,
        as_json=as_json,
    )
    raise typer.Exit(answer)


def books(
    bank: Bank = BANK,
    since: Annotated[str, typer.Option("--from", metavar="DAY", help="The first day.")] = "",
    until: Annotated[str, typer.Option("--to", metavar="DAY", help="The last day.")] = "",
    zone: Zone = "UTC",
    day_begins: Begins = "00:00",
    out: Annotated[Path | None, typer.Option(help="Write a .csv or .xlsx file instead.")] = None,
    wagers: Annotated[bool, typer.Option("--wagers", help="Every wager on its own line.")] = False,
    by: Reader = "",
    as_json: AsJson = False,
) -> None:
    """The master game report: drop, win, hold and theory by table, game and day; jackpots.

    Example: [bold]croupier books --from 2026-11-01 --out november.xlsx[/bold]
    """
    from croupier.cli.books.books import run

    run(bank, by, since, until, zone, day_begins, out=out, wagers=wagers, as_json=as_json)


def recall(
    table: Annotated[str, typer.Argument(help="The table's name.")],
    number: Annotated[int, typer.Argument(help="The number of the round.")],
    bank: Bank = BANK,
    zone: Zone = "UTC",
    by: Reader = "",
    as_json: AsJson = False,
) -> None:
    """Any past round: its transcript, its money, and the proof of its shuffle.

    Example: [bold]croupier recall "table 7" 1204[/bold]
    """
    from croupier.cli.books.recall import run

    run(bank, by, table, number, zone, as_json=as_json)


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it is replaced when whole.")],
    bank: Bank = BANK,
    as_json: AsJson = False,
) -> None:
    """Copy the whole bank into one file while it is in use.

    Example: [bold]croupier backup monday.croupier --bank bank.db[/bold]
    """
    from croupier.cli.books.backup import backup as run

    run(bank, file, as_json=as_json)


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    bank: Bank = BANK,
    as_json: AsJson = False,
) -> None:
    """Make a bank out of a backup, in an empty database of either kind; all is checked first.

    Example: [bold]croupier restore monday.croupier --bank postgresql://house@db/house[/bold]
    """
    from croupier.cli.books.backup import restore as run

    run(bank, file, as_json=as_json)
