"""Windows of the chain folded one by one give the same result as reading it record by record.

Books are made of random records, and then falsified: with the chain unchanged, or recomputed over
the falsified records. Wherever the windows are cut, the auditor must end in the same state as
without any.
"""

from collections.abc import Iterator
from random import Random

import pytest

from croupier.bank.audit.books import AuditFailed, Auditor
from croupier.bank.audit.fold import fold
from croupier.bank.audit.records import (
    KINDS,
    ROWS,
    AccountRow,
    ActRow,
    ChainRecord,
    EventRow,
    PostingRow,
    Records,
    in_order,
    whole_acts,
)
from croupier.bank.chain import START, Head, digest
from croupier.bank.reading import Stretch
from croupier.bank.schema.tables import CHAINED
from croupier.bank.schema.tables import KINDS as KIND_OF_TABLE

FALSIFIED = 1500  # books


def test_rows_are_the_chained_columns() -> None:
    for table, columns in CHAINED.items():
        kind = KIND_OF_TABLE[table]
        assert table.name == f"{kind}s"
        assert ROWS[kind]._fields == ("sequence", *columns, "digest")
    assert Records._fields == tuple(ROWS)


def books(rng: Random, acts: int) -> list[ChainRecord]:
    """True books: accounts opened as they go, two streams, balances that reach zero."""
    rows: list[ChainRecord] = []
    balances = {"house": 0}
    versions = {"s": 0, "t": 0}
    first, at = 1, 0

    def put(row: type[ChainRecord], *values: object) -> None:
        rows.append(row._make((len(rows) + 1, *values, "")))

    put(AccountRow, "house", "house", 1)
    for number in range(acts):
        if rng.random() < 0.3:
            name = f"p{len(balances)}"
            balances[name] = 0
            put(AccountRow, name, "player", 0)
        stream = rng.choice(list(versions))
        for _ in range(rng.randrange(3)):
            versions[stream] += 1
            put(EventRow, stream, versions[stream], "said", rng.choice(["", "yes", "♠"]))
        for _ in range(rng.randrange(3)):
            debit = rng.choice([name for name in balances if name == "house" or balances[name]])
            credit = rng.choice([name for name in balances if name != debit] or ["house"])
            if debit != credit:
                cents = rng.randint(1, 9 if debit == "house" else balances[debit])
                balances[debit] -= cents
                balances[credit] += cents
                put(PostingRow, f"x{len(rows)}", debit, credit, cents, "rake", "", None)
        at += rng.randrange(2)
        snapshot = rng.choice([None, "d" * 64])
        put(ActRow, f"k{number}", stream, versions[stream], first, "c", snapshot, at)
        first = len(rows) + 1
    return chained(rows)


def chained(rows: list[ChainRecord]) -> list[ChainRecord]:
    """The same records with a true chain over them."""
    before, found = START.digest, []
    for row in rows:
        before = digest((before, row.sequence, KINDS[type(row)], *row[1:-1]))
        found.append(row._replace(digest=before))
    return found


def falsified(rng: Random, rows: list[ChainRecord]) -> list[ChainRecord]:
    """One value changed, or a record missing, duplicated, moved, or renumbered."""
    rows, place = list(rows), rng.randrange(len(rows))
    row = rows[place]
    match rng.randrange(9):
        case 0:
            del rows[place]
        case 1:
            rows.insert(place, row)
        case 2:
            rows[place] = row._replace(sequence=rng.randint(-1, len(rows) + 2))
            rows.sort(key=lambda other: other.sequence)
        case 3:
            rows[place] = rng.choice(rows)._replace(sequence=row.sequence)
        case 4:
            rows.insert(rng.randrange(len(rows)), rows.pop(place))
            rows = [each._replace(sequence=number) for number, each in enumerate(rows, 1)]
        case _:
            name = rng.choice(row._fields[1:])
            value = getattr(row, name)
            other = rng.choice([getattr(each, name, None) for each in rows])
            near = value + rng.choice([-value, -1, 1, 2]) if isinstance(value, int) else "house"
            rows[place] = row._replace(**{name: rng.choice([other, near, 1, 7.5, "1"])})
    return rows


def taken(rows: list[ChainRecord], window: Stretch) -> Records:
    lowest = -9 if window.first == 1 else window.first
    some = [row for row in rows if lowest <= row.sequence <= window.last]
    return Records(*([row for row in some if type(row) is kind] for kind in KINDS))


def cuts(rng: Random, last: int) -> Iterator[Stretch]:
    """Windows anywhere: the fold does not require that they end with an act."""
    first = 1
    while first <= last:
        end = min(first + rng.choice([0, 1, 4, 20]), last)
        yield Stretch(first, end)
        first = end + 1


Said = dict[str, object] | str  # the auditor's final state, or the difference found


def one_by_one(rows: list[ChainRecord], anchor: Head | None) -> Said:
    auditor = Auditor(anchor)
    try:
        for row in in_order(taken(rows, Stretch(1, len(rows) + 9))):
            auditor.read(row)
    except AuditFailed as failed:
        return str(failed)
    return vars(auditor)


def by_windows(rng: Random, rows: list[ChainRecord], anchor: Head | None) -> tuple[Said, bool]:
    """The auditor's result, and whether any window had to be read record by record."""
    auditor, slow = Auditor(anchor), False
    try:
        for window in cuts(rng, max(1, *(row.sequence for row in rows))):
            some = taken(rows, window)
            before = {row.sequence: row.digest for row in rows}.get(window.first - 1, START.digest)
            found = fold(some, window, before, anchor)
            if found is None or not auditor.take(found):
                slow = True
                for row in in_order(some):
                    auditor.read(row)
                auditor.missing(window.last)
    except AuditFailed as failed:
        return str(failed), slow
    return vars(auditor), slow


def test_true_books_are_never_read_record_by_record() -> None:
    for seed in range(100):
        rng = Random(seed)
        rows = books(rng, 12)
        anchor = rng.choice([None, *(Head(row.sequence, row.digest) for row in rows)])
        assert by_windows(rng, rows, anchor) == (one_by_one(rows, anchor), False)


CHAIN = ["it is missing", "there is another record", "and its digest do not agree"]
BOOKS = [
    "it is missing",
    "there is another record",
    "does not pass through the anchor",
    "follows #",
    "moves nothing",
    "there is no account",
    "below zero",
    "is not about the records before it",
    "is before the act before it",
]


@pytest.mark.parametrize("anew, words", [(False, CHAIN), (True, BOOKS)])
def test_false_books_end_alike(anew: bool, words: list[str]) -> None:
    told: list[str] = []
    for seed in range(FALSIFIED):
        rng = Random(seed)
        rows = books(rng, 8)
        anchor = rng.choice([None, None, Head(rows[-1].sequence, rows[-1].digest)])
        rows = falsified(rng, rows)
        if anew:
            rows = chained(rows)
        expected = one_by_one(rows, anchor)
        assert by_windows(rng, rows, anchor)[0] == expected, seed
        told += [expected] if isinstance(expected, str) else []
    assert [word for word in words if not any(word in each for each in told)] == []


def opening(number: int, free: int) -> ChainRecord:
    return AccountRow(number, "ann", "player", free, "")


def test_an_account_opened_twice_needs_a_closer_look() -> None:
    """In one window or in two: only the order of the records shows which of its rules held when."""
    rows = chained([opening(1, 0), opening(2, 1)])
    whole, parts = Stretch(1, 2), [Stretch(1, 1), Stretch(2, 2)]
    assert fold(taken(rows, whole), whole, START.digest, None) is None
    one, two = (
        fold(taken(rows, part), part, before, None)
        for part, before in zip(parts, (START.digest, rows[0].digest), strict=True)
    )
    assert one is not None and two is not None
    auditor = Auditor()
    assert not auditor.take(two)  # it does not follow on nothing
    assert auditor.take(one) and not auditor.take(two)
    assert (auditor.head.sequence, auditor.may_go_below_zero) == (1, {"ann": False})


def posting(number: int, debit: str, credit: str, cents: object = 5) -> ChainRecord:
    return PostingRow._make((number, f"x{number}", debit, credit, cents, "rake", "", None, ""))


def test_records_out_of_order_need_a_closer_look() -> None:
    """Ann gives before she gets: in the other order she would not be below zero."""
    rows = chained([opening(1, 0), posting(2, "ann", "house"), posting(3, "house", "ann")])
    records = taken(rows, Stretch(1, 3))
    turned = records._replace(posting=records.posting[::-1])
    assert fold(turned, Stretch(1, 3), START.digest, None) is None


@pytest.mark.parametrize("debit, credit", [("house", "ann"), ("ann", "house")])
def test_an_account_used_before_it_is_opened(debit: str, credit: str) -> None:
    rows = chained([posting(1, debit, credit), opening(2, 1)])
    assert fold(taken(rows, Stretch(1, 2)), Stretch(1, 2), START.digest, None) is None


@pytest.mark.parametrize("cents", [0, -5, 7.5, "5", None])
def test_a_posting_that_moves_nothing(cents: object) -> None:
    rows = chained([posting(1, "house", "ann", cents)])
    assert fold(taken(rows, Stretch(1, 1)), Stretch(1, 1), START.digest, None) is None


def test_a_number_twice_does_not_make_up_for_one_that_is_missing() -> None:
    """Even if the chain is recomputed over those that are left when one of the two is skipped."""
    ann, bob, cid = (opening(number, 0)._replace(name=f"p{number}") for number in (1, 2, 4))
    first, twice, last = chained([ann, EventRow(2, "s", 1, "said", "", ""), cid])
    records = Records(account=[first, bob, last], event=[twice], posting=[], act=[])
    assert fold(records, Stretch(1, 4), START.digest, None) is None


def test_acts_are_whole() -> None:
    rows = books(Random(1), 30)
    seen = []
    for act in whole_acts(taken(rows, Stretch(1, len(rows)))):
        parts = sorted([*act.accounts, *act.events, *act.postings, act.act])
        assert [row.sequence for row in parts] == list(range(act.act.first, act.act.sequence + 1))
        seen += parts
    assert seen == rows
