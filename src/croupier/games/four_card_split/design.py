"""4 Card Split's tables in the design search: what each is priced by."""

from functools import partial

from croupier.games.four_card_split import exact
from croupier.odds.design.prices import Price, Priced, Recipe
from croupier.odds.figures import MAIN, PostedTable, distribution
from croupier.odds.hand_counts import four_card_counts
from croupier.rules.paytable import prize


def _blind(table: PostedTable) -> Price:
    scores = four_card_counts()

    def price(table: PostedTable) -> Priced:
        results = distribution(scores, partial(prize, table.steps("blind")))
        return Priced(results.mean, results)

    return price


def _ante(table: PostedTable) -> Price:
    """The whole round; how its results fall would take minutes for each table."""
    pricing = exact.prepare(table)
    return lambda table: Priced(pricing(table)[MAIN])


def _antes(*columns: str) -> Recipe:
    return Recipe("ante", _ante, decides=True, columns=columns, adds_up=False)


RECIPES = {"blind": Recipe("blind", _blind), "ante": _antes("drawn", "instant")}
RECIPES_V1 = {**RECIPES, "ante.drawn": _antes("drawn"), "ante.instant": _antes("instant")}
