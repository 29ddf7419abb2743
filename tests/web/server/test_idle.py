"""ASVS 7.3.1: whoever does nothing for a while is signed out, however many pages are open.

Only the person's own doing counts: what a page sends or asks for by itself does not.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.web import tables
from croupier.web.house import ADMINISTRATOR
from croupier.web.operator import put_password
from croupier.web.people.options import HOUR, MINUTE
from croupier.web.tables import STANDARD, Times
from tests.web.server.player import Player
from tests.web.server.running import Server, run, serving
from tests.web.server.visitor import Socket, Visitor
from tests.web.server.wire import to_choose

PRIME = next(name for name, game in STANDARD.items() if game == "four-card-prime")
POKER = next(name for name, game in STANDARD.items() if game == "five-card-hold-out")


class Later:
    """The clock of the sessions, some time ahead."""

    def __init__(self, server: Server) -> None:
        self.server, self.ahead = server, 0
        clock = server.door.clock
        server.door.sessions.clock = lambda: clock() + self.ahead

    async def pass_(self, milliseconds: int) -> None:
        self.ahead += milliseconds
        await self.server.door.sweep()


async def answered(socket: Socket, kind: str, **about: Any) -> str:
    key = f"some-key-{len(socket.texts)}"
    socket.say(type=kind, key=key, **about)
    return str((await socket.answer(key))["type"])


async def is_open(socket: Socket) -> bool:
    socket.say(type="ping", sent=1)
    return (await socket.hear("pong", "bye"))["type"] == "pong"


async def ping(visitor: Visitor, socket: Socket) -> None:
    """And the echo of it."""
    socket.say(type="ping", sent=1)
    socket.say(type="echo", nonce=(await socket.hear("pong"))["nonce"])
    socket.say(type="echo", nonce="0" * 16)


async def words(visitor: Visitor, socket: Socket) -> None:
    """Refused or not, a page makes and opens them by itself."""
    await answered(socket, "word", seat=1, word_commitment="0" * 64, shoe="0" * 64)
    await answered(socket, "open_word", seat=1, word="lucky")


async def look(visitor: Visitor, socket: Socket) -> None:
    for path in ("me", "lobby", "tables/1", "tables/1/rounds", "tables/1/rounds/1"):
        await visitor.get(f"/api/{path}")


async def watch(visitor: Visitor, socket: Socket) -> None:
    """The page connects again, or another is opened."""
    for version in (None, 3):
        async with visitor.socket("1", v=version) as another:
            await another.hear()


async def unreadable(visitor: Visitor, socket: Socket) -> None:
    socket.raw("{")
    assert (await socket.hear("refused"))["code"] == "message/bad"


async def act(visitor: Visitor, socket: Socket) -> None:
    """Refused, too: somebody is there."""
    assert await answered(socket, "away", seat=7) == "refused"


async def ready(visitor: Visitor, socket: Socket) -> None:
    socket.say(type="ready")


async def change(visitor: Visitor, socket: Socket) -> None:
    assert (await visitor.post("/api/more-money")).code == "money/enough"


Doing = Callable[[Visitor, Socket], Awaitable[None]]
BY_ITSELF, BY_A_PERSON = [ping, words, look, watch, unreadable], [act, ready, change]


@pytest.mark.parametrize("doing", BY_ITSELF)
def test_what_a_page_does_by_itself_keeps_nobody_signed_in(bank: Path, doing: Doing) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            later, pam = Later(server), await server.member("pam")
            async with pam.socket(POKER) as socket:
                await later.pass_(14 * MINUTE)
                await doing(pam, socket)
                assert await is_open(socket)
                await later.pass_(MINUTE)
                bye = await socket.until_closed()
                assert (bye["type"], bye["code"]) == ("bye", "session/ended")
                assert "without activity" in bye["message"] and socket.closed == 1008
            assert (await pam.get("/api/me")).json["name"] is None

    run(scenario())


@pytest.mark.parametrize("doing", BY_A_PERSON)
def test_who_does_something_stays(bank: Path, doing: Doing) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            later, pam = Later(server), await server.member("pam")
            async with pam.socket(POKER) as socket:
                for _ in range(3):
                    await later.pass_(14 * MINUTE)
                    await doing(pam, socket)
                    assert await is_open(socket)

    run(scenario())


def test_guests_may_rest_for_a_day(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            later, guest = Later(server), await server.guest()
            async with guest.socket(PRIME) as socket:
                await later.pass_(23 * HOUR)
                assert await is_open(socket)
                await later.pass_(HOUR)
                assert (await socket.until_closed())["code"] == "session/ended"

    run(scenario())


def test_an_act_that_comes_just_too_late_is_not_done(bank: Path) -> None:
    """Before the sweep that would close the socket."""

    async def scenario() -> None:
        async with serving(bank) as server:
            later, pam = Later(server), await server.member("pam")
            async with pam.socket(PRIME) as socket:
                await socket.hear("welcome")
                before = await server.head()
                later.ahead += 15 * MINUTE
                socket.say(type="buy_in", key="too-late", seat=1, cents=30_000)
                assert (await socket.until_closed())["code"] == "session/ended"
                assert await server.head() == before

    run(scenario())


def test_the_round_of_who_was_signed_out_is_finished_by_the_clock(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SHARED", Times(bets=60_000, act=500, pause=0))

    async def scenario() -> None:
        async with serving(bank) as server, server.visitor().socket(PRIME) as rail:
            later, pam = Later(server), await server.member("pam")
            async with pam.socket(PRIME) as socket:
                assert await answered(socket, "buy_in", seat=4, cents=30_000) == "done"
                await to_choose(await Player.at(pam, socket, PRIME, Random(1)))
                await later.pass_(15 * MINUTE)
                assert (await socket.until_closed())["code"] == "session/ended"
            told = await rail.hear("step", "welcome")
            while told["view"]["phase"] != "settled":
                told = await rail.hear("step")
            own = next(one for one in told["view"]["seats"] if one["seat"] == 4)
            assert (own["player"], own["did"]) == ("pam", "fold")

    run(scenario())


# Sessions that end otherwise


def test_a_session_that_ends_during_the_handshake_has_no_socket(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            pam, visit = await server.member("pam"), server.house.visit

            async def ends(read: Callable[[Room], object]) -> object:
                await server.door.sessions.end_all("pam")
                return await visit(read)

            monkeypatch.setattr(server.house, "visit", ends)
            async with pam.socket(PRIME) as socket:
                assert (await socket.until_closed())["code"] == "session/ended"
                assert len(socket.texts) == 1

    run(scenario())


def test_who_is_dismissed_is_signed_out(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            dee = await server.member("dee", Role.DEALER)
            async with dee.socket(PRIME) as socket:
                await socket.hear("welcome")
                await server.house.do("dismiss-dee", ADMINISTRATOR, "dismiss", "dee")
                assert (await socket.until_closed())["code"] == "session/ended"
            await server.house.do("enrol-dee", ADMINISTRATOR, "enrol", "dee", Role.DEALER)
            assert (await dee.get("/api/me")).json["name"] is None

    run(scenario())


def test_a_password_that_the_operator_sets_ends_what_was_open(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            pam, sue = await server.member("pam"), await server.member("sue")
            async with pam.socket(PRIME) as socket, sue.socket(PRIME) as other:
                await socket.hear("welcome")
                about = (str(bank), ADMINISTRATOR, "pam", "eleven dry herons", "a-new-password")
                await asyncio.to_thread(put_password, *about)
                assert (await socket.until_closed())["code"] == "session/ended"
                assert await is_open(other)
            assert (await pam.get("/api/me")).json["name"] is None
            answered = await pam.post("/api/sign-in", name="pam", password="eleven dry herons")
            assert answered.status == 200
            await server.member("sue")  # and what this server writes itself ends nothing
            assert (await pam.get("/api/me")).json["name"] == "pam"

    run(scenario())
