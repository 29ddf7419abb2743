"""The server on both kinds of database: a round, and a name that one of them cannot hold."""

from random import Random

import pytest

from tests.web.server.player import Player
from tests.web.server.running import PASSWORD, run, serving, swift


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    swift(monkeypatch)


def test_a_round_with_a_bot(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as server:
            guest = await server.guest()
            asked = await guest.post("/api/practice", game="4-card-split-v2", others=1)
            table = asked.json["table"]
            async with guest.socket(table) as socket:
                player = await Player.at(guest, socket, table, Random(1))
                await player.play(1)
            record = (await guest.get(f"/api/tables/{table}/rounds/1")).json
            assert record["receipt"]["player"] == guest.name and not player.refused

    run(scenario())


def test_a_name_with_a_zero_in_it_is_unknown(url: str) -> None:
    """PostgreSQL has no such texts; that is no fault of its own."""

    async def scenario() -> None:
        async with serving(url) as server:
            guest = await server.guest()
            for path in ("", "/rounds", "/rounds/1"):
                answer = await guest.get(f"/api/tables/a%00b{path}")
                assert (answer.status, answer.code) == (404, "room/table")
            answer = await guest.post("/api/sign-in", name="a\0b", password=PASSWORD)
            assert (answer.status, answer.code) == (401, "sign-in/wrong")
            async with guest.socket("a%00b") as socket:
                assert (await socket.until_closed())["code"] == "room/table"
            async with guest.socket("5") as socket:
                socket.say(type="open_word", key="a-word-of-zero", seat=1, word="a\0b")
                told = await socket.answer("a-word-of-zero")
                assert told["type"] == "refused" and told["code"] != "server/fault"

    run(scenario())
