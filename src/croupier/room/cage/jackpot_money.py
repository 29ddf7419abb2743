"""Jackpot money at the cage: what lies in the bank, and what is awarded to players by name.

A house keeps a bank account for its progressive jackpots (WAC 230-15-455). The escrow is what must
be there; the account is what was taken there, by two people, slip by slip.

Of what discontinued jackpots leave to the players, the house is the custodian and no more (WAC
230-15-671). By a drawing, in equal shares or by another promotion: that is the operator's plan, and
every award names its part of it.
"""

from croupier.bank.act import Act, Event
from croupier.bank.ledger import LONGEST_MEMO, Account, Kind
from croupier.bank.meters.events import DUE, ESCROW
from croupier.errors import BadMeter, Refused, RuleError
from croupier.money import Cents, check_whole, dollars
from croupier.room.cage.cash_postings import AWARDED, BANKED, DRAWN, moved_by
from croupier.room.names import CAGE, JACKPOT_BANK, JACKPOT_CASH
from croupier.room.people.roles import Role, check_two, no_player
from croupier.room.state.hall import Asked, Hall, Step, decision
from croupier.room.tables.state import body

ACCOUNTS = (
    Account(JACKPOT_CASH, Kind.OUTSIDE, may_go_below_zero=True),
    Account(JACKPOT_BANK, Kind.ESCROW),
)


@decision("bank_jackpot", "croupier.room.jackpot_bank.jackpot_banked")
def jackpot_banked(hall: Hall, asked: Asked, cents: Cents, second: str, reference: str) -> Step:
    """What the meters took in was deposited in the bank."""
    return _step(hall, asked, BANKED, cents, second, reference)


@decision("draw_jackpot", "croupier.room.jackpot_bank.jackpot_drawn")
def jackpot_drawn(hall: Hall, asked: Asked, cents: Cents, second: str, reference: str) -> Step:
    """What winners were paid is drawn from the bank; what is the players' stays there."""
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
    return _step(hall, asked, DRAWN, cents, second, reference)


def _step(hall: Hall, asked: Asked, kind: str, cents: Cents, second: str, reference: str) -> Step:
    check_two(hall.floor.people, asked.by, second, "change a meter")
    check_whole(cents)
    if not reference.strip() or len(reference) > LONGEST_MEMO:
        raise RuleError(
            f"{kind}: name the bank's slip, in up to {LONGEST_MEMO} characters", "room/reason"
        )
    said = {"second": second, "cents": cents, "reference": reference}
    event = Event(kind, body({"by": asked.by, **said}))
    moved = moved_by(kind, "", asked.id, said)
    act = Act(asked.key, CAGE, hall.cage, (event,), moved, accounts=ACCOUNTS)
    return Step(act, cage=hall.cage + 1)


@decision("award_jackpot", "croupier.room.jackpot_due.jackpot_awarded")
def jackpot_awarded(
    hall: Hall, asked: Asked, player: str, cents: Cents, second: str, reason: str
) -> Step:
    """To a player's deposit, by two people; never more than is due."""
    check_two(hall.floor.people, asked.by, second, "award jackpot money")
    check_whole(cents)
    if hall.floor.people.get(player) is not Role.PLAYER:
        raise no_player(player)
    if not reason.strip() or len(reason) > LONGEST_MEMO:
        raise RuleError(
            f"{AWARDED}: say for what, in up to {LONGEST_MEMO} characters, such as 'drawing of "
            "November 30'",
            "room/reason",
        )
    due = holds(hall, DUE)
    if cents > due:
        raise BadMeter(
            f"{dollars(cents)} for {player}: {dollars(due)} of discontinued jackpots is due to "
            "players, and no more can be awarded",
            "jackpot/due",
        )
    said = {"player": player, "cents": cents, "second": second, "reason": reason, "key": asked.key}
    event = Event(AWARDED, body({"by": asked.by, **said}))
    act = Act(asked.key, CAGE, hall.cage, (event,), moved_by(AWARDED, "", asked.id, said))
    return Step(act, cage=hall.cage + 1)


def holds(hall: Hall, account: str) -> Cents:
    """Of an account that is opened with the first money in it."""
    try:
        return hall.balance(account)
    except Refused:
        return Cents(0)
