"""How far the house's win may be off theory before it is no longer consistent with chance."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.desk.stakes import check_no_meter, sides
from croupier.errors import RuleError
from croupier.money import Cents
from croupier.odds.house_edge import Band, Bounds, bounds
from croupier.sim.exact import WinVariance, round_variance, round_win
from croupier.sim.plan import plan
from croupier.table.table import Table

SIZES = tuple(10**power for power in range(3, 8))


class BandRequest(NamedTuple):
    """What was played, and what the house won in it if that is to be judged."""

    rounds: int
    actual: Cents | None
    stakes: Mapping[str, int]  # of each seat
    seats: int
    strategy: str
    seed: int


class BandResult(NamedTuple):
    """A round's win and variance, and the bands that follow from them."""

    rounds: int
    win: Fraction  # of the house, in a round
    strays: WinVariance
    actual: Cents | None

    def theory(self, rounds: int) -> Fraction:
        return self.win * rounds

    def within(self, rounds: int, level: Fraction) -> Bounds:
        return bounds(self.theory(rounds), self.strays.variance * rounds, level)

    @property
    def sizes(self) -> list[int]:
        """The numbers of rounds to show bands for."""
        return sorted({*SIZES, self.rounds})

    @property
    def verdict(self) -> Band | None:
        if self.actual is None:
            return None
        return Band(self.actual, self.theory(self.rounds), self.strays.variance * self.rounds)


def band(table: Table, request: BandRequest) -> BandResult:
    stakes = request.stakes
    check_no_meter(table, stakes, "meters have books of their own", "band/meter")
    wanted = plan(
        table,
        seats=request.seats,
        seed=request.seed,
        strategy=request.strategy,
        wagers=sides(table, stakes),
    )
    win = round_win(table, wanted, stakes)
    if win is None:
        raise RuleError(
            f"{request.strategy} play: no exact theory of it with these wagers; there is "
            "one of optimal play, and of rules-N without a wager on the cards bought",
            "band/theory",
        )
    return BandResult(request.rounds, win, round_variance(table, wanted, stakes), request.actual)
