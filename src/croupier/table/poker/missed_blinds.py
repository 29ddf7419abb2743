"""Missed blinds: who owes them, who is dealt in anyway, and what they post for it.

After Robert's Rules of Poker. A player who was not in the hand when a blind passed their seat owes
it; a newcomer owes the big blind. The debt ends when the big blind reaches them, or when they post:
the big blind, which is a live bet, and the small blind, which is dead. Nobody posts between the
button and the big blind.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from croupier.table.poker.table import Positions, after, first_positions, next_positions

BIG, SMALL = "big", "small"
NEW = "new"  # at the table: owes the big blind, whatever passes meanwhile

# How a blind that is made up is posted.
MISSED_BIG, MISSED_SMALL = "missed big blind", "missed small blind"
MADE_UP = {MISSED_BIG: BIG, MISSED_SMALL: SMALL}

Posts = Mapping[int, Collection[str]]  # which blinds each seat makes up


class Dealing(NamedTuple):
    """Who plays the next hand, and where."""

    positions: Positions
    seats: tuple[int, ...]
    posts: Posts


class Blinds(NamedTuple):
    """The blinds that are owed at a table."""

    owed: Mapping[int, frozenset[str]] = {}
    posting: frozenset[int] = frozenset()  # those who have said that they will post what they owe

    def with_new(self, seat: int) -> "Blinds":
        return self._replace(owed={**self.owed, seat: frozenset({NEW})})

    def without(self, seat: int) -> "Blinds":
        owed = {other: debt for other, debt in self.owed.items() if other != seat}
        return Blinds(owed, self.posting - {seat})

    def dealing(self, before: Positions | None, seats: Collection[int], seat_count: int) -> Dealing:
        """Of these seats, those that owe nothing, that have the big blind now, or that post.

        If fewer than two owe nothing, the game starts afresh, and nobody owes.
        """
        if before is None:
            at = first_positions(max(seats), seats, seat_count)
            return Dealing(at, tuple(sorted(seats)), {})
        paid_up = {seat for seat in seats if seat not in self.owed}
        if len(paid_up) < 2:
            at = next_positions(before, seats, seat_count)
            return Dealing(at, tuple(sorted(seats)), {})
        big = after(before.big, seats, seat_count)
        posting = (self.posting & set(seats) & set(self.owed)) - {big}
        while True:
            playing = tuple(sorted(paid_up | posting | {big}))
            at = next_positions(before, playing, seat_count)
            between = {seat for seat in posting if _between(at.button, seat, at.big, seat_count)}
            if not between:
                return Dealing(at, playing, {seat: _made_up(self.owed[seat]) for seat in posting})
            posting -= between

    def after_hand(
        self,
        before: Positions | None,
        now: Positions,
        seated: Collection[int],
        played: Collection[int],
        seat_count: int,
    ) -> "Blinds":
        """Those who played have paid; a player whom a blind passed meanwhile owes it."""
        owed = {}
        for seat in seated:
            debt = self.owed.get(seat, frozenset())
            if seat in played:
                continue
            if before is not None and NEW not in debt:
                debt |= _missed(before, seat, now, seat_count)
            if debt:
                owed[seat] = debt
        return Blinds(owed, self.posting & set(owed))

    def to_json(self) -> dict[str, object]:
        owed = {str(seat): sorted(debt) for seat, debt in sorted(self.owed.items())}
        return {"owed": owed, "posting": sorted(self.posting)}


NO_DEBTS = Blinds()


def blinds_from(data: Mapping[str, Any]) -> Blinds:
    """In older books, which do not mention it, nothing is owed."""
    owed = {int(seat): frozenset(map(str, debt)) for seat, debt in data.get("owed", {}).items()}
    return Blinds(owed, frozenset(map(int, data.get("posting", ()))))


def posts_of(posted: Iterable[tuple[int, str]]) -> dict[int, tuple[str, ...]]:
    """Which blinds each seat made up, of all that seats have posted."""
    made: dict[int, tuple[str, ...]] = {}
    for seat, what in posted:
        if what in MADE_UP:
            made[seat] = (*made.get(seat, ()), MADE_UP[what])
    return made


def debt_text(debt: Collection[str]) -> str:
    return " and ".join(f"the {blind} blind" for blind in _made_up(debt))


def _made_up(debt: Collection[str]) -> tuple[str, ...]:
    big = (BIG,) if BIG in debt or NEW in debt else ()
    return (*big, SMALL) if SMALL in debt else big


def _missed(before: Positions, seat: int, now: Positions, seat_count: int) -> frozenset[str]:
    missed = set()
    if _between(before.big, seat, now.big, seat_count):
        missed.add(BIG)
    if seat == now.small or _between(before.small, seat, now.small, seat_count):
        missed.add(SMALL)
    return frozenset(missed)


def _between(first: int, seat: int, last: int, seat_count: int) -> bool:
    """Clockwise, neither of the two; nobody is between a seat and itself."""
    return first != last and (seat - first - 1) % seat_count < (last - first - 1) % seat_count
