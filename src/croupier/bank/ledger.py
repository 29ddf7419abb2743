"""The ledger's values and rules: double entry in whole cents, and why a posting is refused.

A posting moves cents from its debit account to its credit account. A balance is credits less
debits, so all balances add up to zero. Nothing here knows where the books are stored.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from croupier.errors import BankError, shown
from croupier.money import Cents, dollars

LONGEST_NAME = 100
LONGEST_MEMO = 200
HALF_A_PAIR = re.compile("[\ud800-\udfff]")
MOST_CENTS = 2**62  # so that balances fit the signed 64 bits of every database


class Kind(Enum):
    HOUSE = "house"
    OUTSIDE = "outside"  # the world outside the house: cash that comes in or is paid out
    PLAYER = "player"
    FELT = "felt"  # a seat's wagers; zero when the round is over
    ESCROW = "escrow"
    METER = "meter"


class Purpose(Enum):
    """Why money moves, in bookkeeping terms."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    BUY_IN = "buy-in"
    CHIPS = "chips"  # out of the tray, for a buy-in
    CASH_OUT = "cash-out"
    FILL = "fill"
    CREDIT = "credit"
    COUNT = "count"  # of the drop box
    WAGER = "wager"
    WAGER_RETURNED = "wager returned"
    WAGER_LOST = "wager lost"
    WINNINGS = "winnings"
    POT = "pot"
    RAKE = "rake"
    JACKPOT_CONTRIBUTION = "jackpot contribution"
    JACKPOT_AWARD = "jackpot award"
    FUNDING = "funding"
    TRANSFER = "transfer"
    CORRECTION = "correction"  # of a wrong payment at a table, after its round
    DISTRIBUTION = "distribution"  # to players, from a discontinued jackpot
    BANKING = "banking"  # of jackpot money, in its bank account
    REVERSAL = "reversal"

    @classmethod
    def _missing_(cls, value: object) -> "Purpose":
        # These words are part of the names of known differences in older books.
        raise ValueError(f"{value!r} is not a valid Reason")


@dataclass(frozen=True, slots=True)
class Account:
    """A name such as `house`, `player/12` or `table/7/felt/3`."""

    name: str
    kind: Kind
    may_go_below_zero: bool = False


@dataclass(frozen=True, slots=True)
class Posting:
    id: str  # chosen by the caller, so that a retry is recognized
    debit: str
    credit: str
    cents: Cents
    reason: Purpose
    memo: str = ""
    reverses: str | None = None

    def __str__(self) -> str:
        return f"posting {shown(self.id)} ({self.debit} to {self.credit}, {self.reason.value})"


class Refusal(Enum):
    """Why a posting is refused, in the order of the checks: the first that applies is reported."""

    ID_NOT_VALID = "id_not_valid"
    MEMO_NOT_VALID = "memo_not_valid"
    UNKNOWN_DEBIT_ACCOUNT = "unknown_debit_account"
    UNKNOWN_CREDIT_ACCOUNT = "unknown_credit_account"
    SAME_ACCOUNT = "same_account"
    AMOUNT_NOT_WHOLE = "amount_not_whole"
    AMOUNT_NOT_POSITIVE = "amount_not_positive"
    AMOUNT_TOO_LARGE = "amount_too_large"
    ID_TAKEN = "id_taken"
    # At this point a repeated id with the same content passes: it is posted already.
    REVERSAL_NAMES_NOTHING = "reversal_names_nothing"
    REASON_IS_NOT_REVERSAL = "reason_is_not_reversal"
    REVERSES_UNKNOWN = "reverses_unknown"
    REVERSES_A_REVERSAL = "reverses_a_reversal"
    REVERSAL_DIFFERS = "reversal_differs"
    ALREADY_REVERSED = "already_reversed"
    WOULD_GO_BELOW_ZERO = "would_go_below_zero"
    BALANCE_TOO_LARGE = "balance_too_large"
    NOT_CLEARED = "not_cleared"  # of an act as a whole, so last


class LedgerError(BankError):
    """Postings refused as a whole, with the details for a message in other words."""

    def __init__(
        self,
        refusal: Refusal,
        message: str,
        posting: Posting | None = None,
        account: str = "",
        holds: int = 0,
    ) -> None:
        super().__init__(message, f"ledger/{refusal.value}")
        self.refusal = refusal
        self.posting = posting  # the one that was refused
        self.account = account  # the one that refuses, and its balance
        self.holds = holds


@dataclass(frozen=True, slots=True)
class Books:
    """The part of the books that the rules need: at least everything that the new postings name."""

    accounts: Mapping[str, Account]
    balances: Mapping[str, int]
    posted: Mapping[str, Posting] = field(default_factory=dict)
    reversed_by: Mapping[str, str] = field(default_factory=dict)  # id of a posting: its reversal


@dataclass(frozen=True, slots=True)
class Entry:
    """The effect of linked postings: those that are new, and the resulting balances."""

    postings: tuple[Posting, ...]
    balances: Mapping[str, int]


def text_is_valid(text: object, longest: int, shortest: int = 0) -> bool:
    """Characters that every database stores unchanged: no NUL, no lone surrogates."""
    return (
        isinstance(text, str)
        and shortest <= len(text) <= longest
        and "\0" not in text
        and (text.isascii() or HALF_A_PAIR.search(text) is None)
    )


def entry(books: Books, postings: Sequence[Posting], cleared: Sequence[str] = ()) -> Entry:
    """Linked postings, in order: all are valid, or LedgerError says why none is posted.

    A posting that is in the books already is skipped. Afterwards the accounts `cleared` must be at
    zero (the felt, when a round is over).
    """
    draft = _Draft(books)
    for posting in postings:
        _refuse(posting, _faults(posting, books))
        known = draft.posted(posting.id)
        if known == posting:
            continue
        if known is not None:
            words = f"the id is taken by {known}; a new posting needs its own"
            _refuse(posting, [(Refusal.ID_TAKEN, words)])
        _refuse(posting, _reversal_faults(posting, draft))
        draft.post(posting)
    for name in cleared:
        if name not in books.accounts:
            raise LedgerError(
                Refusal.NOT_CLEARED, f"{shown(name)} must end at zero, and is not an account"
            )
        if draft.balance(name) != 0:
            raise LedgerError(
                Refusal.NOT_CLEARED,
                f"{shown(name)} must end at zero, and would hold {dollars(draft.balance(name))}",
                account=name,
                holds=draft.balance(name),
            )
    return Entry(tuple(draft.new.values()), draft.balances)


class _Draft:
    """The books plus the postings so far; the books themselves are not changed."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self.new: dict[str, Posting] = {}
        self.balances: dict[str, int] = {}
        self.reversed_by: dict[str, str] = {}

    def posted(self, posting: str) -> Posting | None:
        return self.new.get(posting) or self.books.posted.get(posting)

    def reversal_of(self, posting: str) -> str | None:
        return self.reversed_by.get(posting) or self.books.reversed_by.get(posting)

    def balance(self, name: str) -> int:
        return self.balances.get(name, self.books.balances.get(name, 0))

    def post(self, posting: Posting) -> None:
        left = self.balance(posting.debit) - posting.cents
        given = self.balance(posting.credit) + posting.cents
        if left < 0 and not self.books.accounts[posting.debit].may_go_below_zero:
            name, holds = posting.debit, self.balance(posting.debit)
            words = f"{name} holds {dollars(holds)} and cannot give {dollars(posting.cents)}"
            refusal = Refusal.WOULD_GO_BELOW_ZERO
            raise LedgerError(refusal, f"{posting}: {words}", posting, name, holds)
        if left < -MOST_CENTS or given > MOST_CENTS:
            words = f"no balance may pass {dollars(MOST_CENTS)}"
            _refuse(posting, [(Refusal.BALANCE_TOO_LARGE, words)])
        self.balances |= {posting.debit: left, posting.credit: given}
        self.new[posting.id] = posting
        if posting.reverses is not None:
            self.reversed_by[posting.reverses] = posting.id


def _refuse(posting: Posting, faults: Iterable[tuple[Refusal, str]]) -> None:
    """Raises the first of the faults, if there is one."""
    for refusal, words in faults:
        raise LedgerError(refusal, f"{posting}: {words}", posting)


def _faults(posting: Posting, books: Books) -> Iterator[tuple[Refusal, str]]:
    if not text_is_valid(posting.id, LONGEST_NAME, shortest=1):
        yield Refusal.ID_NOT_VALID, f"an id has 1 to {LONGEST_NAME} characters of text"
    if not text_is_valid(posting.memo, LONGEST_MEMO):
        yield Refusal.MEMO_NOT_VALID, f"a memo has up to {LONGEST_MEMO} characters of text"
    if posting.debit not in books.accounts:
        yield Refusal.UNKNOWN_DEBIT_ACCOUNT, f"there is no account {shown(posting.debit)}"
    if posting.credit not in books.accounts:
        yield Refusal.UNKNOWN_CREDIT_ACCOUNT, f"there is no account {shown(posting.credit)}"
    if posting.debit == posting.credit:
        yield Refusal.SAME_ACCOUNT, "money moves between two accounts"
    if type(posting.cents) is not int:  # neither a fraction of a cent nor a bool
        yield Refusal.AMOUNT_NOT_WHOLE, f"{shown(posting.cents)} is not a number of cents"
    if posting.cents <= 0:
        words = f"{dollars(posting.cents)} is not more than nothing; for the other direction, "
        yield Refusal.AMOUNT_NOT_POSITIVE, words + "exchange the accounts"
    if posting.cents > MOST_CENTS:
        yield Refusal.AMOUNT_TOO_LARGE, f"the most at once is {dollars(MOST_CENTS)}"


def _reversal_faults(posting: Posting, draft: _Draft) -> Iterator[tuple[Refusal, str]]:
    named = posting.reverses
    if named is None:
        if posting.reason is Purpose.REVERSAL:
            yield Refusal.REVERSAL_NAMES_NOTHING, "say which posting it reverses"
        return
    if posting.reason is not Purpose.REVERSAL:
        words = f"what reverses {shown(named)} has the reason reversal"
        yield Refusal.REASON_IS_NOT_REVERSAL, words
    wrong = draft.posted(named)
    if wrong is None:
        yield Refusal.REVERSES_UNKNOWN, f"there is no posting {shown(named)} to reverse"
        return
    if wrong.reverses is not None:
        words = f"{wrong} is a reversal itself; post the right amount instead"
        yield Refusal.REVERSES_A_REVERSAL, words
    if (wrong.debit, wrong.credit, wrong.cents) != (posting.credit, posting.debit, posting.cents):
        words = f"a reversal of {wrong} gives back all of {dollars(wrong.cents)}, from"
        yield Refusal.REVERSAL_DIFFERS, f"{words} {wrong.credit} to {wrong.debit}"
    by = draft.reversal_of(named)
    if by is not None:
        words = f"{posting}: {wrong} is reversed already, by {shown(by)}"
        raise LedgerError(Refusal.ALREADY_REVERSED, words, wrong)


def reversal(wrong: Posting, new_id: str, memo: str = "") -> Posting:
    """The posting that reverses another in full; nothing in the books is ever changed."""
    return Posting(
        new_id, wrong.credit, wrong.debit, wrong.cents, Purpose.REVERSAL, memo, reverses=wrong.id
    )
