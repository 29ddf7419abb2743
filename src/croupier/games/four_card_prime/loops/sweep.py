"""Four Card Prime, counted: for every hand and upcard, how many dealer's hands it beats.

The dealer is never enumerated for a state. For one upcard, the dealer's sets of five other cards
are swept in order of score; for every set of up to four cards, a counter keeps how many of the
dealer's hands so far contain it. When the sweep passes a player's score, the number of the dealer's
hands that avoid the player's cards follows by inclusion and exclusion over the subsets of those
cards.

Numbers are packed into as few bits as they need, which counts.py checks: a card's index in the deck
into 6, so five into 30; the index of a score into 15; a count of dealer's hands into 31.
"""

from typing import NamedTuple

import numpy as np

from croupier.cards.hands import FOUR_SCORES, best_four
from croupier.kernels.arrays import Bytes, Ints, Scores, Shorts
from croupier.kernels.card_sets import B2, B3, B4, class_weight
from croupier.kernels.compiled import inlined, kernel

Counters = tuple[Scores, Scores, Scores, Scores]


class UpcardCounts(NamedTuple):
    """One row for each of the player's hands (or each class of them), in order of score."""

    hand: Ints  # as a mask
    score: Shorts  # the index of its score among all scores
    weight: Bytes  # how many hands the row represents
    beaten: Scores  # the dealer's lower hands
    copied: Scores  # the dealer's equal hands
    under: Ints  # by floor: the dealer's hands under it, over all of the player's above it


def places_of(scores: Ints) -> Shorts:
    """The index of each score, by the score."""
    assert len(scores) < 1 << 15 and int(scores[-1]) < FOUR_SCORES
    places = np.full(FOUR_SCORES, -1, np.int16)
    places[scores] = np.arange(len(scores))
    return places


@kernel
def scores_of_four(deck: Ints) -> Ints:
    """Every score that four cards of the deck can make, in order."""
    seen = np.zeros(FOUR_SCORES, np.uint8)
    for d in range(3, len(deck)):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    seen[best_four(1 << deck[a] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d])] = 1
    return np.nonzero(seen)[0]


@inlined
def add(counters: Counters, cards: Ints) -> None:
    """Counts one more dealer's hand: adds one to every set of up to four of its cards."""
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
def avoiding(counters: Counters, swept: int, cards: Ints) -> int:
    """The dealer's hands swept so far that contain none of these five cards, or all of them."""
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
def unpack(packed: int, cards: Ints) -> None:
    """The five cards (indexes in the rest of the deck) of one packed number."""
    for i in range(5):
        cards[i] = packed >> 6 * i & 63


@kernel
def by_score(
    rest: Ints, upcard: int, places: Shorts, symmetric: bool
) -> tuple[Scores, Ints, Scores, Ints, Shorts]:
    """The dealer's sets and the player's hands, packed, each in order of score.

    Also the first row of each score and, for each hand, the score of the dealer who holds exactly
    that hand.
    """
    n = len(rest)
    place_count = int(places.max()) + 1
    total = n * (n - 1) * (n - 2) * (n - 3) * (n - 4) // 120
    dealer = np.empty(total, np.int16)
    player = np.empty(total, np.int16)  # -1: another hand represents it
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
    dealer_sets = np.empty(total, np.int32)
    player_sets = np.empty(player_start[place_count], np.int32)
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
def sweep(upcard: int, deck: Ints, places: Shorts, floors: Ints, symmetric: bool) -> UpcardCounts:
    """The counts for one upcard. `places` and `floors` are indexes of scores."""
    rest = deck[deck != upcard]
    n = len(rest)
    dealer, dealer_start, player, player_start, made_of = by_score(rest, upcard, places, symmetric)
    rows = len(player)
    hand, score = np.empty(rows, np.int64), np.empty(rows, np.int16)
    weight = np.empty(rows, np.int8)
    beaten, copied = np.empty(rows, np.int32), np.empty(rows, np.int32)
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
                    unpack(player[row], cards)
                    under[floor] += weight[row] * avoiding(counters, swept, cards)
        for row in range(player_start[place], player_start[place + 1]):
            unpack(player[row], cards)
            beaten[row] = avoiding(counters, swept, cards)
        for row in range(swept, dealer_start[place + 1]):
            unpack(dealer[row], cards)
            add(counters, cards)
        for row in range(player_start[place], player_start[place + 1]):
            unpack(player[row], cards)
            score[row] = place
            copied[row] = avoiding(counters, dealer_start[place + 1], cards) - beaten[row]
            if made_of[row] == place:
                copied[row] -= 1  # the one dealer's set that contains all five cards
    return UpcardCounts(hand, score, weight, beaten, copied, under)


@kernel
def sums_by_score(score: Shorts, weight: Bytes, beaten: Scores, copied: Scores, sums: Ints) -> None:
    """Adds hands, and the dealer's hands they beat and copy, to `sums[:, score]`."""
    for row in range(len(score)):
        sums[0, score[row]] += weight[row]
        sums[1, score[row]] += weight[row] * np.int64(beaten[row])
        sums[2, score[row]] += weight[row] * np.int64(copied[row])


@kernel
def add_by_wins(wins: Scores, weight: Bytes, hands: Ints) -> None:
    """Adds hands to `hands[wins]`, by the number of dealer's hands that each of them beats."""
    for row in range(len(wins)):
        hands[wins[row]] += weight[row]
