"""The house's clock: the machine's, as long as it is plausible.

A clock that is set back does no harm: the books keep the last time. One that jumps ahead
would take the books with it for good. A bank may be idle for a month, so the last act cannot show
what is too far ahead; the monotonic clock since the bank was opened can, and so can the clock of
the database server.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime

from croupier.bank.faults import StoreError

Clock = Callable[[], int]

SECOND = 1_000
HOUR = 3_600 * SECOND
AHEAD = HOUR  # that two clocks may be apart
YEAR = 366 * 24 * HOUR
RESTED = 10 * YEAR  # no bank is idle that long
EARLIEST = 1_577_836_800_000  # 2020, before Croupier existed
LATEST = 253_370_764_800_000  # 9999, where calendars end


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def passed() -> int:
    """Monotonic milliseconds, including those in which the machine slept."""
    which = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return (time.monotonic_ns() if which is None else time.clock_gettime_ns(which)) // 1_000_000


class HouseClock:
    def __init__(self, wall: Clock = now, steady: Clock = passed) -> None:
        self.wall = wall
        self.steady = steady
        self.began = wall() - steady()

    def __call__(self) -> int:
        at = self.wall()
        if at - self.steady() - self.began > AHEAD:
            raise _refused(
                f"this machine's clock was set ahead to {said(at)} while the bank was open; if that"
                " is right, start again"
            )
        if not EARLIEST <= at < LATEST:
            raise _refused(f"this machine's clock says {said(at)}; set it")
        return at

    def check_with(self, server: int) -> None:
        """A database server's clock must say about the same."""
        at = self.wall()
        if abs(at - server) > AHEAD:
            raise _refused(
                f"this machine's clock says {said(at)}, and the database server's {said(server)};"
                " set the one that is wrong"
            )


def moment(at: int, last: int) -> int:
    """The time of an act: never before that of the last one."""
    if last and at - last > RESTED:
        raise _refused(
            f"the clock says {said(at)}, and the last act was at {said(last)}: set the clock"
        )
    return max(at, last)


def said(at: int) -> str:
    try:
        return f"{datetime.fromtimestamp(at // SECOND, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (OverflowError, OSError, ValueError):
        return f"{at} milliseconds since 1970"


def _refused(words: str) -> StoreError:
    return StoreError(f"{words}. Nothing was done.", "store/clock")
