"""Who reads the windows of the chain, here or in a process of its own, and who may watch."""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from sqlalchemy.exc import SQLAlchemyError

from croupier.bank.audit.books import AuditFailed
from croupier.bank.audit.fold import Fold, fold
from croupier.bank.audit.records import Records, Row, WholeAct, read, whole_acts, windows
from croupier.bank.chain import START, Head
from croupier.bank.clock import now
from croupier.bank.connect import plain_reader, reader_for
from croupier.bank.reading import Stretch
from croupier.bank.store import Store
from croupier.errors import Refused

BEYOND = 1000  # records read at once after a window's end, for a watcher that is not done
# How a watcher may stumble over records that somebody changed: then the chain says more, and the
# rest is told after it. An assertion is a fault of the program and is not kept.
STUMBLES = (
    *(Refused, SQLAlchemyError, ArithmeticError, AttributeError),
    *(LookupError, RecursionError, TypeError, ValueError),
)
LONGEST = 2_000_000  # records of a window; nobody writes such an act, so acts are missing


class Watcher(Protocol):
    """Sees all acts of a window, and then those after it until what began in it has ended."""

    def see(self, acts: Sequence[WholeAct]) -> None: ...

    @property
    def done(self) -> bool:
        """Whether nothing that began in the window is still open."""

    def follow(self, act: WholeAct) -> None:
        """An act after the window's end, told only while the watcher is not done."""

    def summary(self) -> Any:
        """What it has to say, small, and fit for the way from one process to another."""


Watch = Callable[[Store], Watcher]  # a new watcher of a window; the store is for reading only
Beside = Callable[[Store, int], Any]  # looks at the store up to that record, in its own way


class Job(NamedTuple):
    """What every reader of one audit must know."""

    url: str
    last: int
    anchor: Head | None
    watch: Watch | None
    beside: Beside | None


class WindowOutcome(NamedTuple):
    fold: Fold | None
    summary: Any = None
    failed: Exception | None = None  # why there is no summary


@contextmanager
def _no_collector() -> Iterator[None]:
    """Python looks for cycles again and again among the many rows of a window; there are none."""
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

    def ask(self, question: str) -> list[Row]:
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
        except self.error as unread:  # the auditor will see what is wrong
            return WindowOutcome(None, None, unread)
        found = fold(records, window, before, self.job.anchor)
        if self.job.watch is None:
            return WindowOutcome(found)
        try:
            return WindowOutcome(found, self._watched(self.job.watch, window, records))
        except (self.error, *STUMBLES) as failed:  # kept: the chain is told of first
            return WindowOutcome(found, None, failed)

    def look_beside(self) -> WindowOutcome:
        try:
            return WindowOutcome(
                None, self.job.beside and self.job.beside(self.store, self.job.last)
            )
        except (self.error, *STUMBLES) as failed:  # kept: the chain is told of first
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
