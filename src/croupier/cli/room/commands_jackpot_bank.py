"""`croupier room meter award`, `deposit`, `draw`, `reconcile`: jackpot money, and its sheet."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.books.commands import BANK, Bank, Begins, Reader, Zone
from croupier.cli.options import AsJson
from croupier.cli.room.words import EXPIRES, Amount, By, Expires, Key, Player, Reason, Second
from croupier.money import parse_dollars

Slip = Annotated[str, typer.Option(help="The bank's slip, or what else names it there.")]


def award(
    player: Player,
    amount: Amount,
    by: By,
    reason: Reason,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Propose to give a player a part of what discontinued jackpots left to the players.

     It goes to their deposit when a second person approves it: room second. By a drawing, in equal
     shares or otherwise: as the operator's written plan says.

     Example: [bold]croupier room meter award pam 250 --reason "drawing of November 30" --by flo
    [/bold]
    """
    from croupier.cli.room.two import propose
    from croupier.room.people.matters import Award

    matter = Award(player, parse_dollars(amount), reason)
    propose(bank, by, key, matter, second, expires, as_json=as_json)


def deposit(
    amount: Amount,
    by: By,
    slip: Slip,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Record that jackpot money was taken to the bank account that is kept for it.

    A second person confirms it: room second.

    Example: [bold]croupier room meter deposit 812.40 --slip "0417" --by flo[/bold]
    """
    from croupier.cli.room.two import propose
    from croupier.room.people.matters import Banking

    matter = Banking(parse_dollars(amount), slip)
    propose(bank, by, key, matter, second, expires, as_json=as_json)


def draw(
    amount: Amount,
    by: By,
    slip: Slip,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Record that money was drawn from that account: for a jackpot that was paid, say.

    Example: [bold]croupier room meter draw 5000 --slip "check 88" --by flo[/bold]
    """
    from croupier.cli.room.two import propose
    from croupier.room.people.matters import Drawing

    matter = Drawing(parse_dollars(amount), slip)
    propose(bank, by, key, matter, second, expires, as_json=as_json)


def reconcile(
    name: Annotated[str, typer.Argument(metavar="METER", help="One meter; all if left out.")] = "",
    since: Annotated[
        str, typer.Option("--from", metavar="DAY", help="The first day; else of the books.")
    ] = "",
    until: Annotated[
        str, typer.Option("--to", metavar="DAY", help="The last day; else today.")
    ] = "",
    zone: Zone = "UTC",
    day_begins: Begins = "00:00",
    out: Annotated[Path | None, typer.Option(help="Write a .csv file, and show nothing.")] = None,
    bank: Bank = BANK,
    by: Reader = "",
    as_json: AsJson = False,
) -> None:
    """Meters, payments and deposits of some days: by the meters' events and by the postings.

    With what is due to players of discontinued jackpots, and every award of it.
    Exit 0: the two ways agree to the cent; 1: they differ.

    Example: [bold]croupier room meter reconcile --from 2026-11-09 --to 2026-11-15[/bold]

    Example: [bold]croupier room meter reconcile main --zone America/Los_Angeles
    --out main.csv[/bold]
    """
    from croupier.cli.room.reconcile import run

    days = (since, until, zone, day_begins)
    raise typer.Exit(run(bank, by, name, *days, out=out, as_json=as_json))
