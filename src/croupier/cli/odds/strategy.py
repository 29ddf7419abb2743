"""`croupier strategy`: optimal play as rules that a person can memorize."""

from fractions import Fraction
from itertools import groupby
from typing import Annotated

import typer
from rich.text import Text

from croupier.cli.input import write_json
from croupier.cli.options import AsJson, TableOptions, show_mark
from croupier.cli.progress import working
from croupier.cli.screen import ScreenTable, bare, percent, screen
from croupier.desk.figures import Strategies, strategies, strategies_json
from croupier.odds.strategy.guides import RuleLine
from croupier.table.table import Table


def strategy(
    *,
    rules: Annotated[
        list[int] | None, typer.Option(help="How many rules; may be given several times.")
    ] = None,
    at: TableOptions,
    as_json: AsJson = False,
) -> None:
    """Optimal play as short lists of rules to memorize, with the exact cost of each list.

    Example: [bold]croupier strategy four-card-prime --rules 4[/bold]
    """
    table = at.opened()
    with working(f"strategies for {table.game.name}"):
        known = strategies(table, rules or ())
    if as_json:
        write_json(strategies_json(table, known))
    else:
        _show(table, known)


def _show(table: Table, known: Strategies) -> None:
    console, (guide, best, lists) = screen(), known
    console.print(Text.assemble((table.game.name, "bold cyan"), f"  {guide.how}"))
    show_mark(console, table)
    if guide.note:
        console.print(guide.note, style="dim")
    for one in lists:
        many = f"{len(one.lines)} rule{'s' if len(one.lines) != 1 else ''}"
        console.print(
            Text.assemble(
                (f"\n{many}", "bold"),
                f": cost {percent(one.cost, 3)}, house edge {percent(one.cost - best, 3)} ",
                (f"(best play {percent(-best, 3)})", "dim"),
            )
        )
        for decision, lines in groupby(one.lines, key=lambda line: line.decision):
            console.print(_sheet(decision, list(lines), one.cost))


def _sheet(decision: str, lines: list[RuleLine], cost: Fraction) -> ScreenTable:
    sheet = bare(decision, "", "cost if left out")
    for line in lines:
        more = "" if line.without is None else f"+{percent(line.without - cost, 3)}"
        sheet.add_row(line.condition or "otherwise", Text(line.action, "bold"), Text(more, "dim"))
    return sheet
