"""`croupier design`: paytables near a target house edge."""

from fractions import Fraction
from typing import Annotated

import typer
from rich.text import Text

from croupier.cli.input import write_json
from croupier.cli.options import AsJson, WhatIfOptions, show_mark
from croupier.cli.progress import working
from croupier.cli.screen import ScreenTable, bare, screen
from croupier.desk.figures import Designs, designs, designs_json
from croupier.errors import RuleError
from croupier.odds.design.search import Designed, Target
from croupier.odds.figures import rounded
from croupier.table.table import Table

COLUMN = 10  # characters for each table


def design(
    *,
    table: Annotated[str, typer.Option(metavar="GROUP", help="The table to design.")],
    edge: Annotated[str, typer.Option(help="The target house edge, such as 3%.")],
    hit: Annotated[
        str | None, typer.Option(help="How often the wager should pay, such as 20%.")
    ] = None,
    within: Annotated[
        str, typer.Option(help="Tables this near are listed by fewest changes; 0%: by nearness.")
    ] = "0.05%",
    rows: Annotated[
        str, typer.Option(help="The pays allowed for rows, such as 'Trips=8..12,Flush=5'.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many tables.")] = 10,
    at: WhatIfOptions,
    as_json: AsJson = False,
) -> None:
    """Paytables near a target house edge, priced exactly, fewest changes first.

    Example: [bold]croupier design four-card-prime --table aces_baby --edge 3%[/bold]
    """
    designed = at.opened()
    target = Target(percent(edge, "--edge"), None if hit is None else _share(hit), _near(within))
    with working(f"designing a table for {designed.game.name}"):
        found = designs(designed, table, target, bounds(rows), limit)
    if as_json:
        write_json(designs_json(designed, found))
    else:
        _show(designed, found)


def percent(written: str, flag: str) -> Fraction:
    """`3%` or `-0.5%` as a fraction."""
    try:
        if written.endswith("%") and len(written) < 20:
            return Fraction(written[:-1].strip()) / 100
    except (ValueError, ZeroDivisionError):
        pass
    raise RuleError(f"{flag} {written!r}; write a percentage, such as 3%", "design/percent")


def _share(written: str) -> Fraction:
    share = percent(written, "--hit")
    if not 0 < share < 1:
        raise RuleError(f"--hit {written!r}; write a percentage above 0% and below 100%")
    return share


def _near(written: str) -> Fraction:
    near = percent(written, "--within")
    if not 0 <= near <= 1:
        raise RuleError(f"--within {written!r}; write a percentage from 0% up, such as 0.05%")
    return near


def bounds(written: str) -> dict[str, tuple[int, int]]:
    """`Trips=8..12,Flush=5`: the pays allowed for rows, by label."""
    read = {}
    for item in filter(None, map(str.strip, written.split(","))):
        label, _, pays = item.rpartition("=")
        low, _, high = pays.partition("..")
        ends = [low.strip(), (high or low).strip()]
        if not label or not all(end.isascii() and end.isdigit() and len(end) < 10 for end in ends):
            raise RuleError(f"--rows {item!r}; write LABEL=LEAST..MOST, such as Trips=8..12")
        if label.strip() in read:
            raise RuleError(f"--rows names {label.strip()!r} twice; write each row once")
        read[label.strip()] = (int(ends[0]), int(ends[1]))
    return read


def _show(table: Table, designs: Designs) -> None:
    console = screen()
    order = _order(designs.target, designs.designs)
    console.print(Text(f"{table.game.name}, {designs.posted.title}: {order}", "bold cyan"))
    show_mark(console, table)
    widest = max(len(row.label) for row in designs.rows)
    fit = max(1, (console.width - widest - COLUMN) // COLUMN)
    for first in range(0, len(designs.designs), fit):  # as many side by side as fit
        console.print(_sheet(designs, designs.designs[first : first + fit], first + 1))


def _sheet(result: Designs, designs: list[Designed], first: int) -> ScreenTable:
    posted = result.posted
    numbers = map(str, range(first, first + len(designs)))
    name = posted.id if len(posted.id) < COLUMN else "posted"
    sheet = bare("row", name, *numbers, gap=(0, 1))
    for place, (label, old, printed) in enumerate(result.rows):
        pays = (_pay(one.pays[place], old, printed) for one in designs)
        sheet.add_row(label, Text(printed, "dim"), *pays)
    sheet.add_row()
    sheet.add_row("edge", "", *(rounded(one.edge * 100, 4) + "%" for one in designs))
    known = [one.results for one in designs if one.results is not None]
    if known:
        sheet.add_row("hits", "", *(rounded(results.win * 100, 3) + "%" for results in known))
        sheet.add_row("variance", "", *(rounded(results.variance, 2) for results in known))
    sheet.add_row()
    return sheet


def _order(target: Target, designs: list[Designed]) -> str:
    edge, within = _short(target.edge), _short(target.within)
    near = sum(one.distance <= target.within for one in designs)
    if not target.within:
        return f"nearest to {edge}"
    if not near:
        return f"none within {within} of {edge}; the nearest (--rows widens the bounds)"
    order = f"within {within} of {edge}, fewest changes first"
    return order if near == len(designs) else f"{order}; from {near + 1} on, the nearest"


def _short(share: Fraction) -> str:
    """`3%`, `0.05%`."""
    return rounded(share * 100, 4).rstrip("0").rstrip(".") + "%"


def _pay(new: int, old: int, printed: str) -> Text:
    """An unchanged pay is shown as printed."""
    if new == old:
        return Text(printed, "dim")
    return Text("Loss") if new < 0 else Text(str(new), "bold")
