"""Rate limits, counted by address, session or socket."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.bank.clock import passed
from croupier.web.guard.address import address_of
from croupier.web.guard.answers import TryLater, count, note, refuse
from croupier.web.settings.record import DEFAULTS

Steady = Callable[[], int]  # milliseconds


class Rate(NamedTuple):
    """At most `credits` at once; all are restored evenly over `window` milliseconds."""

    credits: int
    window: int


WINDOW = 20_000  # milliseconds
PLAYING = Rate(DEFAULTS.messages, WINDOW)  # messages per socket, requests per session
ADDRESS = Rate(DEFAULTS.requests_per_address, WINDOW)  # pages have many parts, people share routers
ENTRIES = 20_000  # most keys remembered at once


@dataclass(slots=True)
class Bucket:
    left: float
    at: int
    cut: bool = False  # the last request was refused


class Credits:
    """Unknown keys have full credit; those with most credit are forgotten first."""

    def __init__(self, rate: Rate, steady: Steady = passed, most: int = ENTRIES) -> None:
        self.rate, self.steady, self.most = rate, steady, most
        self._buckets: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def spend(self, key: str) -> int:
        """Takes a credit and returns 0; or returns the milliseconds until there is one."""
        bucket = self._bucket(key)
        if bucket.left >= 1:
            bucket.left -= 1
            bucket.cut = False
            return 0
        return max(1, round((1 - bucket.left) * self.rate.window / self.rate.credits))

    def is_first_cut(self, key: str) -> bool:
        """Whether to log this refusal: a flood is one line, not thousands."""
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
        """Forgets a quarter at a time, so that a flood of new keys stays cheap."""
        for bucket in self._buckets.values():
            self._refill(bucket, now)
        poorest = sorted(self._buckets.items(), key=lambda item: item[1].left)
        self._buckets = dict(poorest[: self.most * 3 // 4])


class Rates:
    """Limits requests and handshakes per address."""

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
        else:
            count(refused, scope)
        await refuse(refused, scope, receive, send)
