"""An act is done, and answered by what it moved, not by what was asked for.

So the answer is also true of an act that is sent again: the books say what was done the first time.
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
from croupier.room.state.hall import Step, name_of

KEY_LENGTH = 16  # of a key that nobody gave: 64 random bits, and short enough to type


class ProposalShown(NamedTuple):
    proposal: Proposal
    words: str  # what is to be done

    @property
    def data(self) -> dict[str, object]:
        data = self.proposal.to_json()
        return {"proposal": data.pop("number"), **data, "words": self.words}


class SeatMoved(TypedDict, total=False):
    """What an act moved for one seat, in cents; a way that nothing went is left out."""

    player: Required[str]
    bet: int
    lost: int
    won: int
    returned: int
    held: int  # won, and waits for a supervisor
    back: int  # of a round that was called off; below zero the seat gave it back


class ClosedBets(TypedDict):
    bets: dict[str, dict[str, int]]  # by seat and wager
    words: list[dict[str, Any]]
    until: int  # milliseconds since 1970, UTC


class Moved(TypedDict, total=False):
    """What an act moved, for programs: what there is to tell of it. Amounts are in cents."""

    # whose money, or of what
    player: str
    seat: int
    meter: str
    number: int  # of a round
    wager: str
    name: str  # of a difference
    # that went
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
    paid: int | str  # a win; of chips how: cash, or deposit
    wins: list[dict[str, Any]]
    seats: dict[str, SeatMoved]
    # where to, and what was ruled
    to: str
    what: str
    became: str
    posting: str
    place: int
    card: str
    ruling: str
    # what is there now
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
    # of a proposal, and of what was one
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
    """An act as the books have it, and the room as it is now."""

    room: Room
    receipt: Receipt
    done: Done
    request: Request

    @property
    def name(self) -> str:
        return name_of(self.request.function)

    def argument(self, name: str) -> Any:
        """What was asked."""
        names = [each.name for each in parameters_of(self.request.function)]
        return {**dict(zip(names, self.request.about, strict=False)), **self.request.more}[name]

    @property
    def body(self) -> dict[str, Any]:
        """What the act told first."""
        return dict(json.loads(self.done.events[0].body))

    @property
    def table(self) -> str:
        return self.receipt.stream.removeprefix(TABLE)

    def balance(self, account: str) -> int:
        return self.room.store.balance(account)


Says = Callable[[Outcome], Answer]


def act(
    room: Room, key: str, by: str, decide: Callable[..., Step] | str, *about: object, **more: object
) -> Outcome:
    """One act, by a decision or its name; without a key it gets a random one."""
    request = Request(key or uuid4().hex[:KEY_LENGTH], by, decide, about, more)
    (receipt,) = room.do_all([request])
    if isinstance(receipt, Refused):
        raise plain(receipt) from receipt
    return outcome(room, request, receipt)


def outcome(room: Room, request: Request, receipt: Receipt) -> Outcome:
    """Of an act that is done, however it was sent (`room/owner.py`)."""
    return Outcome(room, receipt, act_of(room.store, receipt), request.understood())


def players_at(act: Outcome) -> dict[int, str]:
    """Who sits where: as now, or as it was when an act that is sent again was done."""
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
    """A tray below zero owes chips: a win was larger, or poker's chips were sold without a fill."""
    return f"the tray has {dollars(tray)}" if tray >= 0 else f"the tray is {dollars(-tray)} short"
