"""Durable connections: when a commit returns, what it wrote survives a power cut."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from stat import S_IMODE
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from croupier.bank.faults import WAIT_SECONDS, StoreError
from croupier.errors import shown, without_password

if TYPE_CHECKING:  # not loaded for a bank in a file
    from psycopg import Connection as PostgresConnection

READING = "croupier_reading"
# libpq options to notice a server that is gone; a URL may override them.
REACHED = {
    "connect_timeout": "10",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}


def engine_for(text: str) -> sa.Engine:
    """`sqlite:///bank.db`, a file; or `postgresql://user@host/house`, a server."""
    url = url_for(text)
    if url.get_backend_name() == "postgresql":
        return _postgres(url)
    engine = _sqlite(url)
    sa.event.listen(engine, "do_connect", lambda *_: make_private(url.database or ""))
    sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def reader_for(text: str) -> sa.Engine:
    """The same, read-only and without locks."""
    url = url_for(text)
    if url.get_backend_name() == "postgresql":
        engine = _postgres(url)
        sa.event.listen(engine, "connect", _write_nothing)
        return engine
    engine = _sqlite(url)
    reader = FileReader(url.database or "")
    sa.event.listen(engine, "do_connect", lambda *_: reader.connect())
    sa.event.listen(engine, "connect", _as_it_is)
    sa.event.listen(engine, "engine_disposed", lambda _: reader.tidy())
    for moment in ("begin", "commit"):
        sa.event.listen(engine, moment, lambda _: reader.check())
    return for_reading(engine)


def url_for(text: str) -> sa.URL:
    try:
        url = sa.make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError(
            f"{shown(without_password(text))} is not a database URL; {_EXAMPLES}", "store/url"
        ) from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(f"no bank is kept in {url.get_backend_name()}; {_EXAMPLES}", "store/url")
    if "uri" in url.query:
        raise StoreError(f"name the file itself; {_EXAMPLES}", "store/url")
    return url


_EXAMPLES = "write sqlite:///bank.db or postgresql://user@host/house"


def place_of(engine: sa.Engine) -> str:
    """Where a bank is, for a message: a file's name, or a URL without its password."""
    if engine.dialect.name == "sqlite":
        return without_password(engine.url.database or "")
    return without_password(engine.url.render_as_string(hide_password=True))


def for_reading(engine: sa.Engine) -> sa.Engine:
    """The same database with snapshot transactions, which lock nobody out."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(**{READING: True})
    return engine.execution_options(isolation_level="REPEATABLE READ")


def plain_reader(engine: sa.Engine) -> sa.PoolProxiedConnection:
    """For bulk reading: the driver's own connection, one query at a time."""
    connection = engine.raw_connection()
    driver: Any = connection.driver_connection
    if engine.dialect.name == "sqlite":
        driver.text_factory = str  # twice as fast as ours, and raises on invalid text
    else:
        driver.autocommit = True
    return connection


def _sqlite(url: sa.URL) -> sa.Engine:
    if url.database in (None, "", ":memory:"):
        raise StoreError("a bank in memory is lost with it: name a file", "store/not_durable")
    engine = sa.create_engine(url.set(drivername="sqlite+pysqlite"), hide_parameters=True)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _as_it_is(connection: SqliteConnection, _: object) -> None:
    connection.isolation_level = None  # transactions are begun explicitly
    # A damaged file may hold invalid text; the audit must report it, not crash.
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    connection.execute(f"PRAGMA busy_timeout = {1000 * WAIT_SECONDS}")


def _prepare_sqlite(connection: SqliteConnection, _: object) -> None:
    _as_it_is(connection, _)
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreError(f"SQLite cannot keep a write-ahead log here: {mode}", "store/not_durable")
    for pragma in (
        "synchronous = FULL",
        "fullfsync = ON",  # macOS: to the disk, not only its cache
        "checkpoint_fullfsync = ON",
        "foreign_keys = ON",
        "recursive_triggers = ON",  # so that INSERT OR REPLACE fires delete triggers
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    # A writer takes the lock first: upgrading a read lock may fail.
    reading = connection.get_execution_options().get(READING)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _postgres(url: sa.URL) -> sa.Engine:
    # READ COMMITTED is enough: a writer locks the chain's head first, and then sees everything
    # committed before.
    engine = sa.create_engine(
        url.set(drivername="postgresql+psycopg"),
        isolation_level="READ COMMITTED",
        hide_parameters=True,
        connect_args={name: value for name, value in REACHED.items() if name not in url.query},
    )
    sa.event.listen(engine, "connect", _prepare_postgres)
    return engine


def _prepare_postgres(connection: "PostgresConnection[tuple[str, ...]]", _: object) -> None:
    # A hanging writer is terminated in batch.py; one that waits longer than this gets store/busy.
    (encoding, *_) = connection.execute(
        "SELECT current_setting('server_encoding'),"
        " CASE current_setting('synchronous_commit') WHEN 'off'"
        " THEN set_config('synchronous_commit', 'on', false) END,"
        " CASE current_setting('lock_timeout') WHEN '0'"
        f" THEN set_config('lock_timeout', '{WAIT_SECONDS}s', false) END"
    ).fetchone() or ("",)
    connection.commit()
    if encoding != "UTF8":
        raise StoreError(f"the database keeps text as {encoding}; make it with UTF8", "store/text")


def _write_nothing(connection: "PostgresConnection[object]", _: object) -> None:
    connection.execute("SET default_transaction_read_only = on")
    connection.commit()


# The file of a SQLite bank: private from the first byte, and read without leaving files behind


PRIVATE = 0o600  # owner only
OTHERS = 0o077
CANNOT_WRITE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
BESIDE = ("", "-wal", "-shm")  # SQLite creates these with the mode of the file


def make_private(path: str) -> None:
    """Creates the file before SQLite does, which would let others read it, or makes it private.

    An error here occurs again when SQLite opens the file, which then explains it.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
        return
    for end in BESIDE:
        with suppress(OSError):
            if S_IMODE(os.stat(path + end).st_mode) & OTHERS:
                os.chmod(path + end, PRIVATE)


def open_to_others(path: str) -> bool:
    try:
        return bool(S_IMODE(os.stat(path).st_mode) & OTHERS)
    except OSError:
        return False


class FileReader:
    """Opens a file for reading. If SQLite cannot create its two auxiliary files, the file is read
    as immutable, and checked afterwards for changes.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.uri = f"file:{quote(os.path.abspath(path))}?mode="
        self.was_alone = not Path(f"{path}-wal").exists()
        self.seen: tuple[int, ...] | None = None

    def tidy(self) -> None:
        """A reader cannot remove the two auxiliary files; opening the bank for writing lets SQLite
        remove them if nobody else uses them.
        """
        if self.was_alone and Path(f"{self.path}-wal").exists():
            with suppress(sqlite3.Error):
                _tried(f"{self.uri}rw", 0).close()

    def connect(self) -> sqlite3.Connection:
        try:
            return _tried(f"{self.uri}ro")
        except sqlite3.OperationalError as failed:
            if failed.sqlite_errorcode & 0xFF not in CANNOT_WRITE or not os.access(
                self.path, os.R_OK
            ):
                raise
        if self._unwritten():
            raise StoreError(
                f"{self.path}-wal holds acts that are not in {self.path} yet, and to read both"
                " SQLite must write beside them: copy the two to a folder that can be written",
                "store/cannot_open",
            )
        self.seen = self._now()
        return _tried(f"{self.uri}ro&immutable=1")

    def check(self) -> None:
        if self.seen is not None and (self._unwritten() or self.seen != self._now()):
            raise StoreError(
                f"somebody writes to {self.path}, in a folder that we cannot write in: read a copy,"
                " or try again when nobody does",
                "store/changed",
            )

    def _unwritten(self) -> bool:
        log = Path(f"{self.path}-wal")
        return log.exists() and log.stat().st_size > 0

    def _now(self) -> tuple[int, ...]:
        found = os.stat(self.path)
        return found.st_ino, found.st_size, found.st_mtime_ns


def _tried(uri: str, wait: int = WAIT_SECONDS) -> sqlite3.Connection:
    """SQLite opens nothing before the first query."""
    connection = sqlite3.connect(uri, timeout=wait, uri=True, check_same_thread=False)
    try:
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection
