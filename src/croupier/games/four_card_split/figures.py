"""All that the program asks of 4 Card Split's mathematics, in both versions; its designs."""

from collections.abc import Callable, Mapping, Sequence

from croupier.games.figures import Figures, Layout, Reach, edges, extremes
from croupier.games.four_card_split import choices, exact, guide, printed, report, rules
from croupier.games.four_card_split.loops import rounds
from croupier.games.four_card_split.values import at_choice, values
from croupier.odds.design.search import Price, Priced, Recipe, priced_by
from croupier.odds.figures import MAIN, PostedTable
from croupier.odds.solve import Check
from croupier.odds.strategy.choices import Makers
from croupier.odds.strategy.guides import Guide


def _blind(table: PostedTable) -> Price:
    scores = exact.four_card_counts()
    return priced_by(lambda table: exact.blind_results(table, scores))


def _ante(table: PostedTable) -> Price:
    """The whole round; how its results fall would take minutes for each table."""
    pricing = exact.prepare(table)
    return lambda table: Priced(pricing(table)[MAIN])


def _antes(*columns: str) -> Recipe:
    return Recipe("ante", _ante, decides=True, columns=columns, adds_up=False)


RECIPES = {"blind": Recipe("blind", _blind), "ante": _antes("drawn", "instant")}
RECIPES_V1 = {**RECIPES, "ante.drawn": _antes("drawn"), "ante.instant": _antes("instant")}


def options(table: PostedTable) -> Sequence[int]:
    """How the dealer's hand is made, in the order of the loop."""
    dealer = rules.DEALERS[table.game.id]
    named = {"any three": int(dealer.any_three), "qualifier": dealer.qualifier}
    return [named[name] for name in rounds.OPTIONS]


def reach(table: PostedTable, seats: int) -> Reach:
    blind = table.steps("blind")
    ante, play = report.hand_extremes(table)
    (paid,) = extremes(rules.settle_blind(score, blind) for score in edges(blind))
    return {
        **dict.fromkeys((rounds.ANTE_1, rounds.ANTE_2), ante),
        **dict.fromkeys((rounds.PLAY_1, rounds.PLAY_2), play),
        rounds.BLIND: paid,
    }


def _decisions() -> dict[int, str]:
    """As the exact figures name them: how the cards are split, and how many hands are played."""
    three_and_one, two_and_two, fold_all = exact.WAYS
    return {
        way << 2 | plays: f"{kind}, {(plays & 1) + (plays >> 1)} played"
        for way in range(rules.FOLD_ALL_WAY + 1)
        for kind in [
            fold_all
            if way == rules.FOLD_ALL_WAY
            else three_and_one
            if way < rules.THREES
            else two_and_two
        ]
        for plays in range(4)
    }


LAYOUT = Layout(
    game=rounds.GAME,
    wagers=rounds.WAGERS,
    mains=rounds.MAINS,
    meters=rounds.METERS,
    tables=rounds.TABLES,
    options=options,
    choices=(rules.SPLIT,),
    decisions=(_decisions(),),
    reach=reach,
)


def _figures(recipes: Mapping[str, Recipe], checks: Callable[..., list[Check]]) -> Figures:
    return Figures(
        solve=exact.solve,
        prepare=exact.prepare,
        net=exact.net,
        values=values,
        at_choice=at_choice,
        worths=exact.worths,
        net_by_wager=lambda _: {},  # the blind is apart; which ante a hand has is not counted
        guide=Guide(("ante",), guide.strategies, 1, guide.HOW, guide.NOTE, guide.remind),
        makers=Makers(choices.optimal, choices.listed, choices.own, choices.SIMPLE),
        layout=LAYOUT,
        recipes=recipes,
        combinations=report.combinations,
        results=report.results,
        worst_deals=report.worst_deals,
        largest_wins=report.largest_wins,
        method=report.METHOD,
        unit="ante",
        quick=("ante",),
        printed=checks,
    )


FIGURES = {
    rules.FOUR_CARD_SPLIT_V1.id: _figures(RECIPES_V1, printed.of_version_1),
    rules.FOUR_CARD_SPLIT_V2.id: _figures(RECIPES, printed.of_version_2),
}
