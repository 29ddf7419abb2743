"""How a table is to be posted, and the table that comes of it."""

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
