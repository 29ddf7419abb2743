"""The state of an open table, and the same as plain data: configuration, events, snapshots."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.bank.act import Event
from croupier.errors import BadRecord
from croupier.money import Cents
from croupier.rules.limits import Limits, profile
from croupier.rules.registry import rules_hash
from croupier.table.events import from_json as round_event
from croupier.table.round import Round, rebuild
from croupier.table.shoe import Shoe, source
from croupier.table.shoe import from_json as shoe_from_json
from croupier.table.table import Table, open_table

OPENED, SHOE, SEATED, UP, ROUND = "opened", "shoe", "seated", "left", "round"


@dataclass(frozen=True, slots=True)
class OpenTable:
    name: str
    table: Table
    shoe: Shoe  # as it was before the round in progress
    seats: Mapping[int, str]  # who sits there
    rounds: int = 0  # begun so far
    round: Round | None = None  # in progress
    version: int = 0  # events of its stream

    @property
    def stream(self) -> str:
        return stream_of(self.name)


def stream_of(name: str) -> str:
    return f"table/{name}"


def body(data: Mapping[str, object]) -> str:
    """The same data is always the same text."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def config_of(table: Table) -> dict[str, object]:
    return {
        "rules": rules_hash(),
        "game": table.game.id,
        "posted": table.posted_ids,
        "options": dict(table.options),
        "profile": table.limits.profile.name,
        "minimums": dict(table.limits.minimums),
        "maximums": dict(table.limits.maximums),
        "offers": [wager.name for wager in table.offers],
    }


def table_from(data: Mapping[str, Any]) -> Table:
    if data["rules"] != rules_hash():
        raise BadRecord(
            f"the table was opened under rules {str(data['rules'])[:12]}; these are "
            f"{rules_hash()[:12]}: finish its round with the program that dealt it",
            "record/rules",
        )
    return open_table(
        str(data["game"]),
        posted=data["posted"],
        options=data["options"],
        limits=Limits(
            profile(str(data["profile"])), _cents(data["minimums"]), _cents(data["maximums"])
        ),
        offers=data["offers"],
    )


def _cents(stakes: Mapping[str, int]) -> dict[str, Cents]:
    return {name: Cents(stake) for name, stake in stakes.items()}


def state_json(state: OpenTable) -> dict[str, object]:
    """A table between rounds."""
    return {
        "name": state.name,
        "config": config_of(state.table),
        "shoe": state.shoe.to_json(),
        "seats": {str(seat): player for seat, player in state.seats.items()},
        "rounds": state.rounds,
    }


def resumed(version: int, snapshot: str, events: Sequence[Event]) -> OpenTable:
    """The table of a snapshot, and of the events after it: its open round, if there is one."""
    data = json.loads(snapshot)
    table, shoe = table_from(data["config"]), shoe_from_json(data["shoe"])
    told = [round_event(json.loads(event.body)) for event in events if event.kind == ROUND]
    if len(told) != len(events):
        raise BadRecord(
            f"table {data['name']}: between snapshots there are rounds only", "record/event"
        )
    return OpenTable(
        name=str(data["name"]),
        table=table,
        shoe=shoe,
        seats={int(seat): str(player) for seat, player in data["seats"].items()},
        rounds=int(data["rounds"]) + bool(told),
        round=rebuild(table, source(shoe), told) if told else None,
        version=version + len(events),
    )
