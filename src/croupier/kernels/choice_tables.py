"""Tables of choices, filled: from hands that stand for all that are the same but for suits."""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import SUIT, count, highest
from croupier.games.four_card_split.rules import FOLD_ALL_WAY
from croupier.kernels.binomials import CHOOSE
from croupier.kernels.compiled import inlined, kernel
from croupier.kernels.state_index import split_place
from croupier.kernels.suit_classes import class_weight

Ints = NDArray[np.int64]
Codes = NDArray[np.uint8]
Bytes = NDArray[np.int8]

# Where diamonds, hearts and spades go.
RENAMINGS = ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1))


@inlined
def suits_moved(hand: int, names: tuple[int, int, int]) -> int:
    moved = hand & SUIT
    for suit in range(3):
        moved |= (hand >> 13 * (suit + 1) & SUIT) << 13 * names[suit]
    return moved


@kernel
def class_hands(up: int, size: int) -> Ints:
    """Hands against an upcard of clubs, one for all that are the same but for other suits."""
    rest = np.array([card for card in range(52) if card != up])
    found = np.empty(CHOOSE[size, len(rest)], np.int64)
    cards = np.arange(size)
    at = 0
    while True:
        hand = 0
        for i in range(size):
            hand |= 1 << rest[cards[i]]
        if class_weight(hand, True) > 0:
            found[at] = hand
            at += 1
        i = 0  # the next set in colex order: the lowest card that can move up does
        while i < size - 1 and cards[i] + 1 == cards[i + 1]:
            cards[i] = i
            i += 1
        cards[i] += 1
        if cards[size - 1] == len(rest):
            return found[:at].copy()


@kernel
def cards_of(hands: Ints, size: int) -> Bytes:
    """The cards of each hand, the lowest first."""
    cards = np.empty((len(hands), size), np.int8)
    for row in range(len(hands)):
        hand = hands[row]
        for i in range(size - 1, -1, -1):
            cards[row, i] = highest(hand)
            hand ^= 1 << highest(hand)
    return cards


@kernel
def fill_split(up: int, cards: Bytes, choices: Codes, table: Codes) -> None:
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
            table[split_place(hand, up)] = same_split(choices[row], named, hand)


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
