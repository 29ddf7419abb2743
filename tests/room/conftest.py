"""Databases, and rooms in them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

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


@pytest.fixture
def room_like(furnished: Callable[..., str]) -> Iterator[RoomLike]:
    """A room as a function leaves it: the function acts once, and each test has a copy."""
    with ExitStack() as opened:

        def made(furnish: Furnish) -> Room:
            return Room(opened.enter_context(open_store(furnished(furnish))), no_worth)

        yield made
