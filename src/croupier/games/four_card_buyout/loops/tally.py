"""Buyout, counted: how often each hand beats, ties or loses to the dealer.

Cards are kinds (0..51) with a stock of each, so one deck and six are the same case. The dealer's
hands that avoid the cards a player has seen are counted by inclusion and exclusion: the tables
store, for each set of up to three given cards, how many hands contain it and score less than p
points. A dealer's outcome is the three cards besides the upcard and the card after them, drawn or
not.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import DECK
from croupier.cards.hands import points
from croupier.games.four_card_buyout.rules import dealer_draws
from croupier.kernels.arrays import Ints
from croupier.kernels.card_sets import (
    KINDS,
    SETS_OF_THREE,
    SETS_OF_TWO,
    place_of_three,
    place_of_two,
)
from croupier.kernels.compiled import inlined, kernel

MOST_POINTS = points((DECK[-1],) * 5)  # aces of one suit: no five cards score more
TWOS = 1 + KINDS  # where the sets of two begin in a table, after the empty set and the single cards
THREES = TWOS + SETS_OF_TWO
SETS = THREES + SETS_OF_THREE


@inlined
def place_of(cards: Ints, size: int) -> int:
    """The row of a table for the first `size` of these cards."""
    if size == 0:
        return 0
    if size == 1:
        return 1 + cards[0]
    if size == 2:
        return TWOS + place_of_two(cards[0], cards[1])
    return THREES + place_of_three(cards[0], cards[1], cards[2])


@inlined
def choose(n: int, k: int) -> int:
    if k < 0 or n < k:
        return 0
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@inlined
def held(cards: Ints, size: int, kind: int) -> int:
    count = 0
    for i in range(size):
        if cards[i] == kind:
            count += 1
    return count


@inlined
def ways_to_hold(
    three: Ints, kept: Ints, size: int, given: Ints, given_size: int, stock: Ints
) -> int:
    """Ways to draw these three kinds when `kept` are specific cards among them.

    `given` are the specific cards missing from the stock: the kept ones, and perhaps one more.
    """
    ways = 1
    for i in range(3):
        kind = three[i]
        if held(three, i, kind) == 0:
            free = stock[kind] - held(given, given_size, kind)
            ways *= choose(free, held(three, 3, kind) - held(kept, size, kind))
    return ways


@kernel
def dealer_tables(upcard: int, stock: Ints) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """For each given set and each p: the dealer's hands that contain it and score less than p
    points.

    One table is for hands that stand on four cards, one for hands with a fifth; the third result
    says which threes must draw one.
    """
    stands = np.zeros((SETS, MOST_POINTS + 3), np.int64)
    draws = np.zeros((SETS, MOST_POINTS + 3), np.int64)
    must_draw = np.zeros(SETS - THREES, np.bool_)
    three, kept, given = np.empty(3, np.int64), np.empty(3, np.int64), np.empty(4, np.int64)
    four, five = np.empty(4, np.int64), np.empty(5, np.int64)
    four[3] = five[3] = upcard
    for c in range(KINDS):
        for b in range(c + 1):
            for a in range(b + 1):
                three[0], three[1], three[2] = a, b, c
                four[0], four[1], four[2] = a, b, c
                if ways_to_hold(three, kept, 0, given, 0, stock) == 0:
                    continue
                score = points(four)
                if not dealer_draws(score):
                    add_stand(stands, three, kept, stock, score)
                    continue
                must_draw[place_of_three(a, b, c)] = True
                five[0], five[1], five[2] = a, b, c
                for fifth in range(KINDS):
                    five[4] = fifth
                    add_draw(draws, three, fifth, kept, given, stock, points(five))
    for row in range(SETS):
        sum_up(stands[row])
        sum_up(draws[row])
    return stands, draws, must_draw


@inlined
def sum_up(row: Ints) -> None:
    """Turns counts of hands with exactly p points into counts of hands with fewer."""
    fewer = 0
    for p in range(len(row)):
        here = row[p]
        row[p] = fewer
        fewer += here


@inlined
def pick(three: Ints, bits: int, kept: Ints) -> int:
    """Copies the cards that the bits select; returns how many, or -1 for a duplicate selection."""
    size = 0
    for i in range(3):
        if bits >> i & 1:
            kept[size] = three[i]
            size += 1
        elif i < 2 and three[i + 1] == three[i] and bits >> (i + 1) & 1:
            return -1
    return size


@inlined
def add_stand(stands: Ints, three: Ints, kept: Ints, stock: Ints, score: int) -> None:
    for bits in range(8):
        size = pick(three, bits, kept)
        if size >= 0:
            ways = ways_to_hold(three, kept, size, kept, size, stock)
            stands[place_of(kept, size), score] += ways


@inlined
def add_draw(
    draws: Ints, three: Ints, fifth: int, kept: Ints, given: Ints, stock: Ints, score: int
) -> None:
    """Adds a hand with a fifth card to the given sets without that card and to those with it."""
    for bits in range(8):
        size = pick(three, bits, kept)
        if size < 0:
            continue
        free = stock[fifth] - held(three, 3, fifth)
        if free > 0:
            ways = ways_to_hold(three, kept, size, kept, size, stock)
            draws[place_of(kept, size), score] += ways * free
        if size == 3:
            continue  # `beaten` handles given sets of four separately
        for i in range(size):
            given[i] = kept[i]
        given[size] = fifth
        alike = held(given, size + 1, fifth)  # any of them may be the fifth card
        if stock[fifth] >= alike:
            ways = ways_to_hold(three, kept, size, given, size + 1, stock)
            draws[place_of(given, size + 1), score] += ways * alike


@inlined
def beaten(
    cards: Ints, size: int, score: int, upcard: int, unseen: int, stands: Ints, draws: Ints,
    must_draw: NDArray[np.bool_], work: Ints,
) -> tuple[int, int]:  # fmt: skip
    """The dealer's outcomes below a score, and up to it, with none of these (3 or 4) cards."""
    stand_low = stand_high = draw_low = draw_high = 0
    for bits in range(1 << size):
        count = 0
        for i in range(size):
            if bits >> i & 1:
                if count < 3:
                    work[count] = cards[i]
                count += 1
        if count > 3:
            continue
        row = place_of(work, count)
        sign = -1 if count & 1 else 1
        stand_low += sign * stands[row, score]
        stand_high += sign * stands[row, score + 1]
        draw_low += sign * draws[row, score]
        draw_high += sign * draws[row, score + 1]
    if size == 4:  # hands that contain all four: three of them, and one as the fifth
        hands = 0
        for i in range(4):
            others = place_of_three(cards[(i + 1) % 4], cards[(i + 2) % 4], cards[(i + 3) % 4])
            if must_draw[others]:
                hands += 1
        if hands > 0:
            for i in range(4):
                work[i] = cards[i]
            work[4] = upcard
            final = points(work[:5])
            draw_low += hands if final < score else 0
            draw_high += hands if final <= score else 0
    after = unseen - 3  # a dealer who stands leaves the card after the three undrawn
    return stand_low * after + draw_low, stand_high * after + draw_high


@inlined
def suits_renamed(kind: int, order: int) -> int:
    """The kind after diamonds, hearts and spades are renamed in one of six ways."""
    suit = kind // 13
    if suit == 0:
        return kind
    first = order % 3
    names = (first, (first + 1 + order // 3) % 3, (first + 2 - order // 3) % 3)
    return (names[suit - 1] + 1) * 13 + kind % 13


@kernel
def classes(symmetric: bool) -> Ints:
    """For each set of three kinds, the lowest set that differs only by the names of suits."""
    lowest = np.empty(SETS - THREES, np.int64)
    for c in range(KINDS):
        for b in range(c + 1):
            for a in range(b + 1):
                here = place_of_three(a, b, c)
                lowest[here] = here
                for order in range(6 if symmetric else 1):
                    lowest[here] = min(
                        lowest[here],
                        place_of_three(
                            suits_renamed(a, order),
                            suits_renamed(b, order),
                            suits_renamed(c, order),
                        ),
                    )
    return lowest


@kernel
def count_points(stock: Ints) -> Ints:
    """How many sets of four cards from the stock make each number of points."""
    counts = np.zeros(MOST_POINTS + 1, np.int64)
    four = np.empty(4, np.int64)
    for d in range(KINDS):
        for c in range(d + 1):
            for b in range(c + 1):
                for a in range(b + 1):
                    four[0], four[1], four[2], four[3] = a, b, c, d
                    ways = 1
                    for i in range(4):
                        if held(four, i, four[i]) == 0:
                            ways *= choose(stock[four[i]], held(four, 4, four[i]))
                    if ways > 0:
                        counts[points(four)] += ways
    return counts
