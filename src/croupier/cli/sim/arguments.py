"""What the simulations are given, and how it is read: stakes, meters, numbers of rounds."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from croupier.bank.meters.rules import MeterRules
from croupier.cli.input import number
from croupier.cli.lazy import load
from croupier.cli.room.arguments import NONE, cap, rate
from croupier.desk.stakes import MeterFigures, fixed_size, meters_for, sensors_bet, stakes_for
from croupier.errors import RuleError
from croupier.money import Cents, parse_dollars
from croupier.rules.jackpots import JACKPOT_TYPE, PROGRESSIVE
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
KEYS = ("seed", "reseed", "contribution", "reserve", "cap")


def stakes_of(table: Table, ante: str, side: str = "") -> dict[str, int]:
    """The first bet, for every wager that must be made; and others, such as `prime=5, bad beat=1`.

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


def rounds_of(hours: str, hands: int) -> int:
    """The whole rounds that fit into a night."""
    try:
        long = Fraction(hours) if len(hours) < 20 and "e" not in hours.lower() else Fraction(0)
    except (ValueError, ZeroDivisionError):
        long = Fraction(0)
    if not 0 < long <= 10_000 or long * hands < 1:
        raise RuleError(
            f"--hours {hours!r} of {hands} rounds; write hours above zero, such as 8 or 7.5, with "
            "at least one round in them",
            "night/hours",
        )
    return int(long * hands)


def meters_of(
    table: Table, stakes: Mapping[str, int], written: Sequence[str]
) -> dict[str, MeterRules]:
    """A meter for each jackpot wager made; `NAME: …` where the two are filled differently."""
    sensors = sensors_bet(table, stakes)
    said: dict[str, dict[str, str]] = {}
    for item in written:
        name, colon, rest = item.rpartition(":")
        for sensor in [name.strip()] if colon else sensors:
            if sensor not in sensors:
                known = ", ".join(sensors) or "none"
                raise RuleError(
                    f"--meter {item!r}: no seat bets on {sensor!r}; they bet on: {known}",
                    "meter/none",
                )
            said[sensor] = _said(item, rest)
    if written and not sensors:
        raise RuleError("--meter: no seat makes a jackpot wager; name it in --side", "meter/none")
    figures = {sensor: _figures(figure) for sensor, figure in said.items() if "seed" in figure}
    try:
        return meters_for(table, stakes, figures)
    except RuleError as unsaid:
        if unsaid.code != "meter/missing":
            raise
        more = ", contribution=20" if table.options[JACKPOT_TYPE] == PROGRESSIVE else ""
        example = f"such as --meter 'seed=10000{more}'"
        raise RuleError(f"{unsaid.message}, {example}", unsaid.code) from unsaid


def _said(item: str, rest: str) -> dict[str, str]:
    said = {}
    for part in rest.split(","):
        key, equals, value = (word.strip() for word in part.partition("="))
        if key not in KEYS or not equals or not value or key in said:
            raise RuleError(
                f"--meter {item!r}; write --meter 'seed=10000, contribution=20', each once; also "
                "reseed and cap in dollars, reserve in percent of the wager",
                "command/bad",
            )
        said[key] = value
    return said


def _figures(said: Mapping[str, str]) -> MeterFigures:
    return MeterFigures(
        parse_dollars(said["seed"]),
        rate(said.get("contribution", "0").removesuffix("%")),
        rate(said.get("reserve", "0").removesuffix("%")),
        parse_dollars(said["reseed"]) if "reseed" in said else None,
        cap(said.get("cap", NONE)),
    )


def plots_for(plot: Path) -> Any:
    """The module that draws; refused if the file cannot be written or matplotlib is missing."""
    if plot.suffix not in PICTURES:
        raise RuleError(f"--plot {plot}; name a file {', '.join(PICTURES)}", "plot/format")
    if not plot.parent.is_dir():
        raise RuleError(f"--plot {plot}; there is no folder {plot.parent}", "plot/folder")
    if plot.exists() and not plot.is_file():
        raise RuleError(f"--plot {plot}; that is not a regular file", "plot/folder")
    return load("croupier.cli.sim.plots", "a picture", "matplotlib")
