"""What the escrow received and paid for each meter, added up from its postings.

A posting names its meter, or a round and a jackpot; the opening of the table says which meter that
jackpot played for. Why money moved follows from the other account, the reason and the memo.
"""

import json
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

from croupier.bank.ledger import Posting, Purpose
from croupier.bank.meters.changes import END_LAW, LAW
from croupier.bank.meters.events import CARRIED, DUE, ESCROW, HOUSE, MOVED, RECEIPTS, Lift, Why
from croupier.bank.reading import Stretch, postings_of, rare
from croupier.bank.store import Store
from croupier.room.meters.holdings import Holding, SheetPeriod
from croupier.room.names import METER, TABLE
from croupier.room.tables.tables import OPENED


@dataclass(slots=True)
class EscrowPosted:
    holdings: dict[str, Holding] = field(default_factory=dict)
    strays: list[Posting] = field(default_factory=list)  # no meter, or no known reason
    balance: int = 0


def escrow_posted(store: Store, period: SheetPeriod) -> EscrowPosted:
    found, openings = EscrowPosted(), _Openings(store, period.whole)
    for sequence, cents, posting in postings_of(store, period.whole, ESCROW):
        found.balance += cents
        name, item = openings.meter_of(sequence, posting.id), _item(posting)
        if name is None or item is None:
            found.strays.append(posting)
            continue
        holding = found.holdings.setdefault(name, Holding())
        if sequence <= period.earlier.last:
            holding.before += cents
        else:
            setattr(holding, item, getattr(holding, item) + posting.cents)
    return found


class _Openings:
    """The meters that each table played for, from one opening to the next."""

    def __init__(self, store: Store, part: Stretch) -> None:
        self.at: dict[str, list[int]] = {}
        self.meters: dict[str, list[dict[str, Any]]] = {}
        for what, _ in rare(store, part, [OPENED]):
            if what.stream.startswith(TABLE):
                table = what.stream.removeprefix(TABLE)
                self.at.setdefault(table, []).append(what.sequence)
                meters = json.loads(what.event.body).get("meters", {})
                self.meters.setdefault(table, []).append(meters)

    def meter_of(self, sequence: int, posting: str) -> str | None:
        """`meter/NAME/…` if manual, `TABLE/ROUND/JACKPOT/…` in a round: names have no slash."""
        if posting.startswith(METER):
            return posting.split("/")[1]
        table, _, sensor, *_ = [*posting.split("/"), "", ""]
        place = bisect_right(self.at.get(table, []), sequence)
        return self.meters[table][place - 1].get(sensor) if place else None


def _item(posting: Posting) -> str | None:
    """The field of a `Holding` that it belongs to."""
    if posting.credit == ESCROW:
        return _into(posting)
    if posting.reason is Purpose.JACKPOT_AWARD:
        return "paid"
    if posting.credit == HOUSE:
        return "malfunction" if posting.memo.startswith(LAW[Why.MALFUNCTION]) else "recovered"
    items = {RECEIPTS: "receipts", MOVED: "moved_out", DUE: "to_players"}
    return items.get(posting.credit)


def _into(posting: Posting) -> str | None:
    if posting.debit != HOUSE:
        return {CARRIED: "carried", MOVED: "moved_in"}.get(posting.debit)
    if posting.reason is Purpose.JACKPOT_CONTRIBUTION or posting.memo.startswith(END_LAW):
        return "contributed"
    by_hand = posting.id.startswith(METER)
    corrects = by_hand and posting.memo.startswith(f"{Lift.CORRECTION.value}: ")
    return "corrected" if corrects else "seeded"
