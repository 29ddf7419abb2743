"""Commands about Five Card Hold Out: hands, equities, keeps."""

from typing import Annotated

import typer

from croupier.cli.options import AsJson

Qualifier = Annotated[
    str, typer.Option(help="The highest card of a low that counts: 5 to 10, J, Q, K, or none.")
]
Wheel = Annotated[
    bool,
    typer.Option(
        "--wheel-straight/--no-wheel-straight", help="Whether A-2-3-4-5 is a straight for high."
    ),
]
Mode = Annotated[str, typer.Option(help="What is played for: high, hilo or low.")]
Trials = Annotated[int, typer.Option(help="How many random deals.")]
Seed = Annotated[int, typer.Option(help="What fixes the random deals.")]


def hand(
    held: Annotated[str, typer.Option(help="The cards held; all of them must play.")] = "",
    board: Annotated[str, typer.Option(help="The community cards.")] = "",
    qualifier: Qualifier = "8",
    wheel_straight: Wheel = True,
    batch: Annotated[bool, typer.Option("--batch", help="JSON lines from standard input.")] = False,
    as_json: AsJson = False,
) -> None:
    """Five Card Hold Out: the best high and low of held cards and a board.

    Example: [bold]croupier hand --held "8h 4d" --board "4s Ah 5c 8d"[/bold]
    """
    from croupier.cli.odds.hand import batched, run

    if batch:
        raise typer.Exit(batched(qualifier, wheel_straight=wheel_straight))
    run(held, board, qualifier, wheel_straight=wheel_straight, as_json=as_json)


def equity(
    hands: Annotated[
        list[str] | None,
        typer.Option("--hand", help="Cards kept, random:3 for three unknown, or random; 2 to 9."),
    ] = None,
    board: Annotated[str, typer.Option(help="The community cards so far.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that cannot come.")] = "",
    mode: Mode = "high",
    qualifier: Qualifier = "8",
    wheel_straight: Wheel = True,
    trials: Trials = 100_000,
    seed: Seed = 1,
    batch: Annotated[bool, typer.Option("--batch", help="JSON lines from standard input.")] = False,
    as_json: AsJson = False,
) -> None:
    """Five Card Hold Out: each hand's share of the pot, exact where the hands are known.

    Example: [bold]croupier equity --hand "As Ah" --hand "Kd Qd Jd" --board "Th 2c"[/bold]
    """
    from croupier.cli.odds.hold_out import equity_batch, pot_of, run_equity
    from croupier.games.five_card_hold_out.stakes import Deals

    pot = pot_of(hands or (), board, dead, mode, qualifier, wheel_straight)
    deals = Deals(trials, seed)
    if batch:
        raise typer.Exit(equity_batch(pot, deals))
    run_equity(hands or (), pot, deals, as_json=as_json)


def keep(
    cards: Annotated[str, typer.Option(help="The five cards dealt.")] = "",
    opponents: Annotated[int, typer.Option(help="How many others go to the showdown.")] = 1,
    mode: Mode = "high",
    qualifier: Qualifier = "8",
    wheel_straight: Wheel = True,
    trials: Trials = 100_000,
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Five Card Hold Out: every way to keep from five cards, the best first.

    Example: [bold]croupier keep --cards "As Ah Kd 7c 2h" --opponents 2[/bold]
    """
    from croupier.cli.odds.hold_out import run_keep
    from croupier.games.five_card_hold_out.stakes import Deals

    spread = {"mode": mode, "qualifier": qualifier, "wheel_straight": wheel_straight}
    run_keep(cards, opponents, spread, Deals(trials, seed), as_json=as_json)
