"""The coach's two processes, shared by all servers of these tests: starting them takes a second."""

from collections.abc import Callable, Iterator

import pytest

from croupier.web.coach import coach
from croupier.web.coach.worker import Worker
from tests.web.server.conftest import bank

__all__ = ["bank"]


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
        return workers[name]

    new: Callable[[str], Worker] = of
    monkeypatch.setattr(coach, "Worker", new)
    return workers


class Lasting(Worker):
    """Not ended by the first server that ends."""

    def close(self) -> None:
        pass
