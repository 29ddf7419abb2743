"""Buyout, each choice by itself: what it is worth to buy, and to pass, in every state.

To pass is to refuse the card, or to fold where the kept cards are not playable: a fold loses what a
refused card may win or lose, so it is never the better one.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import card_points, points
from croupier.kernels.compiled import inlined, kernel
from croupier.kernels.four_card_buyout import (
    FOLD,
    KINDS,
    beaten,
    choose,
    held,
    place_of_three,
    worth_of,
)
from croupier.rules.four_card_buyout import playable

Ints = NDArray[np.int64]
Tables = tuple[Ints, Ints, NDArray[np.bool_]]  # of the dealer's hands

PASS, BUY = 0, 1


@inlined
def worth_to_keep(
    cards: Ints, seen: int, kept: int, upcard: int, unseen: int, tables: Tables, main: Ints
) -> int:
    """The first `kept` of the `seen` cards against every outcome of the dealer's."""
    stands, draws, must_draw = tables
    outcomes = choose(unseen, 3) * (unseen - 3)
    score = points(cards[:kept])
    if not playable(score):
        return main[kept - 1, FOLD] * outcomes
    work, no_bonus = np.empty(5, np.int64), np.zeros((5, 45), np.int64)
    low, high = beaten(cards, seen, score, upcard, unseen, stands, draws, must_draw, work)
    return worth_of(kept - 1, kept, score, low, high, outcomes, main, no_bonus)


@kernel
def fourth_card(
    upcard: int, stock: Ints, threes: Ints, tables: Tables, main: Ints
) -> tuple[Ints, Ints, Ints]:
    """For each three cards and each offer: points without it and with it, such cards, worths."""
    unseen = stock.sum() - 4
    seen = np.zeros((len(threes), KINDS, 2), np.int64)
    free = np.zeros((len(threes), KINDS), np.int64)
    worth = np.zeros((len(threes), KINDS, 2), np.int64)
    cards = np.empty(4, np.int64)
    for row in range(len(threes)):
        for i in range(3):
            cards[i] = threes[row, i]
        for offer in range(KINDS):
            cards[3] = offer
            seen[row, offer, PASS], seen[row, offer, BUY] = points(cards[:3]), points(cards)
            free[row, offer] = max(stock[offer] - held(cards, 3, offer), 0)
            if free[row, offer] > 0:
                for action in range(2):
                    worth[row, offer, action] = worth_to_keep(
                        cards, 4, 3 + action, upcard, unseen, tables, main
                    )
    return seen, free, worth


@kernel
def third_card(
    upcard: int, stock: Ints, same: Ints, tables: Tables, main: Ints
) -> tuple[Ints, Ints, Ints, Ints]:
    """For each two cards and each offer: such rounds, the place of all three, what they show
    (their points, the worth of the highest card and of the second), the worth of a pass.
    """
    unseen = stock.sum() - 3
    size = KINDS * (KINDS + 1) // 2 * KINDS
    rounds, three = np.zeros(size, np.int64), np.zeros(size, np.int64)
    seen, passed = np.zeros((size, 3), np.int64), np.zeros(size, np.int64)
    cards, faces = np.empty(3, np.int64), np.empty(3, np.int64)
    at = 0
    for b in range(KINDS):
        for a in range(b + 1):
            ways = stock[a] * stock[b] if a != b else stock[a] * (stock[a] - 1) // 2
            for offer in range(KINDS):
                cards[0], cards[1], cards[2] = a, b, offer
                rounds[at] = max(ways * (stock[offer] - held(cards, 2, offer)), 0)
                three[at] = same[place_of_three(a, b, offer)]
                for i in range(3):
                    faces[i] = card_points(cards[i])
                faces.sort()
                seen[at, 0], seen[at, 1], seen[at, 2] = points(cards), faces[2], faces[1]
                if rounds[at] > 0:
                    passed[at] = worth_to_keep(cards, 3, 2, upcard, unseen, tables, main)
                at += 1
    return rounds, three, seen, passed
