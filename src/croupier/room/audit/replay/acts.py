"""One act of a round by the engine: what it makes of the last state, tells and moves.

replay.py goes from act to act with it; next_shoe.py looks at the shoe.
"""

from collections.abc import Callable, Sequence
from functools import partial

from croupier.bank.audit.records import PostingRow, WholeAct
from croupier.bank.batch import posting_of
from croupier.bank.ledger import Posting, Purpose
from croupier.errors import Refused, shown
from croupier.room.audit.difference import (
    UNREADABLE,
    Body,
    Difference,
    check_postings,
    first_difference,
)
from croupier.room.audit.replay.posted import PostedAs, under_these
from croupier.room.books.notable import (
    LOGGED,
    Notable,
    Parts,
    check_logged,
    check_of_meters,
    jackpots_in,
    own_rows,
)
from croupier.room.meters.meters import felts_of, meter_events
from croupier.room.names import TABLE, round_id
from croupier.room.tables import payouts
from croupier.room.tables.poker import play as poker_play
from croupier.room.tables.state import Held
from croupier.table.events import to_json
from croupier.table.opening import opening
from croupier.table.poker import deal as poker
from croupier.table.poker import record as poker_record
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable, Positions
from croupier.table.round import Mark, Play, play
from croupier.table.source import Deck
from croupier.table.table import Table

OF_UNPLAYED = {  # why an act of a round that is not played again may move money
    *(Purpose.WAGER, Purpose.WAGER_RETURNED, Purpose.WAGER_LOST, Purpose.WINNINGS),
    *(Purpose.POT, Purpose.RAKE),
}


class EngineFailed(RuntimeError):
    """A fault of this program, and not of the books."""


Before = Mark | Hand | None  # where a round stood before an act, unless that begins it
Ask = Callable[[], Play | Hand | None]


def played_again(
    last: Play | Hand | None, table: Table | PokerTable, deck: Deck, data: Body
) -> Play | Hand:
    """What the engine makes of an act; what it refuses cannot have gone so.

    A round goes on in place: it is the same one, further on. To read what was asked for may fail on
    anything that is written there; the engine only refuses, or else it is at fault itself.
    """
    number = data["number"]
    try:
        ask = _dealt(table, deck, data) if last is None else _acted(last, data["events"][0])
    except UNREADABLE as wrong:
        raise Difference(f"round {number} cannot have gone so: {wrong}") from wrong
    try:
        now = ask() or last
    except Refused as refused:
        raise Difference(f"round {number} cannot have gone so: {refused}") from refused
    except UNREADABLE as failed:
        raise EngineFailed(f"the engine fails in round {number}: {failed!r}") from failed
    assert now is not None
    return now


def _dealt(table: Table | PokerTable, deck: Deck, data: Body) -> Ask:
    first = data["events"][0]
    if isinstance(table, PokerTable):
        stacks = {int(seat): chips for seat, chips in first["stacks"].items()}
        positions = Positions(*(first[name] for name in Positions._fields))
        posts = poker_record.posts_in(data["events"])
        for number in (*stacks.values(), *positions):
            check_whole(number)
        return partial(poker.deal, table, stacks, positions, deck.cards, posts)
    wagers = {int(seat): stakes for seat, stakes in first["wagers"].items()}
    return lambda: play(table, opening(table, wagers), deck)


def _acted(last: Play | Hand, first: Body) -> Ask:
    seat = first["seat"]
    if isinstance(last, Hand):
        check_whole(seat)
    if first["event"] == "acted":
        if not isinstance(first["action"], str):
            raise Difference(f"seat {shown(seat)} does {shown(first['action'])}: it is no action")
        return partial(last.act, seat, first["action"])
    if first["event"] == "discarded":
        return partial(last.act, seat, f"discard {first['cards']}".strip())
    if first["event"] == "exposed" and isinstance(last, Hand):
        check_whole(first["number"])
        return partial(last.expose, seat, first["number"])
    if first["event"] == "voided" and isinstance(last, Play):
        return partial(last.void, seat, forfeit=first["forfeit"])
    if first["event"] == "voided":
        return partial(last.void, seat)
    raise Difference(f"{shown(first['event'])} begins no act")


def check_whole(number: object) -> None:
    if type(number) is not int:
        raise Difference(f"{shown(number)} is no whole number")


def check_told(posted: PostedAs, last: Before, now: Play | Hand, data: Body) -> None:
    """The act tells what the engine makes of it."""
    known = 0 if last is None else last.version
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


def check_moved(
    name: str,
    posted: PostedAs,
    last: Before,
    now: Play | Hand,
    act: WholeAct,
    data: Body,
    parts: Parts,
) -> tuple[PostingRow, ...]:
    """What an act moved, told meters and logged is what the rules make of it; its own postings."""
    number, own = data["number"], own_rows(act.postings)
    held = _check_own(name, posted, number, last, now, own)
    hits: tuple[Held, ...] = ()
    if posted.meters or parts or len(own) < len(act.postings):
        made = [posting_of(row) for row in act.postings]
        won = _check_meters(name, posted, last, now, number, made, parts)
        held, hits = (*held, *won.held), won.hits
    if held or hits or len(act.events) > 1 or data["events"][0]["event"] in LOGGED:
        logged = [(event.kind, event.body) for event in act.events[1:]]
        check_logged(data, logged, Notable(held, hits))
    return own


def _check_own(
    name: str,
    posted: PostedAs,
    number: int,
    last: Before,
    now: Play | Hand,
    rows: Sequence[PostingRow],
) -> tuple[Held, ...]:
    """The round's own postings are these rows, or it is said where not; the large wins in them."""
    if isinstance(now, Hand):
        assert not isinstance(last, Mark)
        must = poker_play.postings(name, number, last, now)
        check_postings(number, must, [posting_of(row) for row in rows])
        return ()
    assert posted.lines is not None and not isinstance(last, Hand)
    waits = payouts.compared(rows, posted.lines, number, last, now)
    if waits is None:
        must = payouts.postings(name, number, last, now)
        check_postings(number, must, [posting_of(row) for row in rows])
    return () if waits is False else payouts.large_wins(number, last, now)


def check_passed_over(name: str, number: int, rows: Sequence[PostingRow]) -> None:
    """A round that is not played again moves money at its own table only, and for a round."""
    places = (f"{TABLE}{name}/", f"{round_id(name, number)}/")
    for one in map(posting_of, rows):
        inside = all(side.startswith(places[0]) for side in (one.debit, one.credit))
        if not inside or not one.id.startswith(places[1]) or one.reason not in OF_UNPLAYED:
            raise Difference(f"{one} in round {number}: nothing claims it")


def _check_meters(
    name: str,
    posted: PostedAs,
    last: Before,
    now: Play | Hand,
    number: int,
    made: Sequence[Posting],
    parts: Parts,
) -> Notable:
    """What an act told meters, and what these paid for it; the jackpots that were won."""
    won = Notable()
    if isinstance(now, Play):
        felts, meters = felts_of(now), posted.meters
        check_parts(number, meter_events(name, number, meters, last is None, felts), parts)
        won = jackpots_in(name, number, now.table.limits.profile, meters, parts, made)
    check_of_meters(name, number, parts, made)
    return won


def check_parts(number: int, must: Parts, does: Parts) -> None:
    if must != does:
        raise Difference(f"round {number} tells the meters {must}; the books say {does}")
