"""The file of a backup: gzip over lines of JSON, a header and then one line for each record.

A record's line has its kind and the values that the chain covers; an act's also has the digest, to
locate damage. Snapshots come last. Numbers and all other digests are recomputed.
"""

import gzip
import io
import json
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from sqlalchemy import Connection, select

from croupier.bank.act import LONGEST_BODY
from croupier.bank.audit.books import AuditFailed, Auditor, compare, stored_state
from croupier.bank.audit.fold import fold
from croupier.bank.audit.records import KINDS, ActRow, ChainRecord, fetch_rows, in_order, read
from croupier.bank.chain import Head
from croupier.bank.faults import StoreError
from croupier.bank.reading import Stretch
from croupier.bank.schema import tables as schema
from croupier.bank.store import Store
from croupier.errors import BankError, shown
from croupier.progress import tracked

FORMAT = "croupier bank"
VERSION = 1
LEVEL = 6  # of the compression
SNAPSHOT = "snapshot"
MOST = 2**63  # more records than any database can number
LONGEST_LINE = 12 * LONGEST_BODY + 10_000  # JSON may need twelve characters for one
# Against decompression bombs: with two digests in every act, no books compress a hundredfold.
UNPACKED = 256_000_000  # characters that are always allowed …
TIMES = 100  # … and those for each byte of the file


class BackupError(BankError):
    code = "backup/damaged"


class Header(NamedTuple):
    head: Head
    at: int


def line_of(*values: object) -> str:
    return f"{_encode(values)}\n"


_encode = json.JSONEncoder(separators=(",", ":")).encode


def header_line(header: Header) -> str:
    fields = {"format": FORMAT, "version": VERSION, "sequence": header.head.sequence}
    return f"{_encode({**fields, 'digest': header.head.digest, 'at': header.at})}\n"


@contextmanager
def new_file(path: Path) -> Iterator[TextIO]:
    """The file gets its name only once it is complete and on the disk."""
    try:
        handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        try:
            with open(handle, "wb") as file:
                packed = gzip.GzipFile("", "wb", LEVEL, file)
                with packed, io.TextIOWrapper(packed, "utf-8", newline="\n") as text:
                    yield text
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(draft)
            raise
        _sync(path.parent)
    except OSError as failed:
        why = failed.strerror or failed
        raise BackupError(f"cannot write {path}: {why}", "backup/cannot_write") from failed


def _sync(folder: Path) -> None:
    """So that the file's new name survives a power cut, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class BackupLines:
    """The lines of a backup after its header, one by one, with their numbers."""

    def __init__(self, path: Path, file: TextIO) -> None:
        self.path = path
        self.file = file
        self.number = 0
        self.letters = 0  # of all lines so far
        self.most = UNPACKED + TIMES * path.stat().st_size
        self.header = self._header()

    def wrong(self, why: object, code: str | None = None) -> BackupError:
        return BackupError(f"{self.path}, line {self.number}: {why}", code)

    def __iter__(self) -> Iterator[list[Any]]:
        while line := self._next():
            values = self._parsed(line)
            if not (isinstance(values, list) and values and isinstance(values[0], str)):
                raise self.wrong(f"{shown(values)} is not a record")
            yield values

    def _header(self) -> Header:
        fields = self._parsed(self._next())
        if not isinstance(fields, dict) or fields.get("format") != FORMAT:
            raise self.wrong("this is not a backup of a bank", "backup/not_a_backup")
        if fields.get("version") != VERSION:
            raise self.wrong(
                f"the backup has format {shown(fields.get('version'))}, and this Croupier reads"
                f" {VERSION}: use the one that wrote it",
                "backup/newer",
            )
        sequence, digest, at = (fields.get(name) for name in ("sequence", "digest", "at"))
        if not (
            type(sequence) is int
            and 0 <= sequence < MOST
            and type(digest) is str
            and type(at) is int
        ):
            raise self.wrong(f"{shown(fields)} names no end of a chain")
        return Header(Head(sequence, digest), at)

    def _next(self) -> str:
        self.number += 1
        try:
            line = self.file.readline(LONGEST_LINE)
        except (EOFError, OSError, UnicodeError, zlib.error) as broken:
            raise self.wrong(f"the file is damaged or cut off here or soon after: {broken}") from (
                broken
            )
        self.letters += len(line)
        if len(line) == LONGEST_LINE or self.letters > self.most:
            raise self.wrong("larger than any books that compress so well", "backup/large")
        return line

    def _parsed(self, line: str) -> Any:
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as broken:
            raise self.wrong(f"{shown(line)} is not a line of a backup: {broken}") from broken


@contextmanager
def open_backup(path: Path) -> Iterator[BackupLines]:
    with ExitStack() as open_files:
        try:
            file = open_files.enter_context(gzip.open(path, "rt", encoding="utf-8", newline="\n"))
        except OSError as failed:
            why = failed.strerror or failed
            raise BackupError(f"cannot read {path}: {why}", "backup/cannot_read") from failed
        yield BackupLines(path, file)


BLOCK = 20_000  # records in memory


def backup(store: Store, path: str | PathLike[str]) -> Head:
    """Writes the bank as it is now to a file, replacing an existing one only when complete.

    The books are audited on the way: if they fail, no file is written and AuditFailed says why.
    """
    try:
        with store.reading() as connection, new_file(Path(path)) as file:
            return _write(connection, file)
    except StoreError as broken:
        raise AuditFailed("database", None, f"it cannot be read: {broken.message}") from None


def _write(connection: Connection, file: TextIO) -> Head:
    kept = stored_state(connection)
    auditor = Auditor()
    if kept.head is not None and kept.at is not None:  # otherwise the audit will say so
        file.write(header_line(Header(kept.head, kept.at)))
    firsts = range(1, (kept.last or 0) + 1, BLOCK)
    for first in tracked("records", firsts, len(firsts)):
        window = Stretch(first, min(first + BLOCK - 1, kept.last or 0))
        file.writelines(map(_line, _audited(connection, auditor, window)))
    compare(kept, auditor)
    file.writelines(_snapshots(connection))
    return auditor.head


def _audited(connection: Connection, auditor: Auditor, window: Stretch) -> list[ChainRecord]:
    records = read(fetch_rows(connection), window)
    rows = in_order(records)
    found = fold(records, window, auditor.head.digest, None)
    if found is None or not auditor.take(found):
        for row in rows:
            auditor.read(row)
        auditor.missing(window.last)
    return rows


def _line(row: ChainRecord) -> str:
    """Numbers and digests are recomputed on restore; an act's digest is kept as a check."""
    end = len(row) if isinstance(row, ActRow) else -1
    return line_of(KINDS[type(row)], *row[1:end])


def _snapshots(connection: Connection) -> Iterator[str]:
    question = select(schema.snapshots).order_by(schema.snapshots.c.stream)
    rows = connection.execute(question, execution_options={"yield_per": 100})
    return (line_of(SNAPSHOT, row.stream, row.sequence, row.version, row.body) for row in rows)
