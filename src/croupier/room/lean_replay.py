"""An act of a round held against the books fast: by its text, and by its postings as they stand.

It says yes, or nothing: then room/replay.py plays the round with the table's own engine, which
knows all that can be, and names the difference if there is one.
"""

import json
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
from croupier.rules.felt import Result
from croupier.table.lean import LeanRound, LeanTable, NotSo
from croupier.table.shoe import Shoe, follows, read_shoe, source
from croupier.table.table import Table

Parts = dict[str, list[str]]  # what each meter was told
JACKPOTS = {Reason.JACKPOT_CONTRIBUTION, Reason.JACKPOT_AWARD, Reason.FUNDING}  # moved by meters
OF_METERS = {reason.value for reason in JACKPOTS}
EVENTS, ACTED = '{"events":[', '{"events":[{"action":"'
END = '],"number":'  # not to be found in any text inside: there its quotes are escaped
REST = re.compile(
    r'\],"number":([1-9][0-9]*),"opened":([1-9][0-9]*)(?:,"shoe":(\{.*\}))?\}', re.DOTALL
)
MOST_KEPT = 20_000


class Body(NamedTuple):
    """What the event of a round's act says, where it is written as they all are."""

    events: str  # up to their end
    number: int
    opened: int
    shoe: str | None


def body_of(text: str) -> Body:
    end = text.rfind(END)
    rest = REST.fullmatch(text, max(end, 0))
    if rest is None:
        raise NotSo("not written as rounds are")
    number, opened, shoe = rest.groups()
    return Body(text[:end], int(number), int(opened), shoe)


class LeanPosted:
    """A table as posted, whatever its name, and what its rounds have in common."""

    def __init__(self, table: Table) -> None:
        self.table = LeanTable(table)
        self.begins = f"{EVENTS}{self.table.head}"
        self.sensors = jackpots(table.game)
        self.moves: dict[tuple[Result, ...], tuple[Move, ...]] = {}

    def settled(self, results: tuple[Result, ...]) -> tuple[Move, ...]:
        found = self.moves.get(results)
        if found is None:
            if len(self.moves) >= MOST_KEPT:
                self.moves.clear()
            law = self.table.table.limits.profile
            found = self.moves[results] = settled(results, self.sensors, law)
        return found


class LeanReplay:
    """One round at a table; every method raises where the engine should be asked."""

    def __init__(
        self, name: str, posted: LeanPosted, meters: Mapping[str, str], shoe: Shoe, body: Body
    ) -> None:
        self.name = name
        self.posted = posted
        self.meters = meters
        self.shoe = shoe
        self.body = body
        begins = posted.begins
        if not body.events.startswith(begins):
            raise NotSo("another opening")
        end = body.events.index("}}", len(begins)) + 2
        opening = posted.table.opening(body.events[len(begins) : end])
        self.round = LeanRound(posted.table, opening, source(shoe).cards)

    def act(self, body: Body) -> None:
        """The next act of the round."""
        if body[1:3] != self.body[1:3] or not body.events.startswith(ACTED):
            raise NotSo("another round")
        self.body = body
        self.round.act(body.events[len(ACTED) : body.events.index('"', len(ACTED))])

    def check(self, rows: Sequence[PostingRow], parts: Parts) -> Shoe | None:
        """That the act was told so and moved so; the next shoe, if the round is over."""
        now, body = self.round, self.body
        if f"{EVENTS}{','.join(now.told)}" != body.events or now.over != (body.shoe is not None):
            raise NotSo("told otherwise")
        if self.posted.sensors:
            rows = [row for row in rows if row.reason not in OF_METERS]
        if [row[1:-1] for row in rows] != self._moved() or parts != self._parts():
            raise NotSo("moved otherwise")
        if body.shoe is None:
            return None
        following = read_shoe(json.loads(body.shoe))
        if not follows(self.shoe, now.dealt, following, self.posted.table.table):
            raise NotSo("another shoe")
        return following

    def _parts(self) -> Parts:
        if not self.meters:
            return {}
        now = self.round
        felts = Felts([spot.wagers for spot in now.spots], now.results if now.over else None)
        return meter_events(self.name, self.body.number, self.meters, now.known == 0, felts)

    def _moved(self) -> list[tuple[object, ...]]:
        """The postings of the act as they must stand."""
        now = self.round
        moves = [(seat, _wagered(tuple(new.items()))) for seat, new in now.made]
        for seat, results in now.settled.items():
            moves += [(seat, move) for move in self.posted.settled(results)]
        act = act_id(self.name, self.body.number, now.known)
        return [_row(act, seat, _sides(self.name, seat), move) for seat, move in moves]


_sides = lru_cache(maxsize=10_000)(sides_of)


@lru_cache(maxsize=MOST_KEPT)
def _wagered(new: tuple[tuple[str, Cents], ...]) -> Move:
    return wagered(dict(new))


def _row(act: str, seat: int, sides: Mapping[str, str], move: Move) -> tuple[object, ...]:
    word, debit, credit, cents, reason, memo = move
    name = posting_id(act, seat, word)
    return name, sides[debit], sides[credit], cents, reason.value, memo, None
