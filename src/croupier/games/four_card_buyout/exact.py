"""Buyout, exact: the three bets under optimal play, and the bonus with them or alone."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, gcd

import numpy as np
from numpy.typing import NDArray

from croupier.errors import RuleError
from croupier.games.four_card_buyout import rules
from croupier.games.four_card_buyout.countable import (
    BETS,
    FACTS,
    HANDS,
    check_bonus,
    check_rules,
)
from croupier.games.four_card_buyout.loops.states import OfferStates, best_play, upcard_states
from croupier.games.four_card_buyout.loops.tally import MOST_POINTS, classes, count_points
from croupier.kernels.arrays import Ints
from croupier.kernels.cache.counts import stored
from croupier.kernels.card_sets import KINDS
from croupier.kernels.compiled import in_threads
from croupier.odds import figures
from croupier.odds.house_edge import Worth, worth_of

NO_BONUS = np.zeros((5, MOST_POINTS + 1), np.int64)
# The legal actions by points, a bit for each: of two cards; of three cards, and with the fourth.
THIRD_LEGAL = np.array([rules.third_options(kept) for kept in range(MOST_POINTS + 1)])
FOURTH_LEGAL = np.array(
    [
        [rules.fourth_options(kept, made) for made in range(MOST_POINTS + 1)]
        for kept in range(MOST_POINTS + 1)
    ]
)
MOST = np.iinfo(np.int64).max  # the largest number a loop can count to
Tally = NDArray[np.object_]


def nets() -> Ints:
    """The total net of the first, second and third bet, by bets made and outcome."""
    check_rules()
    table = np.zeros((4, 4), np.int64)
    for bets in BETS:
        for outcome, (folded, player, dealer) in FACTS.items():
            table[bets, outcome] = sum(rules.settle(folded, bets, player, dealer)[1:])
    return table


def bonus_nets(table: figures.PostedTable) -> Ints:
    """The net of the bonus, by cards in play and points; row 0 is for a folded hand."""
    paid = int(table.options["bonus_requires_four_cards"]), table.steps("bonus")
    check_bonus(*paid)
    nets = np.zeros((5, MOST_POINTS + 1), np.int64)
    for points in range(MOST_POINTS + 1):
        nets[0, points] = rules.settle_bonus(1, points, 2, *paid)[1]
        for cards in HANDS:
            nets[cards, points] = rules.settle_bonus(0, points, cards, *paid)[1]
    return nets


@lru_cache(maxsize=2)
def states(stock: tuple[int, ...]) -> list[tuple[int, OfferStates]]:
    """All choices against each upcard, with the number of such upcards; independent of pays."""
    check_sizes(sum(stock), int(np.abs(nets()).max()))
    whole = len(set(stock)) == 1
    kinds = np.array(stock, np.int64)
    upcards = [kind for kind in range(13 if whole else KINDS) if kinds[kind] > 0]

    def make(kind: int) -> OfferStates:
        left = kinds.copy()
        left[kind] -= 1
        return upcard_states(kind, left, classes(whole))

    def upcard(kind: int) -> OfferStates:
        label = f"4-card-buyout/decks-{stock[0]}-upcard-{kind}"
        return OfferStates(**stored(label, lambda: make(kind)._asdict(), keep=whole))

    done = in_threads("choices against each upcard", upcard, upcards)
    return [(int(kinds[kind]), state) for kind, state in zip(upcards, done, strict=True)]


def check_sizes(cards: int, most: int) -> None:
    """Refuses what the loops cannot count: a shoe too large, or pays too high; `most` in one round.

    A loop sums the rounds against one upcard, and a hand's winnings over the dealer's outcomes and
    all fourth cards.
    """
    unseen = cards - 4
    outcomes = comb(unseen, 3) * (unseen - 3) * (unseen - 4)
    if comb(cards - 1, 2) * (cards - 3) * outcomes > MOST:
        raise RuleError(
            f"{cards} cards: rounds of Buyout are counted exactly for up to six decks",
            "odds/too_large",
        )
    if most * outcomes > MOST:
        raise RuleError(
            f"a round that wins or loses {most:,} first bets is too large for exact odds from "
            f"{cards} cards; it may be at most {MOST // outcomes:,}",
            "odds/too_large",
        )


def tallied(
    stock: Sequence[int], bonus: Ints = NO_BONUS, main_units: int = 1
) -> tuple[Tally, Tally]:
    """Rounds by bets, outcome and points under the play that is best for bets and bonus together,
    and the actions by choice.

    There are `main_units` first bets for each unit of `bonus`.
    """
    unseen = sum(stock) - 4  # without the upcard, two cards and the one on offer
    main = nets() * main_units
    check_sizes(sum(stock), int(np.abs(main).max() + np.abs(bonus).max()))

    def upcard(each: tuple[int, OfferStates]) -> tuple[Tally, Tally]:
        best = best_play(each[1], unseen, main, bonus)
        return best.tally.astype(object) * each[0], best.actions.astype(object) * each[0]

    done = in_threads("best play against each upcard", upcard, states(tuple(stock)))
    tallies, actions = zip(*done, strict=True)
    return np.sum(tallies, axis=0), np.sum(actions, axis=0)


def prepare(table: figures.PostedTable, stock: Sequence[int] | None = None) -> figures.Pricing:
    """Prices any bonus table: beside the play that ignores it, with the best play for both, and
    alone.
    """
    cards = stock if stock is not None else [table.game.decks] * KINDS
    tally, _ = tallied(cards)
    points, main = four_card_points(cards), main_results(tally).mean

    def price(table: figures.PostedTable) -> dict[str, Fraction]:
        beside, more, _ = _bonus_results(table, cards, tally, points)
        further = {f"{rules.BONUS}.{name}": net for name, net in more.items()}
        return {figures.MAIN: main, rules.BONUS: beside.mean, **further}

    return price


def net(table: figures.PostedTable) -> Fraction:
    """The main net alone: what `solve` gives, without the bonus."""
    tally, _ = tallied([table.game.decks] * KINDS)
    return main_results(tally).mean


def net_by_wager(table: figures.PostedTable) -> dict[str, Fraction]:
    """The parts of the main net from the first, the second and the third bet."""
    tally, _ = tallied([table.game.decks] * KINDS)
    sums, total = np.zeros(len(rules.BETS), object), int(tally.sum())
    for bets in BETS:
        for outcome, facts in FACTS.items():
            _, *made = rules.settle(facts[0], bets, *facts[1:])
            sums += int(tally[bets, outcome].sum()) * np.array(made, object)
    return {name: Fraction(int(net), total) for name, net in zip(rules.BETS, sums, strict=True)}


def worths(table: figures.PostedTable, deck: Sequence[int] | None) -> dict[str, Worth | None]:
    """The worth of the bets, and of the bonus beside the play that is best without it."""
    stock = [table.game.decks if deck is None else deck.count(kind) for kind in range(KINDS)]
    tally, _ = tallied(stock)
    bonus = bonus_results(bonus_nets(table), tally)
    return {
        rules.FIRST: worth_of(rules.FIRST, main_results(tally)),
        rules.BONUS: worth_of(rules.BONUS, bonus),
    }


def main_results(tally: Tally) -> figures.Distribution:
    """The results of the bets, from a tally."""
    main = nets()
    results = (
        (int(main[bets, outcome]), int(tally[bets, outcome].sum()))
        for bets, outcome in product(BETS, FACTS)
    )
    return figures.Distribution(figures.added_up(results))


def solve(table: figures.PostedTable, stock: Sequence[int] | None = None) -> figures.Odds:
    cards = stock if stock is not None else [table.game.decks] * KINDS
    tally, actions = tallied(cards)
    total = int(tally.sum())
    wagered = sum(bets * int(tally[bets].sum()) for bets in BETS)
    return figures.Odds(
        game=table.game.id,
        posted={group: paytable.id for group, paytable in table.posted.items()},
        options=table.options,
        unit=rules.FIRST,
        results=main_results(tally),
        wagered=Fraction(wagered, total),
        initial=1,
        decisions=_decisions(actions),
        wagers={rules.BONUS: _bonus(table, cards, tally)},
    )


def _decisions(actions: Tally) -> dict[str, Fraction]:
    """The shares of actions: for the third card of all rounds, for the fourth of those that reach
    it.
    """
    shares = {}
    for choice, label in enumerate((rules.THIRD_CARD, rules.FOURTH_CARD)):
        total = int(actions[choice].sum())
        for action, name in enumerate(rules.ACTIONS):
            shares[f"{label}: {name}"] = Fraction(int(actions[choice, action]), total)
    return shares


def bonus_results(bonus: Ints, tally: Tally) -> figures.Distribution:
    """The results of the bonus when rounds are played as tallied."""
    results = (
        (
            int(bonus[0 if outcome == rules.FOLDED else cards, points]),
            int(tally[rules.bets_on(cards), outcome, points]),
        )
        for cards, outcome, points in product(HANDS, FACTS, range(MOST_POINTS + 1))
    )
    return figures.Distribution(
        {net: count for net, count in figures.added_up(results).items() if count}
    )


def _bonus_results(
    table: figures.PostedTable, stock: Sequence[int], tally: Tally, points: Mapping[int, int]
) -> tuple[figures.Distribution, dict[str, Fraction], figures.Distribution]:
    """Beside the play that is best without it; together with the best play for both; alone."""
    bonus = bonus_nets(table)
    both, _ = tallied(stock, bonus)
    part, alone = bonus_results(bonus, both).mean, alone_results(bonus, points)
    nets = {"joint_net": main_results(both).mean + part, "joint_bonus_net": part}
    return bonus_results(bonus, tally), {**nets, "alone_net": alone.mean}, alone


def together(
    table: figures.PostedTable, stakes: Mapping[str, int], stock: Sequence[int] | None = None
) -> Fraction:
    """The net of the bets and the bonus at these stakes, with the play that is best for both."""
    cards = stock if stock is not None else [table.game.decks] * KINDS
    first, bet = stakes[rules.FIRST], stakes[rules.BONUS]
    unit = gcd(first, bet)
    bonus = bonus_nets(table) * (bet // unit)
    tally, _ = tallied(cards, bonus, first // unit)
    return first * main_results(tally).mean + unit * bonus_results(bonus, tally).mean


def _bonus(table: figures.PostedTable, stock: Sequence[int], tally: Tally) -> figures.WagerOdds:
    results, nets, alone = _bonus_results(table, stock, tally, four_card_points(stock))
    more = {**nets, "alone_hit": alone.win, "alone_variance": alone.variance}
    return figures.WagerOdds(table.posted["bonus"].id, results, more, by_play=True)


def alone_results(bonus: Ints, counts: Mapping[int, int]) -> figures.Distribution:
    """The bonus without the bets: paid on four cards, whichever they are."""
    return figures.distribution(counts, lambda points: int(bonus[4, points]))


def four_card_points(stock: Sequence[int]) -> dict[int, int]:
    """How often four cards from the stock make each number of points."""
    counts = count_points(np.array(stock, np.int64))
    assert int(counts.sum()) == comb(sum(stock), 4)
    return {points: int(count) for points, count in enumerate(counts)}
