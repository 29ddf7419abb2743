"""Players sit out, sit in again, and leave their seats, at either kind of table."""

from croupier.bank.act import Event
from croupier.errors import RuleError
from croupier.room.own_limits.checks import check_awake
from croupier.room.state.hall import Actor, AnyTable, Hall, Transition, decision, table_transition
from croupier.room.tables.bets import check_act
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.state import body
from croupier.room.tables.tables import cashed_out

SAT_OUT, SAT_IN, LEAVES = "sat out", "sat in", "leaves after the round"
OF_SEATS = (SAT_OUT, SAT_IN, LEAVES)


@decision("sit_out", "croupier.room.poker_play.sat_out")
def sat_out(hall: Hall, actor: Actor, name: str, seat: int) -> Transition:
    """A player keeps their seat and chips, but is not dealt in, and no round waits for them."""
    state = _seated(hall, actor, name, seat)
    if seat in state.leaving:
        raise RuleError(f"table {name} seat {seat} leaves after the round already", "room/seat")
    if state.before.is_closed(seat):
        raise RuleError(
            f"table {name} seat {seat} is dealt into the next {state.round_word} already; wait for "
            "it",
            "room/bets",
        )
    _check_no_bet(state, seat)
    return _changed(state, actor, seat, SAT_OUT)


@decision("sit_in", "croupier.room.poker_play.sat_in")
def sat_in(hall: Hall, actor: Actor, name: str, seat: int, *, post: bool = False) -> Transition:
    """A player is dealt in again, and no longer leaves if they were about to.

    At poker, they post the blinds they owe (`post`) or wait for the big blind.
    """
    state = _seated(hall, actor, name, seat)
    if state.before.is_closed(seat) and seat not in state.leaving:
        raise RuleError(
            f"table {name} seat {seat} is dealt into the next {state.round_word} already; wait for "
            "it",
            "room/bets",
        )
    check_awake(hall.own(state.seats[seat]), actor.now)
    if post:
        _check_post(state.as_poker(), seat)
    return _changed(state, actor, seat, SAT_IN, post=post)


@decision("leave")
def left(hall: Hall, actor: Actor, name: str, seat: int) -> Transition:
    """A player leaves with all their chips, to their deposit: now, or after the round.

    In a round, or while a large win waits for a supervisor, the seat is marked; a dealer cashes it
    out afterwards.
    """
    state = _seated(hall, actor, name, seat)
    if not state.plays(seat) and all(held.seat != seat for held in state.held):
        return cashed_out(hall, actor, name, seat)
    if not state.before.is_closed(seat):
        _check_no_bet(state, seat)
    return _changed(state, actor, seat, LEAVES)


def _seated(hall: Hall, actor: Actor, name: str, seat: int) -> AnyTable:
    state = hall.table(name)
    check_act(hall, actor, state, seat)
    if seat not in state.seats:
        raise RuleError(f"table {name}: nobody sits at seat {seat}", "room/seat")
    return state


def _check_no_bet(state: AnyTable, seat: int) -> None:
    if seat in state.before.bets:
        raise RuleError(
            f"table {state.name} seat {seat} has a bet for the next round; take it back first",
            "room/bets",
        )


def _changed(
    state: AnyTable, actor: Actor, seat: int, kind: str, *, post: bool = False
) -> Transition:
    now = seat_changed(state, seat, kind, post=post)
    if now == state:
        has = "is leaving" if kind == LEAVES else f"has {kind}"
        raise RuleError(f"table {state.name} seat {seat} {has} already", "room/seat")
    said = {"by": actor.by, "seat": seat, "player": state.seats[seat]}
    event = Event(kind, body({**said, "post": True} if post else said))
    return table_transition(now, actor, [event])


def seat_changed(state: AnyTable, seat: int, kind: str, *, post: bool = False) -> AnyTable:
    if kind == LEAVES:
        return state.with_leaving(seat)
    return state.with_out(seat) if kind == SAT_OUT else state.with_in(seat, post=post)


def _check_post(state: OpenPoker, seat: int) -> None:
    if seat not in state.blinds.owed:
        raise RuleError(
            f"table {state.name} seat {seat} owes no blind; sit in without posting", "room/blinds"
        )
    if state.table.options["missed_blinds"] != "post":
        raise RuleError(
            f"table {state.name} seat {seat}: nobody posts missed blinds at this table; wait for "
            "the big blind",
            "room/blinds",
        )
