"""`croupier band` and `ruin`: is the house's win consistent with chance; will a player's money
last?
"""

from typing import Annotated

import typer
from rich.console import Console

from croupier.cli.input import write_json
from croupier.cli.options import AsJson, LimitedTableOptions, show_mark
from croupier.cli.progress import working
from croupier.cli.screen import bare, screen
from croupier.cli.sim.arguments import (
    Ante,
    PlayedBy,
    Plot,
    Seats,
    Seed,
    Side,
    plots_for,
    stakes_of,
    whole,
)
from croupier.desk import risk as desk
from croupier.desk.night import SeatPlay
from croupier.desk.stakes import stakes_text
from croupier.money import dollars, parse_dollars
from croupier.odds.house_edge import LEVELS, OUTSIDE, Band
from croupier.sim.exact import WinVariance
from croupier.sim.nights import Share
from croupier.table.table import Table


def band(
    *,
    rounds: Annotated[str, typer.Option(help="How many rounds were played, such as 1e5.")] = "1e5",
    actual: Annotated[
        str | None, typer.Option(help="What the house won, in dollars; -1234.50 if it lost.")
    ] = None,
    ante: Ante = "25",
    side: Side = "",
    seats: Seats = 1,
    strategy: PlayedBy = "optimal",
    seed: Seed = 1,
    at: LimitedTableOptions,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """The range of 95% and 99% of wins after a number of rounds, and whether one is in it.

    Theory is exact. So is the variance of one seat's main game; that of several seats or wagers,
    which share cards, is estimated by a short simulation.

    Example: [bold]croupier band 4-card-split-v2 --rounds 100000 --ante 15 --actual -1234.50[/bold]
    """
    plots = None if plot is None else plots_for(plot)
    table = at.opened()
    played, won = whole(rounds), None if actual is None else parse_dollars(actual)
    play = SeatPlay(stakes_of(table, ante, side), strategy, seed, seats)
    request = desk.BandRequest(played, won, play)
    with working(f"{table.game.name}, a round's win"):
        result = desk.band(table, request)
    if as_json:
        write_json(desk.band_json(table, request, result))
    else:
        _show_band(table, request, result)
    if plots is not None:
        plots.save_band(plot, table, result)


def _show_band(table: Table, request: desk.BandRequest, result: desk.BandResult) -> None:
    console = screen()
    deviation = float(result.strays.variance) ** 0.5
    play = request.play
    seats = "seat" if play.seats == 1 else "seats"
    console.print(
        f"{table.game.name}: the house's win, {play.seats} {seats}, {play.strategy} play\n"
        f"Each seat: {stakes_text(play.stakes)}\n"
        f"A round: {dollars(round(float(result.win)))} on average, exact;\n"
        f"standard deviation {dollars(round(deviation))}, {_how_known(result.strays)}"
    )
    show_mark(console, table)
    within = (f"{float(level):.0%} are within" for level in LEVELS)
    sheet = bare("rounds", "theory", *within, numbers=True, gap=(0, 2, 0, 0))
    for rounds in result.sizes:
        ranges = (result.within(rounds, level) for level in LEVELS)
        cells = (f"{_round(low)} to {_round(high)}" for low, high in ranges)
        style = "bold" if rounds == result.rounds else None
        sheet.add_row(f"{rounds:,}", _round(float(result.theory(rounds))), *cells, style=style)
    console.print(sheet)
    if result.verdict is not None:
        _show_verdict(console, result.verdict)


def _how_known(strays: WinVariance) -> str:
    if not strays.simulated:
        return "exact"
    return f"± {dollars(round(strays.error))} from {strays.simulated:,} simulated rounds"


def _show_verdict(console: Console, verdict: Band) -> None:
    outside = verdict.verdict == OUTSIDE
    rare = f"outside the {float(LEVELS[-1]):.0%} band: hardly chance; look into it"
    console.print(
        f"Actual {dollars(verdict.win)}: {verdict.deviations:+.2f} standard deviations from "
        "theory\n"
        f"{rare if outside else f'{verdict.verdict}: consistent with chance'}",
        style="bold yellow" if outside else "green",
    )


def _round(cents: float) -> str:
    """In whole dollars; a band is not more precise."""
    return dollars(round(cents / 100) * 100)


def ruin(
    *,
    bankroll: Annotated[str, typer.Option(help="What the player has, in dollars.")],
    ante: Annotated[str, typer.Option(help="The first bet, in dollars.")] = "10",
    side: Side = "",
    goal: Annotated[str | None, typer.Option(help="Dollars at which the player leaves.")] = None,
    rounds: Annotated[str, typer.Option(help="At most this many rounds.")] = "1000",
    players: Annotated[int, typer.Option(min=1, max=10**7, help="How many to simulate.")] = 10_000,
    strategy: PlayedBy = "optimal",
    seed: Seed = 1,
    at: LimitedTableOptions,
    as_json: AsJson = False,
) -> None:
    """A player's risk of ruin, simulated, and the exact one for flat main bets.

    Ruin is to have less left than the next round may require: its first bets, and every later bet
    at its largest. So no hand is played badly for lack of money.

    Example: [bold]croupier ruin four-card-prime --bankroll 500 --ante 10 --goal 1000[/bold]
    """
    table = at.opened()
    money, leaves = parse_dollars(bankroll), None if goal is None else parse_dollars(goal)
    play = SeatPlay(stakes_of(table, ante, side), strategy, seed)
    request = desk.RuinRequest(money, leaves, whole(rounds), players, play)
    with working(f"{table.game.name}, {players:,} players"):
        result = desk.ruin(table, request)
    if as_json:
        write_json(desk.ruin_json(table, request, result))
    else:
        _show_ruin(table, request, result)


def _show_ruin(table: Table, request: desk.RuinRequest, result: desk.RuinResult) -> None:
    purse, fates, chain = result.purse, result.fates, result.chain
    console = screen()
    goal = "" if purse.goal is None else f", or {dollars(purse.goal)} in hand"
    console.print(
        f"{table.game.name}: {fates.players:,} players with {dollars(purse.bankroll)}, "
        f"{request.play.strategy} play, seed {request.play.seed}\n"
        f"Each plays up to {purse.rounds:,} rounds{goal}.\n"
        f"Ruin: less than {dollars(purse.needed)} left, which the next round may require:\n"
        f"{desk.asks(table, request.play.stakes)}"
    )
    show_mark(console, table)
    heads = ("", "simulated", "± s.e.", "exact" if chain else "")
    sheet = bare(*heads, numbers=True, gap=(0, 2, 0, 0))

    def row(name: str, one: Share, exact: float | None) -> None:
        known = "" if exact is None else f"{exact:.3%}"
        sheet.add_row(name, f"{float(one.share):.3%}", f"{one.error:.3%}", known)

    row("ruined", fates.ruin, chain and chain.ruin)
    if purse.goal is not None:
        row("reached the goal", fates.goal, chain and chain.goal)
    over = Share(fates.players - fates.ruined - fates.reached, fates.players)
    row("played all rounds", over, chain and 1 - chain.ruin - chain.goal)
    mean, known = f"{fates.mean_rounds:,.1f}", f"{chain.rounds:,.1f}" if chain else ""
    sheet.add_row("rounds played", mean, f"{fates.rounds_error:,.1f}", known)
    console.print(sheet)
    if chain is None:
        console.print(f"Not known exactly: {result.not_exact}")
