"""Rounds in progress that another program dealt, and tables that these rules cannot read.

`banks/protocol-1.backup` was written under other rules than these (their digest has changed since),
with rounds in progress at tables 3, 6 and 9; table 9 plays poker.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.bank.act import Act, Event
from croupier.bank.backup.restore import restore
from croupier.bank.store import Store, open_store
from croupier.cli.room.show import show
from croupier.errors import Refused
from croupier.games.registry import rules_hash
from croupier.money import Cents
from croupier.program import program_hash
from croupier.room.audit.run import audit
from croupier.room.cage.corrections import corrected
from croupier.room.names import chips_of
from croupier.room.people.floor import approved, dismissed
from croupier.room.room import Room
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.rounds import acted, card_exposed, hand_dead, round_called_off
from croupier.room.tables.state import UnreadTable
from croupier.room.tables.tables import bought_in, cashed_out, filled, table_closed, table_opened
from croupier.table.events import to_json
from croupier.table.table import open_table

BACKUP = Path(__file__).parent / "banks" / "protocol-1.backup"
BANKED, POKER = ("3", "6"), "9"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    url = f"sqlite:///{tmp_path}/old.db"
    restore(BACKUP, url)
    with open_store(url) as store:
        room = Room(store)
        room.do("approve", "ada", approved, program_hash(), "a newer program")
        yield room


def refused(room: Room, code: str, by: str, decide: Callable[..., object], *about: object) -> str:
    with pytest.raises(Refused) as error:
        room.do("a refused act", by, decide, *about)
    assert error.value.code == code, str(error.value)
    assert Room(room.store).hall == room.hall
    return error.value.message


def test_they_were_dealt_under_other_rules(room: Room) -> None:
    for name in (*BANKED, POKER):
        state = room.hall.table(name)
        assert state.round is not None and state.rules != rules_hash()
    assert isinstance(room.hall.table(POKER), OpenPoker)


@pytest.mark.parametrize("name", BANKED)
def test_such_a_round_is_shown_and_not_acted_in(room: Room, name: str) -> None:
    now = room.hall.banked(name).round
    assert now is not None and now.turn is not None
    words = "finish it with the program that dealt it, or call it off"
    assert words in refused(room, "room/rules", "dee", acted, name, now.turn, now.legal[0])
    refused(room, "room/rules", "flo", hand_dead, name, now.turn, "a card too many")
    refused(room, "room/rules", "flo", card_exposed, name, now.turn, 1, "it fell")


def test_such_a_hand_is_shown_and_not_acted_in(room: Room) -> None:
    hand = room.hall.poker(POKER).round
    assert hand is not None
    refused(room, "room/rules", "dee", acted, POKER, hand.to_act, "fold")


@pytest.mark.parametrize("name", [*BANKED, POKER])
def test_such_a_round_is_called_off_and_its_table_closed(room: Room, name: str) -> None:
    """Every bet is returned; the round keeps the rules that it was dealt under."""
    room.do("fill", "flo", filled, name, Cents(500))
    rules = room.hall.table(name).rules
    kept = room.store.stored_streams([f"table/{name}"])[f"table/{name}"].snapshot
    assert kept is not None and json.loads(kept)["told"][0]["rules"] == rules
    again = Room(room.store)
    assert again.hall == room.hall
    again.do("off", "flo", round_called_off, name, "another program dealt it")
    for seat in list(again.hall.table(name).seats):
        again.do(f"up {seat}", "dee", cashed_out, name, seat)
        assert room.store.balance(chips_of(name, seat)) == 0
    again.do("close", "flo", table_closed, name)
    assert not again.hall.tables[name].is_open
    audit(room.store)


def rewritten(store: Store, name: str, change: Callable[[dict[str, Any]], object]) -> None:
    """Replaces the table's state in the books."""
    stream = f"table/{name}"
    kept = store.stored_streams([stream])[stream]
    assert kept.snapshot is not None and not kept.events
    data = json.loads(kept.snapshot)
    change(data)
    event = (Event("filled", "{}"),)
    store.commit(Act(f"rewrite {name}", stream, kept.version, event, snapshot=json.dumps(data)))


def with_other_bets(data: dict[str, Any]) -> None:
    data["told"][0]["wagers"] = {"1": {"no such wager": 500}}


def with_no_such_game(data: dict[str, Any]) -> None:
    data["config"]["game"] = "three-card-anything"


def without_a_shoe(data: dict[str, Any]) -> None:
    del data["shoe"]


@pytest.mark.parametrize("change", [with_other_bets, with_no_such_game, without_a_shoe])
def test_one_table_that_cannot_be_read_does_not_stop_others(
    room: Room, change: Callable[[dict[str, Any]], None]
) -> None:
    room.do("fill", "flo", filled, "6", Cents(500))
    rewritten(room.store, "6", change)
    room.read()
    found = room.hall.tables["6"]
    assert isinstance(found, UnreadTable) and found.reason and found.is_open
    for by, decide, *about in (
        ("dee", acted, "6", 1, "fold"),
        ("flo", filled, "6", Cents(500)),
        ("flo", round_called_off, "6", "it cannot be read"),
        ("flo", table_closed, "6"),
        ("dee", bought_in, "6", 5, "pam", Cents(500)),
        ("flo", corrected, "6", 1, 1, "ante", Cents(500), "player", "ann", "paid short"),
    ):
        assert found.reason in refused(room, "room/unread", by, decide, *about)
    player = found.seats[min(found.seats)]
    assert "sits at table" in refused(room, "room/person", "flo", dismissed, player)
    room.do("fill 3", "flo", filled, "3", Cents(500))
    room.do("off 3", "flo", round_called_off, "3", "another program dealt it")


def test_room_show_says_why_a_table_cannot_be_read(
    room: Room, capsys: pytest.CaptureFixture[str]
) -> None:
    rewritten(room.store, "1", with_no_such_game)
    bank = room.store.engine.url.database
    assert bank is not None
    show(bank, as_json=True)
    (told,) = [one for one in json.loads(capsys.readouterr().out)["tables"] if "unread" in one]
    assert told["table"] == "1" and "three-card-anything" in told["unread"]
    assert told["seats"] and told["commitment"] is None and told["legal"] == []
    show(bank, as_json=False)
    assert "not readable" in capsys.readouterr().out


def test_a_closed_table_that_cannot_be_read_can_be_opened_again(room: Room) -> None:
    closed = next(name for name, state in room.hall.tables.items() if not state.is_open)
    rounds = room.hall.tables[closed].rounds
    rewritten(room.store, closed, with_no_such_game)
    room.read()
    assert isinstance(room.hall.tables[closed], UnreadTable)
    table = open_table("four-card-prime", options={"jackpot_type": "none"})
    Room(room.store, lambda *_: ()).do("open", "flo", table_opened, closed, table)
    room.read()
    assert room.hall.table(closed).rounds == rounds


def test_a_round_that_is_over_is_never_resumed(room: Room) -> None:
    """As a torn read once recorded it: the money of that round is settled."""
    room.do("fill", "flo", filled, "6", Cents(500))
    now = room.hall.banked("6").round
    assert now is not None
    while not now.over:
        now = now.act(now.turn, now.legal[0])
    rewritten(room.store, "6", lambda data: data.update(told=[*map(to_json, now.events)]))
    room.read()
    assert "its round is over" in refused(
        room, "room/unread", "flo", round_called_off, "6", "a misdeal"
    )


def test_a_corrupt_state_is_reported_in_words(room: Room) -> None:
    version = room.store.version("table/3")
    broken = Act("broken", "table/3", version, (Event("filled", "{}"),), snapshot="[]")
    room.store.commit(broken)
    with pytest.raises(Refused, match="table 3: its state in the books cannot be read"):
        Room(room.store).hall.table("3")
    Room(room.store).do("fill 6", "flo", filled, "6", Cents(500))
