"""The cage: deposits, withdrawals, jackpot money, and reversals."""

import re
from collections.abc import Mapping

from croupier.bank.act import Act, Event, Receipt
from croupier.bank.batch import is_name
from croupier.bank.ledger import LONGEST_MEMO, Account, Kind, Posting, Purpose, reversal
from croupier.bank.meters.events import DUE, ESCROW
from croupier.bank.reading import Stretch, act_with, postings_by_id, postings_in
from croupier.bank.store import Store
from croupier.errors import BadMeter, Refused, RuleError, shown
from croupier.money import Cents, check_whole, dollars
from croupier.room.cage import cash_postings
from croupier.room.cage.corrections import correction_reversed
from croupier.room.names import CAGE, JACKPOT_BANK, JACKPOT_CASH, movement
from croupier.room.own_limits.stakes import OwnParts
from croupier.room.people.roles import check_may, check_player, check_reason, check_two
from croupier.room.state.hall import Actor, EventCount, Hall, Transition, decision
from croupier.room.tables.state import body

CORRECTABLE = {
    Purpose.DEPOSIT,
    Purpose.WITHDRAWAL,
    Purpose.BANKING,
    Purpose.DISTRIBUTION,
    Purpose.CORRECTION,
}
UNDONE_AT_THE_TABLE = (
    "only a deposit, a withdrawal, jackpot money banked, drawn or awarded, or a correction can be"
    " reversed; what a table did is undone at the table (cash out, fill, credit, call off, correct)"
)


@decision("deposit", "croupier.room.cage.deposited")
def deposited(hall: Hall, actor: Actor, player: str, cents: Cents) -> Transition:
    _check(hall, actor, player, cents)
    step = _step(hall, actor, cash_postings.DEPOSITED, {"player": player, "cents": cents})
    return OwnParts(hall, actor).put_in(player, cents).join(step)


@decision("withdraw", "croupier.room.cage.withdrawn")
def withdrawn(hall: Hall, actor: Actor, player: str, cents: Cents) -> Transition:
    """Cash paid out to a player, up to their deposit."""
    _check(hall, actor, player, cents)
    return _step(hall, actor, cash_postings.WITHDRAWN, {"player": player, "cents": cents})


@decision("reverse", "croupier.room.cage.reversed_")
def reversed_(hall: Hall, actor: Actor, posting: str, second: str, reason: str) -> Transition:
    """Reverses a mistake in full, by two people and with a reason.

    A deposit, a withdrawal, jackpot money banked, drawn or awarded, or the correction of a payment.
    `posting` is the key of the act, or the id of its posting.
    """
    check_two(hall.floor.people, actor.by, second, "reverse a posting")
    check_reason(reason, "why the posting is reversed")
    wrong = posting_meant(hall, posting)
    if wrong.reason is Purpose.CORRECTION:
        return correction_reversed(hall, actor, wrong, second, reason)
    if wrong.reason not in CORRECTABLE:
        raise RuleError(f"{movement(wrong)}: {UNDONE_AT_THE_TABLE}", "room/reversal")
    back = reversal(wrong, actor.id, reason[:200])
    said = {"posting": posting, "reason": reason, "second": second}
    return _step(hall, actor, cash_postings.REVERSED, said, (back,))


def posting_meant(hall: Hall, name: str) -> Posting:
    """The posting with this id, or of the act with this key."""
    try:
        return hall.posting(Actor(name, "").id)
    except Refused:
        return hall.posting(name)


def _check(hall: Hall, actor: Actor, player: str, cents: Cents) -> None:
    check_may(hall.floor.people, actor.by, "take deposits and pay them out")
    check_whole(cents)
    check_player(hall.floor.people, player)


def _step(
    hall: Hall,
    actor: Actor,
    kind: str,
    said: Mapping[str, object],
    moved: tuple[Posting, ...] | None = None,
    accounts: tuple[Account, ...] = (),
) -> Transition:
    """`moved`: the postings, if they do not follow from the event."""
    event = Event(kind, body({"by": actor.by, **said}))
    postings = cash_postings.moved_by(kind, "", actor.id, said) if moved is None else moved
    act = Act(actor.key, CAGE, hall.cage, (event,), postings, accounts)
    return Transition(act, (EventCount(CAGE, hall.cage + 1),))


def posting_named(store: Store, written: str) -> str:
    """The id of the posting that `114`, `record 114`, a key or an id names."""
    if not is_name(written):  # a database could not even be asked for it
        raise _nothing_done(written)
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
        raise _nothing_done(written)
    return written


def _nothing_done(written: str) -> RuleError:
    return RuleError(
        f"nothing was done under {shown(written)}; give the record's number or the key that"
        " was printed with the act",
        "room/posting",
    )


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


# Jackpot money. A house keeps a bank account for its progressive jackpots (WAC 230-15-455): the
# escrow is what must be there, the account what two people deposited, slip by slip. The house is
# only custodian of what discontinued jackpots leave to the players (WAC 230-15-671); it is awarded
# by the operator's plan, and every award names its part of that plan.


ACCOUNTS = (
    Account(JACKPOT_CASH, Kind.OUTSIDE, may_go_below_zero=True),
    Account(JACKPOT_BANK, Kind.ESCROW),
)


@decision("bank_jackpot", "croupier.room.jackpot_bank.jackpot_banked")
def jackpot_banked(
    hall: Hall, actor: Actor, cents: Cents, second: str, reference: str
) -> Transition:
    """Money of the meters was deposited in the bank."""
    return _banking(hall, actor, cash_postings.BANKED, cents, second, reference)


@decision("draw_jackpot", "croupier.room.jackpot_bank.jackpot_drawn")
def jackpot_drawn(
    hall: Hall, actor: Actor, cents: Cents, second: str, reference: str
) -> Transition:
    """Money that winners were paid is drawn from the bank; what belongs to players stays."""
    check_whole(cents)
    there, owed = holds(hall, JACKPOT_BANK), holds(hall, DUE)
    due = Cents(hall.balance(ESCROW) + owed)
    if cents > there - due:
        besides = f" and {dollars(owed)} is due to players" if owed else ""
        raise BadMeter(
            f"{dollars(cents)} drawn: the account has {dollars(there)}, and the meters hold "
            f"{dollars(due - owed)}{besides}, which stays there (WAC 230-15-455); "
            f"{dollars(max(0, there - due))} can be drawn",
            "jackpot/bank",
        )
    return _banking(hall, actor, cash_postings.DRAWN, cents, second, reference)


def _banking(
    hall: Hall, actor: Actor, kind: str, cents: Cents, second: str, reference: str
) -> Transition:
    check_two(hall.floor.people, actor.by, second, "change a meter")
    check_whole(cents)
    if not reference.strip() or len(reference) > LONGEST_MEMO:
        raise RuleError(
            f"{kind}: name the bank's slip, in up to {LONGEST_MEMO} characters", "room/reason"
        )
    said = {"second": second, "cents": cents, "reference": reference}
    return _step(hall, actor, kind, said, accounts=ACCOUNTS)


@decision("award_jackpot", "croupier.room.jackpot_due.jackpot_awarded")
def jackpot_awarded(
    hall: Hall, actor: Actor, player: str, cents: Cents, second: str, reason: str
) -> Transition:
    """Awarded to a player's deposit, by two people; at most what is due."""
    check_two(hall.floor.people, actor.by, second, "award jackpot money")
    check_whole(cents)
    check_player(hall.floor.people, player)
    if not reason.strip() or len(reason) > LONGEST_MEMO:
        raise RuleError(
            f"{cash_postings.AWARDED}: say for what, in up to {LONGEST_MEMO} characters, such as "
            "'drawing of November 30'",
            "room/reason",
        )
    due = holds(hall, DUE)
    if cents > due:
        raise BadMeter(
            f"{dollars(cents)} for {player}: {dollars(due)} of discontinued jackpots is due to "
            "players, and no more can be awarded",
            "jackpot/due",
        )
    said = {"player": player, "cents": cents, "second": second, "reason": reason, "key": actor.key}
    return _step(hall, actor, cash_postings.AWARDED, said)


def holds(hall: Hall, account: str) -> Cents:
    """The balance of an account; zero if it was never used, since it opens with its first money."""
    try:
        return hall.balance(account)
    except Refused:
        return Cents(0)
