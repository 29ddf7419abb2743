"""How often each score occurs over all hands: counted once, it prices any table.

Also for jackpots: how often several seats hold disjoint winning hands at once.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import FIVE_SCORES, FOUR_SCORES, SUIT, best_four, five_card, one_color
from croupier.kernels.arrays import Ints
from croupier.kernels.compiled import inlined, kernel

Counts = NDArray[np.int32]  # a whole deck has 2,598,960 hands of five
MOST = 8  # other seats
RANKS = 13
IN_SUIT = RANKS // 4  # disjoint groups of four that fit into a suit
IN_HALF = 2 * IN_SUIT  # … and two suits


@kernel
def five_card_hands(deck: Ints) -> tuple[Counts, Counts, Counts]:
    """Over all five-card hands: best four, all five, and most of one color."""
    four, five = np.zeros(FOUR_SCORES, np.int32), np.zeros(FIVE_SCORES, np.int32)
    color = np.zeros(6, np.int32)
    for e in range(4, len(deck)):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        hand = 1 << deck[a] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d]
                        hand |= 1 << deck[e]
                        four[best_four(hand)] += 1
                        five[five_card(hand)] += 1
                        color[one_color(hand)] += 1
    return four, five, color


@kernel
def hands_from(deck: Ints, floor: int, all_five: bool, size: int) -> tuple[Ints, Ints, int]:
    """Every five-card hand that scores at least the floor, as a mask, with its score.

    And their total number; only the first `size` are listed.
    """
    hands, scores = np.zeros(size, np.int64), np.zeros(size, np.int64)
    found = 0
    for e in range(4, len(deck)):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        hand = 1 << deck[a] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d]
                        hand |= 1 << deck[e]
                        score = five_card(hand) if all_five else best_four(hand)
                        if score >= floor:
                            if found < size:
                                hands[found], scores[found] = hand, score
                            found += 1
    return hands, scores, found


@kernel
def disjoint_pairs(hands: Ints, others: Ints) -> int:
    """The number of pairs, one hand of each list, that share no card."""
    pairs = 0
    for hand in hands:
        for other in others:
            if hand & other == 0:
                pairs += 1
    return pairs


# Hands made of a four-card core and any fifth card, dealt to several seats at once. A core is one
# rank or within one suit, so once the ranks held are fixed, each suit is counted separately.


@kernel
def sets_in_suit(cores: Ints, barred: Ints) -> Ints:
    """For each mask of cards missing from a suit: the number of sets of disjoint cores.

    By the number of cores in the set, and by how many have their barred fifth card still available.
    """
    counts = np.zeros((1 << RANKS, IN_SUIT + 1, IN_SUIT + 1), np.int64)
    places = np.full(IN_SUIT, -1, np.int64)
    for gone in range(1 << RANKS):
        counts[gone, 0, 0] = 1
        for a in range(len(cores)):
            for b in range(-1, a):
                for c in range(-1, max(b, 0)):
                    places[0], places[1], places[2] = a, b, c
                    count_set(cores, barred, places, gone, counts)
    return counts


@inlined
def count_set(cores: Ints, barred: Ints, places: Ints, gone: int, counts: Ints) -> None:
    taken, size, free = gone, 0, 0
    for place in places:
        if place >= 0:
            if taken & cores[place]:
                return
            taken |= cores[place]
            size += 1
    for place in places:
        if place >= 0 and barred[place] and taken & barred[place] == 0:
            free += 1
    counts[gone, size, free] += 1


@kernel
def sets_of_cores(hand: int, kinds: Ints, suits: Ints, fifths: Ints) -> Ints:
    """Ways to deal 0, 1, … unordered seats a core and a fifth card each, avoiding the hand's cards.

    `kinds`: a bit for each rank whose four cards are a core; `suits`: by suit, as in
    `sets_in_suit`; `fifths[size, free]`: the ways to deal the fifth cards.
    """
    totals = np.zeros(MOST + 1, np.int64)
    ranks = (hand | hand >> 13 | hand >> 26 | hand >> 39) & SUIT
    held = np.zeros((2, IN_HALF + 1, IN_HALF + 1), np.int64)
    for many in range(1 << len(kinds)):
        gone = 0
        number = 0
        for place in range(len(kinds)):
            if many >> place & 1:
                gone |= kinds[place]
                number += 1
        if gone & ranks or number > MOST:
            continue
        for half in range(2):
            held[half] = 0
            first = suits[2 * half, gone | hand >> 26 * half & SUIT]
            second = suits[2 * half + 1, gone | hand >> 26 * half + 13 & SUIT]
            multiply(first, second, held[half])
        for size in range(IN_HALF + 1):
            for free in range(size + 1):
                if held[0, size, free]:
                    add_sets(held[0, size, free], number + size, free, held[1], fifths, totals)
    return totals


@inlined
def multiply(first: Ints, second: Ints, product: Ints) -> None:
    for size in range(IN_SUIT + 1):
        for free in range(size + 1):
            if first[size, free]:
                for other in range(IN_SUIT + 1):
                    for other_free in range(other + 1):
                        ways = first[size, free] * second[other, other_free]
                        product[size + other, free + other_free] += ways


@inlined
def add_sets(ways: int, number: int, free: int, held: Ints, fifths: Ints, totals: Ints) -> None:
    for size in range(min(IN_HALF, MOST - number) + 1):
        for other_free in range(size + 1):
            if held[size, other_free]:
                seats = number + size
                totals[seats] += ways * held[size, other_free] * fifths[seats, free + other_free]
