"""One act of a round by the engine: what it makes of the last state, tells and moves.

replay.py goes from act to act with it; next_shoe.py looks at the shoe.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial

from croupier.bank.audit.records import PostingRow, WholeAct
from croupier.bank.batch import posting_of
from croupier.bank.ledger import Posting
from croupier.errors import Refused, shown
from croupier.games.registry import rules_hash
from croupier.room.audit.difference import (
    UNREADABLE,
    Difference,
    Told,
    check_postings,
    first_difference,
)
from croupier.room.audit.replay.act_body import ActBody
from croupier.room.audit.replay.posted import Posted, under_these
from croupier.room.books.notable import Notable, Parts, check_of_meters, jackpots_in
from croupier.room.meters.meters import felts_of, meter_events
from croupier.room.tables import payouts
from croupier.room.tables.poker import payouts as poker_payouts
from croupier.room.tables.state import Held
from croupier.table.event_text import events_text
from croupier.table.events import to_json
from croupier.table.poker import deal as poker
from croupier.table.poker import record as poker_record
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable, Positions
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import Table


def played_again(
    last: Round | Hand | None, table: Table | PokerTable, deck: Deck, data: Told
) -> Round | Hand:
    """What the engine makes of an act; what it refuses cannot have gone so."""
    try:
        ask = _dealt(table, deck, data) if last is None else _acted(last, data["events"][0])
    except UNREADABLE as wrong:
        raise Difference(f"round {data['number']} cannot have gone so: {wrong}") from wrong
    try:
        return ask()
    except Refused as refused:
        raise Difference(f"round {data['number']} cannot have gone so: {refused}") from refused


def _dealt(table: Table | PokerTable, deck: Deck, data: Told) -> Callable[[], Round | Hand]:
    opening = data["events"][0]
    if isinstance(table, PokerTable):
        stacks = {int(seat): chips for seat, chips in opening["stacks"].items()}
        positions = Positions(*(opening[name] for name in Positions._fields))
        posts = poker_record.posts_in(data["events"])
        return partial(poker.deal, table, stacks, positions, deck.cards, posts)
    wagers = {int(seat): stakes for seat, stakes in opening["wagers"].items()}
    return partial(deal, table, wagers, deck)


def _acted(last: Round | Hand, first: Told) -> Callable[[], Round | Hand]:
    seat = first["seat"]
    if first["event"] == "acted":
        if not isinstance(first["action"], str):
            raise Difference(f"seat {shown(seat)} does {shown(first['action'])}: it is no action")
        return partial(last.act, seat, first["action"])
    if first["event"] == "discarded":
        return partial(last.act, seat, f"discard {first['cards']}".strip())
    if first["event"] == "exposed" and isinstance(last, Hand):
        return partial(last.expose, seat, first["number"])
    if first["event"] == "voided" and isinstance(last, Round):
        return partial(last.void, seat, forfeit=first["forfeit"])
    if first["event"] == "voided":
        return partial(last.void, seat)
    raise Difference(f"{shown(first['event'])} begins no act")


def check_told(
    posted: Posted, last: Round | Hand | None, now: Round | Hand, act: WholeAct, told: ActBody
) -> None:
    """The act tells what the engine makes of it: the same text; or else the same data."""
    known, data = 0 if last is None else last.version, told.data
    if told.events is not None:
        if isinstance(now, Round) and told.events == _text(posted, now, known):
            return
        data = json.loads(act.events[0].body)
    if isinstance(now, Hand):
        events = poker_record.to_json(now, known)
    else:
        events = [to_json(event) for event in now.events[known:]]
    written = under_these(data, posted)["events"]
    if events != written:
        raise Difference(
            f"round {data['number']} is told otherwise than the rules make it:"
            f" {first_difference(events, written)}"
        )


def _text(posted: Posted, now: Round, known: int) -> str:
    """The events that an act adds; where others than these rules were posted, under those."""
    text = events_text(now.table, now.events[known:])
    if posted.is_ours or known:
        return text
    return text.replace(f'"rules":"{rules_hash()}"', f'"rules":"{posted.rules}"', 1)


def check_moved(
    name: str,
    number: int,
    last: Round | Hand | None,
    now: Round | Hand,
    rows: Sequence[PostingRow],
) -> tuple[Held, ...]:
    """The round's own postings are these rows, or it is said where not; the large wins in them."""
    if isinstance(now, Hand):
        assert not isinstance(last, Round)
        must = poker_payouts.postings(name, number, last, now)
        check_postings(number, must, [posting_of(row) for row in rows])
        return ()
    assert not isinstance(last, Hand)
    same, held = payouts.compared(rows, name, number, last, now)
    if not same:
        must = payouts.postings(name, number, last, now)
        check_postings(number, must, [posting_of(row) for row in rows])
    return payouts.large_wins(number, last, now) if held or not same else ()


def check_meters(
    name: str,
    posted: Posted,
    last: Round | Hand | None,
    now: Round | Hand,
    number: int,
    made: Sequence[Posting],
    parts: Parts,
) -> Notable:
    """What an act told meters, and what these paid for it; the jackpots that were won."""
    won = Notable()
    if isinstance(now, Round):
        felts, meters = felts_of(now), posted.meters
        check_parts(number, meter_events(name, number, meters, last is None, felts), parts)
        won = jackpots_in(name, number, now.table.limits.profile, meters, parts, made)
    check_of_meters(name, number, parts, made)
    return won


def check_parts(number: int, must: Parts, does: Parts) -> None:
    if must != does:
        raise Difference(f"round {number} tells the meters {must}; the books say {does}")
