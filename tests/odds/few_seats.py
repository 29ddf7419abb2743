"""Every deal of a few cards to two or three seats: what jackpots by seats are held against."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

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


def deals(deck: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Two hands, as masks, over every deal."""
    for own in combinations(deck, 5):
        left = [card for card in deck if card not in own]
        for other in combinations(left, 5):
            yield mask(own), mask(other)


# Fifteen cards for three seats.
THREE_SEATS = {
    "kinds and runs": SMALL[:-1],
    "runs with fifths that make higher ones": (*range(5, 13), *range(13, 20)),
    "kinds beside a long run": (*range(4, 13), 24, 25, 37, 38, 50, 51),
    "two royals and a low run": (*range(5), *range(8, 13), *range(21, 26)),
}


@cache
def triples(name: str, score: Callable[[int], int]) -> Counter[tuple[int, int, int]]:
    """How often three seats hold such scores."""
    deck = THREE_SEATS[name]
    scores = {mask(hand): score(mask(hand)) for hand in combinations(deck, 5)}
    return Counter(
        (scores[own], scores[other], scores[mask(deck) ^ own ^ other]) for own, other in deals(deck)
    )
