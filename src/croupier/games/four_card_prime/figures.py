"""All that the program asks of Four Card Prime's mathematics."""

from croupier.games.figures import Figures
from croupier.games.four_card_prime import choices, exact, guide
from croupier.odds import combinations, ev, house_edge, net_by_wager
from croupier.odds.design.prices import Recipe, _prime_main, _side
from croupier.odds.strategy.choices import Makers
from croupier.odds.strategy.guides import Guide
from croupier.report import main, strategy, worst_deals
from croupier.sim import layout

METHOD = (
    "For each upcard the dealer's sets of five further cards are swept in order of rank; for "
    "each player's hand the dealer's hands that it beats and copies are counted by inclusion "
    "and exclusion over the cards it holds. Each raise is then valued exactly."
)
RECIPES = {
    "aces_baby": Recipe("aces_baby", _side("aces baby")),
    "prime": Recipe("prime", _side("prime")),
    "bad_beat_wager": Recipe("bad_beat_wager", _side("bad beat")),
    "five_card_jackpot": Recipe("five_card_jackpot", _side("five card jackpot")),
    "four_card_jackpot": Recipe("four_card_jackpot", _side("four card jackpot")),
    "win_bonus": Recipe("win_bonus", _prime_main, decides=True),
    "bad_beat_bonus": Recipe("bad_beat_bonus", _prime_main, decides=True),
}
BONUSES = ("win_bonus", "bad_beat_bonus")

FIGURES = {
    "four-card-prime": Figures(
        solve=exact.solve,
        prepare=exact.prepare,
        net=exact.net,
        values=ev._prime,
        worths=house_edge._prime,
        net_by_wager=net_by_wager._prime,
        guide=Guide(BONUSES, guide.strategies, exact.net, 1),
        makers=Makers(choices.optimal, choices.listed, choices.own, choices.SIMPLE),
        layout=layout._PRIME,
        recipes=RECIPES,
        combinations=combinations._prime,
        results=main._prime,
        charts=strategy._prime,
        worst_deals=worst_deals._prime,
        method=METHOD,
        quick=BONUSES,
    )
}
