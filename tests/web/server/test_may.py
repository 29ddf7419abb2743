"""Checklist item 16: every route for everybody, as a table; then what is another's.

`2` is yes; a code is a refusal, which changes nothing in the books.
"""

import asyncio
import base64
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.room.people.roles import Role
from croupier.web.house import FLOOR, PURSE
from croupier.web.people import totp
from croupier.web.staff.acts import BY_NAME
from croupier.web.views import lobby
from tests.web.server.player import Player
from tests.web.server.running import PASSWORD, Server, run, serving
from tests.web.server.visitor import Visitor
from tests.web.server.wire import played_one_round, to_choose

GAME = "four-card-prime"
NOT_IN, FACTOR, ROLE = "session/missing", "session/second_factor", "role/not_allowed"
WHO = ("nobody", "guest", "player", "dealer", "floor", "auditor", "administrator", "unconfirmed")
Y = "2"
# In the order of WHO; "unconfirmed" is an administrator who has not shown a second factor.
TABLE: dict[str, tuple[str, ...]] = {
    "GET /api/me": (Y,) * 8,
    "GET /api/lobby": (Y,) * 8,
    "GET /api/openapi.json": (Y,) * 8,
    "GET /api/tables/1": (Y,) * 8,
    "GET /api/tables/1/rounds": (NOT_IN, Y, Y, Y, Y, Y, Y, FACTOR),
    "GET /api/tables/1/rounds/1": (NOT_IN, *(ROLE,) * 6, FACTOR),
    "POST /api/practice": (NOT_IN, Y, Y, ROLE, ROLE, ROLE, ROLE, FACTOR),
    "POST /api/training": (NOT_IN, Y, Y, ROLE, ROLE, ROLE, ROLE, FACTOR),
    "POST /api/tables": (NOT_IN, Y, Y, ROLE, ROLE, ROLE, ROLE, FACTOR),
    "POST /api/more-money": (
        *(NOT_IN, "money/enough", "money/enough"),
        *(ROLE, ROLE, ROLE, ROLE, FACTOR),
    ),
    "GET /api/own": (NOT_IN, Y, Y, ROLE, ROLE, ROLE, ROLE, FACTOR),
    "GET /api/own/rounds": (NOT_IN, Y, Y, ROLE, ROLE, ROLE, ROLE, FACTOR),
    "POST /api/own/limits": (NOT_IN, Y, Y, ROLE, ROLE, ROLE, ROLE, FACTOR),
    "POST /api/own/confirmations": (NOT_IN, *("own/asked",) * 2, *(ROLE,) * 4, FACTOR),
    "POST /api/own/breaks": (NOT_IN, Y, Y, ROLE, ROLE, ROLE, ROLE, FACTOR),
    **{
        f"GET /api/staff/{what}": (NOT_IN, ROLE, ROLE, ROLE, Y, Y, Y, FACTOR)
        for what in (
            "room",
            "me",
            "tables",
            "games",
            "people",
            "proposals",
            "jackpots",
            "log",
            "server",
        )
    },
    "POST /api/staff/acts": (NOT_IN, ROLE, ROLE, ROLE, Y, ROLE, ROLE, FACTOR),
    "POST /api/staff/proposals": (NOT_IN, ROLE, ROLE, ROLE, Y, ROLE, Y, FACTOR),
    "POST /api/staff/tables": (NOT_IN, ROLE, ROLE, ROLE, Y, ROLE, Y, FACTOR),
    "POST /api/staff/accounts": (NOT_IN, ROLE, ROLE, ROLE, ROLE, ROLE, Y, FACTOR),
    "POST /api/staff/passwords": (NOT_IN, ROLE, ROLE, ROLE, ROLE, ROLE, Y, FACTOR),
    "POST /api/guest": (Y,) * 8,
    "POST /api/sign-up": (Y,) * 8,
    "POST /api/sign-in": (Y,) * 8,
    "POST /api/sign-out": (Y,) * 8,
    "POST /api/end-sessions": (NOT_IN, *(Y,) * 7),
    "POST /api/end-sessions of another": (NOT_IN, ROLE, ROLE, ROLE, ROLE, ROLE, Y, ROLE),
    "POST /api/password": (NOT_IN, "password/wrong", Y, Y, Y, Y, Y, FACTOR),
    "POST /api/totp": (NOT_IN, "role/guest", *(Y,) * 6),
    "POST /api/totp/confirm": (NOT_IN, *("totp/wrong",) * 7),
}
ENDING = ("sign-", "guest", "end-sessions", "password")  # the session that they are done in
BODIES: dict[str, dict[str, Any]] = {
    "/api/practice": {"game": GAME},
    "/api/training": {"game": GAME},
    "/api/staff/acts": {"act": "deposit", "about": {"player": "sue", "cents": 100}},
    "/api/staff/proposals": {
        "what": "bank jackpot money",
        "about": {"cents": 1, "reference": "slip 1"},
    },
    "/api/staff/accounts": {"name": "sue", "act": "unlock"},
    "/api/staff/passwords": {"name": "sue", "password": PASSWORD},
    "/api/own/limits": {"what": "session", "amount": 60},
    "/api/own/confirmations": {"what": "session"},
    "/api/own/breaks": {"kind": "break", "length": "day"},
    "/api/sign-in": {"name": "sue", "password": PASSWORD},
    "/api/end-sessions of another": {"name": "sue"},
    "/api/password": {"old": PASSWORD, "new": "eleven dry herons"},
    "/api/totp/confirm": {"code": "000000"},
}


async def visitor_of(server: Server, who: str, tag: str) -> Visitor:
    """A new person of this kind."""
    if who == "nobody":
        return server.visitor()
    if who == "guest":
        return await server.guest()
    role = Role.ADMINISTRATOR if who == "unconfirmed" else Role(who)
    visitor = await server.member(f"{who[:5]} {tag}", role)
    if who in ("floor", "auditor", "administrator"):
        secret = (await visitor.post("/api/totp")).json["secret"]
        code = totp.code_of(
            base64.b32decode(secret + "=" * (-len(secret) % 8)),
            totp.step_at(server.door.clock.wall()),
        )
        assert (await visitor.post("/api/totp/confirm", code=code)).status == 200
    return visitor


def test_every_route_for_everybody(bank: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Refusals are in the log, with their code and nothing of what was sent."""

    async def scenario() -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        async with serving(bank) as server:
            await server.member("sue")
            await played_one_round(server, "1")
            people = {who: await visitor_of(server, who, "one") for who in WHO}
            for number, line in enumerate(TABLE):
                answers = []
                for column, who in enumerate(WHO):
                    visitor, tag = people[who], f"{number} {column}"
                    if any(part in line for part in ENDING):
                        visitor = await visitor_of(server, who, tag)
                    answers.append(await asked(server, line, visitor, tag))
                found[line] = tuple(answers)
        return found

    async def asked(server: Server, line: str, visitor: Visitor, tag: str) -> str:
        method, _, rest = line.partition(" ")
        path = rest.removesuffix(" of another")
        body = BODIES.get(rest, {})
        if path.endswith("/tables") and method == "POST":
            body = {"game": GAME, "table": f"ours {tag}"}
        if path == "/api/sign-up":
            body = {"name": f"new {tag}", "password": PASSWORD}
        if path.startswith(("/api/staff/", "/api/own/")) and method == "POST":
            body = {**body, "key": f"keyed-{tag}".replace(" ", "-")}
        before = await server.head()
        caplog.clear()
        answer = await (visitor.get(path) if method == "GET" else visitor.post(path, **body))
        assert answer.headers["content-security-policy"]
        if answer.status == 200:
            if path == "/api/own/breaks":
                await asyncio.sleep(0.3)  # the dealer cashes out whoever takes a break
            return Y
        assert set(answer.json) == {"code", "message"} and 400 <= answer.status < 500
        assert answer.code == "password/wrong" or await server.head() == before, line
        log = "\n".join(record.getMessage() for record in caplog.records)
        assert answer.code in log or "failed sign-in" in log, line
        assert (
            PASSWORD not in log
            and visitor.cookie.partition("=")[2][:20] not in log.replace("\n", " ")
        ) or not visitor.cookie
        return answer.code

    with caplog.at_level(logging.INFO, "croupier.web"):
        found = run(scenario(), 120)
    assert found == TABLE


def test_the_table_has_every_route(bank: Path) -> None:
    async def scenario() -> set[str]:
        async with serving(bank) as server:
            described = (await server.visitor().get("/api/openapi.json")).json["paths"]
            return {
                f"{method.upper()} {path}" for path, ways in described.items() for method in ways
            }

    listed = {line.removesuffix(" of another") for line in TABLE} - {"GET /api/openapi.json"}
    named = {line.replace("/1/rounds/1", "/{table}/rounds/{number}") for line in listed}
    assert run(scenario()) == {line.replace("tables/1", "tables/{table}") for line in named}


# What is another's


@asynccontextmanager
async def two_at_table(server: Server) -> AsyncIterator[tuple[Player, Any, Visitor]]:
    """One sits at seat 1 and it is their turn; the other only looks."""
    one, other = await server.guest(), await server.guest()
    async with one.socket("5") as socket, other.socket("5") as theirs:
        socket.say(type="buy_in", key="sit-down-at-1", seat=1, cents=30_000)
        await socket.answer("sit-down-at-1")
        player = await Player.at(one, socket, "5", Random(2))
        await to_choose(player)
        yield player, theirs, other


def test_anothers_seat(bank: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        async with serving(bank) as server, two_at_table(server) as (player, theirs, other):
            before, turn = await server.head(), player.view["turn"]
            shoe = "0" * 64
            acts: list[dict[str, Any]] = [
                {"type": "act", "action": "fold", "version": turn["version"]},
                {"type": "bet", "stakes": {"ante": 500}},
                {"type": "bet", "stakes": {}},
                {"type": "word", "word_commitment": shoe, "shoe": shoe},
                {"type": "open_word", "word": "lucky"},
                {"type": "away"},
                {"type": "back"},
                {"type": "leave"},
                {"type": "buy_in", "cents": 5_000},
            ]
            with caplog.at_level(logging.INFO, "croupier.web"):
                for number, act in enumerate(acts):
                    key = f"not-my-seat-{number}"
                    theirs.say(**act, key=key, seat=1)
                    told = await theirs.answer(key)
                    assert told["type"] == "refused", act
                    assert f"refused {told['code']} at table 5 to {other.name}" in caplog.text
            assert await server.head() == before
            for secret in (*player.words.values(), other.cookie, "lucky"):
                assert secret not in caplog.text

    run(scenario())


def test_the_rail_may_do_nothing(bank: Path) -> None:
    async def scenario() -> None:
        async with (
            serving(bank) as server,
            two_at_table(server),
            server.visitor().socket("5") as rail,
        ):
            before = await server.head()
            rail.say(type="act", key="by-nobody", seat=1, action="fold", version=1)
            assert (await rail.answer("by-nobody"))["code"] == "session/missing"
            rail.say(type="ready")
            assert await server.head() == before

    run(scenario())


@pytest.mark.parametrize("role", [Role.DEALER, Role.FLOOR, Role.AUDITOR, Role.ADMINISTRATOR])
def test_staff_do_not_play(bank: Path, role: Role) -> None:
    """Not at a seat, not for a player, and what a dealer does at a table is not done by a page."""

    async def scenario() -> None:
        async with serving(bank) as server, two_at_table(server):
            visitor = await visitor_of(server, role.value, "one")
            before = await server.head()
            async with visitor.socket("5") as socket:
                for number, act in enumerate(
                    (
                        {"type": "buy_in", "seat": 2, "cents": 5_000},
                        {"type": "bet", "seat": 1, "stakes": {"ante": 500}},
                        {"type": "leave", "seat": 2},
                    )
                ):
                    socket.say(**act, key=f"by-the-staff-{number}")
                    told = await socket.answer(f"by-the-staff-{number}")
                    assert told["type"] == "refused", act
            assert await server.head() == before

    run(scenario())


def test_anothers_round(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            own, other = await played_one_round(server, "5"), await server.guest()
            assert (await own.get("/api/tables/5/rounds/1")).status == 200
            refused = await other.get("/api/tables/5/rounds/1")
            assert (refused.status, refused.code) == (403, ROLE)
            assert (await other.get("/api/tables/5/rounds")).json == {"rounds": []}

    run(scenario())


def test_for_who_never_sat_there_no_round_is_looked_at(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of nothing must not hold up the tables."""
    looked: list[object] = []

    async def scenario() -> None:
        async with serving(bank) as server:
            await played_one_round(server, "5")
            monkeypatch.setattr(lobby, "receipt", lambda *about: looked.append(about))
            assert (await (await server.guest()).get("/api/tables/5/rounds")).json["rounds"] == []

    run(scenario())
    assert not looked


def test_anothers_practice_table(bank: Path) -> None:
    """It is as if there were none: by HTTP, in the lobby, and at the socket."""

    async def scenario() -> None:
        async with serving(bank) as server:
            own, other, nobody = await server.guest(), await server.guest(), server.visitor()
            table = (await own.post("/api/practice", game=GAME)).json["table"]
            for visitor in (other, nobody):
                for path in ("", "/rounds", "/rounds/1"):
                    real, made_up = [
                        await visitor.get(f"/api/tables/{name}{path}")
                        for name in (table, "practice-9")
                    ]
                    hidden = visitor is other or not path
                    assert (real.code == "room/table") == hidden, path
                    assert real.text.replace(table, "practice-9") == made_up.text
                lobby = (await visitor.get("/api/lobby")).json["tables"]
                assert table not in {one["table"] for one in lobby}
                async with visitor.socket(table) as socket:
                    told = await socket.until_closed()
                    assert (told["type"], told["code"]) == ("bye", "room/table")
                    assert len(socket.texts) == 1
            assert (await own.get(f"/api/tables/{table}")).status == 200

    run(scenario())


async def by_staff(visitor: Visitor, act: str, **about: object) -> Any:
    key = f"staff-asks-{secrets.token_hex(4)}"
    return await visitor.post("/api/staff/acts", key=key, act=act, about=about)


def test_players_do_nothing_by_the_routes_of_staff(bank: Path) -> None:
    """Whatever the act: what is a player's own is done at the table's socket."""

    async def scenario() -> None:
        async with serving(bank) as server:
            own, other = await server.guest(), await server.guest()
            table = (await own.post("/api/practice", game=GAME)).json["table"]
            before = await server.head()
            for act in sorted(BY_NAME):
                about = {"name": table, "seat": 1, "player": other.name, "cents": 10_000}
                assert (await by_staff(other, act, **about)).code == ROLE, act
                assert (await by_staff(own, act, name=table, seat=2)).code == ROLE, act
            assert await server.head() == before

    run(scenario())


def test_nobody_is_seated_at_anothers_practice_table(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            own, other = await server.guest(), await server.guest()
            dee = await server.member("dee", Role.DEALER)
            table = (await own.post("/api/practice", game=GAME)).json["table"]
            about = {"seat": 1, "player": other.name, "cents": 10_000}
            refused = [
                await by_staff(dee, "buy_in", name=name, **about) for name in (table, "practice-9")
            ]
            assert [one.code for one in refused] == ["room/table"] * 2
            await server.house.do("deposit", FLOOR, "deposit", own.name, PURSE)
            sold = await by_staff(dee, "buy_in", name=table, seat=2, player=own.name, cents=10_000)
            assert sold.status == 200, sold.text

    run(scenario())


def test_a_table_that_is_not_open_is_refused_without_naming_practice_tables(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            own, other = await server.guest(), await server.guest()
            dee = await server.member("dee", Role.DEALER)
            table = (await own.post("/api/practice", game=GAME)).json["table"]
            refused = await by_staff(dee, "sit_out", name="nowhere", seat=1)
            assert refused.code == "room/table" and "open tables: 1, 2, 3" in refused.text
            assert table not in refused.text
            async with other.socket("5") as socket:
                await server.house.do("close-it", FLOOR, "close_table", "5")
                socket.say(type="leave", key="leave-it-now", seat=1)
                told = await socket.hear("refused", "bye")
                assert table not in told["message"]

    run(scenario())


def test_who_left_a_practice_table_does_not_see_the_next_player_there(bank: Path) -> None:
    """Its name is used again; whoever is still connected is told that it has closed."""

    async def scenario() -> None:
        async with serving(bank) as server:
            one, two = await server.guest(), await server.guest()
            table = (await one.post("/api/practice", game=GAME)).json["table"]
            async with one.socket(table) as old:
                old.say(type="leave", key="leave-it-now", seat=2)
                told = await old.until_closed()
                assert (told["type"], told["code"]) == ("bye", "table/closed")
                answered = await two.post("/api/practice", game=GAME)
                assert answered.json.get("table") == table, answered.text
                async with two.socket(table) as socket:
                    await (await Player.at(two, socket, table, Random(1))).play(1)
                old.heard()
                assert two.name not in "".join(old.texts)

    run(scenario())


def test_who_asks_for_money_several_times_at_once_gets_it_once(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            await server.house.do("all of it", FLOOR, "withdraw", guest.name, PURSE)
            asked = [asyncio.create_task(guest.post("/api/more-money")) for _ in range(4)]
            codes = sorted([(await one).code for one in asked])
            assert codes == ["", *["money/enough"] * 3]
            assert server.house.balance(guest.name) == PURSE

    run(scenario())
