"""Databases, and rooms in them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from croupier.bank.store import open_store
from croupier.room.room import Room
from tests.databases import (
    Furnish,
    database,
    furnished,
    kind,
    models,
    new_url,
    postgres,
    postgres_bank,
    postgres_models,
    sqlite_bank,
    store,
    url,
)
from tests.room.rooms import RoomLike, no_worth

HERE = Path(__file__).parent

__all__ = [
    "database",
    "furnished",
    "kind",
    "models",
    "new_url",
    "postgres",
    "postgres_bank",
    "postgres_models",
    "sqlite_bank",
    "store",
    "url",
]

# Files whose tests the quick run also makes on PostgreSQL: several processes, faults, and what is
# read from the books. The decisions in the others are the same on any database (and tests/bank
# tries the store itself on both): on PostgreSQL they belong to the slow run.
ON_BOTH = (
    "test_books.py",
    "test_drill.py",
    "test_faults.py",
    "test_keys.py",
    "test_names.py",
    "test_owner.py",
    "test_room.py",
    "test_sealed.py",
    "test_several.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        chosen = getattr(item, "callspec", None)
        if item.path.parent == HERE and chosen and item.path.name not in ON_BOTH:
            if chosen.params.get("kind") == "postgresql":
                item.add_marker(pytest.mark.slow)


@pytest.fixture
def room_like(furnished: Callable[..., str]) -> Iterator[RoomLike]:
    """A room as a function leaves it: the function acts once, and each test has a copy."""
    with ExitStack() as opened:

        def made(furnish: Furnish) -> Room:
            return Room(opened.enter_context(open_store(furnished(furnish))), no_worth)

        yield made
