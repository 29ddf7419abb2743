"""The arguments of the commands for the room and the books, each defined once; and a jackpot
meter's rules as typed: all of them must be stated, if only as "none".
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated
from warnings import warn

import typer

from croupier.bank.meters.rules import HOUSE_JACKPOT, MeterRules
from croupier.errors import BadMeter, Notice, without_password
from croupier.money import Cents, parse_dollars
from croupier.room.people.roles import composed

Key = Annotated[
    str,
    typer.Option(
        "--key", help="An idempotency key: the act is done once, however often it is sent."
    ),
]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")]
Seat = Annotated[int, typer.Argument(help="The seat's number.")]
Amount = Annotated[str, typer.Argument(help="Dollars, such as 500 or 2.50.")]
Cash = Annotated[bool, typer.Option("--cash", help="In cash, not through the player's deposit.")]
Reason = Annotated[str, typer.Option(help="Why; it is recorded.")]
Expires = Annotated[
    int, typer.Option(min=1, max=720, help="Hours in which a second person may approve it.")
]


def warn_of_password(bank: str) -> str:
    """Everyone on the machine can read a command line while it runs."""
    if "://" not in bank or not any(bank in word for word in sys.argv):
        return bank
    if without_password(bank) != bank:
        warn(
            "the password in --bank can be seen by everyone on this machine; leave it out, and"
            " put it in ~/.pgpass, or in PGPASSFILE, PGPASSWORD or CROUPIER_BANK",
            Notice,
            stacklevel=2,
        )
    return bank


Bank = Annotated[
    str,
    typer.Option(
        "--bank",
        envvar="CROUPIER_BANK",
        callback=warn_of_password,
        help="A file, or postgresql://user@host/house.",
    ),
]
BANK = "bank.db"
Zone = Annotated[str, typer.Option(help="The house's time zone, such as America/Los_Angeles.")]
Begins = Annotated[str, typer.Option(help="When a gaming day begins, such as 06:00.")]
RoundNumber = Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.")]


def person(name: str | None) -> str | None:
    """A name in the form used in the books, however it was typed."""
    return name and composed(name)


By = Annotated[
    str, typer.Option("--by", envvar="CROUPIER_BY", callback=person, help="Who is acting.")
]
Player = Annotated[str, typer.Argument(callback=person, help="The player's name.")]
Person = Annotated[str, typer.Argument(callback=person, help="The person's name.")]
# Before protocol 2 the first of two people named the second; such an act may still be repeated.
Second = Annotated[str, typer.Option(callback=person, hidden=True)]
Reader = Annotated[
    str,
    typer.Option(
        "--by", callback=person, help="Who asks: someone enrolled who may read the books."
    ),
]
Tables = Annotated[list[str], typer.Option("--table", help="A table that plays for it.")]
NONE = "none"
OF_A_PROGRESSIVE = {  # what the operator states about one, with an example
    "seed": "10000",
    "reseed": "5000",
    "contribution": "20",
    "reserve": "5",
    "cap": NONE,
}
OF_A_HOUSE = {"prize": "2500"}


@dataclass(frozen=True)
class MeterOptions:
    """What the operator states about a new meter."""

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
        """The rules; refuses them if the operator left something unstated."""
        house = self.kind == HOUSE_JACKPOT
        self._check_stated(OF_A_HOUSE if house else OF_A_PROGRESSIVE)
        return MeterRules(
            self.sensor,
            self.kind,
            self.split,
            parse_dollars(self.wager),
            parse_dollars(self.prize) if house else cents(self.seed),
            Cents(0) if house else cents(self.reseed),
            0 if house else rate(self.contribution),
            0 if house else rate(self.reserve),
            None if house else cap(self.cap),
            tuple(self.table),
        )

    def _check_stated(self, needs: Mapping[str, str]) -> None:
        example = " ".join(f"--{name} {value}" for name, value in needs.items())
        said = {name: getattr(self, name) for name in (*OF_A_PROGRESSIVE, *OF_A_HOUSE)}
        unsaid = [f"--{name}" for name in needs if not said[name]]
        if unsaid:
            raise BadMeter(
                f"the {self.sensor}, {self.kind}: {', '.join(unsaid)} not stated; the operator "
                f"states all of them, such as {example}",
                "jackpot/unsaid",
            )
        beside = [f"--{name}" for name, value in said.items() if value and name not in needs]
        if beside:
            raise BadMeter(
                f"the {self.sensor}, {self.kind}: it has no {', '.join(beside)}; state {example}",
                "jackpot/unsaid",
            )


def cents(written: str) -> Cents:
    return Cents(0) if written == NONE else parse_dollars(written)


def cap(written: str) -> Cents | None:
    return None if written == NONE else parse_dollars(written)


def rate(percent: str) -> int:
    """`18.03` percent as ten-thousandths."""
    return cents(percent if "." in percent or percent == NONE else f"{percent}.00")
