"""`croupier fair` and `croupier replay`: a round's shuffle and its course, checked."""

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from croupier import fair as shuffle
from croupier.cli.input import text_of, write_json
from croupier.cli.options import AsJson
from croupier.cli.screen import screen
from croupier.desk.replay import replayed
from croupier.errors import BadRecord


def fair(
    file: Annotated[
        Path | None, typer.Argument(help="A round's record; standard input if left out.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a finished round against the shuffle that was committed to before the bets.

    Example: [bold]croupier fair last-round.json[/bold]
    """
    # 0 if the record proves the shuffle, 1 if it does not: what fair.py reads, checks and says.
    try:
        with nullcontext(sys.stdin.buffer) if file is None else file.open("rb") as opened:
            record = shuffle.read(opened)
    except ValueError as broken:
        raise BadRecord(f"the record cannot be read: {broken}", "record/json") from broken
    if as_json:
        problems = shuffle.check(record)
        remarks = [] if problems else shuffle.remarks(record)
        write_json({"fair": not problems, "problems": problems, "remarks": remarks})
        raise typer.Exit(1 if problems else 0)
    code, lines = shuffle.verdict(record)
    for line in lines:
        screen().print(Text(line), soft_wrap=True)
    raise typer.Exit(code)


def replay(
    file: Annotated[
        Path | None,
        typer.Argument(help="A transcript, or a poker hand in PHH; standard input if left out."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replay a transcript and check that every line of it follows from the rules.

    Example: [bold]croupier replay round.txt[/bold]
    """
    result = replayed(text_of(file))
    if as_json:
        nets = {str(seat): net for seat, net in result.nets.items()}
        names = ("game", "over", "refused")
        write_json({**{name: getattr(result, name) for name in names}, "net": nets})
    else:
        screen().print(
            f"[green]agrees[/green]  {result.name}: every {result.each} follows from the rules.",
            markup=True,
        )
