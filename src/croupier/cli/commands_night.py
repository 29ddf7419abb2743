"""Commands for whoever runs a table, or plays at one: nights, ruin, bands."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.commands import AsJson, GameName, Options, Pays, Posts, opened

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
    nights: Annotated[int, typer.Option(min=2, max=10**8, help="How many are played.")] = 10_000,
    month: Annotated[int, typer.Option(min=1, max=10_000, help="Nights of a month.")] = 30,
    strategy: PlayedBy = "optimal",
    meter: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME:]KEY=VALUE,…",
            help="A jackpot's meter: seed, reseed, cap in dollars; contribution, reserve in "
            "percent of the wager.",
        ),
    ] = None,
    seed: Seed = 1,
    post: Posts = None,
    option: Options = None,
    pay: Pays = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """What the house wins in a night and in a month: percentiles, losing nights, money needed.

    Shares of a jackpot meter are paid from the meter: of it, the house's win bears what wagers
    put in, and each new seed. Nights follow each other, and a meter goes on from night to night.

    Examples: [bold]croupier night 4-card-split-v2 --hours 8 --hands 40 --seats 4 --ante 15[/bold]

    [bold]croupier night four-card-prime --side 'prime=5, five card jackpot'
    --meter 'seed=10000, contribution=20'[/bold]
    """
    from croupier.cli.night import Asked, run

    asked = Asked(
        hours, hands, seats, ante, side, nights, month, strategy, tuple(meter or ()), seed
    )
    run(opened(game, post, option, pay), asked, plot=plot, as_json=as_json)
