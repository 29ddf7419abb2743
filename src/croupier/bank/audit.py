"""The books, checked from the first record to the last; what is wrong first is named.

The chain is computed anew, and balances and versions from the records alone; then what the store
keeps beside the records must say the same.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from heapq import merge

from sqlalchemy import Connection, CursorResult, Row, Table, select
from sqlalchemy.exc import DBAPIError

from croupier.bank import schema
from croupier.bank.chain import START, Head, digest, link
from croupier.bank.store import Store
from croupier.errors import BankError, shown

Record = Row[tuple[object, ...]]
AT_ONCE = 1000  # rows in memory


class AuditFailed(BankError):
    """The books are not what was written: where the first difference is, and what differs."""

    code = "audit/failed"

    def __init__(self, kind: str, sequence: int | None, what: str) -> None:
        super().__init__(f"{kind}{'' if sequence is None else f' at {sequence}'}: {what}")
        self.kind = kind
        self.sequence = sequence


def audit(store: Store, anchor: Head | None = None) -> Head:
    """The end of the chain, when all is well; AuditFailed when it is not.

    An anchor is a head of this bank that was kept somewhere else: whoever can write to the database
    could make a chain anew, but none that passes through the anchor.
    """
    try:
        with store.reading() as connection:
            auditor = _Auditor(anchor)
            with _records(connection) as records:
                for table, row in records:
                    auditor.read(table, row)
            auditor.compare(connection)
            if connection.dialect.name == "sqlite":
                _check_file(connection)
    except DBAPIError as broken:
        raise AuditFailed("database", None, f"it cannot be read: {broken.orig}") from broken
    return auditor.head


@contextmanager
def _records(connection: Connection) -> Iterator[Iterator[tuple[Table, Record]]]:
    """All records of the chain, in its order."""
    with ExitStack() as results:
        tables = [
            _rows(table, results.enter_context(_result(connection, table)))
            for table in schema.CHAINED
        ]
        yield merge(*tables, key=lambda pair: pair[1].sequence)


def _result(connection: Connection, table: Table) -> CursorResult[tuple[object, ...]]:
    question = select(table).order_by(table.c.sequence)
    return connection.execute(question, execution_options={"yield_per": AT_ONCE})


def _rows(table: Table, result: CursorResult[tuple[object, ...]]) -> Iterator[tuple[Table, Record]]:
    for row in result:
        yield table, row


def _check_file(connection: Connection) -> None:
    """SQLite's own check: indexes that do not agree with their tables, damaged pages."""
    answer = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if answer != "ok":
        raise AuditFailed("database", None, f"SQLite finds its file damaged: {answer}")


class _Auditor:
    def __init__(self, anchor: Head | None) -> None:
        self.anchor = anchor
        self.head = START
        self.may_go_below_zero: dict[str, bool] = {}
        self.balances: Counter[str] = Counter()
        self.touched: Counter[str] = Counter()
        self.streams: Counter[str] = Counter()
        self.snapshots: dict[str, tuple[int, int, str]] = {}
        self.last_act = 0
        self.at = 0

    def read(self, table: Table, row: Record) -> None:
        kind = schema.KINDS[table]
        self._check_chain(kind, table, row)
        if kind == "account":
            self.may_go_below_zero[row.name] = row.may_go_below_zero == 1
        elif kind == "event":
            self._read_event(row)
        elif kind == "posting":
            self._read_posting(row)
        else:
            self._read_act(row)

    def _check_chain(self, kind: str, table: Table, row: Record) -> None:
        expected = self.head.sequence + 1
        if row.sequence > expected:
            raise AuditFailed("record", expected, "it is missing")
        if row.sequence < expected:
            raise AuditFailed(kind, row.sequence, "there is another record with this number")
        values = tuple(getattr(row, name) for name in schema.CHAINED[table])
        self.head = link(self.head, kind, values)
        if self.head.digest != row.digest:
            raise AuditFailed(
                kind,
                row.sequence,
                f"{shown(values[0])} and its digest do not agree: one of them, or the record before"
                " it, was changed",
            )
        if self.anchor is not None and self.anchor.sequence == row.sequence:
            if self.anchor != self.head:
                raise AuditFailed(
                    kind, row.sequence, "the chain does not pass through the anchor: it is another"
                )

    def _read_event(self, row: Record) -> None:
        self.streams[row.stream] += 1
        if row.version != self.streams[row.stream]:
            raise AuditFailed(
                "event",
                row.sequence,
                f"{row.stream} #{row.version} follows #{self.streams[row.stream] - 1}",
            )

    def _read_posting(self, row: Record) -> None:
        if type(row.cents) is not int or row.cents <= 0 or row.debit == row.credit:
            raise AuditFailed("posting", row.sequence, f"{shown(row.id)} moves nothing")
        for name, cents in ((row.debit, -row.cents), (row.credit, row.cents)):
            if name not in self.may_go_below_zero:
                raise AuditFailed("posting", row.sequence, f"there is no account {shown(name)}")
            self.balances[name] += cents
            self.touched[name] += 1
        if self.balances[row.debit] < 0 and not self.may_go_below_zero[row.debit]:
            raise AuditFailed(
                "posting", row.sequence, f"{shown(row.id)} takes {row.debit} below zero"
            )

    def _read_act(self, row: Record) -> None:
        if row.first != self.last_act + 1 or row.version != self.streams[row.stream]:
            raise AuditFailed(
                "act", row.sequence, f"{shown(row.key)} is not about the records before it"
            )
        self.last_act = row.sequence
        if row.at < self.at:
            raise AuditFailed("act", row.sequence, f"{shown(row.key)} is before the act before it")
        self.at = row.at
        if row.snapshot is not None:
            self.snapshots[row.stream] = (row.sequence, row.version, row.snapshot)

    def compare(self, connection: Connection) -> None:
        """What is kept beside the records, with what the records say."""
        self._compare_head(connection)
        for row in connection.execute(select(schema.accounts).order_by(schema.accounts.c.sequence)):
            if row.balance != self.balances[row.name]:
                raise AuditFailed(
                    "account",
                    row.sequence,
                    f"{row.name} is said to hold {shown(row.balance)} cents, and its postings make"
                    f" {self.balances[row.name]}",
                )
            if row.version != self.touched[row.name]:
                raise AuditFailed(
                    "account",
                    row.sequence,
                    f"{row.name} is said to have {shown(row.version)} postings, and has"
                    f" {self.touched[row.name]}",
                )
        self._compare_streams(connection)
        self._compare_snapshots(connection)

    def _compare_head(self, connection: Connection) -> None:
        row = connection.execute(select(schema.head)).one_or_none()
        kept = None if row is None else Head(row.sequence, row.digest)
        if kept != self.head:
            raise AuditFailed(
                "head", self.head.sequence, f"the records end here, and the head says {kept}"
            )
        if row is None or row.at != self.at:
            raise AuditFailed("head", self.head.sequence, f"its last act was at {self.at}")
        if self.head.sequence != self.last_act:
            raise AuditFailed("record", self.head.sequence, "it belongs to no act")
        if self.anchor is not None and self.anchor.sequence > self.head.sequence:
            raise AuditFailed(
                "head",
                self.head.sequence,
                f"the records end here, and the anchor knows {self.anchor.sequence}",
            )

    def _compare_streams(self, connection: Connection) -> None:
        kept = {row.name: row.version for row in connection.execute(select(schema.streams))}
        for name in sorted({*kept, *self.streams}):
            if kept.get(name) != self.streams[name]:
                raise AuditFailed(
                    "stream",
                    None,
                    f"{name} is said to be at #{shown(kept.get(name))}, and has"
                    f" {self.streams[name]} events",
                )

    def _compare_snapshots(self, connection: Connection) -> None:
        kept = {
            row.stream: (row.sequence, row.version, digest((row.body,)))
            for row in connection.execute(select(schema.snapshots))
        }
        for name in sorted({*kept, *self.snapshots}):
            if kept.get(name) != self.snapshots.get(name):
                raise AuditFailed(
                    "snapshot", None, f"{name}: it is not the one that its last act brought"
                )
