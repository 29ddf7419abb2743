"""WAC 230-15-685: tables linked by one meter play for the same hands, with the same chance."""

from dataclasses import replace

import pytest

from croupier.bank.meters.events import Authority, MeterOpened
from croupier.bank.store import Store
from croupier.errors import Refused
from croupier.games.registry import game
from croupier.room.meters.meters import meter_linked, meter_opened
from croupier.room.room import Room, read_back
from croupier.room.state.hall import Actor
from croupier.room.state.view import HallView, StreamStates
from croupier.room.tables.state import OpenTable
from croupier.room.tables.tables import table_closed, table_opened
from croupier.table.table import Table, open_table
from tests.room.rooms import RoomLike, by_two, meter_rules, new_room
from tests.room.test_operations import PRIME, refused

FIVE, FOUR = "five card jackpot", "four card jackpot"
TWO = Authority("a third table", "flo", "fran")


def posting(offers: str = FIVE, **posted: str) -> Table:
    return open_table(PRIME, posted=posted, offers=[offers])


def linked(store: Store) -> None:
    """Tables A and B are linked by `five` and by `four`; A posts 5CP-01."""
    room = new_room(store)
    for name, sensor in (("five", FIVE), ("four", FOUR)):
        rules = meter_rules(open_table(PRIME), sensor, ("A", "B"))
        room.do(name, "flo", meter_opened, name, MeterOpened(rules))
    room.do("A", "flo", table_opened, "A", posting())


@pytest.fixture
def room(room_like: RoomLike) -> Room:
    return room_like(linked)


def test_685_linked_tables_post_the_same_prizes(room: Room) -> None:
    other = posting(five_card_jackpot="5CP-03")  # a straight flush wins $1,000, at A 10%
    words = "table B posts four-card-prime 5CP-03 for the five card jackpot, and table A, linked"
    refused(room, "jackpot/prizes", words, "flo", table_opened, "B", other)
    refused(room, "jackpot/prizes", "post the same", "flo", table_opened, "B", other)
    room.do("B", "flo", table_opened, "B", posting())


def test_685_only_the_prizes_of_that_jackpot_must_agree(room: Room) -> None:
    """What A posts for a jackpot that it does not offer binds nobody."""
    room.do("B", "flo", table_opened, "B", posting(FOUR, five_card_jackpot="5CP-02"))


def test_685_all_tables_of_a_meter_may_change_together(room: Room) -> None:
    room.do("close", "flo", table_closed, "A")
    other = posting(five_card_jackpot="5CP-02")
    for name in ("A", "B"):
        room.do(f"{name} again", "flo", table_opened, name, other)


def test_685_different_games_are_not_linked(room: Room) -> None:
    """No two games have the same winning hand with the same probability."""
    another = replace(posting(), game=game(PRIME)._replace(id="another-prime"))
    words = "table B posts another-prime 5CP-01"
    with pytest.raises(Refused, match=words):
        room.do("B", "flo", table_opened, "B", another)


def test_685_tables_that_an_older_program_opened_are_not_linked_again(room: Room) -> None:
    room.do("B", "flo", table_opened, "B", posting())
    open_b = room.hall.banked("B")
    assert isinstance(open_b, OpenTable)
    older = replace(open_b, table=posting(five_card_jackpot="5CP-03"))
    hall = replace(
        room.hall, view=HallView(StreamStates(room.store, read_back), {older.stream: older})
    )
    with pytest.raises(Refused, match="tables linked by a meter post the same"):
        meter_linked(hall, Actor("link", "flo"), "five", ("A", "B", "C"), TWO)
    by_two(room, "link", "flo", meter_linked, "five", ("A", "B", "C"), TWO)
    assert room.hall.meter("five").meter.rules.tables == ("A", "B", "C")
