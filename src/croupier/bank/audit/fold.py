"""The sum of a window of the chain, computed fast and independently of what came before it.

If anything is odd there is no fold, and the auditor reads record by record to say what is wrong.
"""

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from croupier.bank.audit.records import Records, StoredRow
from croupier.bank.chain import Head, digests
from croupier.bank.reading import Stretch

AT_ONCE = 500  # rows whose digests are computed together; more would not fit the CPU cache


class Sums(NamedTuple):
    """The effect of postings on each account, relative to its balance before the window."""

    total: dict[str, int]
    low: dict[str, int]  # the lowest running total after a debit, or 0
    postings: dict[str, int]
    reasons: Counter[str]  # number of postings for each


class StreamVersions(NamedTuple):
    before: dict[str, int]  # the version before the stream's first record in the window
    after: dict[str, int]


class Acts(NamedTuple):
    """The acts' numbers and times, and the newest snapshots."""

    first: int
    last: int
    first_at: int
    last_at: int
    snapshots: dict[str, tuple[int, int, str]]


class Fold(NamedTuple):
    window: Stretch
    before: str
    digest: str
    opened: dict[str, bool]  # accounts, and whether they may go below zero
    sums: Sums
    streams: StreamVersions
    acts: Acts | None


class _Odd(Exception):
    pass


def fold(records: Records, window: Stretch, before: str, anchor: Head | None) -> Fold | None:
    """`before` is the stored digest of the record before the window."""
    try:
        digest = _chain(records, window, before, anchor)
        sums = _sums(records.posting)
        return Fold(
            window,
            before,
            digest,
            _opened(records.account, records.posting),
            sums,
            _streams(records.event, records.act),
            _acts(records.act) if records.act else None,
        )
    except (_Odd, TypeError):  # a value of the wrong type may not be hashable or comparable
        return None


def _chain(records: Records, window: Stretch, before: str, anchor: Head | None) -> str:
    """The digest of the last record, if every stored digest is correct.

    Each is computed from the stored digest before it, so they can be computed in any order.
    """
    stored = _stored(records, window, before)
    for kind, rows in zip(Records._fields, records, strict=True):
        for first in range(0, len(rows), AT_ONCE):
            some = rows[first : first + AT_ONCE]
            numbers, *columns, written = zip(*some, strict=True)
            earlier = [stored[number - window.first] for number in numbers]
            if digests((earlier, numbers, [kind] * len(some), *columns)) != list(written):
                raise _Odd
    if anchor is not None and window.first <= anchor.sequence <= window.last:
        if stored[anchor.sequence - window.first + 1] != anchor.digest:
            raise _Odd
    return stored[-1]


def _stored(records: Records, window: Stretch, before: str) -> list[str]:
    """The stored digests, with the one before the window; no number is missing or repeated."""
    size = window.last - window.first + 1
    if sum(map(len, records)) != size:
        raise _Odd
    stored: list[str | None] = [before, *[None] * size]
    for rows in records:
        numbers = [row[0] for row in rows]
        if numbers != sorted(numbers) or (numbers and not _inside(window, numbers)):
            raise _Odd
        for row in rows:
            stored[row[0] - window.first + 1] = row[-1]
    found = [digest for digest in stored if digest is not None]
    if len(found) <= size:
        raise _Odd
    return found


def _inside(window: Stretch, numbers: list[int]) -> bool:
    return window.first <= numbers[0] and numbers[-1] <= window.last


def _opened(accounts: Sequence[StoredRow], postings: Sequence[StoredRow]) -> dict[str, bool]:
    opened = {name: free == 1 for _, name, _, free, _ in accounts}
    since = {row[1]: row[0] for row in accounts}
    if len(opened) < len(accounts):
        raise _Odd
    if accounts:
        for sequence, _, debit, credit, *_ in postings:
            if sequence < since.get(debit, sequence) or sequence < since.get(credit, sequence):
                raise _Odd
    return opened


def _sums(postings: Sequence[StoredRow]) -> Sums:
    total: dict[str, int] = {}
    low: dict[str, int] = {}
    count: dict[str, int] = {}
    for _, _, debit, credit, cents, _, _, _, _ in postings:
        if type(cents) is not int or cents <= 0 or debit == credit:
            raise _Odd
        left = total[debit] = total.get(debit, 0) - cents
        if left < low.get(debit, 0):
            low[debit] = left
        total[credit] = total.get(credit, 0) + cents
        count[debit] = count.get(debit, 0) + 1
        count[credit] = count.get(credit, 0) + 1
    return Sums(total, low, count, Counter(map(itemgetter(5), postings)))


def _streams(events: Sequence[StoredRow], acts: Sequence[StoredRow]) -> StreamVersions:
    before: dict[str, int] = {}
    after: dict[str, int] = {}
    rows = [(row[0], row[1], row[2] - 1, row[2]) for row in events]
    rows += [(row[0], row[2], row[3], row[3]) for row in acts]
    rows.sort(key=itemgetter(0))
    for _, stream, follows, version in rows:
        if after.get(stream, follows) != follows:
            raise _Odd
        before.setdefault(stream, follows)
        after[stream] = version
    return StreamVersions(before, after)


def _acts(acts: Sequence[StoredRow]) -> Acts:
    snapshots: dict[str, tuple[int, int, str]] = {}
    _, _, _, _, begin, _, _, begin_at, _ = acts[0]
    last, last_at = begin - 1, begin_at
    for sequence, _, stream, version, first, _, snapshot, at, _ in acts:
        if first != last + 1 or type(at) is not int or at < last_at:
            raise _Odd
        last, last_at = sequence, at
        if snapshot is not None:
            snapshots[stream] = (sequence, version, snapshot)
    return Acts(begin, last, begin_at, last_at, snapshots)
