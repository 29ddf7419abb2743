"""The solver of each game, by id; and what prices changed tables of it, many times a second."""

from collections.abc import Callable, Mapping

from croupier.errors import RuleError
from croupier.odds import four_card_buyout, four_card_prime, four_card_split
from croupier.odds.figures import House, Odds, Pricing

SOLVERS: Mapping[str, Callable[..., Odds]] = {
    "ultimate-4-card-buyout": four_card_buyout.solve,
    "4-card-buyout": four_card_buyout.solve,
    "4-card-split-v1": four_card_split.solve,
    "4-card-split-v2": four_card_split.solve,
    "four-card-prime": four_card_prime.solve,
}

PRICERS: Mapping[str, Callable[..., Pricing]] = {
    "ultimate-4-card-buyout": four_card_buyout.prepare,
    "4-card-buyout": four_card_buyout.prepare,
    "4-card-split-v1": four_card_split.prepare,
    "4-card-split-v2": four_card_split.prepare,
    "four-card-prime": four_card_prime.prepare,
}


def solve(house: House) -> Odds:
    """All figures of a table under optimal play."""
    _check(house)
    return SOLVERS[house.game.id](house)


def prepare(house: House) -> Pricing:
    """Counts what no pay changes. The answer prices any table of the same game and options.

    It gives the nets that `solve` gives, under the play that is best for the table asked about.
    """
    _check(house)
    return PRICERS[house.game.id](house)


def _check(house: House) -> None:
    if house.game.id not in SOLVERS:
        raise RuleError(f"no solver for {house.game.id}; there is one for {', '.join(SOLVERS)}")
