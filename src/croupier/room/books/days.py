"""Gaming days: a day of the books begins at the house's hour, in its time zone."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croupier.bank.clock import LATEST
from croupier.bank.reading import Stretch, stretch, time_of, times
from croupier.bank.store import Store
from croupier.errors import RuleError, shown

NEVER = 2**63


class Days(NamedTuple):
    zone: tzinfo = UTC
    begins: time = time(0)

    def of(self, at: int) -> date:
        """The gaming day of a time in milliseconds: the last that has begun.

        It relies on `begin` alone: at a change of clocks an hour is missing or repeated.
        """
        at = min(max(at, 0), LATEST)
        day = datetime.fromtimestamp(at // 1000, self.zone).date() + timedelta(days=1)
        while at < self.begin(day):
            day -= timedelta(days=1)
        return day

    def begin(self, day: date) -> int:
        """The first millisecond of the day."""
        return 1000 * int(datetime.combine(day, self.begins, self.zone).timestamp())

    def end(self, day: date) -> int:
        """The millisecond after its last; the last possible day has no end."""
        return NEVER if day >= self.of(LATEST) else self.begin(day + timedelta(days=1))

    def shown(self, at: int) -> str:
        if not 0 <= at <= LATEST:  # from a wrong clock; still to be shown
            return f"{at} ms"
        local = datetime.fromtimestamp(at // 1000, self.zone)
        return f"{local:%Y-%m-%d %H:%M:%S}"


def worked(
    store: Store, calendar: Days, first: date | None, last: date | None
) -> Iterator[tuple[date, Stretch]]:
    """The days of a range that have acts, and the records of each."""
    known = times(store)
    if known is None:
        return
    end, head = calendar.of(known[1]), store.head().sequence
    day = max(first or date.min, calendar.of(known[0]))
    while day <= min(last or end, end):
        part = stretch(store, calendar.begin(day), calendar.end(day))
        if part.first <= part.last:
            yield day, part
        if part.last >= head:
            return
        # Not day by day: a wrong clock may leave a thousand years between two acts.
        day = max(day + timedelta(days=1), calendar.of(time_of(store, part.last + 1)))


def days(zone: str = "UTC", begins: str = "00:00") -> Days:
    try:
        hour = time.fromisoformat(begins)
        if hour.tzinfo is not None:
            raise ValueError("the hour has no zone of its own")
        return Days(UTC if zone == "UTC" else ZoneInfo(zone), hour)
    except (ZoneInfoNotFoundError, OSError, ValueError) as broken:
        raise RuleError(
            f"zone {shown(zone)}, a day that begins at {shown(begins)} ({broken}); write such as "
            "America/Los_Angeles and 06:00",
            "books/day",
        ) from broken


def day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as broken:
        raise RuleError(f"{shown(text)} is not a day; write 2026-11-15", "books/day") from broken
