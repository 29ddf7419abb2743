"""The figures of a table; and what prices changed tables of it, many times a second."""

from croupier.games.figures import figures_of
from croupier.odds.figures import House, Odds, Pricing


def solve(house: House) -> Odds:
    """All figures of a table under optimal play."""
    return figures_of(house.game.id).solve(house)


def prepare(house: House) -> Pricing:
    """Counts what no pay changes. The answer prices any table of the same game and options.

    It gives the nets that `solve` gives, under the play that is best for the table asked about.
    """
    return figures_of(house.game.id, "its tables cannot be priced").prepare(house)
