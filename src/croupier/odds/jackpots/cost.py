"""What a jackpot wager costs the house: mean and variance, for a given funding of the meter.

For a progressive meter this is the long run: contributions are spent, and what the meter pays out
is the players' own money; only the seed after the whole meter is won is the house's. A reserve that
covers all seeds costs what is paid into it. One that does not is used up by seeds, and the house
pays the rest: then the seeds are the cost, and the reserve adds none.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise, product
from math import comb
from typing import NamedTuple

import numpy as np

from croupier.kernels.arrays import Ints
from croupier.odds.figures import PostedTable
from croupier.odds.hand_counts import WHOLE_DECK, five_card_counts
from croupier.odds.house_edge import Funding, Worth
from croupier.odds.jackpots.disjoint import HAND, Winners, held_at_once, winners
from croupier.odds.jackpots.wager import (
    Amount,
    Envy,
    check_listed,
    listed_envy,
    meter,
    own_pays,
    steps_up,
)
from croupier.rules.jackpots import HOUSE_JACKPOT, JACKPOT_TYPE, WHOLE

Own = Callable[[int], Amount]  # what the house pays for a seat's own hand, by its score


class Cost(NamedTuple):
    """What the house pays out for one wager, in wagers: the mean, and the mean of its square.

    The wager itself is counted on both sides: taken in, and part of what a hand returns.
    """

    mean: Fraction
    square: Fraction

    @property
    def variance(self) -> Fraction:
        return self.square - self.mean**2

    def and_always(self, amount: Fraction) -> "Cost":
        """The same, plus an amount that is paid for every wager."""
        return Cost(self.mean + amount, self.square + (2 * self.mean + amount) * amount)


def jackpot_worth(
    table: PostedTable, wager: str, funding: Funding, seats: int, deck: Sequence[int] | None
) -> Worth | None:
    """The worth to the house when this many seats make the wager; None if that is not counted."""
    made, cards = table.game.wager(wager), deck or WHOLE_DECK
    assert made is not None, wager
    counts = five_card_counts(cards).scored(table.posted[made.table].scale)
    paid = cost(table, made.table, counts, funding, seats, cards)
    return None if paid is None else Worth(wager, 1 - paid.mean, paid.variance)


def cost(
    table: PostedTable,
    group: str,
    counts: Mapping[int, int],
    funding: Funding,
    seats: int,
    deck: Sequence[int],
) -> Cost | None:
    """The cost when `seats` seats make the wager; None if that is not counted.

    A seat's own pay and one seat's envy come from the game's settlement. Three things are second
    implementations, as means over all deals: the envy of several seats, how winners share a meter,
    and `reseeds` (rules/jackpots.py). tests/odds/test_jackpot_cost.py compares them with the
    settlement and the rule, deal by deal, on small decks.
    """
    found = winners(table, group, counts, deck)
    check_listed(table, group, counts, found)
    emptied = meter(table, group, found, [seats]).emptied[str(seats)]
    if emptied is None:
        return None
    pays = own_pays(table, group)
    is_house = table.options[JACKPOT_TYPE] == HOUSE_JACKPOT
    seeded = not is_house and funding.seed * emptied > funding.reserve

    def own(score: int) -> Amount:
        returned, percent = pays(score)
        if is_house:
            return returned + Fraction(percent, WHOLE) * funding.seed
        return returned + (funding.seed if seeded and percent == WHOLE else 0)

    whole = {score: count for score, count in counts.items() if pays(score).percent == WHOLE}
    shared = Fraction(sum(whole.values()), sum(counts.values())) - emptied if seeded else 0
    sharing = found.those(lambda score: bool(shared) and score in whole)
    paid = _with_envy(table, group, found, seats, own, _of_own(counts, own), sharing)
    if paid is None:
        return None
    assert not shared or all(own(score) == funding.seed for score in whole)
    # Winners of one round share the meter, but it is seeded once, so only one of them is charged.
    spared = Cost(paid.mean - funding.seed * shared, paid.square - funding.seed**2 * shared)
    return spared.and_always(funding.contribution + (0 if seeded else funding.reserve))


def _of_own(counts: Mapping[int, int], own: Own) -> Cost:
    total = sum(counts.values())
    paid = [(own(score), count) for score, count in counts.items()]
    return Cost(
        Fraction(sum(amount * count for amount, count in paid), total),
        Fraction(sum(amount**2 * count for amount, count in paid), total),
    )


def _with_envy(
    table: PostedTable, group: str, found: Winners, seats: int, own: Own, paid: Cost, shared: Ints
) -> Cost | None:
    """Adds envy: the square of a sum is the sum of the squares plus twice the product."""
    envy = listed_envy(table, group, found)
    if envy is None or seats == 1:
        return paid
    mean, square = envy.mean(seats, found), _square(envy, seats, found)
    together = _together(envy, seats, found, own, shared)
    if mean is None or square is None or together is None:
        return None
    return Cost(paid.mean + mean, paid.square + square + 2 * together)


def _together(envy: Envy, seats: int, found: Winners, own: Own, shared: Ints) -> Fraction | None:
    """The mean of a seat's own pay times its envy, from the envy that it has with such hands.

    Not counted if a hand that shares a seed with others is paid envy as well.
    """
    if len(np.setdiff1d(shared, envy.barred)):
        return None
    always, expected = envy.mean(seats, found), Fraction(0)
    for step, hands in steps_up(found, own):
        if not len(np.setdiff1d(hands, envy.barred)):
            continue  # no seat is paid both for such a hand and for others' hands
        without = envy._replace(barred=np.union1d(hands, envy.barred)).mean(seats, found)
        if always is None or without is None:
            return None
        expected += step * (always - without)
    return expected


def _square(envy: Envy, seats: int, found: Winners) -> Fraction | None:
    """The mean of the square of a seat's total envy."""
    amounts = list(accumulate((step for step, _ in envy.amounts), initial=Fraction(0)))
    steps = [above**2 - below**2 for below, above in pairwise(amounts)]
    squares = [(step, hands) for step, (_, hands) in zip(steps, envy.amounts, strict=True)]
    each = envy._replace(amounts=squares).mean(seats, found)
    if seats <= 2 or not envy.multiple:
        return each
    two = _of_two(envy, found)
    return None if each is None or two is None else each + (seats - 1) * (seats - 2) * two


def _of_two(envy: Envy, found: Winners) -> Fraction | None:
    """The mean of what one other seat's hand pays times what another's pays."""
    expected = Fraction(0)
    for (step, hands), (other_step, others) in product(envy.amounts, repeat=2):
        # One set contains the other. A hand of each: half of what two seats hold of either set,
        # less what two seats hold of hands only in the larger one.
        large, small = sorted((hands, others), key=len, reverse=True)
        ways = 0
        for sign, these in ((1, large), (1, small), (-1, np.setdiff1d(large, small))):
            held = _held_by_two(these, envy.barred, found)
            if held is None:
                return None
            ways += sign * held
        expected += step * other_step * Fraction(ways, 2 * found.deals(3))
    return expected


def _held_by_two(hands: Ints, barred: Ints, found: Winners) -> int | None:
    """Deals to three seats: none of the barred hands to the first, these to the others."""
    if not len(hands):
        return 0
    held = held_at_once(found, hands, barred)
    if held is None:
        return None
    return held.free[2] * comb(len(found.deck) - 2 * HAND, HAND) - held.beside[2]
