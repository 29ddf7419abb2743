"""Every deal of a few cards to two or three seats: the reference for jackpots by seats."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations

import numpy as np

from croupier.cards.card import mask
from croupier.odds.hand_counts import five_card_counts
from croupier.odds.jackpots.disjoint import Winners, winners
from croupier.table.table import Table

SMALL = tuple(13 * suit + rank for suit in range(4) for rank in (9, 10, 11, 12))  # J to A
TWO_SUITS = tuple(13 * suit + rank for suit in range(2) for rank in range(5, 13))  # 7 to A
FOUR, FIVE = "four_card_jackpot", "five_card_jackpot"


def found(table: Table, group: str, deck: tuple[int, ...]) -> Winners:
    four, five, _ = five_card_counts(deck)
    return winners(table, group, four if group == FOUR else five, deck)


# Fifteen cards for three seats.
THREE_SEATS = {
    "kinds and runs": SMALL[:-1],
    "runs with fifths that make higher ones": (*range(5, 13), *range(13, 20)),
    "kinds beside a long run": (*range(4, 13), 24, 25, 37, 38, 50, 51),
    "two royals and a low run": (*range(5), *range(8, 13), *range(21, 26)),
}


@cache
def doubles(deck: tuple[int, ...], score: Callable[[int], int]) -> Counter[tuple[int, ...]]:
    """How often two seats hold such scores, over every deal."""
    return _dealt(deck, score, 2)


@cache
def triples(name: str, score: Callable[[int], int]) -> Counter[tuple[int, ...]]:
    """How often three seats hold such scores: the third gets what is left."""
    return _dealt(THREE_SEATS[name], score, 3)


def _dealt(
    deck: tuple[int, ...], score: Callable[[int], int], seats: int
) -> Counter[tuple[int, ...]]:
    hands = np.sort([mask(hand) for hand in combinations(deck, 5)])
    scores, kinds = np.unique([score(int(hand)) for hand in hands], return_inverse=True)
    rows = []
    for own, kind in zip(hands, kinds, strict=True):
        others = np.flatnonzero(hands & own == 0)
        row = [np.full(len(others), kind), kinds[others]]
        if seats == 3:
            row.append(kinds[np.searchsorted(hands, mask(deck) ^ own ^ hands[others])])
        rows.append(row)
    held = np.stack([np.concatenate(column) for column in zip(*rows, strict=True)])
    found, many = np.unique(np.ravel_multi_index(held, (len(scores),) * seats), return_counts=True)
    each = scores[np.stack(np.unravel_index(found, (len(scores),) * seats))].T
    return Counter(dict(zip(map(tuple, each.tolist()), many.tolist(), strict=True)))
