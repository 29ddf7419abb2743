"""The cage: deposits, withdrawals, and what takes them back."""

import re
from collections.abc import Mapping

from croupier.bank.act import Act, Event, Receipt
from croupier.bank.ledger import Posting, Reason, reversal
from croupier.bank.reading import Stretch, act_with, postings_by_id, postings_in
from croupier.bank.store import Store
from croupier.errors import Refused, RuleError, shown
from croupier.money import Cents, check_whole
from croupier.room.books.plain import movement
from croupier.room.cage.cash_postings import DEPOSITED, REVERSED, WITHDRAWN, moved_by
from croupier.room.cage.corrections import correction_reversed
from croupier.room.names import CAGE
from croupier.room.people.roles import Role, check_may, check_two, no_player
from croupier.room.state.hall import Asked, Hall, Step, decision
from croupier.room.tables.state import body

CORRECTABLE = {
    Reason.DEPOSIT,
    Reason.WITHDRAWAL,
    Reason.BANKING,
    Reason.DISTRIBUTION,
    Reason.CORRECTION,
}
UNDONE_AT_THE_TABLE = (
    "only a deposit, a withdrawal, jackpot money banked, drawn or awarded, or a correction can be"
    " reversed; what a table did is undone at the table (cash out, fill, credit, call off, correct)"
)


@decision("deposit", "croupier.room.cage.deposited")
def deposited(hall: Hall, asked: Asked, player: str, cents: Cents) -> Step:
    """Cash that a player leaves with the house."""
    _check(hall, asked, player, cents)
    said = {"player": player, "cents": cents}
    return _step(hall, asked, DEPOSITED, said, moved_by(DEPOSITED, "", asked.id, said))


@decision("withdraw", "croupier.room.cage.withdrawn")
def withdrawn(hall: Hall, asked: Asked, player: str, cents: Cents) -> Step:
    """Cash that a player takes; never more than they have."""
    _check(hall, asked, player, cents)
    said = {"player": player, "cents": cents}
    return _step(hall, asked, WITHDRAWN, said, moved_by(WITHDRAWN, "", asked.id, said))


@decision("reverse", "croupier.room.cage.reversed_")
def reversed_(hall: Hall, asked: Asked, posting: str, second: str, reason: str) -> Step:
    """What was wrong is taken back, in full, by two people and with a reason.

    That is a deposit, a withdrawal, jackpot money banked, drawn or awarded, or the correction of a
    payment.

    It is named by its key, or by the id of its posting.
    """
    check_two(hall.floor.people, asked.by, second, "reverse a posting")
    if not reason.strip():
        raise RuleError("say why the posting is reversed", "room/reason")
    wrong = posting_meant(hall, posting)
    if wrong.reason is Reason.CORRECTION:
        return correction_reversed(hall, asked, wrong, second, reason)
    if wrong.reason not in CORRECTABLE:
        raise RuleError(f"{movement(wrong)}: {UNDONE_AT_THE_TABLE}", "room/reversal")
    back = reversal(wrong, asked.id, reason[:200])
    said = {"posting": posting, "reason": reason, "second": second}
    return _step(hall, asked, REVERSED, said, (back,))


def posting_meant(hall: Hall, name: str) -> Posting:
    """By the key of its act, or by its own id."""
    try:
        return hall.posting(Asked(name, "").id)
    except Refused:
        return hall.posting(name)


def _check(hall: Hall, asked: Asked, player: str, cents: Cents) -> None:
    check_may(hall.floor.people, asked.by, "take deposits and pay them out")
    check_whole(cents)
    if hall.floor.people.get(player) is not Role.PLAYER:
        raise no_player(player)


def _step(
    hall: Hall, asked: Asked, kind: str, said: Mapping[str, object], moved: tuple[Posting, ...]
) -> Step:
    event = Event(kind, body({"by": asked.by, **said}))
    return Step(Act(asked.key, CAGE, hall.cage, (event,), moved), cage=hall.cage + 1)


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
