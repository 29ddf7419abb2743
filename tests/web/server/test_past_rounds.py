"""Past rounds are read beside the tables: no act waits for them, and only so many are read."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.web import house
from croupier.web.views import lobby
from tests.web.server.running import run, serving
from tests.web.server.wire import played_one_round

TABLE = "5"
LONGEST = 25  # seconds that a read is held: longer than a visitor waits for an answer


class Held:
    """Reads of past rounds that go on when the test says so."""

    def __init__(self) -> None:
        self.begun, self.goes_on = threading.Event(), threading.Event()
        self.receipt = lobby.receipt

    def __call__(self, *about: Any) -> Any:
        self.begun.set()
        self.goes_on.wait(LONGEST)
        return self.receipt(*about)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    held = Held()
    monkeypatch.setattr(lobby, "receipt", held)
    yield held
    held.goes_on.set()


@pytest.mark.parametrize("path", ["rounds", "rounds/1"])
def test_a_slow_read_delays_no_act(bank: Path, held: Held, path: str) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            own = await played_one_round(server, TABLE)
            try:
                asked = asyncio.create_task(own.get(f"/api/tables/{TABLE}/{path}"))
                assert await asyncio.to_thread(held.begun.wait, LONGEST)
                async with own.socket(TABLE) as socket:
                    socket.say(type="away", key="away-meanwhile", seat=1)
                    assert (await socket.answer("away-meanwhile"))["type"] == "done"
                assert not asked.done()
            finally:
                held.goes_on.set()
            told = (await asked).json
            (line,) = told["rounds"] if path == "rounds" else [told["receipt"]]
            assert line["round"] == 1

    run(scenario(), 2 * LONGEST)


def test_only_so_many_wait(bank: Path, held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "MOST_WAITING", 3)

    async def scenario() -> None:
        async with serving(bank) as server:
            own = await played_one_round(server, TABLE)
            path = f"/api/tables/{TABLE}/rounds"
            asked = [asyncio.create_task(own.get(path)) for _ in range(3)]
            while server.house._reading < 3:
                await asyncio.sleep(0.005)
            late = await own.get(path)
            assert (late.status, late.code) == (429, "rate/rounds")
            assert late.headers["retry-after"] == "1"
            held.goes_on.set()
            assert {(await one).status for one in asked} == {200}
            assert (await own.get(path)).status == 200

    run(scenario(), 2 * LONGEST)
