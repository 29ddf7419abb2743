"""4 Card Split, counted: how many of the dealer's threes are below a score, beside given cards.

A dealer's score is expressed as a level: its index among the scores that the dealer can make with
this upcard. The last axis of a table is a card: LANES of them, whatever the deck, so that the
processor counts for many cards in one step. Entries for indexes without a card in play mean
nothing. Loops name every index, because slicing an array costs more than adding it up.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import DECK
from croupier.games.four_card_split.loops.hands import three
from croupier.kernels.arrays import Bytes, Shorts
from croupier.kernels.compiled import kernel

Cards = NDArray[np.uint64]  # unsigned, so that no loop has to check for a negative index
Levels = NDArray[np.uint16]

LANES = 64
assert len(DECK) <= LANES


class DealerThrees(NamedTuple):
    """The dealer's threes with one upcard."""

    made: Levels  # the level of a three, by its cards
    twos: Bytes  # how many threes with two cards are below a level: by card, level and card


class Beside(NamedTuple):
    """How many threes avoid a player's cards: the last one, the last two, and so on."""

    state: Cards  # the player's four cards
    rest: Cards  # the cards in nobody's hand
    none: Shorts  # the threes below a level: by number of cards avoided, and level
    ones: Shorts  # those of them with one card: by number of cards avoided, level and card
    steps: Bytes  # a work array for `avoid`


@kernel
def levels(dealer: Shorts, score_count: int) -> tuple[Levels, Levels]:
    """For each score: how many of the dealer's scores are below it, and how many up to it."""
    can = np.zeros(score_count, np.int64)
    for score in dealer:
        if score >= 0:
            can[score] = 1
    below, up_to = np.zeros(score_count, np.uint16), np.zeros(score_count, np.uint16)
    count = 0
    for score in range(score_count):
        below[score] = count
        count += can[score]
        up_to[score] = count
    return below, up_to


@kernel
def in_any_order(n: int, values: Levels) -> Levels:
    """A value for each set of three cards, indexed by the three cards in any order."""
    cube = np.zeros((n, n, LANES), np.uint16)
    for i in range(n):
        for j in range(i):
            for k in range(j):
                value = values[three(i, j, k)]
                cube[i, j, k] = cube[i, k, j] = cube[j, i, k] = value
                cube[j, k, i] = cube[k, i, j] = cube[k, j, i] = value
    return cube


@kernel
def dealer_counts(n: int, upcard: int, made: Levels, last: int) -> tuple[DealerThrees, Beside]:
    """All threes, and arrays for those that avoid a state. `last` is the level above all."""
    none = np.zeros((5, last + 1), np.int16)
    ones = np.zeros((5, last + 1, LANES), np.int16)
    twos = np.zeros((n, last + 1, LANES), np.int8)
    for a in range(n):
        for b in range(a):
            for c in range(b):
                if upcard not in (a, b, c):
                    above = made[a, b, c] + 1
                    none[0, above] += 1
                    for x, y, z in ((a, b, c), (b, c, a), (c, a, b)):
                        ones[0, above, x] += 1
                        twos[y, above, z] += 1
                        twos[z, above, y] += 1
    for level in range(last):
        none[0, level + 1] += none[0, level]
        for x in range(LANES):
            ones[0, level + 1, x] += ones[0, level, x]
            for y in range(n):
                twos[y, level + 1, x] += twos[y, level, x]
    state, rest = np.full(4, n, np.uint64), np.zeros(n - 5, np.uint64)
    return DealerThrees(made, twos), Beside(
        state, rest, none, ones, np.zeros((last + 1, LANES), np.int8)
    )


@kernel
def lay_state(dealer: DealerThrees, beside: Beside, upcard: int, cards: Bytes) -> None:
    """Counts the threes beside these cards. Unchanged trailing cards are not recounted."""
    state = beside.state
    changed = 4
    while changed > 0 and state[changed - 1] == cards[changed - 1]:
        changed -= 1
    for place in range(changed - 1, -1, -1):
        state[place] = cards[place]
        avoid(dealer, beside, place)
    size = 0
    for card in range(len(dealer.made)):
        if card != upcard and card not in (state[0], state[1], state[2], state[3]):
            beside.rest[size] = card
            size += 1


@kernel
def avoid(dealer: DealerThrees, beside: Beside, place: int) -> None:
    """Avoids one more card, by inclusion and exclusion."""
    card, before = beside.state[place], 3 - place
    none, ones, steps = beside.none, beside.ones, beside.steps
    for level in range(len(steps)):
        none[before + 1, level] = none[before, level] - ones[before, level, card]
    for later in range(place + 1, 4):  # threes with this card and a later one are already excluded
        for other in range(len(dealer.made)):
            steps[dealer.made[card, beside.state[later], other] + 1, other] += 1
    again = np.zeros(LANES, np.int8)
    for level in range(len(steps)):
        for other in range(LANES):
            again[other] += steps[level, other]
            steps[level, other] = 0
        for other in range(LANES):
            out = dealer.twos[card, level, other] - again[other]
            ones[before + 1, level, other] = ones[before, level, other] - out


@kernel
def count_below(dealer: DealerThrees, beside: Beside, levels: Levels, counts: Shorts) -> None:
    """By card and other card: the threes below the first one's level that contain neither.

    Zero for a card and itself.
    """
    made, twos, none, ones = dealer.made, dealer.twos, beside.none, beside.ones
    s, t, u, v = beside.state
    for card in beside.rest:
        level = levels[card]
        base = np.int16(none[4, level] - ones[4, level, card])
        for other in range(LANES):
            counts[card, other] = base - ones[4, level, other] + twos[card, level, other]
        for other in range(LANES):
            out = (made[card, s, other] < level) + (made[card, t, other] < level)
            out += (made[card, u, other] < level) + (made[card, v, other] < level)
            counts[card, other] -= np.int16(out)
        counts[card, card] = 0


@kernel
def count_below_each(dealer: DealerThrees, beside: Beside, levels: Levels, counts: Shorts) -> None:
    """By card and earlier card: the threes below the level of the two that contain neither."""
    made, twos, none, ones = dealer.made, dealer.twos, beside.none, beside.ones
    s, t, u, v = beside.state
    for at in range(len(beside.rest)):
        card = beside.rest[at]
        for other in beside.rest[:at]:
            level = levels[card, other]
            out = ones[4, level, card] + ones[4, level, other] - twos[card, level, other]
            counts[card, other] = none[4, level] - out
        for other in range(LANES):
            level = levels[card, other]
            out = (made[card, s, other] < level) + (made[card, t, other] < level)
            out += (made[card, u, other] < level) + (made[card, v, other] < level)
            counts[card, other] -= np.int16(out)
