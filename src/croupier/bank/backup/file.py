"""The file of a backup: gzip over lines of JSON, a header and then one line for each record.

A record's line holds its kind and what the chain covers; an act's the digest as well, so that what
is wrong shows where it is. Snapshots come last. Numbers and all other digests follow from these.
"""

import gzip
import io
import json
import os
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from croupier.bank.act import LONGEST_BODY
from croupier.bank.audit.records import ROWS
from croupier.bank.chain import Head
from croupier.errors import BankError, shown

FORMAT = "croupier bank"
VERSION = 1
LEVEL = 6  # of the compression
SNAPSHOT = "snapshot"
MOST = 2**63  # so many records no database can number
LONGEST_LINE = 12 * LONGEST_BODY + 10_000  # a letter may take twelve in JSON
# No books pack a hundred times smaller, with two digests in every act; what does was made to fill
# somebody's disk.
UNPACKED = 256_000_000  # so many letters are always read
TIMES = 100  # and so many for each byte of the file


class BackupError(BankError):
    """A backup that cannot be written, read or restored."""

    code = "backup/damaged"


class Header(NamedTuple):
    head: Head
    at: int


class Contents(NamedTuple):
    """How much a backup holds, and where its chain ends."""

    head: Head
    accounts: int
    events: int
    postings: int
    acts: int
    snapshots: int


def contents(head: Head, counts: Mapping[str, int], snapshots: int) -> Contents:
    """By the counts of records of each kind."""
    accounts, events, postings, acts = (counts[kind] for kind in ROWS)
    return Contents(head, accounts, events, postings, acts, snapshots)


def line_of(*values: object) -> str:
    return f"{_encode(values)}\n"


_encode = json.JSONEncoder(separators=(",", ":")).encode


def header_line(header: Header) -> str:
    fields = {"format": FORMAT, "version": VERSION, "sequence": header.head.sequence}
    return f"{_encode({**fields, 'digest': header.head.digest, 'at': header.at})}\n"


@contextmanager
def new_file(path: Path) -> Iterator[TextIO]:
    """What is written goes by its name only when all of it is on the disk."""
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
    """So that the file's new name survives a power cut too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class BackupLines:
    """The lines of a backup after its header, one by one; whoever reads knows where he is."""

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
                raise self.wrong(f"{shown(values)} is no record")
            yield values

    def _header(self) -> Header:
        fields = self._parsed(self._next())
        if not isinstance(fields, dict) or fields.get("format") != FORMAT:
            raise self.wrong("this is no backup of a bank", "backup/not_a_backup")
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
            raise self.wrong("more than any books would be, packed so small", "backup/large")
        return line

    def _parsed(self, line: str) -> Any:
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as broken:
            raise self.wrong(f"{shown(line)} is no line of a backup: {broken}") from broken


@contextmanager
def open_backup(path: Path) -> Iterator[BackupLines]:
    with ExitStack() as open_files:
        try:
            file = open_files.enter_context(gzip.open(path, "rt", encoding="utf-8", newline="\n"))
        except OSError as failed:
            why = failed.strerror or failed
            raise BackupError(f"cannot read {path}: {why}", "backup/cannot_read") from failed
        yield BackupLines(path, file)
