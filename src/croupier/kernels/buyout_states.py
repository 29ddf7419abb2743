"""Buyout's states, listed once: what each choice brings without the bonus, and its points.

With the list, the best play for bets and bonus together is found for any bonus table by one pass.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import points
from croupier.kernels.compiled import inlined, kernel
from croupier.kernels.four_card_buyout import (
    FOLD,
    KINDS,
    beaten,
    choose,
    dealer_tables,
    held,
    main_worth,
    place_of_three,
)
from croupier.kernels.whole_sum import LOW
from croupier.rules.four_card_buyout import playable

Ints = NDArray[np.int64]
Bytes = NDArray[np.int8]
Shorts = NDArray[np.int16]

NEVER = -(1 << 60)  # a choice that is not legal: no bonus makes it the best one


@kernel
def upcard_states(
    upcard: int, stock: Ints, same: Ints, main: Ints
) -> tuple[Ints, Bytes, Ints, Bytes, Ints, Shorts, Bytes, Ints, Bytes]:
    """All choices against one upcard; `stock` is without it.

    For each three cards, a class of threes that are the same but for suits: the ways to be offered
    one of them (its weight, the points of the other two, what refusing brings), the points of the
    three, and where its fourth cards begin. For each fourth card: how many are like it, the points
    of all four, and what refusing and buying bring. Last the three cards themselves.
    """
    stands, draws, must_draw = dealer_tables(upcard, stock)
    alike = np.zeros(len(same), np.int64)
    for place in range(len(same)):
        alike[same[place]] += 1
    size = np.count_nonzero(alike)
    unseen = stock.sum() - 3  # when a third card is offered
    weights, refusals = np.zeros((size, 3), np.int64), np.zeros((size, 3), np.int64)
    twos, threes = np.zeros((size, 3), np.int8), np.zeros(size, np.int8)
    kinds = np.zeros((size, 3), np.int8)
    starts = np.zeros(size + 1, np.int64)
    counts, fours = np.empty(size * KINDS, np.int16), np.empty(size * KINDS, np.int8)
    brings = np.empty((size * KINDS, 2), np.int64)
    cards, work = np.empty(4, np.int64), np.empty(5, np.int64)
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
                        continue  # the last card alike stands for this one
                    cards[i], cards[2] = cards[2], cards[i]
                    weights[three, i] = alike[here] * ways_to_be_offered(cards, stock)
                    twos[three, i] = points(cards[:2])
                    refusals[three, i] = brought(
                        cards, 3, 2, upcard, unseen, main, stands, draws, must_draw, work
                    )
                if weights[three].sum() == 0:
                    continue
                cards[0], cards[1], cards[2] = a, b, c
                threes[three] = points(cards[:3])
                kinds[three, 0], kinds[three, 1], kinds[three, 2] = a, b, c
                for offer in range(KINDS):
                    free = stock[offer] - held(cards, 3, offer)
                    if free > 0:
                        cards[3] = offer
                        counts[end], fours[end] = free, points(cards)
                        for bought in range(2):
                            brings[end, bought] = brought(
                                cards, 4, 3 + bought, upcard, unseen - 1, main, stands, draws,
                                must_draw, work,
                            )  # fmt: skip
                        end += joined(starts[three], end, counts, fours, brings)
                three += 1
                starts[three] = end
    return (
        weights[:three], twos[:three], refusals[:three], threes[:three], starts[: three + 1],
        counts[:end], fours[:end], brings[:end], kinds[:three],
    )  # fmt: skip


@inlined
def ways_to_be_offered(cards: Ints, stock: Ints) -> int:
    """Ways to hold the first two of these kinds and be offered the third."""
    a, b, offer = cards[0], cards[1], cards[2]
    ways = stock[a] * stock[b] if a != b else stock[a] * (stock[a] - 1) // 2
    return max(ways, 0) * max(stock[offer] - held(cards, 2, offer), 0)


@inlined
def brought(
    cards: Ints,
    seen: int,
    kept: int,
    upcard: int,
    unseen: int,
    main: Ints,
    stands: Ints,
    draws: Ints,
    must_draw: NDArray[np.bool_],
    work: Ints,
) -> int:
    """What the bets bring with the first `kept` cards, over all outcomes of the dealer."""
    score = points(cards[:kept])
    if not playable(score):
        return NEVER
    low, high = beaten(cards, seen, score, upcard, unseen, stands, draws, must_draw, work)
    return main_worth(kept - 1, low, high, choose(unseen, 3) * (unseen - 3), main)


@inlined
def joined(start: int, end: int, counts: Shorts, fours: Bytes, brings: Ints) -> int:
    """Adds the last fourth card to one of this three's that no table could tell from it."""
    for row in range(start, end):
        if (
            fours[row] == fours[end]
            and brings[row, 0] == brings[end, 0]
            and brings[row, 1] == brings[end, 1]
        ):
            counts[row] += counts[end]
            return 0
    return 1


@kernel
def best_for_both(
    weights: Ints,
    twos: Bytes,
    refusals: Ints,
    threes: Bytes,
    starts: Ints,
    counts: Shorts,
    fours: Bytes,
    brings: Ints,
    unseen: int,
    main: Ints,
    bonus: Ints,
) -> tuple[int, int, int, int]:
    """The worth of bets and bonus under the play that is best for both, and the bonus's part of it.

    Each in two parts (see `whole_sum`). Where choices are worth the same, the one that bets less.
    """
    outcomes = choose(unseen, 3) * (unseen - 3) * (unseen - 4)
    fourth_outcomes = choose(unseen - 1, 3) * (unseen - 4)
    high = low = bonus_high = bonus_low = 0
    for three in range(len(threes)):
        bought = bought_bonus = 0
        refused_bonus = bonus[3, threes[three]] * fourth_outcomes
        for row in range(starts[three], starts[three + 1]):
            part = bonus[0, 0] * fourth_outcomes
            best = main[2, FOLD] * fourth_outcomes + part
            if brings[row, 0] + refused_bonus > best:
                best, part = brings[row, 0] + refused_bonus, refused_bonus
            whole_bonus = bonus[4, fours[row]] * fourth_outcomes
            if brings[row, 1] + whole_bonus > best:
                best, part = brings[row, 1] + whole_bonus, whole_bonus
            bought += counts[row] * best
            bought_bonus += counts[row] * part
        for i in range(3):
            part = bonus[0, 0] * outcomes
            best = main[1, FOLD] * outcomes + part
            if refusals[three, i] > NEVER:
                two_bonus = bonus[2, twos[three, i]] * outcomes
                refused = refusals[three, i] * (unseen - 4) + two_bonus
                if refused > best:
                    best, part = refused, two_bonus
            if bought > best:
                best, part = bought, bought_bonus
            high += (best >> 32) * weights[three, i]
            low += (best & LOW) * weights[three, i]
            bonus_high += (part >> 32) * weights[three, i]
            bonus_low += (part & LOW) * weights[three, i]
    return high, low, bonus_high, bonus_low
