"""Scales of hands: what a score is called in words, and which cards make it."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple, NewType

from croupier.cards import hands
from croupier.cards.card import RANKS, Card, mask, text
from croupier.errors import BadCards

Score = NewType("Score", int)

_RANK_WORDS = (
    *("two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
RANK_PLURALS = tuple(word + ("es" if word == "six" else "s") for word in _RANK_WORDS)


class MadeHand(NamedTuple):
    """A scored hand: its score, its name, and the cards that make it."""

    score: Score
    words: str
    cards: tuple[Card, ...]


class Category(NamedTuple):
    """A hand category: its name, a template for a full name, and how many ranks break ties."""

    name: str
    spoken: str  # {0} {1}: the first ranks; {0s}: the rank's plural
    rank_count: int


class Scale(NamedTuple):
    """One way to score a hand of cards."""

    name: str
    sizes: tuple[int, ...]  # the numbers of cards that can be scored
    plays: int  # how many of them make the hand; 0: all that score
    of: Callable[[Sequence[int]], int]
    words: Callable[[int], str]

    def score(self, cards: Sequence[int]) -> Score:
        """The score of these cards; refuses a number of cards that this scale does not score."""
        if len(cards) not in self.sizes:
            takes = " or ".join(map(str, self.sizes))
            article = "an" if self.name[0] in "aeiou" else "a"
            raise BadCards(
                f"{text(cards) or 'no cards'}: {article} {self.name} hand takes {takes} cards, "
                f"not {len(cards)}",
                "cards/count",
            )
        return Score(self.of(cards))

    def made(self, cards: Sequence[Card]) -> MadeHand:
        """The score in words, with the cards that make it (if several sets do, the first)."""
        score = self.score(cards)
        sizes = (self.plays,) if self.plays else range(len(cards) + 1)
        for size in sizes:
            for chosen in combinations(cards, size):
                if self.of(chosen) == score:
                    return MadeHand(score, self.words(score), chosen)
        raise AssertionError(f"no {self.name} hand in {text(cards)} scores {score}")


def _row(name: str, spoken: str) -> Callable[[int], Category]:
    return partial(Category, name, spoken)


def category(score: int) -> int:
    return score >> hands.CATEGORY


def _deciding(score: int, rank_count: int) -> list[int]:
    return [score >> 4 * place & 15 for place in reversed(range(rank_count))]


def _ladder(rows: Sequence[Category], royal: int) -> Callable[[int], str]:
    """Names poker hands. `royal`: the category whose best hand is a royal flush."""

    def words(score: int) -> str:
        row = rows[category(score)]
        ranks = _deciding(score, row.rank_count)
        if category(score) == royal and ranks[0] == 12:
            return "royal flush"
        said = row.spoken
        for place, held in enumerate(ranks):
            said = said.replace(f"{{{place}s}}", RANK_PLURALS[held])
            said = said.replace(f"{{{place}}}", _RANK_WORDS[held])
        kickers = row.rank_count > row.spoken.count("{")
        return said + (f" ({' '.join(RANKS[held] for held in ranks)})" if kickers else "")

    return words


HIGH, PAIR = _row("high card", "{0} high"), _row("pair", "pair of {0s}")
TWO_PAIR, TRIPS = _row("two pair", "two pair, {0s} and {1s}"), _row("three of a kind", "three {0s}")
STRAIGHT, FLUSH = _row("straight", "straight, {0} high"), _row("flush", "flush, {0} high")
FULL_HOUSE = _row("full house", "full house, {0s} over {1s}")
QUADS, ROYAL = _row("four of a kind", "four {0s}"), _row("royal flush", "royal flush")
STRAIGHT_FLUSH = _row("straight flush", "straight flush, {0} high")

# In the order of the categories in cards/hands.py, each with the number of ranks that break ties.
THREE_LADDER = (HIGH(3), PAIR(2), FLUSH(3), STRAIGHT(1), TRIPS(1), STRAIGHT_FLUSH(1))
FOUR_LADDER = (
    *(HIGH(4), PAIR(3), TWO_PAIR(2), STRAIGHT(1), FLUSH(4), TRIPS(2)),
    *(STRAIGHT_FLUSH(1), QUADS(1), ROYAL(0)),
)
FIVE_LADDER = (
    *(HIGH(5), PAIR(4), TWO_PAIR(3), TRIPS(3), STRAIGHT(1), FLUSH(5)),
    *(FULL_HOUSE(2), QUADS(2), STRAIGHT_FLUSH(1)),
)
_LOW_RANK_COUNTS = (5, 4, 3, 3, 2, 2)


def _low_words(score: int) -> str:
    cost = (hands.LOW_TOP << hands.CATEGORY) - score
    shape = category(cost)
    ranks = " ".join("A23456789TJQK"[held] for held in _deciding(cost, _LOW_RANK_COUNTS[shape]))
    names = ("low", "paired low", "two-pair low", "trips low", "full-house low", "quads low")
    return f"{names[shape]} ({ranks})"


def _masked(score: Callable[[int], int]) -> Callable[[Sequence[int]], int]:
    return lambda cards: score(mask(cards))


_THREE_WORDS = _ladder(THREE_LADDER, hands.THREE_STRAIGHT_FLUSH)
_FOUR_WORDS = _ladder(FOUR_LADDER, hands.FOUR_STRAIGHT_FLUSH)
_FIVE_WORDS = _ladder(FIVE_LADDER, hands.FIVE_STRAIGHT_FLUSH)

THREE = Scale("three-card", (3,), 3, _masked(hands.three_card), _THREE_WORDS)
FOUR = Scale("four-card", (4, 5, 6), 4, _masked(hands.best_four), _FOUR_WORDS)
BLIND = Scale("four-card blind", (4,), 4, _masked(hands.royal_first_four), _FOUR_WORDS)
FIVE = Scale("five-card", (5,), 5, _masked(hands.five_card), _FIVE_WORDS)
LOW = Scale("ace-to-five low", (5,), 5, _masked(hands.ace_to_five_low), _low_words)
POINTS = Scale(
    *("points", (0, 1, 2, 3, 4, 5), 0, hands.points),
    lambda score: f"{score} points" if score else "no points",
)
COLOR = Scale("color", (5,), 0, _masked(hands.one_color), lambda score: f"{score} of one color")
SCALES = {scale.name: scale for scale in (THREE, FOUR, BLIND, FIVE, LOW, POINTS, COLOR)}
