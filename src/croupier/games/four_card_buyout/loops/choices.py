"""Buyout's choices, state by state: the best ones, and what each state shows to a person."""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import points
from croupier.games.four_card_buyout.loops.states import (
    Bytes,
    Ints,
    Shorts,
    best_fourth,
    best_third,
)
from croupier.games.four_card_buyout.loops.tally import choose, suits_renamed
from croupier.kernels.card_sets import (
    KINDS,
    SETS_OF_THREE,
    SETS_OF_TWO,
    kind_beside,
    place_of_three,
    place_of_two,
)
from croupier.kernels.compiled import inlined, kernel

THIRD_PLACES = 13 * SETS_OF_TWO * KINDS  # the fourth cards follow, where both tables are one


@inlined
def third_place(a: int, b: int, offer: int, up: int) -> int:
    two = place_of_two(kind_beside(a, up), kind_beside(b, up))
    return (up % 13 * SETS_OF_TWO + two) * KINDS + kind_beside(offer, up)


@inlined
def fourth_place(a: int, b: int, c: int, offer: int, up: int) -> int:
    three = place_of_three(kind_beside(a, up), kind_beside(b, up), kind_beside(c, up))
    return (up % 13 * SETS_OF_THREE + three) * KINDS + kind_beside(offer, up)


Codes = NDArray[np.uint8]


@kernel
def best_actions(
    weights: Ints,
    twos: Bytes,
    refused: Ints,
    threes: Bytes,
    starts: Ints,
    counts: Shorts,
    fours: Bytes,
    fares: Ints,
    unseen: int,
    main: Ints,
    bonus: Ints,
) -> tuple[Codes, Codes]:
    """What `best_play` does: by three cards and the one on offer, and by fourth card."""
    thirds, fourths = np.empty((len(threes), 3), np.uint8), np.empty(len(fours), np.uint8)
    third, fourth = choose(unseen, 3) * (unseen - 3), choose(unseen - 1, 3) * (unseen - 4)
    for three in range(len(threes)):
        bought = 0
        for row in range(starts[three], starts[three + 1]):
            best, fourths[row] = best_fourth(
                threes[three], fours[row], fares[row], fourth, main, bonus
            )
            bought += counts[row] * best
        for i in range(3):
            thirds[three, i] = best_third(
                bought, twos[three, i], refused[three, i], third, unseen - 4, main, bonus
            )
    return thirds, fourths


@kernel
def fill_buyout(
    up: int,
    cards: Bytes,
    weights: Ints,
    thirds: Codes,
    offers: Bytes,
    starts: Ints,
    fourths: Codes,
    third_table: Codes,
    fourth_table: Codes,
) -> None:
    """The choices of each class's three cards, for all of that class."""
    named = np.empty(KINDS, np.int64)
    for order in range(6):
        for kind in range(KINDS):
            named[kind] = suits_renamed(kind, order)
        for three in range(len(cards)):
            a, b, c = named[cards[three, 0]], named[cards[three, 1]], named[cards[three, 2]]
            for i, (x, y, offer) in enumerate(((c, b, a), (a, c, b), (a, b, c))):
                if weights[three, i] > 0:
                    third_table[third_place(x, y, offer, up)] = thirds[three, i]
            for kind in range(KINDS):
                if offers[three, kind] >= 0:
                    row = starts[three] + offers[three, kind]
                    fourth_table[fourth_place(a, b, c, named[kind], up)] = fourths[row]


@kernel
def points_of_sets(sets: Ints) -> tuple[Bytes, Bytes]:
    """The points of each set of cards, and of those with each kind that may be offered."""
    size = sets.shape[1]
    kept, made = np.empty(len(sets), np.int8), np.empty((len(sets), KINDS), np.int8)
    cards = np.empty(size + 1, np.int64)
    for row in range(len(sets)):
        cards[:size] = sets[row]
        kept[row] = points(cards[:size])
        for offer in range(KINDS):
            cards[size] = offer
            made[row, offer] = points(cards)
    return kept, made


@kernel
def offer_classes(sets: Ints) -> Ints:
    """For each set and offer, the lowest place of those that are the same but for suits."""
    lowest = np.full((len(sets), KINDS), len(sets) * KINDS, np.int64)
    cards = np.zeros(3, np.int64)
    for order in range(6):
        for row in range(len(sets)):
            for i in range(sets.shape[1]):
                cards[i] = suits_renamed(sets[row, i], order)
            if sets.shape[1] == 2:
                place = place_of_two(cards[0], cards[1])
            else:
                place = place_of_three(cards[0], cards[1], cards[2])
            for offer in range(KINDS):
                here = place * KINDS + suits_renamed(offer, order)
                lowest[row, offer] = min(lowest[row, offer], here)
    return lowest
