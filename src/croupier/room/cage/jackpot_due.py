"""What is due to the players of jackpots that were discontinued, and is awarded to them by name.

The house is custodian of it and no more (WAC 230-15-671). By a drawing, in equal shares or by
another promotion: that is the operator's plan, and every award names its part of it.
"""

from croupier.bank.act import Act, Event
from croupier.bank.ledger import LONGEST_MEMO
from croupier.bank.meters.events import DUE
from croupier.errors import BadMeter, Refused, RuleError
from croupier.money import Cents, check_whole, dollars
from croupier.room.cage.cage import CAGE
from croupier.room.cage.cash_postings import AWARDED, moved_by
from croupier.room.people.roles import Role, check_two, no_player
from croupier.room.requests.decisions import decision
from croupier.room.state.hall import Asked, Hall, Step
from croupier.room.tables.state import body


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
