"""`croupier room anchor` and `anchor-key`: the fingerprint of the books, stored elsewhere."""

import os
from pathlib import Path
from typing import Annotated

import typer

from croupier.bank.anchors import (
    FILE,
    KEY,
    PUBLIC,
    check_signed,
    file_for,
    make_key,
    places_for,
    public_of,
    read_anchors,
)
from croupier.bank.chain import Head
from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.room.arguments import BANK, Bank
from croupier.cli.screen import screen
from croupier.desk.room.bank import looked_into, url_of
from croupier.errors import RuleError


def anchor(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Store the fingerprint of the books elsewhere, now; acts do it every minute.

    Into the file that CROUPIER_ANCHORS names (BANK.anchors if it is not set), and to the command
    in CROUPIER_ANCHOR_COMMAND; signed with the key in CROUPIER_ANCHOR_KEY. The audit uses them.

    Example: [bold]croupier room anchor[/bold]
    """
    with looked_into(bank) as store:
        places = places_for(url_of(bank))
        if not (places.file or places.command):
            raise RuleError(
                f"there is no place for anchors: name a file in {FILE}, on another machine if you"
                " can",
                "anchor/nowhere",
            )
        kept = places.publish(store.head(), store.clock())
    if as_json:
        write_json({**kept._asdict(), "file": None if places.file is None else str(places.file)})
        return
    where = [str(places.file)] if places.file else []
    where += [f"what {places.command[0]} was given"] if places.command else []
    signed = ", signed" if kept.signature else ""
    screen().print(
        f"Anchor {kept.sequence}:{kept.digest}{signed}, is in {' and '.join(where)}.",
        soft_wrap=True,
    )


def anchor_key(
    file: Annotated[Path, typer.Argument(help="The file to make.")], as_json: AsJson = False
) -> None:
    """Make a key that signs anchors, and print its public half for auditors.

    Example: [bold]croupier room anchor-key anchor.key[/bold]
    """
    public = make_key(file)
    if as_json:
        write_json({"file": str(file), "public": public})
        return
    screen().print(
        f"{file} holds a new private key; name it in CROUPIER_ANCHOR_KEY where acts are done.\n"
        f"Auditors check with its public key: {PUBLIC}={public}",
        soft_wrap=True,
    )


def kept_anchors(bank: str) -> list[Head]:
    """What an audit finds, signed if there is a key to check it with; beside a bank may be none."""
    file = file_for(url_of(bank))
    if file is None or not (file.exists() or os.environ.get(FILE)):
        return []
    anchors = read_anchors(file)
    public, key = os.environ.get(PUBLIC, ""), os.environ.get(KEY)
    if public or key:
        check_signed(anchors, public or public_of(Path(str(key))))
    return [Head(one.sequence, one.digest) for one in anchors]
