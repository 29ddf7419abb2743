"""An open table: its felt, its shoe, who sits where; and the acts that change it, with their money.

Nothing here is written down: an act is decided on, and whoever asked commits it before anybody is
told. The state is what the stream's events add up to, so a table resumes from its last snapshot.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from croupier import fair
from croupier.bank.act import Act, Event
from croupier.bank.ledger import Account, Kind, Posting, Reason
from croupier.errors import RuleError
from croupier.money import Cents
from croupier.room.payouts import chips_of, felt_of, felts, postings, tray_of
from croupier.room.table_state import (
    OPENED,
    ROUND,
    SEATED,
    SHOE,
    UP,
    OpenTable,
    body,
    config_of,
    state_json,
)
from croupier.table.events import to_json
from croupier.table.round import Round, deal
from croupier.table.shoe import NewSecret, after_round, is_finished, new_shoe, source
from croupier.table.table import Table


class Step(NamedTuple):
    """A table after an act, and the act that makes it so once it is committed."""

    state: OpenTable
    act: Act


def opened(key: str, name: str, table: Table, *, new_secret: NewSecret = fair.new_secret) -> Step:
    """A table with its tray and, for every seat, chips and felt."""
    state = OpenTable(name, table, new_shoe(table, new_secret=new_secret), {})
    seats = range(1, table.game.seats_max + 1)
    accounts = (
        Account(tray_of(name), Kind.HOUSE, may_go_below_zero=True),
        *(Account(chips_of(name, seat), Kind.PLAYER) for seat in seats),
        *(Account(felt_of(name, seat), Kind.FELT) for seat in seats),
    )
    events = (
        Event(OPENED, body({"name": name, **config_of(table)})),
        Event(SHOE, body(state.shoe.to_json())),
    )
    return _step(state, key, events, accounts=accounts)


def seated(state: OpenTable, key: str, seat: int, player: str, cents: Cents) -> Step:
    """A player buys chips; at a seat of his own, or more at the one he has."""
    state.table.check_seats([seat])
    if state.seats.get(seat, player) != player:
        raise RuleError(f"table {state.name} seat {seat} is taken", "room/seat")
    sits = replace(state, seats={**state.seats, seat: player})
    event = Event(SEATED, body({"seat": seat, "player": player, "cents": cents}))
    chips = chips_of(state.name, seat)
    bought = Posting(f"{key}/buy-in", f"player/{player}", chips, cents, Reason.BUY_IN)
    return _step(sits, key, (event,), (bought,))


def left(state: OpenTable, key: str, seat: int, cents: Cents) -> Step:
    """A player takes all his chips and goes; not in the middle of his round."""
    if seat not in state.seats:
        raise RuleError(f"table {state.name}: nobody sits at seat {seat}", "room/seat")
    if state.round is not None and any(spot.seat == seat for spot in state.round.spots):
        raise RuleError(
            f"table {state.name} seat {seat} is in a round; it can be left after it", "room/seat"
        )
    player = state.seats[seat]
    sits = replace(state, seats={other: who for other, who in state.seats.items() if other != seat})
    event = Event(UP, body({"seat": seat, "player": player, "cents": cents}))
    chips = chips_of(state.name, seat)
    posting = Posting(f"{key}/cash-out", chips, f"player/{player}", cents, Reason.CASH_OUT)
    return _step(sits, key, (event,), (posting,) if cents else (), cleared=(chips,))


def dealt(state: OpenTable, key: str, bets: Mapping[int, Mapping[str, int]]) -> Step:
    """The bets are put down and the round is dealt, up to the first choice."""
    if state.round is not None:
        raise RuleError(f"table {state.name}: its round is not over yet", "room/round")
    empty = sorted(seat for seat in bets if seat not in state.seats)
    if empty:
        raise RuleError(f"table {state.name}: nobody sits at seat {empty[0]}", "room/seat")
    begun = replace(state, rounds=state.rounds + 1)
    return _played(begun, key, None, deal(state.table, bets, source(state.shoe)))


def acted(state: OpenTable, key: str, seat: int, action: str, version: int | None = None) -> Step:
    """A choice at a seat; `version` is that of the round it answers."""
    if state.round is None:
        raise RuleError(f"table {state.name}: there is no round to act in", "room/round")
    return _played(state, key, state.round, state.round.act(seat, action, version=version))


def round_id(state: OpenTable) -> str:
    return f"{state.name}/{state.rounds}"


def _played(state: OpenTable, key: str, before: Round | None, after: Round) -> Step:
    """The round's new events and what they moved; after the last of them, the next shoe."""
    known = 0 if before is None else len(before.events)
    events = [Event(ROUND, body(to_json(event))) for event in after.events[known:]]
    moved = postings(state.name, round_id(state), before, after)
    if not after.over:
        return _step(replace(state, round=after), key, tuple(events), moved)
    shoe = after_round(state.shoe, after)
    if is_finished(shoe, state.table):
        shoe = new_shoe(state.table)
    events.append(Event(SHOE, body(shoe.to_json())))
    over = replace(state, shoe=shoe, round=None)
    return _step(over, key, tuple(events), moved, cleared=felts(state.name, after))


def _step(
    state: OpenTable,
    key: str,
    events: tuple[Event, ...],
    moved: tuple[Posting, ...] = (),
    *,
    accounts: tuple[Account, ...] = (),
    cleared: tuple[str, ...] = (),
) -> Step:
    """Between rounds a snapshot is kept, so that a restart reads one round at most."""
    after = replace(state, version=state.version + len(events))
    snapshot = body(state_json(after)) if after.round is None else None
    act = Act(key, state.stream, state.version, events, moved, accounts, cleared, snapshot)
    return Step(after, act)
