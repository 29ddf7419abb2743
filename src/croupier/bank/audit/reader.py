"""Reads windows of the chain, in this process or another, and shows their acts to a watcher."""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from sqlalchemy.exc import SQLAlchemyError

from croupier.bank.audit.books import AuditFailed
from croupier.bank.audit.fold import Fold, fold
from croupier.bank.audit.records import Records, StoredRow, WholeAct, read, whole_acts, windows
from croupier.bank.chain import START, Head
from croupier.bank.clock import now
from croupier.bank.connect import plain_reader, reader_for
from croupier.bank.reading import Stretch
from croupier.bank.store import Store
from croupier.errors import Refused

BEYOND = 1000  # records read at once after a window's end, for a watcher that is not done
# Exceptions of a watcher on records that somebody changed: the chain's own check says more, so it
# is reported first. An AssertionError is a bug, and is not caught.
STUMBLES = (
    *(Refused, SQLAlchemyError, ArithmeticError, AttributeError),
    *(LookupError, RecursionError, TypeError, ValueError),
)
LONGEST = 2_000_000  # records of a window; no act is that long, so act records must be missing


class Watcher(Protocol):
    """Sees all acts of a window, and those after it until everything that began in it has ended."""

    def see(self, acts: Sequence[WholeAct]) -> None: ...

    @property
    def done(self) -> bool:
        """Whether nothing that began in the window is still open."""

    def follow(self, act: WholeAct) -> None:
        """An act after the window; called only until the watcher is done."""

    def summary(self) -> Any:
        """Its result, small and picklable."""


Watch = Callable[[Store], Watcher]  # a new watcher of a window; the store is for reading only
SideCheck = Callable[[Store, int], Any]  # an independent check of the store up to that record


class Job(NamedTuple):
    """The parameters of an audit, for every reader."""

    url: str
    last: int
    anchor: Head | None
    watch: Watch | None
    beside: SideCheck | None


class WindowOutcome(NamedTuple):
    fold: Fold | None
    summary: Any = None
    failed: Exception | None = None  # why there is no summary


@contextmanager
def _no_collector() -> Iterator[None]:
    """Without garbage collection: the many rows of a window have no cycles to look for."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Reader:
    def __init__(self, job: Job) -> None:
        self.job = job
        self.engine = reader_for(job.url)
        self.store = Store(self.engine, now)
        self.connection = plain_reader(self.engine)
        self.driver: Any = self.connection.driver_connection
        self.error: type[Exception] = self.engine.dialect.loaded_dbapi.Error

    def ask(self, question: str) -> list[StoredRow]:
        return self.driver.execute(question).fetchall()  # type: ignore[no-any-return]

    def check(self, window: Stretch) -> WindowOutcome:
        with _no_collector():
            return self._check(window)

    def _check(self, window: Stretch) -> WindowOutcome:
        if window.last - window.first >= LONGEST:
            return WindowOutcome(
                None, None, AuditFailed("act", window.last, "too long to be watched")
            )
        try:
            records = read(self.ask, window)
            before = self._digest_before(window)
        except self.error as unread:  # the auditor will find out what is wrong
            return WindowOutcome(None, None, unread)
        found = fold(records, window, before, self.job.anchor)
        if self.job.watch is None:
            return WindowOutcome(found)
        try:
            return WindowOutcome(found, self._watched(self.job.watch, window, records))
        except (self.error, *STUMBLES) as failed:  # kept: the chain's failures come first
            return WindowOutcome(found, None, failed)

    def look_beside(self) -> WindowOutcome:
        try:
            return WindowOutcome(
                None, self.job.beside and self.job.beside(self.store, self.job.last)
            )
        except (self.error, *STUMBLES) as failed:  # kept: the chain's failures come first
            return WindowOutcome(None, None, failed)

    def check_file(self) -> str:
        """SQLite's own check: indexes that do not agree with their tables, damaged pages."""
        if self.engine.dialect.name != "sqlite":
            return "ok"
        try:
            ((answer,),) = self.ask("PRAGMA integrity_check(1)")
        except self.error as broken:
            return str(broken)
        return str(answer)

    def _digest_before(self, window: Stretch) -> str:
        if window.first == START.sequence + 1:
            return START.digest
        rows = self.ask(f"SELECT digest FROM acts WHERE sequence = {window.first - 1}")
        return str(rows[0][0]) if rows else ""

    def _watched(self, watch: Watch, window: Stretch, records: Records) -> Any:
        watcher = watch(self.store)
        watcher.see(list(whole_acts(records)))
        for beyond in windows(self.ask, window.last + 1, self.job.last, BEYOND):
            if watcher.done:
                break
            for act in whole_acts(read(self.ask, beyond)):
                if not watcher.done:
                    watcher.follow(act)
        return watcher.summary()

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()
        self.engine.dispose()
