"""All that the program asks of Four Card Prime's mathematics."""

from croupier.games.figures import Figures
from croupier.games.four_card_prime import choices, exact, guide
from croupier.games.four_card_prime.combinations import combinations
from croupier.games.four_card_prime.design import BONUSES, RECIPES
from croupier.games.four_card_prime.layout import LAYOUT
from croupier.games.four_card_prime.report import METHOD, UNMOVED, chart, results
from croupier.games.four_card_prime.rules import FOUR_CARD_PRIME
from croupier.games.four_card_prime.values import values
from croupier.games.four_card_prime.worst_deals import largest_wins, worst_deals
from croupier.odds.jackpots.cost import jackpot_worth
from croupier.odds.strategy.choices import Makers
from croupier.odds.strategy.guides import Guide

FIGURES = {
    FOUR_CARD_PRIME.id: Figures(
        solve=exact.solve,
        prepare=exact.prepare,
        net=exact.net,
        values=values,
        worths=exact.worths,
        net_by_wager=exact.net_by_wager,
        envy=exact.envy,
        jackpot_worth=jackpot_worth,
        guide=Guide(BONUSES, guide.strategies, exact.net, 1),
        makers=Makers(choices.optimal, choices.listed, choices.own, choices.SIMPLE),
        layout=LAYOUT,
        recipes=RECIPES,
        combinations=combinations,
        results=results,
        charts=chart,
        worst_deals=worst_deals,
        largest_wins=largest_wins,
        method=METHOD,
        unmoved=UNMOVED,
        quick=BONUSES,
    )
}
