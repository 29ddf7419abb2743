"""How a table is to be posted, the resulting table, and what every output says about one that is
posted in an unusual way: unprinted, or limited.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import NamedTuple

from croupier.bank.meters.rules import MeterRules
from croupier.errors import BadTable
from croupier.games.registry import game as banked_game
from croupier.games.registry import plays_poker
from croupier.money import Cents
from croupier.rules.felt import OptionValue
from croupier.rules.jackpots import JACKPOT_SPLIT, JACKPOT_TYPE
from croupier.rules.limits import DEFAULT_POKER_PROFILE, DEFAULT_PROFILE, Limits, profile
from croupier.table.poker.table import PokerTable, open_poker
from croupier.table.table import Table, open_table

ALL_SEATS = "a house-banked table has all the seats of its game"
ROUNDS_LEAST, ROUNDS_MOST = 20, 100  # that a buy-in is good for
NO_COACH = "The coach is not allowed here."
NO_LIMITS = "poker has no limits by wager; its stakes are options"


@dataclass(frozen=True, slots=True)
class TablePosting:
    """What the house posts; whatever it leaves out is the game's default."""

    posted: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    limits: str = ""  # the name of a profile
    minimums: Mapping[str, Cents] = field(default_factory=dict)
    maximums: Mapping[str, Cents] = field(default_factory=dict)
    aggregates: Mapping[str, Cents] = field(default_factory=dict)
    offers: Sequence[str] | None = None  # wagers; None: all
    unprinted: bool = False  # whether tables that no rulebook prints together are intended
    without_coach: bool = False  # whether the coach is forbidden, as card rooms forbid devices

    @property
    def is_general(self) -> bool:
        """Whether nothing is posted: the game in general."""
        return not any(astuple(self))

    def opened(
        self, game: str, seats: int | None = None, meters: Iterable[MeterRules] | None = None
    ) -> Table | PokerTable:
        """A table of this game, of either kind; `seats` is only for poker.

        If `meters` are given, it plays for the jackpots of these and offers no others.
        """
        if plays_poker(game):
            if self.minimums or self.maximums:
                raise BadTable(NO_LIMITS, "table/limits")
            return self.poker_table(game, seats)
        if seats is not None:
            raise BadTable(ALL_SEATS, "table/seats")
        return self.table(game) if meters is None else self._playing_for(game, meters)

    def _playing_for(self, name: str, meters: Iterable[MeterRules]) -> Table:
        game = banked_game(name)
        rules = {one.sensor: one for one in meters if one.sensor in game.jackpots}
        options = dict(self.options)
        if game.jackpots:
            options[JACKPOT_TYPE] = "none"
        for sensor, one in rules.items():
            wager = game.wager(sensor)
            assert wager is not None, f"{game.id} has no {sensor}"
            options |= {JACKPOT_TYPE: one.kind, JACKPOT_SPLIT: one.split, wager.fixed: one.wager}
        posting = replace(self, options=options)
        table = posting.table(name)
        lacking = set(table.jackpots) - set(rules)
        offered = [wager.name for wager in table.offers if wager.name not in lacking]
        return replace(posting, offers=offered).table(name) if lacking else table

    def table(self, game: str) -> Table:
        """A house-banked table; refused if it may not be opened."""
        law = profile(self.limits or DEFAULT_PROFILE)
        return open_table(
            game,
            posted=self.posted,
            options=dict(self.options),
            limits=Limits(law, self.minimums, self.maximums, self.aggregates),
            offers=self.offers,
            unprinted=self.unprinted,
            coach=not self.without_coach,
        )

    def poker_table(self, game: str, seats: int | None = None) -> PokerTable:
        """A poker table: it has only options and a limit profile."""
        law = self.limits or DEFAULT_POKER_PROFILE
        coach = not self.without_coach
        return open_poker(game, dict(self.options), seat_count=seats, profile=law, coach=coach)


class BuyIns(NamedTuple):
    """How much a player may sit down with, and what is offered first."""

    least: Cents
    usual: Cents
    most: Cents


def buy_ins(table: Table | PokerTable) -> BuyIns:
    """Enough for some rounds of the smallest bets, and at most for some of the largest."""
    least = Cents(ROUNDS_LEAST * table.stakes[0])
    usual = Cents(max(least, ROUNDS_LEAST * table.usual_bet))
    return BuyIns(least, usual, Cents(ROUNDS_MOST * max(table.stakes)))


def marks(table: Table | PokerTable) -> dict[str, object]:
    """For programs: an extra key for each thing to mark."""
    found: dict[str, object] = {} if table.coach else {"coach": False}
    if isinstance(table, Table) and table.unprinted:
        found["unprinted"] = list(table.unprinted)
    return found


def limited(table: Table | PokerTable) -> dict[str, dict[str, int]]:
    """For programs: the table's aggregate limits in cents, if it has any."""
    if isinstance(table, PokerTable) or not table.limits.aggregates:
        return {}
    return {"aggregates": dict(table.limits.aggregates)}


def marked(table: Table | PokerTable) -> str:
    """For people: a sentence or two, or nothing."""
    said = [] if table.coach else [NO_COACH]
    if isinstance(table, Table) and table.unprinted:
        said.append(f"No rulebook prints {'; '.join(table.unprinted)}.")
    return " ".join(said)
