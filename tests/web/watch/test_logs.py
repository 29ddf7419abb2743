"""Lines of the log: what is in them, and what never is (item 15 of the security list)."""

import asyncio
import io
import json
import logging
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.room.room import Room
from croupier.web.guard.address import names
from croupier.web.guard.stack import guarded
from croupier.web.watch.health import Health
from croupier.web.watch.logs import Errors, JsonLine, TextLine, logged, with_request
from croupier.web.watch.watch import ServerWatch
from tests.web.server.player import Player
from tests.web.server.running import PASSWORD, Server, run, serving
from tests.web.server.visitor import Visitor

CARD = re.compile(r"(?<![\w-])(?:[2-9TJQKA][cdhs])(?![\w-])")
log = logging.getLogger("croupier.web")


class Lines:
    """What both kinds of lines would be, of all loggers, with every level."""

    def __init__(self) -> None:
        self.json, self.text, self.watch = io.StringIO(), io.StringIO(), ServerWatch()
        self.handlers: list[logging.Handler] = [Errors(self.watch)]
        for stream, form in ((self.json, JsonLine()), (self.text, TextLine())):
            handler = logging.StreamHandler(stream)
            handler.setFormatter(form)
            handler.addFilter(with_request)
            self.handlers.append(handler)

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.json.getvalue().splitlines()]

    @property
    def everything(self) -> str:
        return self.json.getvalue() + self.text.getvalue() + repr(self.watch.errors)


@pytest.fixture
def lines() -> Iterator[Lines]:
    found, root = Lines(), logging.getLogger()
    before = root.level, log.level
    for handler in found.handlers:
        root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    log.setLevel(logging.DEBUG)
    yield found
    for handler in found.handlers:
        root.removeHandler(handler)
    root.setLevel(before[0])
    log.setLevel(before[1])


def test_a_line_is_an_object(lines: Lines) -> None:
    log.warning('told\n"twice"', extra={"about": {"code": "act/stale", "table": "7", "key": None}})
    (line,) = lines.objects
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("time"))
    assert line == {"level": "warning", "event": "told", "code": "act/stale", "table": "7"}
    assert lines.text.getvalue().endswith(" WARNING told\n")


def test_a_fault_is_told_without_its_message(lines: Lines) -> None:
    """It may quote a card. A refusal is written for people, so it is told whole."""
    for failed in (KeyError("seven of clubs"), Refused("the disk is full", "store/failed")):
        try:
            raise failed
        except (KeyError, Refused):
            log.exception(
                "an act failed", extra={"about": {"key": "key-1", "code": "server/fault"}}
            )
    one, other = lines.objects
    assert re.fullmatch(r"KeyError at test_logs.py:\d+", one["fault"])
    assert other["fault"].startswith("store/failed: the disk is full at ")
    assert "seven" not in lines.everything
    kept = lines.watch.errors[0]
    assert (kept.code, kept.reference) == ("server/fault", "key-1") and kept.event == (
        f"an act failed {one['fault']}"
    )


async def shown_whole(server: Server, lines: Lines) -> list[str]:
    """A session with everything in it; returns what must not be logged."""
    member = await server.member("Mia")
    secrets = [PASSWORD, member.cookie.partition("=")[2]]
    for table in ("3", "5", "6"):
        guest = await server.guest()
        async with guest.socket(table) as socket, member.socket(table) as theirs:
            for seat, sits in ((1, socket), (2, theirs)):
                key = f"sit-down-at-{table}-{seat}"
                sits.say(type="buy_in", key=key, seat=seat, cents=30_000)
                assert (await sits.answer(key))["type"] == "done"
            players = [
                await Player.at(guest, socket, table, Random(1)),
                await Player.at(member, theirs, table, Random(2)),
            ]
            await asyncio.gather(*(player.play(1) for player in players))
            socket.say(type="act", key="not-your-turn", seat=2, action="As Kd", version=1)
            await socket.answer("not-your-turn")
            socket.raw('{"type": "As Kd"}')
        secrets += [word for player in players for word in player.words.values()]
        secrets.append(guest.cookie.partition("=")[2])
    await server.visitor().post("/api/sign-in", name="Mia", password="typed wrong")
    await server.visitor().post("/api/sign-in", name="typed as a name", password=PASSWORD)
    await member.post("/api/sign-out")
    return [*secrets, "typed wrong", "typed as a name"]


def test_item_15_a_whole_session_leaves_no_secret_in_the_log(bank: Path, lines: Lines) -> None:
    async def scenario() -> list[str]:
        async with serving(bank) as server:
            secrets = await shown_whole(server, lines)
            shoes = await server.house.look(
                lambda hall: [one.shoe.secret.hex() for one in hall.tables.values()]
            )
            return secrets + shoes

    secrets = run(scenario())
    assert len(secrets) > 15 and all(len(secret) >= 8 for secret in secrets)
    for secret in secrets:
        assert secret not in lines.everything
    assert not CARD.search(lines.everything), CARD.search(lines.everything)
    events = {line["event"] for line in lines.objects}
    assert "an act is done at table 5" in events  # so it was looked at
    assert any(line.get("code") == "sign-in/wrong" for line in lines.objects)
    assert all(line["level"] != "error" for line in lines.objects)


def test_a_request_has_a_name_that_is_in_the_answer_and_in_the_log(
    bank: Path, lines: Lines
) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            refused = await (await server.guest()).get("/api/tables/nowhere")
            name = refused.headers["x-request-id"]
            assert re.fullmatch(r"[0-9a-f]{12}", name)
            logged = [line for line in lines.objects if line.get("request") == name]
            assert {line.get("code") for line in logged} == {"room/table", None}
            assert any(line.get("status") == 404 for line in logged)
            again = await server.visitor().get("/api/lobby", **{"x-request-id": "forged"})
            assert again.headers["x-request-id"] not in ("forged", name)

    run(scenario())


@pytest.mark.parametrize(
    "peer, given, taken",
    [
        ("10.0.0.2", "abc-123", True),
        ("192.0.2.9", "abc-123", False),  # not our proxy
        ("10.0.0.2", "a b", False),
        ("10.0.0.2", "x" * 65, False),
    ],
)
def test_a_name_is_taken_from_a_proxy_only(peer: str, given: str, taken: bool) -> None:
    known = names(proxies=["10.0.0.2"], request_header="X-Trace")
    watch = ServerWatch()
    app = guarded(Visitor, known, None, Health(watch, lambda: None))  # type: ignore[arg-type]
    answered = run(Visitor(app, peer).get("/healthz", **{"x-trace": given}))
    assert (answered.headers["x-request-id"] == given) is taken


def test_a_fault_of_ours_has_a_reference_that_can_be_quoted(
    bank: Path, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            async with guest.socket("5") as socket:
                monkeypatch.setattr(Room, "do_all", broken)
                socket.say(type="buy_in", key="sit-down-at-1", seat=1, cents=30_000)
                told = await socket.answer("sit-down-at-1")
                monkeypatch.undo()
            assert told["code"] == "server/fault" and "reference sit-down-at-1" in told["message"]
            (line,) = [one for one in lines.objects if one["level"] == "error"]
            assert (line["key"], line["code"]) == ("sit-down-at-1", "server/fault")
            assert line["fault"].startswith("KeyError at ") and "seven" not in lines.everything
            assert lines.watch.errors[0].reference == "sit-down-at-1"

    run(scenario())


def test_logging_leaves_everything_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    root, before = logging.getLogger(), threading.excepthook
    handlers, level = [*root.handlers], log.level
    with logged("auto", "debug", ServerWatch()):
        log.debug("told")
    assert json.loads(capsys.readouterr().err)["event"] == "told"  # it is no terminal
    assert (root.handlers, log.level, threading.excepthook) == (handlers, level, before)


def broken(*about: object) -> None:
    raise KeyError("seven of clubs")


def test_a_thread_that_fails_is_logged_without_its_values(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    from croupier.web.watch.logs import _thread_failed

    try:
        broken()
    except KeyError as failed:
        _thread_failed(type("Args", (), {"exc_value": failed}))  # type: ignore[arg-type]
    assert "a thread failed" in lines.text.getvalue() and "seven" not in lines.everything
    assert sys.exc_info() == (None, None, None)


def test_who_signs_in_is_a_field_of_the_line(bank: Path, lines: Lines) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            (line,) = [one for one in lines.objects if one.get("person") == guest.name]
            (session,) = server.door.sessions.of(guest.name)
            assert line["session"] == session.id and line["request"]

    run(scenario())
