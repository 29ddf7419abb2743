"""A posting by what was printed when it was made: the number of a record, or the key of the act."""

import re

from croupier.bank.act import Receipt
from croupier.bank.ledger import Posting
from croupier.bank.reading import Stretch, act_with, postings_by_id, postings_in
from croupier.bank.store import Store
from croupier.errors import RuleError, shown
from croupier.room.books.plain import movement
from croupier.room.cage.cage import CORRECTABLE, UNDONE_AT_THE_TABLE


def posting_named(store: Store, written: str) -> str:
    """The id of the posting that `114`, `record 114`, a key or an id stands for."""
    numbered = re.fullmatch(r"(record )?(\d{1,18})", written.strip(), re.ASCII)
    by_record = act_with(store, int(numbered[2])) if numbered else None
    by_key = store.receipt(written)
    if by_key is not None and by_record not in (None, by_key):
        raise RuleError(
            f"{shown(written)} is the number of a record and the key of another act; write"
            f" 'record {written}' for the one, 'act:{written}' for the other",
            "room/posting",
        )
    act = by_key or by_record
    if act is None:
        return _by_id(store, written)
    record = int(numbered[2]) if numbered and by_record else act.last
    return _the_one(store, act, record).id


def _by_id(store: Store, written: str) -> str:
    if written not in postings_by_id(store, [written]):
        raise RuleError(
            f"nothing was done under {shown(written)}; give the record's number or the key that"
            " was printed with the act",
            "room/posting",
        )
    return written


def _the_one(store: Store, act: Receipt, record: int) -> Posting:
    """The posting of that record, or the only one of its act."""
    moved = postings_in(store, Stretch(act.first, act.last))
    if record in moved:
        return moved[record]
    if not moved:
        raise RuleError(f"record {record} moved no money", "room/posting")
    if len(moved) > 1:
        rows = "; ".join(f"record {place}, {movement(one)}" for place, one in moved.items())
        some = any(one.reason in CORRECTABLE for one in moved.values())
        then = "name one by its number" if some else UNDONE_AT_THE_TABLE
        raise RuleError(f"this act moved several amounts: {rows}. {then}", "room/reversal")
    (posting,) = moved.values()
    return posting
