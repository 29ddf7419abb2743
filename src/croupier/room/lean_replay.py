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
from croupier.bank.records import PostingRow, WholeAct
from croupier.money import Cents
from croupier.room.meters import Felts, meter_events
from croupier.room.payouts import Move, act_id, posting_id, settled, sides_of, wagered
from croupier.room.shuffles import Shuffles
from croupier.rules.felt import Result
from croupier.table.lean import Act, LeanRound, NotSo, Opening, Stakes
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

    def opening(self, body: str) -> Opening:
        """By the first act."""
        begins = len(self.begins)
        return self.lean.opening(body[begins : body.index("}}", begins) + 2])

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


class LeanReplay(NamedTuple):
    """Whole rounds at a table; whatever it raises, the engine should be asked."""

    name: str
    posted: LeanPosted
    meters: Mapping[str, str]
    parts: Mapping[str, Parts]  # that acts told meters, by their keys

    def next_shoe(
        self, acts: Sequence[WholeAct], numbers: Numbers, shoe: Shoe, shuffles: Shuffles
    ) -> Shoe:
        """The shoe after a round, if all its acts are told so and moved so."""
        posted = self.posted
        bodies = [act.events[0].body for act in acts]
        played = LeanRound(
            posted.table, posted.opening(bodies[0]), shuffles.cards(shoe), map(_action, bodies[1:])
        )
        for (_, _, _, postings), made in zip(acts, played.acts, strict=True):
            rows: Sequence[PostingRow] = postings
            if posted.sensors:
                rows = [row for row in rows if row[5] not in OF_METERS]
            if rows or made.made or made.settled:
                if [row[1:8] for row in rows] != self._moved(numbers.round, made):
                    raise NotSo("moved otherwise")
        told = [f"{EVENTS}{','.join(act.told)}{numbers.text}" for act in played.acts]
        last, ending = bodies.pop(), f'{told.pop()},"shoe":'
        if bodies != [f"{text}}}" for text in told]:
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
        for place, act in enumerate(acts):
            felts = Felts(stakes, played.results if act is acts[-1] else None)
            told = meter_events(self.name, number, self.meters, place == 0, felts)
            if told != self.parts.get(act.act.key, {}):
                raise NotSo("the meters are told otherwise")

    def _moved(self, number: int, act: Act) -> list[tuple[object, ...]]:
        """The postings of the act as they must stand, from id to reverses."""
        known, _, made, settled = act
        moves = [(bets.seat, _wagered(bets.made)) for bets in made]
        moves += [(seat, self.posted.settled(results)) for seat, results in settled.items()]
        begin = act_id(self.name, number, known)
        moved: list[tuple[object, ...]] = []
        for seat, lines in moves:
            sides = _sides(self.name, seat)
            for word, debit, credit, cents, reason, memo in lines:
                name = posting_id(begin, seat, word)
                moved.append((name, sides[debit], sides[credit], cents, reason, memo, None))
        return moved


def _action(body: str) -> str:
    """What the player chose."""
    if not body.startswith(ACTED):
        raise NotSo("no act")
    begins = len(ACTED)
    return body[begins : body.index('"', begins)]


_sides = lru_cache(maxsize=10_000)(sides_of)


@lru_cache(maxsize=MOST_KEPT)
def _wagered(stakes: Stakes) -> tuple[Line, ...]:
    return (_line(wagered(dict(stakes))),)
