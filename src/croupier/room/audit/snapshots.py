"""Compares every snapshot, field by field, with the state that all events add up to.

room/audit/meters.py compares those of meters, room/audit/blinds.py the fields of poker tables.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from croupier.bank.audit.books import AuditFailed
from croupier.bank.reading import Snapshot, snapshots
from croupier.room.audit.difference import UNREADABLE, Difference
from croupier.room.audit.past import Past, PastTable
from croupier.room.books.recall import before_at, shoe_before
from croupier.room.names import METER, OWN, PROPOSALS, ROOM, TABLE
from croupier.room.tables.kinds import config_of, table_from
from croupier.room.tables.state import ROUND, body
from croupier.room.tables.words import before_from, mixed, words_from
from croupier.table.shoe import read_shoe

OF_POKER = ("stacks", "out", "owed", "posting", "positions")  # see room/audit/blinds.py


def check_snapshots(past: Past, last: int) -> None:
    """Snapshots after record `last` were written during this audit and are left to the next."""
    kept = {one.stream: one for one in snapshots(past.store)}
    own = (f"{OWN}{name}" for name in past.own)
    for stream in (ROOM, *own, *(f"{TABLE}{name}" for name in past.tables)):
        if stream in past.versions and stream not in kept:
            raise AuditFailed("snapshot", None, f"{stream} has none")
    for one in kept.values():
        if one.sequence > last or one.stream.startswith(METER) or one.stream in past.unsure:
            continue
        try:
            _compare(past, one)
        except (Difference, *UNREADABLE) as wrong:
            raise AuditFailed("snapshot", one.sequence, f"{one.stream}: {wrong}") from wrong


def _compare(past: Past, snapshot: Snapshot) -> None:
    data = json.loads(snapshot.body)
    if snapshot.stream == ROOM:
        _check_fields(_room(past), {"protocol": 1, **data})
    elif snapshot.stream == PROPOSALS:
        _check_fields(json.loads(body(past.proposals.to_json())), data)
    elif snapshot.stream.startswith(OWN):
        own = past.own_limits(snapshot.stream.removeprefix(OWN))
        _check_fields(json.loads(body(own.to_json())), data)
    elif snapshot.stream.startswith(TABLE):
        _compare_table(past, past.tables[snapshot.stream.removeprefix(TABLE)], snapshot, data)
    else:
        raise Difference("a snapshot of no stream that keeps one: nothing claims it")


def _room(past: Past) -> dict[str, object]:
    people = {name: role.value for name, role in past.people.items()}
    return {"people": people, "program": past.program, "protocol": past.protocol}


def _compare_table(
    past: Past, table: PastTable, snapshot: Snapshot, data: Mapping[str, Any]
) -> None:
    """Only acts of the round in progress may follow a table's snapshot."""
    if table.ended > snapshot.version:
        raise Difference(f"round {table.rounds} ended after it")
    must = {
        "name": table.name,
        "rules": table.rules,
        "opened": table.opened,
        "config": _config(table.config),
        "seats": {str(seat): player for seat, player in table.seats.items()},
        "rounds": table.rounds - (table.began > snapshot.version),
        "told": _events_so_far(past, table, snapshot),
        "open": table.is_open,
        "abandoned": [one._asdict() for one in table.abandoned],
    }
    if before := _before(past, table, snapshot, data):
        must["before"] = before
    if table.leaving:
        must["leaving"] = sorted(table.leaving)
    if table.out and not table.is_poker:
        must["out"] = sorted(table.out)
    if not table.is_poker:
        held = [one.held._asdict() for one in table.held if one.version <= snapshot.version]
        must |= {"held": held, "meters": dict(table.meters)}
    apart = ("shoe", *(OF_POKER if table.is_poker else ()))
    does = {name: value for name, value in data.items() if name not in apart}
    does.setdefault("abandoned", [])  # older snapshots have no count
    does |= {"config": _config(data["config"]), "told": _any_rules(data["told"])}
    _check_fields(must, does)
    # The encoding may differ from that in the events; the cards to come may not.
    shoe, must_be = (
        read_shoe(data["shoe"]),
        shoe_before(past.store, snapshot.stream, snapshot.version),
    )
    if must["told"]:
        (event,) = past.store.events(snapshot.stream, after=table.began - 1, most=1)
        must_be = mixed(must_be, words_from(json.loads(event.body).get("words", ())))
    if shoe != must_be:
        raise Difference(f"its shoe is {shoe}, and its events have {must_be}")


def _before(
    past: Past, table: PastTable, snapshot: Snapshot, data: Mapping[str, Any]
) -> dict[str, object]:
    """Pending bets and words, with those of the last deal unless that came after the snapshot."""
    stands = before_at(past.store, snapshot.stream, snapshot.version)
    kept_before = before_from(data.get("before", {}))
    if table.began <= snapshot.version:
        kept_before = replace(kept_before, last=table.last, withheld=dict(table.withheld))
    return replace(stands, last=kept_before.last, withheld=kept_before.withheld).to_json()


def _events_so_far(past: Past, table: PastTable, snapshot: Snapshot) -> list[dict[str, Any]]:
    """The events of the round in progress at that version."""
    if not table.began or table.began > snapshot.version or table.ended >= table.began:
        return []
    most = snapshot.version - table.began + 1
    events = past.store.events(snapshot.stream, after=table.began - 1, most=most)
    bodies = [json.loads(event.body) for event in events if event.kind == ROUND]
    return _any_rules([row for said in bodies for row in said["events"]])


def _any_rules(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without the rules' digest: a round continued under newer rules has theirs in its snapshot."""
    return [{**row, "rules": ""} if "rules" in row else row for row in rows]


def _config(config: Mapping[str, Any]) -> dict[str, object]:
    """In the current format: snapshots are rewritten, events never are."""
    return config_of(table_from(config))


def _check_fields(must: Mapping[str, object], does: Mapping[str, object]) -> None:
    for name in sorted({*must, *does}):
        if name not in must:
            raise Difference(f"{name} is {does[name]!r}: nothing claims it")
        if must[name] != does.get(name):
            raise Difference(f"{name} is {does.get(name)!r}; its events make {must[name]!r}")
