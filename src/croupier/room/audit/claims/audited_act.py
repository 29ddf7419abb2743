"""An act in the books as its audit rule sees it, and what the rule returns.

A rule returns the postings, new accounts and further events that the act must have had. Anything
else in the act is unaccounted for, and therefore a difference.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from croupier.bank.act import AND
from croupier.bank.audit.records import WholeAct
from croupier.bank.batch import posting_of
from croupier.bank.ledger import Account, Posting
from croupier.errors import shown
from croupier.room.audit.difference import Body, Difference, check_moved
from croupier.room.names import METER, OWN, TABLE
from croupier.room.state.hall import Actor

PREFIXES = {TABLE: "table", METER: "meter", OWN: "own"}


class Must(NamedTuple):
    """Exactly what an act contains besides its first event; by default nothing."""

    postings: Sequence[Posting] = ()
    accounts: Sequence[Account] = ()  # opened, unless they are open already
    more: Sequence[str] = ()  # kinds of the further events


class Seen:
    """A complete act, and the balances after it of the accounts that its rule asks for."""

    def __init__(self, act: WholeAct, after: Mapping[str, int]) -> None:
        self.whole = act
        self.after = after
        self.sequence, self.key, self.stream = act.act.sequence, act.act.key, act.act.stream
        self.version = act.act.version
        self.events = act.events
        self.kind = act.events[0].kind if act.events else ""

    @cached_property
    def postings(self) -> list[Posting]:
        return [posting_of(row) for row in self.whole.postings]

    @property
    def of(self) -> str:
        """The kind of its stream: `table`, `meter`, or the stream's name if it is the only one."""
        return stream_kind(self.stream)

    @property
    def name(self) -> str:
        """The name of the table, the meter, or the player."""
        return self.stream.partition("/")[2]

    @property
    def said(self) -> Body:
        return body_of(self.events[0].kind, self.events[0].body)

    @property
    def id(self) -> str:
        """The prefix of the ids of its manual postings."""
        return Actor(self.key, "").id

    @property
    def is_part(self) -> bool:
        """Whether it belongs to an act of another stream."""
        return AND in self.key

    def check(self, must: Must, open_accounts: Collection[str]) -> None:
        """The act holds what its rule requires, and nothing else."""
        more = [event.kind for event in self.events[1:]]
        if more != list(must.more):
            raise Difference(
                f"after {self.kind} it tells {_listed(more)}, and must tell {_listed(must.more)}:"
                " nothing claims it"
            )
        check_moved(self.kind, must.postings, self.postings)
        new = {one.name: one for one in must.accounts if one.name not in open_accounts}
        opened = [(row.name, row.kind, row.may_go_below_zero) for row in self.whole.accounts]
        right = [(one.name, one.kind.value, int(one.may_go_below_zero)) for one in new.values()]
        if opened != right:
            raise Difference(
                f"{self.kind} opens {_accounts(right)}; the books have {_accounts(opened)}"
            )


def stream_kind(stream: str) -> str:
    for prefix, kind in PREFIXES.items():
        if stream.startswith(prefix):
            return kind
    return stream


def where(stream: str) -> str:
    """A stream, as named in a sentence."""
    return stream.replace("/", " ", 1) if stream_kind(stream) != stream else stream


def body_of(kind: str, body: str) -> Body:
    said = json.loads(body)
    if not isinstance(said, dict):
        raise Difference(f"{kind} is told as {shown(said)}, which is not an object")
    return said


def _listed(kinds: Sequence[str]) -> str:
    return ", ".join(kinds) or "nothing"


def _accounts(rows: Sequence[tuple[str, str, int]]) -> str:
    below = {0: "", 1: ", may go below zero"}
    texts = [f"{name} ({kind}{below.get(free, f', {free!r}')})" for name, kind, free in rows]
    return ", ".join(texts) or "no account"
