"""Questions to the coach are counted, with how long they took; and it can be switched off."""

import asyncio
from concurrent.futures import Future
from typing import Any

import pytest

from croupier.errors import RuleError
from croupier.table.table import open_table
from croupier.web.coach import coach as coaching
from croupier.web.coach.coach import WebCoach
from croupier.web.watch.watch import ServerWatch

TABLE = open_table("four-card-prime")


class Answering:
    """In place of a process: it answers when it is told to."""

    def __init__(self, name: str) -> None:
        self.asked: list[Future[Any]] = []

    def do(self, *about: object) -> "Future[Any]":
        self.asked.append(Future())
        return self.asked[-1]

    def close(self) -> None: ...


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> ServerWatch:
    monkeypatch.setattr(coaching, "Worker", Answering)
    return ServerWatch()


def test_answers_and_refusals_are_counted(
    watch: ServerWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coaching, "MOST_WAITING", 1)
    coach = WebCoach(watch)

    async def scenario() -> None:
        first = asyncio.create_task(coach.advice(TABLE, None))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        with pytest.raises(RuleError, match="coach/busy"):
            await coach.advice(TABLE, None)  # type: ignore[arg-type]
        quick: Any = coach._quick
        quick.asked[0].set_result("advice")
        assert await first == "advice"

    asyncio.run(scenario())
    assert watch.coach.counts == {("answered",): 1, ("refused",): 1}
    assert watch.coach_seconds.count == 1


def test_a_room_without_a_coach(watch: ServerWatch) -> None:
    coach = WebCoach(watch, on=False)

    async def scenario() -> None:
        coach.begin([TABLE])
        with pytest.raises(RuleError, match="coach/off"):
            await coach.ready_for(TABLE)

    asyncio.run(scenario())
    quick: Any = coach._quick
    assert not quick.asked
    coach.close()
