"""Rounds of one game as a server dealt them, with every byte that each receiver got.

A guest plays at a practice table with a bot; two guests at a shared one, with somebody on the rail.
"""

import asyncio
import json
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.bank.store import read_store
from croupier.room.names import TABLE
from croupier.web.feed import Feed, Reading
from croupier.web.house import FLOOR
from croupier.web.tables import STANDARD
from croupier.web.views.view import Look
from tests.web.server.player import Player
from tests.web.server.running import Server, serving, swift
from tests.web.server.visitor import Answer, Socket, Visitor

RAIL = "the rail"
CHIPS = 30_000


@dataclass
class Seen:
    """What one receiver got at one table."""

    table: str
    who: str
    texts: list[str]
    words: Mapping[str, str] = field(default_factory=dict)  # their own, by shoe
    asked: list[tuple[str, Answer]] = field(default_factory=list)  # HTTP, meanwhile
    records: dict[int, Any] = field(default_factory=dict)  # of rounds, at the end
    refused: list[str] = field(default_factory=list)

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.texts]


@dataclass
class Evening:
    game: str
    file: Path
    rounds: int
    seen: list[Seen] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    def events(self, table: str) -> list[tuple[int, str, Any]]:
        """Of the table's stream, as the books have them: version, kind, body."""
        with read_store(f"sqlite:///{self.file}") as store:
            stream = store.events(f"{TABLE}{table}")
            return [
                (version, event.kind, json.loads(event.body))
                for version, event in enumerate(stream, start=1)
            ]


async def evening(file: Path, game: str, rounds: int, seed: int) -> Evening:
    played = Evening(game, file, rounds)
    with pytest.MonkeyPatch.context() as patch:
        swift(patch)
        _remember_looks(patch, played.looks)
        async with serving(file) as server:
            await _practice(server, played, Random(seed))
            await _shared(server, played, Random(seed + 1))
    return played


def _remember_looks(patch: pytest.MonkeyPatch, looks: list[Look]) -> None:
    take = Feed.take

    def taken(feed: Feed, reading: Reading) -> None:
        looks.append(reading.look)
        take(feed, reading)

    patch.setattr(Feed, "take", taken)


async def _practice(server: Server, played: Evening, luck: Random) -> None:
    guest = await server.guest()
    answered = await guest.post("/api/practice", game=played.game, others=1)
    table = answered.json["table"]
    async with guest.socket(table) as socket:
        player = await Player.at(guest, socket, table, luck)
        seen = await _played(player, played.rounds)
        await _leave(socket, player.view["seat"])
        await _closed(server, table)
    await _keep(played, seen, socket)
    await _recall(guest, seen)


async def _shared(server: Server, played: Evening, luck: Random) -> None:
    table = next(name for name, game in STANDARD.items() if game == played.game)
    guests = [await server.guest() for _ in range(2)]
    watcher = server.visitor()
    async with (
        guests[0].socket(table) as one,
        guests[1].socket(table) as two,
        watcher.socket(table) as rail,
    ):
        for seat, socket in ((1, one), (3, two)):
            key = f"buy-in-at-{seat}"
            socket.say(type="buy_in", key=key, seat=seat, cents=CHIPS)
            assert (await socket.answer(key))["type"] == "done"
        players = [
            await Player.at(guest, socket, table, luck)
            for guest, socket in zip(guests, (one, two), strict=True)
        ]
        seen = await asyncio.gather(*(_played(player, played.rounds) for player in players))
        for player in players:
            await _leave(player.socket, player.view["seat"])
        await server.house.do("close-it", FLOOR, "close_table", table)
    for each, socket in zip(seen, (one, two), strict=True):
        await _keep(played, each, socket)
    await _keep(played, Seen(table, RAIL, []), rail)
    for guest, each in zip(guests, seen, strict=True):
        await _recall(guest, each)


async def _played(player: Player, rounds: int) -> Seen:
    """Meanwhile everything that HTTP tells of the table is asked for, too."""
    table = player.posted["table"]
    seen = Seen(table, player.visitor.name, player.socket.texts, player.words)
    playing = asyncio.create_task(player.play(rounds))
    while not playing.done():
        number = player.view.get("round", 0)
        for path in ("lobby", f"tables/{table}/rounds", f"tables/{table}/rounds/{number}"):
            seen.asked.append((path, await player.visitor.get(f"/api/{path}")))
        await asyncio.wait({playing}, timeout=0.05)
    await playing
    seen.refused = player.refused
    return seen


async def _leave(socket: Socket, seat: int) -> None:
    key = f"leave-seat-{seat}"
    socket.say(type="leave", key=key, seat=seat)
    assert (await socket.answer(key))["type"] == "done"


async def _closed(server: Server, table: str) -> None:
    async def wait() -> None:
        while await server.house.look(lambda hall: hall.tables[table].is_open):
            await asyncio.sleep(0.005)

    await _soon(wait())


async def _soon(waiting: Awaitable[None]) -> None:
    await asyncio.wait_for(waiting, 30)


async def _keep(played: Evening, seen: Seen, socket: Socket) -> None:
    socket.heard()
    seen.texts = socket.texts
    played.seen.append(seen)


async def _recall(guest: Visitor, seen: Seen) -> None:
    """All their rounds, page by page, and the record of each."""
    before = 0
    while True:
        path = f"/api/tables/{seen.table}/rounds"
        lines = (await guest.get(f"{path}?before={before}")).json["rounds"]
        for line in lines:
            seen.records[line["round"]] = (await guest.get(f"{path}/{line['round']}")).json
        if not lines or lines[-1]["round"] == 1:
            return
        before = lines[-1]["round"]
