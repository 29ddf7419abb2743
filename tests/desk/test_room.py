"""The room's front desk as a server uses it: one room that stays open, and typed results."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.bank.meters.events import Lowered, MeterOpened, Why
from croupier.bank.store import Store
from croupier.desk.posting import TablePosting
from croupier.desk.room.acts import act
from croupier.desk.room.answers import answer, proposals_waiting, propose, reversal
from croupier.desk.room.bank import opened
from croupier.desk.room.books import audit_report, master_report, reconciliation
from croupier.desk.room.meters import lowering, meter_end, open_meter
from croupier.desk.room.show import (
    NextShoe,
    RoundView,
    after_act,
    own_hand,
    own_receipt,
    recalled,
    shoes,
    show,
)
from croupier.desk.stakes import MeterFigures, meter_rules
from croupier.errors import RuleError
from croupier.money import Cents
from croupier.program import program_hash
from croupier.room.books.days import Days
from croupier.room.people.roles import NotAllowed, Role
from croupier.room.room import Room
from croupier.table.poker.table import open_poker

PEOPLE = {"flo": Role.FLOOR, "fay": Role.FLOOR, "dee": Role.DEALER, "pam": Role.PLAYER}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with opened(str(tmp_path / "bank.db"), new=True) as new:
        act(new, "", "ada", "found", program_hash())
        for name, role in {**PEOPLE, "pat": Role.PLAYER}.items():
            act(new, "", "ada", "enrol", name, role)
        act(new, "open", "flo", "open_table", "9", open_poker("five-card-hold-out"))
        for seat, player in enumerate(("pam", "pat"), start=1):
            act(new, "", "dee", "buy_in", "9", seat, player, Cents(20_000), cash=True)
        yield new


def test_two_people_reverse_a_deposit(room: Room) -> None:
    done = act(room, "slip 1", "flo", "deposit", "pam", Cents(7_500))
    assert answer(done).moved == {"player": "pam", "deposited": 7_500, "deposit": 7_500}
    matter = reversal(room.store, "slip 1", "wrong player")
    made = answer(propose(room, "", "flo", matter))
    (waiting,) = proposals_waiting(room.store)
    assert made.proposal == waiting and made.moved == {"may_approve": ["ada", "fay"]}
    assert (waiting.proposal.number, waiting.proposal.by) == (1, "flo")
    assert "deposit" in waiting.words and "wrong player" in waiting.words
    approved = answer(act(room, "", "fay", "second", 1)).moved
    back = {"player": "pam", "reversed": 7_500, "what": "deposit", "deposit": 0}
    assert approved == {**back, "proposal": 1, "first": "flo"}
    assert proposals_waiting(room.store) == []


def test_the_room_is_shown_with_its_money(room: Room) -> None:
    act(room, "", "flo", "deposit", "pam", Cents(7_500))
    act(room, "", "dee", "deal", "9")
    now = show(room.store)
    (table,) = now.tables
    assert sum(table.chips.values()) < 40_000 and set(table.chips) == {1, 2}  # blinds are in
    assert (table.drop, now.deposits) == (40_000, {"pam": 7_500, "pat": 0})
    assert now.people["dee"] is Role.DEALER and now.waiting == [] and now.due == 0


def test_each_sees_their_own_cards_of_a_hand(room: Room) -> None:
    done = act(room, "", "dee", "deal", "9")
    view = after_act(done)
    assert isinstance(view, RoundView) and view.seat is None
    assert own_hand(room.store, "pam", "9", 1).seat == 1
    with pytest.raises(NotAllowed, match="Only the player at seat 2"):
        own_hand(room.store, "pam", "9", 2)
    receipt = own_receipt(room.store, "pam", "9", 1)
    assert receipt.seat == 1 and receipt.proof is None and receipt.waits
    with pytest.raises(RuleError, match="still playing"):
        recalled(room.store, "flo", "9", 1)


def test_closed_bets_show_what_the_next_cards_are_committed_to(room: Room) -> None:
    commitment = room.hall.table("9").shoe.commitment
    act(room, "", "pam", "word", "9", 1, "0" * 64, shoe=commitment)
    assert after_act(act(room, "", "dee", "deal", "9")) == NextShoe(commitment)


READ: list[Callable[[Store, str], object]] = [
    lambda store, by: master_report(store, by, Days(), None, None),
    lambda store, by: reconciliation(store, by, Days(), None, None),
    lambda store, by: recalled(store, by, "9", 1),
    lambda store, by: shoes(store, "9", by),
    lambda store, by: audit_report(store, by, [], None, 1),
]


@pytest.mark.parametrize("read", READ)
def test_the_books_are_read_by_those_who_may(room: Room, read: Callable[..., object]) -> None:
    dealt = act(room, "", "dee", "deal", "9")
    act(room, "", "flo", "call_off", dealt.table, "wet")
    assert read(room.store, "flo")
    with pytest.raises(NotAllowed, match="pam is a player here"):
        read(room.store, "pam")


def test_the_destination_of_a_jackpots_money_needs_an_existing_meter(room: Room) -> None:
    with pytest.raises(RuleError, match="there is no meter"):
        meter_end(room.store, "main", "", "sold", to_players=True, receipts=False)


METER = meter_rules(
    TablePosting().table("four-card-prime"),
    "five card jackpot",
    MeterFigures(Cents(1_000), contribution_rate=2_000),
    ("7",),
)


def test_a_meter_with_money_carried_over_is_only_proposed(room: Room) -> None:
    open_meter(room, "", "flo", "new", MeterOpened(METER))
    elsewhere = MeterOpened(replace(METER, tables=("8",)), Cents(5_000))
    open_meter(room, "", "flo", "old", elsewhere)
    assert set(room.hall.meters) == {"new"}
    (waiting,) = proposals_waiting(room.store)
    assert "open meter old" in waiting.words


def test_a_meter_is_lowered_for_a_reason_of_the_law() -> None:
    change = lowering("main", "seed from display", Cents(4_000), "a slip", "flo")
    assert isinstance(change.change, Lowered) and change.change.why is Why.SEED_FROM_DISPLAY
    with pytest.raises(RuleError, match="it is one of: malfunction, above cap, receipts"):
        lowering("main", "whim", Cents(4_000), "a slip", "flo")
