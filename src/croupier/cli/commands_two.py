"""`croupier room second` and `room proposals`: what takes two people takes two acts."""

from typing import Annotated

import typer

from croupier.cli.commands import AsJson
from croupier.cli.commands_room import BANK, Bank
from croupier.cli.room_words import By, Key


def second(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The proposal's number.")],
    by: By,
    refuse: Annotated[
        bool, typer.Option("--refuse", help="Refuse it; or withdraw one of your own.")
    ] = False,
    reason: Annotated[str, typer.Option(help="Why it is refused; it is written down.")] = "",
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Approve what somebody else proposed, and it is done; or refuse it.

    Example: [bold]croupier room second 41 --by ada[/bold]

    Example: [bold]croupier room second 41 --refuse --reason "wrong slip" --by ada[/bold]
    """
    from croupier.cli.room_two import second as run

    run(bank, by, key, number, refuse=refuse, reason=reason, as_json=as_json)


def proposals(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """What was proposed and waits for a second person.

    Example: [bold]croupier room proposals[/bold]
    """
    from croupier.cli.room_two import proposals as run

    run(bank, as_json=as_json)
