"""Any past round as it was: its transcript, its money, its proof."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from croupier.bank.ledger import Posting
from croupier.bank.reading import Done, act_of_posting, acts_of
from croupier.bank.store import Store
from croupier.errors import BadRecord, RuleError
from croupier.room.payouts import round_id
from croupier.room.play import CALLED_OFF
from croupier.room.table_state import ROUND, TABLE, table_from
from croupier.rules.registry import rules_hash
from croupier.table.events import from_json as round_event
from croupier.table.round import Round, rebuild
from croupier.table.shoe import Shoe, record, source
from croupier.table.shoe import from_json as shoe_from_json

MOST_SEATS = 12
MOST_ACTS = 500  # of one round; far more than any has


class Recalled(NamedTuple):
    table: str
    number: int
    began: int  # milliseconds since 1970, UTC
    ended: int | None  # None: it is in progress
    called_off: str  # why, if it was
    round: Round
    postings: tuple[Posting, ...]
    players: dict[int, str]
    proof: dict[str, object] | None  # of the shuffle; None while the shoe is in use


def recall(store: Store, table: str, number: int) -> Recalled:
    """A round by its number at a table."""
    acts = list(_acts(store, table, number))
    first, last = acts[0], acts[-1]
    bodies = [_body(act) for act in acts]
    stream = f"{TABLE}{table}"
    opening = json.loads(store.events(stream, after=bodies[0]["opened"] - 1, most=1)[0].body)
    if opening["rules"] != rules_hash():
        raise BadRecord(
            f"table {table} round {number} was dealt under rules {opening['rules'][:12]}; these "
            f"are {rules_hash()[:12]}: recall it with the program that dealt it",
            "record/rules",
        )
    shoe = _shoe_before(store, stream, first.version - len(first.events))
    rows = [row for body in bodies for row in body.get("events", [])]
    state = rebuild(table_from(opening["config"]), source(shoe), [round_event(row) for row in rows])
    off = last.events[0].kind == CALLED_OFF
    over = off or state.over
    return Recalled(
        table,
        number,
        first.at,
        last.at if over else None,
        str(bodies[-1]["reason"]) if off else "",
        state,
        tuple(posting for act in acts for posting in act.postings),
        _players(store, stream, first.version, state),
        _proof(shoe, state, bodies[-1]) if over else None,
    )


def _acts(store: Store, table: str, number: int) -> Iterator[Done]:
    """The acts of a round: it is found by the postings of its bets."""
    name = round_id(table, number)
    found = act_of_posting(store, [f"{name}/0/{seat}/bet" for seat in range(1, MOST_SEATS + 1)])
    if found is None:
        raise RuleError(f"table {table} has no round {number} in these books", "recall/unknown")
    stream, before = found
    for act in acts_of(store, stream, before, MOST_ACTS):
        kind = act.events[0].kind
        if kind not in (ROUND, CALLED_OFF) or json.loads(act.events[0].body)["number"] != number:
            return
        yield act
        if kind == CALLED_OFF or "shoe" in json.loads(act.events[0].body):
            return


def _body(act: Done) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(act.events[0].body)
    return body


def _shoe_before(store: Store, stream: str, version: int) -> Shoe:
    """The shoe of the next round, as the table had it after so many events."""
    words: list[tuple[str, str]] = []
    while version > 0:
        (event,) = store.events(stream, after=version - 1, most=1)
        body = json.loads(event.body)
        if event.kind == "word":
            words.insert(0, (body["by"], body["word"]))
        if "shoe" in body:
            shoe = shoe_from_json(body["shoe"])
            for who, word in words:
                shoe = shoe.mixed_with(who, word)
            return shoe
        version -= 1
    raise BadRecord(f"{stream} has no shoe before event {version}", "record/shoe")


def _players(store: Store, stream: str, version: int, state: Round) -> dict[int, str]:
    """Who sat at the seats of the round: the last to buy chips there before it."""
    seats = {spot.seat for spot in state.spots}
    players: dict[int, str] = {}
    for event in store.rare_events(stream, before=version):
        if event.kind == "bought in":
            body = json.loads(event.body)
            if body["seat"] in seats:
                players[body["seat"]] = body["player"]
    return players


def _proof(shoe: Shoe, state: Round, last: dict[str, Any]) -> dict[str, object] | None:
    """The secret is told only once no card of its shoe is still to come."""
    following = shoe_from_json(last["shoe"])
    if following.secret == shoe.secret or not state.over:
        return None
    return record(shoe, state)
