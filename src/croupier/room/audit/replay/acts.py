"""One act of a round, replayed by the engine: the new state, its events and its postings.

replay.py goes from act to act; engines.py knows both kinds of rounds.
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

OF_UNPLAYED = {  # reasons of postings in a round that is not replayed
    *(Purpose.WAGER, Purpose.WAGER_RETURNED, Purpose.WAGER_LOST, Purpose.WINNINGS),
    *(Purpose.POT, Purpose.RAKE),
}


class EngineFailed(RuntimeError):
    """A bug in this program, not a fault in the books."""


class Numbers(NamedTuple):
    """The round that an act belongs to, and the version at which its table was opened."""

    round: int
    opened: int


PlayBefore = Mark | Hand | None  # the round before an act; None if the act begins it


def played_again(
    last: Play | Hand | None, engine: AnyEngine, deck: Deck, data: Body
) -> Play | Hand:
    """The round after an act; if the engine refuses the act, the record is wrong.

    A house-banked round is changed in place. Parsing the record may fail in any way, because
    it may contain anything; the engine may only refuse: any other exception is a bug.
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
    """Only an act at a seat can be a time-out; the engine knows which act that must be."""
    if CLOCK not in data:
        return
    first = data["events"][0]["event"]
    if data[CLOCK] is not True or first not in ("acted", "discarded") or "by" not in data:
        raise Difference(f"time has run out for {shown(first)}: nothing claims it")


def check_events(
    posted: PostedAs, engine: AnyEngine, last: PlayBefore, now: Play | Hand, data: Body
) -> None:
    """The events of the act are those that the engine produces."""
    events = engine.stored_events(now, 0 if last is None else last.version)
    written = under_these(data, posted)["events"]
    if events != written:
        raise Difference(
            f"round {data['number']} is told otherwise than the rules make it:"
            f" {first_difference(events, written)}"
        )


def check_moved(
    posted: PostedAs,
    engine: AnyEngine,
    last: PlayBefore,
    now: Play | Hand,
    act: WholeAct,
    data: Body,
    parts: notable.Parts,
) -> tuple[PostingRow, ...]:
    """Checks an act's postings, meter events and log entries; returns its own postings."""
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
    """A round that is not replayed moves money only at its own table, and for a round's reasons."""
    places = (f"{TABLE}{name}/", f"{round_id(name, number)}/")
    for one in map(posting_of, rows):
        inside = all(side.startswith(places[0]) for side in (one.debit, one.credit))
        if not inside or not one.id.startswith(places[1]) or one.reason not in OF_UNPLAYED:
            raise Difference(f"{one} in round {number}: nothing claims it")
