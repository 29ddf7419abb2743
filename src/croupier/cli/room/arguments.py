"""What the commands of the room and of the books are given: each argument is stated once."""

import sys
from typing import Annotated
from warnings import warn

import typer

from croupier.errors import Notice, without_password
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
Cash = Annotated[bool, typer.Option("--cash", help="In cash, not by the player's deposit.")]
Reason = Annotated[str, typer.Option(help="Why; it is recorded.")]
Expires = Annotated[
    int, typer.Option(min=1, max=720, help="Hours in which a second person may approve it.")
]


def warn_of_password(bank: str) -> str:
    """What stands in the command line, everybody on the machine can read while it runs."""
    if "://" not in bank or not any(bank in word for word in sys.argv):
        return bank
    if without_password(bank) != bank:
        warn(
            "the password in --bank can be seen by everybody on this machine; leave it out, and"
            " keep it in ~/.pgpass, or in PGPASSFILE, PGPASSWORD or CROUPIER_BANK",
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
    """A name in the form that the books have it in, however it was typed."""
    return name and composed(name)


By = Annotated[
    str, typer.Option("--by", envvar="CROUPIER_BY", callback=person, help="Who is acting.")
]
Player = Annotated[str, typer.Argument(callback=person, help="The player's name.")]
Person = Annotated[str, typer.Argument(callback=person, help="The person's name.")]
# Until protocol 2 the first of two people named the second; such an act may still be sent again.
Second = Annotated[str, typer.Option(callback=person, hidden=True)]
Reader = Annotated[
    str,
    typer.Option(
        "--by", callback=person, help="Who asks: someone enrolled who may read the books."
    ),
]
