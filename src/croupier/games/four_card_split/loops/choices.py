"""4 Card Split as a table of choices: a byte for each four cards against each upcard.

Four cards are numbered as kernels/card_sets.py does it. A choice is `way << 2 | plays`, bit 0 of
the plays for the first hand and bit 1 for the second. Of the four cards in order (suits renamed),
ways 0 to 3 leave that card alone as the second hand; ways 4 to 6 pair the lowest with card 1 to 3
as the first hand; FOLD_ALL_WAY is the last. An instant winner is a first hand that is not played.
"""

import numpy as np

from croupier.cards.card import DECK
from croupier.cards.hands import count
from croupier.games.four_card_split.rules import FOLD_ALL_WAY
from croupier.kernels.arrays import Bytes, Codes, Ints
from croupier.kernels.card_sets import CHOOSE, RENAMINGS, beside, colex, suits_moved
from croupier.kernels.compiled import inlined, kernel

HANDS = int(CHOOSE[4, len(DECK) - 1])  # for each upcard
PLACES = 13 * HANDS


@inlined
def choice_place(hand: int, up: int) -> int:
    return up % 13 * HANDS + colex(beside(hand, up), 4)


@kernel
def fill(up: int, cards: Bytes, choices: Codes, table: Codes) -> None:
    """The choice of each class's hand, for all of that class.

    `cards` lie in order, and are in another order when their suits are renamed.
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
    """The choice for these cards (bits) that names them by their places in the order of `hand`."""
    way, plays = choice >> 2, choice & 3
    if way == FOLD_ALL_WAY:
        return choice
    if way < 4:
        return place_in(hand, cards[way]) << 2 | plays
    partner = way - 3
    lowest = 0
    for i in range(1, 4):
        if cards[i] < cards[lowest]:
            lowest = i
    if lowest != 0 and lowest != partner:  # the other pair has the lowest card now, and is first
        plays = plays >> 1 | (plays & 1) << 1
        partner = 6 - partner - lowest
    elif lowest == partner:
        partner = 0
    return 3 + place_in(hand, cards[partner]) << 2 | plays


@inlined
def place_in(hand: int, card: int) -> int:
    """How many cards of the hand lie below this one (a bit)."""
    return count(hand & card - 1)
