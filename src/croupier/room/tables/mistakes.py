"""Mistakes at a table: a round called off, a dead hand, an exposed card.

This is what both kinds of table share; the rest is in banked.py and poker/play.py. A card is named
by its position, so that nobody can find out a hidden card by guessing.
"""

from collections.abc import Mapping
from dataclasses import replace

from croupier.bank.act import Event
from croupier.errors import RuleError, shown
from croupier.games.registry import rules_hash
from croupier.room.own_limits.stakes import OwnParts
from croupier.room.people.roles import check_may, check_reason
from croupier.room.state.hall import Actor, AnyTable, Hall, Transition, table_transition
from croupier.room.tables.bets import SomeTable
from croupier.room.tables.shoes import and_one, end_of_shoe
from croupier.room.tables.state import body
from croupier.table.shoe import Shoe

CALLED_OFF, DEAD, EXPOSED, WORD = "called off", "dead hand", "exposed card", "word"  # events
MISDEAL, FOULED, CARD_EXPOSED = "misdeal", "fouled-deck", "exposed"
CAUSES = (MISDEAL, FOULED, CARD_EXPOSED, "wrong-count", "other")  # why a round is called off
STANDS, REPLACED = "stands", "replaced"  # rulings on an exposed card


def check_dealt_so(state: AnyTable) -> None:
    """A round that was dealt under other rules may only be shown or called off."""
    if state.rules != rules_hash():
        raise RuleError(
            f"table {state.name}: its round was dealt under rules {state.rules[:12]}; these are "
            f"{rules_hash()[:12]}: finish it with the program that dealt it, or call it off",
            "room/rules",
        )


def check_call_off(hall: Hall, actor: Actor, state: AnyTable, reason: str, cause: str) -> None:
    check_may(hall.floor.people, actor.by, "call off a round")
    if state.round is None and not state.before.stands:
        raise RuleError(f"table {state.name}: there is no round to call off", "room/round")
    check_reason(reason, "why the round is called off")
    if cause not in CAUSES:
        raise RuleError(f"cause {shown(cause)}; known: {', '.join(CAUSES)}", "room/cause")


def bets_called_off(
    hall: Hall, state: SomeTable, actor: Actor, reason: str, cause: str, shoe: Shoe
) -> Transition:
    """Called off before the deal: no money has moved; the words belonged to the old shoe."""
    off, said = shoe_off(state, actor, state.rounds + 1, reason, cause, shoe)
    now = replace(off, before=state.before.called_off())
    step = table_transition(now, actor, [Event(CALLED_OFF, body(said))])
    return OwnParts(hall, actor).take_back(state, state.seats).join(step)


def shoe_off(
    state: SomeTable, actor: Actor, number: int, reason: str, cause: str, shoe: Shoe
) -> tuple[SomeTable, dict[str, object]]:
    """The table with a new shoe, and the event's body: the reason, and the old shoe's secret."""
    said = {
        "by": actor.by,
        "number": number,
        "cause": cause,
        "reason": reason,
        "shoe": shoe.published(),
        **end_of_shoe(state.shoe, actor.keys),
    }
    return replace(state, shoe=shoe, abandoned=and_one(state.abandoned, actor.by, cause)), said


def check_ruling(
    hall: Hall, actor: Actor, state: AnyTable, doing: str, nothing: str, reason: str, why: str
) -> None:
    """A ruling needs a round in play, the permission, and a reason."""
    check_may(hall.floor.people, actor.by, doing)
    if state.round is None:
        raise RuleError(f"table {state.name}: {nothing}", "room/round")
    check_dealt_so(state)
    check_reason(reason, why)


def dead_event(actor: Actor, state: AnyTable, seat: int, reason: str, *, forfeit: bool) -> Event:
    return _ruling(DEAD, actor, state, seat, {"forfeit": forfeit, "reason": reason})


def stands(
    state: AnyTable, actor: Actor, seat: int, number: int, card: str, reason: str
) -> Transition:
    event = exposed_event(actor, state, seat, number, card, STANDS, reason)
    return table_transition(state, actor, [event])


def exposed_event(
    actor: Actor, state: AnyTable, seat: int, number: int, card: str, ruling: str, reason: str
) -> Event:
    """A log entry; its `place` is the number of the card, its `number` that of the round."""
    said = {"place": number, "card": card, "ruling": ruling, "reason": reason}
    return _ruling(EXPOSED, actor, state, seat, said)


def _ruling(
    kind: str, actor: Actor, state: AnyTable, seat: int, said: Mapping[str, object]
) -> Event:
    where = {"number": state.rounds, "seat": seat, "player": state.seats[seat]}
    return Event(kind, body({"by": actor.by, **where, **said}))
