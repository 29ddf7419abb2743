"""`croupier night`: what the house wins in a night and in a month, and the bankroll it needs."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, NamedTuple

import numpy as np
import typer
from rich.console import Console

from croupier.bank.meters.rules import HOUSE_JACKPOT, MeterRules
from croupier.cli.input import write_json
from croupier.cli.options import AsJson, LimitedTableOptions, show_mark
from croupier.cli.progress import working
from croupier.cli.room.arguments import NONE, cap, rate
from croupier.cli.screen import ScreenTable, bare, screen
from croupier.cli.sim.arguments import Ante, PlayedBy, Plot, Seats, Seed, Side, plots_for, stakes_of
from croupier.desk import night as desk
from croupier.desk.stakes import MeterFigures, meters_for, sensors_bet, stakes_text
from croupier.errors import RuleError
from croupier.kernels.arrays import Ints
from croupier.money import dollars, parse_dollars
from croupier.rules.jackpots import JACKPOT_TYPE, PROGRESSIVE
from croupier.sim.nights import Share
from croupier.table.table import Table

BLOCKS = " ▏▎▍▌▋▊▉█"
STEPS = (1, 2, 5)
BAR = 40
KEYS = ("seed", "reseed", "contribution", "reserve", "cap")  # of --meter


class Bin(NamedTuple):
    low: int  # cents
    high: int  # exclusive
    many: int


def bins(ordered: Ints, most: int = 20) -> list[Bin]:
    """At most `most` bins of a round width, with an edge at zero; the outer ones include the tails.

    The tails: one amount in two hundred on each side.
    """
    far = len(ordered) // 200
    low, high = int(ordered[far]), int(ordered[-1 - far])
    width = 100
    while high // width - low // width + 1 > most:
        width = _next(width)
    edges = [width * place for place in range(low // width, high // width + 2)]
    inner = np.searchsorted(ordered, edges[1:-1])
    counts = np.diff([0, *inner.tolist(), len(ordered)])
    return [
        Bin(low, high, int(count))
        for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True)
    ]


def _next(width: int) -> int:
    power = int("1".ljust(len(str(width)), "0"))
    return next((step * power for step in STEPS if step * power > width), 10 * power)


def lines(bars: list[Bin], wide: int) -> list[str]:
    """One line per bin: its lower edge, a bar, its share."""
    most = max(one.many for one in bars)
    total = sum(one.many for one in bars)
    labels = [dollars(one.low) for one in bars]
    if len(bars) > 1:
        labels[0] = f"below {dollars(bars[0].high)}"
        labels[-1] = f"from {dollars(bars[-1].low)}"
    room = max(map(len, labels))
    return [
        f"{label:>{room}} {_bar(one.many, most, wide)} {one.many / total:.1%}"
        for label, one in zip(labels, bars, strict=True)
    ]


def _bar(count: int, most: int, wide: int) -> str:
    eighths = count * wide * 8 // most
    whole, part = divmod(eighths, 8)
    return "█" * whole + (BLOCKS[part] if part else "")


def night(
    *,
    hours: Annotated[str, typer.Option(help="How long a night is.")] = "8",
    hands: Annotated[int, typer.Option(min=1, max=10_000, help="Rounds per hour.")] = 45,
    seats: Seats = 5,
    ante: Ante = "25",
    side: Side = "",
    nights: Annotated[int, typer.Option(min=2, max=10**7, help="How many to simulate.")] = 10_000,
    month: Annotated[int, typer.Option(min=1, max=10_000, help="Nights in a month.")] = 30,
    strategy: PlayedBy = "optimal",
    meter: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME:]KEY=VALUE,…",
            help="A jackpot's meter: seed, reseed, cap in dollars; contribution, reserve in "
            "percent of the wager. Defaults: reseed as the seed, no contribution, reserve or cap; "
            "the answer states them all.",
        ),
    ] = None,
    seed: Seed = 1,
    at: LimitedTableOptions,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """House win by the night and by the month: percentiles, losing nights, bankroll needed.

    Shares of a jackpot meter are paid from the meter; the house's win bears only what wagers add to
    it, and each new seed. Nights follow each other, and a meter carries over from night to night.

    Examples: [bold]croupier night 4-card-split-v2 --hours 8 --hands 40 --seats 4 --ante 15[/bold]

    [bold]croupier night four-card-prime --side 'prime=5, five card jackpot'
    --meter 'seed=10000, contribution=20'[/bold]
    """
    plots = None if plot is None else plots_for(plot)
    table = at.opened()
    play = desk.SeatPlay(stakes_of(table, ante, side), strategy, seed, seats)
    rounds, meters = rounds_of(hours, hands), meters_of(table, play.stakes, meter or ())
    request = desk.NightRequest(rounds, nights, month, play, meters)
    with working(f"{table.game.name}, {nights:,} nights"):
        result = desk.night(table, request)
    if as_json:
        write_json(desk.night_json(table, request, result))
    else:
        _show(table, request, result)
    if plots is not None:
        plots.save_night(plot, table, request, result)


def rounds_of(hours: str, hands: int) -> int:
    """The whole rounds that fit into a night."""
    try:
        long = Fraction(hours) if len(hours) < 20 and "e" not in hours.lower() else Fraction(0)
    except (ValueError, ZeroDivisionError):
        long = Fraction(0)
    if not 0 < long <= 10_000 or long * hands < 1:
        raise RuleError(
            f"--hours {hours!r} of {hands} rounds; write hours above zero, such as 8 or 7.5, with "
            "at least one round in them",
            "night/hours",
        )
    return int(long * hands)


def meters_of(
    table: Table, stakes: Mapping[str, int], written: Sequence[str]
) -> dict[str, MeterRules]:
    """A meter for each jackpot wager made; `NAME: …` if the two are funded differently."""
    sensors = sensors_bet(table, stakes)
    said: dict[str, dict[str, str]] = {}
    for item in written:
        name, colon, rest = item.rpartition(":")
        for sensor in [name.strip()] if colon else sensors:
            if sensor not in sensors:
                known = ", ".join(sensors) or "none"
                raise RuleError(
                    f"--meter {item!r}: no seat bets on {sensor!r}; they bet on: {known}",
                    "meter/none",
                )
            said[sensor] = _said(item, rest)
    if written and not sensors:
        raise RuleError("--meter: no seat makes a jackpot wager; name it in --side", "meter/none")
    figures = {sensor: _figures(figure) for sensor, figure in said.items() if "seed" in figure}
    try:
        return meters_for(table, stakes, figures)
    except RuleError as unsaid:
        if unsaid.code != "meter/missing":
            raise
        more = ", contribution=20" if table.options[JACKPOT_TYPE] == PROGRESSIVE else ""
        example = f"such as --meter 'seed=10000{more}'"
        raise RuleError(f"{unsaid.message}, {example}", unsaid.code) from unsaid


def _said(item: str, rest: str) -> dict[str, str]:
    said = {}
    for part in rest.split(","):
        key, equals, value = (word.strip() for word in part.partition("="))
        if key not in KEYS or not equals or not value or key in said:
            raise RuleError(
                f"--meter {item!r}; write --meter 'seed=10000, contribution=20', each once; also "
                "reseed and cap in dollars, reserve in percent of the wager",
                "command/bad",
            )
        said[key] = value
    return said


def _figures(said: Mapping[str, str]) -> MeterFigures:
    return MeterFigures(
        parse_dollars(said["seed"]),
        rate(said.get("contribution", "0").removesuffix("%")),
        rate(said.get("reserve", "0").removesuffix("%")),
        parse_dollars(said["reseed"]) if "reseed" in said else None,
        cap(said.get("cap", NONE)),
    )


def _show(table: Table, request: desk.NightRequest, result: desk.NightResult) -> None:
    console = screen()
    play = request.play
    seats = "seat" if play.seats == 1 else "seats"
    console.print(
        f"{table.game.name}: {request.nights:,} nights of {request.rounds:,} rounds, "
        f"{play.seats} {seats}, {play.strategy} play, "
        f"seed {play.seed}\nEach seat: {stakes_text(play.stakes)}"
    )
    show_mark(console, table)
    console.print(_sheet(request, result))
    console.print("Results", style="bold")
    wide = max(10, min(BAR, console.width - 30))
    brought = bins(result.night.wins.ordered)
    for one, line in zip(brought, lines(brought, wide), strict=True):
        console.print(line, style="red" if one.high <= 0 else None)
    for name, jackpot in result.jackpots.items():
        _show_jackpot(console, name, jackpot, request.rounds)


def _sheet(request: desk.NightRequest, result: desk.NightResult) -> ScreenTable:
    stretches = [result.night] + ([result.month] if result.month else [])
    heads = ("a night", f"a month of {request.month}")[: len(stretches)]
    sheet = bare("The house's win", *heads, numbers=True, gap=(0, 2, 0, 0))

    def row(name: str, cell: Callable[[desk.Period], str]) -> None:
        sheet.add_row(name, *map(cell, stretches))

    row("mean", lambda one: money(one.wins.mean))
    row("  standard error", lambda one: money(one.wins.error))
    row("theory" if result.exact else "theory, in the long run", _theory)
    if result.exact:
        row("  standard errors off", lambda one: "" if one.z is None else f"{one.z:+.2f}")
    row("standard deviation", lambda one: money(one.wins.deviation))
    for percent in desk.PERCENTS:
        wins = (money(one.wins.percentile(percent)) for one in stretches)
        sheet.add_row(f"{float(percent):g}% win at most", *wins)
    row("loses", lambda one: share(one.wins.losing))
    row("bankroll that covers 99%", lambda one: money(one.bankroll))
    sheet.add_row("number played", *(f"{len(one.wins.ordered):,}" for one in stretches))
    return sheet


def _theory(one: desk.Period) -> str:
    return "not known" if one.theory is None else money(one.theory)


def money(cents: Fraction | float | None) -> str:
    """To the nearest cent."""
    return "too few to tell" if cents is None else dollars(round(cents))


def share(one: Share) -> str:
    if not one.many:
        return f"none of {one.total:,}"
    return f"{float(one.share):.2%} ± {one.error:.2%}"


def _show_jackpot(console: Console, name: str, one: desk.Jackpot, rounds: int) -> None:
    seed, played = one.life.rules.seed, one.life.fed
    begins = "begins at" if one.paths else "pays"
    console.print(f"\n{name}: {begins} {dollars(seed)}", style="bold")
    if one.life.rules.kind != HOUSE_JACKPOT:
        console.print(f"  {_rules_text(one.life.rules)}")
    if one.paths:
        sheet = bare("displayed after", "5%", "median", "95%", "runs")
        for after, shown in one.paths.items():
            cells = [money(shown.percentile(Fraction(p))) for p in (5, 50, 95)]
            sheet.add_row(after, *cells, f"{len(shown.ordered):,}")
        console.print(sheet)
    if one.whole:
        mean, error = played / one.whole, played / one.whole**1.5
        said = f"once in {mean:,.0f} ± {error:,.0f} rounds, {mean / rounds:,.1f} nights"
    else:
        said = f"not once in {played:,} rounds"
    exact = f"exactly, once in {float(1 / one.chance):,.0f}" if one.chance else ""
    console.print(f"  won whole {one.whole:,} times: {said}\n  {exact}".rstrip())


def _rules_text(rules: MeterRules) -> str:
    """Everything `room meter open` asks the operator for; here with the defaults of a night."""
    reserve = f"{rules.reserve_rate / 100:g}%" if rules.reserve_rate else NONE
    cap = NONE if rules.cap is None else dollars(rules.cap)
    return (
        f"reseed {dollars(rules.reseed)}, contribution {rules.contribution_rate / 100:g}%, "
        f"reserve {reserve}, cap {cap}"
    )
