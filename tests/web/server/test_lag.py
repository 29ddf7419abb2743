"""Lag is measured by the server: what a page says of its own line counts for nothing."""

from pathlib import Path
from typing import Any

import pytest

from croupier.web import table_socket
from croupier.web.dealer import MOST_LAG
from tests.web.server.running import run, serving
from tests.web.server.visitor import Socket

TABLE = "1"


class Hands:
    """A steady clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    clock = Hands()
    monkeypatch.setattr(table_socket, "passed", clock)
    return clock


async def nonce_of(socket: Socket) -> str:
    socket.say(type="ping", sent=0)
    return str((await socket.hear("pong"))["nonce"])


async def settled(socket: Socket) -> None:
    """Everything sent before was read: the server answers in order."""
    socket.raw("unreadable")
    await socket.hear("refused")


async def allowed(visitor: Any) -> int:
    async with visitor.socket(TABLE) as socket:
        return int((await socket.hear("welcome"))["lag_allowed"])


def test_lag_is_the_time_until_the_echo(bank: Path, hands: Hands) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            async with guest.socket(TABLE) as socket:
                nonce = await nonce_of(socket)
                hands.now += 300
                socket.say(type="echo", nonce=nonce)
                await settled(socket)
                assert await allowed(guest) == 300

    run(scenario())


def test_a_forged_lag_is_unreadable_and_a_late_echo_gains_a_second_at_most(
    bank: Path, hands: Hands
) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            async with guest.socket(TABLE) as socket:
                socket.say(type="ping", sent=0, lag=900)
                assert (await socket.hear("refused"))["code"] == "message/bad"
                nonce = await nonce_of(socket)
                hands.now += 60_000
                socket.say(type="echo", nonce=nonce)
                await settled(socket)
                assert await allowed(guest) == MOST_LAG == 1_000

    run(scenario())


def test_an_echo_counts_once_and_only_of_the_nonce_that_was_sent(bank: Path, hands: Hands) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest, other = await server.guest(), await server.guest()
            async with guest.socket(TABLE) as socket, other.socket(TABLE) as spy:
                nonce = await nonce_of(socket)
                spy.say(type="echo", nonce=nonce)
                socket.say(type="echo", nonce="0" * 16)
                hands.now += 200
                socket.say(type="echo", nonce=nonce)
                await settled(socket)
                hands.now += 500
                socket.say(type="echo", nonce=nonce)
                await settled(socket)
                await settled(spy)
                assert (await allowed(guest), await allowed(other)) == (200, 0)

    run(scenario())


def test_a_second_ping_does_not_start_the_measurement_again(bank: Path, hands: Hands) -> None:
    """A line slower than the interval of the pings is measured all the same."""

    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            async with guest.socket(TABLE) as socket:
                nonce = await nonce_of(socket)
                hands.now += 700
                assert await nonce_of(socket) == nonce
                socket.say(type="echo", nonce=nonce)
                await settled(socket)
                assert await allowed(guest) == 700

    run(scenario())
