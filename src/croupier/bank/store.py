"""Stores the books: acts are atomic, and on the disk when `commit` returns."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import MappingProxyType
from typing import Any, NamedTuple
from warnings import warn

from sqlalchemy import ColumnElement, Connection, Engine, Select, bindparam, select

from croupier.bank.act import Act, Event, Receipt
from croupier.bank.batch import CHUNK, END_STOPPED, Batch, head_of, is_name, posting_of, receipt_of
from croupier.bank.chain import Head
from croupier.bank.clock import Clock, HouseClock, now
from croupier.bank.connect import engine_for, for_reading, open_to_others, place_of, reader_for
from croupier.bank.faults import BUSY, DATABASE_FAILED, StoreError, in_words
from croupier.bank.ledger import Posting
from croupier.bank.schema import tables as schema
from croupier.bank.schema.upgrade import check_readable, is_newest, upgrade
from croupier.bank.written import Written
from croupier.errors import BankError, Notice, shown
from croupier.money import Cents

FAILED = "store/failed"
UNKNOWN_ACCOUNT = "store/unknown_account"
Commit = Callable[[Sequence[Act]], list[Receipt | BankError]]
SEND_AGAIN = "; send the same acts again, keys and all"


STATES = select(
    schema.streams.c.name, schema.streams.c.version, schema.snapshots.c.body
).outerjoin_from(
    schema.streams, schema.snapshots, schema.snapshots.c.stream == schema.streams.c.name
)
SINCE = (
    select(schema.events.c.stream, schema.events.c.kind, schema.events.c.body)
    .join_from(
        schema.snapshots,
        schema.events,
        (schema.events.c.stream == schema.snapshots.c.stream)
        & (schema.events.c.version > schema.snapshots.c.version),
    )
    .order_by(schema.events.c.stream, schema.events.c.version)
)


DONE_AT_HEAD = select(schema.head.c.sequence.label("head"), schema.acts).outerjoin_from(
    schema.head, schema.acts, schema.acts.c.key.in_(bindparam("keys", expanding=True))
)
NOTHING: Mapping[str, Any] = MappingProxyType({})
SINCE_RECORD = select(schema.events).order_by(schema.events.c.sequence)


class PlacedEvent(NamedTuple):
    """An event and its place: in the chain, and in its stream."""

    sequence: int
    stream: str
    version: int
    event: Event


class StoredStream(NamedTuple):
    """A stream as the books have it: its newest snapshot, and the events since."""

    version: int  # after those events
    snapshot: str | None = None  # None if there is none; then no events are read either
    events: tuple[Event, ...] = ()


class Store:
    """One bank. A database may have many writers: each thread or process opens its own Store."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self.engine = engine
        self.clock = clock
        self._readers = for_reading(engine)
        self.written = Written()

    def commit(self, act: Act) -> Receipt:
        """Writes an act, or raises a BankError and leaves the books as they were."""
        (answer,) = self.commit_many([act])
        if isinstance(answer, BankError):
            raise answer
        return answer

    def commit_many(self, acts: Sequence[Act]) -> list[Receipt | BankError]:
        """Writes acts in one transaction, in order; each is accepted or refused on its own.

        A StoreError means that the database failed, and that the outcome is unknown: send the acts
        again with the same keys, and nothing is done twice.
        """
        with self._writing() as connection:
            answers, batch = self._commit(connection, acts)
        self.written = self.written.followed_by(batch.written)
        return answers

    @contextmanager
    def alone(self) -> Iterator[Commit]:
        """Holds the writers' lock, so that decisions cannot be stale when they are written.

        What is committed is in the books when this ends without an error.
        """
        with self._writing() as connection:
            head_of(connection, lock=True)
            yield lambda acts: self._commit(connection, acts)[0]

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        try:
            with in_words(DATABASE_FAILED, SEND_AGAIN), self.engine.begin() as connection:
                yield connection
        except StoreError as refused:
            if refused.code == BUSY and self.engine.dialect.name == "postgresql":
                # It may belong to another role, which we may not end; this write is refused anyway.
                with suppress(StoreError), in_words(DATABASE_FAILED), self.engine.begin() as freed:
                    freed.execute(END_STOPPED)
            raise

    def _commit(
        self, connection: Connection, acts: Sequence[Act]
    ) -> tuple[list[Receipt | BankError], Batch]:
        answers: list[Receipt | BankError] = []
        batch = Batch(connection, acts, self.clock())
        for act in acts:
            try:
                answers.append(batch.add(act))
            except BankError as refused:
                answers.append(refused)
        batch.write()
        return answers, batch

    def check(self, act: Act) -> None:
        """Raises what `commit` would raise now; takes no lock and writes nothing."""
        with self.reading() as connection:
            Batch(connection, [act], self.clock(), lock=False).add(act)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection with a snapshot of the books as of now."""
        with in_words(DATABASE_FAILED), self._readers.begin() as connection:
            yield connection

    def ask(self, question: Select[Any], values: Mapping[str, Any] = NOTHING) -> Sequence[Any]:
        """The rows of a query on the books as of now."""
        with self.reading() as connection:
            return connection.execute(question, values).all()

    def head(self) -> Head:
        with self.reading() as connection:
            return head_of(connection, lock=False)[0]

    def balance(self, name: str) -> Cents:
        table = schema.accounts
        found = self.ask(select(table.c.balance).where(table.c.name == name))
        if not found:
            raise StoreError(f"there is no account {shown(name)}", UNKNOWN_ACCOUNT)
        return Cents(found[0].balance)

    def balances_of(self, names: Collection[str]) -> dict[str, Cents]:
        """Of these accounts; without those that do not exist."""
        table, found = schema.accounts, dict[str, Cents]()
        with self.reading() as connection:
            for some in _those(table.c.name, names, ()):
                rows = connection.execute(select(table.c.name, table.c.balance).where(some))
                found |= {row.name: Cents(row.balance) for row in rows}
        return found

    def posting(self, name: str) -> Posting:
        found = self.ask(select(schema.postings).where(schema.postings.c.id == name))
        if not found:
            raise StoreError(f"there is no posting {shown(name)}", "store/unknown_posting")
        return posting_of(found[0])

    def balances(self) -> dict[str, Cents]:
        table = schema.accounts
        rows = self.ask(select(table.c.name, table.c.balance).order_by(table.c.sequence))
        return {row.name: Cents(row.balance) for row in rows}

    def version(self, stream: str) -> int:
        return self.versions([stream], ()).get(stream, 0)

    def versions(
        self, streams: Collection[str] = (), prefixes: Collection[str] = ("",)
    ) -> dict[str, int]:
        """The streams named or with these prefixes, with the number of their events."""
        table, found = schema.streams, dict[str, int]()
        with self.reading() as connection:
            for some in _those(table.c.name, streams, prefixes):
                rows = connection.execute(select(table.c.name, table.c.version).where(some))
                found |= {row.name: row.version for row in rows}
        return found

    def stored_streams(
        self, streams: Collection[str] = (), prefixes: Collection[str] = ()
    ) -> dict[str, StoredStream]:
        """Streams by name or prefix, in one consistent read."""
        found: dict[str, StoredStream] = {}
        with self.reading() as connection:
            for some in _those(schema.streams.c.name, streams, prefixes):
                for name, version, snapshot in connection.execute(STATES.where(some)):
                    found[name] = StoredStream(version, snapshot)
            for some in _those(schema.snapshots.c.stream, streams, prefixes):
                since: dict[str, list[Event]] = {}
                for stream, kind, text in connection.execute(SINCE.where(some)):
                    since.setdefault(stream, []).append(Event(kind, text))
                for stream, events in since.items():
                    found[stream] = found[stream]._replace(events=tuple(events))
        return found

    def streams(self, prefix: str = "") -> list[str]:
        table = schema.streams
        question = select(table.c.name).where(table.c.name.startswith(prefix, autoescape=True))
        return sorted(row.name for row in self.ask(question))

    def receipt(self, key: str) -> Receipt | None:
        _, receipt = self.done([key]).get(key, ("", None))
        return receipt

    def done_at_head(self, keys: Sequence[str]) -> tuple[dict[str, tuple[str, Receipt]], int]:
        """The same as `done`, and the chain's last record, in one query."""
        rows = self.ask(DONE_AT_HEAD, {"keys": list(keys)})
        found = {row.key: (row.content, receipt_of(row, repeated=True)) for row in rows if row.key}
        return found, int(rows[0].head)

    def done(self, keys: Sequence[str]) -> dict[str, tuple[str, Receipt]]:
        """Acts in the books, by key: the digest of the request, and the receipt."""
        return self.done_at_head(keys)[0]

    def events(self, stream: str, after: int = 0, most: int | None = None) -> list[Event]:
        """The events of a stream in order, after the first `after`; at most `most`."""
        table = schema.events
        some = select(table.c.kind, table.c.body).where(table.c.version > after).limit(most)
        return self._events(some.where(table.c.stream == stream).order_by(table.c.version))

    def events_since(self, sequence: int, most: int) -> list[PlacedEvent]:
        """Of all streams, in the order of the books, after this record."""
        rows = self.ask(SINCE_RECORD.where(schema.events.c.sequence > sequence).limit(most))
        return [
            PlacedEvent(row.sequence, row.stream, row.version, Event(row.kind, row.body))
            for row in rows
        ]

    def rare_events(self, stream: str, before: int) -> list[Event]:
        """The events of a stream up to a version, except rounds."""
        table = schema.events
        rare = select(table.c.kind, table.c.body).where(schema.RARE, table.c.version <= before)
        return self._events(rare.where(table.c.stream == stream).order_by(table.c.sequence))

    def _events(self, question: Select[tuple[str, str]]) -> list[Event]:
        return [Event(row.kind, row.body) for row in self.ask(question)]

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _those(
    name: ColumnElement[str], streams: Collection[str], prefixes: Collection[str]
) -> Iterator[ColumnElement[bool]]:
    """The conditions for streams by name or by prefix."""
    wanted = sorted(filter(is_name, streams))
    for start in range(0, len(wanted), CHUNK):
        yield name.in_(wanted[start : start + CHUNK])
    for prefix in prefixes:
        yield name.startswith(prefix, autoescape=True)


def open_store(url: str, clock: Clock | None = None) -> Store:
    """The bank at a database URL. Creates or migrates its tables.

    Without a `clock`, the machine's is used, as far as it is plausible (clock.py).
    """
    engine = engine_for(url)
    file = _file_of(engine)
    loose = open_to_others(file)
    with _opening(engine):
        with for_reading(engine).begin() as connection:
            newest = is_newest(connection)
            if clock is None:
                clock = _house_clock(connection)
        if not newest:
            with engine.begin() as connection:
                upgrade(connection)
    if loose:
        _tell_of(file)
    return Store(engine, clock)


def read_store(url: str) -> Store:
    """The bank at a database URL, for reading only: takes no lock and changes nothing."""
    engine = reader_for(url)
    with _opening(engine), engine.begin() as connection:
        check_readable(connection)
    if open_to_others(_file_of(engine)):
        _tell_of(_file_of(engine))
    return Store(engine, now)


def _house_clock(connection: Connection) -> HouseClock:
    clock = HouseClock()
    if connection.dialect.name == "postgresql":
        server = "SELECT (1000 * extract(epoch FROM clock_timestamp()))::bigint"
        clock.check_with(int(connection.exec_driver_sql(server).scalar_one()))
    return clock


@contextmanager
def _opening(engine: Engine) -> Iterator[None]:
    try:
        with in_words(f"cannot open {place_of(engine)}", code="store/cannot_open"):
            yield
    except BaseException:
        engine.dispose()
        raise


def _file_of(engine: Engine) -> str:
    """The path of a bank's file; empty if it is not a file."""
    return (engine.url.database or "") if engine.dialect.name == "sqlite" else ""


def _tell_of(file: str) -> None:
    """Warns that others may read, or could have read, a file with the secrets of undealt shoes."""
    if open_to_others(file):
        said = f"others than its owner may read or change {file}: chmod 600 {file}"
    else:
        said = f"others might read or change {file}; now only its owner may (mode 600)"
    warn(said, Notice, stacklevel=3)
