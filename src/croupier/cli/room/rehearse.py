"""`croupier room rehearse`: made-up players in their own room."""

from typing import Annotated

import typer

from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.progress import working
from croupier.cli.room.arguments import BANK, Bank, By
from croupier.cli.screen import screen
from croupier.desk.rehearsal import rehearsal
from croupier.desk.room.bank import opened


def rehearse(
    rounds: Annotated[
        int, typer.Option(min=1, max=10**6, help="Rounds at every table with players.")
    ] = 100,
    by: By = "rehearsal",
    seed: Annotated[
        int, typer.Option(help="Determines what the players do; the cards are shuffled as usual.")
    ] = 1,
    tables: Annotated[
        int, typer.Option(min=1, max=1000, help="In a new bank: how many tables, of all games.")
    ] = 5,
    theory: Annotated[
        bool, typer.Option("--theory", help="Compute each table's house edge; takes minutes.")
    ] = False,
    bank: Bank = BANK,
    as_json: AsJson = False,
) -> None:
    """Try a room: made-up players bet and act at random. A new bank is set up first.

    Never use the bank of a real house: what is played stays in the books for good.

    Example: [bold]croupier room rehearse --rounds 200 --bank trial.db[/bold]
    """
    with opened(bank, new=True) as room, working("Rehearsing"):
        result = rehearsal(room, by, rounds, seed, tables, theory=theory)
    if as_json:
        write_json(result._asdict())
        return
    rate = result.acts / result.seconds
    screen().print(
        f"{result.tables} tables, {result.acts:,} acts in {result.seconds:.1f} s "
        f"({rate:,.0f} a second); {result.rounds:,} rounds in the books."
    )
