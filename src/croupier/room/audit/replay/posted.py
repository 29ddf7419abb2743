"""A table as it was opened, for rounds that are played again: under these rules, or tried so."""

import json
from functools import lru_cache
from typing import NamedTuple

from croupier.games.registry import POKER, rules_hash
from croupier.room.audit.difference import UNREADABLE, Body
from croupier.room.tables import state as table_state
from croupier.room.tables.payouts import Lines
from croupier.room.tables.poker import state as poker_state
from croupier.room.tables.state import body
from croupier.table.opening import Opening
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table


class PostedAs(NamedTuple):
    """A table as it was opened; no table where these rules cannot open it."""

    table: Table | PokerTable | None
    meters: dict[str, str]
    rules: str  # that it was opened under: others than these are tried
    is_ours: bool
    openings: dict[str, Opening]  # of its rounds, by the text that each was told in
    lines: Lines | None  # of its postings, where it is a round's


def posted(name: str, text: str) -> PostedAs:
    """The table of that name, by its opening event."""
    data = json.loads(text)
    rules, meters = str(data["rules"]), data.get("meters", {})
    is_ours = rules == rules_hash()
    try:
        table = _configured(body(data["config"]))
    except UNREADABLE:
        if is_ours:
            raise
        table = None
    lines = Lines(name, table) if isinstance(table, Table) else None
    return PostedAs(table, meters, rules, is_ours, {}, lines)


@lru_cache(maxsize=1000)
def _configured(text: str) -> Table | PokerTable:
    """Tables that are posted alike are one, and so are the bets that they have checked."""
    config = json.loads(text)
    if config["game"] in POKER:
        return poker_state.table_from(config)
    return table_state.table_from(config)


def under_these(data: Body, posted: PostedAs) -> Body:
    first, *rest = data["events"]
    if posted.is_ours or first.get("rules") != posted.rules:
        return data
    return {**data, "events": [{**first, "rules": rules_hash()}, *rest]}
