"""Four Card Prime's mathematics for the rest of the program; its simulation and its designs."""

from collections.abc import Callable, Sequence
from itertools import product

from croupier.errors import RuleError
from croupier.games.figures import Figures, Layout, Reach, edges, extremes
from croupier.games.four_card_prime import choices, exact, guide, report, rules
from croupier.games.four_card_prime.counts import counted
from croupier.games.four_card_prime.exact import played, side_results
from croupier.games.four_card_prime.loops import rounds
from croupier.games.four_card_prime.rules import (
    ACTIONS,
    CHOICE,
    FOUR_CARD_PRIME,
    TIMES,
    envy_barred,
)
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
    numbers = {**table.options, "envy_barred": envy_barred(table.options)}
    return [int(numbers[name]) for name in rounds.OPTIONS]


def reach(table: PostedTable, seats: int) -> Reach:
    """Envy pays at its extremes if all other seats hold the same hand, so only that is tried."""
    (win, beat, baby, prime, bad_beat, amounts, percents, *four) = map(table.steps, rounds.TABLES)
    copy_pays, barred, multiple = options(table)
    ante, raised = extremes(
        rules.settle(times, score, score + less, win, beat)
        for times, score, less in product(TIMES, edges(win, beat), (-1, 0, 1))
    )
    sides = [
        *extremes(rules.pays(score, baby) for score in edges(baby)),
        *extremes(rules.pays(score, prime) for score in edges(prime)),
        *extremes(
            rules.settle_bad_beat(score, copied, copy_pays, bad_beat)
            for score, copied in product(edges(bad_beat), (0, 1))
        ),
    ]
    five, of_five_meter = extremes(
        rules.settle_jackpot(score, amounts, percents) for score in edges(amounts, percents)
    )
    four_card, of_four_meter = extremes(
        rules.settle_envy_jackpot(score, (other,) * many, barred, multiple, *four)
        for score, other, many in product(edges(*four), edges(*four), (0, seats - 1))
    )
    return {
        rounds.ANTE: ante,
        rounds.RAISE: raised,
        **dict(zip((rounds.ACES_BABY, rounds.PRIME, rounds.BAD_BEAT), sides, strict=True)),
        rounds.FIVE_CARD: five,
        rounds.FOUR_CARD: four_card,
        rounds.FIVE_METER: of_five_meter,
        rounds.FOUR_METER: of_four_meter,
    }


LAYOUT = Layout(
    game=rounds.GAME,
    wagers=rounds.WAGERS,
    mains=rounds.MAINS,
    meters=rounds.METERS,
    tables=rounds.TABLES,
    options=options,
    choices=(CHOICE.name,),
    decisions=(dict(enumerate(option.name for option in ACTIONS)),),
    reach=reach,
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
        own_jackpot=exact.own_jackpot,
        envy=exact.envy,
        jackpot_worth=jackpot_worth,
        guide=Guide(BONUSES, by_rules(guide.playbook), 1, remind=guide.remind),
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
