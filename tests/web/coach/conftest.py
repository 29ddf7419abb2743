"""The coach's two processes, shared by all servers of these tests: starting them takes a second."""

from collections.abc import Callable, Iterator

import pytest

from croupier.table.table import Table
from croupier.web.coach import coach
from croupier.web.coach.coach import posted_text
from croupier.web.coach.worker import Worker
from croupier.web.tables import posted
from tests.web.server.conftest import bank

__all__ = ["bank"]
USED = ("four-card-prime", "4-card-split-v2")


@pytest.fixture(scope="session")
def workers() -> Iterator[dict[str, Worker]]:
    found: dict[str, Worker] = {}
    yield found
    for worker in found.values():
        Worker.close(worker)


@pytest.fixture
def shared(workers: dict[str, Worker], monkeypatch: pytest.MonkeyPatch) -> dict[str, Worker]:
    def of(name: str) -> Worker:
        if name not in workers:
            workers[name] = Lasting(name)
            for game in (
                USED if "practice" not in name else ()
            ):  # however long it takes: a test waits only for the server
                workers[name].do("compile_for", posted_text(table_of(game))).result()
        return workers[name]

    new: Callable[[str], Worker] = of
    monkeypatch.setattr(coach, "Worker", new)
    return workers


def table_of(game: str) -> Table:
    table = posted(game)
    assert isinstance(table, Table)
    return table


class Lasting(Worker):
    """Not ended by the first server that ends."""

    def close(self) -> None:
        pass
