"""The books, checked from the first record to the last; what is wrong first is named.

The chain is computed anew, and balances and versions from the records alone; then what the store
keeps beside the records must say the same. What is kept is read first, in one transaction, and
records never change: so others may write meanwhile, and this audit ends where it began.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from typing import Any

from sqlalchemy.exc import DBAPIError

from croupier.bank.audit_books import AuditFailed, Auditor
from croupier.bank.audit_kept import compare, kept_beside
from croupier.bank.audit_reader import Job, Outcome, Reader, Watch, Watcher
from croupier.bank.chain import Head
from croupier.bank.records import Window, asked, in_order, read, windows
from croupier.bank.store import Store
from croupier.progress import told

__all__ = ["AuditFailed", "Audited", "Watch", "Watcher", "audit"]

WINDOW = 20_000  # records read at once, and up to three times as many where there are very many
SHARE = 8  # windows for each process, so that they end at about the same time
WORTH = 4  # windows that take as long as it takes to start a process


@dataclass(frozen=True, slots=True)
class Audited:
    """The end of the chain, all of which is well; and what the watchers say, in its order."""

    head: Head
    summaries: tuple[Any, ...] = ()


def audit(
    store: Store,
    anchor: Head | None = None,
    *,
    watch: Watch | None = None,
    workers: int | None = None,
) -> Audited:
    """Where the chain ends, when all is well; AuditFailed when it is not.

    An anchor is a head of this bank that was kept somewhere else: whoever can write to the database
    could make a chain anew, but none that passes through the anchor.

    Windows of the chain are read by so many processes, as many as there are cores if it is not
    said. So `watch`, which makes a watcher for each window, must be a name that they can import.
    """
    try:
        with store.reading() as connection:
            kept = kept_beside(connection)
            last = 0 if kept.last is None else max(kept.last, 1)
            crew = workers or os.cpu_count() or 1
            size = min(max(WINDOW, last // (SHARE * crew)), 3 * WINDOW)
            cut = list(windows(asked(connection), 1, last, size))
        url = store.engine.url.render_as_string(hide_password=False)
        crew = min(crew, len(cut) if workers or watch else len(cut) // WORTH)
        auditor, outcomes = Auditor(anchor), []
        with _reading(Job(url, last, anchor, watch), cut, crew) as (found, file):
            for window, outcome in told("the chain", zip(cut, found, strict=True), len(cut)):
                if outcome.fold is None or not auditor.take(outcome.fold):
                    _read_one_by_one(store, auditor, window)
                outcomes.append(outcome._replace(fold=None))
            compare(kept, auditor)
            if (answer := file()) != "ok":
                raise AuditFailed("database", None, f"SQLite finds its file damaged: {answer}")
    except DBAPIError as broken:
        raise AuditFailed("database", None, f"it cannot be read: {broken.orig}") from broken
    return Audited(auditor.head, _summaries(outcomes) if watch else ())


def _summaries(outcomes: Sequence[Outcome]) -> tuple[Any, ...]:
    for outcome in outcomes:
        if outcome.failed is not None:
            raise outcome.failed
    return tuple(outcome.summary for outcome in outcomes)


def _read_one_by_one(store: Store, auditor: Auditor, window: Window) -> None:
    """A window that does not fit what is before it: some record of it should say why."""
    with store.reading() as connection:
        for first in range(window.first, window.last + 1, WINDOW):
            part = Window(first, min(first + WINDOW - 1, window.last))
            for row in in_order(read(asked(connection), part)):
                auditor.read(row)
            auditor.missing(part.last)


Found = tuple[Iterator[Outcome], Callable[[], str]]


@contextmanager
def _reading(job: Job, cut: Sequence[Window], crew: int) -> Iterator[Found]:
    """What readers find in each window, in order; and what SQLite says of its file."""
    with Reader(job) as reader:
        if crew <= 1:
            yield map(reader.check, cut), reader.check_file
            return
        # A fork would take open connections along, which no two processes may use.
        with ProcessPoolExecutor(crew - 1, get_context("spawn"), _begin, (job,)) as pool:
            file = pool.submit(_check_file)  # first, because it cannot be shared out
            try:
                yield _shared_out(cut, reader, pool), file.result
            finally:
                pool.shutdown(cancel_futures=True)


def _shared_out(cut: Sequence[Window], reader: Reader, pool: Executor) -> Iterator[Outcome]:
    """Others read from the first window on; this process, while it waits, from the last back."""
    theirs = [pool.submit(_check, window) for window in cut]
    mine: dict[int, Outcome] = {}
    rest = len(cut)
    for place, outcome in enumerate(theirs):
        while place not in mine and not outcome.done():
            rest -= 1
            if rest < place or not theirs[rest].cancel():
                break
            mine[rest] = reader.check(cut[rest])
        yield mine.pop(place) if place in mine else outcome.result()


_job: Job  # of a process of the pool


def _begin(job: Job) -> None:
    global _job
    _job = job


@cache
def _reader() -> Reader:
    return Reader(_job)


def _check(window: Window) -> Outcome:
    return _reader().check(window)


def _check_file() -> str:
    return _reader().check_file()
