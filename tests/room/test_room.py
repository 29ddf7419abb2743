"""A room of tables: every act is one transaction, and all resumes from what was written."""

from collections.abc import Callable
from random import Random

import pytest

from croupier.bank.audit import audit
from croupier.bank.meter_events import ESCROW
from croupier.bank.store import Store, open_store
from croupier.room.meters import escrow_due
from croupier.room.room import Room
from croupier.rules.registry import GAMES
from croupier.rules.vocabulary import Game
from tests.room.rooms import any_request, any_room, everybody_goes, play


def check_books(room: Room) -> None:
    """What holds after every act: balances, the felt between rounds, the escrow."""
    balances = room.store.balances()
    assert sum(balances.values()) == 0
    assert balances[ESCROW] == escrow_due(room.hall.meters)
    for name, state in room.hall.tables.items():
        lies = sum(cents for who, cents in balances.items() if who.startswith(f"table/{name}/felt"))
        if state.round is None:
            assert lies == 0
        held = sum(cents for who, cents in balances.items() if who.startswith(f"table/{name}/held"))
        assert held == sum(one.cents for one in state.held)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_table_resumes_after_every_act(store: Store, game: Game) -> None:
    rng = Random(game.id)
    room = any_room(store, rng, [game])
    (name,) = room.hall.tables
    while (state := room.hall.table(name)).rounds < 6 or state.round is not None or state.held:
        request = any_request(room, rng, name)
        first = room.do_all([request])
        assert room.do_all([request]) == first  # sent twice, done once
        assert Room(store).hall == room.hall
        check_books(room)
    everybody_goes(room)
    balances = store.balances()
    assert not any(cents for who, cents in balances.items() if who.startswith("table/"))
    assert audit(store) == store.head()


def test_many_tables_in_one_commit(new_url: Callable[[], str]) -> None:
    with open_store(new_url()) as store:
        room = any_room(store, Random(5), list(GAMES.values()))
        play(room, Random(6), 4)
        check_books(room)
        assert Room(store).hall == room.hall
        everybody_goes(room)
        audit(store)
