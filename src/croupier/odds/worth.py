"""What a wager of a table as posted is worth to the house; how it is found is in theory.py."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.errors import BadRecord


class Worth(NamedTuple):
    """A wager, for each unit of its stake: what the house wins on average, and the variance of it.

    A wager that must be made beside another, and be no less (the blind beside the ante), is within
    the other's worth as far as the two are equal. Its own is for what it is `above` the other.
    """

    wager: str
    edge: Fraction
    variance: Fraction
    above: str = ""
    covariance: Fraction = Fraction(0)  # with the worth of the wager that it is above

    def stake(self, stakes: Mapping[str, int]) -> int:
        """What the figures are for, of one seat's stakes."""
        return stakes.get(self.wager, 0) - stakes.get(self.above, 0)

    def to_json(self) -> dict[str, str]:
        """Fractions as "n/d"."""
        return {
            name: f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value
            for name, value in self._asdict().items()
        }


class Expected(NamedTuple):
    """What the house may expect of a seat's round, in the money of the stakes."""

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


def favours(worths: Iterable[Worth]) -> tuple[Worth, ...]:
    """Those by which the player wins: none of them should be posted."""
    return tuple(worth for worth in worths if worth.edge < 0)


def expected(worths: Iterable[Worth], stakes: Mapping[str, int]) -> dict[str, Expected]:
    """By wager, what one seat's stakes bring; a wager that another is above has both."""
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
