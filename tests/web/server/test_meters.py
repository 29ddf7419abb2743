"""A jackpot that several tables play for moves on the displays of all of them."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.web import feed as web_feed
from croupier.web import messages
from croupier.web.feed import Feed, Viewer
from croupier.web.reading import Reading
from croupier.web.tables import STANDARD
from croupier.web.views.view import Look
from tests.web.server.player import Player
from tests.web.server.running import run, serving
from tests.web.server.test_next_step import banked
from tests.web.server.wire import plain

GAME, JACKPOT = "four-card-prime", "five card jackpot"
PRIME = next(name for name, game in STANDARD.items() if game == GAME)


def on_display(view: dict[str, Any]) -> int:
    (cents,) = [one["cents"] for one in view["meters"] if one["wager"] == JACKPOT]
    return int(cents)


def test_what_another_table_adds_is_shown_without_an_event_of_this_one(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_feed, "GATHERED", 0)

    async def scenario() -> None:
        async with serving(bank) as server, server.visitor().socket(PRIME) as rail:
            before = (await rail.hear("welcome"))["view"]
            guest = await server.guest()
            table = (await guest.post("/api/practice", game=GAME)).json["table"]
            async with guest.socket(table) as socket:
                player = await Player.at(guest, socket, table, Random(1))
                stakes = {"ante": 500, JACKPOT: 100}
                player._bet = lambda view, own: {  # type: ignore[method-assign]
                    "type": "bet",
                    "key": "a-bet-for-the-jackpot",
                    "seat": own["seat"],
                    "stakes": stakes,
                }
                await player.play(1)
            told = await rail.hear("step")
            assert told["version"] == before["version"]
            assert on_display(told["view"]) > on_display(before)
            assert plain({**told["view"], "meters": []}) == plain({**before, "meters": []})

    run(scenario())


def test_a_busy_night_is_one_step_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_feed, "GATHERED", 0.01)
    sent: list[dict[str, Any]] = []
    meter = messages.Meter(wager=JACKPOT, name=JACKPOT, cents=100)

    async def heard(count: int) -> None:
        while len(sent) < count:
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.03)  # one too many would come now

    async def scenario() -> None:
        look = Look(banked(seats={}), {}, meters=(meter,))
        feed = Feed("7", Reading(look, {}))
        viewer = Viewer(None, lambda text: sent.append(json.loads(text)), lambda *_: None)
        feed.welcome(viewer, None, 0)
        for cents in range(101, 151):
            feed.meters_moved({JACKPOT: cents, "another": 5})
        await heard(2)
        feed.meters_moved({"another": 6})
        feed.meters_moved({JACKPOT: 150})  # as it is shown already
        await heard(2)
        feed.meters_moved({JACKPOT: 151})
        await heard(3)

    run(scenario())
    assert [(one["type"], on_display(one["view"])) for one in sent] == [
        ("welcome", 100),
        ("step", 150),
        ("step", 151),
    ]
