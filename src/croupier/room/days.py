"""Gaming days: a day of the books begins at an hour of the house's, in its own zone."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croupier.errors import RuleError, shown


class Days(NamedTuple):
    zone: tzinfo = UTC
    begins: time = time(0)

    def of(self, at: int) -> date:
        """The gaming day of a time in milliseconds: the last that has begun.

        By `begin` alone, for when clocks are changed an hour is missing, or comes twice.
        """
        day = datetime.fromtimestamp(at // 1000, self.zone).date() + timedelta(days=1)
        while at < self.begin(day):
            day -= timedelta(days=1)
        return day

    def begin(self, day: date) -> int:
        """The millisecond with which it begins."""
        return 1000 * int(datetime.combine(day, self.begins, self.zone).timestamp())

    def within(
        self, acts: tuple[int, int], first: date | None, last: date | None
    ) -> Iterator[date]:
        """The days of a range, from that of the first act at most to that of the last."""
        begin, end = map(self.of, acts)
        first, last = max(first or begin, begin), min(last or end, end)
        for number in range((last - first).days + 1):
            yield first + timedelta(days=number)

    def shown(self, at: int) -> str:
        local = datetime.fromtimestamp(at // 1000, self.zone)
        return f"{local:%Y-%m-%d %H:%M:%S}"


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
        raise RuleError(f"{shown(text)} is no day; write 2026-11-15", "books/day") from broken
