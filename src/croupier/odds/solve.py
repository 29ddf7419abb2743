"""The solver of each game, by id."""

from collections.abc import Callable, Mapping

from croupier.errors import RuleError
from croupier.odds import four_card_buyout, four_card_prime, four_card_split
from croupier.odds.figures import House, Odds

SOLVERS: Mapping[str, Callable[..., Odds]] = {
    "ultimate-4-card-buyout": four_card_buyout.solve,
    "4-card-buyout": four_card_buyout.solve,
    "4-card-split-v1": four_card_split.solve,
    "4-card-split-v2": four_card_split.solve,
    "four-card-prime": four_card_prime.solve,
}


def solve(house: House) -> Odds:
    """All figures of a table under optimal play."""
    if house.game.id not in SOLVERS:
        raise RuleError(f"no solver for {house.game.id}; there is one for {', '.join(SOLVERS)}")
    return SOLVERS[house.game.id](house)
