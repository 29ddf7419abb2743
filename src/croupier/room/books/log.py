"""The significant-event log, read from the streams: nothing in it is stored twice."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier.bank.act import Event
from croupier.bank.meters.meter import BY_HAND
from croupier.bank.reading import StoredEvent, Stretch, rare
from croupier.bank.store import Store
from croupier.room.cage import cash_postings
from croupier.room.own_limits import state as own_limits
from croupier.room.people import floor, proposal_state, sign_ins
from croupier.room.people import known_differences as known
from croupier.room.people.roles import Role
from croupier.room.tables import mistakes, tables
from croupier.room.tables import state as table_state

SIGNIFICANT = (
    *(floor.FOUNDED, floor.ENROLLED, floor.DISMISSED, floor.APPROVED),
    *(tables.OPENED, tables.OVERRIDDEN),  # a table or a meter
    *(cash_postings.CLOSED, cash_postings.FILLED, cash_postings.CREDITED),
    *(table_state.LARGE, table_state.HIT, cash_postings.ACKNOWLEDGED),
    *(cash_postings.BANKED, cash_postings.DRAWN, cash_postings.AWARDED),
    *(mistakes.CALLED_OFF, mistakes.DEAD, mistakes.EXPOSED),
    *(cash_postings.REVERSED, cash_postings.CORRECTED),
    *BY_HAND,
    known.KNOWN,
    *(proposal_state.PROPOSED, proposal_state.WITHDRAWN, proposal_state.REFUSED),
    own_limits.EXCLUDED,  # the house has to honor it everywhere
    *(sign_ins.LOCKED, sign_ins.CLOCK_DRIFTED),  # other sign-in events are listed on request only
)
HIDDEN = ("shoe", "secret", "event")


class LogEntry(NamedTuple):
    at: int  # milliseconds since 1970, UTC
    stream: str
    kind: str
    about: dict[str, Any]  # without shoes, for which see `room shoes`


class Latest(NamedTuple):
    """Entries by record, the newest first; those left out are before that record, 0: none."""

    entries: list[tuple[int, LogEntry]]
    before: int


def log(store: Store, part: Stretch, kinds: Sequence[str] = SIGNIFICANT) -> list[LogEntry]:
    return [
        _entry(stored, at)
        for stored, at in rare(store, part, list(kinds))
        if not _is_player(stored.event)
    ]


def latest(store: Store, before: int, most: int) -> Latest:
    """Entries among the last `most` events before a record; players who come or go have none."""
    found = rare(store, Stretch(1, before - 1), list(SIGNIFICANT), most)
    entries = [
        (stored.sequence, _entry(stored, at))
        for stored, at in reversed(found)
        if not _is_player(stored.event)
    ]
    return Latest(entries, found[0][0].sequence if len(found) == most else 0)


def _entry(stored: StoredEvent, at: int) -> LogEntry:
    return LogEntry(at, stored.stream, stored.event.kind, _public(json.loads(stored.event.body)))


def _is_player(event: Event) -> bool:
    """Players come and go; staff changes are significant."""
    if event.kind not in (floor.ENROLLED, floor.DISMISSED):
        return False
    return bool(json.loads(event.body)["role"] == Role.PLAYER.value)


def _public(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name not in HIDDEN}
