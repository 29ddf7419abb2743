"""An act: what one stream (such as a table) does at once, and the receipt for it."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from croupier.bank.chain import Value, canonical
from croupier.bank.ledger import LONGEST_NAME, Account, Posting, text_is_valid
from croupier.errors import BankError, shown

LONGEST_BODY = 10_000_000
AND = " + "  # separates an act's key from a further stream it writes to, so no key may contain it


class BadAct(BankError):
    code = "act/bad"


class StaleAct(BankError):
    """An act decided on a state that no longer holds, or does not hold yet."""

    code = "act/stale"


class KeyTaken(BankError):
    code = "act/key_taken"
    record = 0  # the last record of the act that has the key


class TooLate(BankError):
    code = "act/too_late"


class TooSoon(BankError):
    code = "act/too_soon"


class AccountTaken(BankError):
    code = "act/account_taken"


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, in the stream's own words; the bank only stores it."""

    kind: str
    body: str


@dataclass(frozen=True, slots=True)
class Part:
    """An act's part in one stream: its version before, the events, and the snapshot after."""

    stream: str
    version: int
    events: tuple[Event, ...] = ()
    snapshot: str | None = None

    @property
    def version_after(self) -> int:
        return self.version + len(self.events)


class SeenStream(NamedTuple):
    """A stream that an act was decided on but does not write to."""

    stream: str
    version: int  # 0: there was none


class SeenStreams(NamedTuple):
    """All streams with this prefix: how many there were, and their events together."""

    prefix: str
    streams: int
    events: int


@dataclass(frozen=True, slots=True)
class Act:
    """Events, postings and accounts that are written together or not at all.

    The key is the caller's: the same act with the same key is done once, however often it is sent.
    `version` is the number of events that the stream had when the act was decided on. When all is
    posted, the accounts `cleared` must be at zero. A snapshot is the stream's state after the act.
    `also` are its parts in other streams, such as a round's wagers in the meter that they feed.

    Its preconditions must still hold when it is written, or it is stale: the versions of the
    streams it writes to and of those it only looked at (`seen`, `seen_all`), and earlier acts of
    the same commit (`upon`).
    """

    key: str
    stream: str
    version: int
    events: tuple[Event, ...] = ()
    postings: tuple[Posting, ...] = ()
    accounts: tuple[Account, ...] = ()  # opened before anything is posted
    cleared: tuple[str, ...] = ()
    snapshot: str | None = None
    also: tuple[Part, ...] = ()
    request: str | None = None  # the caller's request, as the same request may lead to another act
    until: int | None = None  # milliseconds since 1970, UTC: written by then, or not at all
    since: int | None = None  # … and not before this
    seen: tuple[SeenStream, ...] = ()
    seen_all: tuple[SeenStreams, ...] = ()
    upon: frozenset[str] = frozenset()  # their keys

    @property
    def parts(self) -> tuple[Part, ...]:
        """One for each stream that it writes to, its own last."""
        return (*self.also, Part(self.stream, self.version, self.events, self.snapshot))

    @property
    def content(self) -> str:
        """A digest of the request: a key may be repeated only with the same content."""
        if self.request is not None:
            return request_content(self.key, self.request)
        parts = [
            ((self.key,),),
            tuple((part.stream, part.version, part.snapshot) for part in self.parts),
            *(tuple(event_values(event) for event in part.events) for part in self.parts),
            tuple(posting_values(posting) for posting in self.postings),
            tuple(account_values(account) for account in self.accounts),
            (self.cleared,),
        ]
        sizes = canonical(tuple(len(part) for part in parts))
        rows = [canonical(values) for part in parts for values in part]
        lengths = canonical(tuple(len(row) for row in rows))
        return sha256(b"".join((sizes, lengths, *rows))).hexdigest()


@dataclass(frozen=True, slots=True)
class Receipt:
    """The permanent place of an act in the books."""

    key: str
    stream: str
    version: int  # the stream's, after the act
    first: int  # the chain's numbers of the act's records
    last: int
    # The act was in the books already, so this decision was not used.
    repeated: bool = field(default=False, compare=False)


def request_content(key: str, request: str) -> str:
    return sha256(canonical(("asked", key, request))).hexdigest()


def key_taken(receipt: Receipt) -> KeyTaken:
    taken = KeyTaken(
        f"key {shown(receipt.key)} was used at {receipt.stream} #{receipt.version} for something"
        " else; a new act needs its own"
    )
    taken.record = receipt.last
    return taken


def event_values(event: Event) -> tuple[Value, ...]:
    return (event.kind, event.body)


def posting_values(posting: Posting) -> tuple[Value, ...]:
    return (
        posting.id,
        posting.debit,
        posting.credit,
        posting.cents,
        posting.reason.value,
        posting.memo,
        posting.reverses,
    )


def account_values(account: Account) -> tuple[Value, ...]:
    return (account.name, account.kind.value, int(account.may_go_below_zero))


def check_key(key: str) -> None:
    _check_name("a key", key)
    if AND in key:
        raise BadAct(f"key {shown(key)}: a key may not hold {AND!r}")


def check_act(act: Act) -> None:
    """The act must be well-formed; the ledger checks its postings."""
    check_key(act.key)
    streams = [part.stream for part in act.parts]
    if len(set(streams)) < len(streams):
        raise BadAct(f"act {shown(act.key)} speaks of a stream twice: {shown(streams)}")
    for part in act.parts:
        _check_part(act.key, part)
    if not (act.events or act.postings or act.accounts):
        raise BadAct(f"act {shown(act.key)} says nothing: give it events, postings or accounts")
    for account in act.accounts:
        _check_name("an account", account.name)


def _check_part(key: str, part: Part) -> None:
    _check_name("a stream", part.stream)
    if type(part.version) is not int or part.version < 0:
        raise BadAct(f"act {shown(key)}: {shown(part.version)} is not a version; the first is 0")
    for event in part.events:
        _check_name("the kind of an event", event.kind)
        _check_body(f"the body of the event {event.kind}", event.body)
    if part.snapshot is not None:
        _check_body(f"the snapshot of {part.stream}", part.snapshot)


def _check_name(what: str, name: str) -> None:
    if not text_is_valid(name, LONGEST_NAME, shortest=1):
        raise BadAct(f"{what} is a text of 1 to {LONGEST_NAME} characters, not {shown(name)}")


def _check_body(what: str, body: str) -> None:
    if not text_is_valid(body, LONGEST_BODY):
        raise BadAct(f"{what} is a text of up to {LONGEST_BODY:,} characters, not {shown(body)}")
