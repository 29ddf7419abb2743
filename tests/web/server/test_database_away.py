"""The database fails for a while: what people are told, and that all goes on when it is back."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.bank.act import Act
from croupier.bank.faults import StoreError
from croupier.bank.store import FAILED, Store
from croupier.room.owner import Owner
from croupier.web import house
from tests.web.server.player import Player
from tests.web.server.running import run, serving
from tests.web.server.visitor import Visitor
from tests.web.server.wire import to_choose

GAME = "four-card-prime"
SAID = 'connection to server at "10.0.0.7" failed: FATAL: no such host (57P03)'


class Database:
    """`away`: no query is answered. `deaf`: what is written is, and then the line is dead."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.away = self.deaf = False
        write, reading = Store.commit_many, Store.reading
        patch.setattr(house, "Owner", partial(Owner, pauses=()))

        def commit_many(store: Store, acts: Sequence[Act]) -> Any:
            self.check()
            answers = write(store, acts)
            if self.deaf:
                raise StoreError(SAID, FAILED)
            return answers

        def read(store: Store) -> Any:
            self.check()
            return reading(store)

        patch.setattr(Store, "commit_many", commit_many)
        patch.setattr(Store, "reading", read)

    def check(self) -> None:
        if self.away:
            raise StoreError(SAID, FAILED)


@pytest.fixture
def database(bank: Path, monkeypatch: pytest.MonkeyPatch) -> Database:
    return Database(monkeypatch)


async def in_mid_round(guest: Visitor, table: str) -> tuple[Player, dict[str, Any]]:
    async with guest.socket(table) as socket:
        player = await Player.at(guest, socket, table, Random(3))
        await to_choose(player)
        act = player.wants(player.view)
    assert act is not None
    return player, act


@pytest.mark.parametrize("how", ["away", "deaf"])
def test_an_act_is_refused_in_plain_words_and_done_once_when_it_is_sent_again(
    bank: Path, database: Database, how: str
) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            table = (await guest.post("/api/practice", game=GAME)).json["table"]
            _, act = await in_mid_round(guest, table)
            async with guest.socket(table) as socket:
                await socket.hear("welcome")
                setattr(database, how, True)
                for _ in range(2):
                    socket.say(**act)
                    told = await socket.answer(act["key"])
                    if how == "deaf" and told["type"] == "done":
                        break  # the second time it is found in the books
                    assert (told["type"], told["code"]) == ("refused", "store/failed")
                    assert "again" in told["message"] and "10.0.0.7" not in told["message"]
                setattr(database, how, False)
                socket.say(**act)
                told = await socket.answer(act["key"])
                assert (told["type"], told["again"]) == ("done", how == "deaf")
                view = [one["view"] for one in socket.heard() if "view" in one][-1]
                assert view["phase"] == "settled" and view["round"] == 1

    run(scenario())


def test_pages_that_come_meanwhile_are_told_to_come_again(bank: Path, database: Database) -> None:
    """And nobody is told that they have no money."""

    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            database.away = True
            async with guest.socket("5") as socket:
                bye = await socket.until_closed()
                assert (bye["type"], bye["code"], socket.closed) == ("bye", "store/failed", 1012)
                assert "again" in bye["message"] and "10.0.0.7" not in bye["message"]
            for path in ("/api/me", "/api/tables/5", "/api/tables/5/rounds"):
                answer = await guest.get(path)
                assert (answer.status, answer.code) == (503, "store/failed"), path
                assert "again" in answer.json["message"] and "10.0.0.7" not in answer.text
                assert answer.headers["retry-after"]
            database.away = False
            async with guest.socket("5") as socket:
                view = (await socket.hear("welcome"))["view"]
                assert view["balance"] == (await guest.get("/api/me")).json["balance"] > 0

    run(scenario())
