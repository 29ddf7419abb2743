"""`python -m tests.web.browser.server BANK PORT`: the room, with bots that do not think.

And without limits on how many guests come from one machine. With `house` behind it, it is for
money, and has staff.
"""

import sys
from pathlib import Path

import pytest

from croupier.bank.store import Store
from croupier.room.room import Room
from croupier.web import dealer, house, serve
from croupier.web.coach.coach import WebCoach
from tests.web.browser.staffed import furnish
from tests.web.server.running import swift, unlimited


def swift_room() -> None:
    patch = pytest.MonkeyPatch()
    hands = dealer.BETWEEN_HANDS  # who plays reads how a hand ended
    swift(patch)
    patch.setattr(dealer, "BETWEEN_HANDS", hands)
    patch.setattr(serve, "Room", quick_room)
    patch.setattr(WebCoach, "begin", lambda coach, tables: None)  # it compiles when it is asked


def quick_room(store: Store, worth_of: object = None) -> Room:
    """Where nobody counts what a table is worth to the house, which takes a minute."""
    return Room(store, house.no_theory)


if __name__ == "__main__":
    swift_room()
    bank, port, *kind = sys.argv[1:]
    if kind and not Path(bank).exists():
        furnish(Path(bank))
    slow = dict.fromkeys(("betting_window", "turn_time", "pause"), 600_000)
    settings = unlimited(bank, house=bool(kind), **slow)
    serve.serve(settings, serve.listening("127.0.0.1", int(port)))
