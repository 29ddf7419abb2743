"""What a table as posted is worth to the house, wager by wager: for its books, and for the check
that no posted table favors the player.

Figures are for one wager at one seat, under the best play of the main game, per unit of the stake
before the deal. Later bets (raises, plays, second and third bets) are included. An actual win is
compared with them: how far off is still consistent with chance.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple, Protocol

from croupier.errors import BadRecord, RuleError
from croupier.games.figures import figures_of
from croupier.odds.figures import Distribution, PostedTable
from croupier.rules.jackpots import HOUSE_JACKPOT, JACKPOT_TYPE
from croupier.rules.vocabulary import Wager

OUTSIDE = "outside"  # of the widest band
LEVELS = (Fraction(95, 100), Fraction(99, 100))  # of such stretches of play are in the band


class Worth(NamedTuple):
    """A wager, per unit of its stake: the house's average win, and its variance.

    A wager that must be made with another and be no less (the blind with the ante): the part equal
    to the other is priced with it; its own entry prices only the excess `above` the other.
    """

    wager: str
    edge: Fraction
    variance: Fraction
    above: str = ""
    covariance: Fraction = Fraction(0)  # with the worth of the wager that it is above

    def stake(self, stakes: Mapping[str, int]) -> int:
        """The part of a seat's stakes that the figures are for."""
        return stakes.get(self.wager, 0) - stakes.get(self.above, 0)

    def to_json(self) -> dict[str, str]:
        """Fractions as "n/d"."""
        return {
            name: f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value
            for name, value in self._asdict().items()
        }


class Funding(NamedTuple):
    """How a progressive meter is funded, in wagers: its seed, at first and after a whole win, and
    what each wager adds.

    What each wager adds to a reserve pays for the next seeds. A house jackpot has only its prize:
    that is its seed.
    """

    seed: Fraction
    contribution: Fraction
    reserve: Fraction = Fraction(0)


class Expected(NamedTuple):
    """The house's expected win from a seat's round, in the money of the stakes."""

    win: Fraction
    variance: Fraction


def worth_from_json(data: Mapping[str, str]) -> Worth:
    def fraction(name: str) -> Fraction:
        numerator, denominator = data[name].split("/")
        return Fraction(int(numerator), int(denominator))

    try:
        edge, variance, covariance = map(fraction, ("edge", "variance", "covariance"))
        return Worth(data["wager"], edge, variance, data["above"], covariance)
    except (AttributeError, KeyError, ValueError, ZeroDivisionError) as error:
        raise BadRecord(f"{data!r} is not what a wager is worth", "record/worth") from error


def favors(worths: Iterable[Worth]) -> tuple[Worth, ...]:
    """The wagers that favor the player: none of them should be posted."""
    return tuple(worth for worth in worths if worth.edge < 0)


def expected(worths: Iterable[Worth], stakes: Mapping[str, int]) -> dict[str, Expected]:
    """By wager, the expected win from one seat's stakes; a wager with another above it has both."""
    found: dict[str, Expected] = {}
    for worth in worths:
        stake = worth.stake(stakes)
        if not stake:
            continue
        win, variance = found.get(worth.above or worth.wager, Expected(Fraction(0), Fraction(0)))
        together = 2 * worth.covariance * stakes.get(worth.above, 0)
        found[worth.above or worth.wager] = Expected(
            win + worth.edge * stake, variance + (worth.variance * stake + together) * stake
        )
    return found


WorthByWager = dict[str, Worth | None]


def worth_of(wager: str, results: Distribution) -> Worth:
    return Worth(wager, -results.mean, results.variance)


class Offering(PostedTable, Protocol):
    """A table that also says what may be bet before the deal."""

    @property
    def offers(self) -> tuple[Wager, ...]: ...


def theory(
    table: Offering,
    *,
    jackpots: Mapping[str, Funding] | None = None,
    seats: int = 1,
    deck: Sequence[int] | None = None,
) -> tuple[Worth, ...]:
    """The worth of each separate wager that the table offers, in their order.

    A jackpot has one only if `jackpots` says how its meter is funded. `seats` seats make that
    wager, since others' hands pay envy and winners share a meter. It has none if this is not
    counted.
    """
    funded = dict(jackpots or {})
    _check(table, funded, seats)
    figures = figures_of(table.game.id)
    found = figures.worths(table, deck)
    for wager, funding in funded.items():
        found[wager] = figures.jackpot_worth(table, wager, funding, seats, deck)
    worths = (found.get(wager.name) for wager in table.offers)
    return tuple(worth for worth in worths if worth is not None)


def _check(table: Offering, funded: Mapping[str, Funding], seats: int) -> None:
    figures_of(table.game.id, "a table of it cannot open")
    if not 1 <= seats <= table.game.seats_max:
        raise RuleError(f"{seats} seats; {table.game.id} has 1 to {table.game.seats_max}")
    played = [wager.name for wager in table.offers if wager.name in table.game.jackpots]
    for name, funding in funded.items():
        if name not in played:
            right = ", ".join(played) or "none"
            raise RuleError(
                f"{table.game.id}: {name!r} plays for no meter here; these do: {right}",
                "meter/none",
            )
        accrues = funding.contribution or funding.reserve
        if accrues and table.options[JACKPOT_TYPE] == HOUSE_JACKPOT:
            raise RuleError(f"{name}: no wager accrues to a house jackpot", "meter/house")


def reach(level: Fraction) -> float:
    """How many standard deviations a band of this level extends to each side of theory."""
    return NormalDist().inv_cdf(float(1 + level) / 2)


class Bounds(NamedTuple):
    """In the money of the theory."""

    low: float
    high: float


def bounds(theory: Fraction, variance: Fraction, level: Fraction) -> Bounds:
    """The expected range of a win; sums of many independent rounds are nearly normal."""
    wide = reach(level) * float(variance) ** 0.5
    return Bounds(float(theory) - wide, float(theory) + wide)


class Band(NamedTuple):
    """An actual win, compared with the expected one."""

    win: int
    theory: Fraction
    variance: Fraction

    @property
    def deviations(self) -> float:
        """How many standard deviations the win is from theory."""
        off = float(self.win - self.theory)
        return off / float(self.variance) ** 0.5 if self.variance else 0.0

    @property
    def verdict(self) -> str:
        off = abs(self.deviations)
        within = (f"in {float(level):.0%}" for level in LEVELS if off <= reach(level))
        return next(within, OUTSIDE)
