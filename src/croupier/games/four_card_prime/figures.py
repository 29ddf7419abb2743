"""All that the program asks of Four Card Prime's mathematics; its simulation, its designs."""

from collections.abc import Callable, Sequence

from croupier.errors import RuleError
from croupier.games.figures import Figures, Layout
from croupier.games.four_card_prime import choices, exact, guide, report
from croupier.games.four_card_prime.counts import counted
from croupier.games.four_card_prime.exact import played, side_results
from croupier.games.four_card_prime.loops import rounds
from croupier.games.four_card_prime.rules import ACTIONS, CHOICE, FOUR_CARD_PRIME, envy_barred
from croupier.games.four_card_prime.values import values
from croupier.odds.design.search import Price, Recipe, priced_by
from croupier.odds.figures import Distribution, PostedTable
from croupier.odds.hand_counts import five_card_counts
from croupier.odds.jackpots.cost import jackpot_worth
from croupier.odds.strategy.choices import Makers
from croupier.odds.strategy.guides import Guide, by_rules

BONUSES = ("win_bonus", "bad_beat_bonus")  # their pays change how a hand is played


def options(table: PostedTable) -> Sequence[int]:
    """The house's options as numbers, in the order of the loop."""
    as_numbers = {"envy_barred": envy_barred(table.options)}
    return [
        as_numbers[name] if name in as_numbers else int(table.options[name])
        for name in rounds.OPTIONS
    ]


LAYOUT = Layout(
    game=rounds.GAME,
    wagers=rounds.WAGERS,
    mains=rounds.MAINS,
    meters=rounds.METERS,
    tables=rounds.TABLES,
    options=options,
    choices=(CHOICE.name,),
    decisions=(dict(enumerate(option.name for option in ACTIONS)),),
)


def side(wager: str) -> Callable[[PostedTable], Price]:
    def prepare(table: PostedTable) -> Price:
        counts, hands = counted(table), five_card_counts()

        def results(table: PostedTable) -> Distribution:
            wagers = side_results(table, counts, hands)
            if wager not in wagers:
                raise RuleError(f"this table does not offer the {wager}", "design/not_offered")
            return wagers[wager]

        return priced_by(results)

    return prepare


def main(table: PostedTable) -> Price:
    counts = counted(table)
    return priced_by(lambda table: played(table, counts)[0])


RECIPES = {
    **{
        wager.table: Recipe(wager.table, side(wager.name))
        for wager in FOUR_CARD_PRIME.wagers
        if wager.table
    },
    **{group: Recipe(group, main, decides=True) for group in BONUSES},
}


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
        guide=Guide(BONUSES, by_rules(guide.playbook), 1),
        makers=Makers(choices.optimal, choices.listed, choices.own, choices.SIMPLE),
        layout=LAYOUT,
        recipes=RECIPES,
        combinations=report.combinations,
        results=report.results,
        charts=report.chart,
        worst_deals=report.worst_deals,
        largest_wins=report.largest_wins,
        method=report.METHOD,
        unmoved=report.UNMOVED,
        quick=BONUSES,
    )
}
