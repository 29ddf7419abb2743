"""4 Card Split, exact: blind, antes and plays together, under optimal splitting and play.

Scores and pays come from the rules, and are checked against what the loops can count.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import THREE_SCORES, royal_first_four
from croupier.errors import RuleError
from croupier.games.four_card_split import rules
from croupier.games.four_card_split.countable import (
    check_blind,
    check_folds,
    check_legal_ways,
    check_settlement,
    lowest_of,
)
from croupier.games.four_card_split.loops import states as loops
from croupier.games.four_card_split.loops.hands import LOST, PUSHED, WON, SplitScores
from croupier.games.four_card_split.loops.outcomes import WaysPlayed, count_outcomes, holds_of
from croupier.games.four_card_split.rules import ANTES, BLIND, FOLD_ALL_WAY, THREES
from croupier.kernels.arrays import Array, Ints
from croupier.kernels.cache.counts import short_digest, stored
from croupier.kernels.compiled import LOW, in_threads, whole_sum
from croupier.odds import figures
from croupier.odds.hand_counts import WHOLE_DECK, Counts, counts_of
from croupier.odds.house_edge import Worth, worth_of
from croupier.rules.changed_pays import MOST_PAY
from croupier.rules.paytable import Steps, numbered, prize

MOST_ROWS = 100  # rows of an ante or a blind table: loops number them in a byte
MOST_LOWEST = 100  # pay of the ante table's lowest row: its worths have 32 bits
WAYS = ("three and one", "two and two", "fold all")
Joint = dict[tuple[int, int], int]  # deals by the net of the blind, and of antes and plays


def scores_of(table: figures.PostedTable, deck: Sequence[int] = WHOLE_DECK) -> SplitScores:
    cards = np.array(deck, np.int64)
    scores = loops.all_scores(cards)
    places = np.full(THREE_SCORES, -1, np.int16)
    places[scores] = np.arange(len(scores))
    floors, lowest = _checked_rows(table)
    rows = numbered(table.steps("ante.drawn"))
    dealer = rules.DEALERS[table.game.id]
    qualified = [bool(rules.qualifies(int(score), dealer.qualifier)) for score in scores]
    instant = [bool(rules.instant_winner(int(score))) for score in scores]
    check_legal_ways()
    return SplitScores(
        deck=cards,
        whole=tuple(deck) == WHOLE_DECK,
        all=scores,
        places=places,
        floors=np.array(floors),
        lowest=lowest,
        rows=np.array([prize(rows, int(score)) for score in scores], np.int16),
        instant=np.array(instant),
        first_instant=lowest_of("is an instant winner", instant),
        qualifier=lowest_of("qualifies the dealer", qualified),
        ends=np.array([_ends(lowest, int(yes)) for yes in qualified]),
        any_three=dealer.any_three,
    )


def _checked_rows(table: figures.PostedTable) -> tuple[tuple[int, ...], int]:
    """The floors of the ante table and the pay of its lowest row, checked against the loops'
    limits.
    """
    for group in ("ante", "blind"):
        paytable = table.posted[group]
        if len(paytable.rows) > MOST_ROWS:
            raise RuleError(
                f"table {paytable.id} for {group} has {len(paytable.rows)} rows; odds are computed "
                f"for tables of up to {MOST_ROWS} rows",
                "paytable/rows",
            )
    floors, lowest = zip(*sorted(table.steps("ante.drawn")), strict=True)
    if lowest[0] > MOST_LOWEST:
        raise RuleError(
            f"table {table.posted['ante'].id} for ante pays {lowest[0]} to 1 in its lowest row; "
            f"odds are computed where that is at most {MOST_LOWEST}",
            "paytable/pays",
        )
    return floors, lowest[0]


def _ends(pays: int, qualified: int) -> list[int]:
    """The net of ante and play bet if the hand wins, pushes, or loses."""
    table = ((0, pays),)
    return [
        sum(rules.settle_hand(1, 0, player, 1, qualified, table, table)[1:]) for player in (2, 1, 0)
    ]


def pays_of(table: figures.PostedTable, scores: SplitScores) -> loops.Pays:
    drawn, instant = table.steps("ante.drawn"), table.steps("ante.instant")
    if _checked_rows(table) != (tuple(scores.floors), scores.lowest):
        raise RuleError(
            f"table {table.posted['ante'].id} for ante has other rows than the table whose hands "
            "were counted; count them again for it",
            "paytable/rows",
        )
    most = max(pay for _, pay in (*drawn, *instant))
    if most > MOST_PAY:
        raise RuleError(
            f"table {table.posted['ante'].id} for ante pays {most} to 1; odds are computed for "
            f"pays of up to {MOST_PAY}",
            "paytable/pays",
        )

    def net(played: int, at_once: int, player: int, dealer: int) -> int:
        return sum(rules.settle_hand(played, at_once, player, dealer, 0, drawn, instant)[1:])

    won = [net(1, 0, floor, floor - 1) for floor in scores.floors]
    more = tuple(each - won[0] for each in won)
    pays = loops.Pays(
        more=np.array(more),
        columns=more,
        instant=np.array([net(0, 1, floor, 0) for floor in scores.floors]),
        fold=net(0, 0, 0, 0),
        fold_all=sum(rules.settle_all_folded()[1:]),
    )
    check_settlement(table, scores, pays)
    return pays


def check_sums(scores: SplitScores, pays: loops.Pays) -> None:
    """Refuses pays for which a sum over one upcard would not fit in 64 bits."""
    unseen = len(scores.deck) - 5
    most = int(max(*pays.more, *pays.instant)) + abs(scores.lowest) + 2
    if 2 * most * comb(unseen + 4, 4) * loops.outcomes_of(unseen).all >= 1 << 63:
        raise RuleError(
            f"a row of the ante table pays about {most} to 1; strategies are found for pays of up "
            "to 500000",
            "paytable/pays",
        )


def hand_nets(table: figures.PostedTable, scores: SplitScores) -> Ints:
    """The net of a hand: by what it holds, whether it wins, pushes or loses, and the qualifier."""
    tables = table.steps("ante.drawn"), table.steps("ante.instant")
    holds = holds_of(len(scores.floors))
    nets = np.zeros((holds.all, 3, 2), np.int64)

    def net(played: int, instant: int, player: int, dealer: int, qualified: int = 0) -> int:
        return sum(rules.settle_hand(played, instant, player, dealer, qualified, *tables)[1:])

    for row, floor in enumerate(scores.floors):
        for end, dealer in ((WON, floor - 1), (PUSHED, floor), (LOST, floor + 1)):
            nets[row, end] = net(1, 0, floor, dealer, 0), net(1, 0, floor, dealer, 1)
        nets[holds.instant + row] = net(0, 1, floor, 0)
    nets[holds.folded] = net(0, 0, 0, 0)
    return nets


def counted(scores: SplitScores) -> list[loops.UpcardStates]:
    """For each upcard: its states, and what every hand of theirs wins, in columns."""
    pairs, number = loops.pair_classes(len(scores.deck), scores.whole)
    upcards = range(13 if scores.whole else len(scores.deck))
    version = "v1" if scores.any_three else "v2"
    shape = short_digest(scores.floors.tolist(), scores.lowest)

    def made(up: int) -> loops.UpcardStates:
        threes = loops.score_tables(scores, up)
        return loops.state_worths(
            scores, threes, *loops.upcard_worths(scores, threes, pairs), number
        )

    def upcard(up: int) -> loops.UpcardStates:
        name = f"4-card-split-{version}/upcard-{up}-{shape}"
        return loops.UpcardStates(**stored(name, lambda: made(up)._asdict(), keep=scores.whole))

    return in_threads("hands against each upcard", upcard, upcards)


def instants(legal: Array) -> NDArray[np.bool_]:
    """For each state and card left alone: whether the other three are an instant winner."""
    ways = legal[:, None] >> np.arange(THREES, dtype=legal.dtype) & 1
    found: NDArray[np.bool_] = (legal[:, None] >> FOLD_ALL_WAY & 1 == 0) & (ways == 1)
    return found


def net(table: figures.PostedTable, deck: Sequence[int] = WHOLE_DECK) -> Fraction:
    """The main net alone: what `solve` gives, without the distribution and its long count."""
    return prepare(table, deck)(table)[figures.MAIN]


def prepare(table: figures.PostedTable, deck: Sequence[int] = WHOLE_DECK) -> figures.Pricing:
    """Prices any pays of this game's tables: the best way of every state is found again."""
    scores, hands = scores_of(table, deck), four_card_counts(deck)
    pays_of(table, scores)  # refuses what cannot be counted before it is counted
    states = counted(scores)
    unseen = len(deck) - 5
    weights = sum(int(state.weights.sum(dtype=np.int64)) for state in states)
    outcomes = unseen * (unseen - 1) * comb(unseen - 2, 3) * weights

    def price(table: figures.PostedTable) -> dict[str, Fraction]:
        pays = pays_of(table, scores)
        worths = in_threads("best ways", partial(best_net, scores, pays), states)
        blind = blind_results(table, hands).mean
        return {figures.MAIN: Fraction(sum(worths), outcomes) + blind, BLIND: blind}

    return price


def best_net(scores: SplitScores, pays: loops.Pays, states: loops.UpcardStates) -> int:
    """What all states against an upcard win over all outcomes, each in its best way."""
    return whole_sum(*loops.best_worth(states, pays, len(scores.deck) - 5))


def four_card_counts(deck: Sequence[int] | Ints = WHOLE_DECK) -> Counts:
    """Over all four-card hands, as the blind ranks them."""
    return counts_of(loops.four_card_hands(np.array(deck, np.int64)))


def blind_results(table: figures.PostedTable, hands: Counts) -> figures.Distribution:
    """By how often each score of four cards occurs."""
    steps = table.steps("blind")
    return figures.distribution(hands, lambda score: rules.settle_blind(score, steps)[1])


def solve(table: figures.PostedTable, deck: Sequence[int] = WHOLE_DECK) -> figures.Odds:
    scores = scores_of(table, deck)
    return _odds(table, scores, played(table, scores))


def played(table: figures.PostedTable, scores: SplitScores) -> dict[str, Array]:
    """All outcomes under optimal play: what both hands hold, and how they fare."""
    pays, blind = pays_of(table, scores), table.steps("blind")
    check_folds(pays)

    def make() -> dict[str, Array]:
        states = counted(scores)
        parts = in_threads(
            "results against each upcard",
            lambda up: _tally(up, scores, pays, states[up], blind),
            range(len(states)),
        )
        return {name: np.sum([part[name] for part in parts], axis=0) for name in parts[0]}

    tables = table.steps("ante.drawn"), table.steps("ante.instant")
    paid = short_digest(*tables, [floor for floor, _ in blind])
    return stored(f"{table.game.id}/results-{paid}", make, keep=scores.whole)


def _tally(
    up: int, scores: SplitScores, pays: loops.Pays, states: loops.UpcardStates, blind: Steps
) -> dict[str, Array]:
    """The best way of every state against one upcard, and how its results fall."""
    worth, way, plays = loops.best_ways(states, pays, len(scores.deck) - 5)
    taken = WaysPlayed(way, plays, _blind_rows(scores, states.cards, blind))
    outcomes = count_outcomes(scores, up, states, taken, len(blind))
    weights = states.weights.astype(np.int64)
    kind = np.searchsorted([THREES, FOLD_ALL_WAY], way, side="right")
    decisions = np.zeros((3, 3), np.int64)  # by way of splitting, and by hands played
    np.add.at(decisions, (kind, np.array([0, 1, 1, 2])[plays]), weights)
    check = np.array([((worth >> 32) * weights).sum(), ((worth & LOW) * weights).sum()])
    return {"outcomes": outcomes, "decisions": decisions, "check": check}


def _blind_rows(scores: SplitScores, cards: Array, blind: Steps) -> NDArray[np.int8]:
    """The row of the blind's table for each state's four cards."""
    numbers = numbered(blind)
    masks = np.zeros(len(cards), np.int64)
    for column in range(4):
        masks |= np.int64(1) << scores.deck[cards[:, column].astype(np.int64)]
    unique, place = np.unique(masks, return_inverse=True)
    rows = [prize(numbers, royal_first_four(int(mask))) for mask in unique]
    return np.array(rows, np.int8)[place]


def fared(outcomes: Array) -> Array:
    """Outcomes by whether each hand wins, pushes or loses, and by the qualifier."""
    for axis in (3, 4, 5):  # what a hand does not lose to, less what it beats, are its pushes
        outcomes = np.diff(outcomes, axis=axis, prepend=0)
    return outcomes


def joint_results(table: figures.PostedTable, scores: SplitScores, kept: dict[str, Array]) -> Joint:
    """What was played, as nets; checked against the worth of the strategy."""
    outcomes, nets = fared(kept["outcomes"]), hand_nets(table, scores)
    steps = table.steps("blind")
    check_blind(steps, four_card_counts(scores.deck))
    blind_pays = [rules.settle_blind(floor, steps)[1] for floor, _ in sorted(steps)]
    joint: Joint = {}
    for place in zip(*map(list, np.nonzero(outcomes)), strict=True):
        group, first, second, i, j, qualified = place
        hands = int(nets[first, i, qualified] + nets[second, j, qualified])
        key = blind_pays[group], hands
        joint[key] = joint.get(key, 0) + int(outcomes[place])
    assert sum(hands * count for (_, hands), count in joint.items()) == whole_sum(*kept["check"]), (
        "the results do not add up to the worth of the strategy"
    )
    return joint


def main_results(joint: Joint) -> figures.Distribution:
    """The whole round, the blind equal to the ante."""
    sums = ((blind + hands, count) for (blind, hands), count in joint.items())
    return figures.Distribution(figures.added_up(sums))


def worths(table: figures.PostedTable, deck: Sequence[int] | None) -> dict[str, Worth | None]:
    """Both antes, plays and a blind as large as an ante; and a blind above it."""
    scores = scores_of(table, deck or WHOLE_DECK)
    joint = joint_results(table, scores, played(table, scores))
    main, blind = main_results(joint), blind_results(table, four_card_counts(scores.deck))
    product = sum(paid * (paid + hands) * count for (paid, hands), count in joint.items())
    wager = table.game.wager(BLIND)
    assert wager is not None
    above = worth_of(BLIND, blind)._replace(
        above=wager.at_least, covariance=Fraction(product, main.total) - main.mean * blind.mean
    )
    return {ANTES[0]: worth_of(ANTES[0], main), BLIND: above}


def _odds(table: figures.PostedTable, scores: SplitScores, kept: dict[str, Array]) -> figures.Odds:
    decisions = kept["decisions"].astype(object)
    results = main_results(joint_results(table, scores, kept))
    states = int(decisions.sum())
    plays = int(decisions[:, 1].sum()) + 2 * int(decisions[:, 2].sum())
    blind_odds = blind_results(table, four_card_counts(scores.deck))
    return figures.Odds(
        game=table.game.id,
        posted={group: paytable.id for group, paytable in table.posted.items()},
        options=table.options,
        unit=ANTES[0],
        results=results,
        wagered=3 + Fraction(plays, states),
        initial=3,
        decisions={
            f"{WAYS[way]}, {number} played": Fraction(int(decisions[way, number]), states)
            for way in range(3)
            for number in range(3)
            if decisions[way, number]
        },
        wagers={BLIND: figures.WagerOdds(table.posted["blind"].id, blind_odds)},
        parts={
            "blind": blind_odds.mean,
            "antes and plays": Fraction(whole_sum(*kept["check"]), results.total),
        },
    )
