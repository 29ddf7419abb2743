"""All pages of one run: opened, played with at a pace, and closed again."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import count
from random import Random
from typing import Any
from urllib.request import Request, urlopen

from croupier.web.guard.cookies import PLAIN_NAME

from .bots import Bot, CoachedBot, Watcher
from .pace import Pace
from .rooms import Chair
from .wire import opened

PER_ADDRESS = 20  # pages; fewer than the server allows
TOGETHER = 50  # pages that are opened at once


class Client:
    def __init__(self, port: int, chairs: list[Chair], luck: Random, coached: int = 0) -> None:
        """The first so many players ask the coach."""
        self.port, self.pace, self._luck = port, Pace(luck), luck
        self._addresses = _addresses()
        posted = _posted(port, chairs)
        self.watchers = [Watcher(chair) for chair in chairs if not chair.player]
        self.bots = [
            (CoachedBot if place < coached else Bot)(
                chair, posted[_kind(chair)], Random(place), self.pace
            )
            for place, chair in enumerate(one for one in chairs if one.player)
        ]
        at = defaultdict[str, list[Watcher]](list)
        for page in self.pages:
            at[page.chair.table].append(page)
        for bot in self.bots:
            bot.others = [one.arrivals for one in at[bot.chair.table] if one is not bot]

    @property
    def pages(self) -> list[Watcher]:
        return [*self.bots, *self.watchers]

    async def open(self) -> None:
        pages = self.pages
        for begin in range(0, len(pages), TOGETHER):
            await asyncio.gather(*(self._open(page) for page in pages[begin : begin + TOGETHER]))

    async def reload(self) -> None:
        """Somebody closes their page and opens it again, now or at the version that it had."""
        page = self._luck.choice(self.pages)
        if page.is_busy or page.wire is None:
            return
        wire, page.wire, page.leaves = page.wire, None, True
        wire.leave()
        await wire.closed
        page.leaves = False
        await self._open(page, self._luck.choice(("", f"?v={page.arrivals.version}")))

    async def _open(self, page: Watcher, query: str = "") -> None:
        headers = {"X-Forwarded-For": next(self._addresses), **_cookie(page.chair)}
        path = f"/ws/table/{page.chair.table.replace(' ', '%20')}{query}"
        page.wire = await opened(self.port, path, headers, page.heard, page.lost)

    def leaves(self) -> None:
        """From now on the server may close the pages."""
        for page in self.pages:
            page.leaves = True

    def close(self) -> None:
        for page in self.pages:
            if page.wire is not None:
                page.wire.leave()

    @property
    def faults(self) -> list[str]:
        """What must not happen: lost pages, acts without an answer, answers without an act."""
        unanswered = (f"{bot.chair}: {len(bot.due)} not answered" for bot in self.bots if bot.due)
        return [*(fault for page in self.pages for fault in page.faults), *unanswered]

    @property
    def done(self) -> set[str]:
        return {key for bot in self.bots for key in bot.done}

    @property
    def refused(self) -> set[str]:
        return {key for bot in self.bots for key in bot.refused}


def _addresses() -> Iterator[str]:
    for number in count():
        yield f"10.{number // PER_ADDRESS // 250}.{number // PER_ADDRESS % 250}.1"


def _cookie(chair: Chair) -> Mapping[str, str]:
    return {"Cookie": f"{PLAIN_NAME}={chair.token}"} if chair.token else {}


def _kind(chair: Chair) -> tuple[str, bool]:
    return chair.game, chair.is_practice


def _posted(port: int, chairs: list[Chair]) -> dict[tuple[str, bool], dict[str, Any]]:
    """What is posted at a table of each kind."""
    first = {_kind(chair): chair for chair in reversed(chairs) if chair.player}
    posted = {}
    for kind, chair in first.items():
        path = f"/api/tables/{chair.table.replace(' ', '%20')}"
        asked = Request(f"http://127.0.0.1:{port}{path}", headers=dict(_cookie(chair)))
        with urlopen(asked) as answer:
            posted[kind] = json.load(answer)
    return posted
