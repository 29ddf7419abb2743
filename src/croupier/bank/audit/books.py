"""Rebuilds the books from their records, and finds the first record that is wrong.

Most of the chain is taken in folds of whole windows; a window that does not fit is read record by
record. Balances, versions and snapshots in the store must match the records.
"""

from collections import ChainMap, Counter
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from croupier.bank.audit import records
from croupier.bank.audit.fold import Fold
from croupier.bank.chain import START, Head, Value, digest, link
from croupier.bank.schema import tables as schema
from croupier.errors import BankError, shown


class AuditFailed(BankError):
    """The books were changed or damaged: where the first difference is, and what differs."""

    code = "audit/failed"

    def __init__(
        self, kind: str, sequence: int | None, what: str, may_be_known: bool = False
    ) -> None:
        super().__init__(f"{kind}{'' if sequence is None else f' at {sequence}'}: {what}")
        self.kind = kind
        self.sequence = sequence
        self.what = what
        self.may_be_known = may_be_known  # an audit can continue past it

    @property
    def name(self) -> str:
        """The name for declaring it known: from a digest of `what`, so messages must not change."""
        digest = sha256(self.what.encode("utf-8", "surrogatepass")).hexdigest()
        return f"{self.kind}-{self.sequence or 0}-{digest[:16]}"

    def __reduce__(self) -> tuple[type["AuditFailed"], tuple[str, int | None, str, bool]]:
        # Pickled, from one process to another.
        return AuditFailed, (self.kind, self.sequence, self.what, self.may_be_known)


class Auditor:
    def __init__(self, anchor: Head | None = None) -> None:
        self.anchor = anchor
        self.head = START
        self.may_go_below_zero: dict[str, bool] = {}
        self.balances: Counter[str] = Counter()
        self.touched: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.streams: dict[str, int] = {}
        self.snapshots: dict[str, tuple[int, int, str]] = {}
        self.last_act = 0
        self.at = 0

    def take(self, fold: Fold) -> bool:
        """Takes a whole window if it fits; otherwise changes nothing and returns False."""
        if not self._fits(fold):
            return False
        self.head = Head(fold.window.last, fold.digest)
        self.may_go_below_zero |= fold.opened
        self.balances.update(fold.sums.total)
        self.touched.update(fold.sums.postings)
        self.reasons.update(fold.sums.reasons)
        self.streams |= fold.streams.after
        if fold.acts is not None:
            self.snapshots |= fold.acts.snapshots
            self.last_act, self.at = fold.acts.last, fold.acts.last_at
        return True

    def _fits(self, fold: Fold) -> bool:
        acts, sums, streams = fold.acts, fold.sums, fold.streams
        free = ChainMap(fold.opened, self.may_go_below_zero)
        return (
            self.head == Head(fold.window.first - 1, fold.before)
            and (acts is None or (acts.first == self.last_act + 1 and acts.first_at >= self.at))
            and fold.opened.keys().isdisjoint(self.may_go_below_zero)
            and all(name in free for name in sums.postings)
            and all(self.balances[name] + low >= 0 or free[name] for name, low in sums.low.items())
            and all(self.streams.get(name, 0) == known for name, known in streams.before.items())
        )

    def read(self, row: records.ChainRecord) -> None:
        """Checks a record from the books, with its number and digest."""
        self._check_chain(row)
        self._enter(row)

    def add(self, kind: str, values: tuple[Value, ...]) -> records.ChainRecord:
        """Adds a record without number and digest, and returns it with both."""
        self.head = link(self.head, kind, values)
        row = records.ROWS[kind]._make((self.head.sequence, *values, self.head.digest))
        self._enter(row)
        return row

    def _enter(self, row: records.ChainRecord) -> None:
        match row:
            case records.AccountRow():
                self.may_go_below_zero[row.name] = row.may_go_below_zero == 1
            case records.EventRow():
                self._read_event(row)
            case records.PostingRow():
                self._read_posting(row)
            case records.ActRow():
                self._read_act(row)

    def _check_chain(self, row: records.ChainRecord) -> None:
        kind, expected = records.KINDS[type(row)], self.head.sequence + 1
        if row.sequence > expected:
            raise AuditFailed("record", expected, "it is missing")
        if row.sequence < expected:
            raise AuditFailed(kind, row.sequence, "there is another record with this number")
        self.head = link(self.head, kind, row[1:-1])
        if self.head.digest != row.digest:
            raise AuditFailed(
                kind,
                row.sequence,
                f"{shown(row[1])} and its digest do not agree: one of them, or the record before"
                " it, was changed",
            )
        if self.anchor is not None and self.anchor.sequence == row.sequence:
            if self.anchor != self.head:
                raise AuditFailed(
                    kind, row.sequence, "the chain does not pass through the anchor: it is another"
                )

    def _read_event(self, row: records.EventRow) -> None:
        known = self.streams.get(row.stream, 0)
        if row.version != known + 1:
            raise AuditFailed(
                "event", row.sequence, f"{row.stream} #{row.version} follows #{known}"
            )
        self.streams[row.stream] = row.version

    def _read_posting(self, row: records.PostingRow) -> None:
        if type(row.cents) is not int or row.cents <= 0 or row.debit == row.credit:
            raise AuditFailed("posting", row.sequence, f"{shown(row.id)} moves nothing")
        self.reasons[row.reason] += 1
        for name, cents in ((row.debit, -row.cents), (row.credit, row.cents)):
            if name not in self.may_go_below_zero:
                raise AuditFailed("posting", row.sequence, f"there is no account {shown(name)}")
            self.balances[name] += cents
            self.touched[name] += 1
        if self.balances[row.debit] < 0 and not self.may_go_below_zero[row.debit]:
            raise AuditFailed(
                "posting", row.sequence, f"{shown(row.id)} takes {row.debit} below zero"
            )

    def _read_act(self, row: records.ActRow) -> None:
        known = self.streams.setdefault(row.stream, 0)
        if row.first != self.last_act + 1 or row.version != known:
            raise AuditFailed(
                "act", row.sequence, f"{shown(row.key)} is not about the records before it"
            )
        self.last_act = row.sequence
        if type(row.at) is not int or row.at < self.at:
            raise AuditFailed("act", row.sequence, f"{shown(row.key)} is before the act before it")
        self.at = row.at
        if row.snapshot is not None:
            self.snapshots[row.stream] = (row.sequence, row.version, row.snapshot)

    def missing(self, last: int) -> None:
        """All records up to this number must have been read."""
        if self.head.sequence < last:
            raise AuditFailed("record", self.head.sequence + 1, "it is missing")


# What a store keeps besides the records


class StoredAccount(NamedTuple):
    sequence: int
    name: str
    balance: int
    version: int


class StoredState(NamedTuple):
    """Read in one transaction."""

    last: int | None  # the number of the last record in the tables, not in the head
    head: Head | None
    at: int | None
    accounts: list[StoredAccount]
    streams: dict[str, int]
    snapshots: dict[str, tuple[int, int, str]]  # with the digest of the body


def stored_state(connection: Connection) -> StoredState:
    heads = connection.execute(select(schema.head)).all()
    if len(heads) > 1:
        raise AuditFailed("head", None, f"there are {len(heads)} heads, and a chain has one end")
    head = heads[0] if heads else None
    ends = [connection.scalar(select(func.max(table.c.sequence))) for table in schema.CHAINED]
    table = schema.accounts
    columns = (table.c.sequence, table.c.name, table.c.balance, table.c.version)
    accounts = connection.execute(select(*columns).order_by(table.c.sequence))
    bodies = connection.execute(select(schema.snapshots), execution_options={"yield_per": 100})
    return StoredState(
        last=max((end for end in ends if end is not None), default=None),
        head=None if head is None else Head(head.sequence, head.digest),
        at=None if head is None else head.at,
        accounts=[StoredAccount._make(row) for row in accounts],
        streams={row.name: row.version for row in connection.execute(select(schema.streams))},
        snapshots={row.stream: (row.sequence, row.version, digest((row.body,))) for row in bodies},
    )


def compare(stored: StoredState, auditor: Auditor) -> None:
    """Compares what is kept with what the records add up to."""
    _compare_head(stored, auditor)
    for row in stored.accounts:
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
    _compare_streams(stored.streams, auditor.streams)
    for name in sorted({*stored.snapshots, *auditor.snapshots}, key=str):
        if stored.snapshots.get(name) != auditor.snapshots.get(name):
            raise AuditFailed(
                "snapshot", None, f"{name}: it is not the one that its last act brought"
            )


def _compare_head(stored: StoredState, auditor: Auditor) -> None:
    head, anchor = auditor.head, auditor.anchor
    if stored.head != head:
        raise AuditFailed(
            "head", head.sequence, f"the records end here, and the head says {stored.head}"
        )
    if stored.at != auditor.at:
        raise AuditFailed("head", head.sequence, f"its last act was at {auditor.at}")
    if head.sequence != auditor.last_act:
        raise AuditFailed("record", head.sequence, "it belongs to no act")
    if anchor is not None and anchor.sequence > head.sequence:
        raise AuditFailed(
            "head", head.sequence, f"the records end here, and the anchor knows {anchor.sequence}"
        )


def _compare_streams(stored: dict[str, int], by_events: dict[str, int]) -> None:
    for name in sorted({*stored, *by_events}, key=str):  # a damaged name may not be text
        if name not in by_events or stored.get(name) != by_events[name]:
            raise AuditFailed(
                "stream",
                None,
                f"{name} is said to be at #{shown(stored.get(name))}, and has"
                f" {by_events.get(name, 0)} events",
            )
