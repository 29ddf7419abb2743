"""The audit: whatever is changed in the books without the bank is named."""

import pickle
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Row, Table, select, text, update
from sqlalchemy.exc import IntegrityError

from croupier.bank.act import Act, Event
from croupier.bank.audit import run as audit_module
from croupier.bank.audit.run import AuditedBank, AuditFailed
from croupier.bank.chain import Head, link
from croupier.bank.ledger import Account, Kind, Posting, Purpose, reversal
from croupier.bank.schema import tables as schema
from croupier.bank.store import Store, open_store
from croupier.money import Cents

ACCOUNTS = (Account("house", Kind.HOUSE, may_go_below_zero=True), Account("ann", Kind.PLAYER))
PAID = Posting("p1", "house", "ann", Cents(700), Purpose.WINNINGS, "memorable")
ACTS = [
    Act("k1", "t", 0, (Event("dealt", "cards"), Event("paid", "chips")), (PAID,), ACCOUNTS),
    Act("k2", "t", 2, (), (reversal(PAID, "r1", "a slip"),), snapshot="felt empty"),
    Act("k3", "u", 0, (Event("closed", "body"),), (replace(PAID, id="p2"),)),
]


@pytest.fixture(autouse=True, params=[1, 20_000], ids=["act by act", "at once"])
def window(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is found whether it is in its own window or in one with everything else."""
    monkeypatch.setattr(audit_module, "WINDOW", request.param)


def audit(store: Store, anchor: Head | None = None) -> AuditedBank:
    return audit_module.audit(store, anchor, workers=1)


@pytest.fixture(autouse=True)
def schema_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skips the schema check, which would report what `unlock` does: see test_catalog.py."""
    monkeypatch.setattr(audit_module, "difference", lambda connection: None)


@pytest.fixture
def books(store: Store) -> Store:
    store.commit_many(ACTS)
    unlock(store)
    return store


def unlock(store: Store) -> None:
    """Removes the constraints and triggers, as somebody with access to the database could."""
    with store.engine.begin() as connection:
        if store.engine.dialect.name == "postgresql":
            for table in schema.CHAINED:
                connection.execute(text(f"ALTER TABLE {table.name} DISABLE TRIGGER USER"))
        else:
            names = connection.execute(text("SELECT name FROM sqlite_master WHERE type='trigger'"))
            for (name,) in names.all():
                connection.execute(text(f"DROP TRIGGER {name}"))


def altered(value: object) -> object:
    if value is None:
        return "p2"
    if isinstance(value, int):
        return value + 1
    assert isinstance(value, str)
    return value[:-1] + chr(ord(value[-1]) ^ 1) if value else "x"


def changes(connection: Connection) -> Iterator[tuple[Table, str, int, object, object]]:
    """Each value of each record: table, column, number, the value and its replacement."""
    for table, columns in schema.CHAINED.items():
        for row in connection.execute(select(table)).all():
            for column in (*columns, "digest"):
                value = getattr(row, column)
                new = 1 - value if column == "may_go_below_zero" else altered(value)
                yield table, column, row.sequence, value, new


def test_a_changed_value_is_named(books: Store) -> None:
    """If a constraint lets it through, as most do."""
    audit(books)
    seen: set[tuple[str, str]] = set()
    with books.reading() as connection:
        todo = list(changes(connection))
    for table, column, sequence, value, new in todo:
        change = update(table).where(table.c.sequence == sequence)
        try:
            with books.engine.begin() as connection:
                connection.execute(change.values({column: new}))
        except IntegrityError:
            continue
        with pytest.raises(AuditFailed) as failed:
            audit(books)
        assert (failed.value.kind, failed.value.sequence) == (schema.KINDS[table], sequence)
        assert f"{schema.KINDS[table]} at {sequence}:" in str(failed.value)
        seen.add((table.name, column))
        with books.engine.begin() as connection:
            connection.execute(change.values({column: value}))
    audit(books)
    every = {(table.name, column) for table, names in schema.CHAINED.items() for column in names}
    # Names that others refer to are protected by foreign keys; everything else was changed and
    # found.
    assert every - seen <= {("accounts", "name"), ("postings", "debit"), ("postings", "credit")}


BESIDE = [
    ("UPDATE accounts SET balance = 699 WHERE name = 'ann'", "account at 2: ann is said to hold"),
    ("UPDATE accounts SET version = 9 WHERE name = 'ann'", "account at 2: ann is said to have 9"),
    ("UPDATE streams SET version = 1 WHERE name = 't'", "stream: t is said to be at #1"),
    ("DELETE FROM streams WHERE name = 'u'", "stream: u is said to be at #None"),
    ("UPDATE snapshots SET body = 'felt full'", "snapshot: t"),
    ("UPDATE snapshots SET version = 1", "snapshot: t"),
    ("DELETE FROM snapshots", "snapshot: t"),
    ("UPDATE head SET sequence = 99", "head at 11: the records end here"),
    ("DELETE FROM head", "head at 11: the records end here"),
    ("DELETE FROM events WHERE sequence = 4", "record at 4: it is missing"),
    (
        "INSERT INTO acts VALUES (5, 'x', 's', 0, 1, '', NULL, 0, '')",
        "act at 5: there is another record with this number",
    ),
    ("DELETE FROM acts WHERE key = 'k3'", "head at 10: the records end here"),
    ("DELETE FROM acts WHERE key <> 'k2'", "record at 6: it is missing"),
    ("INSERT INTO streams VALUES ('v', 1)", "stream: v is said to be at #1, and has 0 events"),
    ("INSERT INTO streams VALUES ('v', 0)", "stream: v is said to be at #0, and has 0 events"),
    (
        "INSERT INTO events VALUES (1000000000000000, 's', 1, 'x', '', '')",
        "record at 12: it is missing",
    ),
    (
        "INSERT INTO events VALUES (-3, 's', 1, 'x', '', '')",
        "event at -3: there is another record with this number",
    ),
    ("UPDATE head SET sequence = 8", "head at 11: the records end here"),
    ("UPDATE head SET at = at + 1", "head at 11: its last act was at"),
]


@pytest.mark.parametrize("change, words", BESIDE)
def test_what_is_kept_beside_the_records_must_agree(
    tmp_path: Path, change: str, words: str
) -> None:
    """The queries are the same on both databases, so one is enough."""
    with open_store(f"sqlite:///{tmp_path}/bank.db") as store:
        store.commit_many(ACTS)
        unlock(store)
        with store.engine.begin() as connection:
            connection.execute(text(change))
        with pytest.raises(AuditFailed, match=re.escape(words)):
            audit(store)


def rewritten(store: Store) -> None:
    """Recomputes the chain over whatever the records say now, as a thief would."""
    with store.engine.begin() as connection:
        rows = sorted(
            (
                (row.sequence, table, tuple(getattr(row, name) for name in names))
                for table, names in schema.CHAINED.items()
                for row in connection.execute(select(table))
            ),
            key=lambda row: row[0],
        )
        head = Head(0, "0" * 64)
        for sequence, table, values in rows:
            head = link(head, schema.KINDS[table], values)
            here = table.c.sequence == sequence
            connection.execute(update(table).where(here).values(digest=head.digest))
        connection.execute(update(schema.head).values(sequence=head.sequence, digest=head.digest))


def test_a_chain_made_anew_does_not_pass_through_an_anchor(books: Store) -> None:
    anchor = books.head()
    books.commit(Act("k4", "u", 1, (Event("later", ""),)))
    assert audit(books, anchor).head.sequence == anchor.sequence + 2
    with books.engine.begin() as connection:
        connection.execute(text("UPDATE events SET body = 'other' WHERE sequence = 3"))
    rewritten(books)
    audit(books)  # the chain alone cannot tell
    with pytest.raises(AuditFailed, match="does not pass through the anchor"):
        audit(books, anchor)


def test_an_end_cut_off_is_missed_by_an_anchor(books: Store) -> None:
    longer = Head(books.head().sequence + 1, "0" * 64)
    with pytest.raises(AuditFailed, match=f"the anchor knows {longer.sequence}"):
        audit(books, longer)


def test_a_chain_made_anew_must_still_be_books(books: Store) -> None:
    for change, words in [
        ("UPDATE postings SET cents = 701 WHERE id = 'r1'", "takes ann below zero"),
        ("UPDATE events SET version = 7 WHERE sequence = 4", "t #7 follows #1"),
        ("UPDATE acts SET version = 1 WHERE key = 'k1'", "'k1' is not about the records before"),
        ("UPDATE acts SET first = 2 WHERE key = 'k1'", "'k1' is not about the records before"),
    ]:
        with books.engine.begin() as connection:
            before = [connection.execute(select(table)).all() for table in schema.CHAINED]
            connection.execute(text(change))
        rewritten(books)
        with pytest.raises(AuditFailed, match=re.escape(words)):
            audit(books)
        put_back(books, before)
        audit(books)


@pytest.mark.parametrize(
    "change, words",
    [
        ("UPDATE postings SET credit = 'nobody' WHERE id = 'p2'", "posting at 10: there is no"),
        ("UPDATE postings SET cents = '7.5' WHERE id = 'p2'", "posting at 10: 'p2' moves nothing"),
        ("DELETE FROM acts WHERE key = 'k3'", "record at 10: it belongs to no act"),
    ],
)
def test_false_books_with_a_true_chain(tmp_path: Path, change: str, words: str) -> None:
    """What foreign keys would forbid, over a connection that does not enforce them."""
    with open_store(f"sqlite:///{tmp_path}/bank.db") as store:
        store.commit_many(ACTS)
        unlock(store)
        with closing(sqlite3.connect(tmp_path / "bank.db", isolation_level=None)) as thief:
            thief.execute(change)
        rewritten(store)
        with pytest.raises(AuditFailed, match=re.escape(words)):
            audit(store)


def put_back(store: Store, before: list[Sequence[Row[Any]]]) -> None:
    with store.engine.begin() as connection:
        for table, rows in zip(schema.CHAINED, before, strict=True):
            for row in rows:
                here = table.c.sequence == row.sequence
                connection.execute(update(table).where(here).values(row._asdict()))
        last = connection.execute(
            select(schema.acts).order_by(schema.acts.c.sequence.desc())
        ).first()
        assert last is not None
        connection.execute(update(schema.head).values(sequence=last.sequence, digest=last.digest))


@pytest.mark.parametrize("word", ["chips", "memorable", "winnings"])
def test_any_bit_of_a_stored_word_in_the_file(tmp_path: Path, word: str) -> None:
    """Not by SQL but in the file, where a byte may become something that is not text."""
    with open_store(f"sqlite:///{tmp_path}/bank.db") as store:
        store.commit_many(ACTS)
        audit(store)
    file = tmp_path / "bank.db"
    good = file.read_bytes()
    place = good.index(word.encode())
    # Rows are in a page from its end to its beginning, so the first one found is the newest.
    expected = ("event", 4) if word == "chips" else ("posting", 10)
    for offset in range(len(word)):
        for bit in (0, 5, 7):
            bad = bytearray(good)
            bad[place + offset] ^= 1 << bit
            file.write_bytes(bad)
            with open_store(f"sqlite:///{file}") as store, pytest.raises(AuditFailed) as failed:
                audit(store)
            assert (failed.value.kind, failed.value.sequence) == expected


def test_a_damaged_index_or_page_is_found(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/bank.db") as store:
        store.commit_many(ACTS)
    file = tmp_path / "bank.db"
    good = file.read_bytes()
    places = [found.start() for found in re.finditer(b"r1", good)]
    assert len(places) >= 2  # the table's row, and the index over ids
    for place in places:
        file.write_bytes(good[:place] + b"r2" + good[place + 2 :])
        with open_store(f"sqlite:///{file}") as store, pytest.raises(AuditFailed):
            audit(store)


def test_the_first_difference_is_the_one_named(books: Store) -> None:
    with books.engine.begin() as connection:
        connection.execute(text("UPDATE events SET body = 'x' WHERE sequence >= 4"))
        connection.execute(text("UPDATE postings SET memo = 'x'"))
        connection.execute(text("UPDATE accounts SET balance = 1 WHERE name = 'ann'"))
    with pytest.raises(AuditFailed, match="event at 4"):
        audit(books)


def test_a_second_head_is_named(books: Store) -> None:
    with books.engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("ALTER TABLE head DROP CONSTRAINT head_one_row"))
        else:
            connection.execute(text("PRAGMA ignore_check_constraints = ON"))
        connection.execute(text("INSERT INTO head SELECT 2, sequence, digest, at FROM head"))
    with pytest.raises(AuditFailed, match="there are 2 heads"):
        audit(books)


def test_a_stream_whose_name_is_no_text_is_named(books: Store) -> None:
    with books.engine.begin() as connection:
        if connection.dialect.name == "postgresql":  # whose columns always hold text
            return
        connection.execute(text("UPDATE streams SET name = CAST(name AS BLOB) WHERE name = 't'"))
    with pytest.raises(AuditFailed, match=r"stream: (b't'|t) is said to be"):
        audit(books)


def test_a_difference_has_a_name_and_comes_from_another_process_as_it_was() -> None:
    failed = AuditFailed("act", 17, "table 7: what", may_be_known=True)
    again = pickle.loads(pickle.dumps(failed))
    assert (again.name, again.message, again.may_be_known) == (failed.name, failed.message, True)
    digest = sha256(b"table 7: what").hexdigest()[:16]
    assert failed.name == f"act-17-{digest}"
    assert AuditFailed("meter", None, "table 7: what").name == f"meter-0-{digest}"
