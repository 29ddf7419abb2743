"""Guests who come by: each opens a practice table, leaves it, and is not seen again.

So a server that runs for hours also opens and closes tables, sessions and connections.
"""

import asyncio
import json
from http.client import HTTPConnection
from itertools import count
from typing import Any

from croupier.web.house import OWN_SEAT
from croupier.web.tables import games

from .wire import opened

SECONDS = 30


class Passers:
    def __init__(self, port: int) -> None:
        self.port, self.came = port, 0
        self._numbers = count()

    async def one(self) -> None:
        number = next(self._numbers)
        here = {"X-Forwarded-For": f"10.200.{number // 250 % 250}.{number % 250}"}
        cookie, table = await asyncio.to_thread(self._enter, here, games()[number % len(games())])
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def heard(texts: list[bytes]) -> None:
            if any(b'"type":"done"' in text for text in texts) and not done.done():
                done.set_result(None)

        headers = {**here, "Cookie": cookie}
        wire = await opened(self.port, f"/ws/table/{table}", headers, heard, lambda: None)
        wire.say(json.dumps({"type": "leave", "key": f"passer-{number:06}", "seat": OWN_SEAT}))
        async with asyncio.timeout(SECONDS):
            await done
        wire.leave()
        self.came += 1

    def _enter(self, here: dict[str, str], game: str) -> tuple[str, str]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            cookie = self._post(connection, "/api/guest", {}, here)[0].partition(";")[0]
            told = self._post(
                connection, "/api/practice", {"game": game}, {**here, "Cookie": cookie}
            )
            return cookie, str(told[1]["table"])
        finally:
            connection.close()

    def _post(
        self, connection: HTTPConnection, path: str, body: dict[str, str], headers: dict[str, str]
    ) -> tuple[str, dict[str, Any]]:
        own = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.port}"}
        connection.request("POST", path, json.dumps(body), {**headers, **own})
        answer = connection.getresponse()
        told = json.load(answer)
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {told}")
        return answer.headers.get("Set-Cookie", ""), told
