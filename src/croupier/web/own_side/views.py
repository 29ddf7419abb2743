"""A player's own side, as messages."""

from collections.abc import Iterable

from croupier.desk.room.own_limits import OwnLimit, own_shown
from croupier.errors import Refused
from croupier.room.books.receipt import RoundReceipt, receipt
from croupier.room.own_limits.checks import LEAST_INDEFINITE
from croupier.room.own_limits.state import PAUSED, OwnLimits, Pause
from croupier.room.room import Room
from croupier.room.tables.state import UnreadTable
from croupier.web.own_side import messages
from croupier.web.own_side.sums import Came
from croupier.web.people.tables import Session
from croupier.web.views.lobby import has_sat

TABLES, LOOKED_AT, SHOWN = 12, 40, 20  # tables, rounds of each, and rounds that are listed


def own_side_of(
    own: OwnLimits, at: int, session: Session, came: Came, said: str = ""
) -> messages.OwnSide:
    shown = own_shown(own, at)
    return messages.OwnSide(
        player=own.player,
        now=at,
        limits=tuple(map(_limit, shown.limits)),
        pause=_pause(shown.pause),
        returns=None if shown.returns is None else _limit(shown.returns),
        session=messages.SessionSoFar(
            id=session.id,
            began=session.began,
            previous=session.previous,
            rounds=came.rounds,
            wagered=came.wagered,
            net=came.net,
        ),
        said=said,
    )


def _limit(one: OwnLimit) -> messages.OwnLimitLine:
    return messages.OwnLimitLine(asks=one.asked_from is not None, **one._asdict())


def _pause(pause: Pause | None) -> messages.OwnPause | None:
    if pause is None:
        return None
    return messages.OwnPause(
        kind="break" if pause.kind == PAUSED else "exclusion",
        until=pause.until,
        ask_from=pause.at + LEAST_INDEFINITE if pause.until is None else None,
    )


def own_rounds_of(room: Room, person: str, tables: Iterable[str]) -> messages.OwnRounds:
    """The last rounds at these tables, newest first; one in progress is the first."""
    found: list[messages.OwnRound] = []
    for table in tables:
        state = room.hall.tables.get(table)
        if state is None or isinstance(state, UnreadTable) or not has_sat(room, state, person):
            continue
        lines = 0
        for number in range(state.rounds, max(0, state.rounds - LOOKED_AT), -1):
            try:
                own = receipt(room.store, room.hall, person, table, number)
            except Refused:
                continue
            found.append(_round(own, state.table.game.name))
            lines += 1
            if lines == SHOWN:
                break
    found.sort(key=lambda one: (one.going_on, one.ended), reverse=True)
    return messages.OwnRounds(rounds=tuple(found[:SHOWN]))


def _round(own: RoundReceipt, game: str) -> messages.OwnRound:
    return messages.OwnRound(
        table=own.table,
        game=game,
        round=own.number,
        ended=own.ended,
        net=own.chips_after - own.chips_before,
        timed_out=own.timed_out,
        going_on=not (own.state.over or own.called_off),
    )
