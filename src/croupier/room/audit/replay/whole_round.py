"""The fast path: a round whose acts are all in this window is checked as a whole, in half the time.

The engine replays it, and its events are compared as text, so that they need not be parsed. The
answer is only yes or "not sure": in that case replay.py goes act by act and names what is wrong.
"""

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from croupier.bank.audit.records import WholeAct
from croupier.fair import Word
from croupier.room.audit.claims.audited_act import body_of
from croupier.room.audit.difference import UNREADABLE, Body, Difference
from croupier.room.audit.replay.acts import check_moved
from croupier.room.audit.replay.engines import BankedEngine, PostedAs, is_older
from croupier.room.audit.replay.shuffles import Shuffles
from croupier.room.audit.words import OF_WORDS, dealt_with
from croupier.room.books.notable import Parts
from croupier.room.tables.payouts import compared
from croupier.room.tables.shoes import SECRET
from croupier.room.tables.state import CLOCK, ROUND
from croupier.room.tables.words import PendingBets, mixed
from croupier.table.event_text import events_text
from croupier.table.opening import MOST_KEPT, Opening, opening
from croupier.table.round import Mark, Play, play
from croupier.table.shoe import Shoe
from croupier.table.source import Deck
from croupier.table.table import Table

# These cannot occur inside JSON strings, where quotes are escaped.
EVENTS, NUMBER = '"events":[', '],"number":'
BEGINS = f'{EVENTS}{{"event":"opened",'
NUMBERS = re.compile(r'\],"number":([0-9]{1,18}),"opened":([0-9]{1,18})')
DEAL: Body = {"event": "opened"}
ENDS_WITH = {"shoe", SECRET}  # further keys of a round's last act
LONG = 100  # characters; longer texts hardly ever repeat, so they are not cached


class ActBy(NamedTuple):
    by: str
    seat: int  # 0: the deal
    clock: bool  # the player's time had run out


class Judged(NamedTuple):
    """A round that the rules reproduce."""

    number: int
    opened: int
    seats: tuple[int, ...]
    by: list["ActBy"]
    shoe: Shoe  # the next one


def begins_round(body: str) -> bool:
    """Whether this is the body of a round's first act."""
    return BEGINS in body


class DealtFrom(NamedTuple):
    shoe: Shoe
    words: Sequence[Word]
    deck: Deck


def dealt_from(
    shuffles: Shuffles, shoe: Shoe, before: PendingBets, act: WholeAct
) -> DealtFrom | None:
    """The cards of a dealing act, from the shoe and the words before it; None if not known yet."""
    try:
        shoe, words = shuffles.with_secret(shoe), tuple[Word, ...]()
        if before.binds:
            words = dealt_with(before, body_of(ROUND, act.events[0].body), act.act.at)
            shoe = mixed(shoe, words)
        return DealtFrom(shoe, words, shuffles.source(shoe)) if shoe.secret else None
    except (Difference, *UNREADABLE):
        return None


class Beginning(NamedTuple):
    """What the body of a round's first act says about the round, and where."""

    bets: str  # as recorded in the first event
    close: int  # where that event ends
    end: str  # follows the events of each act
    number: int
    opened: int


def whole_round(
    acts: Sequence[WholeAct],
    place: int,
    posted_at: Callable[[int], PostedAs],
    dealt: DealtFrom,
    parts: Mapping[str, Parts],
) -> Judged | None:
    """The round that begins with the act at `place`; None unless it is complete and correct."""
    try:
        beginning = _beginning(acts[place].events[0].body)
        posted = posted_at(beginning.opened)
        engine = posted.engine
        if not posted.is_ours or not isinstance(engine, BankedEngine):
            return None
        of_words = OF_WORDS if dealt.words else ()
        bets = _opening(posted, engine.table, beginning.bets)
        now, before = play(engine.table, bets, dealt.deck), None
        by, seat, row, rest = list[ActBy](), 0, DEAL, dict[str, Any]()
        for act in islice(acts, place, None):
            if not act.events or act.events[0].kind != ROUND or act.accounts:
                return None  # another act comes in between
            body = act.events[0].body
            begin = body.find(EVENTS) + len(EVENTS)
            head = _read(body[:begin] + "]}")
            if before is None:
                at, text = beginning.close, f",{events_text(now.events[1:])}"
            else:
                row = _acted(now, head, body, begin)
                at, text, seat = begin, events_text(now.events[before.version :]), row["seat"]
            after = at + len(text)
            if not body.startswith(text, at) or not body.startswith(beginning.end, after):
                return None
            _check_money(posted, engine, beginning.number, before, now, act, row, parts)
            more = (*(ENDS_WITH if now.over else ()), *(of_words if before is None else ()))
            rest = _rest(body, after + len(beginning.end), more)
            by.append(_by(head, seat, more, deals=before is None))
            if now.over:
                break
            before = now.mark()
        if not now.over or is_older(rest):
            return None
        following = engine.shoe_after(dealt.shoe, now, rest)
    except (Difference, *UNREADABLE):
        return None
    seats = tuple([spot.seat for spot in now.spots])
    return Judged(beginning.number, beginning.opened, seats, by, following)


def _beginning(body: str) -> Beginning:
    begin = body.find(BEGINS) + len(EVENTS)
    close, numbers = body.find("}}}", begin) + 3, NUMBERS.match(body, body.rfind(NUMBER))
    if begin < len(EVENTS) or numbers is None:
        raise Difference("it does not begin a round")
    return Beginning(body[begin:close], close, numbers[0], int(numbers[1]), int(numbers[2]))


def _acted(now: Play, head: Body, body: str, begin: int) -> Body:
    """Makes the choice recorded in an act's first event."""
    row: Body = _read(body[begin : body.find("}", begin) + 1])
    if row["event"] != "acted":
        raise Difference("it is not a choice")
    if CLOCK in head and (head[CLOCK] is not True or row["action"] != now.otherwise):
        raise Difference("it is not what is done when time runs out")
    now.act(row["seat"], row["action"])
    return row


def _check_money(
    posted: PostedAs,
    engine: BankedEngine,
    number: int,
    before: Mark | None,
    now: Play,
    act: WholeAct,
    row: Body,
    parts: Mapping[str, Parts],
) -> None:
    """Plain postings are compared as rows; those of meters and large wins one by one."""
    key = act.act.key
    plain = not (posted.meters or len(act.events) > 1 or key in parts)
    if not plain or compared(act.postings, engine.lines, number, before, now) is not False:
        body = {"number": number, "events": [row]}
        check_moved(posted, engine, before, now, act, body, parts.get(key, {}))


def _by(head: Body, seat: int, more: Collection[str], *, deals: bool) -> ActBy:
    own = {"by", "events", *more} if deals else {"by", CLOCK, "events"}
    if type(head["by"]) is not str or not head.keys() <= own:
        raise Difference("it tells more")
    return ActBy(head["by"], seat, CLOCK in head)


def _rest(body: str, begin: int, more: Collection[str]) -> Body:
    """What follows the events and numbers in a body: an object with exactly the keys `more`."""
    if begin == len(body) - 1 and body[begin] == "}":
        return {}
    if body[begin] != ",":
        raise Difference("the recorded events differ")
    data: Body = json.loads("{" + body[begin + 1 :])
    if not data.keys() <= set(more):
        raise Difference("it tells more")
    return data


def _opening(posted: PostedAs, table: Table, text: str) -> Opening:
    """The bets of a round, from their stored text."""
    found = posted.openings.get(text)
    if found is None:
        wagers = json.loads(text)["wagers"]
        found = opening(table, {int(seat): stakes for seat, stakes in wagers.items()})
        if found.text != text:
            raise Difference("the recorded opening differs")
        if len(posted.openings) < MOST_KEPT:
            posted.openings[text] = found
    return found


def _read(text: str) -> Any:
    return json.loads(text) if len(text) > LONG else _parsed(text)


@lru_cache(MOST_KEPT)
def _parsed(text: str) -> Any:
    """Cached and shared by all acts with this text: do not modify."""
    return json.loads(text)
