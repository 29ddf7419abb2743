"""Commands that play rounds by the million."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import AsJson, GameName, Options, Pays, Posts, Unprinted, opened, pairs
from croupier.errors import RuleError

HOUSE_BANKED = (
    *("rounds", "seats", "strategy", "wagers", "until_se"),
    *("engine", "scheduler", "checkpoint", "post", "pay", "unprinted"),
)
HOLD_OUT = ("bots", "hands", "stack")


def _check_none_of(context: typer.Context, names: tuple[str, ...], game: str) -> None:
    """What was given and would not be looked at."""
    sources = {name: context.get_parameter_source(name) for name in names}
    given = [name for name, source in sources.items() if source and source.name == "COMMANDLINE"]
    if given:
        flags = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise RuleError(f"{flags}: not for {game}; leave it out", "command/bad")


def simulate(
    context: typer.Context,
    game: GameName,
    rounds: Annotated[str, typer.Option(help="How many rounds, such as 1e9.")] = "1e7",
    seed: Annotated[int, typer.Option(help="The same seed, the same rounds.")] = 1,
    seats: Annotated[int, typer.Option(help="Seats that play, all alike.")] = 1,
    strategy: Annotated[
        str,
        typer.Option(help="optimal, rules-6, a simple one by name, or FILE.py:FUNCTION."),
    ] = "optimal",
    wagers: Annotated[
        str | None,
        typer.Option(help="Side wagers, with commas; main; or bonus alone. All if left out."),
    ] = None,
    until_se: Annotated[
        str | None, typer.Option(help="Stop at this standard error of the main net, such as 1e-5.")
    ] = None,
    engine: Annotated[str, typer.Option(help="Who counts: local, dask or gpu.")] = "local",
    scheduler: Annotated[
        str | None, typer.Option(help="Dask: the scheduler, such as tcp://10.0.0.1:8786.")
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="A file to keep the count in, and to go on from.")
    ] = None,
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    pay: Pays = None,
    bots: Annotated[str, typer.Option(help="Hold Out: who plays, in seat order.")] = "call,random",
    hands: Annotated[
        int, typer.Option(min=2, max=10_000_000, help="Hold Out: how many hands.")
    ] = 2000,
    stack: Annotated[
        int, typer.Option(min=1, max=10**9, help="Hold Out: chips at each hand's start.")
    ] = 20_000,
    as_json: AsJson = False,
) -> None:
    """Rounds by the million: every figure with its standard error, beside the exact one.

    The cards of a round depend on the seed and the round's number alone, so the numbers are the
    same on any number of cores, on a Dask cluster and on a GPU. Hold Out is played by bots against
    each other, with duplicate deals.

    Examples: [bold]croupier simulate four-card-prime --rounds 1e9 --seats 3[/bold]

    [bold]croupier simulate five-card-hold-out --bots solved,call --hands 10000[/bold]
    """
    from croupier.games.registry import poker

    if poker(game) is not None:
        from croupier.cli.sim.simulate_poker import run as run_poker

        _check_none_of(context, HOUSE_BANKED, game)
        options = pairs(option, "--option")
        run_poker(
            game, bots=bots, hands=hands, stack=stack, seed=seed, options=options, as_json=as_json
        )
        return
    from croupier.cli.sim.simulate import Asked, run

    _check_none_of(context, HOLD_OUT, game)
    asked = Asked(rounds, seed, seats, strategy, engine, scheduler, until_se, wagers, checkpoint)
    table = opened(game, post, option, pay, unprinted=unprinted)
    raise typer.Exit(run(table, asked, as_json=as_json))
