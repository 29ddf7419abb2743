"""One betting round: whose turn it is, what may be bet, and when a raise reopens the betting.

As in Texas Hold'em. A wager is a bet or a raise, including a short all-in; the big blind is the
first wager of its round.
"""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.rules.poker import Street
from croupier.table.poker.table import PokerTable


class Sizes(NamedTuple):
    """What a seat may bet. A level is the total of a seat's bets in the round."""

    call: int  # chips
    least: int = 0  # level of the smallest bet or raise; 0: no raise allowed
    most: int = 0


class Rivals(NamedTuple):
    """What a seat's live opponents can still bet."""

    reach: int  # the highest level that any of them could reach
    able: bool  # whether one of them has chips left


class Betting:
    __slots__ = (
        "bets", "blind", "full", "full_level", "full_wagers", "level", "queue", "seen", "wagers",
    )  # fmt: skip

    def __init__(self, seats: int, queue: Sequence[int]) -> None:
        self.bets = [0] * seats
        self.level = 0  # what a seat must match, while an opponent has chips
        self.blind = 0  # the big blind, in its round
        self.full = 0  # the size of the last full wager
        self.full_level = 0  # the level it reached
        self.full_wagers = 0
        self.wagers = 0  # including short ones: the law limits their number
        self.queue = list(queue)  # seats that still have to act
        # By seat: level and number of full wagers at its last act.
        self.seen: list[tuple[int, int] | None] = [None] * seats

    def copy(self) -> "Betting":
        other = object.__new__(Betting)
        other.bets, other.queue, other.seen = self.bets[:], self.queue[:], self.seen[:]
        other.level, other.wagers, other.full_wagers = self.level, self.wagers, self.full_wagers
        other.full, other.full_level, other.blind = self.full, self.full_level, self.blind
        return other

    def post(self, seat: int, chips: int) -> None:
        self.bets[seat] += chips

    def first_wager(self, size: int) -> None:
        """The big blind, even if it was posted short."""
        self.level = self.full = self.full_level = self.blind = size
        self.wagers = self.full_wagers = 1

    def answer(self, seat: int, chips: int) -> None:
        """A fold, a check or a call."""
        self.bets[seat] += chips
        self.seen[seat] = (self.level, self.full_wagers)
        self.queue.pop(0)

    def raise_to(self, seat: int, level: int, full: bool, others: Sequence[int]) -> None:
        """A bet or a raise: all others who can still act must answer it."""
        self.wagers += 1  # WAC 230-15-135 counts every wager, short ones included
        if full:
            self.full, self.full_level = level - self.level, level
            self.full_wagers += 1
        self.level = self.bets[seat] = level
        self.seen[seat] = (self.level, self.full_wagers)
        self.queue = list(others)


def raised_level(table: PokerTable, street: Street, betting: Betting) -> int:
    """Fixed limit: the level of a full wager; a big blind below the bet is first completed."""
    size = table.number("big_bet" if street.big else "small_bet")
    if betting.full_level == betting.blind < size:
        return size
    return betting.full_level + size


def smallest(table: PokerTable, betting: Betting) -> int:
    """The smallest full wager without a fixed limit: the last one's size, or the big blind."""
    least = table.number("spread_least" if table.limit == "spread" else "big_blind")
    return max(betting.full, least)


def is_full(table: PokerTable, street: Street, betting: Betting, level: int) -> bool:
    """Whether a wager to this level is full; at fixed limit, half a bet suffices."""
    if table.limit == "fixed":
        whole = raised_level(table, street, betting) - betting.full_level
        return 2 * (level - betting.full_level) >= whole
    return level - betting.level >= smallest(table, betting)


def reopened(table: PokerTable, betting: Betting, seat: int) -> bool:
    """Those who have acted may raise only after a full wager; short all-ins may add up to one."""
    seen = betting.seen[seat]
    if seen is None:
        return True
    level, full_wagers = seen
    if table.limit == "fixed":
        return betting.full_wagers > full_wagers
    return betting.level - level >= smallest(table, betting)


def faced(betting: Betting, rivals: Rivals) -> int:
    """The level that a seat must match. A short blind does not lower it, unless every opponent is
    all-in: then nobody can win more than the highest of their bets.
    """
    return betting.level if rivals.able else min(betting.level, rivals.reach)


def sizes_of(
    table: PokerTable,
    street: Street,
    betting: Betting,
    seat: int,
    stack: int,
    pot: int,
    rivals: Rivals,
) -> Sizes:
    mine, level = betting.bets[seat], betting.level
    call = min(stack, max(0, faced(betting, rivals) - mine))
    capped = betting.wagers > table.law.raises
    able = stack > level - mine and rivals.reach > level
    if capped or not able or not reopened(table, betting, seat):
        return Sizes(call)
    if table.limit == "fixed":
        least = most = raised_level(table, street, betting)
    else:
        least = level + smallest(table, betting)
        size: int = table.law.single_wager
        if table.limit == "pot":
            size = min(size, pot + level - mine)  # the pot after the call
        elif table.limit == "spread":
            size = min(size, table.number("spread_most"))
        most = max(level + size, least)
    all_in = mine + stack
    return Sizes(call, min(least, all_in), min(most, all_in))
