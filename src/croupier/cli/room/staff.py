"""`croupier room found`, `check`, `approve`, `enrol` and `dismiss`: people, and the program."""

from typing import Annotated

import typer

from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.room.acts import ActOptions
from croupier.cli.room.arguments import BANK, Bank, By, Person, Reason
from croupier.cli.screen import screen
from croupier.desk.room.bank import looked_into, program_check
from croupier.errors import RuleError
from croupier.program import program_hash
from croupier.room.people.roles import Role


def found(by: By, bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Start a room in a new bank; its founder is the first administrator.

    Example: [bold]croupier room found --by ada --bank bank.db[/bold]
    """
    ActOptions(by, bank, as_json=as_json).do("found", program_hash(), new=True)


def check(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Check that this program is the one approved for the room. Exit 1: it is not.

    Example: [bold]croupier room check[/bold]
    """
    with looked_into(bank) as store:
        checked = program_check(store)
    program, approved, wrong = checked
    if as_json:
        write_json({**checked._asdict(), "right": checked.right})
    elif wrong:
        screen().print(
            f"The compiled program does not match its source: {', '.join(wrong)}\nAnother"
            " release of Python may have compiled it. Delete the compiled files; if that does not"
            " help, find out who changed them.",
            soft_wrap=True,
        )
    elif checked.right:
        screen().print(f"This program is the one that was approved: {program}")
    else:
        screen().print(f"This program is {program};\nthe room was approved for {approved}.")
    raise typer.Exit(int(not checked.right))


def approve(reason: Reason, how: ActOptions) -> None:
    """Approve this program to run the room from now on.

    Example: [bold]croupier room approve --by ada --reason "version 0.6, tested"[/bold]
    """
    how.do("approve", program_hash(), reason)


def enrol(
    name: Person,
    role: Annotated[str, typer.Argument(help="player, dealer, floor, auditor, administrator")],
    how: ActOptions,
) -> None:
    """Give a person a role.

    Example: [bold]croupier room enrol dee dealer --by ada[/bold]
    """
    try:
        chosen = Role(role)
    except ValueError as unknown:
        known = ", ".join(one.value for one in Role)
        raise RuleError(f"there is no role {role!r}; known: {known}", "role/unknown") from unknown
    how.do("enrol", name, chosen)


def dismiss(name: Person, how: ActOptions) -> None:
    """Remove a person's role.

    Example: [bold]croupier room dismiss dee --by ada[/bold]
    """
    how.do("dismiss", name)
