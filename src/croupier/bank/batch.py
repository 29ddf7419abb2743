"""Several acts and the part of the books that they touch: each is added or refused as a whole.

Everything is read before the first act and written after the last, so a refused act has nothing to
undo, and a hundred acts cost hardly more queries than one.
"""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Row,
    Select,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from croupier.bank import ledger
from croupier.bank.act import (
    AND,
    AccountTaken,
    Act,
    Part,
    Receipt,
    SeenStreams,
    StaleAct,
    TooLate,
    TooSoon,
    account_values,
    check_act,
    event_values,
    key_taken,
    posting_values,
)
from croupier.bank.chain import Head, Value, digest, link
from croupier.bank.clock import moment
from croupier.bank.schema import tables as schema
from croupier.bank.written import Written
from croupier.errors import shown
from croupier.money import Cents

IDLE_SECONDS = 5  # less than others wait for the lock, so that they get it
CHUNK = 500  # names in one query; databases have limits

# Statements are built once: that takes longer than sending them.
LOCK_HEAD = select(schema.head).with_for_update()
# A process that is suspended while it holds the lock loses it: PostgreSQL ends the transaction, the
# others continue, and when it wakes up it learns that nothing was written. Set in the same query,
# for this transaction only: readers have no time limit.
LOCK_HEAD_A_WHILE = LOCK_HEAD.add_columns(
    func.set_config("idle_in_transaction_session_timeout", f"{IDLE_SECONDS}s", True)
)
# PostgreSQL does not treat a process as idle that was suspended between two pipelined statements.
# So the first writer that times out terminates it.
END_STOPPED = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    " AND state = 'active' AND wait_event = 'ClientRead'"
    f" AND clock_timestamp() - query_start > interval '{IDLE_SECONDS}s' AND pid IN (SELECT pid"
    " FROM pg_locks WHERE relation = 'head'::regclass AND mode = 'RowShareLock' AND granted)"
)
MOVE_HEAD = update(schema.head).values(
    sequence=bindparam("last"), digest=bindparam("link"), at=bindparam("now")
)
SET_BALANCE = (
    update(schema.accounts)
    .where(schema.accounts.c.name == bindparam("who"))
    .values(balance=bindparam("cents"), version=bindparam("count"))
)
BEGIN_STREAM = insert(schema.streams).values(name=bindparam("who"), version=bindparam("count"))
MOVE_STREAM = (
    update(schema.streams)
    .where(schema.streams.c.name == bindparam("who"))
    .values(version=bindparam("count"))
)
DROP_SNAPSHOT = delete(schema.snapshots).where(schema.snapshots.c.stream == bindparam("who"))
ADD = {table: insert(table) for table in (*schema.CHAINED, schema.snapshots)}


@cache
def _find(table: Table, column: str) -> Select[tuple[object, ...]]:
    return select(table).where(table.c[column].in_(bindparam("names", expanding=True)))


class Standing(NamedTuple):
    balance: int
    version: int


class Batch:
    def __init__(
        self, connection: Connection, acts: Sequence[Act], now: int, *, lock: bool = True
    ) -> None:
        self.connection = connection
        self.head, last = head_of(connection, lock=lock)
        self.begin = self.head.sequence
        self.at = moment(now, last)
        self.accounts: dict[str, ledger.Account] = {}
        self.standings: dict[str, Standing] = {}
        self.posted: dict[str, ledger.Posting] = {}
        self.reversed_by: dict[str, str] = {}
        self.done: dict[str, tuple[str, Receipt]] = {}
        self._read(acts)
        names = (name for act in acts for name in names_of(act))
        versions = {row.name: row.version for row in self._rows(schema.streams, "name", names)}
        self.streams = Streams(connection, acts, versions)
        self.touched: set[str] = set()
        self.snapshots: dict[str, dict[str, Value]] = {}
        self.rows: dict[Table, list[dict[str, Value]]] = {table: [] for table in schema.CHAINED}

    def add(self, act: Act) -> Receipt:
        """The receipt of an act that is valid or in the books already; otherwise a BankError."""
        check_act(act)
        content = act.content
        if act.key in self.done:
            first_content, receipt = self.done[act.key]
            if content != first_content:
                raise key_taken(receipt)
            return replace(receipt, repeated=True)
        if act.until is not None and self.at > act.until:
            raise TooLate(f"act {shown(act.key)} had to be written {self.at - act.until} ms ago")
        if act.since is not None and self.at < act.since:
            raise TooSoon(f"act {shown(act.key)} comes {act.since - self.at} ms too soon")
        self.streams.check(act)
        opened = self._opened(act)
        known = ChainMap(opened, self.accounts)
        balances = {
            name: self.standings[name].balance for name in _names(act) if name in self.standings
        }
        books = ledger.Books(known, balances, self.posted, self.reversed_by)
        new = ledger.entry(books, act.postings, act.cleared)
        return self._record(act, content, opened, new)  # from here on nothing is refused

    def write(self) -> None:
        if not self.streams.moved:
            return
        for table, rows in self.rows.items():
            if rows:
                self.connection.execute(ADD[table], rows)
        self._write_balances()
        self._write_streams()
        last = {"last": self.head.sequence, "link": self.head.digest, "now": self.at}
        self.connection.execute(MOVE_HEAD, last)

    @property
    def written(self) -> Written:
        """What this writes: to be believed once it is committed."""
        balances = {name: Cents(self.standings[name].balance) for name in self.touched}
        return Written(self.begin, self.head.sequence, balances)

    def _opened(self, act: Act) -> dict[str, ledger.Account]:
        opened: dict[str, ledger.Account] = {}
        for account in act.accounts:
            known = opened.get(account.name) or self.accounts.get(account.name)
            if known is None:
                opened[account.name] = account
            elif known != account:
                raise AccountTaken(
                    f"act {shown(act.key)} opens {account}; it is open already as {known}"
                )
        return opened

    def _record(
        self, act: Act, content: str, opened: dict[str, ledger.Account], new: ledger.Entry
    ) -> Receipt:
        for part in act.also:
            first = self.head.sequence + 1
            self._tell(part)
            self._close(f"{act.key}{AND}{part.stream}", part, first, content)
        first = self.head.sequence + 1
        for account in opened.values():
            self._link(schema.accounts, account_values(account), balance=0, version=0)
            self.accounts[account.name] = account
            self.standings[account.name] = Standing(0, 0)
        own = act.parts[-1]
        self._tell(own)
        for posting in new.postings:
            self._post(posting)
        self._close(act.key, own, first, content)
        receipt = Receipt(act.key, act.stream, own.version_after, first, self.head.sequence)
        self.done[act.key] = (content, receipt)
        self.streams.done(act)
        return receipt

    def _tell(self, part: Part) -> None:
        for version, event in enumerate(part.events, part.version + 1):
            self._link(schema.events, (part.stream, version, *event_values(event)))

    def _close(self, key: str, part: Part, first: int, content: str) -> None:
        """Adds the record that ends an act's part in one stream."""
        version = part.version_after
        snapshot = None if part.snapshot is None else digest((part.snapshot,))
        values = (key, part.stream, version, first, content, snapshot, self.at)
        self._link(schema.acts, values)
        self.streams.tell(part)
        if part.snapshot is not None:
            self.snapshots[part.stream] = {
                "stream": part.stream,
                "sequence": self.head.sequence,
                "version": version,
                "body": part.snapshot,
            }

    def _post(self, posting: ledger.Posting) -> None:
        self._link(schema.postings, posting_values(posting))
        self.posted[posting.id] = posting
        if posting.reverses is not None:
            self.reversed_by[posting.reverses] = posting.id
        for name, cents in ((posting.debit, -posting.cents), (posting.credit, posting.cents)):
            balance, version = self.standings[name]
            self.standings[name] = Standing(balance + cents, version + 1)
            self.touched.add(name)

    def _link(self, table: Table, values: tuple[Value, ...], **more: Value) -> None:
        self.head = link(self.head, schema.KINDS[table], values)
        named = dict(zip(schema.CHAINED[table], values, strict=True))
        self.rows[table].append(
            {"sequence": self.head.sequence, **named, **more, "digest": self.head.digest}
        )

    def _write_balances(self) -> None:
        if self.touched:
            standings = [(name, *self.standings[name]) for name in sorted(self.touched)]
            self.connection.execute(
                SET_BALANCE,
                [{"who": who, "cents": cents, "count": count} for who, cents, count in standings],
            )

    def _write_streams(self) -> None:
        streams = self.streams
        rows = [{"who": name, "count": streams.versions[name]} for name in sorted(streams.moved)]
        new = [row for row in rows if row["who"] not in streams.known]
        old = [row for row in rows if row["who"] in streams.known]
        if new:
            self.connection.execute(BEGIN_STREAM, new)
        if old:
            self.connection.execute(MOVE_STREAM, old)
        if self.snapshots:
            self.connection.execute(DROP_SNAPSHOT, [{"who": name} for name in self.snapshots])
            self.connection.execute(ADD[schema.snapshots], list(self.snapshots.values()))

    def _read(self, acts: Sequence[Act]) -> None:
        for row in self._rows(schema.accounts, "name", (n for act in acts for n in _names(act))):
            self.accounts[row.name] = _account(row)
            self.standings[row.name] = Standing(row.balance, row.version)
        postings = [posting for act in acts for posting in act.postings]
        ids = [name for posting in postings for name in (posting.id, posting.reverses)]
        for row in self._rows(schema.postings, "id", ids):
            self.posted[row.id] = posting_of(row)
        wrong = (posting.reverses for posting in postings)
        for row in self._rows(schema.postings, "reverses", wrong):
            self.reversed_by[row.reverses] = row.id
        for row in self._rows(schema.acts, "key", (act.key for act in acts)):
            self.done[row.key] = (row.content, receipt_of(row))

    def _rows(
        self, table: Table, column: str, names: Iterable[object]
    ) -> Iterator[Row[tuple[object, ...]]]:
        # An invalid name cannot be in the books; the checks will refuse it.
        wanted = sorted({name for name in names if isinstance(name, str) and is_name(name)})
        for start in range(0, len(wanted), CHUNK):
            some = {"names": wanted[start : start + CHUNK]}
            yield from self.connection.execute(_find(table, column), some)


def is_name(name: str) -> bool:
    return ledger.text_is_valid(name, ledger.LONGEST_NAME, shortest=1)


def _names(act: Act) -> Iterator[str]:
    yield from (account.name for account in act.accounts)
    for posting in act.postings:
        yield from (posting.debit, posting.credit)
    yield from act.cleared


def head_of(connection: Connection, *, lock: bool) -> tuple[Head, int]:
    """The end of the chain and its time; with `lock`, other writers wait for this transaction.

    SQLite needs no lock of its own: a writer's transaction begins with one (see connect.py).
    """
    held = LOCK_HEAD_A_WHILE if connection.dialect.name == "postgresql" else LOCK_HEAD
    row = connection.execute(held if lock else select(schema.head)).one()
    return Head(row.sequence, row.digest), row.at


def _account(row: Row[tuple[object, ...]]) -> ledger.Account:
    return ledger.Account(row.name, ledger.Kind(row.kind), bool(row.may_go_below_zero))


def posting_of(row: Any) -> ledger.Posting:
    return ledger.Posting(
        row.id,
        row.debit,
        row.credit,
        Cents(row.cents),
        ledger.Purpose(row.reason),
        row.memo,
        row.reverses,
    )


def receipt_of(row: Any, *, repeated: bool = False) -> Receipt:
    return Receipt(row.key, row.stream, row.version, row.first, row.sequence, repeated)


# The streams that acts write to or were decided on, read while the writer holds the lock


@cache
def _counted(prefix: str) -> Select[Any]:
    """How many streams have this prefix, and how many events they have together."""
    table = schema.streams
    events = func.coalesce(func.sum(table.c.version), 0)
    return select(func.count(), events).where(table.c.name.startswith(prefix, autoescape=True))


class Streams:
    def __init__(
        self, connection: Connection, acts: Sequence[Act], current: dict[str, int]
    ) -> None:
        self.versions = current
        self.known = frozenset(current)
        self.moved: set[str] = set()
        self._written: set[str] = set()  # the keys of acts
        self._counted: dict[str, SeenStreams] = {}
        for prefix in {seen.prefix for act in acts for seen in act.seen_all}:
            streams, events = connection.execute(_counted(prefix)).one()
            self._counted[prefix] = SeenStreams(prefix, streams, int(events))

    def check(self, act: Act) -> None:
        """The act's preconditions must still hold."""
        for stream, answered in (*((part.stream, part.version) for part in act.parts), *act.seen):
            version = self.versions.get(stream, 0)
            if version != answered:
                raise StaleAct(
                    f"act {shown(act.key)} answers {stream} #{answered}, which is at #{version}"
                )
        for seen in act.seen_all:
            now = self._counted[seen.prefix]
            if now != seen:
                raise StaleAct(
                    f"act {shown(act.key)} answers {seen.streams} streams {shown(seen.prefix)} with"
                    f" {seen.events} events; there are {now.streams} with {now.events}"
                )
        if missing := act.upon - self._written:
            raise StaleAct(f"act {shown(act.key)} answers {shown(min(missing))}, which is not done")

    def tell(self, part: Part) -> None:
        new = part.stream not in self.versions
        for prefix, (_, streams, events) in self._counted.items():
            if part.stream.startswith(prefix):
                now = SeenStreams(prefix, streams + new, events + len(part.events))
                self._counted[prefix] = now
        self.versions[part.stream] = part.version_after
        self.moved.add(part.stream)

    def done(self, act: Act) -> None:
        self._written.add(act.key)


def names_of(act: Act) -> list[str]:
    """Every stream that the act writes to or was decided on."""
    return [part.stream for part in act.parts] + [seen.stream for seen in act.seen]
