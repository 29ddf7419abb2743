"""A small app around the door: the account routes, a route for everybody who may, a socket."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from fastapi import FastAPI, Request, WebSocket, WebSocketDisconnect
from starlette.testclient import TestClient, WebSocketTestSession

from croupier.bank.act import KeyTaken
from croupier.errors import Refused, RuleError
from croupier.room.people.roles import Role
from croupier.room.people.sign_ins import KINDS
from croupier.web.guard.address import address_of, names
from croupier.web.guard.answers import install_answers
from croupier.web.guard.cookies import token_in
from croupier.web.guard.rates import PLAYING, Credits, Rate
from croupier.web.guard.sockets import Sockets
from croupier.web.guard.stack import guarded
from croupier.web.people import totp
from croupier.web.people.api import router
from croupier.web.people.clock import ServerClock
from croupier.web.people.door import Door
from croupier.web.people.opening import attended, open_door
from croupier.web.people.options import SignInOptions
from croupier.web.people.passwords import Hasher
from croupier.web.people.throttle import Growth, Throttle

HOST = "cards.example"
PAGE = f"https://{HOST}"
START = 1_800_000_000_000
PASSWORD = "seventeen wet otters"


class Hands:
    """The hands of a clock: both are moved together, or the wall's alone."""

    def __init__(self) -> None:
        self.wall, self.steady = START, 5

    def pass_(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds

    def clock(self) -> ServerClock:
        return ServerClock(lambda: self.wall, lambda: self.steady)


class CountingHasher(Hasher):
    """Quick, and counts its work."""

    def __init__(self) -> None:
        super().__init__(memory=8, passes=1)
        self.verified = 0

    def _verified(self, hashed: str, password: str) -> bool:
        self.verified += 1
        return super()._verified(hashed, password)


class FakeHouse:
    play_money = True

    def __init__(self) -> None:
        self.people = {
            "ada": Role.ADMINISTRATOR,
            "bob": Role.ADMINISTRATOR,
            "flo": Role.FLOOR,
            "ann": Role.AUDITOR,
            "dee": Role.DEALER,
            "pam": Role.PLAYER,
        }
        self.log: list[tuple[str, str, str, str]] = []
        self.full = False
        self.keys: dict[str, tuple[str, ...]] = {}

    async def enrol(self, name: str, *, guest: bool) -> None:
        if name in self.people:
            raise RuleError(f"{name} is here already", "room/person")
        self.people[name] = Role.PLAYER

    def role_of(self, name: str) -> Role | None:
        return self.people.get(name)

    def works_by_itself(self, name: str) -> bool:
        return name == "house dealer"

    def balance(self, name: str) -> int:
        return 100_000

    async def log_sign_in(
        self, name: str, what: str, session: str, detail: str, *, by: str = "", key: str = ""
    ) -> bool:
        assert what in KINDS
        if self.full:
            raise Refused("the disk is full", "store/failed")
        said = (name, what, by or name, session, detail)
        if key in self.keys:
            if self.keys[key] != said:
                raise KeyTaken("for something else")
            return False
        if key:
            self.keys[key] = said
        self.log.append((name, what, session, detail))
        return True

    async def has_logged(self, key: str, name: str, what: str, by: str) -> bool:
        return self.keys.get(key, ())[:3] == (name, what, by)


@dataclass
class Room:
    door: Door
    house: FakeHouse
    hands: Hands
    sockets: Sockets
    app: Any
    hasher: CountingHasher
    file: Path
    visitors: list[TestClient] = field(default_factory=list)

    def visitor(self, base: str = PAGE, address: str = "192.0.2.1") -> TestClient:
        """A browser with cookies of its own; all share the loop of the first."""
        client = TestClient(self.app, base, headers={"origin": base}, client=(address, 1))
        client.portal = self.visitors[0].portal if self.visitors else None
        self.visitors.append(client)
        return client

    def run(self, coroutine: Any) -> Any:
        """In the loop of the app."""
        portal = self.visitors[0].portal
        assert portal is not None

        async def awaited() -> Any:
            return await coroutine

        return portal.call(awaited)

    def member(self, name: str, address: str = "192.0.2.1") -> TestClient:
        """Signed in, with the second factor if the role needs one."""
        visitor = self.visitor(address=address)
        assert post(visitor, "sign-in", name=name, password=PASSWORD)["name"] == name
        role = self.house.people[name].value
        if role in ("floor", "auditor", "administrator"):
            secret = post(visitor, "totp")["secret"]
            assert post(visitor, "totp/confirm", code=self.code(secret))["name"] == name
        return visitor

    def code(self, secret: str) -> str:
        raw = base64.b32decode(secret + "=" * (-len(secret) % 8))
        return totp.code_of(raw, totp.step_at(self.hands.wall))


def heard(socket: WebSocketTestSession) -> dict[str, Any]:
    """What the server says next; where it says nothing, the test fails and does not hang."""

    async def limited() -> Any:
        with anyio.fail_after(20):
            return await socket._send_rx.receive()

    told: dict[str, Any] = json.loads(socket.portal.call(limited)["text"])
    return told


def post(client: TestClient, path: str, status: int = 200, **body: object) -> dict[str, Any]:
    answered = client.post(f"/api/{path}", json=body)
    assert answered.status_code == status, answered.text
    told: dict[str, Any] = json.loads(answered.text)
    return told


@contextmanager
def room_in(folder: Path, options: SignInOptions | None = None) -> Iterator[Room]:
    hands, house, hasher = Hands(), FakeHouse(), CountingHasher()
    file = folder / "bank.db"
    door = open_door(f"sqlite:///{file}", house, options or SignInOptions(), hands.clock(), hasher)
    door.throttle = Throttle(Growth(4), Growth(20), lambda: hands.steady)
    door.new_names = Credits(Rate(10, 3_600_000), lambda: hands.steady)
    door.requests = Credits(PLAYING, lambda: hands.steady)
    sockets = Sockets(steady=lambda: hands.steady)
    door.sessions.listen(lambda session, why: sockets.end(session.id, why))
    app = app_of(door, sockets)
    by_address = Credits(Rate(10_000, 1000), lambda: hands.steady)
    made = Room(door, house, hands, sockets, guarded(app, names([HOST]), by_address), hasher, file)
    with made.visitor():
        for name in house.people:
            made.run(door.accounts.put_password(name, PASSWORD))
        yield made


def app_of(door: Door, sockets: Sockets) -> FastAPI:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with attended(door):
            yield

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    install_answers(app)
    app.state.door = door
    app.include_router(router)

    @app.get("/api/books")
    async def books(request: Request) -> str:
        return door.entitled(token_in(request.scope)).role.value

    @app.get("/api/broken")
    async def broken() -> None:
        raise ZeroDivisionError

    @app.websocket("/ws")
    async def socket(websocket: WebSocket) -> None:
        """Says what it hears until its session ends."""
        visitor = door.entitled(token_in(websocket.scope), acts=False)
        session = visitor.session
        bye: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        place = sockets.enter(
            session.name,
            session.id,
            address_of(websocket.scope),
            lambda code, message: bye.put_nowait({"type": "bye", "code": code, "message": message}),
        )
        await websocket.accept()

        async def listen() -> None:
            with suppress(WebSocketDisconnect):
                while True:
                    text = await websocket.receive_text()
                    if text != "ping":
                        door.sessions.touch(session)
                    await websocket.send_text(text)

        tasks: list[asyncio.Task[Any]] = [
            asyncio.create_task(listen()),
            asyncio.create_task(bye.get()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if tasks[1].done():
                await websocket.send_json(tasks[1].result())
                await websocket.close(1008)
        finally:
            for task in tasks:
                task.cancel()
            place.done()

    return app
