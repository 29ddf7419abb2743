"""An accepted key of any length works for every act: ids are made from it, however long."""

from itertools import count

import pytest

from croupier.bank.ledger import Posting, Purpose
from croupier.bank.meters.events import Authority, MeterOpened, PrizePosted
from croupier.bank.store import Store
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.cage.cage import deposited, posting_named, withdrawn
from croupier.room.cage.corrections import correction_reversed
from croupier.room.meters.meters import meter_changed, meter_opened
from croupier.room.people.floor import dismissed, enrolled
from croupier.room.people.matters import Reversal
from croupier.room.people.proposals import proposed, seconded
from croupier.room.people.roles import Role
from croupier.room.requests.text import earlier_texts, request_text
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, dealt, round_called_off
from croupier.room.tables.seats import sat_in, sat_out
from croupier.room.tables.tables import (
    bought_in,
    cashed_out,
    credited,
    filled,
    table_closed,
    table_opened,
)
from croupier.table.poker.table import open_poker
from croupier.table.table import open_table
from tests.room.rooms import meter_rules, new_room

LENGTHS = (1, 90, 91, 96, 97, 100)
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Keys:
    """Different keys of one length; long ones differ only in the last character."""

    def __init__(self, length: int) -> None:
        self.length, self.numbers = length, count()

    def __call__(self) -> str:
        return LETTERS[next(self.numbers)].rjust(self.length, "k")


@pytest.mark.parametrize("length", LENGTHS)
def test_every_act_takes_a_key_of_any_length(store: Store, length: int) -> None:
    room, key = new_room(store), Keys(length)
    table = open_table("four-card-prime", offers=["five card jackpot"])
    rules = meter_rules(table, "five card jackpot", ("7",))
    room.do(key(), "flo", meter_opened, "main", MeterOpened(rules))
    room.do(key(), "flo", table_opened, "7", table)
    room.do(key(), "flo", filled, "7", Cents(500_000))
    room.do(key(), "flo", credited, "7", Cents(500))
    for player in ("pam", "pat"):
        room.do(key(), "flo", enrolled, player, Role.PLAYER)
        room.do(key(), "flo", deposited, player, Cents(100_000))
    room.do(key(), "flo", withdrawn, "pam", Cents(500))
    room.do(key(), "dee", bought_in, "7", 1, "pam", Cents(40_000))
    room.do(key(), "dee", bought_in, "7", 2, "pat", Cents(40_000), cash=True)
    _play(room, key)
    room.do(key(), "dee", dealt, "7", {1: {"ante": 500}})
    room.do(key(), "flo", round_called_off, "7", "a misdeal")
    for seat in (1, 2):
        room.do(key(), "dee", cashed_out, "7", seat)
    room.do(key(), "flo", table_closed, "7")
    _poker(room, key)
    wrong = room.do(key(), "flo", deposited, "pam", Cents(700))
    assert store.posting(posting_named(store, wrong.key)).cents == 700
    has = store.balance("player/pam")
    room.do(key(), "flo", proposed, Reversal(wrong.key, "counted twice"))
    room.do(key(), "fran", seconded, 1)
    assert store.balance("player/pam") == has - 700
    room.do(key(), "flo", withdrawn, "pat", store.balance("player/pat"))
    room.do(key(), "flo", dismissed, "pat")
    for state in (room.hall, Room(store).hall):
        assert state == room.hall
    audit(store, workers=1)


def test_types_are_in_a_request_under_their_first_names() -> None:
    rules = meter_rules(open_table("four-card-prime"), "five card jackpot", ("7",))
    opening = request_text("flo", meter_opened, ("main", MeterOpened(rules)), {})
    assert opening.startswith('["flo","open_meter",{"name":"main","opening":["Opened",{"rules":')
    posting = PrizePosted(Cents(5), Authority("why", "flo", "ada"))
    change = request_text("flo", meter_changed, ("main", posting), {})
    assert change.startswith('["flo","change_meter",{"name":"main","event":["Posted",{"prize":5,')
    wrong = Posting("1", "house", "player/pam", Cents(5), Purpose.CORRECTION)
    (older, *_) = earlier_texts("flo", correction_reversed, (wrong, "ada", "why"), {})
    assert '["Posting","1","house","player/pam",5,["Reason","correction"],"",null]' in older


def _play(room: Room, key: Keys) -> None:
    bets = {seat: {"ante": 500, "five card jackpot": 100} for seat in (1, 2)}
    room.do(key(), "dee", dealt, "7", bets)
    while (now := room.hall.banked("7").round) is not None:
        room.do(key(), "dee", acted, "7", now.turn, now.legal[0])


def _poker(room: Room, key: Keys) -> None:
    room.do(key(), "flo", table_opened, "9", open_poker("five-card-hold-out", seat_count=2))
    for seat, player in enumerate(("pam", "pat"), 1):
        room.do(key(), "dee", bought_in, "9", seat, player, Cents(10_000))
    room.do(key(), "dee", sat_out, "9", 1)
    room.do(key(), "dee", sat_in, "9", 1)
    room.do(key(), "dee", dealt, "9")
    while (hand := room.hall.poker("9").round) is not None:
        room.do(key(), "dee", acted, "9", hand.to_act, "fold")
    for seat in (1, 2):
        room.do(key(), "dee", cashed_out, "9", seat)
