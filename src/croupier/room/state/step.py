"""An act at a table: its events, its money, and the state to go on from."""

from collections.abc import Sequence
from dataclasses import replace

from croupier.bank.act import Act, Event, Part
from croupier.bank.ledger import Account, Posting
from croupier.bank.sealing import Keys
from croupier.room.meters.meters import OpenMeter
from croupier.room.state.hall import AnyTable, Asked, Step
from croupier.room.tables.state import OF_A_ROUND, body


def act_step(
    state: AnyTable,
    asked: Asked,
    events: Sequence[Event],
    moved: Sequence[Posting] = (),
    *,
    accounts: tuple[Account, ...] = (),
    cleared: tuple[str, ...] = (),
    also: tuple[Part, ...] = (),
    meters: tuple[OpenMeter, ...] = (),
    kept: bool = False,
) -> Step:
    """Acts within a round, from the first bet on, write no snapshot; all others do, so that a
    restart replays at most one round. `kept`: this one does in any case.

    Only here are states of tables stored, so here the secret of a new shoe is sealed, and that of a
    table in older books.
    """
    after = replace(state.with_money(moved), version=state.version + len(events))
    stands = after.round is not None or after.before.stands
    goes_on = stands and not kept and all(event.kind in OF_A_ROUND for event in events)
    after = after if goes_on else _sealed(after, asked.keys)
    snapshot = None if goes_on else body(after.to_json())
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


def _sealed(state: AnyTable, keys: Keys) -> AnyTable:
    shoe = state.shoe.sealed_by(keys.seal)
    return state if shoe is state.shoe else replace(state, shoe=shoe)
