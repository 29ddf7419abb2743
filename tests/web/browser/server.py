"""`python -m tests.web.browser.server BANK PORT`: the room, with bots that do not think.

And without limits on how many guests come from one machine. With `house` behind it, it is for
money, and has staff.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.bank.store import Store
from croupier.room.room import Room
from croupier.web import dealer, house, serve, tables
from croupier.web.guard.rates import Credits
from croupier.web.people.door import Door
from tests.web.browser.staffed import furnish
from tests.web.server.running import MANY, swift


def swift_room() -> None:
    patch = pytest.MonkeyPatch()
    hands = dealer.BETWEEN_HANDS  # who plays reads how a hand ended
    swift(patch, tables.Times(bets=600_000, act=600_000, pause=600_000))
    patch.setattr(dealer, "BETWEEN_HANDS", hands)
    patch.setattr(serve, "open_door", unlimited(serve.open_door))
    patch.setattr(serve, "Room", quick_room)


def quick_room(store: Store, worth_of: object = None) -> Room:
    """Where nobody counts what a table is worth to the house, which takes a minute."""
    return Room(store, house.no_theory)


def unlimited(opened: Callable[..., Door]) -> Callable[..., Door]:
    def open_door(*about: object) -> Door:
        door = opened(*about)
        door.new_names, door.requests = Credits(MANY), Credits(MANY)
        return door

    return open_door


if __name__ == "__main__":
    swift_room()
    bank, port, *kind = sys.argv[1:]
    if kind and not Path(bank).exists():
        furnish(Path(bank))
    serving = serve.Serving(bank=bank, play_money=not kind)
    serve.serve(serving, serve.listening("127.0.0.1", int(port)))
