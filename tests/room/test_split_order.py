"""4 Card Split: an instant winner is paid before the other hand is decided, in chips as well."""

from itertools import count
from random import Random

import pytest

from croupier.bank.store import Store
from croupier.errors import Refused
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.cage.cage import deposited
from croupier.room.names import chips_of
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import Role
from croupier.room.tables.rounds import acted, dealt
from croupier.room.tables.tables import bought_in, filled, table_opened
from croupier.table.round import deal
from croupier.table.shoe import new_shoe, source
from croupier.table.table import Table, open_table
from tests.room.rooms import new_room

BETS = {1: {"ante 1": 500, "ante 2": 500, "blind": 500}}


def secret_with(table: Table, *, instant: bool) -> bytes:
    """The first shuffle that loses the blind, with or without an instant winner."""
    for number in count():
        secret = Random(number).randbytes(168)
        shoe = new_shoe(table, new_secret=lambda decks, made=secret: made)
        state = deal(table, BETS, source(shoe))
        if state.results[1]["blind"].net < 0 and ("fold" not in state.legal) == instant:
            return secret
    raise AssertionError


@pytest.mark.parametrize("version", ["4-card-split-v1", "4-card-split-v2"])
def test_the_single_card_is_played_with_what_was_just_won(store: Store, version: str) -> None:
    table, room = open_table(version), new_room(store)
    secret = secret_with(table, instant=True)
    room.do("open", "flo", table_opened, "7", table, new_secret=lambda decks: secret)
    room.do("fill", "flo", filled, "7", Cents(100_000))
    room.do("enrol", "flo", enrolled, "pam", Role.PLAYER)
    room.do("deposit", "flo", deposited, "pam", Cents(1500))
    room.do("sit", "dee", bought_in, "7", 1, "pam", Cents(1500))
    room.do("deal", "dee", dealt, "7", BETS)
    assert store.balances()[chips_of("7", 1)] == 0
    state = room.hall.banked("7").round
    assert state is not None
    room.do("split", "pam", acted, "7", 1, state.legal[0])
    after = room.hall.banked("7").round
    assert after is not None
    won = after.results[1]["ante 1"].net
    assert won >= 1000 and store.balances()[chips_of("7", 1)] == 500 + won
    room.do("play", "pam", acted, "7", 1, "play")
    assert room.hall.banked("7").round is None
    assert audit(store).rounds == 1


def test_without_an_instant_winner_there_is_nothing_to_play_with(store: Store) -> None:
    table, room = open_table("4-card-split-v2"), new_room(store)
    secret = secret_with(table, instant=False)
    room.do("open", "flo", table_opened, "7", table, new_secret=lambda decks: secret)
    room.do("fill", "flo", filled, "7", Cents(100_000))
    room.do("enrol", "flo", enrolled, "pam", Role.PLAYER)
    room.do("deposit", "flo", deposited, "pam", Cents(1500))
    room.do("sit", "dee", bought_in, "7", 1, "pam", Cents(1500))
    room.do("deal", "dee", dealt, "7", BETS)
    state = room.hall.banked("7").round
    assert state is not None
    room.do("split", "pam", acted, "7", 1, state.legal[0])
    with pytest.raises(Refused):
        room.do("play", "pam", acted, "7", 1, "play")
