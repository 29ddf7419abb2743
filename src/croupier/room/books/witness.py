"""Facts that a window of the chain saw at a table, to be checked against the whole past: who dealt
to which seats, who acted at which, and how the rounds were numbered.

A repeated fact is noted once, until seats or people change, so the list stays short.
"""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.fair import Word
from croupier.room.audit.difference import Difference


class DealSeen(NamedTuple):
    sequence: int  # of the first such act
    table: str
    by: str | None  # None in older books, which do not name them
    seats: tuple[int, ...]
    players: tuple[tuple[int, str], ...] = ()  # who sat at some of them, by the record
    early: bool = False  # while bets were open, so every seat must have bet
    closed: bool = False  # after bets were closed, so these seats may have left in between
    told: tuple[int, ...] = ()  # seats whose stakes are counted under their players' own limits
    at: int = 0  # the time of that act


class ActSeen(NamedTuple):
    sequence: int
    table: str
    by: str | None
    seat: int
    own: bool = False  # only a player at their own seat may do this …
    bets: bool = False  # … and one who bets neither sits out nor leaves
    clock: bool = False  # a time-out, so not by the player
    frees: bool = False  # a bet taken back
    told: bool = False  # a stake that is counted under the player's own limits
    at: int = 0


class EndSeen(NamedTuple):
    """A round ended; `told` are the seats whose results are counted under own limits."""

    sequence: int
    table: str
    seats: tuple[int, ...]
    told: tuple[int, ...] = ()


class Run(NamedTuple):
    """Consecutive rounds of a table, from one opening."""

    sequence: int  # of the act that began the first
    table: str
    first: int
    newest: int
    opened: int  # the version of the table's opening, by the record
    began: int  # the version of the event that began the last round …
    ended: int  # … and the one after the last act of one, if any ended
    withheld: tuple[str, ...] = ()  # players who did not open a word, once for each time
    last: tuple[Word, ...] | None = None  # in the last shoe, if one was begun


class LeaveSeen(NamedTuple):
    """A player leaves after the round, but none is in progress: a large win must be unpaid."""

    sequence: int
    table: str
    version: int  # of the event
    seat: int
    sure: bool  # otherwise a round that began earlier may be in progress


class WindowSeen(NamedTuple):
    """Bets were opened for a round when the number of the last round was unknown."""

    sequence: int
    table: str
    number: int


Sighting = WindowSeen | DealSeen | ActSeen | EndSeen | Run | LeaveSeen


class Witness:
    """The facts of one table. There are many rounds, so the current run is updated in place."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.facts: list[Sighting] = []
        self.noted: set[tuple[object, ...]] = set()
        self.runs = False  # a run of rounds is in progress
        self.sequence = self.first = self.newest = self.opened = self.version = self.over = 0
        self.withheld: tuple[str, ...] = ()
        self.last: tuple[Word, ...] | None = None
        self.ran = 0  # index in `facts` of the last finished run

    def dealt(
        self,
        sequence: int,
        by: str | None,
        seats: tuple[int, ...],
        players: tuple[tuple[int, str], ...] = (),
        *,
        early: bool = False,
        closed: bool = False,
        told: tuple[int, ...] = (),
        at: int = 0,
    ) -> None:
        seen = (by, seats, players, early, closed, told)
        if seen not in self.noted:
            self.noted.add(seen)
            self.facts.append(DealSeen(sequence, self.table, *seen, at))

    def coming(self, sequence: int, number: int) -> None:
        """Bets are opened for the round of that number."""
        if not self.runs:
            self.facts.append(WindowSeen(sequence, self.table, number))
        elif number != self.newest + 1:
            raise Difference(f"bets are opened for round {number}, after round {self.newest}")

    def acted(self, sequence: int, by: str | None, seat: int, *, clock: bool = False) -> None:
        if (by, seat, clock) not in self.noted:
            self.noted.add((by, seat, clock))
            self.facts.append(ActSeen(sequence, self.table, by, seat, clock=clock))

    def own(
        self,
        sequence: int,
        by: str,
        seat: int,
        *,
        bets: bool,
        frees: bool = False,
        told: bool = False,
        at: int = 0,
    ) -> None:
        """A player's own bet or word."""
        seen = (by, seat, "own", bets, frees, told)
        if seen not in self.noted:
            self.noted.add(seen)
            more = {"own": True, "bets": bets, "frees": frees, "told": told}
            self.facts.append(ActSeen(sequence, self.table, by, seat, at=at, **more))

    def settled(self, sequence: int, seats: tuple[int, ...], told: tuple[int, ...] = ()) -> None:
        """A round of these seats ended."""
        if ("over", seats, told) not in self.noted:
            self.noted.add(("over", seats, told))
            self.facts.append(EndSeen(sequence, self.table, seats, told))

    def left(self, sequence: int, version: int, seat: int, *, sure: bool) -> None:
        """A player leaves after the round, but no round is known to be in progress."""
        self.facts.append(LeaveSeen(sequence, self.table, version, seat, sure))

    def dealt_with(self, words: Sequence[Word], first: int) -> None:
        """The words of a deal; `first` is 0 for the first deal from a shoe."""
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
        """Called before an act that depends on the number of the last round."""
        if self.runs:
            self.ran, self.runs = len(self.facts), False
            what = (self.sequence, self.table, self.first, self.newest, self.opened)
            self.facts.append(Run(*what, self.version, self.over, self.withheld, self.last))
