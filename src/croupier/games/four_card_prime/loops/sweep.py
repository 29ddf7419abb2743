"""Four Card Prime, counted: for every hand and upcard, how many dealer's hands it beats.

The dealer is never enumerated for a state. For one upcard, his five other cards are swept in order
of his score; a counter is kept for every set of up to four cards: how many of his hands so far hold
it. When the sweep passes a player's score, the dealer's hands that avoid the player's cards are
read off by inclusion and exclusion over the subsets of those cards.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import SUIT, best_four
from croupier.kernels.binomials import B2, B3, B4
from croupier.kernels.compiled import inlined, kernel

Ints = NDArray[np.int64]
Counters = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
Cards = NDArray[np.int64]


class UpcardCounts(NamedTuple):
    """One row for each of the player's hands (or each class of them), in order of score."""

    hand: Ints  # as a mask
    score: Ints  # the place of its score among all scores
    weight: Ints  # how many hands the row stands for
    beaten: Ints  # dealer's hands below it
    copied: Ints  # dealer's hands that it equals
    under: Ints  # for each floor: dealer's hands under it, summed over the player's hands above


@kernel
def scores_of_four(deck: Ints) -> Ints:
    """Every score that four cards of the deck can make, in order."""
    seen = np.zeros(9 << 20, np.uint8)
    for d in range(3, len(deck)):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    seen[best_four(1 << deck[a] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d])] = 1
    return np.nonzero(seen)[0]


@inlined
def class_weight(hand: int, symmetric: bool) -> int:
    """How many hands are this one but for the names of the suits that the upcard has not.

    Zero for all of them but one. The upcard is a club; in a whole deck the others are alike.
    """
    if not symmetric:
        return 1
    d, h, s = hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    if d < h or h < s:
        return 0
    if d == h and h == s:
        return 1
    return 3 if d == h or h == s else 6


@inlined
def add(counters: Counters, cards: Cards) -> None:
    """One more dealer's hand: every set of up to four of its cards is held once more."""
    ones, twos, threes, fours = counters
    for i in range(5):
        one = cards[i]
        ones[one] += 1
        for j in range(i + 1, 5):
            two = one + B2[cards[j]]
            twos[two] += 1
            for k in range(j + 1, 5):
                three = two + B3[cards[k]]
                threes[three] += 1
                for m in range(k + 1, 5):
                    fours[three + B4[cards[m]]] += 1


@inlined
def avoiding(counters: Counters, swept: int, cards: Cards) -> int:
    """The dealer's hands swept so far that hold none of these five cards, or all of them."""
    ones, twos, threes, fours = counters
    avoid = swept
    for i in range(5):
        one = cards[i]
        avoid -= ones[one]
        for j in range(i + 1, 5):
            two = one + B2[cards[j]]
            avoid += twos[two]
            for k in range(j + 1, 5):
                three = two + B3[cards[k]]
                avoid -= threes[three]
                for m in range(k + 1, 5):
                    avoid += fours[three + B4[cards[m]]]
    return avoid


@inlined
def spread(packed: int, cards: Cards) -> None:
    """The five cards (places in the rest of the deck) of one packed number."""
    for i in range(5):
        cards[i] = packed >> 6 * i & 63


@kernel
def by_score(
    rest: Ints, upcard: int, places: NDArray[np.int16], symmetric: bool
) -> tuple[Ints, Ints, Ints, Ints, NDArray[np.int16]]:
    """The dealer's sets and the player's hands, packed, each in order of score.

    With the first row of each score, and for each hand the score of the dealer who holds just it.
    """
    n = len(rest)
    place_count = int(places.max()) + 1
    total = n * (n - 1) * (n - 2) * (n - 3) * (n - 4) // 120
    dealer = np.empty(total, np.int16)
    player = np.empty(total, np.int16)  # -1: another hand stands for it
    dealer_start = np.zeros(place_count + 1, np.int64)
    player_start = np.zeros(place_count + 1, np.int64)
    at = 0
    for e in range(4, n):
        for d in range(3, e):
            for c in range(2, d):
                three = 1 << rest[c] | 1 << rest[d] | 1 << rest[e]
                for b in range(1, c):
                    for a in range(b):
                        hand = three | 1 << rest[a] | 1 << rest[b]
                        dealer[at] = places[best_four(hand | 1 << upcard)]
                        dealer_start[dealer[at] + 1] += 1
                        player[at] = -1
                        if class_weight(hand, symmetric) > 0:
                            player[at] = places[best_four(hand)]
                            player_start[player[at] + 1] += 1
                        at += 1
    for place in range(place_count):
        dealer_start[place + 1] += dealer_start[place]
        player_start[place + 1] += player_start[place]
    dealer_sets = np.empty(total, np.int64)
    player_sets = np.empty(player_start[place_count], np.int64)
    made_of = np.empty(player_start[place_count], np.int16)
    dealer_next, player_next = dealer_start.copy(), player_start.copy()
    at = 0
    for e in range(4, n):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        packed = a | b << 6 | c << 12 | d << 18 | e << 24
                        dealer_sets[dealer_next[dealer[at]]] = packed
                        dealer_next[dealer[at]] += 1
                        if player[at] >= 0:
                            row = player_next[player[at]]
                            player_next[player[at]] += 1
                            player_sets[row] = packed
                            made_of[row] = dealer[at]
                        at += 1
    return dealer_sets, dealer_start, player_sets, player_start, made_of


@kernel
def sweep(
    upcard: int, deck: Ints, places: NDArray[np.int16], floors: Ints, symmetric: bool
) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
    """The counts for one upcard, as in UpcardCounts. `places`: of each score; `floors`: places."""
    rest = deck[deck != upcard]
    n = len(rest)
    dealer, dealer_start, player, player_start, made_of = by_score(rest, upcard, places, symmetric)
    rows = len(player)
    hand, score, weight = (
        np.empty(rows, np.int64),
        np.empty(rows, np.int64),
        np.empty(rows, np.int64),
    )
    beaten, copied = np.empty(rows, np.int64), np.empty(rows, np.int64)
    under = np.zeros(len(floors), np.int64)
    counters = (
        np.zeros(n, np.int32),
        np.zeros(B2[n], np.int32),
        np.zeros(B3[n], np.int32),
        np.zeros(B4[n], np.int32),
    )
    for row in range(rows):
        hand[row] = 0
        for i in range(5):
            hand[row] |= 1 << rest[player[row] >> 6 * i & 63]
        weight[row] = class_weight(hand[row], symmetric)
    cards = np.empty(5, np.int64)
    for place in range(len(dealer_start) - 1):
        swept = dealer_start[place]
        for floor in range(len(floors)):
            if floors[floor] == place:
                for row in range(player_start[place], rows):
                    spread(player[row], cards)
                    under[floor] += weight[row] * avoiding(counters, swept, cards)
        for row in range(player_start[place], player_start[place + 1]):
            spread(player[row], cards)
            beaten[row] = avoiding(counters, swept, cards)
        for row in range(swept, dealer_start[place + 1]):
            spread(dealer[row], cards)
            add(counters, cards)
        for row in range(player_start[place], player_start[place + 1]):
            spread(player[row], cards)
            score[row] = place
            copied[row] = avoiding(counters, dealer_start[place + 1], cards) - beaten[row]
            if made_of[row] == place:
                copied[row] -= 1  # the one dealer's set that holds all five cards
    return hand, score, weight, beaten, copied, under
