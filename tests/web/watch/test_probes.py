"""Health, readiness and metrics, as they are asked for over HTTP."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest
from starlette.types import Message, Receive, Scope, Send

from croupier.bank.faults import StoreError
from croupier.bank.store import FAILED
from croupier.errors import Refused
from croupier.web.app import Guarded
from croupier.web.guard.address import names
from croupier.web.guard.stack import guarded
from croupier.web.watch.health import Health
from croupier.web.watch.probes import OFTEN, Watched
from croupier.web.watch.starting import Starting
from croupier.web.watch.watch import ServerWatch
from tests.web.server.running import run, serving
from tests.web.server.visitor import Answer, Visitor
from tests.web.server.wire import played_one_round


async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError("the app was asked")


def a_server(**owner: Any) -> tuple[ServerWatch, Visitor]:
    """The guards of a room that has begun, whose owner is like this."""
    watch, like = ServerWatch(), SimpleNamespace(**{"silent": 0.1, "fails": False, **owner})
    watch.starting = False
    app = guarded(nothing, names(["cards.example"]), None, Health(watch, lambda: cast(Any, like)))
    return watch, Visitor(app, "192.0.2.1")


def asked(visitor: Visitor, path: str, **headers: str) -> Answer:
    return run(visitor.get(path, **headers))


def test_a_room_that_is_well() -> None:
    _, visitor = a_server()
    for path, what in (("/healthz", "alive"), ("/readyz", "ready")):
        answered = asked(visitor, path)
        assert (answered.status, answered.json) == (200, {what: True, "reasons": []})
        assert answered.headers["cache-control"] == "no-store"
        assert "set-cookie" not in answered.headers
    assert run(visitor.ask("HEAD", "/readyz")).status == 200


@pytest.mark.parametrize(
    "owner, reasons, alive",
    [
        ({"silent": 4.0}, [], True),
        ({"silent": 30.0}, ["owner"], True),  # the database may keep it waiting
        ({"silent": 90.0}, ["owner"], False),
        ({"fails": True}, ["books"], True),
    ],
)
def test_an_owner_that_is_not(owner: dict[str, Any], reasons: list[str], alive: bool) -> None:
    _, visitor = a_server(**owner)
    answered = asked(visitor, "/readyz")
    assert (answered.status, answered.json["reasons"]) == (503 if reasons else 200, reasons)
    assert asked(visitor, "/healthz").status == (200 if alive else 503)


def test_a_room_that_begins_and_one_that_stops() -> None:
    watch, visitor = a_server()
    watch.starting = True
    assert asked(visitor, "/readyz").json == {"ready": False, "reasons": ["starting"]}
    watch.starting, watch.stopping = False, True
    assert asked(visitor, "/readyz").json == {"ready": False, "reasons": ["stopping"]}
    assert asked(visitor, "/healthz").status == 200


def test_hosts_and_rates() -> None:
    watch, visitor = a_server()
    assert asked(visitor, "/healthz", host="evil.example").status == 421
    assert asked(visitor, "/healthz", host="cards.example").status == 200  # by plain HTTP too
    answers = [asked(visitor, "/healthz").status for _ in range(OFTEN.credits)]
    assert set(answers) == {200, 429}
    assert watch.refusals.counts["rate/requests",] == answers.count(429)
    assert watch.refusals.counts["host/unknown",] == 1


@pytest.mark.parametrize(
    "host, status",
    [
        ("127.0.0.1:9100", 200),
        ("10.0.0.7:9100", 200),
        ("[::1]:9100", 200),
        ("[fd00::7]:9100", 200),
        ("localhost", 200),
        ("cards.example", 200),
        ("evil.example:9100", 421),
        ("", 421),
    ],
)
def test_the_address_for_metrics_answers_no_foreign_name(host: str, status: int) -> None:
    app = Watched(Health(ServerWatch(), lambda: None), lambda: "text", names(["cards.example"]))
    visitor = Visitor(app, "127.0.0.1")
    answered = asked(visitor, "/metrics", host=host)
    assert answered.status == status and (answered.text == "text") == (status == 200)
    assert asked(visitor, "/api/lobby").status == 404
    assert asked(visitor, "/readyz").status == 503


def figures(text: str) -> dict[str, float]:
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_what_is_measured_agrees_with_the_books_and_the_wire(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            assert isinstance(server.app, Guarded)
            watched = Visitor(server.app.watched, "127.0.0.1")
            guest = await played_one_round(server, "5")
            answered = await guest.post("/api/sign-in", name="nobody", password="wrong")
            assert answered.code == "sign-in/wrong"
            async with guest.socket("5") as socket:
                await socket.hear("welcome")
                now = figures((await watched.get("/metrics")).text)
                told = len(socket.heard())
            rounds = await server.house.look(lambda hall: hall.tables["5"].rounds)
            assert now['croupier_rounds_total{game="four-card-prime"}'] == rounds == 1
            head = await server.house.visit(lambda room: room.store.head().sequence)
            assert 0 < now["croupier_records"] <= head
            assert (now["croupier_sockets"], now["croupier_viewers"]) == (1, 1)
            assert now["croupier_sessions"] == 1 and now["croupier_sign_in_failures_total"] == 1
            assert now['croupier_refusals_total{code="sign-in/wrong"}'] == 1
            assert now["croupier_tables"] == now["croupier_tables_served"] == 6
            done = sum(
                value
                for name, value in now.items()
                if name.startswith("croupier_acts_total") and "done" in name
            )
            assert now["croupier_commit_acts_sum"] == done
            assert now['croupier_acts_total{act="bet",outcome="done"}'] == 1
            assert now['croupier_messages_total{direction="out"}'] >= told
            assert guest.name not in (await watched.get("/metrics")).text

    run(scenario())


async def readiness(visitor: Visitor, status: int) -> list[str]:
    """Once it has that status."""
    async with asyncio.timeout(20):
        while (answered := await visitor.get("/readyz")).status != status:
            await asyncio.sleep(0.3)  # or it would ask too often
    return list(answered.json["reasons"])


def test_books_that_cannot_be_read_for_a_while(bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            visitor, store = server.visitor(), server.house.room.store
            assert await readiness(visitor, 200) == []
            away = Mock(side_effect=StoreError("the line is dead", FAILED))
            with monkeypatch.context() as patch:
                patch.setattr(store, "head", away)
                assert await readiness(visitor, 503) == ["books"]
                assert (await visitor.get("/healthz")).status == 200
            assert await readiness(visitor, 200) == []

    run(scenario())


def test_latency_is_of_every_act_that_was_answered(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            async with guest.socket("5") as socket:
                for number in range(3):
                    key = f"sit-down-{number}"
                    socket.say(type="buy_in", key=key, seat=1, cents=30_000)
                    await socket.answer(key)
            told = [one["type"] for one in socket.heard()]
            assert server.house.watch.act_seconds.count == told.count("done") == 3
            messages = server.house.watch.messages.counts
            assert messages["in",] == 3 and messages["out",] == len(told)

    run(scenario())


class Life:
    """An app whose room begins when it is told to."""

    def __init__(self) -> None:
        self.begins, self.ended = asyncio.Event(), False
        self.fault: Exception | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await send({"type": "http.response.start", "status": 204, "headers": []})
            return
        await receive()
        await self.begins.wait()
        if self.fault:
            raise self.fault
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.ended = True
        await send({"type": "lifespan.shutdown.complete"})


async def lived(app: Starting, meanwhile: Callable[[], Any]) -> None:
    to_app, said = asyncio.Queue[Message](), asyncio.Queue[Message]()
    scope: Scope = {"type": "lifespan"}
    life = asyncio.create_task(app(scope, to_app.get, said.put))
    to_app.put_nowait({"type": "lifespan.startup"})
    assert (await said.get())["type"] == "lifespan.startup.complete"
    await meanwhile()
    to_app.put_nowait({"type": "lifespan.shutdown"})
    assert (await said.get())["type"] == "lifespan.shutdown.complete"
    await life


def test_while_the_room_begins_probes_are_answered_and_others_wait() -> None:
    async def scenario() -> None:
        inner = Life()
        app = Starting(inner)
        visitor = Visitor(app, "192.0.2.1")

        async def meanwhile() -> None:
            assert (await visitor.get("/readyz")).status == 204  # the app below answers it
            waits = asyncio.create_task(visitor.get("/api/lobby"))
            done, _ = await asyncio.wait({waits}, timeout=0.05)
            assert not done
            inner.begins.set()
            assert (await waits).status == 204

        await lived(app, meanwhile)
        assert inner.ended

    run(scenario())


def test_a_room_that_cannot_begin_ends_the_server_with_its_reason() -> None:
    async def scenario() -> None:
        inner, ended = Life(), asyncio.Event()
        inner.fault = Refused("house dealer is not enrolled", "room/automatic")
        app = Starting(inner, ended.set)

        async def meanwhile() -> None:
            inner.begins.set()
            await ended.wait()
            answered = await Visitor(app, "192.0.2.1").get("/api/lobby")
            assert (answered.status, answered.code) == (503, "server/starting")

        await lived(app, meanwhile)
        assert app.fault is inner.fault

    run(scenario())
