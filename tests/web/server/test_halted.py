"""A server that is halted (SIGSTOP, a laptop that sleeps) takes nobody's time.

The server is in the loop of the test: whoever blocks that halts it.
"""

import asyncio
import time
from pathlib import Path
from random import Random

import pytest

from croupier.bank.faults import StoreError
from croupier.bank.store import FAILED, Store
from croupier.web import tables
from croupier.web.awake import Awake, awake
from croupier.web.tables import STANDARD, Times
from tests.web.server.player import Player
from tests.web.server.running import Server, run, serving
from tests.web.server.wire import to_choose

PRIME = next(name for name, game in STANDARD.items() if game == "four-card-prime")
TURN, HALT, MOST = 1_000, 1.5, 100


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(awake, "most", MOST)


@pytest.fixture
def timed(bank: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tables, "SHARED", Times(bets=60_000, act=TURN, pause=0))
    return bank


async def at_a_turn(server: Server, halt: object) -> None:
    """It is halted in a turn for longer than the turn; then the player chooses."""
    guest = await server.guest()
    async with guest.socket(PRIME) as socket:
        socket.say(type="buy_in", key="sit-down-at-1", seat=1, cents=30_000)
        await socket.answer("sit-down-at-1")
        player = await Player.at(guest, socket, PRIME, Random(1))
        view = await to_choose(player)
        while view["clock"] is None:
            view = (await socket.hear("step"))["view"]
        assert callable(halt)
        await halt()
        told = await socket.hear("step")
        assert told["version"] == view["version"], "the clock is shown again"
        assert 0 < told["view"]["clock"]["remaining"] <= view["clock"]["remaining"]
        act = player.wants(told["view"])
        assert act is not None
        socket.say(**act)
        assert (await socket.answer(act["key"]))["type"] == "done"


def test_a_turn_is_as_long_as_the_server_runs(timed: Path) -> None:
    async def halt() -> None:
        time.sleep(HALT)

    async def scenario() -> None:
        async with serving(timed) as server:
            await at_a_turn(server, halt)

    run(scenario())


def test_a_turn_is_as_long_as_the_books_answer(
    timed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = Store.reading

    def fail(store: Store) -> object:
        raise StoreError("the line is dead", FAILED)

    async def halt() -> None:
        monkeypatch.setattr(Store, "reading", fail)
        await asyncio.sleep(HALT)
        monkeypatch.setattr(Store, "reading", reading)

    async def scenario() -> None:
        async with serving(timed) as server:
            await at_a_turn(server, halt)

    run(scenario())


def test_without_a_halt_a_turn_ends(timed: Path) -> None:
    async def scenario() -> None:
        async with serving(timed) as server:
            guest = await server.guest()
            async with guest.socket(PRIME) as socket:
                socket.say(type="buy_in", key="sit-down-at-1", seat=1, cents=30_000)
                await to_choose(await Player.at(guest, socket, PRIME, Random(1)))
                while (view := (await socket.hear("step"))["view"])["phase"] != "settled":
                    pass
                (own,) = view["seats"]
                assert own["did"] == "fold"

    run(scenario())


def test_the_time_that_counts() -> None:
    hands = [5_000]
    clock = Awake(lambda: hands[0], most=1_000)
    begin = clock()
    seen = []
    for moved, beats in ((400, True), (900, True), (10_000, False), (0, True), (300, True)):
        hands[0] += moved
        halted = beats and clock.beat()
        seen.append((clock() - begin, halted))
    assert seen == [(400, False), (1_300, False), (2_300, False), (2_300, True), (2_600, False)]
    assert clock.lost == 9_000
