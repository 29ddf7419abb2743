"""`croupier audit`, `backup`, `restore`, `room known-difference`, `anchor`: checks and copies."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from croupier.bank.anchors import PUBLIC, make_key
from croupier.bank.audit.run import AuditFailed
from croupier.bank.chain import Head
from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.progress import working
from croupier.cli.room.acts import ProposalOptions
from croupier.cli.room.arguments import BANK, Bank, Reader, Reason, warn_of_password
from croupier.cli.screen import one_line, screen
from croupier.desk.room.bank import looked_into, publish_anchor, stored_anchors
from croupier.desk.room.books import audit_report, backed_up, difference_named, restored
from croupier.errors import RuleError
from croupier.room.audit.run import Audited

DIFFERS = 1  # exit codes; 2 is for a command that cannot be done
BUT_FOR_KNOWN = 3  # the audit passed except for known differences
INCOMPLETE = 4  # nothing differs, but some rounds could not be replayed


def audit(
    bank: Bank = BANK,
    anchor: Annotated[
        str,
        typer.Option(
            metavar="NUMBER:DIGEST",
            help="A fingerprint stored elsewhere, which the books must contain.",
        ),
    ] = "",
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; one for each core if left out.")
    ] = None,
    allow_unplayed: Annotated[
        bool, typer.Option("--allow-unplayed", help="Accept rounds that cannot be replayed.")
    ] = False,
    by: Reader = "",
    as_json: AsJson = False,
) -> None:
    """Check the books from the first record to the last, and replay every round against them.

    Exit 0: all is well; 1: something differs, and the first difference is named; 3: all is well
    except for differences that two people declared known (room known-difference); 4: nothing else
    differs, but rounds could not be replayed, because other rules dealt them, their shoe was never
    opened or they contain a known difference, and --allow-unplayed is not given.

    Example: [bold]croupier audit --bank bank.db[/bold]
    """
    head = _head(anchor)
    try:
        with looked_into(bank) as store, working("Auditing"):
            report = audit_report(store, by, stored_anchors(bank), head, workers)
    except AuditFailed as failed:
        _tell_difference(failed, as_json=as_json)
        raise typer.Exit(DIFFERS) from None
    result = report.audited
    _tell(result, report.anchors, report.seconds, as_json=as_json)
    if not (result.complete or allow_unplayed):
        raise typer.Exit(INCOMPLETE)
    raise typer.Exit(BUT_FOR_KNOWN if result.known else 0)


def known_difference(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As `croupier audit` names it.")],
    reason: Reason,
    how: ProposalOptions,
) -> None:
    """Propose to mark a difference found by the audit as known, so that later audits continue.

    It stays in the books, and every audit reports it, with who declared it and why. The audit is
    run first. An auditor or an administrator proposes, another approves it: room second.

    Example: [bold]croupier room known-difference act-117-3f9a1c2e7b5d4086 --by ann
    --reason "a fill that was written twice; see the report of November 16"[/bold]
    """
    with looked_into(how.bank) as store, working("Auditing"):
        matter = difference_named(store, name, reason, stored_anchors(how.bank))
    how.propose(matter)


def _head(anchor: str) -> Head | None:
    if not anchor:
        return None
    if re.fullmatch(r"\d{1,18}:[0-9a-f]{64}", anchor) is None:
        raise RuleError(
            f"--anchor {anchor!r}; write the fingerprint as an audit printed it, NUMBER:DIGEST",
            "audit/anchor",
        )
    number, _, digest = anchor.partition(":")
    return Head(int(number), digest)


def _tell_difference(failed: AuditFailed, *, as_json: bool) -> None:
    where = {"kind": failed.kind, "sequence": failed.sequence}
    if as_json:
        named = {"name": failed.name, "may_be_known": failed.may_be_known}
        write_json({"ok": False, **where, "difference": failed.message, **named})
        return
    said = f"Audit failed: {failed.message}"
    screen().print(said, style="bold red")
    if failed.may_be_known:
        screen().print(
            f"If it is understood and must stay: croupier room known-difference {failed.name}",
            soft_wrap=True,
        )


def _tell(result: Audited, anchors: int, seconds: float, *, as_json: bool) -> None:
    head, records = f"{result.head.sequence}:{result.head.digest}", result.head.sequence
    if as_json:
        counts = {"ok": True, "records": records, "complete": result.complete, "anchors": anchors}
        known = [one._asdict() for one in result.known]
        more = {"known": known, "head": head, "seconds": seconds}
        write_json({**counts, **result._asdict(), **more})
        return
    console = screen()
    but = f" except for {_count(len(result.known), 'known difference')}" if result.known else ""
    verdict = f"[green]Audit passed[/green]{but}."
    if not result.complete:
        missing = f"{_count(result.unplayed, 'round')} not replayed"
        verdict = f"[yellow]Not fully audited: {missing}{but and f';{but}'}.[/]"
    console.print(
        f"{verdict} {_count(records, 'record')}, "
        f"{_count(result.rounds, 'round')} replayed, {_count(result.meters, 'meter')}, "
        f"{_count(anchors, 'anchor')} passed; {seconds:.1f} s.",
        markup=True,
    )
    for one in result.known:
        who = f"{one.name}, known by {one.by} and {one.second}: {one.reason}"
        console.print(f"{one.difference}\n  {one_line(who)}", style="yellow")
    if not result.complete:
        console.print(
            "Those rounds were dealt under other rules, which this program does not reproduce, or "
            "their shoe was never opened. Their money stayed at their tables, but whether each was "
            "paid correctly was not checked. Audit them with the program that dealt them, or "
            "accept them with --allow-unplayed. Nothing else differs.",
            style="yellow",
        )
    for line in _shoes(result):
        console.print(line, soft_wrap=True)
    if result.withheld:
        console.print(
            f"{_count(result.withheld, 'word')} that players had committed to"
            f" {'was' if result.withheld == 1 else 'were'} not opened: each left somebody a choice"
            " between two shuffles (room show, recall)."
        )
    console.print(f"Fingerprint: {head}", soft_wrap=True)
    console.print("Store it off this machine; give it to the next audit with --anchor.")


def _shoes(result: Audited) -> Iterator[str]:
    if result.waiting:
        rounds = _count(result.waiting, "round")
        yield f"{rounds} waiting: the shoe is still in use, and its key is not on this machine."
    if result.abandoned or result.unused:
        yield (
            f"{_count(result.abandoned, 'shoe')} abandoned, {result.unused:,} closed unused; "
            f"{result.unopened:,} of them never opened."
        )


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; replaced once it is complete.")],
    bank: Bank = BANK,
    as_json: AsJson = False,
) -> None:
    """Copy the whole bank into one file while it is in use.

    Example: [bold]croupier backup monday.croupier --bank bank.db[/bold]
    """
    with looked_into(bank) as store, working("Copying the bank"):
        records = backed_up(store, file)
    _tell_copy(file, records, f"{file}: {records:,} records.", as_json=as_json)


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    bank: Bank = BANK,
    as_json: AsJson = False,
) -> None:
    """Restore a bank from a backup into an empty database; the backup is checked first.

    Example: [bold]croupier restore monday.croupier --bank postgresql://house@db/house[/bold]
    """
    warn_of_password(bank)
    with working("Restoring the bank"):
        records = restored(file, bank)
    _tell_copy(file, records, f"{records:,} records restored.", as_json=as_json)


def _tell_copy(file: Path, records: int, said: str, *, as_json: bool) -> None:
    if as_json:
        write_json({"file": str(file), "records": records})
    else:
        screen().print(said)


def anchor(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Store the fingerprint of the books elsewhere now; acts do so every minute.

    It goes into the file that CROUPIER_ANCHORS names (BANK.anchors if it is not set), and to the
    command in CROUPIER_ANCHOR_COMMAND; signed with the key in CROUPIER_ANCHOR_KEY. The audit uses
    them.

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
    file: Annotated[Path, typer.Argument(help="The file to create.")], as_json: AsJson = False
) -> None:
    """Create a key that signs anchors, and print its public half for auditors.

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
