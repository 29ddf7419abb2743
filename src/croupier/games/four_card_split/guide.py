"""4 Card Split for people: count the points of every hand, and make the split that counts most."""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from croupier.cards.card import rank, text
from croupier.games.four_card_split import exact, rules
from croupier.games.four_card_split.countable import check_folds
from croupier.games.four_card_split.loops.count import HANDS, NOT_INSTANT, best_hands, counted_worth
from croupier.games.four_card_split.loops.hands import SplitScores
from croupier.games.four_card_split.loops.states import Pays, UpcardStates, outcomes_of
from croupier.kernels.arrays import Array, Ints, Shorts
from croupier.kernels.compiled import in_threads
from croupier.odds.figures import PostedTable
from croupier.odds.position import Position
from croupier.odds.strategy.guides import RuleLine, Strategy, list_to_remember
from croupier.odds.strategy.search import Condition
from croupier.progress import tracked

ONE, TWO = 0, 13  # where the hands of each size begin
THREE = TWO + 13 * 13 * 2
CODES = THREE + 13 * 2
PAIRINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
MOST = 15  # points that one feature may count
STEPS = (-4, -2, -1, 1, 2, 4)
FIRST = (-6, -4, -3, -2, -1, 1, 2, 3, 4, 6, 8, 11)  # what a new feature may count at first
TRIES = 2

HOW = (
    "Count every hand that you could make of your four cards: add up every line below that is "
    "true of it (an ace is also next to a two; lines about two cards are for hands of exactly "
    "two). A total below zero counts as zero. Make the two hands that count most together, "
    "and play each that counts more than zero. On a tie, prefer two and two, the highest card "
    "(a pair first) with its nearest; then that card alone, then the next."
)
NOTE = "An instant winner must be made: the one that pays most, then by what the last card counts."
Weights = tuple[int, ...]  # what each feature counts; mostly zero


class SeenStates(NamedTuple):
    """States that look the same to a person, against one upcard's rank. See loops/count.py."""

    up: Ints
    code: Shorts  # of the fourteen hands
    worth: Ints  # of each if it is played, summed
    antes: Ints  # one for every outcome
    instant: Ints  # by card left alone: what an instant winner pays
    fold: int  # in antes
    best: int  # under optimal play, in total


def _in_order(cards: Ints) -> Ints:
    """The indexes of a sorted hand's cards: pairs first, then by rank."""
    rank = cards % 13
    alike = (rank[:, :, None] == rank[:, None, :]).sum(axis=2)
    return np.argsort(-(alike * 16 + rank), axis=1, kind="stable")


def _two_code(rank: Ints, suit: Ints, a: int, b: int) -> Ints:
    high, low = np.maximum(rank[:, a], rank[:, b]), np.minimum(rank[:, a], rank[:, b])
    code: Ints = TWO + (high * 13 + low) * 2 + (suit[:, a] == suit[:, b])
    return code


def _three_code(rank: Ints, others: Sequence[int]) -> Ints:
    a, b, c = (rank[:, place] for place in others)
    pair = np.where((a == b) | (a == c), a, np.where(b == c, b, -1))
    return THREE + np.where(pair >= 0, 13 + pair, np.maximum(np.maximum(a, b), c))


def _codes(cards: Ints) -> Shorts:
    """The kind of each of the fourteen hands of sorted cards."""
    rank, suit = cards % 13, cards // 13
    codes = [ONE + rank[:, i] for i in range(4)]
    codes += [_three_code(rank, [j for j in range(4) if j != i]) for i in range(4)]
    codes += [_two_code(rank, suit, *hand) for pairing in PAIRINGS for hand in pairing]
    return np.stack(codes, axis=1).astype(np.int16)


def _worths(state: UpcardStates, order: Ints, pays: Pays, unseen: int) -> Ints:
    """What each of the fourteen hands of sorted cards wins, over all outcomes."""
    outcomes = outcomes_of(unseen)

    def priced(columns: Array) -> Ints:
        worth = columns.astype(np.int64)
        total: Ints = worth[..., 0] + (worth[..., 1:] * pays.more[1:]).sum(axis=-1)
        return total

    alone = np.take_along_axis(priced(state.alone) * 2, order, axis=1)
    net, wins = np.moveaxis(state.threes.astype(np.int64), -1, 0)
    of_three = (net + wins * pays.more[state.rows]) * outcomes.of_three
    threes = np.take_along_axis(of_three, order, axis=1)
    paired = priced(state.paired) * outcomes.of_two
    hands = [alone, threes]
    rows = np.arange(len(order))
    for (a, b), _ in PAIRINGS:
        # The states store pairings by the partner of their own first card.
        one, other = order[:, a], order[:, b]
        with_first = (one == 0) | (other == 0)
        partner = np.where(with_first, one + other, 6 - one - other) - 1
        side = np.where(with_first, 0, 1)
        hands.append(np.stack([paired[rows, partner, side], paired[rows, partner, 1 - side]], 1))
    return np.concatenate(hands, axis=1)


def shown(cards: Array, rows: Array, legal: Array, pays: Pays) -> tuple[Ints, Shorts, Ints]:
    """What a person sees: the order of the cards, the kinds of the hands, the instant winners."""
    order = _in_order(cards.astype(np.int64))
    code = _codes(np.take_along_axis(cards.astype(np.int64), order, axis=1))
    prizes = np.where(exact.instants(legal), pays.instant[rows], NOT_INSTANT)
    return order, code, np.take_along_axis(prizes, order, axis=1)


def _against(up: int, scores: SplitScores, pays: Pays, state: UpcardStates) -> SeenStates:
    """The states against one upcard, merged if their hands are all of the same kinds."""
    unseen = len(scores.deck) - 5
    order, code, prizes = shown(state.cards, state.rows, state.legal, pays)
    weight = state.weights.astype(np.int64)
    worth = _worths(state, order, pays, unseen) * weight[:, None]
    kinds, group = np.unique(np.hstack([code, prizes]), axis=0, return_inverse=True)
    sums = np.zeros((len(kinds), worth.shape[1]), np.int64)
    np.add.at(sums, group.ravel(), worth)
    hands = np.zeros(len(kinds), np.int64)
    np.add.at(hands, group.ravel(), weight)
    return SeenStates(
        up=np.full(len(kinds), up, np.int64),
        code=kinds[:, :HANDS].astype(np.int16),
        worth=sums,
        antes=hands * outcomes_of(unseen).all,
        instant=np.ascontiguousarray(kinds[:, HANDS:]),
        fold=pays.fold,
        best=exact.best_net(scores, pays, state),
    )


def states_of(table: PostedTable) -> list[SeenStates]:
    scores = exact.scores_of(table)
    pays = exact.pays_of(table, scores)
    exact.check_sums(scores, pays)
    check_folds(pays)
    kept = exact.counted(scores)
    return in_threads("situations", lambda up: _against(up, scores, pays, kept[up]), range(13))


def things() -> list[Condition]:
    """All features that may count, with the hands that have them, by upcard."""
    code, up = np.arange(CODES), np.arange(13)[:, None]
    one, three = code < TWO, code >= THREE
    two = ~one & ~three
    high = np.where(one, code, np.where(two, (code - TWO) // 26, (code - THREE) % 13))
    low = np.where(two, (code - TWO) // 2 % 13, high)
    suited = two & ((code - TWO) % 2 == 1)
    pair = (two & (high == low)) | (three & (code - THREE >= 13))
    none = ~pair
    apart = np.where(two & none, np.minimum(high - low, np.where(high == 12, low + 1, 13)), 13)
    found = (
        ("a single card", one),
        ("a single ace", one & (high == 12)),
        ("a single face card", one & (high >= 9) & (high < 12)),
        ("a pair", pair),
        ("a pair with a third card", pair & three),
        ("a pair of jacks or better", pair & (high >= 9)),
        ("two cards of a suit", suited),
        ("two cards no more than one apart (such as 7-8 or 7-9)", apart <= 2),
        ("two adjacent ranks (such as 7-8)", apart == 1),
        ("two of a suit no more than one apart", suited & (apart <= 2)),
        ("no pair, with an ace", none & (high == 12)),
        ("no pair, king high or better", none & (high >= 11)),
        ("no pair, queen high or better", none & (high >= 10)),
        ("a single queen, or two cards with one", ~three & none & ((high == 10) | (low == 10))),
        ("three cards, ace high", three & none & (high == 12)),
        ("a pair higher than the upcard", pair & (high > up)),
        ("no pair, and the upcard is higher", none & (up > high)),
        ("no pair, and the upcard is as high or higher", none & (up >= high)),
        ("no pair, and the upcard is an ace", none & (up == 12)),
        ("a single card, and the upcard is as high or higher", one & (up >= high)),
        ("two cards, one of them of the upcard's rank", two & ((high == up) | (low == up))),
    )
    return [Condition(words, np.broadcast_to(holds, (13, CODES))) for words, holds in found]


def _with(weights: Weights, place: int, count: int) -> Weights:
    return (*weights[:place], count, *weights[place + 1 :])


class CountSearch:
    """What each feature should count: adds one feature at a time, then adjusts step by step."""

    def __init__(self, states: list[SeenStates]) -> None:
        self.states, self.things = states, things()
        self.holds = np.stack([thing.holds for thing in self.things]).astype(np.int64)
        self.known: dict[Weights, int] = {}
        self.pool = ThreadPoolExecutor(os.cpu_count() or 1)  # for thousands of short evaluations

    def worth(self, weights: Weights) -> int:
        """What a player wins who counts this way."""
        if weights not in self.known:
            points = np.tensordot(np.array(weights), self.holds, 1)
            parts = self.pool.map(lambda part: counted_worth(points, *part[:6]), self.states)
            self.known[weights] = sum(parts)
        return self.known[weights]

    def stepped(self, weights: Weights) -> Weights:
        """Moves each count up and down until no move wins more."""
        while True:
            before = self.worth(weights)
            for place in range(len(weights)):
                if weights[place]:
                    weights = max(self._moves(weights, place), key=self.worth)
            if self.worth(weights) == before:
                return weights

    def _moves(self, weights: Weights, place: int) -> Iterator[Weights]:
        yield weights
        for step in STEPS:
            moved = weights[place] + step
            if moved and abs(moved) <= MOST:
                yield _with(weights, place, moved)

    def longer(self, weights: Weights, tries: int) -> Weights:
        """Adds one more feature: the most promising candidates are adjusted fully."""
        more = [
            max((_with(weights, place, count) for count in FIRST), key=self.worth)
            for place in range(len(weights))
            if not weights[place]
        ]
        more.sort(key=self.worth, reverse=True)
        return max((self.stepped(each) for each in more[:tries]), key=self.worth)

    def polished(self, weights: Weights) -> Weights:
        """Replaces a feature that matters little with another, as long as that wins more."""
        while True:
            used = [place for place, count in enumerate(weights) if count]
            fewer = [_with(weights, place, 0) for place in used]
            fewer.sort(key=self.worth, reverse=True)
            other = max(
                (self.longer(self.stepped(each), 1) for each in fewer[:TRIES]), key=self.worth
            )
            if self.worth(other) <= self.worth(weights):
                return weights
            weights = other

    def lists(self, sizes: Sequence[int]) -> dict[int, Weights]:
        """The best counts found, by number of features. Doubled counts are tried as a start as
        well.
        """
        weights: Weights = (0,) * len(self.things)
        found = {}
        for size in tracked("things that count", range(1, max(sizes) + 1), max(sizes)):
            finer = tuple(2 * count for count in weights)
            starts = [weights, finer] if size > 1 and max(map(abs, finer)) <= MOST else [weights]
            weights = max((self.longer(each, TRIES) for each in starts), key=self.worth)
            if size in sizes:
                weights = found[size] = self.polished(weights)
        return found


def points_of(counts: Mapping[str, int]) -> Ints:
    """What each hand counts, by upcard and kind, from what each feature counts."""
    total = np.zeros((13, CODES), np.int64)
    for thing in things():
        total += counts.get(thing.words, 0) * thing.holds
    return total


def remind(table: PostedTable, at: Position) -> str:
    """What the hands of the split that counts most count, or the hand to be decided about."""
    if len(at.legal) == 1:
        return "an instant winner must be taken"
    counts = {line.condition: int(line.action) for line in list_to_remember(table).lines}
    up = rank(at.up[0])
    if at.choice in rules.HANDS:
        return _counted(at.hands[rules.HANDS.index(at.choice)], up, counts)
    cards = np.array([at.hands[0]], np.int64)
    ordered = np.take_along_axis(cards, _in_order(cards), axis=1)
    code, (row,) = _codes(ordered)[0], ordered.tolist()
    hands = best_hands(points_of(counts)[up], code)
    return "; ".join(_counted([row[place] for place in PLACES[hand]], up, counts) for hand in hands)


# The cards of each of the fourteen hands, in the order of their kinds.
PLACES = (
    *((place,) for place in range(4)),
    *(tuple(other for other in range(4) if other != place) for place in range(4)),
    *(hand for pairing in PAIRINGS for hand in pairing),
)


def _counted(cards: Sequence[int], up: int, counts: Mapping[str, int]) -> str:
    """`Kd Kh counts 6 (a pair +6): play`."""
    held = np.array([cards], np.int64)
    place = range(len(cards))
    (code,) = (
        _three_code(held % 13, place)
        if len(cards) == 3
        else _two_code(held % 13, held // 13, 0, 1)
        if len(cards) == 2
        else ONE + held[:, 0] % 13
    )
    true = [thing.words for thing in things() if thing.holds[up, code] and counts.get(thing.words)]
    why = ", ".join(f"{words} {counts[words]:+d}" for words in true) or "nothing holds"
    total = max(sum(counts[words] for words in true), 0)
    return f"{text(cards)} counts {total} ({why}): {'play' if total else 'fold'}"


def strategies(table: PostedTable, sizes: Sequence[int]) -> list[Strategy]:
    states = states_of(table)
    search = CountSearch(states)
    best, total = sum(part.best for part in states), sum(int(part.antes.sum()) for part in states)

    def cost(weights: Weights) -> Fraction:
        return Fraction(best - search.worth(weights), total)

    def strategy(weights: Weights) -> Strategy:
        lines = [
            RuleLine("count", thing.words, f"{count:+d}", cost(_with(weights, place, 0)))
            for place, (thing, count) in enumerate(zip(search.things, weights, strict=True))
            if count
        ]
        return Strategy(tuple(lines), cost(weights))

    found = search.lists(sizes)
    return [strategy(found[size]) for size in sizes]
