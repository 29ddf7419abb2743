"""`python -m tests.web.browser.server BANK PORT`: the room, with bots that do not think.

And without limits on how many guests come from one machine.
"""

import sys
from collections.abc import Callable

import pytest

from croupier.web import dealer, house, serve
from croupier.web.guard.rates import Credits
from croupier.web.people.door import Door
from tests.web.server.running import MANY, swift


def swift_room() -> None:
    patch = pytest.MonkeyPatch()
    hands = dealer.BETWEEN_HANDS  # who plays reads how a hand ended
    swift(patch, house.Times(bets=600_000, act=600_000, pause=600_000))
    patch.setattr(dealer, "BETWEEN_HANDS", hands)
    patch.setattr(serve, "open_door", unlimited(serve.open_door))


def unlimited(opened: Callable[..., Door]) -> Callable[..., Door]:
    def open_door(*about: object) -> Door:
        door = opened(*about)
        door.new_names, door.requests = Credits(MANY), Credits(MANY)
        return door

    return open_door


if __name__ == "__main__":
    swift_room()
    serve.serve(serve.Serving(bank=sys.argv[1]), serve.listening("127.0.0.1", int(sys.argv[2])))
