"""`croupier ruin`: will the money last? By simulated players, and exactly where it can be."""

from typing import Annotated

import typer

from croupier.cli.input import write_json
from croupier.cli.options import AsJson, LimitedTableOptions, show_mark
from croupier.cli.progress import working
from croupier.cli.screen import bare, screen
from croupier.cli.sim.arguments import PlayedBy, Seed, Side, about_json, stakes_of, whole
from croupier.desk.ruin import RuinRequest, RuinResult, asks
from croupier.desk.ruin import ruin as play_to_ruin
from croupier.money import dollars, parse_dollars
from croupier.sim.nights import Share
from croupier.table.table import Table


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
    """A player's risk of ruin, simulated; beside it the exact one, for flat main bets.

    Ruin is to have less left than the next round may ask: its first bets, and all that may follow
    at their largest. Nobody plays a hand badly for want of money.

    Example: [bold]croupier ruin four-card-prime --bankroll 500 --ante 10 --goal 1000[/bold]
    """
    table = at.opened()
    request = RuinRequest(
        parse_dollars(bankroll),
        None if goal is None else parse_dollars(goal),
        stakes_of(table, ante, side),
        whole(rounds),
        players,
        strategy,
        seed,
    )
    with working(f"{table.game.name}, {players:,} players"):
        result = play_to_ruin(table, request)
    if as_json:
        write_json(_as_json(table, request, result))
    else:
        _show(table, request, result)


def _as_json(table: Table, request: RuinRequest, result: RuinResult) -> dict[str, object]:
    purse, fates, chain = result.purse, result.fates, result.chain
    return {
        **about_json(table, request),
        "bankroll": purse.bankroll,
        "goal": purse.goal,
        "most_rounds": purse.rounds,
        "ruined_below": purse.needed,
        "players": fates.players,
        "ruin": _share(fates.ruin, chain and chain.ruin),
        "reached": None if purse.goal is None else _share(fates.goal, chain and chain.goal),
        "rounds": {
            "mean": fates.mean_rounds,
            "se": fates.rounds_error,
            "exact": chain and chain.rounds,
        },
    }


def _share(one: Share, exact: float | None) -> dict[str, object]:
    return {"count": one.many, "share": float(one.share), "se": one.error, "exact": exact}


def _show(table: Table, request: RuinRequest, result: RuinResult) -> None:
    purse, fates, chain = result.purse, result.fates, result.chain
    console = screen()
    goal = "" if purse.goal is None else f", or {dollars(purse.goal)} in hand"
    console.print(
        f"{table.game.name}: {fates.players:,} players with {dollars(purse.bankroll)}, "
        f"{request.strategy} play, seed {request.seed}\n"
        f"Each plays up to {purse.rounds:,} rounds{goal}.\n"
        f"Ruin: less than {dollars(purse.needed)} left, which the next round may ask for:\n"
        f"{asks(table, request.stakes)}"
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
