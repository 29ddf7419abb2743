"""A server that stops in the middle of a round, and another on the same bank (checklist item 18).

What the books have is all that is left; the second server finds everything there.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.bank.store import read_store
from croupier.room.audit.run import audit
from croupier.web import tables
from croupier.web.tables import Times, games
from tests.web.server.player import Player
from tests.web.server.running import Server, run, serving
from tests.web.server.visitor import Visitor
from tests.web.server.wire import plain, to_choose

Told = dict[str, Any]


def again(server: Server, visitor: Visitor) -> Visitor:
    """The same browser, at the next server."""
    same = server.visitor()
    same.cookie, same.name = visitor.cookie, visitor.name
    return same


@pytest.mark.parametrize("game", games())
def test_the_seat_finds_its_cards_and_finishes(game: str, bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            table = (await guest.post("/api/practice", game=game, others=1)).json["table"]
            async with guest.socket(table) as socket:
                player = await Player.at(guest, socket, table, Random(3))
                before = await to_choose(player)
        async with serving(bank) as server:
            back = again(server, guest)
            async with back.socket(table, v=before["version"]) as socket:
                now = (await socket.hear())["view"]
                assert plain(now) == plain(before)
                finishing = Player(back, socket, player.posted, Random(4))
                finishing.words = player.words
                socket.say(type="ping", sent=1)
                first = finishing.wants(now)
                assert first is not None
                socket.say(**first)
                finishing.view = now
                while finishing.view["phase"] == "playing":
                    told = await socket.hear("step", "done", "refused")
                    assert told["type"] != "refused", told
                    if "view" in told:
                        finishing.view = told["view"]
                        turn = finishing.view["turn"]
                        if turn and turn["version"] != first["version"]:
                            if act := finishing.wants(finishing.view):
                                first = act
                                socket.say(**act)
                assert finishing.view["round"] == before["round"]

    run(scenario())
    with read_store(f"sqlite:///{bank}") as store:
        assert audit(store, workers=1).rounds == 1


def test_an_act_that_was_sent_before_and_after_is_done_once(bank: Path) -> None:
    """Whether the first server had written it or not."""

    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            table = (await guest.post("/api/practice", game="four-card-prime")).json["table"]
            async with guest.socket(table) as socket:
                player = await Player.at(guest, socket, table, Random(3))
                view = await to_choose(player)
                written = player.wants(view)
                assert written is not None
                socket.say(**written)
                first = await socket.answer(written["key"])
        async with serving(bank) as server:
            before = await server.head()
            back = again(server, guest)
            async with back.socket(table) as socket:
                view = (await socket.hear("welcome"))["view"]
                unwritten = Player(back, socket, player.posted, Random(1)).wants(view)
                assert unwritten is not None and unwritten["type"] == "bet"
                for act, done_before in ((written, True), (unwritten, False), (unwritten, True)):
                    socket.say(**act)
                    told = await socket.answer(act["key"])
                    assert (told["type"], told["again"]) == ("done", done_before)
                    assert act is unwritten or told["record"] == first["record"]
            assert await server.head() > before

    run(scenario())


def test_the_last_round_is_shown_with_its_results_after_a_restart(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            table = (await guest.post("/api/practice", game="four-card-prime")).json["table"]
            async with guest.socket(table) as socket:
                player = await Player.at(guest, socket, table, Random(3))
                await player.play(1)
                settled = player.view
        async with serving(bank) as server, again(server, guest).socket(table) as socket:
            now = (await socket.hear("welcome"))["view"]
            assert plain(now) == plain(settled)

    run(scenario())


def test_a_round_goes_on_though_nobody_is_connected(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot and the clock act; the player finds the end of the round."""
    monkeypatch.setattr(tables, "ALONE", Times(bets=0, act=1, pause=0))

    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            table = (await guest.post("/api/practice", game="four-card-prime")).json["table"]
            async with guest.socket(table) as socket:
                player = await Player.at(guest, socket, table, Random(3))
                act = player.wants((await socket.hear("welcome"))["view"])
                assert act is not None
                socket.say(**act)
                await socket.answer(act["key"])
                word = {}
                while not word:
                    view = (await socket.hear("step"))["view"]
                    word = player.wants(view) if view["phase"] == "words" else {}
                socket.say(**word)
                await socket.answer(word["key"])
            async with guest.socket(table) as socket:
                told = await socket.hear("welcome", "step")
                while told["view"]["phase"] != "settled":
                    told = await socket.hear("step")
                own = next(one for one in told["view"]["seats"] if one["seat"] == 2)
                assert own["did"] == "fold"

    run(scenario())
