"""`croupier odds`, `ev`, `strategy` and `verify`: the exact figures of a table, the value of every
action in one position, optimal play as rules to memorize, and printed figures compared with ours.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Annotated, Any

import typer
from rich.text import Text

from croupier.cards.card import parse, parse_card
from croupier.cli.input import batch, number, value_of, write_json
from croupier.cli.options import AsJson, Batch, TableOptions, WhatIfOptions, show_mark
from croupier.cli.progress import working
from croupier.cli.screen import ScreenTable, bare, heading, percent, screen, styled
from croupier.desk import figures as desk
from croupier.desk.games import game_named
from croupier.desk.stakes import fixed_size
from croupier.errors import RuleError, shown
from croupier.money import DOLLAR, Cents, dollars
from croupier.odds.figures import Odds, WagerOdds, fraction, root, rounded
from croupier.odds.house_edge import Funding
from croupier.odds.solve import Check, State
from croupier.odds.strategy.guides import RuleLine
from croupier.table.table import Table

# A short power of ten (1e999999999) would take forever to write out.
BET = re.compile(r"-?([0-9]{1,40}(/[0-9]{1,40})?|[0-9]{0,40}\.[0-9]{1,40})")
STATE = {"cards": "", "up": "", "offer": "", "seen": "", "bonus": "0"}  # the defaults
COLORS = {"agrees": "green", "misprint": "yellow", "unreachable": "yellow", "DIFFERS": "red"}


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
        solved = desk.odds_of(table, funding)
    if as_json:
        write_json(desk.odds_json(solved, table))
    else:
        _show(solved, table)


def _funding(seed: str | None, contribution: str | None) -> Funding | None:
    """As typed: a number of wagers, and percent of a wager."""
    if seed is None and contribution is None:
        return None
    if seed is None or contribution is None:
        raise RuleError("a meter needs both: give --seed and --contribution", "meter/half")
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
        color = "red" if edge < 0 else "default"
        sides.add_row(
            name,
            wager.table,
            Text(percent(edge, 4), color),
            percent(hit, 3),
            rounded(wager.results.variance, 3),
        )
    console.print(sides)
    for name, wager in odds.wagers.items():
        # Only jackpot wagers, which are fixed, have figures by seats.
        for line in _by_seats(wager, fixed_size(table, name) or DOLLAR):
            console.print(f"  {name}: {line}", style="dim")


# Figures by seats: the key, its name for people, and how it is shown, given the fixed wager.
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


def ev(
    *,
    cards: Annotated[str, typer.Option(help="Your cards.")] = "",
    up: Annotated[str, typer.Option(help="The dealer's upcard.")] = "",
    offer: Annotated[
        str | None, typer.Option(help="The card on offer, where there is one.")
    ] = None,
    seen: Annotated[str, typer.Option(help="Other cards that are face up.")] = "",
    bonus: Annotated[
        str, typer.Option(help="A bonus bet, in first bets, where there is one.")
    ] = "0",
    batch: Batch = False,
    at: WhatIfOptions,
    as_json: AsJson = False,
) -> None:
    """The exact value of every action in one position, in units of the first bet.

    Example: [bold]croupier ev four-card-prime --cards "As Kd 7h 2c 9s" --up Qh[/bold]
    """
    table = at.opened()
    if batch:
        if cards or up or offer or seen or bonus != "0":
            raise RuleError(
                "--batch: write the cards and bets of a state in its line", "state/batch"
            )
        raise typer.Exit(ev_batch(table))
    state = state_of(table, cards=cards, up=up, offer=offer, seen=seen, bonus=bonus)
    with working(f"every action in {table.game.name}"):
        valued = desk.action_values(table, state)
    if as_json:
        write_json(desk.values_json(table, valued))
        return
    console = screen()
    show_mark(console, table)
    sheet = bare("action", "expected net", "exactly")
    for action in sorted(valued.actions, key=lambda action: -action.net):
        name = Text(action.name, "bold green" if action.name in valued.best else "")
        sheet.add_row(name, rounded(action.net, 6), fraction(action.net))
    console.print(sheet)


def ev_batch(table: Table) -> int:
    """One response per line for one state per line; 1 if any was refused."""

    def answer(said: dict[str, Any], where: str) -> object:
        if isinstance(said.get("bonus"), int):
            said["bonus"] = str(said["bonus"])
        written = {key: value_of(said, key, where, usual) for key, usual in STATE.items()}
        return desk.values_json(table, desk.action_values(table, state_of(table, **written)))

    return batch(STATE, answer)


def state_of(
    table: Table, *, cards: str, up: str, offer: str | None, seen: str, bonus: str
) -> State:
    """The state as written, with everything in it checked."""
    decks = table.game.decks
    try:
        units = Fraction(bonus) if BET.fullmatch(bonus) else None
    except ZeroDivisionError:
        units = None
    if units is None:
        raise RuleError(f"bonus {shown(bonus)}; write a number of first bets", "state/bonus")
    if units < 0:
        raise RuleError(f"bonus {bonus}; a bet is not below zero", "state/bonus")
    if not up:
        raise RuleError(f"{table.game.id}: name the dealer's upcard (--up)", "state/up")
    return State(
        cards=parse(cards, decks=decks),
        up=parse_card(up),
        offer=parse_card(offer) if offer else None,
        seen=parse(seen, decks=decks),
        bonus=units,
    )


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
        known = desk.strategies(table, rules or ())
    if as_json:
        write_json(desk.strategies_json(table, known))
    else:
        _show_strategies(table, known)


def _show_strategies(table: Table, known: desk.Strategies) -> None:
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
    """Compare every figure printed in the rulebooks with our exact one.

    Example: [bold]croupier verify 4-card-split-v2[/bold]
    """
    # Exits with 1 if a figure that should agree does not.
    name = None if game is None else game_named(game).id
    with working("checking every printed figure"):
        found = desk.checks(name)
    if as_json:
        write_json(desk.checks_json(found))
    elif not found:
        screen().print(f"The rulebook of {name} prints no figure that could be checked.")
    else:
        _show_checks(found)
    raise typer.Exit(1 if desk.disagrees(found) else 0)


def _show_checks(compared: Sequence[Check]) -> None:
    console = screen()
    for game in dict.fromkeys(check.game for check in compared):
        console.print(Text(game, "bold cyan"))
        sheet = bare("figure", "printed", "ours", "verdict", gap=(0, 1))
        for check in compared:
            if check.game == game:
                color = COLORS.get(check.verdict, "magenta")
                verdict = Text(check.verdict, color)
                sheet.add_row(check.figure, check.printed, check.shown, verdict)
        console.print(sheet)
    counts = Counter(check.verdict for check in compared)
    others = [check for check in compared if check.why]
    said = f"{counts['agrees']} of {len(compared)} agree, {counts['DIFFERS']} differ."
    console.print(f"{said} The other {len(others)}:" if others else said)
    for check in others:
        line = f"  {check.verdict}: {check.game}, {check.figure}: {check.printed}; {check.why}"
        console.print(line)
