"""One act of a round by the engine: what it makes of the last state, tells and moves.

replay.py goes from act to act with it; engines.py knows both kinds of rounds.
"""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.bank.audit.records import PostingRow, WholeAct
from croupier.bank.batch import posting_of
from croupier.bank.ledger import Purpose
from croupier.errors import Refused, shown
from croupier.room.audit.difference import UNREADABLE, Body, Difference, first_difference
from croupier.room.audit.replay.engines import AnyEngine, PostedAs, under_these
from croupier.room.books import notable
from croupier.room.names import TABLE, round_id
from croupier.room.tables.state import CLOCK, Held
from croupier.table.poker.hand import Hand
from croupier.table.round import Mark, Play
from croupier.table.source import Deck

OF_UNPLAYED = {  # why an act of a round that is not played again may move money
    *(Purpose.WAGER, Purpose.WAGER_RETURNED, Purpose.WAGER_LOST, Purpose.WINNINGS),
    *(Purpose.POT, Purpose.RAKE),
}


class EngineFailed(RuntimeError):
    """A fault of this program, and not of the books."""


class Numbers(NamedTuple):
    """Which round an act is of, and the version at which its table was opened."""

    round: int
    opened: int


Before = Mark | Hand | None  # where a round stood before an act, unless that begins it


def played_again(
    last: Play | Hand | None, engine: AnyEngine, deck: Deck, data: Body
) -> Play | Hand:
    """What the engine makes of an act; what it refuses cannot have gone so.

    A round goes on in place: it is the same one, further on. To read what was asked for may fail on
    anything that is written there; the engine only refuses, or else it is at fault itself.
    """
    number = data["number"]
    try:
        if last is None:
            ask = engine.dealt(deck, data)
        else:
            ask = engine.acted(last, data["events"][0])
    except UNREADABLE as wrong:
        raise Difference(f"round {number} cannot have gone so: {wrong}") from wrong
    try:
        now: Play | Hand | None = ask() or last
    except Refused as refused:
        raise Difference(f"round {number} cannot have gone so: {refused}") from refused
    except UNREADABLE as failed:
        raise EngineFailed(f"the engine fails in round {number}: {failed!r}") from failed
    assert now is not None
    return now


def check_clock(data: Body) -> None:
    """Only an act at a seat is made because time has run out; which one, its engine knows."""
    if CLOCK not in data:
        return
    first = data["events"][0]["event"]
    if data[CLOCK] is not True or first not in ("acted", "discarded") or "by" not in data:
        raise Difference(f"time has run out for {shown(first)}: nothing claims it")


def check_told(
    posted: PostedAs, engine: AnyEngine, last: Before, now: Play | Hand, data: Body
) -> None:
    """The act tells what the engine makes of it."""
    events = engine.told(now, 0 if last is None else last.version)
    written = under_these(data, posted)["events"]
    if events != written:
        raise Difference(
            f"round {data['number']} is told otherwise than the rules make it:"
            f" {first_difference(events, written)}"
        )


def check_moved(
    posted: PostedAs,
    engine: AnyEngine,
    last: Before,
    now: Play | Hand,
    act: WholeAct,
    data: Body,
    parts: notable.Parts,
) -> tuple[PostingRow, ...]:
    """What an act moved, told meters and logged is what the rules make of it; its own postings."""
    number, own = data["number"], notable.own_rows(act.postings)
    held = engine.check_own(number, last, now, own)
    hits: tuple[Held, ...] = ()
    if posted.meters or parts or len(own) < len(act.postings):
        made = [posting_of(row) for row in act.postings]
        begins = last is None
        won = engine.check_meters(number, now, posted.meters, parts, made, begins=begins)
        notable.check_of_meters(engine.name, number, parts, made)
        held, hits = (*held, *won.held), won.hits
    if held or hits or len(act.events) > 1 or data["events"][0]["event"] in notable.LOGGED:
        logged = [(event.kind, event.body) for event in act.events[1:]]
        notable.check_logged(data, logged, notable.Notable(held, hits))
    return own


def check_passed_over(name: str, number: int, rows: Sequence[PostingRow]) -> None:
    """A round that is not played again moves money at its own table only, and for a round."""
    places = (f"{TABLE}{name}/", f"{round_id(name, number)}/")
    for one in map(posting_of, rows):
        inside = all(side.startswith(places[0]) for side in (one.debit, one.credit))
        if not inside or not one.id.startswith(places[1]) or one.reason not in OF_UNPLAYED:
            raise Difference(f"{one} in round {number}: nothing claims it")
