"""A jackpot meter's rules as typed: every one of them is stated, and "none" is said."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import typer

from croupier.bank.meters.rules import HOUSE_JACKPOT, MeterRules
from croupier.errors import BadMeter
from croupier.money import Cents, parse_dollars

Tables = Annotated[list[str], typer.Option("--table", help="A table that plays for it.")]
NONE = "none"
OF_A_PROGRESSIVE = {  # what the operator states of it, with an example
    "seed": "10000",
    "reseed": "5000",
    "contribution": "20",
    "reserve": "5",
    "cap": NONE,
}
OF_A_HOUSE = {"prize": "2500"}


@dataclass(frozen=True)
class MeterOptions:
    """What the operator states of a new meter."""

    sensor: Annotated[str, typer.Option(help="five card jackpot, or four card jackpot.")]
    table: Tables
    kind: Annotated[str, typer.Option(help="progressive, or house.")] = "progressive"
    seed: Annotated[str, typer.Option(help="Dollars displayed at first, or none.")] = ""
    reseed: Annotated[str, typer.Option(help="Dollars displayed after it was won, or none.")] = ""
    contribution: Annotated[
        str, typer.Option(help="Percent of each wager to the display, such as 20 or 18.03.")
    ] = ""
    reserve: Annotated[
        str, typer.Option(help="Percent to the reserve, which is not shown, or none.")
    ] = ""
    cap: Annotated[str, typer.Option(help="Dollars that the display does not pass, or none.")] = ""
    prize: Annotated[str, typer.Option(help="A house jackpot's prize in dollars.")] = ""
    wager: Annotated[str, typer.Option(help="The fixed wager, in dollars.")] = "1"
    split: Annotated[str, typer.Option(help="Several winners: equal, or 'in order'.")] = "equal"

    @property
    def rules(self) -> MeterRules:
        said = {name: getattr(self, name) for name in (*OF_A_PROGRESSIVE, *OF_A_HOUSE)}
        return stated_rules(self.sensor, self.kind, self.split, self.wager, tuple(self.table), said)


def stated_rules(
    sensor: str, kind: str, split: str, wager: str, tables: tuple[str, ...], said: Mapping[str, str]
) -> MeterRules:
    """The rules of a new meter, or what the operator has left unsaid."""
    house = kind == HOUSE_JACKPOT
    _check_stated(sensor, kind, OF_A_HOUSE if house else OF_A_PROGRESSIVE, said)
    return MeterRules(
        sensor,
        kind,
        split,
        parse_dollars(wager),
        parse_dollars(said["prize"]) if house else cents(said["seed"]),
        Cents(0) if house else cents(said["reseed"]),
        0 if house else rate(said["contribution"]),
        0 if house else rate(said["reserve"]),
        None if house else cap(said["cap"]),
        tables,
    )


def _check_stated(
    sensor: str, kind: str, needs: Mapping[str, str], said: Mapping[str, str]
) -> None:
    example = " ".join(f"--{name} {value}" for name, value in needs.items())
    unsaid = [f"--{name}" for name in needs if not said.get(name)]
    if unsaid:
        raise BadMeter(
            f"the {sensor}, {kind}: {', '.join(unsaid)} not stated; the operator states all of "
            f"them, such as {example}",
            "jackpot/unsaid",
        )
    beside = [f"--{name}" for name, value in said.items() if value and name not in needs]
    if beside:
        raise BadMeter(
            f"the {sensor}, {kind}: it has no {', '.join(beside)}; state {example}",
            "jackpot/unsaid",
        )


def cents(written: str) -> Cents:
    return Cents(0) if written == NONE else parse_dollars(written)


def cap(written: str) -> Cents | None:
    return None if written == NONE else parse_dollars(written)


def rate(percent: str) -> int:
    """`18.03` percent as ten-thousandths."""
    if percent == NONE:
        return 0
    return int(parse_dollars(percent if "." in percent else f"{percent}.00"))
