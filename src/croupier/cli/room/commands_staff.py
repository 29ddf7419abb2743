"""`croupier room …`: the room itself, its people and its log."""

from typing import Annotated

import typer

from croupier.cli.books.commands import BANK, Bank, Zone
from croupier.cli.options import AsJson
from croupier.cli.room.words import By, Key, Person, Reason
from croupier.errors import RuleError


def found(by: By, bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Begin a room in a new bank; who founds it is its first administrator.

    Example: [bold]croupier room found --by ada --bank bank.db[/bold]
    """
    from croupier.cli.room.run import act
    from croupier.program import program_hash
    from croupier.room.people.floor import founded

    said = f"{by} founded the room and is its first administrator."
    act(
        bank,
        by,
        "",
        founded,
        program_hash(),
        said=said,
        as_json=as_json,
        new=True,
    )


def show(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Tables, seats, chips, meters and people as they are now.

    Example: [bold]croupier room show[/bold]
    """
    from croupier.cli.room.show import show as run

    run(bank, as_json=as_json)


def log(
    bank: Bank = BANK,
    last: Annotated[int, typer.Option(min=1, help="So many of the latest.")] = 50,
    zone: Zone = "UTC",
    as_json: AsJson = False,
) -> None:
    """The significant-event log.

    Example: [bold]croupier room log --last 20[/bold]
    """
    from croupier.cli.room.log import log as run

    run(bank, last, zone, as_json=as_json)


def check(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Whether this program is the one that was approved for the room. Exit 1: it is not.

    Example: [bold]croupier room check[/bold]
    """
    from croupier.cli.room.show import check as run

    raise typer.Exit(run(bank, as_json=as_json))


def approve(
    by: By, reason: Reason, bank: Bank = BANK, key: Key = "", as_json: AsJson = False
) -> None:
    """Let this program run the room from now on.

    Example: [bold]croupier room approve --by ada --reason "version 0.6, tested"[/bold]
    """
    from croupier.cli.room.run import act
    from croupier.program import program_hash
    from croupier.room.people.floor import approved

    program = program_hash()
    said = f"{by} approved the program {program[:16]}."
    act(bank, by, key, approved, program, reason, said=said, as_json=as_json)


def enrol(
    name: Person,
    role: Annotated[str, typer.Argument(help="player, dealer, floor, auditor, administrator")],
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Give a person a role.

    Example: [bold]croupier room enrol dee dealer --by ada[/bold]
    """
    from croupier.cli.room.run import act
    from croupier.room.people.floor import enrolled
    from croupier.room.people.roles import A, Role

    try:
        chosen = Role(role)
    except ValueError as unknown:
        known = ", ".join(one.value for one in Role)
        raise RuleError(f"there is no role {role!r}; known: {known}", "role/unknown") from unknown
    act(bank, by, key, enrolled, name, chosen, said=f"{name} is now {A[chosen]}.", as_json=as_json)


def dismiss(
    name: Person,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Remove a person's role.

    Example: [bold]croupier room dismiss dee --by ada[/bold]
    """
    from croupier.cli.room.run import act
    from croupier.room.people.floor import dismissed

    act(bank, by, key, dismissed, name, said=f"{name} no longer has a role here.", as_json=as_json)
