"""`croupier cache`: what is cached on this machine, so that nothing is counted twice."""

from datetime import datetime
from typing import Annotated

import typer

from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.screen import new_sheet, screen
from croupier.desk.cache import Cached, cached
from croupier.errors import RuleError

MEGABYTE = 1_000_000


def cache(
    action: Annotated[
        str | None, typer.Argument(metavar="[clear]", help="Empty the cache.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """What is cached on this machine (counts, compiled loops): for which game, how large.

    Clearing it only costs time: the next command that needs a count computes it again.

    Examples: [bold]croupier cache[/bold]; [bold]croupier cache clear[/bold]
    """
    if action not in (None, "clear"):
        raise RuleError(
            f"no action {action!r}; write `croupier cache`, or `croupier cache clear`",
            "command/bad",
        )
    found = cached(clear=action is not None)
    if as_json:
        rows = [each._asdict() for each in found.entries]
        write_json({"folder": str(found.folder), "cleared": found.cleared, "kept": rows})
    else:
        _show(found)


def _show(cached: Cached) -> None:
    console, entries = screen(), cached.entries
    if entries:
        sheet = new_sheet("", "game", "what", "files", "MB", "last used")
        for each in entries:
            last = datetime.fromtimestamp(each.last_used).strftime("%Y-%m-%d %H:%M")
            sheet.add_row(each.game, each.what, f"{each.files:,}", _megabytes(each.size), last)
        console.print(sheet)
    total = sum(each.size for each in entries)
    word = "Cleared" if cached.cleared else "Kept"
    console.print(f"{word}: {_megabytes(total)} MB in {cached.folder}")


def _megabytes(size: int) -> str:
    """To a tenth, rounded up, so that no entry is shown as 0.0."""
    tenths = -(-size * 10 // MEGABYTE)
    return f"{tenths // 10:,}.{tenths % 10}"
