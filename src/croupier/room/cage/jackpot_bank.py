"""The bank account that a house keeps for its progressive jackpots (WAC 230-15-455).

The escrow is what must be there; this is what was taken there, by two people, slip by slip.
"""

from croupier.bank.act import Act, Event
from croupier.bank.ledger import LONGEST_MEMO, Account, Kind
from croupier.bank.meters.events import DUE, ESCROW
from croupier.errors import BadMeter, RuleError
from croupier.money import Cents, check_whole, dollars
from croupier.room.cage.accounts import JACKPOT_BANK, JACKPOT_CASH
from croupier.room.cage.cage import CAGE
from croupier.room.cage.cash_postings import BANKED, DRAWN, moved_by
from croupier.room.cage.jackpot_due import holds
from croupier.room.people.roles import check_two
from croupier.room.requests.decisions import decision
from croupier.room.state.hall import Asked, Hall, Step
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
