"""Fixtures for several folders: test files cannot import one another (see pyproject)."""

import gc
import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import factorial, prod
from pathlib import Path

import pytest
import typer.main
import typer.testing
from hypothesis import settings

from tests import effort

# Servers of the tests compile nothing in the background; tests of the coach ask for it.
os.environ.setdefault("CROUPIER_WEB_COACH", "false")

# No time limit for an example: on a busy machine it would fail correct tests.
settings.register_profile("croupier", deadline=None)
settings.load_profile("croupier")

# Sources, fixtures and 7,700 tests stay until the end: collecting garbage in them again and again
# was a tenth of the total time.
gc.set_threshold(200_000, 20, 50)

# The command line is built once: a process runs one command, but the tests run thousands.
typer.main.get_command = typer.testing._get_command = cache(typer.main.get_command)


def pytest_configure(config: pytest.Config) -> None:
    """`scripts/test --slow` excludes no marks, and tries every example."""
    effort.full = "not slow" not in config.getoption("markexpr", "")


# The longest files, in seconds of processor time from about 60 to 10; a file that takes as long
# belongs here. The first solves 4 Card Split, which many need: the next ones do not.
LONG = (
    "odds/test_choices.py",
    "games/five_card_hold_out/test_loops.py",
    "cli/test_bank_doors.py",
    "cli/test_report.py",
    "room/test_drill.py",
    "room/test_irregularities.py",
    "room/test_books.py",
    "room/test_forgeries.py",
    "cli/test_doors.py",
    "odds/test_small_deck.py",
    "sim/test_run.py",
    "odds/test_report.py",
    "games/four_card_split/test_shapes.py",
    "games/four_card_prime/test_shapes.py",
    "odds/test_jackpots.py",
    "odds/test_jackpot_cost.py",
    "room/test_room.py",
    "room/test_several.py",
    "room/test_operations.py",
    "cli/test_night.py",
    "rules/test_contributing.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first; the others in their original order."""
    here = Path(__file__).parent
    place = {here / name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: place.get(item.path, len(LONG)))


WeighedHands = Iterator[tuple[tuple[int, ...], int]]


@pytest.fixture(scope="session")
def suit_classes() -> Callable[[int], WeighedHands]:
    """Every hand of a number of cards of one deck up to renaming suits: (cards, how many hands).

    16,432 hands represent all 270,725 of four cards, 134,459 all 2,598,960 of five.
    """
    return _suit_classes


def _suit_classes(size: int) -> WeighedHands:
    for shape in combinations_with_replacement(range(size, -1, -1), 4):
        if sum(shape) != size:
            continue
        suits_of_a_length = [
            combinations_with_replacement(combinations(range(13), length), suits)
            for length, suits in Counter(shape).items()
        ]
        for chosen in product(*suits_of_a_length):
            suits = [ranks for group in chosen for ranks in group]
            cards = tuple(13 * suit + rank for suit in range(4) for rank in suits[suit])
            yield cards, factorial(4) // prod(map(factorial, Counter(suits).values()))
