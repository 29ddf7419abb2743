"""Buyout's bonus table row by row: how often each is reached, and what a designed one is worth."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from croupier.games.four_card_buyout.exact import (
    HANDS,
    alone_results,
    bonus_nets,
    bonus_results,
    four_card_points,
    tallied,
)
from croupier.games.four_card_buyout.rules import (
    BONUS,
    FOLDED,
    PAID,
    TOO_FEW,
    bets_on,
    settle_bonus,
)
from croupier.kernels.kinds import KINDS
from croupier.odds.combinations import Combinations, Line, hand_combinations, row_lines
from croupier.odds.design.prices import Price, Priced, Recipe
from croupier.odds.figures import House

UNPAID = {FOLDED: "Folded", TOO_FEW: "Fewer than four cards, not paid by this house"}


def combinations(house: House) -> Iterator[Combinations]:
    """The bonus beside the play that is best without it; and alone, on four cards."""
    stock = [house.game.decks] * KINDS
    yield beside_the_bets(house, stock)
    alone = four_card_points(stock)
    yield hand_combinations(house, "bonus bet alone", BONUS, alone.items())


def beside_the_bets(house: House, stock: list[int]) -> Combinations:
    """By the row that the rule pays; or by the reason that it gives for paying none."""
    table, needs_four = house.posted[BONUS], int(house.options["bonus_requires_four_cards"])
    tally, _ = tallied(stock)
    ways: dict[str, int] = {}
    unpaid: dict[tuple[int, int], int] = {}
    for cards, (outcome, score) in product(HANDS, np.ndindex(tally.shape[1:])):
        count = int(tally[bets_on(cards), outcome, score])
        folded = outcome == FOLDED
        why, net = settle_bonus(folded, score, cards, needs_four, table.steps["pays"])
        if why == PAID:
            label = table.row(score).label
            ways[label] = ways.get(label, 0) + count
        elif count:
            unpaid[why, net] = unpaid.get((why, net), 0) + count
    others = (Line(UNPAID[why], "Loss", unpaid[why, net], net) for why, net in sorted(unpaid))
    lines = (*row_lines(table, ways), *others)
    return Combinations(BONUS, BONUS, table, lines, whole_wager=True)


def price_beside(house: House) -> Price:
    """Beside the play that is best without the bonus."""
    tally, _ = tallied([house.game.decks] * KINDS)

    def price(house: House) -> Priced:
        results = bonus_results(bonus_nets(house), tally)
        return Priced(results.mean, results)

    return price


def price_alone(house: House) -> Price:
    counts = four_card_points([house.game.decks] * KINDS)

    def price(house: House) -> Priced:
        results = alone_results(bonus_nets(house), counts)
        return Priced(results.mean, results)

    return price


RECIPES = {"bonus": Recipe(BONUS, price_beside), "bonus alone": Recipe(BONUS, price_alone)}
