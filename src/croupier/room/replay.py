"""Every round once more: dealt from its shoe, acted as it was, and held against the books.

What the round tells must be, event for event, what was written; and each posting that it must
have made must stand there, with no other beside it. What it tells a meter is compared too; what the
meter then pays is for room/audit.py, which plays the meters again.
"""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from croupier.bank.batch import posting_of
from croupier.bank.ledger import Posting
from croupier.bank.records import EventRow, PostingRow
from croupier.errors import Refused, shown
from croupier.room import payouts, poker_payouts, poker_state, table_state
from croupier.room.lean_replay import (
    JACKPOTS,
    LeanPosted,
    LeanReplay,
    Numbers,
    Parts,
    numbers_of,
)
from croupier.room.meters import felts_of, meter_events
from croupier.room.play import CALLED_OFF, WORD
from croupier.room.shuffles import Shuffles
from croupier.room.table_state import ROUND, body
from croupier.room.tables import OPENED
from croupier.rules.registry import POKER, rules_hash
from croupier.table import poker, poker_record
from croupier.table.events import to_json
from croupier.table.lean import NotSo
from croupier.table.poker import Hand
from croupier.table.poker_table import PokerTable, Positions
from croupier.table.round import Round, deal
from croupier.table.shoe import Shoe, after_round, dealt, follows, is_finished, read_shoe, source
from croupier.table.table import Table

OF_ROUNDS = (ROUND, CALLED_OFF, OPENED, WORD)  # the kinds of events that a round hangs on
Told = dict[str, Any]
# What comes of a body that is JSON, but not what such an act tells; and what the rules refuse.
UNREADABLE = (Refused, AttributeError, LookupError, TypeError, ValueError)


class Difference(Exception):
    """What the books say, and what the rules make of it."""


class TableAct(NamedTuple):
    """An act that left the table's stream at this version."""

    version: int
    events: Sequence[EventRow]
    postings: Sequence[PostingRow]
    parts: Parts


class Posted(NamedTuple):
    """A table as it was opened; no table where the rules were others than these."""

    table: Table | PokerTable | None
    lean: LeanPosted | None  # no poker
    meters: dict[str, str]


def posted(text: str) -> Posted:
    """The table of an opening event."""
    data = json.loads(text)
    if data["rules"] != rules_hash():
        return Posted(None, None, {})
    return Posted(*_configured(body(data["config"])), data.get("meters", {}))


@lru_cache(maxsize=1000)
def _configured(text: str) -> tuple[Table | PokerTable, LeanPosted | None]:
    """Tables that are posted alike are one."""
    config = json.loads(text)
    if config["game"] in POKER:
        return poker_state.table_from(config), None
    table = table_state.table_from(config)
    return table, LeanPosted(table)


class Replay:
    """One table, act by act. Where it begins in the middle, it waits for a round to begin."""

    def __init__(
        self,
        name: str,
        posted_at: Callable[[int], Posted],
        shoe_before: Callable[[int], Shoe],
        shuffles: Shuffles,
    ) -> None:
        self.name = name
        self.posted_at = posted_at  # as the table's event of that version says
        self.shoe_before = shoe_before  # the next shoe after so many events
        self.shuffles = shuffles
        self.shoe: Shoe | None = None
        self.numbers: Numbers | None = None  # of the last round
        self.lean: LeanReplay | None = None  # the round in progress …
        self.acts: list[TableAct] = []  # … and its acts so far
        self.round: Round | Hand | None = None  # in its place, where the engine plays it
        self.moved: list[tuple[Posting, ...]] = []  # by the acts of the round in progress
        self.rounds = 0
        self.unplayed = 0  # under other rules

    @property
    def in_round(self) -> bool:
        return self.round is not None or self.lean is not None

    def read(self, act: TableAct) -> None:
        if self._fits(act):
            return
        if act.events[0].kind not in OF_ROUNDS:
            self._read(act)
            return
        acts, self.acts, self.lean = self.acts, [], None
        for one in (*acts, act):
            self._read(one)

    def _fits(self, act: TableAct) -> bool:
        """Whether it is an act of a round and as it should be; if not, the engine will say why."""
        if act.events[0].kind != ROUND or self.round is not None:
            return False
        body = act.events[0].body
        try:
            if self.lean is None:
                self.lean = self._begun(act.version - len(act.events), body)
            else:
                self.lean.act(body)
            following = self.lean.check(body, act.postings, act.parts)
        except Exception:  # whatever it is
            return False
        self.acts.append(act)
        if following is not None:
            self._end(following)
            self.rounds += 1
        return True

    def _begun(self, before: int, body: str) -> LeanReplay:
        numbers = self.numbers = numbers_of(body, self.numbers)
        posted = self.posted_at(numbers.opened)
        if posted.lean is None:
            raise NotSo("no such table")
        shoe = self.shoe = self.shoe or self.shoe_before(before)
        lean = LeanReplay(self.name, posted.lean, posted.meters, shoe, self.shuffles)
        lean.deal(body, numbers)
        return lean

    def _read(self, act: TableAct) -> None:
        first = act.events[0]
        data = json.loads(first.body)
        if not isinstance(data, dict):
            raise Difference(f"{first.kind} is told as {shown(data)}, which is no object")
        made = [posting_of(row) for row in act.postings]
        if first.kind == ROUND:
            if data["events"][0]["event"] in ("opened", "started") or self.round is not None:
                self._round(act.version - len(act.events), data, made, act.parts)
            elif "shoe" in data:
                self.shoe = read_shoe(data["shoe"])
        elif first.kind == CALLED_OFF:
            if self.round is not None:
                _compare(data["number"], payouts.taken_back(self.moved), _rounds_own(made))
            self._end(read_shoe(data["shoe"]))
        elif first.kind == OPENED:
            self.shoe = read_shoe(data["shoe"])
        elif first.kind == WORD and self.shoe is not None:
            self.shoe = self.shoe.mixed_with(data["by"], data["word"])
        else:
            _check_amounts(first.kind, data, made)

    def _round(self, before: int, data: Told, made: Sequence[Posting], parts: Parts) -> None:
        number = data["number"]
        table, _, meters = self.posted_at(data["opened"])
        if table is None:
            self.unplayed += "shoe" in data
            self.shoe = read_shoe(data["shoe"]) if "shoe" in data else self.shoe
            return
        shoe = self.shoe_before(before) if self.shoe is None else self.shoe
        last = self.round
        try:
            now = _acted(last, data) if last is not None else _dealt(table, shoe, data)
        except UNREADABLE as wrong:
            raise Difference(f"round {number} cannot have gone so: {wrong}") from wrong
        self._check_told(table, shoe, last, now, data)
        moved = _moved(self.name, number, last, now)
        _compare(number, moved, _rounds_own(made))
        if isinstance(now, Round):
            must = meter_events(self.name, number, meters, last is None, felts_of(now))
            _check_parts(number, must, parts)
        self.moved.append(moved)
        self.round, self.shoe = now, shoe
        if now.over:
            self._end(read_shoe(data["shoe"]))
            self.rounds += 1

    def _check_told(
        self,
        table: Table | PokerTable,
        shoe: Shoe,
        last: Round | Hand | None,
        now: Round | Hand,
        data: Told,
    ) -> None:
        known = 0 if last is None else last.version
        if isinstance(now, Hand):
            events = poker_record.to_json(now, known)
        else:
            events = [to_json(event) for event in now.events[known:]]
        if events != data["events"]:
            raise Difference(
                f"round {data['number']} is told otherwise than the rules make it:"
                f" {_first(events, data['events'])}"
            )
        if now.over != ("shoe" in data):
            raise Difference(f"round {data['number']} is over where the books say that it is not")
        if now.over and isinstance(now, Round) and isinstance(table, Table):
            _check_shoe(table, shoe, now, read_shoe(data["shoe"]))

    def _end(self, shoe: Shoe) -> None:
        self.round, self.moved, self.shoe = None, [], shoe
        self.lean, self.acts = None, []


def _dealt(table: Table | PokerTable, shoe: Shoe, data: Told) -> Round | Hand:
    opening, deck = data["events"][0], source(shoe)
    if isinstance(table, PokerTable):
        stacks = {int(seat): chips for seat, chips in opening["stacks"].items()}
        positions = Positions(*(opening[name] for name in Positions._fields))
        return poker.deal(table, stacks, positions, deck.cards)
    wagers = {int(seat): stakes for seat, stakes in opening["wagers"].items()}
    return deal(table, wagers, deck)


def _acted(last: Round | Hand, data: Told) -> Round | Hand:
    first = data["events"][0]
    if first["event"] == "discarded":
        return last.act(first["seat"], f"discard {first['cards']}".strip())
    return last.act(first["seat"], first["action"])


def _moved(
    name: str, number: int, last: Round | Hand | None, now: Round | Hand
) -> tuple[Posting, ...]:
    if isinstance(now, Hand):
        assert not isinstance(last, Round)
        return poker_payouts.postings(name, number, last, now)
    assert not isinstance(last, Hand)
    return payouts.postings(name, number, last, now)


def _rounds_own(made: Sequence[Posting]) -> list[Posting]:
    return [posting for posting in made if posting.reason not in JACKPOTS]


def _check_shoe(table: Table, shoe: Shoe, now: Round, following: Shoe) -> None:
    if follows(shoe, len(dealt(now)), following, table):
        return
    if is_finished(after_round(shoe, now), table):
        raise Difference("the next shoe was touched before its first round")
    raise Difference("the shoe was changed before its end")


def _check_parts(number: int, must: Parts, does: Parts) -> None:
    if must != does:
        raise Difference(f"round {number} tells the meters {must}; the books say {does}")


def _compare(number: int, must: Sequence[Posting], does: Sequence[Posting]) -> None:
    if list(must) == list(does):
        return
    for right, written in zip(must, does, strict=False):
        if right != written:
            raise Difference(f"round {number} moves {_text(right)}; the books say {_text(written)}")
    if len(must) > len(does):
        raise Difference(f"round {number} moves {_text(must[len(does)])}; the books do not")
    raise Difference(f"the books say {_text(does[len(must)])}; round {number} moves no such thing")


def _check_amounts(kind: str, data: Told, made: Sequence[Posting]) -> None:
    """Chips bought and cashed, fills, credits: the postings are of the amount that was told."""
    cents = data.get("cents")
    if cents is not None and any(posting.cents != cents for posting in made):
        raise Difference(f"{kind} of {cents} cents; the books say {_text(made[0])}")


def _first(events: Sequence[Told], written: Sequence[Told]) -> str:
    for mine, theirs in zip(events, written, strict=False):
        if mine != theirs:
            return f"{body(mine)}, not {body(theirs)}"
    return f"{len(events)} events, not {len(written)}"


def _text(posting: Posting) -> str:
    return (
        f"{posting.cents} cents from {posting.debit} to {posting.credit}"
        f" ({posting.reason.value}, {posting.id})"
    )
