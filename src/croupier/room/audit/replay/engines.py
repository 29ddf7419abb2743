"""Replays a round with the engine of its kind: house-banked, or poker.

The kind is decided once, from the posted table; acts.py and replay.py use the common interface.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Generic, NamedTuple, TypeVar

from croupier.bank.audit.records import PostingRow
from croupier.bank.batch import posting_of
from croupier.bank.ledger import Posting
from croupier.errors import shown
from croupier.games.registry import rules_hash
from croupier.room.audit.difference import UNREADABLE, Body, Difference, check_postings
from croupier.room.books.notable import Notable, Parts, jackpots_in, off_events
from croupier.room.meters.meters import meter_events
from croupier.room.tables import payouts
from croupier.room.tables.kinds import ConfiguredTable, table_from
from croupier.room.tables.mistakes import CAUSES, MISDEAL
from croupier.room.tables.payouts import Lines
from croupier.room.tables.poker import play as poker_play
from croupier.room.tables.shoes import SECRET, UNOPENED, with_revealed_secret
from croupier.room.tables.state import Held, body
from croupier.table.events import Dealt, to_json
from croupier.table.opening import Opening, opening
from croupier.table.poker import deal as poker
from croupier.table.poker import record as poker_record
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable, Positions
from croupier.table.round import Mark, Play, play
from croupier.table.shoe import Shoe, ends, follows, is_new, read_shoe
from croupier.table.source import Deck
from croupier.table.table import Table

R = TypeVar("R", Play, Hand)  # a round in progress
B = TypeVar("B", Mark, Hand)  # the round before an act
MeterNames = Mapping[str, str]


class ReplayEngine(ABC, Generic[R, B]):
    lines: Lines | None = None  # a table's posting rows, if postings are compared as rows

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def dealt(self, deck: Deck, data: Body) -> Callable[[], R]:
        """Parses the deal and returns a function that makes it; parsing may fail in any way."""

    @abstractmethod
    def acted(self, last: R, first: Body) -> Callable[[], R | None]:
        """The same for a later act, from its first event; None if the round is changed in place."""

    @abstractmethod
    def stood(self, last: R) -> B:
        """The round as it is now, to compare with after the next act."""

    @abstractmethod
    def stored_events(self, now: R, known: int) -> list[dict[str, object]]:
        """The events after the first `known`, in their stored form."""

    @abstractmethod
    def check_own(
        self, number: int, last: B | None, now: R, rows: Sequence[PostingRow]
    ) -> tuple[Held, ...]:
        """Checks the round's own postings against the rows; returns its large wins."""

    def check_default(self, last: R, first: Body) -> None:
        """The act must be the default for a player whose time ran out."""
        action = _action(first)
        if action != last.otherwise:
            raise Difference(
                f"time has run out for seat {shown(first['seat'])}, and it does {shown(action)};"
                f" it must be {shown(last.otherwise)}"
            )

    def check_meters(
        self,
        number: int,
        now: R,
        meters: MeterNames,
        parts: Parts,
        postings: Sequence[Posting],
        *,
        begins: bool,
    ) -> Notable:
        """Checks the events that an act sent to meters; returns the jackpots won."""
        return Notable()

    def check_off(self, number: int, now: R, meters: MeterNames, parts: Parts) -> None:
        """Checks the events that calling off a round sends to meters."""

    @abstractmethod
    def shoe_after(self, shoe: Shoe, now: R, data: Body) -> Shoe:
        """The next shoe, from the last act of a round, if it may follow this one."""


class BankedEngine(ReplayEngine[Play, Mark]):
    """A round is changed in place."""

    lines: Lines

    def __init__(self, name: str, table: Table) -> None:
        super().__init__(name)
        self.table, self.lines = table, Lines(name, table)

    def dealt(self, deck: Deck, data: Body) -> Callable[[], Play]:
        first = data["events"][0]
        wagers = {int(seat): stakes for seat, stakes in first["wagers"].items()}
        return lambda: play(self.table, opening(self.table, wagers), deck)

    def acted(self, last: Play, first: Body) -> Callable[[], None]:
        seat = first["seat"]
        if first["event"] == "voided":
            return partial(last.void, seat, forfeit=first["forfeit"])
        return partial(last.act, seat, _action(first))

    def stood(self, last: Play) -> Mark:
        return last.mark()

    def stored_events(self, now: Play, known: int) -> list[dict[str, object]]:
        return [to_json(event) for event in now.events[known:]]

    def check_own(
        self, number: int, last: Mark | None, now: Play, rows: Sequence[PostingRow]
    ) -> tuple[Held, ...]:
        waits = payouts.compared(rows, self.lines, number, last, now)
        if waits is None:
            must = payouts.postings(self.name, number, last, now)
            check_postings(number, must, [posting_of(row) for row in rows])
        return () if waits is False else payouts.large_wins(number, last, now)

    def check_meters(
        self,
        number: int,
        now: Play,
        meters: MeterNames,
        parts: Parts,
        postings: Sequence[Posting],
        *,
        begins: bool,
    ) -> Notable:
        must = meter_events(self.name, number, meters, begins, now)
        _check_parts(number, must, parts)
        return jackpots_in(self.name, number, now.table.limits.profile, meters, parts, postings)

    def check_off(self, number: int, now: Play, meters: MeterNames, parts: Parts) -> None:
        _check_parts(number, off_events(self.name, number, meters, now), parts)

    def shoe_after(self, shoe: Shoe, now: Play, data: Body) -> Shoe:
        following = read_shoe(data["shoe"])
        cards = sum([len(event.cards) for event in now.events if type(event) is Dealt])
        right, over = follows(shoe, cards, following, self.table), ends(shoe, cards, self.table)
        check_follows(shoe, data, right=right, over=over)
        return following


class PokerEngine(ReplayEngine[Hand, Hand]):
    """A hand is immutable: each act makes a new one. Poker has no meters."""

    def __init__(self, name: str, table: PokerTable) -> None:
        super().__init__(name)
        self.table = table

    def dealt(self, deck: Deck, data: Body) -> Callable[[], Hand]:
        first = data["events"][0]
        stacks = {int(seat): chips for seat, chips in first["stacks"].items()}
        positions = Positions(*(first[name] for name in Positions._fields))
        posts = poker_record.posts_in(data["events"])
        for number in (*stacks.values(), *positions):
            _check_whole(number)
        return partial(poker.deal, self.table, stacks, positions, deck.cards, posts)

    def acted(self, last: Hand, first: Body) -> Callable[[], Hand]:
        seat = first["seat"]
        _check_whole(seat)
        if first["event"] == "exposed":
            _check_whole(first["number"])
            return partial(last.expose, seat, first["number"])
        if first["event"] == "voided":
            return partial(last.void, seat)
        return partial(last.act, seat, _action(first))

    def stood(self, last: Hand) -> Hand:
        return last

    def stored_events(self, now: Hand, known: int) -> list[dict[str, object]]:
        return poker_record.to_json(now, known)

    def check_own(
        self, number: int, last: Hand | None, now: Hand, rows: Sequence[PostingRow]
    ) -> tuple[Held, ...]:
        must = poker_play.postings(self.name, number, last, now)
        check_postings(number, must, [posting_of(row) for row in rows])
        return ()

    def shoe_after(self, shoe: Shoe, now: Hand, data: Body) -> Shoe:
        """Every hand has its own shuffle."""
        following = read_shoe(data["shoe"])
        check_follows(shoe, data, right=is_new(following, shoe), over=True)
        return following


AnyEngine = ReplayEngine[Any, Any]


def engine_of(name: str, table: ConfiguredTable) -> AnyEngine:
    if isinstance(table, PokerTable):
        return PokerEngine(name, table)
    return BankedEngine(name, table)


def _action(first: Body) -> str:
    """A seat's action in the engine's words."""
    if first["event"] == "acted":
        if not isinstance(first["action"], str):
            seat, action = shown(first["seat"]), shown(first["action"])
            raise Difference(f"seat {seat} does {action}: it is no action")
        return first["action"]
    if first["event"] == "discarded":
        return f"discard {first['cards']}".strip()
    raise Difference(f"{shown(first['event'])} begins no act")


def _check_whole(number: object) -> None:
    if type(number) is not int:
        raise Difference(f"{shown(number)} is no whole number")


def _check_parts(number: int, must: Parts, does: Parts) -> None:
    if must != does:
        raise Difference(f"round {number} tells the meters {must}; the books say {does}")


# A table as it was opened. Its rounds are replayed under the rules of this program, if they can be


class PostedAs(NamedTuple):
    """A table as it was opened; no engine if these rules cannot open it."""

    engine: AnyEngine | None
    meters: dict[str, str]
    rules: str  # digest of the rules it was opened under; if not ours, a replay may fail
    is_ours: bool
    openings: dict[str, Opening]  # of its rounds, by their stored text


def posted(name: str, text: str) -> PostedAs:
    """The table, from its opening event."""
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
def _configured(text: str) -> ConfiguredTable:
    """Cached, so that tables posted alike share one object and its checked bets."""
    return table_from(json.loads(text))


def under_these(data: Body, posted: PostedAs) -> Body:
    first, *rest = data["events"]
    if posted.is_ours or first.get("rules") != posted.rules:
        return data
    return {**data, "events": [{**first, "rules": rules_hash()}, *rest]}


# The shoe after a round: the same, or, if it is over, it is revealed and a new one follows


def is_older(data: Body) -> bool:
    """Whether the next shoe is stored with its secret, as in older books."""
    return "shoe" in data and "commitment" not in data["shoe"]


def check_follows(shoe: Shoe, data: Body, *, right: bool, over: bool) -> None:
    """The last act of a round leaves a valid shoe, and reveals the old one only if it is over."""
    if not right and over:
        raise Difference("the next shoe was touched before its first round")
    if not right:
        raise Difference("the shoe was changed before its end")
    if over and not is_older(data):
        _check_secret(shoe, data)
    elif SECRET in data or UNOPENED in data:
        raise Difference("the shoe is opened before its end")


def _check_secret(shoe: Shoe, data: Body) -> None:
    """The revealed secret is the one that the shoe was committed to."""
    if not shoe.secret or data.get(SECRET) != shoe.secret.hex():
        with_revealed_secret(replace(shoe, secret=b""), data)


def shoe_after_off(before: Shoe | None, data: Body) -> Shoe:
    """Whatever the cause, the next round is dealt from a new shuffle."""
    cause, shoe = data.get("cause", MISDEAL), read_shoe(data["shoe"])
    if cause not in CAUSES:
        raise Difference(f"round {data['number']} is called off for {shown(cause)}")
    if before is not None and not is_older(data):
        with_revealed_secret(replace(before, secret=b""), data)
    if not is_new(shoe, before):
        raise Difference(f"round {data['number']} is called off, and its cards are not replaced")
    return shoe
