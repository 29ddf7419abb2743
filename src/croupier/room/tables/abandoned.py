"""The shoes that a table did not deal to their end: each opened, with who, when and why."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from croupier import fair
from croupier.bank.reading import StoredEvent, Stretch, rare
from croupier.bank.store import Store
from croupier.cards.card import text
from croupier.room.audit.words import before_at
from croupier.room.books.recall import shoe_before, words_of_shoe
from croupier.room.cage.cash_postings import CLOSED
from croupier.room.names import TABLE
from croupier.room.tables.mistakes import CALLED_OFF
from croupier.room.tables.shoes import SECRET, UNOPENED, told_secret
from croupier.room.tables.state import ROUND
from croupier.room.tables.words import BEFORE_DEAL, words_json, words_of
from croupier.table.poker.record import cards_taken
from croupier.table.shoe import Shoe

STARTED = "started"  # the first row of a hand of poker

Rows = Sequence[Mapping[str, Any]]


class AbandonedShoe(NamedTuple):
    record: int  # the number of the event in the books
    at: int  # milliseconds since 1970, UTC
    by: str
    cause: str
    reason: str
    number: int | None  # the round, dealt or about to be; none: the table closed
    commitment: str
    key: str  # that it would take to open it, if nobody had it
    proof: dict[str, object] | None  # what `fair.check` verifies


def abandoned_shoes(store: Store, table: str) -> list[AbandonedShoe]:
    """From the first to the last; older books neither opened nor counted them."""
    stream = f"{TABLE}{table}"
    found = []
    for what, at in rare(store, Stretch(1, 2**62), [CALLED_OFF, CLOSED]):
        said = json.loads(what.event.body)
        if what.stream == stream and (SECRET in said or UNOPENED in said):
            found.append(_abandoned(store, what, at, said))
    return found


def _abandoned(store: Store, what: StoredEvent, at: int, said: dict[str, Any]) -> AbandonedShoe:
    shoe = told_secret(shoe_before(store, what.stream, what.version - 1), said)
    return AbandonedShoe(
        what.sequence,
        at,
        said["by"],
        said["cause"],
        said.get("reason", ""),
        said.get("number"),
        shoe.commitment,
        said.get(UNOPENED, ""),
        None if UNOPENED in said else _proof(store, what, shoe),
    )


def _proof(store: Store, what: StoredEvent, shoe: Shoe) -> dict[str, object]:
    """With the cards that were dealt of a round that was called off, and with its words."""
    stream, version = what.stream, what.version - 1
    rows = _rows(store, stream, version)
    if rows or shoe.first:
        words = words_of_shoe(store, stream, version)
    else:
        standing = before_at(store, stream, version).words
        words = words_json(words_of(standing, standing))
    entropy = fair.opened(fair.Word(**word) for word in words) if words else shoe.entropy
    return {
        **shoe.to_json(),
        "entropy": [list(pair) for pair in entropy],
        "commitment": shoe.commitment,
        "dealt": _dealt(rows),
        "abandoned": True,
        **({"words": words} if words or not shoe.entropy else {}),
    }


def _rows(store: Store, stream: str, version: int) -> list[dict[str, Any]]:
    """Of the round in progress after `version` events: searched backwards."""
    found: list[list[dict[str, Any]]] = []
    for place in range(version, 0, -1):
        (event,) = store.events(stream, after=place - 1, most=1)
        body = json.loads(event.body)
        if "shoe" in body:
            break
        if event.kind == ROUND and body["events"][0]["event"] not in BEFORE_DEAL:
            found.append(body["events"])
    return [row for rows in reversed(found) for row in rows]


def _dealt(rows: Rows) -> str:
    if rows and rows[0]["event"] == STARTED:
        return text(cards_taken(rows))
    return " ".join(str(row["cards"]) for row in rows if row["event"] == "dealt")
