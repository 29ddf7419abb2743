"""4 Card Split: the exact value of every legal way to split, play and fold one hand."""

from collections.abc import Callable
from fractions import Fraction
from math import comb

import numpy as np

from croupier.cards.card import Card, mask, text
from croupier.cards.hands import three_card
from croupier.errors import BadCards
from croupier.games.four_card_split.loops.values import dealers_counts, dealers_scores, played
from croupier.games.four_card_split.rules import (
    DEALERS,
    FOLD_ALL_WAY,
    THREES,
    instant_winner,
    legal_ways,
    settle_all_folded,
    settle_hand,
)
from croupier.odds.ev import Action, State, needs
from croupier.odds.figures import House

Cards = tuple[Card, ...]


def values(house: House, state: State, shown: list[Card]) -> list[Action]:
    needs(state, (4,), offer=False, game=house.game.id)
    left = [card for card in range(52) if card not in shown]
    if len(left) < 5:
        raise BadCards(f"{len(left)} cards are left; the round needs five", "cards/short")
    tables = house.steps("ante.drawn"), house.steps("ante.instant")
    ways = _ways(state.cards)
    threes = [three_card(mask(first)) for first, _ in ways[:THREES]]
    legal = legal_ways(*map(instant_winner, threes))
    may_fold = legal >> FOLD_ALL_WAY & 1
    play = _playing(house, left, state.up)
    fold = Fraction(sum(settle_hand(0, 0, 0, 0, 0, *tables)[1:]))
    actions = []
    for way, (first, second) in enumerate(ways):
        if not legal >> way & 1:
            continue
        if may_fold:
            ones = {"play": play(first), "fold": fold}
        else:
            ones = {"instant": Fraction(sum(settle_hand(0, 1, threes[way], 0, 0, *tables)[1:]))}
        actions += _decisions(first, second, ones, {"play": play(second), "fold": fold})
    if may_fold:
        whole = (text(state.cards), "")  # all four are folded as they were dealt
        net = Fraction(sum(settle_all_folded()[1:]))
        actions.append(Action("fold", net, whole, ("fold", "fold")))
    return actions


def _ways(cards: Cards) -> list[tuple[Cards, Cards]]:
    """The two hands of each way: without each card, then by the partner of the first one."""
    a, b, c, d = cards
    ones: list[tuple[Cards, Cards]] = [
        (tuple(card for card in cards if card != alone), (alone,)) for alone in cards
    ]
    return [*ones, ((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]


def _playing(house: House, left: list[int], up: Card) -> Callable[[Cards], Fraction]:
    """What a hand wins that is played, from the unseen cards."""
    dealer, rest = DEALERS[house.game.id], np.array(left, np.int64)
    made = dealers_scores(rest, up, dealer.any_three)
    scores = np.unique(made[made >= 0])
    counts = dealers_counts(made, scores)
    drawn = np.array(house.steps("ante.drawn"), np.int64)

    def play(hand: Cards) -> Fraction:
        cards, draws = np.array(hand, np.int64), 3 - len(hand)
        net = played(cards, rest, counts, scores, dealer.qualifier, drawn)
        return Fraction(int(net), comb(len(left), draws) * comb(len(left) - draws, 3))

    return play


def _decisions(
    first: Cards, second: Cards, ones: dict[str, Fraction], others: dict[str, Fraction]
) -> list[Action]:
    halves = (text(first), text(second))
    return [
        Action(f"{halves[0]} / {halves[1]}: {one}, {two}", net + more, halves, (one, two))
        for one, net in ones.items()
        for two, more in others.items()
    ]
