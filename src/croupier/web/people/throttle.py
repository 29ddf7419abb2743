"""Throttles sign-in attempts: the more have failed, the longer the wait for the next.

Failures are counted per name and per address. For an address from which the person has signed in
before, they are counted separately, so that a stranger elsewhere cannot lock them out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from croupier.bank.clock import HOUR, SECOND, passed
from croupier.web.guard.answers import TryLater

ThrottleKey = tuple[str, ...]
ENTRIES = 20_000
FORGOTTEN = 24 * HOUR  # after so long failures no longer count


class Growth(NamedTuple):
    """The first `free` failures cost nothing; each one after that doubles the delay."""

    free: int = 4
    first: int = SECOND
    most: int = HOUR // 4

    def delay(self, failures: int) -> int:
        doubled = failures - self.free - 1
        return 0 if doubled < 0 else min(self.most, self.first << min(doubled, 40))


BY_NAME, BY_ADDRESS = Growth(free=4), Growth(free=20)  # several people share an address


@dataclass(slots=True)
class Tries:
    failures: int = 0
    last: int = 0


class Throttle:
    def __init__(
        self,
        by_name: Growth = BY_NAME,
        by_address: Growth = BY_ADDRESS,
        steady: Callable[[], int] = passed,
        most: int = ENTRIES,
    ) -> None:
        self.by_name, self.by_address, self.steady, self.most = by_name, by_address, steady, most
        self._tries: dict[ThrottleKey, Tries] = {}
        self._known: dict[ThrottleKey, None] = {}  # (name, address) of successful sign-ins

    def __len__(self) -> int:
        return len(self._tries) + len(self._known)

    def begin(self, name: str, address: str) -> None:
        """Counts an attempt as failed in advance, so that many at once gain nothing."""
        now, keys = self.steady(), self._keys(name, address)
        wait = max(self._wait(key, now) for key in keys)
        if wait > 0:
            raise TryLater("too many attempts; wait a little", wait, "sign-in/wait")
        for key in keys:
            tries = self._recent(key, now) or self._tries.setdefault(key, Tries())
            tries.failures, tries.last = tries.failures + 1, now
        self._forget(now)

    def succeeded(self, name: str, address: str) -> None:
        """Resets the count of the name; of the address, takes back only this attempt."""
        *_, by_address = keys = self._keys(name, address)
        for key in keys[:-1]:
            self._tries.pop(key, None)
        if tries := self._tries.get(by_address):
            tries.failures -= 1
        self._known.pop((name, address), None)
        self._known[name, address] = None
        while len(self._known) > self.most:
            del self._known[next(iter(self._known))]

    def _keys(self, name: str, address: str) -> tuple[ThrottleKey, ThrottleKey]:
        known = (name, address) in self._known
        return ("both", name, address) if known else ("name", name), ("address", address)

    def _wait(self, key: ThrottleKey, now: int) -> int:
        tries = self._recent(key, now)
        if tries is None:
            return 0
        return tries.last + self._growth(key).delay(tries.failures) - now

    def _recent(self, key: ThrottleKey, now: int) -> Tries | None:
        tries = self._tries.get(key)
        if tries is not None and tries.last < now - FORGOTTEN:
            del self._tries[key]
            return None
        return tries

    def _growth(self, key: ThrottleKey) -> Growth:
        return self.by_address if key[0] == "address" else self.by_name

    def _forget(self, now: int) -> None:
        """Drops old entries, then those with few failures, so a flood of names clears no one."""
        if len(self._tries) <= self.most:
            return
        kept = {key: tries for key, tries in self._tries.items() if tries.last >= now - FORGOTTEN}
        worst = sorted(kept.items(), key=lambda item: (item[1].failures, item[1].last))
        self._tries = dict(worst[-(self.most * 3 // 4) :])
