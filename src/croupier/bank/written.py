"""What one process knows of the books from its own commits, without reading them again.

It holds as long as the chain ends where those commits left it. Anything else was written by another
process, and is read.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from croupier.money import Cents

MOST = 100_000  # accounts; a long-lived room opens more


@dataclass(frozen=True, slots=True)
class Written:
    """Commits of one process that follow each other, with nobody's records between them."""

    after: int = 0  # the chain's last record before the first of them
    last: int = 0  # and after the last
    balances: Mapping[str, Cents] = field(default_factory=dict)  # that the last one changed

    def followed_by(self, more: "Written") -> "Written":
        return Written(
            self.after if more.after == self.last else more.after, more.last, more.balances
        )


class Balances:
    """Balances as of one record of the chain; others are read."""

    def __init__(self, read: Callable[[Collection[str]], Mapping[str, Cents]]) -> None:
        self._read = read
        self._head = 0
        self._known: dict[str, Cents] = {}
        self.reads = 0  # how often some were not known

    def of(self, names: Collection[str]) -> dict[str, Cents]:
        """Without the names that are no accounts."""
        lacking = [name for name in names if name not in self._known]
        if lacking:
            self.reads += 1
            self._known |= self._read(lacking)
        return {name: self._known[name] for name in names if name in self._known}

    def follow(self, head: int) -> None:
        """The chain ends at this record now."""
        if head != self._head or len(self._known) > MOST:
            self._head = head
            self._known = {}

    def learn(self, written: Written) -> None:
        """Of a commit by this process."""
        if written.after > self._head:
            self._known = {}
        self._head = written.last
        self._known |= written.balances
