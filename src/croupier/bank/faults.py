"""Database failures in words, without the query or its parameters: these may hold secrets."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError, StatementError

from croupier.errors import BankError, without_password

DATABASE_FAILED = "the database failed"
WAIT_SECONDS = 8  # that a writer waits for another
VALUES = "22"  # class of PostgreSQL errors whose text shows a value
BUSY = "store/busy"
LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class StoreError(BankError):
    code = "store/bad"


@contextmanager
def in_words(what: str, then: str = "", code: str = "store/failed") -> Iterator[None]:
    """Turns a failure of the database into a StoreError without the statement: a log would keep its
    parameters, and the secret of the next shuffle is one.
    """
    try:
        yield
    except _of_databases() as failed:
        refused = _refused(failed, what, then, code)
        try:
            raise refused
        finally:
            refused.__context__ = None  # `from None` would only hide it


def _of_databases() -> tuple[type[Exception], ...]:
    """The exceptions of SQLAlchemy and of the drivers that are loaded."""
    psycopg = sys.modules.get(PSYCOPG)
    return (SQLAlchemyError, sqlite3.Error, *(() if psycopg is None else (psycopg.Error,)))


PSYCOPG = "psycopg"  # not loaded for a bank in a file


def _refused(failed: Exception, what: str, then: str, code: str) -> StoreError:
    if _is_busy(_cause(failed)):
        return StoreError(
            f"{what}: another process has been writing for {WAIT_SECONDS} seconds, or was stopped"
            f" while it was{then}",
            BUSY,
        )
    return StoreError(f"{what}: {said(failed)}{then}", code)


def _cause(failed: Exception) -> BaseException:
    return failed.orig or failed if isinstance(failed, StatementError) else failed


def _is_busy(cause: BaseException) -> bool:
    lock_not_available = "55P03"
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    return code in LOCKED or getattr(cause, "sqlstate", None) == lock_not_available


def said(failed: Exception) -> str:
    """The database's message in one line, without any values."""
    cause = _cause(failed)
    if state := getattr(cause, "sqlstate", None):  # PostgreSQL: the detail may be a whole row
        diagnosis = getattr(cause, "diag", None)
        words = None if state.startswith(VALUES) else getattr(diagnosis, "message_primary", None)
        return f"{words or type(cause).__name__} ({state})"
    name = type(cause).__name__
    connecting = name == "OperationalError" and not isinstance(cause, SQLAlchemyError)
    if connecting or isinstance(cause, sqlite3.Error):
        return without_password(" ".join(str(cause).split()))
    return name
