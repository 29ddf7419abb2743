"""The state of a stream, made of what the books keep of it."""

import json
from collections.abc import Mapping
from typing import Any

from croupier.bank.sealing import NO_KEYS, Keys
from croupier.bank.store import KeptStream
from croupier.errors import BadRecord, Refused
from croupier.room.meters import meters
from croupier.room.names import CAGE, DIFFERENCES, METER, PROPOSALS, ROOM, TABLE
from croupier.room.people import floor, proposal_state
from croupier.room.state.hall import AnyTable, Cage, Differences, KnownTable
from croupier.room.state.unread import unread
from croupier.room.state.view import StreamState
from croupier.room.tables.kinds import resumed

BROKEN = (KeyError, TypeError, ValueError, AttributeError)  # what is refused is a ValueError


def read_back(stream: str, kept: KeptStream, keys: Keys = NO_KEYS) -> StreamState | None:
    """None: there is no such table or meter, or it is a stream that no room has."""
    try:
        return _state(stream, kept, keys)
    except Refused:
        raise
    except (*BROKEN, RecursionError) as broken:
        what = type(broken).__name__
    raise BadRecord(
        f"{stream}: its state in the books is none ({what}); `croupier audit` says more",
        "record/snapshot",
    )


def _state(stream: str, kept: KeptStream, keys: Keys) -> StreamState | None:
    if stream == ROOM:
        return floor.resumed(kept)
    if stream == CAGE:
        return Cage(kept.version)
    if stream == DIFFERENCES:
        return Differences(kept.version)
    if stream == PROPOSALS:
        return proposal_state.resumed(kept)
    if kept.version and stream.startswith(TABLE):
        return _table(stream.removeprefix(TABLE), kept, keys)
    if kept.version and stream.startswith(METER):
        return meters.resumed(stream.removeprefix(METER), kept)
    return None


def _table(name: str, kept: KeptStream, keys: Keys) -> KnownTable:
    if kept.snapshot is None:
        raise BadRecord(f"table {name}: no state of it was ever kept", "record/snapshot")
    try:
        data = json.loads(kept.snapshot)
        try:
            return _played(data, kept, keys)
        except BROKEN as broken:
            reason = broken.message if isinstance(broken, Refused) else repr(broken)
            return unread(name, data, kept.version, reason)
    except BROKEN as broken:
        message = f"table {name}: its state in the books is none ({broken!r})"
        raise BadRecord(message, "record/snapshot") from broken


def _played(data: Mapping[str, Any], kept: KeptStream, keys: Keys) -> AnyTable:
    return resumed(kept.version - len(kept.events), data, kept.events, keys)
