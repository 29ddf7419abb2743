"""How much is tried: everything in the slow run, an eighth in the quick one."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")

PART = 8
full = False  # set by conftest.py, before any test is collected


def examples(count: int) -> int:
    """How many of `count` examples this run tries."""
    return count if full else max(10, count // PART)


def tried(cases: Sequence[T]) -> Sequence[T]:
    """Every eighth case in the quick run, beginning with the first."""
    return cases if full else cases[::PART]


def whole_deck(*games: str) -> list:
    """Games as parameters of a test that counts them on the whole deck.

    Counting 4 Card Split takes most of a minute, so that is for the slow run. The quick run
    compares its solver with the plain one on small decks (tests/odds/test_small_deck.py), and with
    the values of single states of the whole deck (tests/games/four_card_split/test_values.py). Six
    decks of Buyout have the loops that one deck has.
    """
    quick = ("four-card-prime", "ultimate-4-card-buyout")
    return [pytest.param(game, marks=[] if game in quick else [pytest.mark.slow]) for game in games]
