"""4 Card Split, played: one round of several seats, from a deck and the seats' choices."""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import royal_first_four, three_card
from croupier.kernels.choice_places import kind_beside, split_place
from croupier.kernels.compiled import inlined
from croupier.kernels.dealing import held
from croupier.rules.four_card_split import (
    best_three_of_four,
    instant_winner,
    settle_blind,
    settle_hand,
    three_with_upcard,
)

Cards = NDArray[np.uint8]
Codes = NDArray[np.int64]
Ints = NDArray[np.int64]

# Columns of the results.
ANTE_1, ANTE_2, PLAY_1, PLAY_2, BLIND = range(5)
# The posted tables, in this order.
DRAWN, INSTANT, BLIND_PAYS = range(3)
# How the dealer makes his hand, in this order.
ANY_THREE, QUALIFIER = range(2)
HAND, DEALERS = 4, 4
FOLD_ALL = 7


@inlined
def cards_needed(seats: int) -> int:
    return 6 * seats + DEALERS


@inlined
def choices_made(seats: int) -> int:
    return seats


@inlined
def place(deck: Cards, seats: int, seat: int, bets: int, codes: Codes) -> int:
    """Where the choice of this seat lies in the table of choices."""
    return split_place(held(deck, HAND * seat, HAND), int(deck[HAND * seats]))


@inlined
def as_dealt(deck: Cards, seats: int, seat: int, code: int) -> int:
    """A choice from the table, which orders the four cards by suit and rank, by the deal's order.

    Ways 0 to 3: that card of the seat stays alone; 4 to 6: the first card's partner; 7: a fold.
    """
    way, plays = code >> 2, code & 3
    if way == FOLD_ALL:
        return code
    at, up = HAND * seat, int(deck[HAND * seats])
    a, b = kind_beside(int(deck[at]), up), kind_beside(int(deck[at + 1]), up)
    c, d = kind_beside(int(deck[at + 2]), up), kind_beside(int(deck[at + 3]), up)
    first = (b < a) + (c < a) + (d < a)  # how many of the four are lower
    second = (a < b) + (c < b) + (d < b)
    third = (a < c) + (b < c) + (d < c)
    wanted = way
    if way > 3:
        partner = way - 3  # of the lowest
        if first in (0, partner):
            wanted = partner - first
        else:
            wanted, plays = 6 - partner - first, plays >> 1 | (plays & 1) << 1
    found = 1 if wanted == second else 2 if wanted == third else 3
    if wanted == first:
        found = 0
    return (found + (3 if way > 3 else 0)) << 2 | plays


@inlined
def play(
    deck: Cards,
    seats: int,
    codes: Codes,
    bets: int,
    tables: Ints,
    options: Ints,
    nets: Ints,
    scores: Ints,
) -> None:
    """The results of one round into `nets[seat, column]`; the codes as `as_dealt` gives them."""
    dealer = dealers_three(deck, HAND * seats, options[ANY_THREE])
    qualified = dealer >= options[QUALIFIER]
    drawn = HAND * seats + DEALERS
    for seat in range(seats):
        at, way, plays = HAND * seat, codes[seat] >> 2, codes[seat] & 3
        hand = held(deck, at, HAND)
        first, instant = 0, 0
        if way < 4:
            three = hand ^ 1 << int(deck[at + way])
            first = three_card(three)
            instant = plays & 1 == 0 and instant_winner(first)
            second = 1 << int(deck[at + way])
        else:
            three = 1 << int(deck[at]) | 1 << int(deck[at + way - 3]) if way != FOLD_ALL else 0
            second = hand ^ three
            if plays & 1:
                first = three_card(three | 1 << int(deck[drawn]))
                drawn += 1
        last = 0
        if plays & 2:
            last = second | 1 << int(deck[drawn])
            drawn += 1
            if way < 4:
                last |= 1 << int(deck[drawn])
                drawn += 1
            last = three_card(last)
        _, nets[seat, ANTE_1], nets[seat, PLAY_1] = settle_hand(
            plays & 1, instant, first, dealer, qualified, tables[DRAWN], tables[INSTANT]
        )
        _, nets[seat, ANTE_2], nets[seat, PLAY_2] = settle_hand(
            plays >> 1, 0, last, dealer, qualified, tables[DRAWN], tables[INSTANT]
        )
        _, nets[seat, BLIND] = settle_blind(royal_first_four(hand), tables[BLIND_PAYS])


@inlined
def dealers_three(deck: Cards, at: int, any_three: int) -> int:
    up, b = int(deck[at]), int(deck[at + 1])
    c, d = int(deck[at + 2]), int(deck[at + 3])
    if any_three:
        return best_three_of_four(up, b, c, d)
    return three_with_upcard(up, b, c, d)
