"""4 Card Split, counted: the worth of every way to split, for every four cards and upcard.

Cards are places in the deck; scores are places among all three-card scores. A state stands for all
states that are the same but for the names of suits. Worths are sums over OUTCOMES: two draws in
order and the dealer's three, so that hands of one, two and three cards add up.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import THREE_SCORES, three_card
from croupier.games.four_card_split.loops.hands import (
    net,
    one_card_worths,
    sums_below,
    three,
    two,
    two_card_worths,
)
from croupier.games.four_card_split.rules import (
    FOLD_ALL_WAY,
    THREES,
    WAYS,
    best_three_of_four,
    legal_ways,
    three_with_upcard,
)
from croupier.kernels.compiled import LOW, inlined, kernel, written_out
from croupier.kernels.suit_classes import class_weight

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]
Worths = NDArray[np.int32]

# A state's ways to split: the card left alone (0 to 3), or the partner of the first card (4 to 6).


@kernel
def all_scores(deck: Ints) -> Ints:
    """Every score that three cards of the deck make, in order."""
    seen = np.zeros(THREE_SCORES, np.uint8)
    for c in range(2, len(deck)):
        for b in range(1, c):
            for a in range(b):
                seen[three_card(1 << deck[a] | 1 << deck[b] | 1 << deck[c])] = 1
    return np.nonzero(seen)[0]


@kernel
def score_tables(deck: Ints, upcard: int, places: Shorts, any_three: bool) -> tuple[Shorts, Shorts]:
    """The player's score of every three cards, and the dealer's with this upcard beside them."""
    n = len(deck)
    size = n * (n - 1) * (n - 2) // 6
    player, dealer = np.empty(size, np.int16), np.full(size, -1, np.int16)
    up = deck[upcard]
    for c in range(2, n):
        for b in range(1, c):
            for a in range(b):
                x, y, z = deck[a], deck[b], deck[c]
                place = three(a, b, c)
                player[place] = places[three_card(1 << x | 1 << y | 1 << z)]
                if upcard not in (a, b, c):
                    best = (
                        best_three_of_four(up, x, y, z)
                        if any_three
                        else three_with_upcard(up, x, y, z)
                    )
                    dealer[place] = places[best]
    return player, dealer


@inlined
def rename(first: int, second: int, symmetric: bool, names: Ints) -> None:
    """New names for the suits, in which these cards come as early as they can (clubs stay)."""
    for suit in range(4):
        names[suit] = suit
    if not symmetric:
        return
    names[1] = names[2] = names[3] = 0
    used = 1
    for card in (first, second):
        suit = card // 13
        if suit > 0 and names[suit] == 0:
            names[suit] = used
            used += 1
    for suit in range(1, 4):
        if names[suit] == 0:
            names[suit] = used
            used += 1


@inlined
def renamed(card: int, names: Ints) -> int:
    """The card under those names. Only a whole deck, where place and card agree, is renamed."""
    return names[card // 13] * 13 + card % 13


@kernel
def pair_classes(deck_size: int, symmetric: bool) -> tuple[Ints, Ints]:
    """The pairs of cards that stand for all, and the number of each pair's class."""
    number = np.full(deck_size * (deck_size - 1) // 2, -1, np.int64)
    pairs = np.empty((len(number), 2), np.int64)
    names = np.empty(4, np.int64)
    size = 0
    for a in range(deck_size):
        for b in range(a):
            high, low = (a, b) if a % 13 >= b % 13 else (b, a)
            rename(high, low, symmetric, names)
            x, y = renamed(high, names), renamed(low, names)
            if number[two(x, y)] < 0:
                number[two(x, y)] = size
                pairs[size, 0], pairs[size, 1] = x, y
                size += 1
    return pairs[:size], number


@kernel
def upcard_worths(
    upcard: int,
    deck: Ints,
    player: Shorts,
    dealer: Shorts,
    rows: Shorts,
    columns: int,
    ends: Ints,
    pairs: Ints,
    symmetric: bool,
) -> tuple[Worths, Worths]:
    """The worth of every hand of one card, and of two, against this upcard."""
    n = len(deck)
    ones = np.zeros((n, len(player), columns), np.int32)
    twos = np.zeros((len(pairs), n * (n - 1) // 2, columns), np.int32)
    for hand in range(26 if symmetric else n):
        if hand != upcard:
            one_card_worths(upcard, hand, n, dealer, player, rows, ends, ones[hand])
    for pair in range(len(pairs)):
        a, b = pairs[pair]
        if upcard != a and upcard != b:
            two_card_worths(upcard, a, b, n, dealer, player, rows, ends, twos[pair])
    return ones, twos


@kernel
def count_states(deck: Ints, upcard: int, symmetric: bool) -> int:
    count = 0
    for d in range(3, len(deck)):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    if upcard not in (a, b, c, d):
                        hand = 1 << deck[a] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d]
                        if class_weight(hand, symmetric) > 0:
                            count += 1
    return count


@kernel
def state_worths(
    upcard: int,
    deck: Ints,
    player: Shorts,
    dealer: Shorts,
    rows: Shorts,
    columns: int,
    ends: Ints,
    ones: Worths,
    twos: Worths,
    pair_number: Ints,
    symmetric: bool,
) -> tuple[NDArray[np.int8], NDArray[np.int8], Worths, Worths, Worths]:
    """Every state against this upcard: its cards, its weight, and the worth of its hands.

    Of one card (the card left alone), of three (the others: their net and their wins), of two (by
    partner; both sides).
    """
    size = count_states(deck, upcard, symmetric)
    n = len(deck)
    cards, weights = np.empty((size, 4), np.int8), np.empty(size, np.int8)
    alone, threes = np.empty((size, 4, columns), np.int32), np.empty((size, 4, 2), np.int32)
    paired = np.empty((size, 3, 2, columns), np.int32)
    nets = three_card_nets(n, upcard, dealer, len(rows), ends)
    names = np.empty(4, np.int64)
    state = np.empty(4, np.int64)
    at = 0
    for d in range(3, n):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    if upcard in (a, b, c, d):
                        continue
                    hand = 1 << deck[a] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d]
                    weight = class_weight(hand, symmetric)
                    if weight == 0:
                        continue
                    state[0], state[1], state[2], state[3] = a, b, c, d
                    weights[at] = weight
                    for i in range(4):
                        cards[at, i] = state[i]
                        x, y, z = state[(i + 1) & 3], state[(i + 2) & 3], state[(i + 3) & 3]
                        rename(state[i], state[i], symmetric, names)
                        place = three(renamed(x, names), renamed(y, names), renamed(z, names))
                        alone[at, i] = ones[renamed(state[i], names), place]
                        score = player[three(x, y, z)]
                        threes[at, i] = three_card_net(nets, state, score, dealer, ends)
                    for partner in range(1, 4):
                        other, last = 1 + (partner == 1), 3 - (partner == 3)
                        sides = ((0, partner, other, last), (other, last, 0, partner))
                        for side in range(2):
                            x, y = state[sides[side][0]], state[sides[side][1]]
                            u, v = state[sides[side][2]], state[sides[side][3]]
                            high, low = (x, y) if x % 13 >= y % 13 else (y, x)
                            rename(high, low, symmetric, names)
                            pair = pair_number[two(renamed(x, names), renamed(y, names))]
                            place = two(renamed(u, names), renamed(v, names))
                            paired[at, partner - 1, side] = twos[pair, place]
                    at += 1
    return cards, weights, alone, threes, paired


@kernel
def three_card_nets(
    n: int, upcard: int, dealer: Shorts, score_count: int, ends: Ints
) -> tuple[Ints, Ints, Ints]:
    """For a player's score, its net and its wins: against all threes, those with one card, two."""
    none, ones = np.zeros((1, score_count, 2), np.int64), np.zeros((n, score_count, 2), np.int64)
    twos = np.zeros((n * (n - 1) // 2, score_count, 2), np.int64)
    for c in range(2, n):
        for b in range(1, c):
            for a in range(b):
                score = dealer[three(a, b, c)]
                if score >= 0:
                    none[0, score, 0] += 1
                    for x, y in ((a, b), (b, c), (c, a)):
                        ones[x, score, 0] += 1
                        twos[two(x, y), score, 0] += 1
    nets, wins = np.empty(score_count, np.int64), np.empty(score_count, np.int64)
    for table in (none, ones, twos):
        for row in range(len(table)):
            sums_below(table[row, :, 0], ends, nets, wins)
            table[row, :, 0], table[row, :, 1] = nets, wins
    return none, ones, twos


@inlined
def three_card_net(
    nets: tuple[Ints, Ints, Ints], state: Ints, score: int, dealer: Shorts, ends: Ints
) -> tuple[int, int]:
    """The net of a hand of three and its wins, against threes that hold none of the four cards."""
    none, ones, twos = nets
    total, won = none[0, score]
    for i in range(4):
        total -= ones[state[i], score, 0]
        won -= ones[state[i], score, 1]
        for j in range(i):
            pair = two(state[i], state[j])
            total += twos[pair, score, 0]
            won += twos[pair, score, 1]
            for k in range(j):
                made = dealer[three(state[i], state[j], state[k])]
                total -= net(score, made, ends)
                won -= made < score
    return total, won


@kernel
def splits(
    cards: NDArray[np.int8], player: Shorts, rows: Shorts, instant: NDArray[np.bool_]
) -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
    """For each state and card left alone, the row of the other three; and the legal ways.

    `instant`: for each score, whether it is an instant winner.
    """
    found, legal = np.empty((len(cards), 4), np.int8), np.empty(len(cards), np.uint8)
    at_once = np.empty(4, np.bool_)
    for at in range(len(cards)):
        for i in range(4):
            score = score_of_others(cards[at], i, player)
            found[at, i] = rows[score]
            at_once[i] = instant[score]
        legal[at] = legal_ways(at_once[0], at_once[1], at_once[2], at_once[3])
    return found, legal


class Outcomes(NamedTuple):
    """Two draws and the dealer's three; and how many stand for one of a hand with fewer draws."""

    all: int
    of_two: int
    of_three: int


@inlined
def outcomes_of(unseen: int) -> Outcomes:
    every = unseen * (unseen - 1) * ((unseen - 2) * (unseen - 3) * (unseen - 4) // 6)
    of_two = every // (unseen * ((unseen - 1) * (unseen - 2) * (unseen - 3) // 6))
    return Outcomes(every, of_two, every // (unseen * (unseen - 1) * (unseen - 2) // 6))


class Pays(NamedTuple):
    """What a hand wins or loses by itself, in antes, from the rules' own settlement."""

    more: Ints  # by row of the ante table: what a win pays beyond the lowest row
    columns: tuple[int, ...]  # the same: loops know a tuple's length when they are compiled
    instant: Ints  # by row
    fold: int
    fold_all: int  # both hands


class HandWorths(NamedTuple):
    """States: the worth of their hands in columns, the rows of the threes, and the legal ways."""

    alone: Worths
    threes: Worths
    paired: Worths
    rows: NDArray[np.int8]
    legal: NDArray[np.uint8]


@written_out
def best_way(hands: HandWorths, at: int, pays: Pays, outcomes: Outcomes) -> tuple[int, int, int]:
    """The worth of a state's best way, that way, and which hands it plays (bits).

    Where two ways are worth the same, the first in order; a hand that may as well fold does.
    """
    legal, fold = hands.legal[at], pays.fold * outcomes.all
    worth, way, plays = np.int64(np.iinfo(np.int64).min), 0, 0
    if not legal >> FOLD_ALL_WAY & 1:
        for this in range(THREES):
            if legal >> this & 1:
                second = priced(hands.alone[at, this], pays) * 2
                both = pays.instant[hands.rows[at, this]] * outcomes.all + max(second, fold)
                if both > worth:
                    worth, way, plays = both, this, (second > fold) << 1
        return worth, way, plays
    worth, way = pays.fold_all * outcomes.all, FOLD_ALL_WAY
    for this in range(WAYS):
        if this >= THREES:
            first = priced(hands.paired[at, this - THREES, 0], pays) * outcomes.of_two
            second = priced(hands.paired[at, this - THREES, 1], pays) * outcomes.of_two
        else:
            first, wins = np.int64(hands.threes[at, this, 0]), hands.threes[at, this, 1]
            first = (first + wins * pays.more[hands.rows[at, this]]) * outcomes.of_three
            second = priced(hands.alone[at, this], pays) * 2
        both = max(first, fold) + max(second, fold)
        if legal >> this & 1 and both > worth:
            worth, way, plays = both, this, (first > fold) | (second > fold) << 1
    return worth, way, plays


@kernel
def best_worth(
    weights: NDArray[np.int8], hands: HandWorths, pays: Pays, unseen: int
) -> tuple[int, int]:
    """The worth of all states, each in its best way, as high and low parts (see `whole_sum`)."""
    outcomes = outcomes_of(unseen)
    high = low = 0
    for at in range(len(weights)):
        worth, _, _ = best_way(hands, at, pays, outcomes)
        high += (worth >> 32) * weights[at]
        low += (worth & LOW) * weights[at]
    return high, low


@kernel
def best_ways(
    hands: HandWorths, pays: Pays, unseen: int
) -> tuple[Ints, NDArray[np.int8], NDArray[np.int8]]:
    """For each state: the worth of its best way, that way, and which hands it plays (bits)."""
    outcomes = outcomes_of(unseen)
    size = len(hands.legal)
    worth, way, plays = np.empty(size, np.int64), np.empty(size, np.int8), np.empty(size, np.int8)
    for at in range(size):
        worth[at], way[at], plays[at] = best_way(hands, at, pays, outcomes)
    return worth, way, plays


@inlined
def score_of_others(cards: NDArray[np.int8], i: int, player: Shorts) -> int:
    a, b, c = cards[(i + 1) & 3], cards[(i + 2) & 3], cards[(i + 3) & 3]
    return player[three(np.int64(a), np.int64(b), np.int64(c))]


@inlined
def priced(worth: Worths, pays: Pays) -> int:
    """A worth in columns under a table of pays: each row's wins pay what the row pays."""
    total = np.int64(worth[0])
    for row in range(1, len(pays.columns)):
        total += worth[row] * pays.columns[row]
    return total
