"""All that the program asks of 4 Card Split's mathematics, in both versions."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from croupier.games.figures import Figures
from croupier.games.four_card_split import choices, exact, guide
from croupier.games.four_card_split.values import values
from croupier.odds import combinations, house_edge, verify
from croupier.odds.design.prices import Recipe, _antes, _blind
from croupier.odds.figures import House
from croupier.odds.printed_figures import V1_EDGES, V2_NETS
from croupier.odds.strategy.choices import Makers
from croupier.odds.strategy.guides import Guide
from croupier.report import main, worst_deals
from croupier.sim import layout

METHOD = (
    "For each of the player's four cards and the upcard, every split and every decision to play"
    " or fold each hand is valued against all draws and all dealer's hands. Each hand that is "
    "played is valued by itself; the joint result of both gives the distribution. The net is "
    "found twice, from the values and from the distribution, and the two must be equal."
)
RECIPES = {"blind": Recipe("blind", _blind), "ante": _antes("drawn", "instant")}
RECIPES_V1 = {**RECIPES, "ante.drawn": _antes("drawn"), "ante.instant": _antes("instant")}


def _no_parts(house: House) -> dict[str, Fraction]:
    """The blind is apart; which of two hands an ante lies on is not in the counts."""
    return {}


def _printed_v1(open_house: Callable[..., House], game: str) -> list[verify.Check]:
    edges = verify._split_edges(open_house, game, V1_EDGES, 4, -1)
    return [*edges, *verify._drawings(open_house, game)]


def _printed_v2(open_house: Callable[..., House], game: str) -> list[verify.Check]:
    edges = verify._split_edges(open_house, game, V2_NETS, 3, 1)
    hands = verify._combinations(open_house(game))
    return [*hands, *edges, *verify._drawings(open_house, game)]


def _figures(recipes: Mapping[str, Recipe], printed: Callable[..., list[verify.Check]]) -> Figures:
    return Figures(
        solve=exact.solve,
        prepare=exact.prepare,
        net=exact.net,
        values=values,
        worths=house_edge._split,
        net_by_wager=_no_parts,
        guide=Guide(("ante",), guide.strategies, exact.net, 1, guide.HOW, guide.NOTE),
        makers=Makers(choices.optimal, choices.listed, choices.own, choices.SIMPLE, bits=8),
        layout=layout._SPLIT,
        recipes=recipes,
        combinations=combinations._split,
        results=main._split,
        worst_deals=worst_deals._split,
        method=METHOD,
        quick=("ante",),
        printed=printed,
    )


FIGURES = {
    "4-card-split-v1": _figures(RECIPES_V1, _printed_v1),
    "4-card-split-v2": _figures(RECIPES, _printed_v2),
}
