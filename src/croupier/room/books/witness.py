"""What a window of the chain has seen at a table and only the whole past can judge: who dealt to
which seats, who acted at which, and how the rounds were numbered.

Repetitions are noted once, until seats or people change: so it stays small.
"""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.fair import Word


class DealSeen(NamedTuple):
    sequence: int  # of the first such act
    table: str
    by: str | None  # nobody, in books that did not name them yet
    seats: tuple[int, ...]
    players: tuple[tuple[int, str], ...] = ()  # who is said to sit at some of them


class ActSeen(NamedTuple):
    sequence: int
    table: str
    by: str | None
    seat: int
    own: bool = False  # only a player at their own seat may do this
    clock: bool = False  # a player's time had run out, so somebody else must have done it


class Run(NamedTuple):
    """Rounds that follow each other at a table that was opened once."""

    sequence: int  # of the act that began the first
    table: str
    first: int
    newest: int
    opened: int  # the version at which they say that the table was opened
    began: int  # the version of the event that began the last round …
    ended: int  # … and the one after the last act of one, if any ended
    withheld: tuple[str, ...] = ()  # players who did not open a word, as often as that was
    last: tuple[Word, ...] | None = None  # with which the last shoe was begun, if one was


Fact = DealSeen | ActSeen | Run


class Witness:
    """Of one table. Rounds are many, so what changes with each of them is changed in place."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.facts: list[Fact] = []
        self.noted: set[tuple[object, ...]] = set()
        self.runs = False  # whether a run of rounds goes on
        self.sequence = self.first = self.newest = self.opened = self.version = self.over = 0
        self.withheld: tuple[str, ...] = ()
        self.last: tuple[Word, ...] | None = None
        self.ran = 0  # the place among the facts of the last run that is over

    def dealt(
        self,
        sequence: int,
        by: str | None,
        seats: tuple[int, ...],
        players: tuple[tuple[int, str], ...] = (),
    ) -> None:
        if (by, seats, players) not in self.noted:
            self.noted.add((by, seats, players))
            self.facts.append(DealSeen(sequence, self.table, by, seats, players))

    def acted(self, sequence: int, by: str | None, seat: int, *, clock: bool = False) -> None:
        if (by, seat, clock) not in self.noted:
            self.noted.add((by, seat, clock))
            self.facts.append(ActSeen(sequence, self.table, by, seat, clock=clock))

    def own(self, sequence: int, by: str, seat: int) -> None:
        """A bet or a word of a player's."""
        if (by, seat, "own") not in self.noted:
            self.noted.add((by, seat, "own"))
            self.facts.append(ActSeen(sequence, self.table, by, seat, own=True))

    def dealt_with(self, words: Sequence[Word], first: int) -> None:
        """The words of a deal; of a shoe's first one, if `first` is 0."""
        if words:
            self.withheld += tuple(word.player for word in words if word.word is None)
            self.last = tuple(words)
        elif not first:
            self.last = ()

    def began(self, sequence: int, number: int, opened: int, version: int) -> None:
        if not self.runs or number != self.newest + 1 or opened != self.opened:
            self.end_run()
            self.runs, self.sequence, self.first, self.opened = True, sequence, number, opened
            self.over, self.withheld, self.last = 0, (), None
        self.newest, self.version = number, version

    def ended(self, version: int) -> None:
        if self.runs:
            self.over = version
        elif self.facts:
            run = self.facts[self.ran]
            assert isinstance(run, Run)
            self.facts[self.ran] = run._replace(ended=version)

    def others_sit(self) -> None:
        """Seats or people have changed: start again."""
        self.noted = set()

    def end_run(self) -> None:
        """Something was done that depends on the number of the last round."""
        if self.runs:
            self.ran, self.runs = len(self.facts), False
            what = (self.sequence, self.table, self.first, self.newest, self.opened)
            self.facts.append(Run(*what, self.version, self.over, self.withheld, self.last))
