"""A bank in one file, as one moment saw it, while others go on writing; restore.py reads it."""

from collections import Counter
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import TextIO

from sqlalchemy import Connection, select

from croupier.bank.audit.books import AuditFailed, Auditor
from croupier.bank.audit.fold import fold
from croupier.bank.audit.kept import compare, kept_beside
from croupier.bank.audit.records import KINDS, ActRow, Record, Window, asked, in_order, read
from croupier.bank.backup.file import (
    SNAPSHOT,
    Contents,
    Header,
    contents,
    header_line,
    line_of,
    new_file,
)
from croupier.bank.faults import StoreError
from croupier.bank.schema import tables as schema
from croupier.bank.store import Store
from croupier.progress import tracked

BLOCK = 20_000  # records in memory


def backup(store: Store, path: str | PathLike[str]) -> Contents:
    """Writes the bank as it is now to a file; one of that name is replaced when it is whole.

    It is audited on the way: books that fail are not written, and AuditFailed says why.
    """
    try:
        with store.reading() as connection, new_file(Path(path)) as file:
            return _write(connection, file)
    except StoreError as broken:
        raise AuditFailed("database", None, f"it cannot be read: {broken.message}") from None


def _write(connection: Connection, file: TextIO) -> Contents:
    kept = kept_beside(connection)
    auditor = Auditor()
    counts: Counter[str] = Counter()
    if kept.head is not None and kept.at is not None:  # if it is, the audit will say so
        file.write(header_line(Header(kept.head, kept.at)))
    firsts = range(1, (kept.last or 0) + 1, BLOCK)
    for first in tracked("records", firsts, len(firsts)):
        window = Window(first, min(first + BLOCK - 1, kept.last or 0))
        rows = _audited(connection, auditor, window)
        counts.update(KINDS[type(row)] for row in rows)
        file.writelines(map(_line, rows))
    compare(kept, auditor)
    file.writelines(_snapshots(connection))
    return contents(auditor.head, counts, len(kept.snapshots))


def _audited(connection: Connection, auditor: Auditor, window: Window) -> list[Record]:
    records = read(asked(connection), window)
    rows = in_order(records)
    found = fold(records, window, auditor.head.digest, None)
    if found is None or not auditor.take(found):
        for row in rows:
            auditor.read(row)
        auditor.missing(window.last)
    return rows


def _line(row: Record) -> str:
    """Of its numbers and digests the chain needs none to be made again; an act's is for a check."""
    end = len(row) if isinstance(row, ActRow) else -1
    return line_of(KINDS[type(row)], *row[1:end])


def _snapshots(connection: Connection) -> Iterator[str]:
    question = select(schema.snapshots).order_by(schema.snapshots.c.stream)
    rows = connection.execute(question, execution_options={"yield_per": 100})
    return (line_of(SNAPSHOT, row.stream, row.sequence, row.version, row.body) for row in rows)
