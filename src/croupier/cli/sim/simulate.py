"""`croupier simulate`: rounds by the million, compared with exact figures; bots at poker."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from croupier.cli.input import write_json
from croupier.cli.options import AsJson, WhatIfOptions, pairs, show_mark
from croupier.cli.progress import working
from croupier.cli.screen import Screen, bare, screen
from croupier.cli.sim.arguments import Seats, Seed, precision, whole
from croupier.desk import simulation as desk
from croupier.errors import RuleError
from croupier.games.registry import plays_poker
from croupier.odds.figures import rounded
from croupier.rules.vocabulary import CUT_CARD
from croupier.table.table import Table

HOUSE_BANKED = (
    *("rounds", "seats", "strategy", "wagers", "until_se"),
    *("engine", "scheduler", "checkpoint", "post", "pay", "unprinted"),
)


@dataclass(frozen=True)
class MatchOptions:
    """Bots that play each other."""

    bots: Annotated[str, typer.Option(help="Poker: who plays, in seat order.")] = "call,random"
    hands: Annotated[int, typer.Option(min=2, max=10_000_000, help="Poker: how many hands.")] = 2000
    stack: Annotated[
        int, typer.Option(min=1, max=10**9, help="Poker: chips at each hand's start.")
    ] = 20_000


def simulate(
    context: typer.Context,
    *,
    rounds: Annotated[str, typer.Option(help="How many rounds, such as 1e9.")] = "1e7",
    seed: Seed = 1,
    seats: Seats = 1,
    strategy: Annotated[
        str, typer.Option(help="optimal, rules-6, a simple one by name, or FILE.py:FUNCTION.")
    ] = "optimal",
    wagers: Annotated[
        str | None,
        typer.Option(help="Side wagers, with commas; main; or bonus alone. All if left out."),
    ] = None,
    until_se: Annotated[
        str | None, typer.Option(help="Stop at this standard error of the main net, such as 1e-5.")
    ] = None,
    engine: Annotated[str, typer.Option(help="Where it runs: local, dask or gpu.")] = "local",
    scheduler: Annotated[
        str | None, typer.Option(help="Dask: the scheduler, such as tcp://10.0.0.1:8786.")
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="A file to save the count in, and to resume from.")
    ] = None,
    at: WhatIfOptions,
    match: MatchOptions,
    as_json: AsJson = False,
) -> None:
    """Rounds by the million: every figure with its standard error, beside the exact one.

    The cards of a round depend only on the seed and the round's number, so the results are the same
    on any number of cores, on a Dask cluster and on a GPU. Poker is played by bots against each
    other, with duplicate deals.

    Examples: [bold]croupier simulate four-card-prime --rounds 1e9 --seats 3[/bold]

    [bold]croupier simulate five-card-hold-out --bots solved,call --hands 10000[/bold]
    """
    if plays_poker(at.game):
        _check_none_of(context, HOUSE_BANKED, at.game)
        _show_match(at, match, seed, as_json=as_json)
        return
    _check_none_of(context, [one.name for one in fields(match)], at.game)
    request = desk.SimulationRequest(
        whole(rounds),
        seed,
        seats,
        strategy,
        None if wagers is None else [name.strip() for name in wagers.split(",")],
        precision(until_se),
        engine,
        scheduler,
        checkpoint,
    )
    raise typer.Exit(_simulate(at.opened(), request, as_json=as_json))


def _check_none_of(context: typer.Context, names: Sequence[str], game: str) -> None:
    """Refuses flags that would be ignored."""
    sources = {name: context.get_parameter_source(name) for name in names}
    given = [name for name, source in sources.items() if source and source.name == "COMMANDLINE"]
    if given:
        flags = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise RuleError(f"{flags}: not for {game}; leave it out", "command/bad")


def _simulate(table: Table, request: desk.SimulationRequest, *, as_json: bool) -> int:
    with working(f"preparing {table.game.name}"):
        simulation = desk.prepared(table, request)
    with _bar(simulation.begun.rounds, request.rounds) as progress:
        result = desk.counted(simulation, progress)
    if result.trouble is not None and result.tally.rounds == 0:
        raise result.trouble  # there is nothing to report
    if as_json:
        write_json(desk.simulation_json(table, simulation, result))
    else:
        _show(table, simulation, result)
    if result.trouble is not None:
        raise result.trouble
    return 130 if result.interrupted else 0


@contextmanager
def _bar(first: int, rounds: int) -> Iterator[Callable[[int, float], None]]:
    console = Screen(stderr=True)
    columns = (
        BarColumn(),
        TextColumn("{task.percentage:>5.1f}%  {task.fields[said]}"),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task("", total=rounds, completed=first, said="")

        def tell(done: int, speed: float) -> None:
            said = f"{done:,} rounds, {speed / 1e6:,.1f} million a second"
            progress.update(task, completed=done, said=said)

        yield tell


def _show(table: Table, simulation: desk.Simulation, result: desk.Counted) -> None:
    console = screen()
    tally, wanted = result.tally, simulation.plan
    stopped = "  (stopped early; results so far)" if result.interrupted else ""
    console.print(
        f"{table.game.name}: {tally.rounds:,} rounds of {wanted.seats} "
        f"{'seat' if wanted.seats == 1 else 'seats'}, seed {wanted.seed}, {wanted.strategy} play, "
        f"{result.rounds_per_second / 1e6:,.1f} million rounds a second{stopped}"
    )
    show_mark(console, table)
    if table.options.get(CUT_CARD):
        console.print("Every round is dealt from a new shoe; the cut card is not simulated.")
    if not tally.rounds:
        return
    heads = ("wager", "mean", "± s.e.", "exact", "z", "variance", "wins")
    sheet = bare(*heads, numbers=True, gap=(0, 1))
    for name, figure in desk.counted_figures(simulation, result).items():
        sheet.add_row(*_row(name, figure))
    console.print(sheet)
    shares = bare("choice", "simulated", "exact")
    for name, (share, true) in desk.counted_choices(simulation, result).items():
        if share or true:
            known = "" if true is None else f"{float(true):.4%}"
            shares.add_row(name, f"{float(share):.4%}", known)
    if shares.row_count:
        console.print(shares)


def _row(name: str, figure: desk.ComparedFigure) -> list[str | Text]:
    sample, true = figure
    error = figure.error
    z = "" if figure.z is None else f"{figure.z:+.2f}"
    far = abs(float(z)) if z else 0.0
    color = "red" if far > 4 else "yellow" if far > 3 else "green"
    return [
        name,
        f"{float(sample.mean):+.6f}",
        "" if error is None else f"{error:.6f}",
        "" if true is None else f"{float(true):+.6f}",
        Text(z, color),
        "" if error is None else f"{float(sample.results.variance):.3f}",
        f"{float(sample.results.win):.3%}",
    ]


def _show_match(at: WhatIfOptions, match: MatchOptions, seed: int, *, as_json: bool) -> None:
    options = pairs(at.option, "--option")
    with working(f"{match.bots}: {match.hands:,} hands"):
        result = desk.bot_match(at.game, match.bots, match.hands, match.stack, seed, options)
    if as_json:
        write_json(desk.match_json(result, seed))
        return
    sheet = bare("bot", "bb/100", "95% interval")
    for one in result.bots:
        middle, wide = one.bb_per_100, one.standard_error * 2
        span = f"{rounded(middle - wide, 3)} to {rounded(middle + wide, 3)}"
        sheet.add_row(one.bot, rounded(middle, 3), span)
    console = screen()
    console.print(
        f"{result.hands:,} hands, {result.deals:,} deals, every seat with the same cards",
        style="dim",
    )
    console.print(sheet)
