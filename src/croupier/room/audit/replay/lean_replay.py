"""An act of a round held against the books fast: by its text, and by its postings as they stand.

It says yes, or nothing: then room/audit/replay/replay.py plays the round with the table's own
engine, which knows all that can be, and names the difference if there is one.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from croupier.bank.audit.records import EventRow, PostingRow, WholeAct
from croupier.bank.batch import posting_of
from croupier.money import Cents
from croupier.room.audit.replay.shuffles import Shuffles
from croupier.room.books.notable import JACKPOTS, Parts, check_of_meters, jackpots_in, logged_of
from croupier.room.meters.meters import Felts, meter_events
from croupier.room.tables.payouts import (
    Move,
    act_id,
    large_of,
    posting_id,
    settled,
    sides_of,
    wagered,
)
from croupier.room.tables.state import body as body_of
from croupier.rules.limits import Profile
from croupier.table.lean import Act, Bets, LeanRound, NotSo, Opening, Settlement
from croupier.table.lean_table import LeanTable
from croupier.table.shoe import Shoe, ends, follows
from croupier.table.table import Table

OF_METERS = {reason.value for reason in JACKPOTS}
EVENTS = '"events":['  # not to be found in any text inside: there quotes are escaped
SEAT = '"seat":'
BEGINS, ACTED = '{"event":"opened",', '{"action":"'
END = '],"number":'
NUMBERS = re.compile(r'\],"number":([1-9][0-9]*),"opened":([1-9][0-9]*)')
OLDER = '"}}'  # how the last act of a round ends in books whose next shoe tells its secret
MOST_KEPT = 20_000


class Line(NamedTuple):
    """A move as it stands in the books: the reason as its word."""

    word: str
    debit: str
    credit: str
    cents: Cents
    reason: str
    memo: str


def _line(move: Move) -> Line:
    return Line(*move[:4], move.reason.value, move.memo)


Moved = Bets | tuple[Settlement, ...]  # bets that a seat made, or what was settled there


class _Lines(dict[Moved, tuple[Line, ...]]):
    def __init__(self, sensors: Sequence[str], law: Profile) -> None:
        super().__init__()
        self.sensors, self.law = sensors, law

    def __missing__(self, what: Moved) -> tuple[Line, ...]:
        if len(self) >= MOST_KEPT:
            self.clear()
        if isinstance(what, Bets):
            moves: tuple[Move, ...] = (wagered(dict(what.made)),)
        else:
            moves = settled([one for some in what for one in some.results], self.sensors, self.law)
        self[what] = found = tuple(map(_line, moves))
        return found


class LeanPosted:
    """A table as posted, whatever its name, and what its rounds have in common."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lean = LeanTable(table)
        self.sensors = table.game.jackpots
        self.lines = _Lines(self.sensors, table.limits.profile)

    def opening(self, text: str) -> Opening:
        """By the first act."""
        begins = len(self.lean.head)
        return self.lean.opening(text[begins : text.index("}}", begins) + 2])


def begins_round(body: str) -> bool:
    """Whether it is the body of a first act."""
    return f"{EVENTS}{BEGINS}" in body


def text_of(body: str) -> tuple[str | None, str]:
    """Who did it; and what an act tells, from its first event on."""
    before, _, text = body.partition(EVENTS)
    return _by(before), text


@lru_cache(maxsize=10_000)
def _by(before: str) -> str | None:
    """Who is named there, and nothing else is."""
    if before == "{":
        return None  # in books that did not name them yet
    name = json.loads(f"{before[:-1]}}}")["by"]
    if not isinstance(name, str) or before != body_of({"by": name})[:-1] + ",":
        raise NotSo("not written as acts are")
    return name


def seat_of(text: str) -> int:
    """Of whoever acted, by what the act tells."""
    begins = text.index(SEAT) + len(SEAT)
    end = begins + 1
    while text[end].isdigit():
        end += 1
    return int(text[begins:end])


class Numbers(NamedTuple):
    """How the body of each act of a round ends, but for the next shoe."""

    round: int
    opened: int
    text: str


def numbers_of(text: str, last: Numbers | None = None) -> Numbers:
    """The numbers that the first act of a round tells; mostly those that follow the last ones."""
    if not text.startswith(BEGINS):
        raise NotSo("not written as rounds begin")
    if last is not None:
        end = f'],"number":{last.round + 1},"opened":{last.opened}'
        if text.endswith("}") and text.endswith(end, 0, -1):
            return Numbers(last.round + 1, last.opened, end)
    found = NUMBERS.match(text, max(text.rfind(END), 0))
    if found is None:
        raise NotSo("not written as rounds end")
    return Numbers(int(found[1]), int(found[2]), found[0])


class LeanReplay(NamedTuple):
    """Whole rounds at a table; whatever it raises, the engine should be asked."""

    name: str
    posted: LeanPosted
    meters: Mapping[str, str]
    parts: Mapping[str, Parts]  # that acts told meters, by their keys

    def next_shoe(
        self,
        acts: Sequence[WholeAct],
        texts: Sequence[str],
        numbers: Numbers,
        shoe: Shoe,
        shuffles: Shuffles,
    ) -> Shoe:
        """The shoe after a round, if all its acts are told in these texts, and moved so."""
        posted = self.posted
        played = LeanRound(
            posted.table, posted.opening(texts[0]), shuffles.cards(shoe), map(_action, texts[1:])
        )
        for (own, accounts, events, postings), act in zip(acts, played.acts, strict=True):
            if accounts:
                raise NotSo("accounts")
            notable = False
            if postings or act.made or act.settled:
                notable = self._check_moved(numbers.round, act, postings)
            if notable or len(events) > 1:
                self._check_logged(numbers.round, act, own.key, events, postings)
        *told, ending = [f"{','.join(act.told)}{numbers.text}}}" for act in played.acts]
        *texts, last = texts
        opened = ""
        if not last.endswith(OLDER) and ends(shoe, played.dealt, posted.table):
            opened = f'"secret":"{shoe.secret.hex()}",'
        ending = f'{ending[:-1]},{opened}"shoe":'
        if texts != told:
            raise NotSo("told otherwise")
        if not (last.startswith(ending) and last.endswith("}")):
            raise NotSo("told otherwise at its end")
        if self.meters or self.parts:
            self._check_parts(acts, numbers.round, played)
        following = shuffles.shoe(last[len(ending) : -1])
        if not follows(shoe, played.dealt, following, posted.table):
            raise NotSo("another shoe")
        return following

    def _check_parts(self, acts: Sequence[WholeAct], number: int, played: LeanRound) -> None:
        """Meters are told of the wagers at first, and of the results at last."""
        stakes = [spot.wagers for spot in played.spots]
        settled = [settlement for act in played.acts for settlement in act.settled]
        results = [(one.seat, result) for one in settled for result in one.results]
        for place, act in enumerate(acts):
            felts = Felts(stakes, results if act is acts[-1] else None)
            told = meter_events(self.name, number, self.meters, place == 0, felts)
            if told != self.parts.get(act.act.key, {}):
                raise NotSo("the meters are told otherwise")

    def _check_logged(
        self,
        number: int,
        act: Act,
        key: str,
        events: Sequence[EventRow],
        postings: Sequence[PostingRow],
    ) -> None:
        """Large wins and jackpots are in the log, and nothing else is."""
        law, parts = self.posted.table.limits.profile, self.parts.get(key, {})
        made = [posting_of(row) for row in postings if row[5] in OF_METERS]
        check_of_meters(self.name, number, parts, made)
        won = jackpots_in(self.name, number, law, self.meters, parts, made)
        results = [(one.seat, result) for one in act.settled for result in one.results]
        own = large_of(number, results, self.posted.sensors, law)
        must = logged_of(won._replace(held=(*own, *won.held)))
        if sorted((event.kind, event.body) for event in events[1:]) != must:
            raise NotSo("logged otherwise")

    def _check_moved(self, number: int, act: Act, postings: Sequence[PostingRow]) -> bool:
        """The postings of the act stand as they must, from id to reverses; whether any is notable:
        a large win, or a meter's."""
        known, _, made, settled = act
        lines, place, notable = self.posted.lines, 0, False
        if self.posted.sensors:
            own = [row for row in postings if row[5] not in OF_METERS]
            notable, postings = len(own) < len(postings), own
        begin = act_id(self.name, number, known)
        moved: list[tuple[int, Moved]] = [(bets.seat, bets) for bets in made]
        for seat, what in moved + _by_seat(settled) if settled else moved:
            sides = _sides(self.name, seat)
            for word, debit, credit, cents, reason, memo in lines[what]:
                name = posting_id(begin, seat, word)
                must = (name, sides[debit], sides[credit], cents, reason, memo, None)
                notable = notable or word == "held"
                if postings[place][1:8] != must:
                    raise NotSo("moved otherwise")
                place += 1
        if place < len(postings):
            raise NotSo("moved more")
        return notable


def _action(text: str) -> str:
    """What the player chose."""
    if not text.startswith(ACTED):
        raise NotSo("no act")
    begins = len(ACTED)
    return text[begins : text.index('"', begins)]


def _by_seat(settled: Sequence[Settlement]) -> list[tuple[int, Moved]]:
    found: dict[int, list[Settlement]] = {}
    for one in settled:
        found.setdefault(one.seat, []).append(one)
    return [(seat, tuple(some)) for seat, some in found.items()]


_sides = lru_cache(maxsize=10_000)(sides_of)
