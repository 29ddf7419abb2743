"""`croupier odds`, `strategy` and `verify`: the exact figures of a table, optimal play as rules to
memorize, and every figure printed in the rulebooks beside ours.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Annotated

import typer
from rich.text import Text

from croupier.cli.input import number, write_json
from croupier.cli.options import AsJson, TableOptions, WhatIfOptions, show_mark
from croupier.cli.progress import working
from croupier.cli.screen import ScreenTable, bare, heading, percent, screen, styled
from croupier.desk.figures import (
    Strategies,
    checks,
    checks_json,
    disagrees,
    odds_json,
    odds_of,
    strategies,
    strategies_json,
)
from croupier.desk.games import game_named
from croupier.desk.stakes import fixed_size
from croupier.errors import RuleError
from croupier.money import DOLLAR, Cents, dollars
from croupier.odds.figures import Odds, WagerOdds, fraction, root, rounded
from croupier.odds.house_edge import Funding
from croupier.odds.solve import Check
from croupier.odds.strategy.guides import RuleLine
from croupier.table.table import Table

COLOURS = {"agrees": "green", "misprint": "yellow", "unreachable": "yellow", "DIFFERS": "red"}


def odds(
    at: WhatIfOptions,
    seed: Annotated[
        str | None, typer.Option(help="A progressive meter's seed, in jackpot wagers.")
    ] = None,
    contribution: Annotated[
        str | None, typer.Option(help="What a jackpot wager adds to its meter, such as 25%.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The exact odds of a table under optimal play: edges, frequencies, variance.

    Example: [bold]croupier odds four-card-prime --post bad_beat_bonus=BB-04[/bold]
    """
    table = at.opened()
    funding = _funding(seed, contribution)
    with working(f"solving {table.game.name}"):
        solved = odds_of(table, funding)
    if as_json:
        write_json(odds_json(solved, table))
    else:
        _show(solved, table)


def _funding(seed: str | None, contribution: str | None) -> Funding | None:
    """As typed: wagers, and percent of a wager."""
    if seed is None and contribution is None:
        return None
    if seed is None or contribution is None:
        raise RuleError("a meter is filled by both: give --seed and --contribution", "meter/half")
    units, added = number(seed.replace(",", "")), number(contribution.removesuffix("%"))
    if units is None or units < 0:
        raise RuleError(f"--seed {seed!r}; write wagers, such as 10000", "meter/seed")
    if not contribution.endswith("%") or added is None or not 0 <= added <= 100:
        raise RuleError(
            f"--contribution {contribution!r}; write a percentage from 0% to 100%",
            "meter/contribution",
        )
    return Funding(units, added / 100)


def _show(odds: Odds, table: Table) -> None:
    console = screen()
    posted = ", ".join(f"{group} {id_}" for group, id_ in odds.posted.items())
    console.print(heading(table.game.name, posted))
    show_mark(console, table)
    sheet = bare()
    rows = (
        (f"house edge per {odds.unit}", percent(odds.house_edge, 4), odds.house_edge),
        ("house edge per unit wagered", percent(odds.element_of_risk, 4), odds.element_of_risk),
        (f"wagered on average, in {odds.unit}s", rounded(odds.wagered, 4), odds.wagered),
        ("variance", rounded(odds.results.variance, 4), odds.results.variance),
        ("standard deviation", root(odds.results.variance, 4), None),
        ("win, push, lose", _thirds(odds), None),
    )
    for name, figure, exact in rows:
        sheet.add_row(name, figure, "" if exact is None else Text(fraction(exact), "dim"))
    console.print(sheet)
    console.print(styled("\n[bold]Best play[/bold]"))
    plays = bare()
    for name, share in odds.decisions.items():
        plays.add_row(name, percent(share, 2))
    console.print(plays)
    console.print(styled("\n[bold]Wagers[/bold]"))
    sides = bare("wager", "table", "house edge", "hits", "variance")
    for name, wager in odds.wagers.items():
        edge = -wager.results.mean
        hit = Fraction(str(wager.more.get("hit", wager.hit)))
        colour = "red" if edge < 0 else "default"
        sides.add_row(
            name,
            wager.table,
            Text(percent(edge, 4), colour),
            percent(hit, 3),
            rounded(wager.results.variance, 3),
        )
    console.print(sides)
    for name, wager in odds.wagers.items():
        # Only jackpot wagers, which are fixed, have figures by seats.
        for line in _by_seats(wager, fixed_size(table, name) or DOLLAR):
            console.print(f"  {name}: {line}", style="dim")


# Figures by seats: the key, what a person calls it, and how it is shown, given the fixed wager.
BY_SEATS: tuple[tuple[str, str, Callable[[Fraction, Cents], str]], ...] = (
    ("envy", "envy adds", lambda value, _: percent(value, 3)),
    (
        "break_even_meter",
        "worth betting once the meter passes",
        lambda value, wager: dollars(round(value * wager / 100) * 100),
    ),
    ("long_run_return", "returns in the long run", lambda value, _: percent(value, 3)),
)


def _by_seats(wager: WagerOdds, fixed: Cents) -> Iterator[str]:
    """A line for each figure that depends on the seats: for the fewest and for the most."""
    for key, words, write in BY_SEATS:
        figures = wager.more.get(key)
        if isinstance(figures, Mapping) and figures:
            said = {
                seats: "?" if value is None else write(value, fixed)
                for seats, value in figures.items()
            }
            first, *_, last = said
            at = f" (at {dollars(fixed)})" if key == "break_even_meter" else ""
            yield f"{words} {said[first]} with {first} seat, {said[last]} with {last}{at}"


def _thirds(odds: Odds) -> str:
    results = odds.results
    return ", ".join(percent(part, 2) for part in (results.win, results.push, results.lose))


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
        _show_strategies(table, known)


def _show_strategies(table: Table, known: Strategies) -> None:
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


def verify(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game id; all of them if left out.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Every figure printed in the rulebooks beside ours, exact, with a verdict.

    Example: [bold]croupier verify 4-card-split-v2[/bold]
    """
    # Every printed figure beside ours; 1 if one that should agree does not.
    name = None if game is None else game_named(game).id
    with working("checking every printed figure"):
        found = checks(name)
    if as_json:
        write_json(checks_json(found))
    elif not found:
        screen().print(f"The rulebook of {name} prints no figure that could be checked.")
    else:
        _show_checks(found)
    raise typer.Exit(1 if disagrees(found) else 0)


def _show_checks(checks: Sequence[Check]) -> None:
    console = screen()
    for game in dict.fromkeys(check.game for check in checks):
        console.print(Text(game, "bold cyan"))
        sheet = bare("figure", "printed", "ours", "verdict", gap=(0, 1))
        for check in checks:
            if check.game == game:
                colour = COLOURS.get(check.verdict, "magenta")
                verdict = Text(check.verdict, colour)
                sheet.add_row(check.figure, check.printed, check.shown, verdict)
        console.print(sheet)
    counts = Counter(check.verdict for check in checks)
    others = [check for check in checks if check.why]
    said = f"{counts['agrees']} of {len(checks)} agree, {counts['DIFFERS']} differ."
    console.print(f"{said} The other {len(others)}:" if others else said)
    for check in others:
        line = f"  {check.verdict}: {check.game}, {check.figure}: {check.printed}; {check.why}"
        console.print(line)
