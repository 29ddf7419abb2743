"""All that the program asks of Buyout's mathematics, with one deck and with six."""

from collections.abc import Callable

from croupier.games.figures import Figures
from croupier.games.four_card_buyout import choices, exact, guide
from croupier.odds import combinations, ev, house_edge, net_by_wager, verify
from croupier.odds.design.prices import Recipe, _bonus_alone, _bonus_beside
from croupier.odds.figures import House
from croupier.odds.strategy.choices import Makers
from croupier.odds.strategy.guides import Guide
from croupier.report import main, worst_deals
from croupier.sim import layout

METHOD = (
    "Cards are counted as kinds with a stock of each. For every upcard and every sequence of "
    "cards offered, the value of buying, refusing and folding is found backwards from the last "
    "card, against the dealer's hands counted by points, including his fifth card where he must"
    " draw. The bonus is priced three ways: beside play that is best without it, with play that"
    " is best for both, and alone on four cards."
)
OF_CHOICES = (
    "For the third card of all rounds; for the fourth card of the rounds that come to it, which"
    " are those that bought the third."
)


def _printed_of_one_deck(open_house: Callable[..., House], game: str) -> list[verify.Check]:
    return [*verify._scores(open_house(game)), *verify._unreachable(open_house(game))]


def _printed_of_six_decks(open_house: Callable[..., House], game: str) -> list[verify.Check]:
    return [*verify._scores(open_house(game)), *verify._favours(open_house, game)]


def _figures(game: str, printed: Callable[..., list[verify.Check]]) -> Figures:
    return Figures(
        solve=exact.solve,
        prepare=exact.prepare,
        net=exact.net,
        values=ev._buyout,
        worths=house_edge._buyout,
        net_by_wager=net_by_wager._buyout,
        guide=Guide((), guide.strategies, exact.net, 2, note=guide.NOTE),
        makers=Makers(choices.optimal, choices.listed, choices.own, choices.SIMPLE),
        layout=layout._BUYOUT._replace(loop=game),
        recipes={
            "bonus": Recipe("bonus", _bonus_beside),
            "bonus alone": Recipe("bonus", _bonus_alone),
        },
        combinations=combinations._buyout,
        results=main._buyout,
        worst_deals=worst_deals._buyout,
        method=METHOD,
        choices_note=OF_CHOICES,
        printed=printed,
    )


FIGURES = {
    "ultimate-4-card-buyout": _figures("ultimate-4-card-buyout", _printed_of_one_deck),
    "4-card-buyout": _figures("4-card-buyout", _printed_of_six_decks),
}
