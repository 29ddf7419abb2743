"""A table whose state these rules cannot make of its events: it is shown, and no act is done at it.

So one table that another program dealt at, or whose books are wrong, stops no other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from croupier.errors import RuleError
from croupier.room.names import TABLE
from croupier.room.tables.shoes import Abandoned, abandoned_from
from croupier.room.tables.state import Held
from croupier.room.tables.words import NOTHING_STANDS, Before, before_from


@dataclass(frozen=True, slots=True)
class UnreadTable:
    """What can be said of it without any rules; the names are those of an open table."""

    name: str
    reason: str
    game_id: str
    seats: Mapping[int, str]
    meters: Mapping[str, str]
    rounds: int
    is_open: bool
    opened: int
    version: int
    abandoned: tuple[Abandoned, ...] = ()
    before: Before = NOTHING_STANDS

    round: ClassVar[None] = None
    held: ClassVar[tuple[Held, ...]] = ()
    posted: ClassVar[None] = None
    legal: ClassVar[list[str]] = []

    def seated(self, seat: int) -> None:
        """Nothing is known of its seats but who sits there."""

    @property
    def stream(self) -> str:
        return f"{TABLE}{self.name}"

    @property
    def refusal(self) -> RuleError:
        return RuleError(f"table {self.name} cannot be read: {self.reason}", "room/unread")


def unread(name: str, data: Mapping[str, Any], version: int, reason: str) -> UnreadTable:
    return UnreadTable(
        name,
        reason,
        game_id=str(data["config"]["game"]),
        seats={int(seat): str(player) for seat, player in data["seats"].items()},
        meters=dict(data.get("meters", {})),
        rounds=int(data["rounds"]),
        is_open=bool(data["open"]),
        opened=int(data["opened"]),
        version=version,
        abandoned=abandoned_from(data),
        before=before_from(data.get("before", {})),
    )
