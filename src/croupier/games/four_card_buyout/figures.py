"""All that the program asks of Buyout's mathematics, with one deck and with six."""

from collections.abc import Callable

from croupier.games.figures import Figures
from croupier.games.four_card_buyout import choices, combinations, exact, guide, printed, report
from croupier.games.four_card_buyout.layout import ONE_DECK, SIX_DECKS
from croupier.games.four_card_buyout.rules import FOUR_CARD_BUYOUT, ULTIMATE_4_CARD_BUYOUT
from croupier.games.four_card_buyout.values import values
from croupier.odds.strategy.choices import Makers
from croupier.odds.strategy.guides import Guide
from croupier.odds.verify import Check
from croupier.sim.layout import Played


def _figures(layout: Played, checks: Callable[..., list[Check]]) -> Figures:
    return Figures(
        solve=exact.solve,
        prepare=exact.prepare,
        net=exact.net,
        values=values,
        worths=exact.worths,
        net_by_wager=exact.net_by_wager,
        guide=Guide((), guide.strategies, exact.net, 2, note=guide.NOTE),
        makers=Makers(choices.optimal, choices.listed, choices.own, choices.SIMPLE),
        layout=layout,
        recipes=combinations.RECIPES,
        combinations=combinations.combinations,
        results=report.results,
        worst_deals=report.worst_deals,
        method=report.METHOD,
        choices_note=report.OF_CHOICES,
        unit="first bet",
        further_note=report.FURTHER,
        unmoved=report.UNMOVED,
        printed=checks,
    )


FIGURES = {
    ULTIMATE_4_CARD_BUYOUT.id: _figures(ONE_DECK, printed.of_one_deck),
    FOUR_CARD_BUYOUT.id: _figures(SIX_DECKS, printed.of_six_decks),
}
