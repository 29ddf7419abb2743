"""Buyout's mathematics for the rest of the program, with one deck and with six."""

from collections.abc import Callable
from itertools import product

from croupier.games.figures import Figures, Layout, Reach, extremes
from croupier.games.four_card_buyout import choices, exact, guide, printed, report, rules
from croupier.games.four_card_buyout.countable import HANDS, SCORES
from croupier.games.four_card_buyout.loops import rounds
from croupier.games.four_card_buyout.values import at_choice, values
from croupier.kernels.rounds import GameLoop
from croupier.odds.figures import PostedTable
from croupier.odds.solve import Check
from croupier.odds.strategy.choices import Makers
from croupier.odds.strategy.guides import Guide, by_rules


def _named(choice: str) -> dict[int, str]:
    return {code: f"{choice}: {name}" for code, name in enumerate(rules.ACTIONS)}


def reach(table: PostedTable, seats: int) -> Reach:
    bonus = table.steps(rules.BONUS)
    first, second, third = report.bet_extremes()
    (paid,) = extremes(
        rules.settle_bonus(folded, score, cards, needs_four, bonus)
        for folded, score, cards, needs_four in product((0, 1), SCORES, HANDS, (0, 1))
    )
    return {rounds.FIRST: first, rounds.SECOND: second, rounds.THIRD: third, rounds.BONUS: paid}


def _layout(game: GameLoop) -> Layout:
    """One deck and six have the same columns, but separate loops."""
    return Layout(
        game=game,
        wagers=rounds.WAGERS,
        mains=rounds.MAINS,
        meters=rounds.METERS,
        tables=rounds.TABLES,
        options=lambda table: [int(table.options[name]) for name in rounds.OPTIONS],
        choices=(rules.THIRD_CARD, rules.FOURTH_CARD),
        decisions=(_named(rules.THIRD_CARD), _named(rules.FOURTH_CARD)),
        reach=reach,
    )


ONE_DECK, SIX_DECKS = _layout(rounds.ONE_DECK), _layout(rounds.SIX_DECKS)


def _figures(layout: Layout, checks: Callable[..., list[Check]]) -> Figures:
    return Figures(
        solve=exact.solve,
        prepare=exact.prepare,
        net=exact.net,
        values=values,
        at_choice=at_choice,
        worths=exact.worths,
        together=exact.together,
        net_by_wager=exact.net_by_wager,
        guide=Guide((), by_rules(guide.playbook), 2, note=guide.NOTE, remind=guide.remind),
        makers=Makers(choices.optimal, choices.listed, choices.own, choices.SIMPLE),
        layout=layout,
        recipes=report.RECIPES,
        combinations=report.combinations,
        results=report.results,
        worst_deals=report.worst_deals,
        largest_wins=report.largest_wins,
        method=report.METHOD,
        choices_note=report.OF_CHOICES,
        unit="first bet",
        further_note=report.FURTHER,
        unmoved=report.UNMOVED,
        printed=checks,
    )


FIGURES = {
    rules.ULTIMATE_4_CARD_BUYOUT.id: _figures(ONE_DECK, printed.of_one_deck),
    rules.FOUR_CARD_BUYOUT.id: _figures(SIX_DECKS, printed.of_six_decks),
}
