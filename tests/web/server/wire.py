"""Small steps at a socket, for several tests."""

from random import Random
from typing import Any

from tests.web.server.player import Player
from tests.web.server.running import Server
from tests.web.server.visitor import Socket, Visitor

Told = dict[str, Any]
NUMBERED = ("welcome", "step", "skip")


async def to_choose(player: Player) -> Told:
    """Plays until it is the player's turn."""
    waits = ""
    while True:
        told = await player.socket.hear("welcome", "step", "done", "refused")
        player.view = told.get("view", player.view)
        waits = "" if told.get("key") == waits else waits
        turn = player.view["turn"]
        if not waits and turn and turn["seat"] == player.view["seat"]:
            return player.view
        if not waits and (act := player.wants(player.view)):
            waits = act.get("key", "")
            player.socket.say(**act)


def latest(socket: Socket) -> Told:
    views = [told["view"] for told in socket.heard() if "view" in told]
    return views[-1] if views else {}


async def played_one_round(server: Server, table: str) -> Visitor:
    """A round that nobody else has played."""
    guest = await server.guest()
    async with guest.socket(table) as socket:
        socket.say(type="buy_in", key="sit-down-at-1", seat=1, cents=30_000)
        await socket.answer("sit-down-at-1")
        await (await Player.at(guest, socket, table, Random(1))).play(1)
    return guest


async def version_of(server: Server, table: str) -> int:
    return await server.house.look(lambda hall: hall.tables[table].version)


async def until(socket: Socket, version: int) -> list[int]:
    """The versions told, in their order, once this one is among them."""
    while True:
        told = [
            one.get("version") or one["view"]["version"]
            for one in socket.heard()
            if one["type"] in NUMBERED
        ]
        if told and told[-1] >= version:
            return sorted(set(told))
        await socket.hear()


def plain(view: Told) -> Told:
    return {**view, "clock": None, "happened": []}
