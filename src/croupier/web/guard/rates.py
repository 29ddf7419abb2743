"""Credits: so many requests in so much time, counted by address, session or socket."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.bank.clock import passed
from croupier.web.guard.address import address_of
from croupier.web.guard.answers import TryLater, note, refuse

Steady = Callable[[], int]  # milliseconds


class Rate(NamedTuple):
    """`credits` at once; all of them come back in `window` milliseconds, evenly."""

    credits: int
    window: int


PLAYING = Rate(100, 20_000)  # messages of a socket, requests of a session
ADDRESS = Rate(400, 20_000)  # a page with its parts, several people behind one router
GUESTS = Rate(10, 3_600_000)  # new names of one address: each is enrolled in the books
ENTRIES = 20_000  # that are remembered at once


@dataclass(slots=True)
class Bucket:
    left: float
    at: int
    cut: bool = False  # the last one was refused


class Credits:
    """Who is not remembered has all credits; the forgotten are those that have most of them."""

    def __init__(self, rate: Rate, steady: Steady = passed, most: int = ENTRIES) -> None:
        self.rate, self.steady, self.most = rate, steady, most
        self._buckets: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def spend(self, key: str) -> int:
        """Takes one; or the milliseconds until there is one, and nothing is taken."""
        bucket = self._bucket(key)
        if bucket.left >= 1:
            bucket.left -= 1
            bucket.cut = False
            return 0
        return max(1, round((1 - bucket.left) * self.rate.window / self.rate.credits))

    def is_first_cut(self, key: str) -> bool:
        """Whether this refusal is to be logged: a flood is one line, not thousands."""
        bucket = self._bucket(key)
        first, bucket.cut = not bucket.cut, True
        return first

    def _bucket(self, key: str) -> Bucket:
        now = self.steady()
        if key not in self._buckets:
            if len(self._buckets) >= self.most:
                self._forget(now)
            self._buckets[key] = Bucket(self.rate.credits, now)
        bucket = self._buckets[key]
        self._refill(bucket, now)
        return bucket

    def _refill(self, bucket: Bucket, now: int) -> None:
        back = max(0, now - bucket.at) * self.rate.credits / self.rate.window
        bucket.left, bucket.at = min(self.rate.credits, bucket.left + back), now

    def _forget(self, now: int) -> None:
        """A quarter at a time, so that a flood of new names costs little for each."""
        for bucket in self._buckets.values():
            self._refill(bucket, now)
        poorest = sorted(self._buckets.items(), key=lambda item: item[1].left)
        self._buckets = dict(poorest[: self.most * 3 // 4])


class Rates:
    """So many requests and handshakes of one address."""

    def __init__(self, app: ASGIApp, by_address: Credits | None = None) -> None:
        self.app = app
        self.credits = Credits(ADDRESS) if by_address is None else by_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wait = 0
        if scope["type"] in ("http", "websocket"):
            key = address_of(scope)
            wait = self.credits.spend(key)
        if not wait:
            await self.app(scope, receive, send)
            return
        refused = TryLater("too many requests from your address; wait a little", wait)
        if self.credits.is_first_cut(key):
            note(refused, scope)
        await refuse(refused, scope, receive, send)
