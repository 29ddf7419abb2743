"""The solver of each game, by id; and what prices changed tables of it, many times a second."""

from collections.abc import Callable, Mapping

from croupier.games.four_card_buyout import exact as four_card_buyout
from croupier.games.four_card_prime import exact as four_card_prime
from croupier.games.four_card_split import exact as four_card_split
from croupier.odds.figures import House, Odds, Pricing, check_solved

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
    check_solved(house, SOLVERS, "there are no odds of it")
    return SOLVERS[house.game.id](house)


def prepare(house: House) -> Pricing:
    """Counts what no pay changes. The answer prices any table of the same game and options.

    It gives the nets that `solve` gives, under the play that is best for the table asked about.
    """
    check_solved(house, PRICERS, "its tables cannot be priced")
    return PRICERS[house.game.id](house)
