"""Connections that keep their word: when a commit returns, what it wrote survives a power cut."""

from sqlite3 import Connection as SqliteConnection
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    PoolProxiedConnection,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.exc import ArgumentError

from croupier.errors import BankError, shown

if TYPE_CHECKING:  # a bank in a file need not load it
    from psycopg import Connection as PostgresConnection

BUSY_SECONDS = 30  # how long a writer waits for another one
READING = "croupier_reading"


class StoreError(BankError):
    """A store that cannot be opened or reached."""

    code = "store/bad"


def engine_for(text: str) -> Engine:
    """`sqlite:///bank.db`, a file; or `postgresql://user@host/house`, a server."""
    try:
        url = make_url(text)
    except ArgumentError as broken:
        raise StoreError(f"{shown(text)} is no database URL; {_EXAMPLES}", "store/url") from broken
    match url.get_backend_name():
        case "sqlite":
            return _sqlite(url)
        case "postgresql":
            return _postgres(url.set(drivername="postgresql+psycopg"))
        case other:
            raise StoreError(f"no bank is kept in {other}; {_EXAMPLES}", "store/url")


_EXAMPLES = "write sqlite:///bank.db or postgresql://user@host/house"


def for_reading(engine: Engine) -> Engine:
    """The same database, where a transaction sees one state of the books and locks nobody out."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(**{READING: True})
    return engine.execution_options(isolation_level="REPEATABLE READ")


def plain_reader(engine: Engine) -> PoolProxiedConnection:
    """For reading very much: the driver's own connection, where each question stands alone."""
    connection = engine.raw_connection()
    driver: Any = connection.driver_connection
    if engine.dialect.name == "sqlite":
        driver.text_factory = str  # twice as fast as our own, and refuses what is no text
    else:
        driver.autocommit = True
    return connection


def _sqlite(url: URL) -> Engine:
    if url.database in (None, "", ":memory:"):
        raise StoreError("a bank in memory is lost with it: name a file", "store/not_durable")
    engine = create_engine(url.set(drivername="sqlite+pysqlite"))
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: SqliteConnection, _: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    # A damaged file may hold what is no text; the audit is to find it, not to stumble over it.
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    connection.execute(f"PRAGMA busy_timeout = {1000 * BUSY_SECONDS}")
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreError(f"SQLite cannot keep a write-ahead log here: {mode}", "store/not_durable")
    for pragma in (
        "synchronous = FULL",
        "fullfsync = ON",  # macOS: down to the disk, not to its cache
        "checkpoint_fullfsync = ON",
        "foreign_keys = ON",
        "recursive_triggers = ON",  # so that INSERT OR REPLACE does not delete unseen
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes the lock first: one that reads and then asks for it may be refused.
    reading = connection.get_execution_options().get(READING)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _postgres(url: URL) -> Engine:
    # READ COMMITTED is enough: a writer first locks the chain's head, and sees all that was
    # committed before it got the lock.
    engine = create_engine(url, isolation_level="READ COMMITTED")
    event.listen(engine, "connect", _prepare_postgres)
    return engine


def _prepare_postgres(connection: "PostgresConnection[object]", _: object) -> None:
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'"
    )
    encoding = connection.execute("SHOW server_encoding").fetchone()
    connection.commit()
    if encoding != ("UTF8",):
        raise StoreError(f"the database keeps text as {encoding}; make it with UTF8", "store/text")
