"""An act of a round held against the books fast: by its text, and by its postings as they stand.

It says yes, or nothing: then room/replay.py plays the round with the table's own engine, which
knows all that can be, and names the difference if there is one.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from croupier.bank.ledger import Reason
from croupier.bank.meter_rules import jackpots
from croupier.bank.records import PostingRow
from croupier.money import Cents
from croupier.room.meters import Felts, meter_events
from croupier.room.payouts import Move, act_id, posting_id, settled, sides_of, wagered
from croupier.room.shuffles import Shuffles
from croupier.rules.felt import Result
from croupier.table.lean import LeanRound, NotSo
from croupier.table.lean_table import LeanTable
from croupier.table.shoe import Shoe, follows
from croupier.table.table import Table

Parts = dict[str, list[str]]  # what each meter was told
JACKPOTS = {Reason.JACKPOT_CONTRIBUTION, Reason.JACKPOT_AWARD, Reason.FUNDING}  # moved by meters
OF_METERS = {reason.value for reason in JACKPOTS}
EVENTS = '{"events":['
BEGINS, ACTED = EVENTS + '{"event":"opened",', EVENTS + '{"action":"'
END = '],"number":'  # not to be found in any text inside: there its quotes are escaped
NUMBERS = re.compile(r'\],"number":([1-9][0-9]*),"opened":([1-9][0-9]*)')
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


class LeanPosted:
    """A table as posted, whatever its name, and what its rounds have in common."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lean = LeanTable(table)
        self.begins = f"{EVENTS}{self.lean.head}"
        self.sensors = jackpots(table.game)
        self.lines: dict[tuple[Result, ...], tuple[Line, ...]] = {}

    def settled(self, results: tuple[Result, ...]) -> tuple[Line, ...]:
        found = self.lines.get(results)
        if found is None:
            if len(self.lines) >= MOST_KEPT:
                self.lines.clear()
            moves = settled(results, self.sensors, self.table.limits.profile)
            found = self.lines[results] = tuple(map(_line, moves))
        return found


class Numbers(NamedTuple):
    """How the body of each act of a round ends, but for the next shoe."""

    round: int
    opened: int
    text: str


def numbers_of(body: str, last: Numbers | None = None) -> Numbers:
    """The numbers that the first act of a round tells; mostly those that follow the last ones."""
    if not body.startswith(BEGINS):
        raise NotSo("not written as rounds begin")
    if last is not None:
        text = f'],"number":{last.round + 1},"opened":{last.opened}'
        if body.endswith("}") and body.endswith(text, 0, -1):
            return Numbers(last.round + 1, last.opened, text)
    found = NUMBERS.match(body, max(body.rfind(END), 0))
    if found is None:
        raise NotSo("not written as rounds end")
    return Numbers(int(found[1]), int(found[2]), found[0])


class LeanReplay:
    """One round at a table; every method raises where the engine should be asked."""

    def __init__(
        self,
        name: str,
        posted: LeanPosted,
        meters: Mapping[str, str],
        shoe: Shoe,
        shuffles: Shuffles,
    ) -> None:
        self.name = name
        self.posted = posted
        self.meters = meters
        self.shoe = shoe
        self.shuffles = shuffles

    def deal(self, body: str, numbers: Numbers) -> None:
        """The first act."""
        posted, begins = self.posted, len(self.posted.begins)
        wagers = body[begins : body.index("}}", begins) + 2]
        opening, deck = posted.lean.opening(wagers), self.shuffles.cards(self.shoe)
        self.numbers = numbers
        self.round = LeanRound(posted.table, opening, deck)

    def act(self, body: str) -> None:
        """The next act of the round."""
        if not body.startswith(ACTED):
            raise NotSo("no act")
        begins = len(ACTED)
        self.round.act(body[begins : body.index('"', begins)])

    def check(self, body: str, rows: Sequence[PostingRow], parts: Parts) -> Shoe | None:
        """That the act was told so and moved so; the next shoe, if the round is over."""
        now = self.round
        if self.posted.sensors:
            rows = [row for row in rows if row[5] not in OF_METERS]
        if (rows or now.made or now.settled) and [row[1:8] for row in rows] != self._moved():
            raise NotSo("moved otherwise")
        if (parts or self.meters) and parts != self._parts():
            raise NotSo("the meters are told otherwise")
        told = f"{EVENTS}{','.join(now.told)}{self.numbers.text}"
        if now.over:
            return self._following(body, f'{told},"shoe":')
        if body != f"{told}}}":
            raise NotSo("told otherwise")
        return None

    def _following(self, body: str, told: str) -> Shoe:
        if not (body.startswith(told) and body.endswith("}")):
            raise NotSo("told otherwise")
        following = self.shuffles.shoe(body[len(told) : -1])
        if not follows(self.shoe, self.round.dealt, following, self.posted.table):
            raise NotSo("another shoe")
        return following

    def _parts(self) -> Parts:
        now = self.round
        felts = Felts([spot.wagers for spot in now.spots], now.results if now.over else None)
        return meter_events(self.name, self.numbers.round, self.meters, now.known == 0, felts)

    def _moved(self) -> list[tuple[object, ...]]:
        """The postings of the act as they must stand."""
        now, name = self.round, self.name
        act = act_id(name, self.numbers.round, now.known)
        moved: list[tuple[object, ...]] = []
        for seat, new in now.made:
            moved += _standing(act, name, seat, _wagered(tuple(new.items())))
        for seat, results in now.settled.items():
            moved += _standing(act, name, seat, self.posted.settled(results))
        return moved


def _standing(act: str, name: str, seat: int, lines: tuple[Line, ...]) -> list[tuple[object, ...]]:
    """Lines of a seat as the books have them, from id to reverses."""
    sides = _sides(name, seat)
    return [
        (posting_id(act, seat, word), sides[debit], sides[credit], cents, reason, memo, None)
        for word, debit, credit, cents, reason, memo in lines
    ]


_sides = lru_cache(maxsize=10_000)(sides_of)


@lru_cache(maxsize=MOST_KEPT)
def _wagered(new: tuple[tuple[str, Cents], ...]) -> tuple[Line, ...]:
    return (_line(wagered(dict(new))),)
