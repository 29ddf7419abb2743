"""4 Card Split, counted: the worth of every way to split, for every four cards and upcard.

Cards are indexes in the deck; scores are indexes among all three-card scores. A state represents
all states that differ from it only by the names of suits. Worths are sums over OUTCOMES: two draws
in order and the dealer's three, so that hands of one, two and three cards add up.
"""

from typing import NamedTuple

import numpy as np

from croupier.cards.hands import FOUR_SCORES, THREE_SCORES, royal_first_four, three_card
from croupier.games.four_card_split import rules
from croupier.games.four_card_split.loops.hands import (
    SplitScores,
    UpcardScores,
    net,
    one_card_worths,
    sums_below,
    three,
    two,
    two_card_worths,
)
from croupier.kernels.arrays import Bytes, Codes, Ints, Scores, Shorts
from croupier.kernels.card_sets import class_weight
from croupier.kernels.compiled import LOW, inlined, kernel, written_out

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
def four_card_hands(deck: Ints) -> Scores:
    """How often each score of the blind occurs over all four cards of the deck."""
    counts = np.zeros(FOUR_SCORES, np.int32)
    for d in range(3, len(deck)):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    hand = 1 << deck[a] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d]
                    counts[royal_first_four(hand)] += 1
    return counts


@kernel
def score_tables(scores: SplitScores, upcard: int) -> UpcardScores:
    deck, places, n = scores.deck, scores.places, len(scores.deck)
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
                    if scores.any_three:
                        dealer[place] = places[rules.best_three_of_four(up, x, y, z)]
                    else:
                        dealer[place] = places[rules.three_with_upcard(up, x, y, z)]
    return UpcardScores(upcard, player, dealer)


@inlined
def rename(first: int, second: int, symmetric: bool, names: Ints) -> None:
    """Renames the suits so that these cards come as early as they can (clubs stay)."""
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
    """The card under those names. Only a whole deck, where index and card agree, is renamed."""
    return names[card // 13] * 13 + card % 13


@kernel
def pair_classes(deck_size: int, symmetric: bool) -> tuple[Ints, Ints]:
    """The pairs of cards that represent their classes, and the number of each pair's class."""
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
def upcard_worths(scores: SplitScores, threes: UpcardScores, pairs: Ints) -> tuple[Scores, Scores]:
    """The worth of every hand of one card, and of two, against this upcard."""
    n, columns, upcard = len(scores.deck), len(scores.floors), threes.upcard
    ones = np.zeros((n, len(threes.player), columns), np.int32)
    twos = np.zeros((len(pairs), n * (n - 1) // 2, columns), np.int32)
    for hand in range(26 if scores.whole else n):
        if hand != upcard:
            one_card_worths(scores, threes, hand, ones[hand])
    for pair in range(len(pairs)):
        a, b = pairs[pair]
        if upcard != a and upcard != b:
            two_card_worths(scores, threes, a, b, twos[pair])
    return ones, twos


class UpcardStates(NamedTuple):
    """The states against one upcard, with the worth of their hands in columns."""

    player: Shorts  # as in UpcardScores
    dealer: Shorts
    cards: Bytes
    weights: Bytes  # how many states each represents
    alone: Scores  # by the card left alone: its worth; `threes`: the net and wins of the rest
    threes: Scores
    paired: Scores  # by partner of the first card: both sides
    rows: Bytes  # by the card left alone: the row of the other three
    legal: Codes  # ways to split, a bit for each


@kernel
def state_cards(scores: SplitScores, upcard: int) -> tuple[Bytes, Bytes]:
    """Four cards for each class that differs only by suits, and the size of the class."""
    deck, n = scores.deck, len(scores.deck)
    cards = np.empty((n * (n - 1) * (n - 2) * (n - 3) // 24, 4), np.int8)
    weights = np.empty(len(cards), np.int8)
    at = 0
    for d in range(3, n):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    if upcard not in (a, b, c, d):
                        hand = 1 << deck[a] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d]
                        cards[at, 0], cards[at, 1], cards[at, 2], cards[at, 3] = a, b, c, d
                        weights[at] = class_weight(hand, scores.whole)
                        at += weights[at] > 0
    return cards[:at].copy(), weights[:at].copy()


@kernel
def state_worths(
    scores: SplitScores, beside: UpcardScores, ones: Scores, twos: Scores, pair_number: Ints
) -> UpcardStates:
    """Every state against this upcard. `ones`, `twos`: what hands of one and two cards win."""
    _, player, dealer = beside
    cards, weights = state_cards(scores, beside.upcard)
    size, columns, whole = len(cards), len(scores.floors), scores.whole
    alone, threes = np.empty((size, 4, columns), np.int32), np.empty((size, 4, 2), np.int32)
    paired = np.empty((size, 3, 2, columns), np.int32)
    nets = three_card_nets(len(scores.deck), dealer, scores.ends)
    names, state = np.empty(4, np.int64), np.empty(4, np.int64)
    for at in range(size):
        state[:] = cards[at]
        for i in range(4):
            x, y, z = state[(i + 1) & 3], state[(i + 2) & 3], state[(i + 3) & 3]
            rename(state[i], state[i], whole, names)
            place = three(renamed(x, names), renamed(y, names), renamed(z, names))
            alone[at, i] = ones[renamed(state[i], names), place]
            score = player[three(x, y, z)]
            threes[at, i] = three_card_net(nets, state, score, dealer, scores.ends)
        for partner in range(1, 4):
            other, last = 1 + (partner == 1), 3 - (partner == 3)
            sides = ((0, partner, other, last), (other, last, 0, partner))
            for side in range(2):
                x, y = state[sides[side][0]], state[sides[side][1]]
                u, v = state[sides[side][2]], state[sides[side][3]]
                high, low = (x, y) if x % 13 >= y % 13 else (y, x)
                rename(high, low, whole, names)
                pair = pair_number[two(renamed(x, names), renamed(y, names))]
                place = two(renamed(u, names), renamed(v, names))
                paired[at, partner - 1, side] = twos[pair, place]
    rows, legal = splits(scores, player, cards)
    return UpcardStates(player, dealer, cards, weights, alone, threes, paired, rows, legal)


@kernel
def three_card_nets(n: int, dealer: Shorts, ends: Ints) -> tuple[Ints, Ints, Ints]:
    """The net and wins of a player's score: against all threes, those with one card, those with
    two.
    """
    score_count = len(ends)
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
    """The net of a hand of three and its wins, against threes with none of the four cards."""
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
def splits(scores: SplitScores, player: Shorts, cards: Bytes) -> tuple[Bytes, Codes]:
    """For each state and card left alone, the row of the other three; and the legal ways."""
    found, legal = np.empty((len(cards), 4), np.int8), np.empty(len(cards), np.uint8)
    at_once = np.empty(4, np.bool_)
    for at in range(len(cards)):
        for i in range(4):
            score = score_of_others(cards[at], i, player)
            found[at, i] = scores.rows[score]
            at_once[i] = scores.instant[score]
        legal[at] = rules.legal_ways(at_once[0], at_once[1], at_once[2], at_once[3])
    return found, legal


class Outcomes(NamedTuple):
    """Two draws and the dealer's three; and how many of these one outcome with fewer draws is."""

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

    more: Ints  # by row of the ante table: what a win pays in addition to the lowest row's pay
    columns: tuple[int, ...]  # the same as a tuple, whose length is known at compile time
    instant: Ints  # by row
    fold: int
    fold_all: int  # both hands


@written_out
def best_way(states: UpcardStates, at: int, pays: Pays, outcomes: Outcomes) -> tuple[int, int, int]:
    """The worth of a state's best way, that way, and which hands it plays (bits).

    Among ways of equal worth, the first in order; a hand that loses nothing by folding folds.
    """
    legal, fold = states.legal[at], pays.fold * outcomes.all
    worth, way, plays = np.int64(np.iinfo(np.int64).min), 0, 0
    if not legal >> rules.FOLD_ALL_WAY & 1:
        for this in range(rules.THREES):
            if legal >> this & 1:
                second = priced(states.alone[at, this], pays) * 2
                both = pays.instant[states.rows[at, this]] * outcomes.all + max(second, fold)
                if both > worth:
                    worth, way, plays = both, this, (second > fold) << 1
        return worth, way, plays
    worth, way = pays.fold_all * outcomes.all, rules.FOLD_ALL_WAY
    for this in range(rules.WAYS):
        if this >= rules.THREES:
            first = priced(states.paired[at, this - rules.THREES, 0], pays) * outcomes.of_two
            second = priced(states.paired[at, this - rules.THREES, 1], pays) * outcomes.of_two
        else:
            first, wins = np.int64(states.threes[at, this, 0]), states.threes[at, this, 1]
            first = (first + wins * pays.more[states.rows[at, this]]) * outcomes.of_three
            second = priced(states.alone[at, this], pays) * 2
        both = max(first, fold) + max(second, fold)
        if legal >> this & 1 and both > worth:
            worth, way, plays = both, this, (first > fold) | (second > fold) << 1
    return worth, way, plays


@kernel
def best_worth(states: UpcardStates, pays: Pays, unseen: int) -> tuple[int, int]:
    """The worth of all states, each in its best way, as high and low parts (see `whole_sum`)."""
    outcomes = outcomes_of(unseen)
    high = low = 0
    for at in range(len(states.weights)):
        worth, _, _ = best_way(states, at, pays, outcomes)
        high += (worth >> 32) * states.weights[at]
        low += (worth & LOW) * states.weights[at]
    return high, low


@kernel
def best_ways(states: UpcardStates, pays: Pays, unseen: int) -> tuple[Ints, Bytes, Bytes]:
    """For each state: the worth of its best way, that way, and which hands it plays (bits)."""
    outcomes = outcomes_of(unseen)
    size = len(states.legal)
    worth, way, plays = np.empty(size, np.int64), np.empty(size, np.int8), np.empty(size, np.int8)
    for at in range(size):
        worth[at], way[at], plays[at] = best_way(states, at, pays, outcomes)
    return worth, way, plays


@inlined
def score_of_others(cards: Bytes, i: int, player: Shorts) -> int:
    a, b, c = cards[(i + 1) & 3], cards[(i + 2) & 3], cards[(i + 3) & 3]
    return player[three(np.int64(a), np.int64(b), np.int64(c))]


@inlined
def priced(worth: Scores, pays: Pays) -> int:
    """A worth in columns under a table of pays: each row's wins pay that row."""
    total = np.int64(worth[0])
    for row in range(1, len(pays.columns)):
        total += worth[row] * pays.columns[row]
    return total
