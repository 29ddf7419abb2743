"""Buyout's states, listed once: how each choice fares against the dealer, and its points.

From this list one pass finds the best play for bets and bonus together, for any bonus table.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import points
from croupier.games.four_card_buyout import rules
from croupier.games.four_card_buyout.loops.tally import (
    MOST_POINTS,
    beaten,
    choose,
    dealer_tables,
    held,
)
from croupier.kernels.arrays import Bytes, Codes, Ints, Shorts
from croupier.kernels.card_sets import KINDS, place_of_three
from croupier.kernels.compiled import inlined, kernel

Dealers = tuple[Ints, Ints, NDArray[np.bool_]]  # the tables of the dealer's hands

assert np.iinfo(np.int8).max >= MOST_POINTS  # points are stored as bytes

BELOW, UP_TO = 0, 1  # the dealer's outcomes below a hand's points, and up to and including them


class OfferStates(NamedTuple):
    """All choices against one upcard: by three cards and which of them is offered, then by fourth
    card. Each three represents all that differ only by suit; its fourth cards are contiguous.
    """

    weights: Ints  # ways to be offered each card of a three
    twos: Bytes  # the points of the other two
    refused: Ints  # how the two fare if it is refused
    threes: Bytes  # points
    starts: Ints  # where the fourth cards of each three begin
    counts: Shorts  # how many fourth cards are alike
    fours: Bytes  # points
    fares: Ints  # of a fourth card that is refused, and of one that is bought
    cards: Bytes  # of each three
    offers: Bytes  # by kind, the row among the three's fourth cards; -1: none of this kind is left


@kernel
def upcard_states(upcard: int, stock: Ints, same: Ints) -> OfferStates:
    """`stock` is without the upcard; `same`: the class of each three, see `classes`."""
    dealers = dealer_tables(upcard, stock)
    alike = np.zeros(len(same), np.int64)
    for place in range(len(same)):
        alike[same[place]] += 1
    size = np.count_nonzero(alike)
    unseen = stock.sum() - 3  # cards when a third is offered
    weights, twos = np.zeros((size, 3), np.int64), np.zeros((size, 3), np.int8)
    refused, threes = np.zeros((size, 3, 2), np.int64), np.zeros(size, np.int8)
    kinds, starts = np.zeros((size, 3), np.int8), np.zeros(size + 1, np.int64)
    counts, fours = np.empty(size * KINDS, np.int16), np.empty(size * KINDS, np.int8)
    fares = np.empty((size * KINDS, 2, 2), np.int64)
    offers = np.full((size, KINDS), -1, np.int8)
    cards = np.empty(4, np.int64)
    three = end = 0
    for c in range(KINDS):
        for b in range(c + 1):
            for a in range(b + 1):
                here = place_of_three(a, b, c)
                if same[here] != here:
                    continue
                for i in range(3):  # the card that is offered third
                    cards[0], cards[1], cards[2] = a, b, c
                    if i < 2 and cards[i] == cards[i + 1]:
                        continue  # the last of equal cards represents the others
                    cards[i], cards[2] = cards[2], cards[i]
                    weights[three, i] = alike[here] * ways_to_be_offered(cards, stock)
                    twos[three, i] = points(cards[:2])
                    fare(cards, 3, 2, upcard, unseen, dealers, refused[three, i])
                if weights[three].sum() == 0:
                    continue
                cards[0], cards[1], cards[2] = a, b, c
                kinds[three, 0], kinds[three, 1], kinds[three, 2] = a, b, c
                threes[three] = points(cards[:3])
                for offer in range(KINDS):
                    free = stock[offer] - held(cards, 3, offer)
                    if free > 0:
                        cards[3] = offer
                        counts[end], fours[end] = free, points(cards)
                        for bought in range(2):
                            fare(cards, 4, 3 + bought, upcard, unseen - 1, dealers,
                                 fares[end, bought])  # fmt: skip
                        row = joined(starts[three], end, counts, fours, fares)
                        offers[three, offer] = row - starts[three]
                        end = max(end, row + 1)
                three += 1
                starts[three] = end
    return OfferStates(
        weights[:three], twos[:three], refused[:three], threes[:three], starts[: three + 1],
        counts[:end], fours[:end], fares[:end], kinds[:three], offers[:three],
    )  # fmt: skip


@inlined
def ways_to_be_offered(cards: Ints, stock: Ints) -> int:
    """Ways to hold the first two of these kinds and be offered the third."""
    a, b, offer = cards[0], cards[1], cards[2]
    ways = stock[a] * stock[b] if a != b else stock[a] * (stock[a] - 1) // 2
    return max(ways, 0) * max(stock[offer] - held(cards, 2, offer), 0)


@inlined
def fare(
    cards: Ints, seen: int, kept: int, upcard: int, unseen: int, dealers: Dealers, into: Ints
) -> None:
    """Counts the dealer's outcomes below the points of the first `kept` cards, and up to them."""
    stands, draws, must_draw = dealers
    score = points(cards[:kept])
    into[BELOW], into[UP_TO] = 0, 0
    if rules.playable(score):
        work = np.empty(5, np.int64)
        into[BELOW], into[UP_TO] = beaten(
            cards, seen, score, upcard, unseen, stands, draws, must_draw, work
        )


@inlined
def joined(start: int, end: int, counts: Shorts, fours: Bytes, fares: Ints) -> int:
    """The row of the last fourth card: its own, or one that no paytable distinguishes from it."""
    for row in range(start, end):
        if fours[row] == fours[end] and np.all(fares[row] == fares[end]):
            counts[row] += counts[end]
            return row
    return end


@inlined
def worth_of(cards: int, score: int, fares: Ints, outcomes: int, main: Ints, bonus: Ints) -> int:
    """What a hand of this many cards wins over all of the dealer's outcomes."""
    bets = rules.bets_on(cards)
    won = (
        fares[BELOW] * main[bets, rules.WON]
        + (fares[UP_TO] - fares[BELOW]) * main[bets, rules.PUSHED]
    )
    lost = (outcomes - fares[UP_TO]) * main[bets, rules.LOST]
    return won + lost + outcomes * bonus[cards, score]


@inlined
def worth_of_fold(cards: int, outcomes: int, main: Ints, bonus: Ints) -> int:
    return (main[rules.bets_on(cards), rules.FOLDED] + bonus[0, 0]) * outcomes


@inlined
def best_fourth(
    kept: int, made: int, fares: Ints, outcomes: int, main: Ints, bonus: Ints
) -> tuple[int, int]:
    """The worth of the fourth card, and the action; among equals, the one that bets less."""
    legal = rules.fourth_options(kept, made)
    best, chosen = worth_of_fold(3, outcomes, main, bonus), rules.FOLD
    for action in (rules.REFUSE, rules.BUY):
        score = kept if action == rules.REFUSE else made
        won = worth_of(2 + action, score, fares[action - 1], outcomes, main, bonus)
        if legal >> action & 1 and won > best:
            best, chosen = won, action
    return best, chosen


@inlined
def best_third(
    bought: int, kept: int, fares: Ints, outcomes: int, fourths: int, main: Ints, bonus: Ints
) -> int:
    """The action for the third card; `bought` is the worth of buying it, over all fourth cards."""
    legal = rules.third_options(kept)
    best, chosen = worth_of_fold(2, outcomes, main, bonus) * fourths, rules.FOLD
    won = worth_of(2, kept, fares, outcomes, main, bonus) * fourths
    if legal >> rules.REFUSE & 1 and won > best:
        best, chosen = won, rules.REFUSE
    return rules.BUY if legal >> rules.BUY & 1 and bought > best else chosen


@inlined
def count(tally: Ints, bets: int, score: int, fares: Ints, outcomes: int, weight: int) -> None:
    tally[bets, rules.WON, score] += fares[BELOW] * weight
    tally[bets, rules.PUSHED, score] += (fares[UP_TO] - fares[BELOW]) * weight
    tally[bets, rules.LOST, score] += (outcomes - fares[UP_TO]) * weight


class BestPlay(NamedTuple):
    """Rounds by bets made, outcome and points; by choice and action; and each choice's action."""

    tally: Ints
    actions: Ints
    thirds: Codes  # by three cards and the one on offer
    fourths: Codes


@kernel
def best_play(states: OfferStates, unseen: int, main: Ints, bonus: Ints) -> BestPlay:
    """The play that is best for bets and bonus together; among equals, the one that bets less.

    `main[bets, outcome]` and `bonus[cards, points]` are what the wagers win, in one unit; `bonus[0,
    0]` is what a fold loses. `unseen`: cards when a third is offered.
    """
    weights, twos, refused, threes, starts, counts, fours, fares, _, _ = states
    tally, actions = np.zeros((4, 4, MOST_POINTS + 1), np.int64), np.zeros((2, 3), np.int64)
    third, fourth = choose(unseen, 3) * (unseen - 3), choose(unseen - 1, 3) * (unseen - 4)
    thirds, fourths = np.empty((len(threes), 3), np.uint8), np.empty(len(fours), np.uint8)
    for three in range(len(threes)):
        start, end = starts[three], starts[three + 1]
        bought = 0
        for row in range(start, end):
            best, fourths[row] = best_fourth(
                threes[three], fours[row], fares[row], fourth, main, bonus
            )
            bought += counts[row] * best
        reach = 0
        for i in range(3):
            action = best_third(
                bought, twos[three, i], refused[three, i], third, unseen - 4, main, bonus
            )
            thirds[three, i], weight = action, weights[three, i]
            actions[0, action] += weight
            if action == rules.BUY:
                reach += weight
            elif action == rules.FOLD:
                tally[rules.bets_on(2), rules.FOLDED, 0] += weight * third * (unseen - 4)
            else:
                weight *= unseen - 4
                count(tally, rules.bets_on(2), twos[three, i], refused[three, i], third, weight)
        for row in range(start, end if reach > 0 else start):
            action, weight = np.int64(fourths[row]), reach * counts[row]
            actions[1, action] += weight
            if action == rules.FOLD:
                tally[rules.bets_on(3), rules.FOLDED, 0] += weight * fourth
            else:
                score = threes[three] if action == rules.REFUSE else fours[row]
                count(
                    tally, rules.bets_on(2 + action), score, fares[row, action - 1], fourth, weight
                )
    return BestPlay(tally, actions, thirds, fourths)
