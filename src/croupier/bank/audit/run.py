"""Checks the books from the first record to the last, and reports the first difference.

The chain, balances and versions are recomputed from the records; what the store keeps besides the
records must match. That is read first, in one transaction, and records never change: so others may
write meanwhile, and the audit covers the books as they were when it began.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from typing import Any, TypeVar

from croupier.bank.anchors import check_anchors
from croupier.bank.audit.books import AuditFailed, Auditor, compare, stored_state
from croupier.bank.audit.reader import Job, Reader, SideCheck, Watch, Watcher, WindowOutcome
from croupier.bank.audit.records import FetchRows, fetch_rows, in_order, read, windows
from croupier.bank.chain import Head
from croupier.bank.faults import DATABASE_FAILED, StoreError, in_words
from croupier.bank.reading import Stretch
from croupier.bank.schema.upgrade import difference
from croupier.bank.store import Store
from croupier.progress import tracked

__all__ = ["AuditFailed", "AuditedBank", "Watch", "Watcher", "audit"]

T = TypeVar("T")
WINDOW = 15_000  # records per window, and up to four times as many in large books
SHARE = 4  # the part of the rest that a window takes, per process, so that all end together
WORTH = 4  # windows that make it worth starting a process …
WATCHED = 2  # … and if they are watched


@dataclass(frozen=True, slots=True)
class AuditedBank:
    """The end of a chain that passed, and the watchers' results in its order."""

    head: Head
    balances: Mapping[str, int]  # of accounts with postings
    reasons: Mapping[str, int]  # number of postings for each
    summaries: tuple[Any, ...] = ()
    moved: tuple[Mapping[str, int], ...] = ()  # by each window, for the accounts it touched
    beside: Any = None  # result of `beside`


def audit(
    store: Store,
    anchor: Head | None = None,
    *,
    watch: Watch | None = None,
    beside: SideCheck | None = None,
    workers: int | None = None,
    anchors: Sequence[Head] = (),
) -> AuditedBank:
    """The end of the chain if all is well; otherwise AuditFailed.

    An anchor is a head of this bank that was stored elsewhere. Anyone who can write to the database
    could make a new chain, but not one that passes through the anchor, or through all `anchors`.

    `workers` processes read the windows, by default one per core. So `watch`, which makes a watcher
    for each window, and `beside`, which one of them runs meanwhile, must be importable by name.
    """
    differs = None
    try:
        with in_words(DATABASE_FAILED):
            with store.reading() as connection:
                differs = difference(connection)
            found = _audited(store, anchor, watch, beside, workers)
            with store.reading() as connection:
                check_anchors(connection, anchors, found.head.sequence)
    except StoreError as broken:
        if differs is None:
            raise AuditFailed("database", None, f"it cannot be read: {broken.message}") from None
    if differs is not None:  # last, because a changed record says more than a missing trigger
        raise AuditFailed("schema", None, differs)
    return found


def _audited(
    store: Store,
    anchor: Head | None,
    watch: Watch | None,
    beside: SideCheck | None,
    workers: int | None,
) -> AuditedBank:
    with store.reading() as connection:
        stored = stored_state(connection)
        last = 0 if stored.last is None else max(stored.last, 1)
        crew = workers or os.cpu_count() or 1
        cut = list(_cut(fetch_rows(connection), last, SHARE * crew))
    url = store.engine.url.render_as_string(hide_password=False)
    crew = min(crew, len(cut) // (1 if workers else WATCHED if watch else WORTH))
    auditor, outcomes, moved = Auditor(anchor), [], []
    with _reading(Job(url, last, anchor, watch, beside), cut, crew) as (found, file, besides):
        for window, outcome in tracked("the chain", zip(cut, found, strict=True), len(cut)):
            if outcome.fold is not None and auditor.take(outcome.fold):
                moved.append(outcome.fold.sums.total)
            else:
                moved.append(_read_one_by_one(store, auditor, window))
            outcomes.append(outcome._replace(fold=None))
        compare(stored, auditor)
        if (answer := file()) != "ok":
            raise AuditFailed("database", None, f"SQLite finds its file damaged: {answer}")
        summaries = _summaries(outcomes) if watch else ()
        (other,) = _summaries([besides()])
    return AuditedBank(
        auditor.head, auditor.balances, auditor.reasons, summaries, tuple(moved), other
    )


def _cut(ask: FetchRows, last: int, parts: int) -> Iterator[Stretch]:
    """The chain in windows, the last ones small."""
    end = 0
    while end < last:
        size = min(max(WINDOW, (last - end) // parts), 4 * WINDOW)
        window = next(windows(ask, end + 1, last, size))
        yield window
        end = window.last


def _summaries(outcomes: Sequence[WindowOutcome]) -> tuple[Any, ...]:
    for outcome in outcomes:
        if outcome.failed is not None:
            raise outcome.failed
    return tuple(outcome.summary for outcome in outcomes)


def _read_one_by_one(store: Store, auditor: Auditor, window: Stretch) -> dict[str, int]:
    """Reads a window that did not fit, to find the record that is wrong."""
    before = Counter(auditor.balances)
    with store.reading() as connection:
        for first in range(window.first, window.last + 1, WINDOW):
            part = Stretch(first, min(first + WINDOW - 1, window.last))
            for row in in_order(read(fetch_rows(connection), part)):
                auditor.read(row)
            auditor.missing(part.last)
    return {name: cents - before[name] for name, cents in auditor.balances.items()}


AuditReading = tuple[Iterator[WindowOutcome], Callable[[], str], Callable[[], WindowOutcome]]


@contextmanager
def _reading(job: Job, cut: Sequence[Stretch], crew: int) -> Iterator[AuditReading]:
    """The outcome of each window, in order; SQLite's check of its file; the outcome of `beside`."""
    with Reader(job) as reader:
        if crew <= 1:
            yield map(reader.check, cut), reader.check_file, reader.look_beside
            return
        # A forked process would share open connections, which is not allowed.
        with ProcessPoolExecutor(crew - 1, get_context("spawn"), _begin, (job,)) as pool:
            # First the work that cannot be split.
            file, beside = (
                pool.submit(_answer, Reader.check_file),
                pool.submit(_answer, Reader.look_beside),
            )
            try:
                yield _shared_out(cut, reader, pool), file.result, beside.result
            finally:
                pool.shutdown(cancel_futures=True)


def _shared_out(cut: Sequence[Stretch], reader: Reader, pool: Executor) -> Iterator[WindowOutcome]:
    """While waiting for the others, this process reads windows itself."""
    theirs = [pool.submit(_answer, Reader.check, window) for window in cut]
    not_begun = (place for place, outcome in enumerate(theirs) if outcome.cancel())
    mine: dict[int, WindowOutcome] = {}
    for place, outcome in enumerate(theirs):
        while place not in mine and not outcome.done() and (own := next(not_begun, -1)) >= 0:
            mine[own] = reader.check(cut[own])
        yield mine.pop(place) if place in mine else outcome.result()


_job: Job  # of a process of the pool


def _begin(job: Job) -> None:
    global _job
    _job = job


@cache
def _reader() -> Reader:
    return Reader(_job)


def _answer(question: Callable[..., T], *about: object) -> T:
    """Calls a method of this process's reader."""
    return question(_reader(), *about)
