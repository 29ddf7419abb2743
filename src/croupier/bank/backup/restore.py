"""Restores a bank from its backup, into either kind of database: all of it, or nothing."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, product
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar, get_args

from sqlalchemy import Connection, Engine, insert, select

from croupier.bank.audit.books import AuditFailed, Auditor, StoredState, compare
from croupier.bank.audit.records import ROWS, ActRow, ChainRecord, StoredRow
from croupier.bank.backup.file import BLOCK, SNAPSHOT, BackupLines, open_backup
from croupier.bank.batch import BEGIN_STREAM, MOVE_HEAD, SET_BALANCE
from croupier.bank.chain import START, Head, digest
from croupier.bank.connect import engine_for, place_of
from croupier.bank.faults import StoreError, in_words
from croupier.bank.schema import tables as schema
from croupier.bank.schema.upgrade import upgrade
from croupier.errors import shown
from croupier.progress import stage

T = TypeVar("T")
SOME = 100  # snapshots in memory
LARGE = 50_000_000  # characters in memory, exceeded by at most one line


def restore(path: str | PathLike[str], url: str) -> Head:
    """Fills an empty database from a backup, in one transaction.

    The chain, balances, versions and snapshots are recomputed from the records and must end where
    the backup says; otherwise nothing is restored, and BackupError says what is wrong, and where.
    """
    engine = engine_for(url)
    with open_backup(Path(path)) as lines, _no_empty_file(engine):
        try:
            with in_words(f"cannot restore into {place_of(engine)}"), engine.begin() as connection:
                upgrade(connection)
                _check_empty(connection)
                with _what_is_wrong(lines):
                    return _fill(connection, lines)
        finally:
            engine.dispose()


@contextmanager
def _no_empty_file(engine: Engine) -> Iterator[None]:
    """If nothing is restored, no new file is left behind."""
    file = Path(engine.url.database or "") if engine.dialect.name == "sqlite" else None
    if file is None or file.exists():
        yield
        return
    try:
        yield
    except BaseException:
        for end in ("", "-wal", "-shm"):
            Path(f"{file}{end}").unlink(missing_ok=True)
        raise


@contextmanager
def _what_is_wrong(lines: BackupLines) -> Iterator[None]:
    """Says where it is wrong, but shows no content: others may read a command's output."""
    refused = "the database does not take what is in the lines before"
    try:
        with in_words(refused):
            yield
    except AuditFailed as failed:
        raise lines.wrong(failed.message) from failed
    except StoreError as failed:
        raise lines.wrong(failed.message, "backup/refused") from None
    except (UnicodeError, OverflowError) as failed:
        raise lines.wrong(f"{refused}: {type(failed).__name__}", "backup/refused") from None


def _check_empty(connection: Connection) -> None:
    head = connection.execute(select(schema.head).with_for_update()).one_or_none()
    others = [table for table in schema.books.sorted_tables if table is not schema.head]
    if (
        head is None
        or head.sequence != START.sequence
        or any(connection.execute(select(table).limit(1)).first() for table in others)
    ):
        raise StoreError(
            "this bank has records already; restore into an empty database", "store/not_empty"
        )


def _fill(connection: Connection, lines: BackupLines) -> Head:
    auditor, total = Auditor(), lines.header.head.sequence
    source = iter(lines)
    records = (_record(auditor, lines, values) for values in islice(source, total))
    with stage("records", -(-total // BLOCK)) as step:
        while block := _some(records, BLOCK, lines):
            for kind, row in ROWS.items():
                if rows := [each for each in block if type(each) is row]:
                    _insert(connection, kind, rows)
            step()
    snapshots = dict(_snapshots(connection, lines, source))
    compare(StoredState(None, *lines.header, [], auditor.streams, snapshots), auditor)
    _keep_beside(connection, auditor)
    return auditor.head


def _some(source: Iterator[T], most: int, lines: BackupLines) -> list[T]:
    """The next `most` of them, or fewer if they are large."""
    some: list[T] = []
    begun = lines.letters
    for one in islice(source, most):
        some.append(one)
        if lines.letters - begun > LARGE:
            break
    return some


def _shapes(row: type[ChainRecord], end: int | None) -> set[tuple[type, ...]]:
    """The types that a record's values may have in its line."""
    columns = [*row.__annotations__.values()][1:end]
    return set(product(*(get_args(column) or (column,) for column in columns)))


SHAPES = {kind: _shapes(row, None if row is ActRow else -1) for kind, row in ROWS.items()}
SHAPES[SNAPSHOT] = {(str, int, int, str)}


def _checked(lines: BackupLines, values: list[Any], kinds: Iterable[str]) -> list[Any]:
    kind, *rest = values
    if kind not in kinds:
        raise lines.wrong(f"{shown(values)} where a line should begin with {' or '.join(kinds)}")
    if tuple(map(type, rest)) not in SHAPES[kind]:
        raise lines.wrong(f"{shown(values)} is not a valid {kind}")
    return rest


def _record(auditor: Auditor, lines: BackupLines, values: list[Any]) -> ChainRecord:
    rest = _checked(lines, values, ROWS)
    stated = rest.pop() if values[0] == "act" else None
    row = auditor.add(values[0], tuple(rest))
    if stated is not None and stated != row.digest:
        raise AuditFailed(
            "act",
            row.sequence,
            f"{shown(rest[0])} and its digest do not agree: it, or a record since the act before"
            " it, was changed",
        )
    return row


def _insert(connection: Connection, kind: str, rows: Sequence[StoredRow]) -> None:
    names = ROWS[kind]._fields
    if kind == "account":  # its final balance is not known yet
        names, rows = (*names, "balance", "version"), [(*row, 0, 0) for row in rows]
    into = f"{kind}s ({', '.join(names)})"
    if connection.dialect.name == "sqlite":
        marks = ", ".join("?" * len(names))
        connection.exec_driver_sql(f"INSERT INTO {into} VALUES ({marks})", list(rows))
        return
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {into} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


StoredSnapshot = tuple[str, tuple[int, int, str]]


def _snapshots(
    connection: Connection, lines: BackupLines, source: Iterator[list[Any]]
) -> Iterator[StoredSnapshot]:
    """Everything after the records: written, and yielded with a digest of the body."""
    checked = (_checked(lines, values, [SNAPSHOT]) for values in source)
    while some := _some(checked, SOME, lines):
        names = schema.snapshots.columns.keys()
        connection.execute(
            insert(schema.snapshots), [dict(zip(names, rest, strict=True)) for rest in some]
        )
        for stream, sequence, version, body in some:
            yield stream, (sequence, version, digest((body,)))


def _keep_beside(connection: Connection, auditor: Auditor) -> None:
    """What a store keeps besides its records, computed from them."""
    touched = [
        {"who": name, "cents": auditor.balances[name], "count": count}
        for name, count in auditor.touched.items()
    ]
    streams = [{"who": name, "count": version} for name, version in auditor.streams.items()]
    head = {"last": auditor.head.sequence, "link": auditor.head.digest, "now": auditor.at}
    for statement, rows in ((SET_BALANCE, touched), (BEGIN_STREAM, streams), (MOVE_HEAD, [head])):
        if rows:
            connection.execute(statement, rows)
