"""Four Card Prime, exact: the ante and raise under optimal play, and every side wager."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from croupier.games.figures import edges
from croupier.games.four_card_prime import rules
from croupier.games.four_card_prime.counts import (
    StateCounts,
    check_losing_hands,
    counted,
    ends,
    raise_pays,
)
from croupier.games.four_card_prime.rules import TIMES
from croupier.odds import figures
from croupier.odds.hand_counts import WHOLE_DECK, Counts, HandCounts, five_card_counts
from croupier.odds.house_edge import Worth, worth_of
from croupier.odds.jackpots.wager import jackpot
from croupier.rules.paytable import prize
from croupier.rules.vocabulary import Wager


def solve(table: figures.PostedTable, deck: Sequence[int] = WHOLE_DECK) -> figures.Odds:
    counts = counted(table, deck)
    results, chosen, wagered = played(table, counts)
    total = sum(chosen)
    names = [option.name for option in rules.ACTIONS]
    return figures.Odds(
        game=table.game.id,
        posted={group: paytable.id for group, paytable in table.posted.items()},
        options=table.options,
        unit=rules.ANTE,
        results=results,
        wagered=Fraction(wagered, total),
        initial=1,
        decisions={name: Fraction(chosen[times], total) for times, name in enumerate(names)},
        wagers=side_wagers(table, counts, five_card_counts(deck), deck),
    )


def net(table: figures.PostedTable) -> Fraction:
    """The main net alone: what `solve` gives, without the side wagers."""
    return played(table, counted(table))[0].mean


def prepare(table: figures.PostedTable, deck: Sequence[int] = WHOLE_DECK) -> figures.Pricing:
    """Prices any tables of this game; a jackpot by its fixed pays alone."""
    hands = five_card_counts(deck)
    counted(table, deck)

    def price(table: figures.PostedTable) -> dict[str, Fraction]:
        counts = counted(table, deck)  # cached, unless this table's rows begin elsewhere
        sides = side_results(table, counts, hands)
        nets = {wager: results.mean for wager, results in sides.items()}
        return {figures.MAIN: played(table, counts)[0].mean, **nets}

    return price


def best_raises(pays: Sequence[tuple[int, int]], dealers: int) -> list[tuple[int, int]]:
    """The best raise from each number of wins up, given what each raise nets for a win and a loss.

    The worth of a raise is a line over the wins, so the best one changes only where two lines
    cross. Among equals, the smaller.
    """
    lines = [(won - lost, dealers * lost) for won, lost in pays]
    cuts = {0}
    for (slope, start), (other_slope, other_start) in combinations(lines, 2):
        if slope != other_slope:
            cross = (other_start - start) // (slope - other_slope)
            cuts |= {cut for cut in (cross, cross + 1) if 0 < cut <= dealers}
    best = []
    for cut in sorted(cuts):
        worths = [slope * cut + start for slope, start in lines]
        best.append((cut, worths.index(max(worths))))
    return best


def played(
    table: figures.PostedTable, counts: StateCounts
) -> tuple[figures.Distribution, list[int], int]:
    """The net of ante and raise, how often each action is best, and the total wagered."""
    results: list[tuple[int, int]] = []
    chosen = [0 for _ in TIMES]
    wagered = 0
    for alike in main_outcomes(table, counts):
        chosen[alike.times] += alike.hands
        wagered += alike.hands * (1 + alike.times)
        results += alike.ends
    return figures.Distribution(figures.added_up(results)), chosen, wagered


class Played(NamedTuple):
    """Hands that are equal under the bonus tables and are played alike."""

    score: int  # represents all of them
    times: int  # the raise, in antes
    pays: tuple[int, int]  # their net when they win, and when they lose
    hands: int
    won: int  # the dealer's losing hands, over all of them
    lost: int  # the dealer's winning hands

    @property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """Their nets, and how often each occurs."""
        return (self.pays[0], self.won), (self.pays[1], self.lost)


def main_outcomes(table: figures.PostedTable, counts: StateCounts) -> Iterator[Played]:
    """All hands under optimal play."""
    for floor, (start, end) in zip(
        counts.bonus_floors, pairwise(map(int, counts.starts)), strict=True
    ):
        score = int(counts.scores[floor])
        pays = [(won, lost) for won, _, lost in raise_pays(table, score)]  # a copy nets either
        best = best_raises(pays, counts.dealers)
        cuts = start + np.searchsorted(counts.wins[start:end], [cut for cut, _ in best])
        for (_, times), (low, high) in zip(best, pairwise([*map(int, cuts), end]), strict=True):
            hands, won = (int(sums[high] - sums[low]) for sums in (counts.hands, counts.won))
            yield Played(score, times, pays[times], hands, won, hands * counts.dealers - won)


def offered(table: figures.PostedTable) -> list[Wager]:
    """The side wagers that this house offers: each has a table of its own."""
    return [wager for wager in table.game.offered(table.options) if wager.table]


def side_results(
    table: figures.PostedTable, counts: StateCounts, hands: HandCounts
) -> dict[str, figures.Distribution]:
    """Every side wager; the jackpots by their fixed pays."""
    results = {}
    for wager in offered(table):
        paytable = table.posted[wager.table]
        results[wager.name] = (
            bad_beat(table, counts)
            if wager.name == rules.BAD_BEAT
            else _of_hands(table, wager, hands.scored(paytable.scale))
        )
    return results


def _of_hands(table: figures.PostedTable, wager: Wager, scores: Counts) -> figures.Distribution:
    """A wager on the player's hand alone; each row's net is computed once."""
    steps = table.posted[wager.table].steps.values()
    nets = [(floor, net_of_hand(table, wager, floor)) for floor in reversed(edges(*steps))]
    return figures.distribution(scores, lambda score: prize(nets, score))


def net_of_hand(table: figures.PostedTable, wager: Wager, score: int) -> int:
    """What this hand nets, in units of the wager; of a jackpot, the fixed pays without envy."""
    if wager.name in table.game.jackpots:
        return own_jackpot(table, wager.name, score)[0]
    return rules.pays(score, table.steps(wager.table))[1]


def own_jackpot(table: figures.PostedTable, wager: str, score: int) -> tuple[int, int]:
    """What a jackpot wager nets for this hand alone, without envy, and its percent of the meter."""
    if wager == rules.FOUR_CARD_JACKPOT:
        return four_card_settled(table, score, ())
    tables = [table.steps(key) for key, _ in rules.FIVE_CARD_SETTLE.tables]
    _, net, percent = rules.settle_jackpot(score, *tables)
    return net, percent


def side_wagers(
    table: figures.PostedTable,
    counts: StateCounts,
    hands: HandCounts,
    deck: Sequence[int] = WHOLE_DECK,
) -> dict[str, figures.WagerOdds]:
    results, wagers = side_results(table, counts, hands), {}
    for wager in offered(table):
        paytable, more = table.posted[wager.table], {}
        if wager.name in table.game.jackpots:
            more = jackpot(table, wager.table, hands.scored(paytable.scale), deck)
        wagers[wager.name] = figures.WagerOdds(paytable.id, results[wager.name], more)
    return wagers


def bad_beat(table: figures.PostedTable, counts: StateCounts) -> figures.Distribution:
    """Pairs of hands by the rank of the losing one; it involves no decision."""
    steps = table.steps("bad_beat_wager")
    copy_pays = int(table.options["bad_beat_on_copy"])
    results = (
        (rules.settle_bad_beat(score, is_copy, copy_pays, steps)[1], count)
        for score, is_copy, count in bad_beat_rows(counts)
    )
    return figures.Distribution(figures.added_up(results))


def bad_beat_rows(counts: StateCounts) -> Iterator[tuple[int, int, int]]:
    """For each row, lowest first: a score, whether the rule calls it a copy, and how often it
    loses so: to a higher hand, then to an equal one.
    """
    check_losing_hands(counts.scores, counts.beat_floors)
    under = [int(count) for count in counts.under]
    edges = [*map(int, counts.beat_floors), len(counts.scores)]
    for row, (low, high) in enumerate(pairwise(edges)):
        if low == high:
            continue
        beaten = int(counts.beaten[low:high].sum())
        copied = int(counts.copied[low:high].sum())
        held = int(counts.held[low:high].sum()) * counts.dealers
        above = under[row + 1] if row + 1 < len(under) else 0
        players = held - beaten - copied  # the player's hand loses
        score = int(counts.scores[low])
        yield score, 0, players + above + beaten - under[row]
        yield score, int(rules.copied(score, score)), copied


def net_by_wager(table: figures.PostedTable) -> dict[str, Fraction]:
    """The net of the ante and of the raise, under optimal play."""
    counts, nets, total = counted(table), [0, 0], 0
    for alike in main_outcomes(table, counts):
        total += alike.won + alike.lost
        when_won, _, when_lost = ends(table, alike.times, alike.score)
        for count, made in ((alike.won, when_won), (alike.lost, when_lost)):
            nets = [net + count * each for net, each in zip(nets, made, strict=True)]
    return {name: Fraction(net, total) for name, net in zip(rules.MAIN.wagers, nets, strict=True)}


def worths(table: figures.PostedTable, deck: Sequence[int] | None) -> dict[str, Worth | None]:
    """The worth of each wager except the jackpots, whose results contain only the fixed pays."""
    cards = deck or WHOLE_DECK
    counts = counted(table, cards)
    results = side_results(table, counts, five_card_counts(cards))
    results[rules.ANTE] = played(table, counts)[0]
    return {
        wager: worth_of(wager, result)
        for wager, result in results.items()
        if wager not in table.game.jackpots
    }


def four_card_settled(
    table: figures.PostedTable, score: int, others: Sequence[int]
) -> tuple[int, int]:
    """The four card jackpot's net beside other seats with these hands; its percent of the meter."""
    tables = [table.steps(key) for key, _ in rules.FOUR_CARD_SETTLE.tables]
    barred, multiple = rules.envy_barred(table.options), int(table.options["envy_multiple"])
    _, net, percent = rules.settle_envy_jackpot(score, others, barred, multiple, *tables)
    return net, percent


def envy(table: figures.PostedTable, score: int, others: Sequence[int]) -> int:
    """What a seat with this hand is paid for the hands of other seats, in jackpot wagers."""
    return four_card_settled(table, score, others)[0] - four_card_settled(table, score, ())[0]
