"""The ledger's rules: a journal with its results, the order of the checks, and a naive model."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.bank.ledger import (
    LONGEST_MEMO,
    LONGEST_NAME,
    MOST_CENTS,
    Account,
    Books,
    Entry,
    Kind,
    LedgerError,
    Posting,
    Purpose,
    Refusal,
    entry,
    reversal,
)
from croupier.money import Cents
from tests.effort import examples

ACCOUNTS = {
    account.name: account
    for account in (
        Account("outside", Kind.OUTSIDE, may_go_below_zero=True),
        Account("house", Kind.HOUSE, may_go_below_zero=True),
        Account("ann", Kind.PLAYER),
        Account("bob", Kind.PLAYER),
        Account("felt", Kind.FELT),
    )
}
EMPTY = Books(ACCOUNTS, {})


def added(books: Books, new: Entry) -> Books:
    back = {posting.reverses: posting.id for posting in new.postings if posting.reverses}
    return Books(
        books.accounts,
        {**books.balances, **new.balances},
        {**books.posted, **{posting.id: posting for posting in new.postings}},
        {**books.reversed_by, **back},
    )


def test_the_journal(journal: list[tuple[list[Posting], str]]) -> None:
    books = EMPTY
    for postings, expected in journal:
        before = books
        try:
            new = entry(books, postings)
        except LedgerError as refused:
            result = refused.refusal.value
        else:
            result = "ok" if new.postings else "repeated"
            books = added(books, new)
        assert result == expected, postings
        assert sum(books.balances.values()) == 0
        assert books is before or result in ("ok", "repeated")


WALK_BOOKS = Books(
    {**ACCOUNTS, "full": Account("full", Kind.PLAYER)},
    {"full": MOST_CENTS, "outside": -MOST_CENTS},
    {
        posting.id: posting
        for posting in (
            Posting("taken", "outside", "full", Cents(5), Purpose.DEPOSIT),
            Posting("back", "full", "outside", Cents(5), Purpose.REVERSAL, reverses="taken"),
            Posting("spent", "full", "ann", Cents(5), Purpose.TRANSFER),
            Posting("other", "outside", "full", Cents(7), Purpose.DEPOSIT),
            Posting("good", "full", "ann", Cents(5), Purpose.TRANSFER),
        )
    },
    {"taken": "back", "spent": "somewhere"},
)


def test_the_refusals_in_their_order() -> None:
    """One posting with every fault; each step corrects what the step before was refused for."""
    repairs: list[tuple[Refusal, dict[str, Any]]] = [
        (Refusal.ID_NOT_VALID, {"id": "taken"}),
        (Refusal.MEMO_NOT_VALID, {"memo": "fine"}),
        (Refusal.UNKNOWN_DEBIT_ACCOUNT, {"debit": "ann"}),
        (Refusal.UNKNOWN_CREDIT_ACCOUNT, {"credit": "ann"}),
        (Refusal.SAME_ACCOUNT, {"credit": "full"}),
        (Refusal.AMOUNT_NOT_WHOLE, {"cents": 0}),
        (Refusal.AMOUNT_NOT_POSITIVE, {"cents": MOST_CENTS + 1}),
        (Refusal.AMOUNT_TOO_LARGE, {"cents": 5}),
        (Refusal.ID_TAKEN, {"id": "new"}),
        (Refusal.REVERSAL_NAMES_NOTHING, {"reverses": "none", "reason": Purpose.WAGER}),
        (Refusal.REASON_IS_NOT_REVERSAL, {"reason": Purpose.REVERSAL}),
        (Refusal.REVERSES_UNKNOWN, {"reverses": "back"}),
        (Refusal.REVERSES_A_REVERSAL, {"reverses": "other"}),
        (Refusal.REVERSAL_DIFFERS, {"reverses": "spent"}),
        (Refusal.ALREADY_REVERSED, {"reverses": "good"}),
        (Refusal.WOULD_GO_BELOW_ZERO, {"debit": "outside", "reverses": None}),
    ]
    posting = Posting("", "x", "y", 0.5, Purpose.REVERSAL, "m" * (LONGEST_MEMO + 1))  # type: ignore
    for refusal, repair in repairs:
        with pytest.raises(LedgerError) as refused:
            entry(WALK_BOOKS, [posting], cleared=["full"])
        assert refused.value.refusal is refusal
        posting = replace(posting, **repair)
    # A reversal that would overfill an account is impossible: the money came out of that account.
    posting = replace(posting, reason=Purpose.DEPOSIT)
    with pytest.raises(LedgerError) as refused:
        entry(WALK_BOOKS, [posting], cleared=["full"])
    assert refused.value.refusal is Refusal.BALANCE_TOO_LARGE
    with pytest.raises(LedgerError, match=r"full.*must end at zero") as refused:
        entry(WALK_BOOKS, [], cleared=["full"])
    assert refused.value.refusal is Refusal.NOT_CLEARED
    walked = [refusal for refusal, _ in repairs]
    assert refused.value.code == "ledger/not_cleared"
    assert [*walked, Refusal.BALANCE_TOO_LARGE, Refusal.NOT_CLEARED] == list(Refusal)


@pytest.mark.parametrize("bad", ["", "a\0b", "\ud800", "a" * (LONGEST_NAME + 1), 7, None])
def test_ids_are_text_that_every_database_keeps(bad: Any) -> None:
    with pytest.raises(LedgerError) as refused:
        entry(EMPTY, [Posting(bad, "outside", "ann", Cents(1), Purpose.DEPOSIT)])
    assert refused.value.refusal is Refusal.ID_NOT_VALID


def test_true_is_not_a_cent() -> None:
    with pytest.raises(LedgerError) as refused:
        entry(EMPTY, [Posting("p", "outside", "ann", True, Purpose.DEPOSIT)])  # type: ignore
    assert refused.value.refusal is Refusal.AMOUNT_NOT_WHOLE


def test_the_felt_must_be_cleared() -> None:
    wager = Posting("w", "outside", "felt", Cents(500), Purpose.WAGER)
    lost = Posting("l", "felt", "house", Cents(500), Purpose.WAGER_LOST)
    assert entry(EMPTY, [wager, lost], cleared=["felt", "ann"]).balances["felt"] == 0
    with pytest.raises(LedgerError, match=r"felt.*\$5"):
        entry(EMPTY, [wager], cleared=["felt"])
    with pytest.raises(LedgerError, match="'flet' must end at zero, and is not an account"):
        entry(EMPTY, [wager, lost], cleared=["flet"])


class Naive:
    """The rules again, by going through a plain list of everything that was ever posted."""

    def __init__(self) -> None:
        self.rows: list[Posting] = []

    def balance(self, name: str, rows: list[Posting]) -> int:
        return sum(row.cents * ((row.credit == name) - (row.debit == name)) for row in rows)

    def post(self, postings: list[Posting]) -> bool:
        rows = list(self.rows)
        for posting in postings:
            if posting in rows:
                continue
            if not self.good(posting, rows):
                return False
            rows.append(posting)
        self.rows = rows
        return True

    def good(self, posting: Posting, rows: list[Posting]) -> bool:
        takes_back = posting.reason is Purpose.REVERSAL
        mates = [row for row in rows if posting.reverses is not None and row.id == posting.reverses]
        return (
            posting.debit in ACCOUNTS
            and posting.credit in ACCOUNTS
            and posting.debit != posting.credit
            and posting.cents > 0
            and all(row.id != posting.id for row in rows)
            and takes_back == (posting.reverses is not None)
            and (
                not takes_back
                or (
                    bool(mates)
                    and mates[0].reason is not Purpose.REVERSAL
                    and self.undone(mates[0], posting)
                    and all(row.reverses != posting.reverses for row in rows)
                )
            )
            and (
                posting.debit in ("outside", "house")
                or self.balance(posting.debit, rows) >= posting.cents
            )
        )

    def undone(self, first: Posting, second: Posting) -> bool:
        both = [first, second]
        return all(self.balance(name, both) == 0 for name in ACCOUNTS)


IDS = st.sampled_from("abcdefghij")
NAMES = st.sampled_from([*ACCOUNTS, "nobody"])
FREE = st.builds(
    Posting,
    IDS,
    NAMES,
    NAMES,
    st.sampled_from([-1, 0, 1, 2, 3]),
    st.sampled_from([Purpose.WAGER, Purpose.WAGER, Purpose.REVERSAL]),
    reverses=st.none() | IDS,
)
GOOD = st.builds(
    Posting,
    IDS,
    st.sampled_from(["outside", "ann"]),
    st.sampled_from(["bob", "felt"]),
    st.integers(1, 3),
    st.just(Purpose.WAGER),
)
BACK = st.tuples(st.integers(0, 9), IDS)  # the reversal of a posting that is in the books
LISTS = st.lists(st.lists(GOOD | GOOD | BACK | FREE, min_size=1, max_size=3), max_size=12)


@given(LISTS)
@settings(max_examples=examples(300))
def test_the_ledger_agrees_with_a_naive_model(
    lists: list[list[Posting | tuple[int, str]]],
) -> None:
    books, naive = EMPTY, Naive()
    for drafts in lists:
        rows = naive.rows or [Posting("a", "ann", "bob", Cents(1), Purpose.WAGER)]
        postings = [
            draft if isinstance(draft, Posting) else reversal(rows[draft[0] % len(rows)], draft[1])
            for draft in drafts
        ]
        try:
            new = entry(books, postings)
        except LedgerError:
            assert not naive.post(postings)
        else:
            assert naive.post(postings)
            books = added(books, new)
        assert list(books.posted.values()) == naive.rows
        assert {name: books.balances.get(name, 0) for name in ACCOUNTS} == {
            name: naive.balance(name, naive.rows) for name in ACCOUNTS
        }
