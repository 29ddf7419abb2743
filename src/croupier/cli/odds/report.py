"""`croupier report`: the mathematics of a table as a file for a regulator."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import TableOptions
from croupier.cli.progress import working
from croupier.desk.report import check_output
from croupier.desk.report import report as write_report


def report(
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write: .html, .pdf or .xlsx.")
    ],
    at: TableOptions,
    date: Annotated[str, typer.Option(help="A date for the title page; none if left out.")] = "",
) -> None:
    """The mathematics of a table, as a gambling regulator expects it: every figure, exact.

    Example: [bold]croupier report four-card-prime -o prime.pdf[/bold]
    """
    table = at.opened()
    check_output(output)
    with working(f"report of {table.game.name}"):
        size = write_report(table, output, date)
    typer.echo(f"{output}: {size:,} bytes")
