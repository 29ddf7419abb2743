"""Checklist item 14: credits, sockets by account and address, slow readers; memory stays flat."""

import asyncio
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from croupier.errors import Refused
from croupier.web.guard.answers import TryLater
from croupier.web.guard.rates import PLAYING, Credits, Rate, Rates
from croupier.web.guard.sockets import Outbox, Sockets


class Steady:
    now = 0

    def __call__(self) -> int:
        return self.now


def test_item_14_a_hundred_messages_in_twenty_seconds() -> None:
    clock = Steady()
    bucket = Credits(PLAYING, clock)
    assert [bucket.spend("pam") for _ in range(100)] == [0] * 100
    assert bucket.spend("pam") == 200 and bucket.spend("sam") == 0
    clock.now += 200
    assert bucket.spend("pam") == 0 and bucket.spend("pam") == 200
    clock.now += 10 * PLAYING.window
    assert [bucket.spend("pam") for _ in range(100)] == [0] * 100
    assert bucket.spend("pam")


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 3)), max_size=80))
def test_item_14_no_more_than_the_rate_allows(steps: list[tuple[int, int]]) -> None:
    """Whatever the pauses: in `time` at most all credits, and those regained."""
    clock, rate = Steady(), Rate(5, 1000)
    bucket, passed = Credits(rate, clock), 0
    for pause, tries in steps:
        clock.now += pause
        passed += sum(not bucket.spend("x") for _ in range(tries))
        assert passed <= rate.credits + clock.now * rate.credits / rate.window + 1e-6


def test_item_14_memory_is_bounded_and_a_flood_frees_nobody() -> None:
    clock = Steady()
    bucket = Credits(Rate(2, 1000), clock, most=100)
    while not bucket.spend("loud"):
        pass
    for number in range(1000):
        bucket.spend(f"other {number}")
        assert len(bucket) <= 100
    assert bucket.spend("loud")


async def hello(request: Request) -> Response:
    return PlainTextResponse("hello")


def test_item_14_requests_of_an_address(caplog: pytest.LogCaptureFixture) -> None:
    clock = Steady()
    limited = Rates(Starlette(routes=[Route("/", hello)]), Credits(Rate(3, 3000), clock))
    client = TestClient(limited, client=("192.0.2.1", 1))
    with caplog.at_level(logging.WARNING, "croupier.web"):
        answers = [client.get("/") for _ in range(9)]
    assert [one.status_code for one in answers] == [200] * 3 + [429] * 6
    assert answers[-1].headers["retry-after"] == "1"
    assert answers[-1].json()["code"] == "rate/requests"
    assert len(caplog.records) == 1  # a flood is one line
    assert TestClient(limited, client=("192.0.2.2", 1)).get("/").status_code == 200
    clock.now += 1000
    assert client.get("/").status_code == 200


def ignore(code: str, message: str) -> None:
    pass


def test_item_14_sockets_of_an_account_and_an_address() -> None:
    sockets = Sockets(per_account=2, per_address=3, most=4)
    first = sockets.enter("pam", "s1", "192.0.2.1", ignore)
    sockets.enter("pam", "s2", "192.0.2.2", ignore)
    with pytest.raises(Refused, match="rate/sockets: account pam"):
        sockets.enter("pam", "s3", "192.0.2.3", ignore)
    sockets.enter("", "", "192.0.2.1", ignore)
    rail = sockets.enter("", "", "192.0.2.1", ignore)
    with pytest.raises(Refused, match="rate/sockets: address"):
        sockets.enter("sam", "s4", "192.0.2.1", ignore)
    with pytest.raises(Refused, match="rate/sockets: this room"):
        sockets.enter("sam", "s4", "192.0.2.4", ignore)
    for socket in (first, first, rail):
        socket.done()
    assert len(sockets) == 2
    sockets.enter("pam", "s1", "192.0.2.1", ignore)


def test_item_14_nothing_is_left_of_closed_sockets() -> None:
    sockets = Sockets()
    for number in range(50):
        sockets.enter(f"p{number}", f"s{number}", f"192.0.2.{number}", ignore).done()
    assert not sockets._open and not sockets._counts


def test_item_14_messages_of_a_socket_and_of_an_account() -> None:
    clock = Steady()
    sockets = Sockets(rate=Rate(10, 1000), steady=clock)
    open_sockets = [sockets.enter("pam", "s", "192.0.2.1", ignore) for _ in range(6)]
    for _ in range(10):
        open_sockets[0].check_message()
    with pytest.raises(TryLater, match="rate/messages"):
        open_sockets[0].check_message()
    for socket in [*open_sockets[1:4]] * 10:
        socket.check_message()
    with pytest.raises(
        TryLater, match="rate/messages"
    ):  # five times ten is too much for one person
        open_sockets[4].check_message()
    clock.now += 1000
    open_sockets[0].check_message()


def test_item_4_one_that_fails_does_not_keep_the_others_open(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sockets, closed = Sockets(), []

    def fail(code: str, message: str) -> None:
        raise ConnectionError

    for close in (fail, lambda code, message: closed.append(code), fail):
        sockets.enter("pam", "s", "192.0.2.1", close)
    sockets.enter("sam", "other", "192.0.2.1", lambda code, message: closed.append("wrong"))
    sockets.enter("", "", "192.0.2.1", lambda code, message: closed.append("wrong"))
    sockets.end("s", "signed out")
    sockets.end("", "nobody")
    assert closed == ["session/ended"] and len(caplog.records) == 2


def test_item_14_a_slow_reader_is_dropped() -> None:
    async def reads() -> None:
        outbox = Outbox(messages=3, size=100)
        for text in ("a", "b", "c"):
            outbox.put(text)
        with pytest.raises(Refused, match="rate/unread"):
            outbox.put("d")
        assert [await outbox.get() for _ in range(3)] == ["a", "b", "c"]
        with pytest.raises(Refused, match="rate/unread"):
            outbox.put("x" * 101)
        waiting = asyncio.ensure_future(outbox.get())
        await asyncio.sleep(0)
        outbox.put("x" * 100)
        assert len(await waiting) == 100 and not len(outbox)
        outbox.put("y" * 100)  # what was read counts no more

    asyncio.run(reads())
