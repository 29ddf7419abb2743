"""All that the program asks of 4 Card Split's mathematics, in both versions."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from croupier.games.figures import Figures
from croupier.games.four_card_split import choices, exact, guide, printed, report
from croupier.games.four_card_split.combinations import combinations
from croupier.games.four_card_split.design import RECIPES, RECIPES_V1
from croupier.games.four_card_split.layout import LAYOUT
from croupier.games.four_card_split.rules import FOUR_CARD_SPLIT_V1, FOUR_CARD_SPLIT_V2
from croupier.games.four_card_split.values import values
from croupier.odds.design.prices import Recipe
from croupier.odds.figures import PostedTable
from croupier.odds.strategy.choices import Makers
from croupier.odds.strategy.guides import Guide
from croupier.odds.verify import Check


def _no_parts(table: PostedTable) -> dict[str, Fraction]:
    """The blind is apart; which of two hands an ante lies on is not in the counts."""
    return {}


def _figures(recipes: Mapping[str, Recipe], checks: Callable[..., list[Check]]) -> Figures:
    return Figures(
        solve=exact.solve,
        prepare=exact.prepare,
        net=exact.net,
        values=values,
        worths=exact.worths,
        net_by_wager=_no_parts,
        guide=Guide(("ante",), guide.strategies, exact.net, 1, guide.HOW, guide.NOTE),
        makers=Makers(choices.optimal, choices.listed, choices.own, choices.SIMPLE, bits=8),
        layout=LAYOUT,
        recipes=recipes,
        combinations=combinations,
        results=report.results,
        worst_deals=report.worst_deals,
        method=report.METHOD,
        unit="ante",
        quick=("ante",),
        printed=checks,
    )


FIGURES = {
    FOUR_CARD_SPLIT_V1.id: _figures(RECIPES_V1, printed.of_version_1),
    FOUR_CARD_SPLIT_V2.id: _figures(RECIPES, printed.of_version_2),
}
