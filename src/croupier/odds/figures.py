"""The figures of a game: whole numbers and fractions until they are printed."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import isqrt
from typing import NamedTuple, Protocol, TypeVar

from croupier.rules.felt import OptionValue
from croupier.rules.paytable import Paytable, Steps
from croupier.rules.vocabulary import Game

Key = TypeVar("Key")

MAIN = "main"  # all main wagers together, in units of the first bet


class PostedTable(Protocol):
    """What a table posts: enough to compute its odds."""

    @property
    def game(self) -> Game: ...
    @property
    def posted(self) -> Mapping[str, Paytable]: ...
    @property
    def options(self) -> Mapping[str, OptionValue]: ...
    @property
    def unprinted(self) -> tuple[str, ...]: ...
    def steps(self, key: str) -> Steps: ...


Pricing = Callable[[PostedTable], dict[str, Fraction]]  # the net of the main game and of each wager


class Distribution(NamedTuple):
    """How often each net result occurs, as whole counts."""

    counts: Mapping[int, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(net * count for net, count in self.counts.items()), self.total)

    @property
    def variance(self) -> Fraction:
        square = sum(net * net * count for net, count in self.counts.items())
        return Fraction(square, self.total) - self.mean**2

    def chance(self, holds: Callable[[int], bool]) -> Fraction:
        counted = sum(count for net, count in self.counts.items() if holds(net))
        return Fraction(counted, self.total)

    @property
    def win(self) -> Fraction:
        return self.chance(lambda net: net > 0)

    @property
    def push(self) -> Fraction:
        return self.chance(lambda net: net == 0)

    @property
    def lose(self) -> Fraction:
        return self.chance(lambda net: net < 0)


class WagerOdds(NamedTuple):
    """A side wager, per unit of itself."""

    table: str
    results: Distribution
    more: Mapping[str, object] = {}  # figures that only some wagers have
    by_play: bool = False  # whether its results depend on how the main game is played

    @property
    def hit(self) -> Fraction:
        """How often it pays anything."""
        return self.results.win


class Odds(NamedTuple):
    """All figures of a table under optimal play of the main game, in units of the first bet."""

    game: str
    posted: Mapping[str, str]
    options: Mapping[str, OptionValue]
    unit: str
    results: Distribution  # the net of all main wagers
    wagered: Fraction  # the average of all main wagers made
    initial: int  # the main wagers made before the deal
    decisions: Mapping[str, Fraction]
    wagers: Mapping[str, WagerOdds]
    parts: Mapping[str, Fraction] = {}  # the main net, by kind of wager

    @property
    def net(self) -> Fraction:
        return self.results.mean

    @property
    def house_edge(self) -> Fraction:
        """The house's share of one unit of the first bet."""
        return -self.net

    @property
    def element_of_risk(self) -> Fraction:
        """The house's share of the total wagered."""
        return -self.net / self.wagered


def added_up(counted: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """Adds up the counts of equal keys."""
    sums: dict[Key, int] = {}
    for key, count in counted:
        sums[key] = sums.get(key, 0) + count
    return sums


def distribution(counts: Mapping[int, int], pay: Callable[[int], int]) -> Distribution:
    """Results from how often each score occurs and what it pays."""
    return Distribution(added_up((pay(score), count) for score, count in counts.items() if count))


# Exact values as decimals: rounded last, and only once.


def root(value: Fraction, places: int) -> str:
    """A square root to this many decimal places, rounded down, in whole numbers only."""
    scale = 10**places
    digits = f"{isqrt(value.numerator * scale * scale // value.denominator):0{places + 1}d}"
    return f"{digits[:-places]}.{digits[-places:]}"


def rounded(value: Fraction, places: int) -> str:
    """Rounds half away from zero."""
    scaled = abs(value) * 10**places
    whole = int(scaled + Fraction(1, 2))
    digits = f"{whole:0{places + 1}d}"
    shown = digits if places == 0 else f"{digits[:-places]}.{digits[-places:]}"
    return f"-{shown}" if value < 0 and whole else shown


def fraction(value: Fraction) -> str:
    """`n/d` in lowest terms; a whole number is `n/1`."""
    return f"{value.numerator}/{value.denominator}"
