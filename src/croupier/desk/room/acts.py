"""Does an act and answers with what it moved, not with what was requested.

So the answer is also true for a repeated act: the books say what was done the first time.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple, Required, TypedDict
from uuid import uuid4

from croupier.bank.act import Receipt
from croupier.bank.reading import Done, act_of
from croupier.errors import Refused
from croupier.money import dollars
from croupier.room.cage.cash_postings import BOUGHT
from croupier.room.names import TABLE, plain
from croupier.room.people.proposal_state import Proposal
from croupier.room.requests.request import Request
from croupier.room.requests.text import parameters_of
from croupier.room.room import Room
from croupier.room.state.hall import Transition, name_of

KEY_LENGTH = 16  # of a generated key: 64 random bits, and short enough to type


class ProposalShown(NamedTuple):
    proposal: Proposal
    words: str  # what is proposed

    @property
    def data(self) -> dict[str, object]:
        data = self.proposal.to_json()
        return {"proposal": data.pop("number"), **data, "words": self.words}


class SeatMoved(TypedDict, total=False):
    """What an act moved for one seat, in cents, without the zeros."""

    player: Required[str]
    bet: int
    lost: int
    won: int
    returned: int
    held: int  # won, but waits for a supervisor
    back: int  # from a round that was called off; negative if the seat gave it back


class ClosedBets(TypedDict):
    bets: dict[str, dict[str, int]]  # by seat and wager
    words: list[dict[str, Any]]
    until: int  # milliseconds since 1970, UTC


class Moved(TypedDict, total=False):
    """What an act moved, for programs, as far as it applies. Amounts are in cents."""

    # whose money, or which object
    player: str
    seat: int
    meter: str
    number: int  # of a round
    wager: str
    name: str  # of a difference
    # amounts that moved
    deposited: int
    withdrawn: int
    bought: int
    cashed_out: int
    filled: int
    credited: int
    banked: int
    drawn: int
    awarded: int
    reversed: int
    corrected: int
    lowered: int
    raised: int
    posted: int
    cents: int
    rake: int
    win: int
    paid: int | str  # a win; for chips, how: cash or deposit
    wins: list[dict[str, Any]]
    seats: dict[str, SeatMoved]
    # destination and ruling
    to: str
    what: str
    became: str
    posting: str
    place: int
    card: str
    ruling: str
    # the state after it
    deposit: int
    chips: int
    tray: int
    drop: int
    bank: int  # the account for jackpots
    escrow: int
    due: int
    displayed: int
    until: int  # milliseconds since 1970, UTC: bets are open
    closed: ClosedBets
    commitment: str  # the house's, to its shoe
    # for a proposal, and for what was proposed
    proposal: int  # its number, once it is approved
    first: str  # who made it
    may_approve: list[str]


NOTHING: Moved = {}


class Answer(NamedTuple):
    """Words for people, in dollars and names; the same for programs, in cents."""

    text: str
    moved: Moved = NOTHING
    proposal: ProposalShown | None = None  # that was made

    @property
    def data(self) -> dict[str, object]:
        """For programs."""
        made = {} if self.proposal is None else self.proposal.data
        return {**made, **self.moved}


class Outcome(NamedTuple):
    """An act as recorded in the books, and the room as it is now."""

    room: Room
    receipt: Receipt
    done: Done
    request: Request

    @property
    def name(self) -> str:
        return name_of(self.request.function)

    def argument(self, name: str) -> Any:
        """An argument of the request."""
        names = [each.name for each in parameters_of(self.request.function)]
        return {**dict(zip(names, self.request.about, strict=False)), **self.request.more}[name]

    @property
    def body(self) -> dict[str, Any]:
        """The body of the act's first event."""
        return dict(json.loads(self.done.events[0].body))

    @property
    def table(self) -> str:
        return self.receipt.stream.removeprefix(TABLE)

    def balance(self, account: str) -> int:
        return self.room.store.balance(account)


Says = Callable[[Outcome], Answer]


def act(
    room: Room,
    key: str,
    by: str,
    decide: Callable[..., Transition] | str,
    *about: object,
    **more: object,
) -> Outcome:
    """Does one act, by a decision or its name; without a key it gets a random one."""
    request = Request(key or uuid4().hex[:KEY_LENGTH], by, decide, about, more)
    (receipt,) = room.do_all([request])
    if isinstance(receipt, Refused):
        raise plain(receipt) from receipt
    return outcome(room, request, receipt)


def outcome(room: Room, request: Request, receipt: Receipt) -> Outcome:
    """The outcome of an act already done, however it was sent (`room/owner.py`)."""
    return Outcome(room, receipt, act_of(room.store, receipt), request.understood())


def players_at(act: Outcome) -> dict[int, str]:
    """Who sits where: now, or, for a repeated act, when it was done."""
    state = act.room.hall.tables[act.table]
    if state.version == act.receipt.version:
        return dict(sorted(state.seats.items()))
    players: dict[int, str] = {}
    for event in act.room.store.rare_events(act.receipt.stream, before=act.receipt.version):
        if event.kind == BOUGHT:
            bought = json.loads(event.body)
            players[bought["seat"]] = bought["player"]
    return dict(sorted(players.items()))


def tray_words(tray: int) -> str:
    """A tray below zero owes chips: a win was larger, or poker chips were sold without a fill."""
    return f"the tray has {dollars(tray)}" if tray >= 0 else f"the tray is {dollars(-tray)} short"
