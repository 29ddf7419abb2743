"""4 Card Split as a table of choices: how to split, and which hands to play."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from croupier.cards.card import text
from croupier.games.four_card_split.exact import counted, pays_of, scores_of
from croupier.games.four_card_split.guide import CODES, points_of, shown
from croupier.games.four_card_split.loops.count import counted_choices
from croupier.games.four_card_split.loops.hands import SplitScores
from croupier.games.four_card_split.loops.rounds import PLACES, fill
from croupier.games.four_card_split.loops.states import best_ways, score_tables, splits
from croupier.games.four_card_split.rules import FOLD_ALL_WAY, SPLIT, THREES
from croupier.kernels.arrays import Bytes, Codes, Ints
from croupier.kernels.card_sets import cards_of, class_hands
from croupier.kernels.compiled import in_threads
from croupier.odds.figures import PostedTable
from croupier.odds.strategy import choices
from croupier.odds.strategy.guides import Strategy
from croupier.progress import tracked


def filled(what: str, choose: Callable[[int], tuple[Bytes, Codes]]) -> choices.Choices:
    """The whole table, from the classes of four cards against each upcard and their choices."""
    table = np.zeros(PLACES, np.uint8)
    in_threads(what, lambda up: fill(up, *choose(up), table), range(13))
    return {SPLIT: table}


def optimal(table: PostedTable) -> choices.Choices:
    scores = scores_of(table)
    pays, states = pays_of(table, scores), counted(scores)

    def choose(up: int) -> tuple[Bytes, Codes]:
        _, way, plays = best_ways(states[up], pays, len(scores.deck) - 5)
        return states[up].cards, (way << 2 | plays).astype(np.uint8)

    return filled("best ways under each upcard", choose)


def _classes(scores: SplitScores, up: int) -> tuple[Bytes, Bytes, Codes]:
    """Four cards for each class, the rows of the threes beside each card, and the legal ways."""
    cards = cards_of(class_hands(up, 4), 4)
    return cards, *splits(scores, score_tables(scores, up).player, cards)


def counting(table: PostedTable, points: Ints) -> choices.Choices:
    """The split that counts most; `points` is what each hand counts, by upcard and kind."""
    scores = scores_of(table)
    pays = pays_of(table, scores)

    def choose(up: int) -> tuple[Bytes, Codes]:
        cards, rows, legal = _classes(scores, up)
        order, code, prizes = shown(cards, rows, legal, pays)
        return cards, counted_choices(points[up], code, prizes, order)

    return filled("ways under each upcard", choose)


def listed(table: PostedTable, strategy: Strategy) -> choices.Choices:
    """The choices of a strategy given as a list of features that count."""
    counts = {line.condition: int(line.action) for line in strategy.lines}
    return counting(table, points_of(counts))


def own(table: PostedTable, function: choices.Function) -> choices.Choices:
    scores = scores_of(table)
    codes_by_place = np.zeros(PLACES, np.uint8)
    for up in tracked("four cards under each upcard", range(13), 13):
        cards, _, legal = _classes(scores, up)
        codes = [
            coded(choices.answered(function, tuple(four), up), tuple(four), ways, up)
            for four, ways in zip(cards.tolist(), legal.tolist(), strict=True)
        ]
        fill(up, cards, np.array(codes, np.uint8), codes_by_place)
    return {SPLIT: codes_by_place}


def coded(said: Any, cards: tuple[int, ...], legal: int, up: int) -> int:
    """The code of (hand, play it?, play the other?), or of None."""
    way, plays = (FOLD_ALL_WAY, 0) if said is None else _split(said, cards, up)
    if not legal >> way & 1:
        threes = (text(cards[:i] + cards[i + 1 :]) for i in range(THREES) if legal >> i & 1)
        right = f"an instant winner must be made: {' or '.join(threes)}"
        raise choices.not_legal(said, right, choices.state_words(cards, up))
    may_fold = legal >> FOLD_ALL_WAY & 1  # an instant winner is not played
    return way << 2 | (plays if may_fold else plays & 2)


def _split(said: Any, cards: tuple[int, ...], up: int) -> tuple[int, int]:
    """The way to split, and which hands are played."""
    try:
        hand, play, other = said
        places = sorted({cards.index(card) for card in hand})
        right = 1 <= len(places) == len(hand) <= 3
    except (TypeError, ValueError):
        right = False
    if not right:
        legal = "legal: (one to three of the cards, play them?, play the others?), or None"
        raise choices.not_legal(said, legal, choices.state_words(cards, up))
    if len(places) == 1 or (len(places) == 2 and 0 not in places):  # they named the second hand
        places, play, other = [i for i in range(4) if i not in places], other, play
    way = 6 - sum(places) if len(places) == 3 else 3 + places[1]
    return way, bool(other) << 1 | bool(play)


SIMPLE: Mapping[str, choices.Simple] = {
    "always-fold": choices.Simple(
        "fold all four cards, and the card beside an instant winner",
        lambda table: counting(table, np.zeros((13, CODES), np.int64)),
    ),
    "always-play": choices.Simple(
        "two and two, the highest card (a pair first) with its nearest; play every hand",
        lambda table: counting(table, np.ones((13, CODES), np.int64)),
    ),
    "pairs-and-aces": choices.Simple(
        "keep a pair together and play it; an ace is played too, and all else is folded",
        lambda table: counting(table, points_of({"a pair": 2, "no pair, with an ace": 1})),
    ),
}
