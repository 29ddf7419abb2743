"""Evenings of play, one for each game, that several tests look at; a server that does not wait."""

from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.web.tables import games
from tests import effort
from tests.databases import database, kind, new_url, postgres, postgres_bank, sqlite_bank, url
from tests.web.server.evening import Evening, evening
from tests.web.server.running import run, swift

__all__ = ["database", "kind", "new_url", "postgres", "postgres_bank", "sqlite_bank", "url"]

QUICK, FULL = 2, 12  # rounds at each of the two tables


@pytest.fixture(scope="session")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Evening]:
    played: dict[str, Evening] = {}

    def of(game: str) -> Evening:
        if game not in played:
            file = tmp_path_factory.mktemp("evening") / "bank.db"
            rounds = FULL if effort.full else QUICK
            played[game] = run(evening(file, game, rounds, seed=games().index(game)), 120)
        return played[game]

    return of


@pytest.fixture(params=games())
def played(request: pytest.FixtureRequest, evenings: Callable[[str], Evening]) -> Evening:
    return evenings(request.param)


@pytest.fixture
def bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """For a server of one's own; its dealer does not wait."""
    swift(monkeypatch)
    return tmp_path / "bank.db"
