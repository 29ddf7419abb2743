"""4 Card Split, played: one round of several seats, from a deck and the seats' choices."""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import royal_first_four
from croupier.games.four_card_split import rules
from croupier.games.four_card_split.loops.choices import choice_place
from croupier.games.four_card_split.rules import (
    best_three_of_four,
    instant_winner,
    qualifies,
    settle_blind,
    settle_hand,
    three_card,
    three_with_upcard,
)
from croupier.kernels.arrays import Ints
from croupier.kernels.card_sets import beside, hand_of
from croupier.kernels.compiled import inlined
from croupier.kernels.dealing import deal_one_deck, held, one_deck_each
from croupier.kernels.rounds import GameLoop, byte_code

Cards = NDArray[np.uint8]
Codes = Ints

# Columns of the results. This is their one order: the simulator names the columns by these tuples,
# and the loop finds its own by name; so with the posted tables, and how the dealer's hand is made.
WAGERS = (*rules.ANTES, *rules.PLAYS, rules.BLIND)
MAINS, METERS = len(WAGERS), ()
ANTE_1, ANTE_2 = map(WAGERS.index, rules.ANTES)
PLAY_1, PLAY_2 = map(WAGERS.index, rules.PLAYS)
BLIND = WAGERS.index(rules.BLIND)

TABLES = ("ante.drawn", "ante.instant", "blind")
DRAWN, INSTANT = TABLES.index("ante.drawn"), TABLES.index("ante.instant")
BLIND_PAYS = TABLES.index("blind")

OPTIONS = ("any three", "qualifier")
ANY_THREE, QUALIFIER = OPTIONS.index("any three"), OPTIONS.index("qualifier")

HAND, SEAT_CARDS, DEALERS = 4, 6, 4  # as dealt, and with all draws
PAIRS = rules.THREES << 2  # codes from here on split two and two, or fold


@inlined
def place(deck: Cards, seats: int, seat: int, bets: int, codes: Codes) -> int:
    return choice_place(held(deck, HAND * seat, HAND), int(deck[HAND * seats]))


@inlined
def two_hands(hand: int, up: int, dealt_first: int, code: int) -> tuple[int, int, int]:
    """The two hands that a choice makes of one, and which of them are played.

    The choice speaks of the four cards by suit and rank, suits renamed. Of two pairs, the first
    hand is the one with the card that was dealt first: so the table splits, and deals on.
    """
    way, plays = code >> 2, code & 3
    cards = beside(hand, up)
    lowest = cards & -cards
    rest = cards ^ lowest
    second = rest & -rest
    third = (rest ^ second) & -(rest ^ second)
    pairs = way > 3
    which = way - 3 if pairs else way
    chosen = lowest if which == 0 else second if which == 1 else third
    chosen = rest ^ second ^ third if which == 3 else chosen
    after = hand_of(rest ^ chosen if pairs else chosen, up)
    before = hand ^ after
    if pairs and after >> dealt_first & 1:
        return after, before, plays >> 1 | (plays & 1) << 1
    return before, after, plays


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
    """The results of one round into `nets[seat, column]`; a code for each seat."""
    dealer = dealers_three(deck, HAND * seats, options[ANY_THREE])
    qualified = qualifies(dealer, options[QUALIFIER])
    up, drawn = int(deck[HAND * seats]), HAND * seats + DEALERS
    for seat in range(seats):
        at, three_and_one = HAND * seat, codes[seat] < PAIRS
        hand = held(deck, at, HAND)
        one, two, plays = two_hands(hand, up, int(deck[at]), codes[seat])
        first = instant = last = 0
        if three_and_one:
            first = three_card(one)
            instant = plays & 1 == 0 and instant_winner(first)
        elif plays & 1:
            first = three_card(one | 1 << int(deck[drawn]))
            drawn += 1
        if plays & 2:
            two |= 1 << int(deck[drawn])
            drawn += 1
            if three_and_one:
                two |= 1 << int(deck[drawn])
                drawn += 1
            last = three_card(two)
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


GAME = GameLoop(place, play, SEAT_CARDS, DEALERS, 1, deal_one_deck, one_deck_each, byte_code)
