"""Days, weeks and months in which deposits and losses are counted, and their sums.

They are those of the calendar, in UTC: nobody can begin one anew by changing a limit.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

DAY = 86_400_000  # milliseconds
THURSDAY = 3  # 1970 began on one; weeks begin on Monday

PeriodSums = Mapping[str, tuple[int, int]]  # by period: its number, and the cents counted in it


def _months(at: int) -> int:
    date = datetime.fromtimestamp(at // 1000, UTC)
    return 12 * date.year + date.month - 1


NUMBER: Mapping[str, Callable[[int], int]] = {  # of the period that a time is in
    "day": lambda at: at // DAY,
    "week": lambda at: (at // DAY + THURSDAY) // 7,
    "month": _months,
}
PERIODS = tuple(NUMBER)


def ends(period: str, at: int) -> int:
    """When the period ends that this time is in."""
    if period == "day":
        return (at // DAY + 1) * DAY
    if period == "week":
        return ((NUMBER["week"](at) + 1) * 7 - THURSDAY) * DAY
    year, month = divmod(_months(at) + 1, 12)
    return int(datetime(year, month + 1, 1, tzinfo=UTC).timestamp()) * 1000


def counted(tally: PeriodSums, at: int, cents: int) -> dict[str, tuple[int, int]]:
    """The sums with a further amount."""
    return {
        period: _with(tally.get(period), number(at), cents) for period, number in NUMBER.items()
    }


def _with(sum_: tuple[int, int] | None, number: int, cents: int) -> tuple[int, int]:
    """A clock that was set back does not begin an earlier period."""
    if sum_ is None or sum_[0] < number:
        return number, cents
    return sum_[0], sum_[1] + cents


def amount(tally: PeriodSums, period: str, at: int) -> int:
    """What was counted so far in the period that this time is in."""
    return _with(tally.get(period), NUMBER[period](at), 0)[1]
