"""`croupier strategy`: optimal play as rules that a person can memorize."""

from fractions import Fraction
from itertools import groupby
from typing import Annotated

import typer
from rich.text import Text

from croupier.cli.input import write_json
from croupier.cli.options import AsJson, TableOptions, show_mark
from croupier.cli.progress import working
from croupier.cli.screen import ScreenTable, bare, screen
from croupier.desk.marks import marks
from croupier.games.figures import figures_of
from croupier.odds.figures import fraction, rounded
from croupier.odds.strategy.guides import SIZES, Guide, RuleLine, Strategy, guide_of, strategies_of
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
    guide = guide_of(table)
    with working(f"strategies for {table.game.name}"):
        strategies = strategies_of(table, (rules or ()) or SIZES)
        best = figures_of(table.game.id).net(table)
    if as_json:
        write_json(_json(table, guide, best, strategies))
    else:
        _show(table, guide, best, strategies)


def _json(
    table: Table, guide: Guide, best: Fraction, strategies: list[Strategy]
) -> dict[str, object]:
    return {
        "game": table.game.id,
        "posted": table.posted_ids,
        **marks(table),
        "how": guide.how,
        "note": guide.note,
        "best_net": fraction(best),
        "strategies": [
            {
                "rules": [
                    {
                        "decision": line.decision,
                        "if": line.condition or None,
                        "then": line.action,
                        "cost_without": None if line.without is None else fraction(line.without),
                    }
                    for line in one.lines
                ],
                "cost": fraction(one.cost),
                "net": fraction(best - one.cost),
                "decimal": {"cost": rounded(one.cost, 10), "net": rounded(best - one.cost, 10)},
            }
            for one in strategies
        ],
    }


def _show(table: Table, guide: Guide, best: Fraction, strategies: list[Strategy]) -> None:
    console = screen()
    console.print(Text.assemble((table.game.name, "bold cyan"), f"  {guide.how}"))
    show_mark(console, table)
    if guide.note:
        console.print(guide.note, style="dim")
    for one in strategies:
        many = f"{len(one.lines)} rule{'s' if len(one.lines) != 1 else ''}"
        console.print(
            Text.assemble(
                (f"\n{many}", "bold"),
                f": cost {_percent(one.cost)}, house edge {_percent(one.cost - best)} ",
                (f"(best play {_percent(-best)})", "dim"),
            )
        )
        for decision, lines in groupby(one.lines, key=lambda line: line.decision):
            console.print(_sheet(decision, list(lines), one.cost))


def _sheet(decision: str, lines: list[RuleLine], cost: Fraction) -> ScreenTable:
    sheet = bare(decision, "", "cost if left out")
    for line in lines:
        more = "" if line.without is None else f"+{_percent(line.without - cost)}"
        sheet.add_row(line.condition or "otherwise", Text(line.action, "bold"), Text(more, "dim"))
    return sheet


def _percent(value: Fraction) -> str:
    return rounded(value * 100, 3) + "%"
