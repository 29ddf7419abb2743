"""When something went wrong at a table: rounds called off, dead hands, exposed cards."""

import json

import pytest

from croupier.bank.act import Act, Event
from croupier.bank.audit import AuditFailed
from croupier.bank.reading import Stretch
from croupier.bank.store import Store
from croupier.money import Cents
from croupier.room.audit import audit
from croupier.room.cage import deposited
from croupier.room.floor import enrolled
from croupier.room.log import log
from croupier.room.people import Role
from croupier.room.play import acted, dealt, round_called_off
from croupier.room.recall import recall
from croupier.room.room import Room
from croupier.room.tables import bought_in, filled, table_opened
from croupier.table.events import Settled
from croupier.table.table import open_table
from tests.room.rooms import new_room
from tests.room.test_operations import refused
from tests.room.test_room import check_books

BETS = {seat: {"first": 500, "bonus": 100} for seat in (1, 2)}


@pytest.fixture
def room(store: Store) -> Room:
    """Six decks with a cut card at table 7, pam and pat at seats 1 and 2."""
    room = new_room(store)
    table = open_table("4-card-buyout", options={"cut_card": 200})
    room.do("open", "flo", table_opened, "7", table, ())
    room.do("fill", "flo", filled, "7", Cents(500_000))
    for seat, player in enumerate(("pam", "pat"), 1):
        room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
        room.do(f"in {player}", "flo", deposited, player, Cents(50_000))
        room.do(f"sit {player}", "dee", bought_in, "7", seat, player, Cents(50_000))
    return room


def finished(room: Room, name: str = "7") -> None:
    """The round in progress is played to its end, in the plainest way."""
    while (state := room.hall.banked(name)).round is not None:
        action = state.round.legal[0]
        room.do(f"{name} {state.version}", "dee", acted, name, state.round.turn, action)


def test_a_round_is_called_off_for_a_cause(room: Room) -> None:
    room.do("deal", "dee", dealt, "7", BETS)
    about = (round_called_off, "7", "9d appears twice")
    refused(room, "room/cause", "known: misdeal, fouled-deck", "flo", *about, "bad luck")
    room.do("off", "flo", *about, "fouled-deck")
    found = recall(room.store, "7", 1)
    assert (found.called_off, found.cause) == ("9d appears twice", "fouled-deck")
    (entry,) = [one for one in log(room.store, Stretch(1, 10**9)) if one.kind == "called off"]
    assert (entry.about["cause"], entry.about["by"]) == ("fouled-deck", "flo")
    room.do("deal again", "dee", dealt, "7", BETS)
    room.do("off again", "flo", round_called_off, "7", "dealt to an empty seat")
    assert recall(room.store, "7", 2).cause == "misdeal"
    audit(room.store, workers=1)


def test_a_fouled_deck_is_replaced_and_earlier_rounds_of_its_shoe_stand(room: Room) -> None:
    room.do("deal", "dee", dealt, "7", BETS)
    finished(room)
    shoe, balances = room.hall.banked("7").shoe, room.store.balances()
    assert shoe.first > 0  # the shoe goes on
    room.do("deal again", "dee", dealt, "7", BETS)
    room.do("off", "flo", round_called_off, "7", "a blue back among red ones", "fouled-deck")
    replaced = room.hall.banked("7").shoe
    assert (replaced.first, replaced.secret == shoe.secret) == (0, False)
    assert room.store.balances() == balances
    assert audit(room.store, workers=1).rounds == 1


def test_what_was_settled_before_is_reversed_with_the_round(room: Room) -> None:
    """Buyout settles a seat's bonus, or its folded bets, before the next seat is served."""
    balances = room.store.balances()
    number = 0
    while True:  # until seat 1 is done and something of it was settled
        number += 1
        room.do(f"deal {number}", "dee", dealt, "7", BETS)
        while (now := room.hall.banked("7").round) is not None and now.turn == 1:
            room.do(f"act {number} {now.version}", "dee", acted, "7", 1, now.legal[0])
        settled = now is not None and any(isinstance(one, Settled) for one in now.events)
        if now is not None:
            room.do(f"off {number}", "flo", round_called_off, "7", "dealt out of turn")
            assert room.store.balances() == balances
        if settled:
            break
    check_books(room)
    audit(room.store, workers=1)


@pytest.mark.parametrize("wrong", ["cause", "the same shoe", "a shoe with a word in it"])
def test_a_falsified_call_off_fails_the_audit(room: Room, wrong: str) -> None:
    room.do("deal", "dee", dealt, "7", BETS)
    before = room.hall.banked("7")
    room.do("off", "flo", round_called_off, "7", "dealt out of turn")
    said = json.loads(room.store.events("table/7")[-1].body)
    if wrong == "cause":
        said["cause"] = "bad luck"
    elif wrong == "the same shoe":
        audit(room.store, workers=1)
        said["shoe"] = room.hall.banked("7").shoe.to_json()
    else:
        said["shoe"] = before.shoe.mixed_with("flo", "please").to_json()
    version = room.store.version("table/7")
    event = Event("called off", json.dumps(said, sort_keys=True))
    room.store.commit(Act("false", "table/7", version, (event,)))
    with pytest.raises(AuditFailed, match="called off"):
        audit(room.store, workers=1)
