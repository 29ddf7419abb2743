"""`croupier room anchor` and `room anchor-key`."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.books.commands import BANK, Bank
from croupier.cli.options import AsJson


def anchor(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Keep the head of the chain somewhere else, now; acts do it by themselves every minute.

    Into the file that CROUPIER_ANCHORS names (BANK.anchors if it is not set), and to the command
    in CROUPIER_ANCHOR_COMMAND; signed with the key in CROUPIER_ANCHOR_KEY. The audit uses them.

    Example: [bold]croupier room anchor[/bold]
    """
    from croupier.cli.room.anchor import anchor as run

    run(bank, as_json=as_json)


def anchor_key(
    file: Annotated[Path, typer.Argument(help="The file to make.")], as_json: AsJson = False
) -> None:
    """Make a key that signs anchors, and print its public half, for whoever audits.

    Example: [bold]croupier room anchor-key anchor.key[/bold]
    """
    from croupier.cli.room.anchor import anchor_key as run

    run(file, as_json=as_json)
