"""`croupier odds`: the exact figures of a table, for people and for programs."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Annotated

import typer
from rich.text import Text

from croupier.cli.input import number, write_json
from croupier.cli.options import AsJson, WhatIfOptions, show_mark
from croupier.cli.progress import working
from croupier.cli.screen import bare, heading, percent, screen, styled
from croupier.desk.figures import odds_json, odds_of
from croupier.desk.stakes import fixed_size
from croupier.errors import RuleError
from croupier.money import DOLLAR, Cents, dollars
from croupier.odds.figures import Odds, WagerOdds, fraction, root, rounded
from croupier.odds.house_edge import Funding
from croupier.table.table import Table


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
