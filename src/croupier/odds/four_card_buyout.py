"""Buyout, exact: the three bets under optimal play, and the bonus beside them or alone."""

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.buyout_states import best_for_both, upcard_states
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
from croupier.kernels.whole_sum import whole_sum
from croupier.odds.figures import MAIN, Distribution, House, Odds, Pricing, WagerOdds, spread
from croupier.rules.four_card_buyout import BONUS, FIRST, settle, settle_bonus
from croupier.rules.paytable import prize

Ints = NDArray[np.int64]
Array = NDArray[Any]

NO_BONUS = np.zeros((5, MOST_POINTS + 1), np.int64)
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


PRICED = ("weights", "twos", "refusals", "threes", "starts", "counts", "fours", "brings")
STATES = (*PRICED, "cards")


def states(stock: Sequence[int]) -> list[tuple[int, dict[str, Array]]]:
    """Every choice against each upcard, with how many such upcards there are; no bonus is in it."""
    whole = len(set(stock)) == 1
    kinds = np.array(stock, np.int64)
    upcards = [kind for kind in range(13 if whole else KINDS) if kinds[kind] > 0]

    def make(kind: int) -> dict[str, Array]:
        left = kinds.copy()
        left[kind] -= 1
        listed = upcard_states(kind, left, classes(whole), nets())
        return dict(zip(STATES, listed, strict=True))

    def upcard(kind: int) -> dict[str, Array]:
        label = f"four_card_buyout-{stock[0]}-states-{kind}"
        return stored(label, lambda: make(kind)) if whole else make(kind)

    done = in_threads("choices against each upcard", upcard, upcards)
    return [(int(kinds[kind]), state) for kind, state in zip(upcards, done, strict=True)]


class Joint(NamedTuple):
    """Bets and bonus under the play that is best for both; and the bonus's part."""

    net: Fraction
    bonus_net: Fraction


def joint(
    stock: Sequence[int], listed: Sequence[tuple[int, dict[str, Array]]], bonus: Ints
) -> Joint:
    """One unit of bonus beside one first bet."""
    unseen, main = sum(stock) - 4, nets()  # without the upcard, two cards and the one on offer

    def best(upcard: tuple[int, dict[str, Array]]) -> tuple[int, int]:
        states = {name: upcard[1][name] for name in PRICED}
        parts = best_for_both(**states, unseen=unseen, main=main, bonus=bonus)
        high, low, bonus_high, bonus_low = parts
        return upcard[0] * whole_sum(high, low), upcard[0] * whole_sum(bonus_high, bonus_low)

    worths = in_threads("best play with the bonus", best, listed)
    rounds = sum(upcards * int(state["weights"].sum()) for upcards, state in listed)
    rounds *= comb(unseen, 3) * (unseen - 3) * (unseen - 4)
    both, alone = (sum(column) for column in zip(*worths, strict=True))
    return Joint(Fraction(both, rounds), Fraction(alone, rounds))


def prepare(house: House, stock: Sequence[int] | None = None) -> Pricing:
    """Prices any bonus table: beside the play, with the best play for both, and alone."""
    cards = stock if stock is not None else [house.game.decks] * KINDS
    tally, _ = tallied(cards, NO_BONUS)
    listed, points = states(cards), four_card_points(cards)
    main = main_results(tally).mean

    def price(house: House) -> dict[str, Fraction]:
        bonus, steps = bonus_nets(house), house.steps("bonus")
        both = joint(cards, listed, bonus)
        return {
            MAIN: main,
            BONUS: bonus_results(bonus, tally).mean,
            f"{BONUS}.joint_net": both.net,
            f"{BONUS}.joint_bonus_net": both.bonus_net,
            f"{BONUS}.alone_net": spread(points, lambda score: prize(steps, score)).mean,
        }

    return price


def net(house: House) -> Fraction:
    """The main net alone: what `solve` gives, without the bonus."""
    tally, _ = tallied([house.game.decks] * KINDS, NO_BONUS)
    return main_results(tally).mean


def main_results(tally: NDArray[np.object_]) -> Distribution:
    """The bets, as they were tallied."""
    main = nets()
    results: dict[int, int] = {}
    for bets in (1, 2, 3):
        for outcome in OUTCOMES:
            net = int(main[bets, outcome])
            results[net] = results.get(net, 0) + int(tally[bets, outcome].sum())
    return Distribution(results)


def solve(house: House, stock: Sequence[int] | None = None) -> Odds:
    cards = stock if stock is not None else [house.game.decks] * KINDS
    tally, actions = tallied(cards, NO_BONUS)
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
    both = joint(stock, states(stock), bonus)
    steps = house.steps("bonus")
    alone = spread(four_card_points(stock), lambda points: prize(steps, points))
    return WagerOdds(
        house.posted["bonus"].id,
        bonus_results(bonus, tally),
        {
            "joint_net": both.net,
            "joint_bonus_net": both.bonus_net,
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
