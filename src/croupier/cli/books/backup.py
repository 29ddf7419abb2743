"""`croupier backup`, `restore`, `room anchor`, `anchor-key`: copies of the books, fingerprints."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.bank.anchors import PUBLIC, make_key
from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.progress import working
from croupier.cli.room.arguments import BANK, Bank, warn_of_password
from croupier.cli.screen import screen
from croupier.desk.room.audit import BankCopy, backed_up, restored
from croupier.desk.room.bank import looked_into, publish_anchor


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; replaced once it is complete.")],
    bank: Bank = BANK,
    as_json: AsJson = False,
) -> None:
    """Copy the whole bank into one file while it is in use.

    Example: [bold]croupier backup monday.croupier --bank bank.db[/bold]
    """
    with looked_into(bank) as store, working("Copying the bank"):
        copy = backed_up(store, file)
    _tell(copy, f"{file}: {copy.records:,} records.", as_json=as_json)


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    bank: Bank = BANK,
    as_json: AsJson = False,
) -> None:
    """Make a bank from a backup, in an empty database of either kind; it is checked first.

    Example: [bold]croupier restore monday.croupier --bank postgresql://house@db/house[/bold]
    """
    warn_of_password(bank)
    with working("Restoring the bank"):
        copy = restored(file, bank)
    _tell(copy, f"{copy.records:,} records restored.", as_json=as_json)


def _tell(copy: BankCopy, said: str, *, as_json: bool) -> None:
    if as_json:
        write_json({"file": str(copy.file), "records": copy.records})
    else:
        screen().print(said)


def anchor(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Store the fingerprint of the books elsewhere, now; acts do it every minute.

    Into the file that CROUPIER_ANCHORS names (BANK.anchors if it is not set), and to the command
    in CROUPIER_ANCHOR_COMMAND; signed with the key in CROUPIER_ANCHOR_KEY. The audit uses them.

    Example: [bold]croupier room anchor[/bold]
    """
    kept, places = publish_anchor(bank)
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
