"""`croupier audit`: the books, and every round in them, from the first record to the last."""

import re
from time import perf_counter

from rich.console import Console

from croupier.cli.progress import working
from croupier.cli.read import write_json
from croupier.cli.room_run import opened
from croupier.errors import RuleError


def run(bank: str, *, anchor: str, workers: int | None, as_json: bool) -> int:
    with opened(bank) as store:
        from croupier.bank.audit import AuditFailed
        from croupier.bank.chain import Head
        from croupier.room.audit import audit

        kept = None
        if anchor:
            if re.fullmatch(r"\d{1,18}:[0-9a-f]{64}", anchor) is None:
                raise RuleError(
                    f"--anchor {anchor!r}; write the head as an audit printed it, NUMBER:DIGEST",
                    "audit/anchor",
                )
            number, _, digest = anchor.partition(":")
            kept = Head(int(number), digest)
        begin = perf_counter()
        try:
            with working("Auditing"):
                found = audit(store, kept, workers=workers)
        except AuditFailed as failed:
            if as_json:
                write_json(
                    {
                        "ok": False,
                        "kind": failed.kind,
                        "sequence": failed.sequence,
                        "difference": failed.message,
                    }
                )
            else:
                Console().print(
                    f"The books do not stand: {failed.message}",
                    style="bold red",
                    highlight=False,
                    markup=False,
                )
            return 1
        seconds = perf_counter() - begin
    head = f"{found.head.sequence}:{found.head.digest}"
    if as_json:
        write_json(
            {
                "ok": True,
                "records": found.head.sequence,
                "rounds": found.rounds,
                "unplayed": found.unplayed,
                "meters": found.meters,
                "head": head,
                "seconds": seconds,
            }
        )
        return 0
    console = Console()
    console.print(
        f"[green]The books stand.[/green] {found.head.sequence:,} records, {found.rounds:,} rounds "
        f"replayed, {found.meters} meters; {seconds:.1f} s.",
        highlight=False,
    )
    if found.unplayed:
        console.print(
            f"{found.unplayed:,} rounds were dealt under other rules than this program's and could "
            "not be replayed.",
            style="yellow",
            highlight=False,
        )
    console.print(f"Head, to be kept elsewhere: {head}", highlight=False, soft_wrap=True)
    return 0
