"""Deals that cost a house much: the best hands that a full table can hold at once, seat by seat.

A seat takes the best hand that the cards left allow, then the next seat. For one seat the tests
hold it to the largest win, found by hand; for more seats it is a deal that can happen, and no claim
that none is larger.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import NamedTuple

from croupier.cards.card import DECK, Card, mask, text
from croupier.cards.hands import royal_first_four, three_card
from croupier.games.figures import figures_of
from croupier.games.four_card_split.rules import DEALERS, Dealer, instant_winner, qualifies
from croupier.odds.figures import House
from croupier.rules.paytable import LOSS, prize

Stock = Counter[Card]
FEW = 4  # so many hands with the largest blinds are tried for a seat
MORE = 5  # so many cards more than are needed are tried for a hand that should be weak
RANKS, SUITS = 13, 4


class Seat(NamedTuple):
    cards: tuple[Card, ...]
    choices: tuple[str, ...]


class LargeDeal(NamedTuple):
    dealer: tuple[Card, ...]
    seats: tuple[Seat, ...]


def large_deals(house: House, seats: int) -> list[LargeDeal]:
    """Deals to so many seats, of which the dearest is meant."""
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
    """The weakest hand of so many of the low cards that are left, of as many ranks as there are."""
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


def _split(house: House, seats: int) -> Iterator[LargeDeal]:
    left, taken = whole(house), []
    for _ in range(seats):
        hands = [*four_of_a_rank(left), *four_in_a_row(left)] or combinations(sorted(left), 4)
        dear = sorted(hands, key=lambda hand: -_blind(house, hand))[:FEW]
        found = (_split_seat(house, hand, without(left, hand)) for hand in dear)
        _, seat = max(found, key=lambda pair: pair[0])
        taken.append(seat)
        left = without(left, seat.cards)
    yield LargeDeal(lowest(left, 4, partial(_weak, DEALERS[house.game.id])), tuple(taken))


def _weak(dealer: Dealer, cards: tuple[Card, ...]) -> int:
    """The dealer's hand; one that does not qualify costs less, and stands above all others here."""
    score = dealer.hand(*cards)
    return score if qualifies(score, dealer.qualifier) else score + (1 << 30)


def _split_seat(house: House, four: tuple[Card, ...], left: Stock) -> tuple[int, Seat]:
    """Four cards, the best instant winner in them, and the best two cards for the one left."""
    drawn, instant = house.steps("ante.drawn"), house.steps("ante.instant")
    ways = [(2 * LOSS, Seat(four, ("fold",)))]
    for alone in four:
        three = tuple(card for card in four if card != alone)
        made = three_card(mask(three))
        if not instant_winner(made):
            continue
        two = max(combinations(sorted(left), 2), key=lambda two: _three(alone, two))
        worth = prize(instant, made) + prize(drawn, _three(alone, two))
        ways.append((worth, Seat((*four, *two), (f"{text(three)} / {text((alone,))}", "play"))))
    worth, seat = max(ways, key=lambda way: way[0])
    return worth + _blind(house, four), seat


def _blind(house: House, four: tuple[Card, ...]) -> int:
    return prize(house.steps("blind"), royal_first_four(mask(four)))


def _three(alone: Card, drawn: tuple[Card, ...]) -> int:
    return three_card(mask((alone, *drawn)))
