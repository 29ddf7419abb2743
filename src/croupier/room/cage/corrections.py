"""Corrects a wrong payment of one wager after its round, by two people.

The round stays in the books as it was. A correction that was itself a mistake is reversed in full,
also by two people; only then may the wager be corrected again. The game's meters are not touched:
they are changed by acts of their own.
"""

from typing import Any

from croupier.bank.act import Event
from croupier.bank.ledger import Posting, reversal
from croupier.bank.meters.events import HOUSE
from croupier.errors import Refused, RuleError, shown
from croupier.money import Cents, check_whole, dollars
from croupier.room.books.recall import Ended
from croupier.room.cage.cash_postings import CORRECTED, REVERSED, TO_HOUSE, TO_PLAYER, moved_by
from croupier.room.names import correction_id, off_id, player_of
from croupier.room.people.roles import Role, check_reason, check_two
from croupier.room.state.hall import Actor, Hall, Transition, decision, table_transition
from croupier.room.tables.state import body

MOST_TIMES = 100  # far more than the same wager is ever corrected and reversed


@decision("correct", "croupier.room.corrections.corrected")
def corrected(
    hall: Hall,
    actor: Actor,
    name: str,
    number: int,
    seat: int,
    wager: str,
    cents: Cents,
    to: str,
    second: str,
    reason: str,
) -> Transition:
    """An underpayment goes to the player, an overpayment back to the house.

    A player can give back only what they have on deposit.
    """
    check_two(hall.floor.people, actor.by, second, "correct a payment")
    check_whole(cents)
    check_reason(reason, "why the payment is corrected")
    if to not in (TO_PLAYER, TO_HOUSE):
        raise RuleError(f"to {shown(to)}; a correction goes to player or house", "room/correction")
    state, past = hall.any_table(name), hall.ended(name, number)
    check_wager(past, seat, wager)
    player = past.players[seat]
    _check_player(hall, player, cents, to)
    said = {
        "by": actor.by,
        "second": second,
        "number": number,
        "opened": past.opened,
        "seat": seat,
        "player": player,
        "wager": wager,
        "cents": cents,
        "to": to,
        "reason": reason,
        "posting": _free_id(hall, name, number, seat, wager),
    }
    moved = moved_by(CORRECTED, name, str(said["posting"]), said)
    return table_transition(state, actor, [Event(CORRECTED, body(said))], moved)


def check_wager(past: Ended, seat: int, wager: str) -> None:
    """The round must be one whose payments can be corrected, and the seat must have this wager."""
    where = f"table {past.table} round {past.number}"
    if past.poker:
        raise RuleError(
            f"{where} was poker: players win from each other, and a pot that was taken stands",
            "room/game",
        )
    if past.called_off:
        raise RuleError(f"{where} was called off: every bet went back", "room/round")
    if seat not in past.wagers:
        seats = ", ".join(map(str, sorted(past.wagers)))
        raise RuleError(f"{where}: seat {seat} was not in it; its seats: {seats}", "room/seat")
    if wager not in past.wagers[seat]:
        made = ", ".join(past.wagers[seat])
        raise RuleError(
            f"{where} seat {seat} made no wager {shown(wager)}; it made: {made}", "room/wager"
        )


def _check_player(hall: Hall, player: str, cents: Cents, to: str) -> None:
    if hall.floor.people.get(player) is not Role.PLAYER:
        raise RuleError(f"{player} is no longer a player of this room; enrol them", "room/person")
    has = hall.balance(player_of(player))
    if to == TO_HOUSE and cents > has:
        raise RuleError(
            f"{player} has {dollars(has)} on deposit and cannot give back {dollars(cents)}; "
            "a deposit first, or a smaller correction",
            "room/deposit",
        )


def _free_id(hall: Hall, name: str, number: int, seat: int, wager: str) -> str:
    for time in range(1, MOST_TIMES):
        id_ = correction_id(name, number, seat, wager, time)
        before = _posted(hall, id_)
        if before is None:
            return id_
        if _posted(hall, off_id(id_)) is None:
            raise RuleError(
                f"the {wager} of table {name} round {number} seat {seat} is corrected already, by "
                f"{dollars(before.cents)} from {before.debit} to {before.credit}; reverse {id_} "
                "first if that was wrong",
                "room/corrected",
            )
    raise RuleError(f"{wager}: corrected {MOST_TIMES} times", "room/corrected")


def _posted(hall: Hall, id_: str) -> Posting | None:
    try:
        return hall.posting(id_)
    except Refused:
        return None


@decision("reverse_correction", "croupier.room.corrections.correction_reversed")
def correction_reversed(
    hall: Hall, actor: Actor, wrong: Posting, second: str, reason: str
) -> Transition:
    """Reverses a mistaken correction, in the stream of its table, like the correction itself."""
    if _posted(hall, off_id(wrong.id)) is not None:
        raise RuleError(f"{wrong.id} is reversed already", "room/corrected")
    name, number, _, seat, wager, _ = wrong.id.split("/")
    of_player = wrong.credit if wrong.debit == HOUSE else wrong.debit
    said: dict[str, Any] = {
        "by": actor.by,
        "second": second,
        "number": int(number),
        "opened": hall.ended(name, int(number)).opened,
        "seat": int(seat),
        "player": of_player.removeprefix(player_of("")),
        "wager": wager,
        "cents": wrong.cents,
        "to": TO_PLAYER if wrong.debit == of_player else TO_HOUSE,
        "reason": reason,
        "posting": wrong.id,
    }
    back = reversal(wrong, off_id(wrong.id), reason[:200])
    return table_transition(hall.any_table(name), actor, [Event(REVERSED, body(said))], [back])
