"""A server on a bank, in the loop of the test; and the clocks of its dealer, which do not wait."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from starlette.types import ASGIApp, Message

from croupier.bank.store import open_store, read_store
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.web import app as web_app
from croupier.web import dealer
from croupier.web import tables as web_tables
from croupier.web.app import application
from croupier.web.guard.address import names
from croupier.web.guard.rates import Credits, Rate
from croupier.web.guard.sockets import Sockets
from croupier.web.guard.stack import guarded
from croupier.web.house import ADMINISTRATOR, FLOOR, WebHouse, no_theory
from croupier.web.people.door import Door
from croupier.web.people.opening import open_door
from croupier.web.people.options import SignInOptions
from croupier.web.people.passwords import Hasher
from croupier.web.people.throttle import Growth, Throttle
from croupier.web.settings.record import ServerSettings
from croupier.web.tables import Times
from tests.web.server.visitor import Visitor

PASSWORD = "seventeen wet otters"
MANY = Rate(10**9, 1000)
LONGEST = 120  # seconds for one test: a server that hangs fails it
Value = TypeVar("Value")


def run(scenario: Coroutine[Any, Any, Value], longest: float = LONGEST) -> Value:
    async def limited() -> Value:
        return await asyncio.wait_for(scenario, longest)

    return asyncio.run(limited())


def swift(patch: pytest.MonkeyPatch, times: Times | None = None) -> None:
    """Nobody thinks, nothing pauses; what is waited for, people or clocks, is waited for still."""
    for name in ("THINKS", "SOON", "LATE", "BETWEEN_HANDS", "FIRST_HAND"):
        patch.setattr(dealer, name, 0)
    patch.setattr(web_tables, "SHARED", times or Times(bets=60_000, act=60_000, pause=0))
    patch.setattr(web_app, "OTHERS", 0.01)
    patch.setattr(web_app, "Sockets", partial(Sockets, rate=MANY, per_address=10**6))
    many = Credits(MANY)
    patch.setattr(web_app, "guarded", lambda app, own, _, health: guarded(app, own, many, health))


def unlimited(bank: str, **more: Any) -> ServerSettings:
    """For a server whose visitors all come from this machine."""
    rates = ("messages", "requests_per_address", "guests_per_address", "guests_from_here")
    many: Any = dict.fromkeys((*rates, "sockets_per_address"), 10**9)
    return ServerSettings(bank=bank, **many, **more)


@dataclass
class Server:
    app: ASGIApp
    house: WebHouse
    door: Door
    numbers: "count[int]" = field(default_factory=lambda: count(1))

    def visitor(self, address: str = "") -> Visitor:
        return Visitor(self.app, address or f"192.0.2.{next(self.numbers) % 250}")

    async def head(self) -> int:
        """The last record of the books: the same as before, if nothing was changed."""
        return await self.house.visit(lambda room: room.store.head().sequence)

    async def guest(self) -> Visitor:
        visitor = self.visitor()
        visitor.name = (await visitor.post("/api/guest")).json["name"]
        return visitor

    async def member(self, name: str, role: Role = Role.PLAYER) -> Visitor:
        """Enrolled in that role, and signed in by name and password."""
        if self.house.role_of(name) is None:
            by = FLOOR if role is Role.PLAYER else ADMINISTRATOR
            await self.house.do(f"enrol-{name}", by, "enrol", name, role)
            await self.door.accounts.put_password(name, PASSWORD)
            if role is Role.PLAYER:
                await self.house.give(name)
        visitor = self.visitor()
        answered = await visitor.post("/api/sign-in", name=name, password=PASSWORD)
        assert answered.status == 200, answered.text
        visitor.name = name
        return visitor


@asynccontextmanager
async def serving(bank: Path | str, *, play_money: bool = True) -> AsyncIterator[Server]:
    """As `serve.opened` puts it together, with passwords that are hashed quickly."""
    url = bank if isinstance(bank, str) else f"sqlite:///{bank}"
    with open_store(url) as store, read_store(url) as reader:
        room = Room(store, no_theory)
        house = WebHouse(room, reader, play_money=play_money)
        hasher = Hasher(memory=8, passes=1)
        door = open_door(url, house, SignInOptions(guests=play_money), hasher=hasher)
        door.throttle = Throttle(Growth(10**6), Growth(10**6))
        door.new_names, door.requests = Credits(MANY), Credits(MANY)
        app = application(house, door, names())
        async with living(app):
            yield Server(app, house, door)


@asynccontextmanager
async def living(app: ASGIApp) -> AsyncIterator[None]:
    """The lifespan of an app, as a server runs it."""
    to_app: asyncio.Queue[Message] = asyncio.Queue()
    from_app: asyncio.Queue[Message] = asyncio.Queue()
    life = asyncio.create_task(
        app({"type": "lifespan", "asgi": {"version": "3.0"}}, to_app.get, from_app.put)  # type: ignore[arg-type]
    )
    to_app.put_nowait({"type": "lifespan.startup"})
    started = await from_app.get()
    assert started["type"] == "lifespan.startup.complete", started
    try:
        yield
    finally:
        to_app.put_nowait({"type": "lifespan.shutdown"})
        await from_app.get()
        await life
