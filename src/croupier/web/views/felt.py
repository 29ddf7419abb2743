"""What lies on the felt, as one seat sees it, whichever kind of table it is."""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.web import messages


class OnFelt(NamedTuple):
    """What lies on the felt, as one seat sees it."""

    seats: Mapping[int, messages.Seat] = {}
    dealer: messages.Hand | None = None
    board: messages.Hand | None = None
    burned: int = 0
    street: str = ""
    pots: tuple[messages.Pot, ...] = ()
    turn: messages.Turn | None = None
    settled: tuple[tuple[int, str], ...] = ()
