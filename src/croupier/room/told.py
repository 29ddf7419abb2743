"""An act at a table: its events, its money, and the state to go on from."""

from collections.abc import Sequence
from dataclasses import replace

from croupier.bank.act import Act, Event, Part
from croupier.bank.ledger import Account, Posting
from croupier.room.hall import Asked, Step
from croupier.room.meters import OpenMeter
from croupier.room.table_state import OpenTable, body, state_json


def told(
    state: OpenTable,
    asked: Asked,
    events: Sequence[Event],
    moved: Sequence[Posting] = (),
    *,
    accounts: tuple[Account, ...] = (),
    cleared: tuple[str, ...] = (),
    also: tuple[Part, ...] = (),
    meters: tuple[OpenMeter, ...] = (),
) -> Step:
    """Between rounds a snapshot is kept, so that a restart reads one round at most."""
    after = replace(state, version=state.version + len(events))
    snapshot = body(state_json(after)) if after.round is None else None
    act = Act(
        asked.key,
        state.stream,
        state.version,
        tuple(events),
        tuple(moved),
        accounts,
        cleared,
        snapshot,
        also,
    )
    return Step(act, table=after, meters=meters)
