"""A table as it was opened, for rounds that are played again: under these rules, or tried so."""

import json
from functools import lru_cache
from typing import NamedTuple

from croupier.games.registry import rules_hash
from croupier.room.audit.difference import UNREADABLE, Body
from croupier.room.audit.replay.engines import AnyEngine, engine_of
from croupier.room.tables.kinds import PostedTable, table_from
from croupier.room.tables.state import body
from croupier.table.opening import Opening


class PostedAs(NamedTuple):
    """A table as it was opened; nothing plays it again where these rules cannot open it."""

    engine: AnyEngine | None
    meters: dict[str, str]
    rules: str  # that it was opened under: others than these are tried
    is_ours: bool
    openings: dict[str, Opening]  # of its rounds, by the text that each was told in


def posted(name: str, text: str) -> PostedAs:
    """The table of that name, by its opening event."""
    data = json.loads(text)
    rules, meters = str(data["rules"]), data.get("meters", {})
    is_ours = rules == rules_hash()
    try:
        engine = engine_of(name, _configured(body(data["config"])))
    except UNREADABLE:
        if is_ours:
            raise
        engine = None
    return PostedAs(engine, meters, rules, is_ours, {})


@lru_cache(maxsize=1000)
def _configured(text: str) -> PostedTable:
    """Tables that are posted alike are one, and so are the bets that they have checked."""
    return table_from(json.loads(text))


def under_these(data: Body, posted: PostedAs) -> Body:
    first, *rest = data["events"]
    if posted.is_ours or first.get("rules") != posted.rules:
        return data
    return {**data, "events": [{**first, "rules": rules_hash()}, *rest]}
