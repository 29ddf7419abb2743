"""`croupier play`."""

from typing import Annotated

import typer

from croupier.cli.options import Aggregates, Options, Posts, Unprinted, amounts, pairs
from croupier.cli.play.desk import Settings
from croupier.cli.play.game import play as run
from croupier.money import parse_dollars


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A name or a part of one; a menu if left out."),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=99,
            help="How many seats you play, usually 1; poker: how many there are, usually 6.",
        ),
    ] = None,
    bots: Annotated[str, typer.Option(help="Poker: who sits at the other seats.")] = "call,random",
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    limits: Annotated[
        str, typer.Option(help="The limit profile: wa-2023; poker: wa-2016 or wa-2016-lesser.")
    ] = "",
    aggregate: Aggregates = None,
    bankroll: Annotated[str, typer.Option(help="Play money to begin with, in dollars.")] = "500",
    lucky: Annotated[str, typer.Option(help="A word of yours, in every shuffle.")] = "",
    new: Annotated[
        bool, typer.Option("--new", help="Begin anew; asks before it throws a saved game away.")
    ] = False,
) -> None:
    """Sit down and play in the terminal. Quit at any time; one game of each kind is saved.

    Example: [bold]croupier play 4-card-split-v2 --seats 2 --post blind=P4[/bold]
    """

    run(
        game,
        Settings(
            bankroll=parse_dollars(bankroll),
            seats=seats,
            bots=bots,
            posted=pairs(post, "--post"),
            unprinted=unprinted,
            options=pairs(option, "--option"),
            profile=limits,
            aggregates=amounts(aggregate, "--aggregate"),
            word=lucky,
            fresh=new,
        ),
    )
