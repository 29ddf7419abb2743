"""Deals that cost a house much: the best hands that a full table can hold at once, seat by seat.

A seat takes the best hand that the cards left allow, then the next seat. For one seat the tests
hold it to the largest win, found by hand; for more seats it is a deal that can happen, and no claim
that none is larger.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from croupier.cards.card import DECK, Card
from croupier.games.figures import figures_of
from croupier.odds.figures import House

Stock = Counter[Card]
MORE = 5  # cards beyond those needed that are tried for a hand that should be weak
RANKS, SUITS = 13, 4


class Seat(NamedTuple):
    cards: tuple[Card, ...]
    choices: tuple[str, ...]


class LargeDeal(NamedTuple):
    dealer: tuple[Card, ...]
    seats: tuple[Seat, ...]


def large_deals(house: House, seats: int) -> list[LargeDeal]:
    """Deals to `seats` seats, of which the dearest is meant."""
    return list(figures_of(house.game.id).worst_deals(house, seats))


def four_of_a_rank(left: Stock) -> Iterator[tuple[Card, ...]]:
    for rank in reversed(range(RANKS)):
        held = [card for card in sorted(left.elements()) if card % RANKS == rank]
        if len(held) >= 4:
            yield tuple(Card(card) for card in held[:4])


def four_in_a_row(left: Stock) -> Iterator[tuple[Card, ...]]:
    """Of a suit, from the highest down; an ace may be low."""
    for top in reversed(range(3, RANKS)):
        for suit in range(SUITS):
            cards = tuple(Card(suit * RANKS + top - step) for step in range(4))
            if all(left[card] for card in cards):
                yield cards


def lowest(left: Stock, size: int, score: Callable[[tuple[Card, ...]], int]) -> tuple[Card, ...]:
    """The weakest hand of `size` low cards of those left, of as many ranks as there are."""
    ranks: dict[int, list[Card]] = {}
    for card in sorted(left):
        ranks.setdefault(card % RANKS, []).append(card)
    turned = [ranks[rank][rank % len(ranks[rank]) :] for rank in sorted(ranks)]  # suits in turn
    spread = [cards[0] for cards in turned]
    spread += [card for card in sorted(left) if card not in spread]
    return min(combinations(spread[: size + MORE], size), key=score)


def whole(house: House) -> Stock:
    return Counter(dict.fromkeys(DECK, house.game.decks))


def without(left: Stock, cards: tuple[Card, ...]) -> Stock:
    return left - Counter(cards)
