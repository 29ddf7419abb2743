"""`croupier room second` and `room proposals`: what takes two people takes two acts."""

from typing import Annotated

import typer

from croupier.cli.books.commands import BANK, Bank
from croupier.cli.options import AsJson
from croupier.cli.room.words import EXPIRES, By, Expires, Key, Reason


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
    from croupier.cli.room.two import second as run

    run(bank, by, key, number, refuse=refuse, reason=reason, as_json=as_json)


def known_difference(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As `croupier audit` names it.")],
    by: By,
    reason: Reason,
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Propose to declare a difference known that the audit found, so that later audits go on.

    It stays in the books, and every audit tells it, who declared it and why. The audit is run
    first. An auditor or an administrator proposes, another approves it: room second.

    Example: [bold]croupier room known-difference act-117-3f9a1c2e7b5d4086 --by ann
    --reason "a fill that was written twice; see the report of November 16"[/bold]
    """
    from croupier.cli.room.known import run

    run(bank, by, key, name, reason, expires, as_json=as_json)


def proposals(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """What was proposed and waits for a second person.

    Example: [bold]croupier room proposals[/bold]
    """
    from croupier.cli.room.two import proposals as run

    run(bank, as_json=as_json)
