"""What a store keeps beside the records, and whether it is what the records say."""

from typing import NamedTuple

from sqlalchemy import Connection, func, select

from croupier.bank.audit.books import AuditFailed, Auditor
from croupier.bank.chain import Head, digest
from croupier.bank.schema import tables as schema
from croupier.errors import shown


class KeptAccount(NamedTuple):
    sequence: int
    name: str
    balance: int
    version: int


class KeptBeside(NamedTuple):
    """As one reading transaction saw it."""

    last: int | None  # the number of the last record, whatever the head says
    head: Head | None
    at: int | None
    accounts: list[KeptAccount]
    streams: dict[str, int]
    snapshots: dict[str, tuple[int, int, str]]  # with a digest of the body


def kept_beside(connection: Connection) -> KeptBeside:
    heads = connection.execute(select(schema.head)).all()
    if len(heads) > 1:
        raise AuditFailed("head", None, f"there are {len(heads)} heads, and a chain has one end")
    head = heads[0] if heads else None
    ends = [connection.scalar(select(func.max(table.c.sequence))) for table in schema.CHAINED]
    table = schema.accounts
    columns = (table.c.sequence, table.c.name, table.c.balance, table.c.version)
    accounts = connection.execute(select(*columns).order_by(table.c.sequence))
    bodies = connection.execute(select(schema.snapshots), execution_options={"yield_per": 100})
    return KeptBeside(
        last=max((end for end in ends if end is not None), default=None),
        head=None if head is None else Head(head.sequence, head.digest),
        at=None if head is None else head.at,
        accounts=[KeptAccount._make(row) for row in accounts],
        streams={row.name: row.version for row in connection.execute(select(schema.streams))},
        snapshots={row.stream: (row.sequence, row.version, digest((row.body,))) for row in bodies},
    )


def compare(kept: KeptBeside, auditor: Auditor) -> None:
    """What is kept, with what the records say."""
    _compare_head(kept, auditor)
    for row in kept.accounts:
        if row.balance != auditor.balances[row.name]:
            raise AuditFailed(
                "account",
                row.sequence,
                f"{row.name} is said to hold {shown(row.balance)} cents, and its postings make"
                f" {auditor.balances[row.name]}",
            )
        if row.version != auditor.touched[row.name]:
            raise AuditFailed(
                "account",
                row.sequence,
                f"{row.name} is said to have {shown(row.version)} postings, and has"
                f" {auditor.touched[row.name]}",
            )
    _compare_streams(kept.streams, auditor.streams)
    for name in sorted({*kept.snapshots, *auditor.snapshots}, key=str):
        if kept.snapshots.get(name) != auditor.snapshots.get(name):
            raise AuditFailed(
                "snapshot", None, f"{name}: it is not the one that its last act brought"
            )


def _compare_head(kept: KeptBeside, auditor: Auditor) -> None:
    head, anchor = auditor.head, auditor.anchor
    if kept.head != head:
        raise AuditFailed(
            "head", head.sequence, f"the records end here, and the head says {kept.head}"
        )
    if kept.at != auditor.at:
        raise AuditFailed("head", head.sequence, f"its last act was at {auditor.at}")
    if head.sequence != auditor.last_act:
        raise AuditFailed("record", head.sequence, "it belongs to no act")
    if anchor is not None and anchor.sequence > head.sequence:
        raise AuditFailed(
            "head", head.sequence, f"the records end here, and the anchor knows {anchor.sequence}"
        )


def _compare_streams(kept: dict[str, int], by_events: dict[str, int]) -> None:
    for name in sorted({*kept, *by_events}, key=str):  # a damaged name may be no text
        if name not in by_events or kept.get(name) != by_events[name]:
            raise AuditFailed(
                "stream",
                None,
                f"{name} is said to be at #{shown(kept.get(name))}, and has"
                f" {by_events.get(name, 0)} events",
            )
