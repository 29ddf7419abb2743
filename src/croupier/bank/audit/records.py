"""The chain's records as plain rows, for reading all of them window by window."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection

from croupier.bank.act import AND
from croupier.bank.reading import Stretch

StoredRow = tuple[Any, ...]
FetchRows = Callable[[str], Sequence[StoredRow]]  # SQL in, the driver's rows out
LEAST, MOST = -(2**63), 2**63


class AccountRow(NamedTuple):
    sequence: int
    name: str
    kind: str
    may_go_below_zero: int
    digest: str


class EventRow(NamedTuple):
    sequence: int
    stream: str
    version: int
    kind: str
    body: str
    digest: str


class PostingRow(NamedTuple):
    sequence: int
    id: str
    debit: str
    credit: str
    cents: int
    reason: str
    memo: str
    reverses: str | None
    digest: str


class ActRow(NamedTuple):
    sequence: int
    key: str
    stream: str
    version: int
    first: int
    content: str
    snapshot: str | None
    at: int
    digest: str


class Records(NamedTuple):
    """The rows of a window as plain tuples, each kind in order."""

    account: Sequence[StoredRow]
    event: Sequence[StoredRow]
    posting: Sequence[StoredRow]
    act: Sequence[StoredRow]


class WholeAct(NamedTuple):
    """An act's own record, and the records that it wrote before that one."""

    act: ActRow
    accounts: tuple[AccountRow, ...]
    events: tuple[EventRow, ...]
    postings: tuple[PostingRow, ...]


ChainRecord = AccountRow | EventRow | PostingRow | ActRow
ROWS: dict[str, type[ChainRecord]] = {
    "account": AccountRow,
    "event": EventRow,
    "posting": PostingRow,
    "act": ActRow,
}
KINDS = {row: kind for kind, row in ROWS.items()}


def fetch_rows(connection: Connection) -> FetchRows:
    return lambda question: connection.exec_driver_sql(question).fetchall()


def read(ask: FetchRows, window: Stretch) -> Records:
    """All records of a window; the first window includes any number below 1."""
    first = LEAST if window.first == 1 else window.first
    return Records(
        *(
            ask(
                f"SELECT {', '.join(row._fields)} FROM {kind}s"
                f" WHERE sequence BETWEEN {first} AND {window.last} ORDER BY sequence"
            )
            for kind, row in ROWS.items()
        )
    )


def windows(ask: FetchRows, first: int, last: int, size: int) -> Iterator[Stretch]:
    """The chain between two numbers, in windows of about `size` records that end with an act."""
    while last - first >= size:
        ((end,),) = ask(_acts("max", first, first + size - 1))
        if end is None:  # an act longer than a window
            ((end,),) = ask(_acts("min", first + size, last))
        if end is None:  # records without an act
            break
        yield Stretch(first, end)
        first = end + 1
    if first <= last:
        yield Stretch(first, last)


def _acts(which: str, first: int, last: int) -> str:
    """An act's parts in other streams precede its own record, so a window never ends with one."""
    return (
        f"SELECT {which}(sequence) FROM acts WHERE sequence BETWEEN {first} AND {last}"
        f" AND replace(key, '{AND}', '') = key"
    )


def in_order(records: Records) -> list[ChainRecord]:
    """The records by number; equal numbers in the order of the kinds."""
    rows = [ROWS[kind]._make(row) for kind, some in zip(ROWS, records, strict=True) for row in some]
    return sorted(rows, key=lambda row: row.sequence)


def whole_acts(records: Records) -> Iterator[WholeAct]:
    """The acts of a window that begins and ends with complete acts."""
    accounts, events, postings = (
        _named(row, rows) for row, rows in zip(ROWS.values(), records[:3], strict=False)
    )
    account_at, event_at, posting_at = map(_numbers, (accounts, events, postings))
    account = event = posting = 0
    for act in _named(ActRow, records.act):
        number, first, second, third = act[0], account, event, posting
        while account_at[account] < number:
            account += 1
        while event_at[event] < number:
            event += 1
        while posting_at[posting] < number:
            posting += 1
        yield WholeAct(act, accounts[first:account], events[second:event], postings[third:posting])


def _named(row: type[Any], rows: Sequence[StoredRow]) -> tuple[Any, ...]:
    """Like `_make` for each row, in half the time."""
    return tuple(map(partial(tuple.__new__, row), rows))


def _numbers(rows: Sequence[StoredRow]) -> list[int]:
    """The rows' numbers in the chain, and a sentinel larger than any."""
    return [*(row[0] for row in rows), MOST]
