"""The felt as seen from one seat, for both kinds of table."""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.web import messages


class OnFelt(NamedTuple):
    """The felt as seen from one seat."""

    seats: Mapping[int, messages.Seat] = {}
    dealer: messages.Hand | None = None
    board: messages.Hand | None = None
    burned: int = 0
    street: str = ""
    pots: tuple[messages.Pot, ...] = ()
    turn: messages.Turn | None = None
    settled: tuple[tuple[int, str], ...] = ()


# The seats of one state of a round as somebody saw them: by seat, and by all that depends on the
# viewer. They are made once, however many look on.
SeatsSeen = dict[tuple[int, bool | str], messages.Seat]
