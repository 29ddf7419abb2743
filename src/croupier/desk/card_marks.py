"""Which cards make a hand, and which of those that were dealt are not used.

A hand is scored on the scale whose wording the rules use, and compared with the rules' own score:
no rank is stated here.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from croupier.cards.card import DECK, Card
from croupier.cards.scales import SCALES, Scale, category


class Marks(NamedTuple):
    """Card positions in display order."""

    made: tuple[int, ...] = ()  # without one of them the hand is of a lower category
    unused: tuple[int, ...] = ()


def scales_with_words(words: Callable[[int], str]) -> tuple[Scale, ...]:
    """The scales that use this wording; two share it."""
    return tuple(scale for scale in SCALES.values() if scale.words is words)


REMEMBERED = 20_000  # hands: as many as a room with a thousand tables has at once


@lru_cache(maxsize=REMEMBERED)  # every seat sees the same cards, again with every act
def marks_of(scale: Scale, cards: tuple[Card, ...], score: int) -> Marks | None:
    """None: no cards among these have that score."""
    places = _playing(scale, cards, score)
    if places is None:
        return None
    unused = [place for place in range(len(cards)) if place not in places]
    # If no card counts, none is unused either.
    return Marks(_making_places(scale, cards, places), tuple(unused) if places else ())


@lru_cache(maxsize=REMEMBERED)
def marks_so_far(scale: Scale, cards: tuple[Card, ...]) -> Marks:
    """For a hand that will get more cards: what it already makes, whatever they are."""
    return Marks(_making_places(scale, cards, tuple(range(len(cards)))))


def _playing(scale: Scale, cards: tuple[Card, ...], score: int) -> tuple[int, ...] | None:
    for size in (scale.plays,) if scale.plays else range(len(cards) + 1):
        for places in combinations(range(len(cards)), size):
            if scale.of([cards[place] for place in places]) == score:
                return places
    return None


def _making_places(
    scale: Scale, cards: tuple[Card, ...], places: tuple[int, ...]
) -> tuple[int, ...]:
    sure = _sure(scale, [cards[place] for place in places])
    if not sure:
        return ()
    without = ((place, [cards[one] for one in places if one != place]) for place in places)
    return tuple(place for place, rest in without if _sure(scale, rest) < sure)


def _sure(scale: Scale, held: Sequence[Card]) -> int:
    """The category that these cards reach whatever cards join them; for points, the points."""
    if not scale.plays:
        return scale.of(held)
    others = [card for card in DECK if card not in held]
    return min(
        category(scale.of((*held, *more))) for more in combinations(others, scale.plays - len(held))
    )
