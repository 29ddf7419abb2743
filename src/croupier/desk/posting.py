"""How a table is to be posted, the table that comes of it, and what every output says of one that
is posted otherwise than usual: unprinted, or limited.
"""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field

from croupier.games.registry import poker
from croupier.money import Cents
from croupier.rules.limits import DEFAULT_POKER_PROFILE, DEFAULT_PROFILE, Limits, profile
from croupier.table.poker.table import PokerTable, open_poker
from croupier.table.table import Table, open_table


def plays_poker(game: str) -> bool:
    """Whether players play against each other; what is no game is refused when it is opened."""
    return poker(game) is not None


@dataclass(frozen=True, slots=True)
class TablePosting:
    """What the house posts; what it leaves out is as the game has it."""

    posted: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    limits: str = ""  # the name of a profile
    minimums: Mapping[str, Cents] = field(default_factory=dict)
    maximums: Mapping[str, Cents] = field(default_factory=dict)
    aggregates: Mapping[str, Cents] = field(default_factory=dict)
    offers: Sequence[str] | None = None  # wagers; None: all
    unprinted: bool = False  # tables that no rulebook prints together are meant

    @property
    def is_general(self) -> bool:
        """Nothing is posted: the game as such."""
        return not any(astuple(self))

    def opened(self, game: str, seats: int | None = None) -> Table | PokerTable:
        """A table of this game, of whichever kind; the seats are for poker to say."""
        return self.poker_table(game, seats) if plays_poker(game) else self.table(game)

    def table(self, game: str) -> Table:
        """A house-banked table; one that may not be opened is refused."""
        law = profile(self.limits or DEFAULT_PROFILE)
        return open_table(
            game,
            posted=self.posted,
            options=dict(self.options),
            limits=Limits(law, self.minimums, self.maximums, self.aggregates),
            offers=self.offers,
            unprinted=self.unprinted,
        )

    def poker_table(self, game: str, seats: int | None = None) -> PokerTable:
        """A poker table: options and a limit profile are all that it has."""
        law = self.limits or DEFAULT_POKER_PROFILE
        return open_poker(game, dict(self.options), seat_count=seats, profile=law)


def marks(table: Table) -> dict[str, list[str]]:
    """For programs: a key more, where there is something to mark."""
    return {"unprinted": list(table.unprinted)} if table.unprinted else {}


def limited(table: Table) -> dict[str, dict[str, int]]:
    """For programs: the table's aggregate limits in cents, where it has any."""
    return {"aggregates": dict(table.limits.aggregates)} if table.limits.aggregates else {}


def marked(table: Table) -> str:
    """For people: a sentence, or nothing."""
    return f"No rulebook prints {'; '.join(table.unprinted)}." if table.unprinted else ""
