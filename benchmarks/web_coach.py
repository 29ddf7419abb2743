"""The coach of the web room: how long an answer takes, game by game, and what ten players who ask
at every turn cost a table where nobody asks.

Server and clients share a process and there is no network, so the figures are to be compared with
each other: the same ten players act at the same pace, and do not ask, or ask.
"""

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests have a client

from croupier.games.registry import GAMES
from tests.web.server.player import Player
from tests.web.server.running import Server, serving, swift

TURNS = 100  # of each game
OTHERS, PACE = 10, 0.25  # players, and seconds that each thinks
WATCHED, WATCHED_PACE = 300, 0.02  # acts of the player who is watched
HEARD = ("welcome", "step", "done", "refused", "advice")


class Clocked(Player):
    """Plays on, and notes how long each act and each answer of the coach took."""

    asks, pace = False, 0.0

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.acts: list[float] = []
        self.answers: list[float] = []

    async def play_on(self, enough: "asyncio.Event | int") -> None:
        """Until that many answers or acts are noted, or the event is set."""
        waits, began, choice = "", 0.0, dict[str, Any]()
        while not self._done(enough):
            told = await self.socket.hear(*HEARD)
            if "view" in told:
                self.view = told["view"]
            elif told["type"] == "advice" and waits == "advice":
                self.answers.append(perf_counter() - began)
                waits, began = choice["key"], perf_counter()
                self.socket.say(**choice)
            elif told.get("key") == waits:
                assert told["type"] == "done", told
                self.acts.append(perf_counter() - began)
                waits = ""
            if waits or not (wanted := self.wants(self.view)):
                continue
            await asyncio.sleep(self.pace)
            choice, began = wanted, perf_counter()
            if self.asks and choice["type"] == "act":
                waits = "advice"
                self.socket.say(type="advise", version=choice["version"])
            else:
                waits = choice.get("key", "")
                self.socket.say(**choice)

    def _done(self, enough: "asyncio.Event | int") -> bool:
        if isinstance(enough, asyncio.Event):
            return enough.is_set()
        return len(self.answers if self.asks else self.acts) >= enough


async def seated(server: Server, game: str, open_ones: AsyncExitStack) -> Clocked:
    """A guest alone at a practice table."""
    guest = await server.guest()
    table = (await guest.post("/api/practice", game=game, others=0)).json["table"]
    socket = await open_ones.enter_async_context(guest.socket(table))
    posted = (await guest.get(f"/api/tables/{table}")).json
    return Clocked(guest, socket, posted, Random(table))


def at(part: float, times: Sequence[float]) -> float:
    """A percentile, in milliseconds."""
    return sorted(times)[int(part * (len(times) - 1))] * 1000


async def answers(server: Server) -> None:
    print(f"answers, {TURNS} of each game    50%      95%   longest")
    for game in GAMES:
        async with AsyncExitStack() as open_ones:
            player = await seated(server, game, open_ones)
            player.asks = True
            await player.play_on(3)  # so that everything is compiled and loaded
            player.answers.clear()
            await player.play_on(TURNS)
        times = player.answers
        figures = "".join(f"{at(part, times):>6.1f} ms" for part in (0.5, 0.95, 1))
        print(f"{game:<24} {figures}")


async def acts(server: Server, *, asks: bool) -> tuple[list[float], int]:
    """How long the acts of one player take while ten others play, and what these have asked."""
    async with AsyncExitStack() as open_ones:
        games, stop = list(GAMES), asyncio.Event()
        others = [await seated(server, games[n % len(games)], open_ones) for n in range(OTHERS)]
        watched = await seated(server, games[-1], open_ones)
        for other in others:
            other.asks, other.pace = asks, PACE
        watched.pace = WATCHED_PACE
        playing = [asyncio.create_task(other.play_on(stop)) for other in others]
        await watched.play_on(WATCHED)
        stop.set()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        return watched.acts, sum(len(other.answers) for other in others)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder) / "bank.db") as server:
            await answers(server)
            found = {}
            for asks in (False, True, False, True):  # twice: machines wander
                times, asked = await acts(server, asks=asks)
                found.setdefault(asks, []).extend(times)
                if asks:
                    print(f"ten players have asked {asked} times; every answer came")
    quiet, busy = found[False], found[True]
    print("acts of one more player   50%      95%")
    for name, times in (("nobody asks", quiet), ("ten ask all the time", busy)):
        print(f"{name:<22} {at(0.5, times):>6.1f} ms{at(0.95, times):>6.1f} ms")
    ratios = [at(part, busy) / at(part, quiet) for part in (0.5, 0.95)]
    print(f"{'times as long':<22} {ratios[0]:>6.2f}   {ratios[1]:>6.2f}")


if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patch:
        swift(patch)
        asyncio.run(main())
