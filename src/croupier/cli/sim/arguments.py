"""The arguments of the simulations, and how they are read: stakes, numbers of rounds, pictures."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from croupier.cli.input import number
from croupier.cli.lazy import load
from croupier.desk.stakes import fixed_size, stakes_for
from croupier.errors import RuleError
from croupier.money import Cents, parse_dollars
from croupier.sim.plan import MOST_ROUNDS
from croupier.table.table import Table

Ante = Annotated[str, typer.Option(help="The first bet of each seat, in dollars.")]
Side = Annotated[
    str, typer.Option(help="Other wagers, such as 'aces baby=5, prime=5, five card jackpot'.")
]
Seats = Annotated[int, typer.Option(help="Seats in play, all alike.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same rounds.")]
PlayedBy = Annotated[str, typer.Option(help="How the seats play; as in simulate.")]
Plot = Annotated[Path | None, typer.Option(help="A picture: FILE.png, .svg or .pdf.")]
PICTURES = (".png", ".svg", ".pdf")


def stakes_of(table: Table, ante: str, side: str = "") -> dict[str, int]:
    """The first bet, for every required wager; and others, such as `prime=5, bad beat=1`.

    A wager of a fixed size needs no amount.
    """
    first, others = parse_dollars(ante), dict[str, Cents]()
    for item in filter(None, map(str.strip, side.split(","))):
        name, equals, amount = (part.strip() for part in item.partition("="))
        if name in others:
            raise RuleError(f"--side {side!r} names {name} twice", "command/bad")
        stake = parse_dollars(amount) if equals else fixed_size(table, name)
        if stake is None:
            raise RuleError(f"--side {item!r}; write NAME=DOLLARS, such as prime=5", "command/bad")
        others[name] = stake
    return stakes_for(table, first, others)


def whole(written: str) -> int:
    """`1e9`, `200_000_000` or `200000000`."""
    rounds = number(written.replace("_", "").replace(",", ""))
    if rounds is None or rounds.denominator != 1 or not 1 <= rounds <= MOST_ROUNDS:
        raise RuleError(
            f"--rounds {written!r}; write a whole number from 1 to 1e15, such as 1e9",
            "simulate/rounds",
        )
    return int(rounds)


def precision(written: str | None) -> Fraction | None:
    if written is None:
        return None
    wanted = number(written)
    if wanted is None or wanted <= 0:
        raise RuleError(
            f"--until-se {written!r}; write a standard error above zero, such as 1e-5",
            "simulate/precision",
        )
    return wanted


def plots_for(plot: Path) -> Any:
    """The module that draws; refused if the file cannot be written or matplotlib is missing."""
    if plot.suffix not in PICTURES:
        raise RuleError(f"--plot {plot}; name a file {', '.join(PICTURES)}", "plot/format")
    if not plot.parent.is_dir():
        raise RuleError(f"--plot {plot}; there is no folder {plot.parent}", "plot/folder")
    if plot.exists() and not plot.is_file():
        raise RuleError(f"--plot {plot}; that is not a regular file", "plot/folder")
    return load("croupier.cli.sim.plots", "a picture", "matplotlib")
