"""What a window of the chain adds up to, found fast and without knowing what came before it.

Where anything at all is odd there is no fold, and the auditor reads record by record to say what.
"""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.bank.chain import Head
from croupier.bank.chain import digest as digest_of
from croupier.bank.records import Records, Row, Window


class Sums(NamedTuple):
    """What postings did to each account, counted from where it stood before the window."""

    total: dict[str, int]
    low: dict[str, int]  # the least total after it gave, or 0
    postings: dict[str, int]


class Streams(NamedTuple):
    before: dict[str, int]  # the version that the window's first record of the stream follows
    after: dict[str, int]


class Acts(NamedTuple):
    """How the acts follow on what is before them: numbers, times, and the newest snapshots."""

    first: int
    last: int
    first_at: int
    last_at: int
    snapshots: dict[str, tuple[int, int, str]]


class Fold(NamedTuple):
    window: Window
    before: str
    digest: str
    opened: dict[str, bool]  # accounts, and whether they may go below zero
    sums: Sums
    streams: Streams
    acts: Acts | None


class _Odd(Exception):
    pass


def fold(records: Records, window: Window, before: str, anchor: Head | None) -> Fold | None:
    """`before` is the digest that is stored before the window."""
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
    except (_Odd, TypeError):  # a value of the wrong type may be no key, or have no order
        return None


def _chain(records: Records, window: Window, before: str, anchor: Head | None) -> str:
    """The digest of the last record, when every digest on the way is as stored."""
    digest = before
    for kind, row in _in_order(records, window):
        digest = digest_of((digest, row[0], kind, *row[1:-1]))
        if digest != row[-1]:
            raise _Odd
        if anchor is not None and anchor.sequence == row[0] and anchor.digest != digest:
            raise _Odd
    return digest


def _in_order(records: Records, window: Window) -> list[tuple[str, Row]]:
    """Each record and its kind by number, when no number is missing or there twice."""
    size = window.last - window.first + 1
    if sum(map(len, records)) != size:
        raise _Odd
    places: list[tuple[str, Row] | None] = [None] * size
    for kind, rows in zip(Records._fields, records, strict=True):
        numbers = [row[0] for row in rows]
        if numbers != sorted(numbers) or (numbers and not _inside(window, numbers)):
            raise _Odd
        for number, row in zip(numbers, rows, strict=True):
            places[number - window.first] = (kind, row)
    found = [place for place in places if place is not None]
    if len(found) < size:
        raise _Odd
    return found


def _inside(window: Window, numbers: list[int]) -> bool:
    return window.first <= numbers[0] and numbers[-1] <= window.last


def _opened(accounts: Sequence[Row], postings: Sequence[Row]) -> dict[str, bool]:
    opened = {name: free == 1 for _, name, _, free, _ in accounts}
    since = {row[1]: row[0] for row in accounts}
    if len(opened) < len(accounts):
        raise _Odd
    if accounts:
        for sequence, _, debit, credit, *_ in postings:
            if sequence < since.get(debit, sequence) or sequence < since.get(credit, sequence):
                raise _Odd
    return opened


def _sums(postings: Sequence[Row]) -> Sums:
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
    return Sums(total, low, count)


def _streams(events: Sequence[Row], acts: Sequence[Row]) -> Streams:
    before: dict[str, int] = {}
    after: dict[str, int] = {}
    place = 0
    for sequence, _, stream, version, *_ in acts:
        while place < len(events) and events[place][0] < sequence:
            _hear(events[place], before, after)
            place += 1
        before.setdefault(stream, version)
        if after.setdefault(stream, version) != version:
            raise _Odd
    for event in events[place:]:
        _hear(event, before, after)
    return Streams(before, after)


def _hear(event: Row, before: dict[str, int], after: dict[str, int]) -> None:
    _, stream, version, _, _, _ = event
    if after.get(stream, version - 1) != version - 1:
        raise _Odd
    before.setdefault(stream, version - 1)
    after[stream] = version


def _acts(acts: Sequence[Row]) -> Acts:
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
