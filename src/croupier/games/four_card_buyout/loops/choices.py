"""Buyout's tables of choices: where each lies, and what each state shows to a person."""

import numpy as np

from croupier.cards.hands import points
from croupier.games.four_card_buyout.loops.states import BestPlay, OfferStates
from croupier.games.four_card_buyout.loops.tally import suits_renamed
from croupier.kernels.arrays import Bytes, Codes, Ints
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


@kernel
def fill(up: int, states: OfferStates, best: BestPlay, third: Codes, fourth: Codes) -> None:
    """The choices of each class's three cards, for all of that class, into both tables."""
    cards, offers, starts = states.cards, states.offers, states.starts
    named = np.empty(KINDS, np.int64)
    for order in range(6):
        for kind in range(KINDS):
            named[kind] = suits_renamed(kind, order)
        for three in range(len(cards)):
            a, b, c = named[cards[three, 0]], named[cards[three, 1]], named[cards[three, 2]]
            for i, (x, y, offer) in enumerate(((c, b, a), (a, c, b), (a, b, c))):
                if states.weights[three, i] > 0:
                    third[third_place(x, y, offer, up)] = best.thirds[three, i]
            for kind in range(KINDS):
                if offers[three, kind] >= 0:
                    row = starts[three] + offers[three, kind]
                    fourth[fourth_place(a, b, c, named[kind], up)] = best.fourths[row]


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
