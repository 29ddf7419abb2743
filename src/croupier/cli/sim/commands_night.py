"""Commands for whoever runs a table, or plays at one: nights, ruin, bands."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import (
    AsJson,
    GameName,
    LimitProfile,
    Options,
    Pays,
    Posts,
    Unprinted,
    opened,
)

Ante = Annotated[str, typer.Option(help="The first bet of each seat, in dollars.")]
Side = Annotated[
    str, typer.Option(help="Other wagers, such as 'aces baby=5, prime=5, five card jackpot'.")
]
Seats = Annotated[int, typer.Option(help="Seats that play, all alike.")]
Seed = Annotated[int, typer.Option(help="The same seed, the same rounds.")]
PlayedBy = Annotated[str, typer.Option(help="How the seats play; as in simulate.")]
Plot = Annotated[Path | None, typer.Option(help="A picture: FILE.png, .svg or .pdf.")]


def night(
    game: GameName,
    hours: Annotated[str, typer.Option(help="How long a night is.")] = "8",
    hands: Annotated[int, typer.Option(min=1, max=10_000, help="Rounds an hour.")] = 45,
    seats: Seats = 5,
    ante: Ante = "25",
    side: Side = "",
    nights: Annotated[int, typer.Option(min=2, max=10**7, help="How many are played.")] = 10_000,
    month: Annotated[int, typer.Option(min=1, max=10_000, help="Nights of a month.")] = 30,
    strategy: PlayedBy = "optimal",
    meter: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME:]KEY=VALUE,…",
            help="A jackpot's meter: seed, reseed, cap in dollars; contribution, reserve in "
            "percent of the wager. Not said: reseed as the seed, no contribution, reserve or cap; "
            "the answer states them all.",
        ),
    ] = None,
    seed: Seed = 1,
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    pay: Pays = None,
    limits: LimitProfile = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """House win by the night and by the month: percentiles, losing nights, bankroll needed.

    Shares of a jackpot meter are paid from the meter: of it, the house's win bears what wagers
    put in, and each new seed. Nights follow each other, and a meter goes on from night to night.

    Examples: [bold]croupier night 4-card-split-v2 --hours 8 --hands 40 --seats 4 --ante 15[/bold]

    [bold]croupier night four-card-prime --side 'prime=5, five card jackpot'
    --meter 'seed=10000, contribution=20'[/bold]
    """
    from croupier.cli.sim.night import Asked, run

    asked = Asked(
        hours, hands, seats, ante, side, nights, month, strategy, tuple(meter or ()), seed
    )
    run(
        opened(game, post, option, pay, limits, unprinted=unprinted),
        asked,
        plot=plot,
        as_json=as_json,
    )


def ruin(
    game: GameName,
    bankroll: Annotated[str, typer.Option(help="What the player has, in dollars.")],
    ante: Annotated[str, typer.Option(help="The first bet, in dollars.")] = "10",
    side: Side = "",
    goal: Annotated[str | None, typer.Option(help="Dollars at which the player leaves.")] = None,
    rounds: Annotated[str, typer.Option(help="The most rounds that are played.")] = "1000",
    players: Annotated[int, typer.Option(min=1, max=10**7, help="How many play.")] = 10_000,
    strategy: PlayedBy = "optimal",
    seed: Seed = 1,
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    pay: Pays = None,
    limits: LimitProfile = None,
    as_json: AsJson = False,
) -> None:
    """A player's risk of ruin, simulated; beside it the exact one, for flat main bets.

    Ruin is to have less left than the next round may ask: its first bets, and all that may follow
    at their largest. Nobody plays a hand badly for want of money.

    Example: [bold]croupier ruin four-card-prime --bankroll 500 --ante 10 --goal 1000[/bold]
    """
    from croupier.cli.sim.ruin import Asked, run

    asked = Asked(bankroll, ante, side, goal, rounds, players, strategy, seed)
    run(opened(game, post, option, pay, limits, unprinted=unprinted), asked, as_json=as_json)


def band(
    game: GameName,
    rounds: Annotated[str, typer.Option(help="How many rounds were played, such as 1e5.")] = "1e5",
    actual: Annotated[
        str | None, typer.Option(help="What the house won, in dollars; -1234.50 if it lost.")
    ] = None,
    ante: Ante = "25",
    side: Side = "",
    seats: Seats = 1,
    strategy: PlayedBy = "optimal",
    seed: Seed = 1,
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    pay: Pays = None,
    limits: LimitProfile = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """The band that holds 95% and 99% of wins after a number of rounds; is one within it?

    Theory is exact. So is the variance of one seat's main game; that of several seats or wagers,
    which share cards, is estimated by a short simulation.

    Example: [bold]croupier band 4-card-split-v2 --rounds 100000 --ante 15 --actual -1234.50[/bold]
    """
    from croupier.cli.sim.band import Asked, run

    asked = Asked(rounds, actual, ante, side, seats, strategy, seed)
    run(
        opened(game, post, option, pay, limits, unprinted=unprinted),
        asked,
        plot=plot,
        as_json=as_json,
    )
