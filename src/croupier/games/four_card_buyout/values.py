"""The value of buying, refusing and folding in one state of Buyout, counted card by card."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import Card
from croupier.cards.hands import points
from croupier.errors import BadCards
from croupier.games.four_card_buyout.exact import bonus_nets, nets
from croupier.games.four_card_buyout.loops.one_state import dealers_by_points, points_with
from croupier.games.four_card_buyout.loops.tally import FOLD, KINDS, LOSE, PUSH, WIN
from croupier.games.four_card_buyout.rules import playable
from croupier.odds.ev import Action, State, needs
from croupier.odds.figures import House

Ints = NDArray[np.int64]

points_beside = lru_cache(maxsize=52)(points_with)  # no pay is in it: the same in every state


def values(house: House, state: State, shown: list[Card]) -> list[Action]:
    needs(state, (2, 3), offer=True, game=house.game.id)
    left = np.full(KINDS, house.game.decks, np.int64)
    np.subtract.at(left, shown, 1)
    needed = 7 - len(state.cards)  # the dealer's three and a fifth, and a fourth card to be offered
    if left.sum() < needed:
        raise BadCards(f"{left.sum()} cards are left; the round needs {needed}", "cards/short")
    bonus = bonus_nets(house)
    counts, fewer = dealers_by_points(left, *points_beside(state.up))

    def final(cards: Sequence[int], bets: int, counts: Ints) -> Fraction:
        """A hand that is played on as it is, against the dealer's points."""
        score, main, total = points(cards), nets(), int(counts.sum())
        low, tied = int(counts[:score].sum()), int(counts[score])
        net = low * int(main[bets, WIN]) + tied * int(main[bets, PUSH])
        net += (total - low - tied) * int(main[bets, LOSE])
        return Fraction(net, total) + state.bonus * int(bonus[len(cards), score])

    def fold(bets: int) -> Fraction:
        return int(nets()[bets, FOLD]) + state.bonus * int(bonus[0, 0])

    def fourth(cards: tuple[int, ...], offer: int, counts: Ints) -> dict[str, Fraction]:
        actions = {}
        if playable(points((*cards, offer))):
            actions["buy"] = final((*cards, offer), 3, counts)
        if playable(points(cards)):
            actions["refuse"] = final(cards, 2, counts)
        return {**actions, "fold": fold(2)}

    assert state.offer is not None
    if len(state.cards) == 3:
        return [Action(*pair) for pair in fourth(state.cards, state.offer, counts).items()]

    bought, worth = (*state.cards, state.offer), Fraction(0)
    for kind in map(int, np.nonzero(left)[0]):
        worth += int(left[kind]) * max(fourth(bought, kind, fewer[kind]).values())
    actions = {"buy": worth / int(left.sum())}
    if playable(points(state.cards)):
        actions["refuse"] = final(state.cards, 1, counts)
    return [Action(*pair) for pair in {**actions, "fold": fold(1)}.items()]
