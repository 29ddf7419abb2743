"""Deals that cost a house much at Four Card Prime: strong hands, also of the dealer."""

from collections.abc import Iterator

from croupier.cards.card import Card, mask
from croupier.cards.hands import best_four, five_card, one_color
from croupier.games.four_card_prime.rules import ACTIONS, ANTE, settle
from croupier.odds.figures import House
from croupier.report.worst_deals import (
    RANKS,
    LargeDeal,
    Seat,
    Stock,
    four_in_a_row,
    four_of_a_rank,
    lowest,
    whole,
    without,
)
from croupier.rules.paytable import prize

MOST_RAISED = max(ACTIONS, key=lambda option: option.times * bool(option.bet)).name


def worst_deals(house: House, seats: int) -> Iterator[LargeDeal]:
    """Every strong hand of the dealer, and one weak one: a losing hand is what a bad beat pays."""
    deck = whole(house)
    strong = [*list(four_of_a_rank(deck))[:3], *list(four_in_a_row(deck))[:2]]
    for first in strong:
        for core in [*strong, ()]:
            if set(first) & set(core):
                continue
            for card in _fifths(without(deck, first + core), first):
                left = without(deck, (*first, card, *core))
                fill = lowest(left, 6 - len(core), lambda cards: best_four(mask(cards)))
                dealer = (*core, *fill)
                yield _filled(house, dealer, Seat((*first, card), (MOST_RAISED,)), seats)


def _fifths(left: Stock, four: tuple[Card, ...]) -> set[Card]:
    """The fifth cards that may matter: of the suit, of the color, the lowest."""
    cards = sorted(left)
    return {
        max(cards, key=lambda card: five_card(mask((*four, card)))),
        max(cards, key=lambda card: one_color(mask((*four, card)))),
        min(cards, key=lambda card: (card % RANKS, card)),
    }


def _filled(house: House, dealer: tuple[Card, ...], first: Seat, seats: int) -> LargeDeal:
    taken = [first]
    left = without(without(whole(house), dealer), first.cards)
    beat, win = house.steps("bad_beat_wager"), house.steps("aces_baby")
    shown = best_four(mask(dealer))

    def worth(hand: tuple[Card, ...]) -> tuple[int, int]:
        score = best_four(mask(hand))
        return prize(beat, min(score, shown)), prize(win, score)

    while len(taken) < seats:
        hands = [*four_of_a_rank(left), *four_in_a_row(left)]
        core = max(hands, key=worth) if hands else tuple(sorted(left)[:4])
        left = without(left, core)
        fifth = min(left, key=lambda card: (card % RANKS, card))
        left = without(left, (fifth,))
        taken.append(Seat((*core, fifth), (MOST_RAISED,)))
    return LargeDeal(dealer, tuple(taken))


def largest_wins(house: House) -> dict[str, tuple[int, str]]:
    """Of the ante, which both bonus tables pay: whatever hands the player and the dealer hold."""
    tables = house.steps("win_bonus"), house.steps("bad_beat_bonus")
    raised = 1
    nets = (
        settle(raised, score, dealer, *tables)[1]
        for steps in tables
        for score, _ in steps
        for dealer in (score - 1, score + 1)
    )
    return {ANTE: (max(nets), "the largest bonus of the ante")}
