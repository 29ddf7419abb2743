"""Both kinds of database; a house that only remembers; a clock that is moved by hand."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import (
    database,
    kind,
    new_url,
    postgres,
    postgres_bank,
    sqlite_bank,
    url,
)
from tests.web.people.rooms import Room, room_in

__all__ = ["database", "kind", "new_url", "postgres", "postgres_bank", "sqlite_bank", "url"]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """An app with the routes of accounts and one socket, guarded as the server's is."""
    with room_in(tmp_path) as made:
        yield made
