"""The value of buying, refusing and folding in one state of Buyout, counted card by card."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from croupier.cards.card import Card
from croupier.cards.hands import points
from croupier.errors import BadCards
from croupier.games.four_card_buyout import rules
from croupier.games.four_card_buyout.exact import bonus_nets, nets
from croupier.games.four_card_buyout.loops.values import dealers_by_points, points_with
from croupier.kernels.arrays import Ints
from croupier.kernels.card_sets import KINDS
from croupier.odds.figures import PostedTable
from croupier.odds.position import Position, hand_values
from croupier.odds.solve import Action, State, needs

points_beside = lru_cache(maxsize=52)(points_with)  # independent of pays: the same in every state


def values(table: PostedTable, state: State, shown: list[Card]) -> list[Action]:
    needs(state, (2, 3), offer=True, game=table.game.id)
    left = np.full(KINDS, table.game.decks, np.int64)
    np.subtract.at(left, shown, 1)
    needed = 7 - len(state.cards)  # the dealer's three and a fifth, and a fourth card to be offered
    if left.sum() < needed:
        raise BadCards(f"{left.sum()} cards are left; the round needs {needed}", "cards/short")
    bonus = bonus_nets(table)
    counts, fewer = dealers_by_points(left, *points_beside(state.up))

    def played(cards: Sequence[int], counts: Ints) -> Fraction:
        """A hand that is played as it is, against the dealer's points."""
        score, main, total = points(cards), nets()[rules.bets_on(len(cards))], int(counts.sum())
        low, tied = int(counts[:score].sum()), int(counts[score])
        net = low * int(main[rules.WON]) + tied * int(main[rules.PUSHED])
        net += (total - low - tied) * int(main[rules.LOST])
        return Fraction(net, total) + state.bonus * int(bonus[len(cards), score])

    def folded(cards: Sequence[int]) -> Fraction:
        return int(nets()[rules.bets_on(len(cards)), rules.FOLDED]) + state.bonus * int(bonus[0, 0])

    def fourth(cards: tuple[int, ...], offer: int, counts: Ints) -> dict[str, Fraction]:
        bought = (*cards, offer)
        worths = (folded(cards), played(cards, counts), played(bought, counts))
        return legal(rules.fourth_options(points(cards), points(bought)), worths)

    def third(cards: tuple[int, ...], offer: int) -> dict[str, Fraction]:
        bought, worth = (*cards, offer), Fraction(0)
        for kind in map(int, np.nonzero(left)[0]):
            worth += int(left[kind]) * max(fourth(bought, kind, fewer[kind]).values())
        worths = (folded(cards), played(cards, counts), worth / int(left.sum()))
        return legal(rules.third_options(points(cards)), worths)

    assert state.offer is not None
    if len(state.cards) == 3:
        actions = fourth(state.cards, state.offer, counts)
    else:
        actions = third(state.cards, state.offer)
    return [Action(*pair) for pair in actions.items()]


def legal(options: int, worths: Sequence[Fraction]) -> dict[str, Fraction]:
    """The worths of the legal actions, by name, the largest bet first."""
    codes = (rules.BUY, rules.REFUSE, rules.FOLD)
    return {rules.ACTIONS[code]: worths[code] for code in codes if options >> code & 1}


def at_choice(table: PostedTable, at: Position) -> list[Action]:
    """A bonus bet is at stake in every choice."""
    bonus = Fraction(at.wagers.get(rules.BONUS, 0), at.wagers[rules.FIRST])
    return hand_values(table, at, bonus)
