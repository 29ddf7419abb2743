"""4 Card Split, played: one round of several seats, from a deck and the seats' choices.

A choice is a byte for each four cards against each upcard, numbered as in kernels/card_sets.py. It
is `way << 2 | plays`; bit 0 of the plays is for the first hand and bit 1 for the second. With the
four cards in order (suits renamed), ways 0 to 3 leave that card alone as the second hand; ways 4 to
6 pair the lowest with card 1 to 3 as the first hand; FOLD_ALL_WAY is the last. An instant winner is
a first hand that is not played.
"""

import numpy as np

from croupier.cards.card import DECK
from croupier.cards.hands import count, royal_first_four
from croupier.games.four_card_split import rules
from croupier.games.four_card_split.loops import STEPS
from croupier.games.four_card_split.rules import (
    FOLD_ALL_WAY,
    PARTNERS,
    THREES,
    best_three_of_four,
    instant_winner,
    qualifies,
    settle_blind,
    settle_hand,
    three_card,
    three_with_upcard,
)
from croupier.kernels.arrays import Bytes, Codes, Ints
from croupier.kernels.card_sets import CHOOSE, RENAMINGS, beside, colex, hand_of, suits_moved
from croupier.kernels.compiled import inlined, kernel
from croupier.kernels.dealing import FROM_ONE_DECK, Cards, held
from croupier.kernels.rounds import GameLoop
from croupier.kernels.written_for import dealt
from croupier.rules.vocabulary import To

HANDS = int(CHOOSE[4, len(DECK) - 1])  # per upcard
PLACES = 13 * HANDS


@inlined
def choice_place(hand: int, up: int) -> int:
    return up % 13 * HANDS + colex(beside(hand, up), 4)


@kernel
def fill(up: int, cards: Bytes, choices: Codes, table: Codes) -> None:
    """Writes the choice of each class's hand, for the whole class.

    `cards` are in order, but no longer are when their suits are renamed.
    """
    named = np.empty(4, np.int64)
    for row in range(len(cards)):
        for names in RENAMINGS:
            hand = 0
            for i in range(4):
                named[i] = suits_moved(1 << np.int64(cards[row, i]), names)
                hand |= named[i]
            table[choice_place(hand, up)] = same_split(choices[row], named, hand)


@inlined
def same_split(choice: int, cards: Ints, hand: int) -> int:
    """The same choice for these cards (bits), whose order differs from that of `hand`."""
    way, plays = choice >> 2, choice & 3
    if way == FOLD_ALL_WAY:
        return choice
    if way < THREES:
        return place_in(hand, cards[way]) << 2 | plays
    partner = way - PARTNERS
    lowest = 0
    for i in range(1, 4):
        if cards[i] < cards[lowest]:
            lowest = i
    if lowest != 0 and lowest != partner:  # the other pair has the lowest card now, and is first
        plays = plays >> 1 | (plays & 1) << 1
        partner = 6 - partner - lowest
    elif lowest == partner:
        partner = 0
    return PARTNERS + place_in(hand, cards[partner]) << 2 | plays


@inlined
def place_in(hand: int, card: int) -> int:
    """How many cards of the hand are lower than this one (a bit)."""
    return count(hand & card - 1)


# Columns of the results. Their order is defined only here: the simulator takes the columns' names
# from these tuples, and the loop finds its own by name. The same goes for the posted tables, and
# for how the dealer's hand is made.
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

FLOW = rules.FOUR_CARD_SPLIT_V2.flow  # both versions deal alike
HAND, DEALERS = dealt(FLOW, To.SEAT), dealt(FLOW, To.DEALER)
SEAT_CARDS = dealt(FLOW, To.SEAT, up_to=True)  # including all draws
PAIRS, ALL_FOLDED = THREES << 2, FOLD_ALL_WAY << 2  # codes from here on split two and two; fold
_, FOLDED_1, FOLDED_2 = rules.settle_all_folded()  # no play bet is made: only the antes are settled


@inlined
def place(deck: Cards, seats: int, seat: int, bets: int, codes: Ints) -> int:
    return choice_place(held(deck, HAND * seat, HAND), int(deck[HAND * seats]))


@inlined
def two_hands(hand: int, up: int, dealt_first: int, code: int) -> tuple[int, int, int]:
    """The two hands that a choice makes of one, and which of them are played.

    The choice names the four cards by suit and rank, after renaming suits. If they split into two
    pairs of cards, the first hand is the one with the card dealt first: that is how the table
    splits, and draws.
    """
    way, plays = code >> 2, code & 3
    cards = beside(hand, up)
    lowest = cards & -cards
    rest = cards ^ lowest
    second = rest & -rest
    third = (rest ^ second) & -(rest ^ second)
    pairs = way >= THREES
    which = way - PARTNERS if pairs else way
    chosen = lowest if which == 0 else second if which == 1 else third
    chosen = rest ^ second ^ third if which == 3 else chosen
    after = hand_of(rest ^ chosen if pairs else chosen, up)
    before = hand ^ after
    if pairs and after >> dealt_first & 1:
        return after, before, plays >> 1 | (plays & 1) << 1
    return before, after, plays


@inlined
def play(
    deck: Cards, seats: int, codes: Ints, bets: int, tables: Ints, options: Ints, nets: Ints,
    scores: Ints,
) -> None:  # fmt: skip
    """Writes the results of one round into `nets[seat, column]`; there is one code per seat."""
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
        _, ante_1, nets[seat, PLAY_1] = settle_hand(
            plays & 1, instant, first, dealer, qualified, tables[DRAWN], tables[INSTANT]
        )
        _, ante_2, nets[seat, PLAY_2] = settle_hand(
            plays >> 1, 0, last, dealer, qualified, tables[DRAWN], tables[INSTANT]
        )
        folded = codes[seat] >= ALL_FOLDED  # applied last: a branch would be slower
        nets[seat, ANTE_1] = FOLDED_1 if folded else ante_1
        nets[seat, ANTE_2] = FOLDED_2 if folded else ante_2
        _, nets[seat, BLIND] = settle_blind(royal_first_four(hand), tables[BLIND_PAYS])


@inlined
def dealers_three(deck: Cards, at: int, any_three: int) -> int:
    up, b = int(deck[at]), int(deck[at + 1])
    c, d = int(deck[at + 2]), int(deck[at + 3])
    if any_three:
        return best_three_of_four(up, b, c, d)
    return three_with_upcard(up, b, c, d)


GAME = GameLoop(place, play, STEPS, SEAT_CARDS, DEALERS, 1, FROM_ONE_DECK, bits=8)
