"""Commands about figures: odds, advice, strategies, designs, reports."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import AsJson, GameName, Options, Pays, Posts, Unprinted, opened
from croupier.errors import RuleError


def odds(
    game: GameName,
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    pay: Pays = None,
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
    from croupier.cli.odds.odds import odds as run

    run(
        opened(game, post, option, pay, unprinted=unprinted),
        as_json=as_json,
        seed=seed,
        contribution=contribution,
    )


def ev(
    game: GameName,
    cards: Annotated[str, typer.Option(help="Your cards.")] = "",
    up: Annotated[str, typer.Option(help="The dealer's upcard.")] = "",
    offer: Annotated[str | None, typer.Option(help="Buyout: the card on offer.")] = None,
    seen: Annotated[str, typer.Option(help="Other cards that lie face up.")] = "",
    bonus: Annotated[str, typer.Option(help="Buyout: a bonus bet, in first bets.")] = "0",
    batch: Annotated[bool, typer.Option("--batch", help="JSON lines from standard input.")] = False,
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    pay: Pays = None,
    as_json: AsJson = False,
) -> None:
    """The exact value of every action in one position, in units of the first bet.

    Example: [bold]croupier ev four-card-prime --cards "As Kd 7h 2c 9s" --up Qh[/bold]
    """
    from croupier.cli.odds import odds as figures

    table = opened(game, post, option, pay, unprinted=unprinted)
    if batch:
        if cards or up or offer or seen or bonus != "0":
            raise RuleError(
                "--batch: write the cards and bets of a state in its line", "state/batch"
            )
        raise typer.Exit(figures.ev_batch(table))
    state = figures.state_of(table, cards=cards, up=up, offer=offer, seen=seen, bonus=bonus)
    figures.ev(table, state, as_json=as_json)


def verify(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game id; all of them if left out.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Every figure printed in the rulebooks beside ours, exact, with a verdict.

    Example: [bold]croupier verify 4-card-split-v2[/bold]
    """
    from croupier.cli.odds.odds import verified

    raise typer.Exit(verified(game, as_json=as_json))


def strategy(
    game: GameName,
    rules: Annotated[
        list[int] | None, typer.Option(help="How many rules; may be given several times.")
    ] = None,
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Optimal play as short lists of rules to memorize, with the exact cost of each list.

    Example: [bold]croupier strategy four-card-prime --rules 4[/bold]
    """
    from croupier.cli.odds.strategy import run

    run(opened(game, post, option, unprinted=unprinted), rules or (), as_json=as_json)


def report(
    game: GameName,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write: .html, .pdf or .xlsx.")
    ],
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    date: Annotated[str, typer.Option(help="A date for the title page; none if left out.")] = "",
) -> None:
    """The mathematics of a table, as a gambling regulator expects it: every figure, exact.

    Example: [bold]croupier report four-card-prime -o prime.pdf[/bold]
    """
    from croupier.extras import check_installed

    check_installed("report", "numba", "matplotlib")
    from croupier.cli.odds.report import report as run

    run(opened(game, post, option, unprinted=unprinted), output, date=date)


def design(
    game: GameName,
    table: Annotated[str, typer.Option(metavar="GROUP", help="The table to design.")],
    edge: Annotated[str, typer.Option(help="The house edge to come near to, such as 3%.")],
    hit: Annotated[
        str | None, typer.Option(help="How often the wager should pay, such as 20%.")
    ] = None,
    within: Annotated[
        str,
        typer.Option(help="So near to it, tables with few changes come first; 0%: the nearest."),
    ] = "0.05%",
    rows: Annotated[
        str, typer.Option(help="What rows may pay, such as 'Trips=8..12,Flush=5'.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many tables.")] = 10,
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    pay: Pays = None,
    as_json: AsJson = False,
) -> None:
    """Paytables near a target house edge, priced exactly, fewest changes first.

    Example: [bold]croupier design four-card-prime --table aces_baby --edge 3%[/bold]
    """
    from croupier.cli.odds.design import run

    house = opened(game, post, option, pay, unprinted=unprinted)
    run(
        house,
        table,
        edge=edge,
        hit=hit,
        within=within,
        rows=rows,
        limit=limit,
        as_json=as_json,
    )
