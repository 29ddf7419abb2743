"""Queries on a stretch of the books: records by their numbers, and the times of acts."""

from bisect import bisect_left
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, ScalarSelect, bindparam, func, select

from croupier.bank.act import Event, Receipt
from croupier.bank.batch import CHUNK, posting_of, receipt_of
from croupier.bank.ledger import Posting
from croupier.bank.schema import tables as schema
from croupier.bank.store import Store
from croupier.money import Cents

AT_ONCE = 1000  # rows held in memory
TOLD = schema.events.c
EVENT = (TOLD.sequence, TOLD.stream, TOLD.version, TOLD.kind, TOLD.body)


class Stretch(NamedTuple):
    """A range of record numbers, both ends included."""

    first: int
    last: int


class PostingSum(NamedTuple):
    debit: str
    credit: str
    reason: str
    cents: Cents


class StoredEvent(NamedTuple):
    sequence: int
    stream: str
    version: int
    event: Event


def stretch(store: Store, since: int, until: int) -> Stretch:
    """The records of the acts from one time (milliseconds) until before another."""
    with store.reading() as connection:
        before, last = (_last_before(connection, time) for time in (since, until))
    return Stretch(before + 1, last)


def _last_before(connection: Connection, time: int) -> int:
    """The last act before a time, by binary search: the times of acts never decrease."""
    acts = schema.acts
    last = select(func.max(acts.c.sequence))
    latest = select(acts.c.at).order_by(acts.c.sequence.desc()).limit(1)

    def at(place: int) -> int:
        return connection.scalar(latest.where(acts.c.sequence <= place)) or 0

    end = connection.scalar(last) or 0
    after = bisect_left(range(end + 1), time, key=at)
    return connection.scalar(last.where(acts.c.sequence < after)) or 0


def times(store: Store) -> tuple[int, int] | None:
    acts = schema.acts
    with store.reading() as connection:
        first, last = (
            connection.scalar(select(acts.c.at).order_by(order).limit(1))
            for order in (acts.c.sequence, acts.c.sequence.desc())
        )
    return None if first is None or last is None else (first, last)


def flows(store: Store, part: Stretch) -> list[PostingSum]:
    table = schema.postings
    kinds = (table.c.debit, table.c.credit, table.c.reason)
    question = (
        select(*kinds, func.sum(table.c.cents))
        .where(table.c.sequence.between(*part))
        .group_by(*kinds)
        .order_by(*kinds)
    )
    return [
        PostingSum(debit, credit, reason, Cents(int(cents)))
        for debit, credit, reason, cents in store.ask(question)
    ]


def version_at(store: Store, stream: str, sequence: int) -> int:
    """How many events a stream had before that record."""
    table = schema.events
    newest = select(table.c.version).where(table.c.stream == stream, table.c.sequence < sequence)
    found = store.ask(newest.order_by(table.c.version.desc()).limit(1))
    return int(found[0].version) if found else 0


def rare_of(store: Store, stream: str, version: int) -> list[StoredEvent]:
    """The events of a stream up to a version, except rounds, with their records."""
    table = schema.events
    question = (
        select(*EVENT)
        .where(schema.RARE, table.c.version <= version, table.c.stream == stream)
        .order_by(table.c.sequence)
    )
    return [
        StoredEvent(sequence, name, number, Event(kind, text))
        for sequence, name, number, kind, text in store.ask(question)
    ]


def postings_of(store: Store, part: Stretch, account: str) -> Iterator[tuple[int, int, Posting]]:
    """Every posting of an account in order: its record number, the change of the balance, and the
    posting itself.
    """
    table = schema.postings
    question = (
        select(table)
        .where(table.c.sequence.between(*part))
        .where((table.c.debit == account) | (table.c.credit == account))
        .order_by(table.c.sequence)
    )
    with store.reading() as connection:
        for row in connection.execute(question, execution_options={"yield_per": AT_ONCE}):
            yield row.sequence, row.cents if row.credit == account else -row.cents, posting_of(row)


def time_of(store: Store, sequence: int) -> int:
    """When the act of a record was done, in milliseconds."""
    acts = schema.acts
    question = select(acts.c.at).where(acts.c.sequence >= sequence).order_by(acts.c.sequence)
    return int(store.ask(question.limit(1))[0].at)


def stored_events(store: Store, part: Stretch, prefix: str = "") -> Iterator[StoredEvent]:
    """The events of all streams with this prefix, in order."""
    if not store.streams(prefix):  # then no index would find its events
        return
    table = schema.events
    question = (
        select(*EVENT)
        .where(table.c.sequence.between(*part), table.c.stream.startswith(prefix, autoescape=True))
        .order_by(table.c.sequence)
    )
    with store.reading() as connection:
        rows = connection.execute(question, execution_options={"yield_per": AT_ONCE})
        for sequence, stream, version, kind, text in rows:
            yield StoredEvent(sequence, stream, version, Event(kind, text))


def events_after(
    store: Store, stream: str, version: int, first: int, at_once: int
) -> Iterator[Event]:
    """The events of a stream after a version: `first` in the first query, then `at_once` each."""
    while some := store.events(stream, after=version, most=first):
        yield from some
        version, first = version + len(some), at_once


def rare(
    store: Store, part: Stretch, kinds: list[str], most: int | None = None
) -> list[tuple[StoredEvent, int]]:
    """Events of some rare kinds (not rounds), with the time of each; only the last `most`."""
    table, acts = schema.events, schema.acts
    question = (
        select(*EVENT, acts.c.at)
        .select_from(table)
        .join(acts, acts.c.sequence == _act_of_event())
        .where(schema.RARE, table.c.sequence.between(*part), table.c.kind.in_(kinds))
        .order_by(table.c.sequence if most is None else table.c.sequence.desc())
        .limit(most)
    )
    rows = store.ask(question)
    return [
        (StoredEvent(sequence, stream, version, Event(kind, text)), at)
        for sequence, stream, version, kind, text, at in (rows if most is None else rows[::-1])
    ]


def _act_of_event() -> ScalarSelect[int]:
    """The record number of an event's act: the next act after it."""
    acts, events = schema.acts, schema.events
    later = acts.alias()
    return (
        select(func.min(later.c.sequence))
        .where(later.c.sequence > events.c.sequence)
        .correlate(events)
        .scalar_subquery()
    )


class Snapshot(NamedTuple):
    """The newest snapshot of a stream, and the act that wrote it."""

    stream: str
    sequence: int
    version: int
    body: str


def snapshots(store: Store, prefix: str = "") -> list[Snapshot]:
    table = schema.snapshots
    columns = (table.c.stream, table.c.sequence, table.c.version, table.c.body)
    question = select(*columns).where(table.c.stream.startswith(prefix, autoescape=True))
    return [Snapshot._make(row) for row in store.ask(question.order_by(table.c.stream))]


class Done(NamedTuple):
    key: str
    at: int
    version: int
    events: tuple[Event, ...]
    postings: tuple[Posting, ...]
    record: int  # its own, the last of its records


def acts_of(store: Store, stream: str, after: int, most: int) -> Iterator[Done]:
    """The complete acts of a stream after its first `after` events; at most `most`."""
    acts, events = schema.acts, schema.events
    question = (
        select(acts)
        .select_from(events)
        .join(acts, acts.c.sequence == _act_of_event())
        .where(events.c.stream == stream, events.c.version > after)
        .where(events.c.version == acts.c.version)  # its last event
        .order_by(events.c.version)
        .limit(most)
    )
    with store.reading() as connection:
        for act in connection.execute(question).all():
            yield _whole(connection, act)


def act_of(store: Store, receipt: Receipt) -> Done:
    acts = schema.acts
    with store.reading() as connection:
        question = select(acts).where(acts.c.sequence == receipt.last)
        return _whole(connection, connection.execute(question).one())


def act_with(store: Store, record: int) -> Receipt | None:
    acts = schema.acts
    question = select(acts).where(acts.c.sequence >= record).order_by(acts.c.sequence).limit(1)
    rows = store.ask(question)
    return receipt_of(rows[0]) if rows and rows[0].first <= record else None


def postings_in(store: Store, part: Stretch) -> dict[int, Posting]:
    table = schema.postings
    question = select(table).where(table.c.sequence.between(*part)).order_by(table.c.sequence)
    return {row.sequence: posting_of(row) for row in store.ask(question)}


def _whole(connection: Connection, act: Any) -> Done:
    events, postings = schema.events, schema.postings
    within = (act.first, act.sequence)
    said = connection.execute(
        select(events.c.kind, events.c.body)
        .where(events.c.sequence.between(*within))
        .order_by(events.c.sequence)
    )
    moved = connection.execute(
        select(postings).where(postings.c.sequence.between(*within)).order_by(postings.c.sequence)
    )
    return Done(
        act.key,
        act.at,
        act.version,
        tuple(Event(kind, text) for kind, text in said),
        tuple(posting_of(row) for row in moved),
        act.sequence,
    )


def act_of_posting(store: Store, ids: list[str]) -> tuple[str, int] | None:
    """The stream of the first act that made one of these postings, and its version before that."""
    acts, events, postings = schema.acts, schema.events, schema.postings
    with store.reading() as connection:
        place = connection.scalar(
            select(func.min(postings.c.sequence)).where(postings.c.id.in_(ids))
        )
        if place is None:
            return None
        act = connection.execute(
            select(acts).where(acts.c.sequence > place).order_by(acts.c.sequence).limit(1)
        ).one()
        event_count = select(func.count()).select_from(events)
        event_count = event_count.where(events.c.sequence.between(act.first, act.sequence))
        return act.stream, act.version - (connection.scalar(event_count) or 0)


def events_at(store: Store, places: list[tuple[str, int]]) -> dict[tuple[str, int], Event]:
    """The events that exist at some places, by stream and version."""
    table = schema.events
    # One by one: for a list of pairs SQLite would scan the whole table.
    place = (table.c.stream == bindparam("stream"), table.c.version == bindparam("version"))
    question = select(table.c.kind, table.c.body).where(*place)
    found: dict[tuple[str, int], Event] = {}
    with store.reading() as connection:
        for stream, version in places:
            rows = connection.execute(question, {"stream": stream, "version": version})
            if row := rows.one_or_none():
                found[stream, version] = Event(row.kind, row.body)
    return found


def balances_of(store: Store, names: Collection[str]) -> dict[str, Cents]:
    """Of those accounts that there are."""
    table, wanted = schema.accounts, sorted(names)
    found: dict[str, Cents] = {}
    with store.reading() as connection:
        for start in range(0, len(wanted), CHUNK):
            some = table.c.name.in_(wanted[start : start + CHUNK])
            for row in connection.execute(select(table.c.name, table.c.balance).where(some)):
                found[row.name] = Cents(row.balance)
    return found


def postings_by_id(store: Store, ids: list[str]) -> dict[str, Posting]:
    table = schema.postings
    found: dict[str, Posting] = {}
    with store.reading() as connection:
        for start in range(0, len(ids), CHUNK):
            some = select(table).where(table.c.id.in_(ids[start : start + CHUNK]))
            found |= {row.id: posting_of(row) for row in connection.execute(some)}
    return found
