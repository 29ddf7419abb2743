"""Who acts for a player learns no card that they could not see: not by what is refused, either."""

from itertools import count
from typing import Any

import pytest

from croupier.bank.store import Store
from croupier.desk.stakes import stakes_for
from croupier.errors import IllegalAction, StaleAction
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, dealt, timed_out
from croupier.room.tables.tables import bought_in, filled, table_opened
from croupier.rules.jackpots import JACKPOT_TYPE
from croupier.table.events import to_json
from croupier.table.round import Round
from croupier.table.table import open_table
from tests.room.rooms import new_room
from tests.web.server.visible import Sight, told

SEATS = {1: "pam", 2: "quin"}
ROUNDS = 6


def opened(store: Store, game: str) -> Room:
    room = new_room(store)
    without = {JACKPOT_TYPE: "none"} if GAMES[game].jackpots else {}
    room.do("open", "flo", table_opened, "7", open_table(game, options=without))
    room.do("fill", "flo", filled, "7", Cents(10_000_000))
    for seat, player in SEATS.items():
        room.do(player, "flo", enrolled, player, Role.PLAYER)
        about = ("7", seat, player, Cents(1_000_000))
        room.do(f"sit {player}", "dee", bought_in, *about, cash=True)
    return room


def seen(now: Round, seat: int | None) -> set[str]:
    sight = Sight()
    for event in now.events:
        sight = sight.after(to_json(event))
    return set(sight.of(seat))


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_names_no_card_that_its_receiver_may_not_see(store: Store, game: str) -> None:
    room, keys, own = opened(store, game), count(), 0
    table = room.hall.banked("7").table
    for _ in range(ROUNDS):
        stakes = stakes_for(table, Cents(500), {})
        room.do(f"deal {next(keys)}", "dee", dealt, "7", dict.fromkeys(SEATS, stakes))
        while (now := room.hall.banked("7").round) is not None:
            seat, other = now.turn, next(one for one in SEATS if one != now.turn)
            assert seat is not None
            tries: list[tuple[Any, tuple[object, ...]]] = [
                (acted, (seat, "xyzzy")),
                (acted, (seat, "fold", now.version - 1)),
                (acted, (other, "fold")),
                (timed_out, (seat, now.version - 1)),
                (timed_out, (other, now.version)),
            ]
            for by in ("dee", "flo"):
                for decide, about in tries:
                    with pytest.raises((IllegalAction, StaleAction)) as refused:
                        room.do(f"no {next(keys)}", by, decide, "7", *about)
                    assert told(refused.value.message) <= seen(now, None), refused.value
            with pytest.raises(IllegalAction) as own_one:
                room.do(f"no {next(keys)}", SEATS[seat], acted, "7", seat, "xyzzy")
            assert all(action in own_one.value.message for action in now.legal)
            own += told(own_one.value.message) - seen(now, None) != set()
            room.do(f"act {next(keys)}", SEATS[seat], acted, "7", seat, now.legal[-1])
    assert bool(own) == (game == "4-card-split-v1")  # the only hands that lie face down by name


def test_what_everybody_may_know_is_listed_for_all(store: Store) -> None:
    room = opened(store, "four-card-prime")
    room.do("deal", "dee", dealt, "7", {1: {"ante": 500}})
    now = room.hall.banked("7").round
    assert now is not None
    with pytest.raises(IllegalAction, match=", ".join(now.legal)):
        room.do("no", "dee", acted, "7", 1, "xyzzy")
