"""Players set limits for themselves and take breaks; the floor may do it at their request.

A lower limit is in force at once, a higher one after a day and a second yes. Bets for a round that
is not dealt yet are taken back; a round in progress is finished.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from croupier.bank.act import Act, Event
from croupier.room.names import TABLE
from croupier.room.own_limits.checks import change, check_by, check_confirmed, pause_until
from croupier.room.own_limits.stakes import timed
from croupier.room.own_limits.state import CONFIRMED, EXCLUDED, PAUSED, TAKE_BETS_BACK
from croupier.room.state.hall import Actor, AnyTable, Hall, Transition, decision, table_transition
from croupier.room.tables.state import ROUND, UnreadTable, body
from croupier.room.tables.words import BET


@decision("set_limit")
def limit_set(
    hall: Hall, actor: Actor, player: str, what: str, amount: int | None = None
) -> Transition:
    """A limit in cents (a session's in minutes); without an amount, its end is asked for."""
    check_by(hall.floor.people, actor.by, player)
    kind = change(hall.own(player), actor.by, actor.now, what, amount)
    return _changed(hall, actor, player, kind, what=what, amount=amount)


@decision("confirm_limit")
def limit_confirmed(hall: Hall, actor: Actor, player: str, what: str) -> Transition:
    """The second yes to a higher limit, or to the end of an exclusion."""
    check_by(hall.floor.people, actor.by, player)
    check_confirmed(hall.own(player), actor.by, actor.now, what)
    return _changed(hall, actor, player, CONFIRMED, what=what)


@decision("take_break")
def break_taken(hall: Hall, actor: Actor, player: str, length: str) -> Transition:
    """No wagers, chips or deposits for a day, a week, a month or a quarter."""
    return _paused(hall, actor, player, PAUSED, length)


@decision("exclude")
def excluded(hall: Hall, actor: Actor, player: str, length: str) -> Transition:
    """The same for half a year, a year, or until further notice."""
    return _paused(hall, actor, player, EXCLUDED, length)


def _paused(hall: Hall, actor: Actor, player: str, kind: str, length: str) -> Transition:
    check_by(hall.floor.people, actor.by, player)
    until = pause_until(hall.own(player), actor.now, kind, length)
    return _changed(hall, actor, player, kind, length=length, until=until)


def _changed(hall: Hall, actor: Actor, player: str, kind: str, **said: object) -> Transition:
    own, steps = hall.own(player), list[Transition]()
    if kind in TAKE_BETS_BACK:
        steps = list(_bets_taken_back(hall, actor, player))
        said["bets"] = [list(place) for step in steps for place in _places(step)]
    event = Event(kind, body({"at": actor.now, "by": actor.by, **said}))
    part, after = own.part(event)
    act = Act(actor.key, part.stream, part.version, part.events, snapshot=part.snapshot)
    also = tuple(step.act.parts[-1] for step in steps)
    states = tuple(state for step in steps for state in step.states)
    return timed(Transition(replace(act, also=also), (*states, after)), actor)


def _bets_taken_back(hall: Hall, actor: Actor, player: str) -> Iterator[Transition]:
    """At every table where the player has a bet that is not closed yet."""
    for state in hall.tables.values():
        if isinstance(state, UnreadTable) or state.before.closed is not None:
            continue
        seats = [seat for seat in sorted(state.before.bets) if state.seats[seat] == player]
        if seats:
            yield _as_taken_back(state, actor, seats)


def _as_taken_back(state: AnyTable, actor: Actor, seats: Sequence[int]) -> Transition:
    """As if the players took them back themselves."""
    before, events = state.before, []
    for seat in seats:
        player = state.seats[seat]
        row = {"event": BET, "seat": seat, "player": player, "stakes": {}, "commitment": ""}
        before = before.after(row)
        events.append(Event(ROUND, body({"by": player, "events": [row]})))
    return table_transition(replace(state, before=before), actor, events, with_snapshot=True)


def _places(step: Transition) -> Iterator[tuple[str, int]]:
    for event in step.act.events:
        for row in json.loads(event.body)["events"]:
            yield step.act.stream.removeprefix(TABLE), row["seat"]
