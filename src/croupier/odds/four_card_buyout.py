"""Buyout, exact: the three bets under optimal play, and the bonus beside them or alone."""

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.cache import stored
from croupier.kernels.compiled import in_threads
from croupier.kernels.four_card_buyout import (
    BUY,
    FOLD,
    KINDS,
    LOSE,
    MOST_POINTS,
    PUSH,
    REFUSE,
    WIN,
    classes,
    count_points,
    play_upcard,
)
from croupier.odds.figures import Distribution, House, Odds, WagerOdds, spread
from croupier.rules.four_card_buyout import BONUS, FIRST, settle, settle_bonus
from croupier.rules.paytable import prize

Ints = NDArray[np.int64]

OUTCOMES = (FOLD, LOSE, PUSH, WIN)


def nets() -> Ints:
    """What the first, second and third bet bring together, by bets made and outcome."""
    table = np.zeros((4, 4), np.int64)
    for bets in (1, 2, 3):
        for outcome, (folded, player, dealer) in enumerate(
            ((1, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0))
        ):
            table[bets, outcome] = sum(settle(folded, bets, player, dealer)[1:])
    return table


def bonus_nets(house: House) -> Ints:
    """What the bonus brings, by cards in play and points; row 0 is for a folded hand."""
    needs_four = int(house.options["bonus_requires_four_cards"])
    steps = house.steps("bonus")
    table = np.zeros((5, MOST_POINTS + 1), np.int64)
    for points in range(MOST_POINTS + 1):
        table[0, points] = settle_bonus(1, points, 2, needs_four, steps)[1]
        for cards in (2, 3, 4):
            table[cards, points] = settle_bonus(0, points, cards, needs_four, steps)[1]
    return table


def tallied(
    stock: Sequence[int], bonus: Ints, main_units: int = 1
) -> tuple[NDArray[np.object_], NDArray[np.object_]]:
    """Rounds by bets, outcome and points under the play that is best for bets and bonus together.

    `main_units` first bets are made to each unit of `bonus`. And the actions, by choice.
    """
    whole = len(set(stock)) == 1
    kinds = np.array(stock, np.int64)
    upcards = [kind for kind in range(13 if whole else KINDS) if kinds[kind] > 0]

    def upcard(kind: int) -> tuple[Ints, Ints]:
        left = kinds.copy()
        left[kind] -= 1
        return play_upcard(kind, left, classes(whole), nets() * main_units, bonus)

    def make() -> dict[str, NDArray[np.int64]]:
        done = in_threads("best play against each upcard", upcard, upcards)
        return {
            "tally": np.stack([tally for tally, _ in done]),
            "actions": np.stack([actions for _, actions in done]),
        }

    digest = hashlib.sha256(bonus.tobytes()).hexdigest()[:16]
    label = f"four_card_buyout-{stock[0]}-{main_units}-{digest}"
    kept = stored(label, make) if whole else make()
    weights = np.array([int(kinds[kind]) for kind in upcards], object)
    return (
        np.tensordot(weights, kept["tally"].astype(object), 1),
        np.tensordot(weights, kept["actions"].astype(object), 1),
    )


def solve(house: House, stock: Sequence[int] | None = None) -> Odds:
    cards = stock if stock is not None else [house.game.decks] * KINDS
    no_bonus = np.zeros((5, MOST_POINTS + 1), np.int64)
    tally, actions = tallied(cards, no_bonus)
    total = int(tally.sum())
    wagered = sum(bets * int(tally[bets].sum()) for bets in (1, 2, 3))
    return Odds(
        game=house.game.id,
        posted={group: table.id for group, table in house.posted.items()},
        options=house.options,
        unit=FIRST,
        results=main_results(tally),
        wagered=Fraction(wagered, total),
        initial=1,
        decisions=_decisions(actions),
        wagers={BONUS: _bonus(house, cards, tally)},
    )


def net(house: House) -> Fraction:
    """The main net alone: what `solve` gives, without the bonus."""
    no_bonus = np.zeros((5, MOST_POINTS + 1), np.int64)
    tally, _ = tallied([house.game.decks] * KINDS, no_bonus)
    return main_results(tally).mean


def main_results(tally: NDArray[np.object_]) -> Distribution:
    """The net of the first, second and third bet together."""
    main = nets()
    results: dict[int, int] = {}
    for bets in (1, 2, 3):
        for outcome in OUTCOMES:
            net = int(main[bets, outcome])
            results[net] = results.get(net, 0) + int(tally[bets, outcome].sum())
    return Distribution(results)


def _decisions(actions: NDArray[np.object_]) -> dict[str, Fraction]:
    """Of all rounds for the third card; of the rounds that came to it for the fourth."""
    names = {FOLD: "fold", REFUSE: "refuse", BUY: "buy"}
    shares = {}
    for choice, label in enumerate(("third card", "fourth card")):
        total = int(actions[choice].sum())
        for action, name in names.items():
            shares[f"{label}: {name}"] = Fraction(int(actions[choice, action]), total)
    return shares


def bonus_results(bonus: Ints, tally: NDArray[np.object_]) -> Distribution:
    """The bonus by itself, when the rounds are played as they were tallied."""
    results: dict[int, int] = {}
    for bets in (1, 2, 3):
        for outcome in OUTCOMES:
            for points in range(MOST_POINTS + 1):
                row = 0 if outcome == FOLD else bets + 1
                net = int(bonus[row, points])
                results[net] = results.get(net, 0) + int(tally[bets, outcome, points])
    return Distribution({net: count for net, count in results.items() if count})


def _bonus(house: House, stock: Sequence[int], tally: NDArray[np.object_]) -> WagerOdds:
    """Beside the play that is best without it; together with the best play for both; alone."""
    bonus = bonus_nets(house)
    together, _ = tallied(stock, bonus)
    main = nets()
    joint = 0
    for bets in (1, 2, 3):
        for outcome in OUTCOMES:
            for points in range(MOST_POINTS + 1):
                row = 0 if outcome == FOLD else bets + 1
                net = int(bonus[row, points]) + int(main[bets, outcome])
                joint += net * int(together[bets, outcome, points])
    steps = house.steps("bonus")
    alone = spread(four_card_points(stock), lambda points: prize(steps, points))
    return WagerOdds(
        house.posted["bonus"].id,
        bonus_results(bonus, tally),
        {
            "joint_net": Fraction(joint, int(together.sum())),
            "joint_bonus_net": bonus_results(bonus, together).mean,
            "alone_net": alone.mean,
            "alone_hit": alone.win,
            "alone_variance": alone.variance,
        },
    )


def four_card_points(stock: Sequence[int]) -> dict[int, int]:
    """How often four cards from the stock make each number of points."""
    counts = count_points(np.array(stock, np.int64))
    assert int(counts.sum()) == comb(sum(stock), 4)
    return {points: int(count) for points, count in enumerate(counts)}
