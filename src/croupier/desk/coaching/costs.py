"""What the wagers of a table cost a seat that plays them best, by the round and by the hour."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, cast

from croupier.games.figures import figures_of
from croupier.money import Cents
from croupier.odds.house_edge import Worth, expected, theory
from croupier.odds.jackpots.returns import returns_at
from croupier.odds.solve import solve
from croupier.rules.limits import Stakes
from croupier.table.table import Table

ROUNDS_AN_HOUR, MOST_ROUNDS = 45, 10_000  # as in `croupier night`
NO_METERS: Mapping[str, Fraction] = {}


class WagerCost(NamedTuple):
    """What a wager costs on average in one round, in cents; None if nobody has counted it.

    The main wagers are one, named after the first, `beside` it the others. The cost is negative if
    the wager favors the player.
    """

    wager: str
    stake: int
    cost: Fraction | None
    beside: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return ", ".join((self.wager, *self.beside))

    def by_the_hour(self, rounds: int = ROUNDS_AN_HOUR) -> Fraction | None:
        return None if self.cost is None else self.cost * rounds

    @property
    def share(self) -> Fraction | None:
        """Of the stake before the deal."""
        return None if self.cost is None else self.cost / self.stake


def stakes_priced(table: Table, stakes: Stakes) -> Stakes:
    """Bets that this table takes, with what is required beside them; refused if it takes none
    such.
    """
    made = {name: Cents(stake) for name, stake in stakes.items() if stake}
    if not (len(made) == 1 and made.keys() <= {wager.name for wager in table.alone}):
        made = table.completed(made)
    table.check_stakes(1, made)
    return made


class Prices:
    """The prices of one table's wagers.

    Counting them takes up to a minute for some tables, once on each machine; after that it takes
    less than a second. They are those of a full deck or shoe.
    """

    def __init__(self, table: Table, reseeds: Stakes | None = None) -> None:
        """`reseeds`: in cents, what each jackpot meter begins with after it was won whole."""
        self.table = table
        self.reseeds = dict(reseeds or {})
        self._odds = solve(table)
        self._worths = theory(table)
        self._together: dict[tuple[tuple[str, int], ...], Fraction] = {}

    def costs(
        self,
        stakes: Stakes,
        sharers: Mapping[str, int] | None = None,
        meters: Mapping[str, int | Fraction] = NO_METERS,
    ) -> list[WagerCost]:
        """`sharers`: how many seats make each jackpot wager, 1 if it is left out. `meters`: what
        the jackpots' meters display, in cents.
        """
        mains = [wager.name for wager in self.table.offers if wager.required]
        if mains[0] not in stakes:
            return [self._alone(name, stake) for name, stake in stakes.items()]
        found = [self._main(mains, stakes)]
        for name, stake in stakes.items():
            if name not in mains:
                seats = (sharers or {}).get(name, 1)
                found.append(WagerCost(name, stake, self._side(name, stakes, seats, meters)))
        return found

    def _alone(self, name: str, stake: int) -> WagerCost:
        return WagerCost(name, stake, -stake * cast(Fraction, self._more(name)["alone_net"]))

    def _main(self, mains: list[str], stakes: Stakes) -> WagerCost:
        whole = sum(stakes.get(name, 0) for name in mains)
        cost = sum((each.win for each in expected(self._of(mains), stakes).values()), Fraction(0))
        beside = tuple(name for name in mains[1:] if name in stakes)
        return WagerCost(mains[0], whole, cost, beside)

    def _of(self, mains: list[str]) -> Iterator[Worth]:
        return (worth for worth in self._worths if worth.wager in mains)

    def _side(
        self, name: str, stakes: Stakes, seats: int, meters: Mapping[str, int | Fraction]
    ) -> Fraction | None:
        wager, stake = self._odds.wagers[name], stakes[name]
        if wager.by_play:
            return self._beside(name, stakes)
        if name not in self.table.jackpots:
            return -stake * wager.results.mean
        if name not in meters:
            return None
        seed = Fraction(self.reseeds.get(name, 0), stake)
        returned = returns_at(self._more(name), seats, Fraction(meters[name]) / stake, seed)
        return None if returned is None else stake * (1 - returned)

    def _beside(self, name: str, stakes: Stakes) -> Fraction:
        """What the wager adds to the cost of the main ones, if both are played as is best for
        both.
        """
        table, mains = self.table, [one.name for one in self.table.offers if one.required]
        together = figures_of(table.game.id).together
        assert together is not None, f"{table.game.id} does not say how {name} is played"
        bets = {one: stakes[one] for one in (*mains, name)}
        key = tuple(bets.items())
        if key not in self._together:
            self._together[key] = together(table, bets)
        main = cast(Fraction, self._main(mains, stakes).cost)
        return -self._together[key] - main

    def _more(self, name: str) -> Mapping[str, object]:
        return self._odds.wagers[name].more
