"""A receipt of a round with words: each step by its record, and nothing of other seats."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import fair
from croupier.bank.backup.restore import restore
from croupier.bank.store import open_store
from croupier.desk.room.show import receipt_json
from croupier.games.registry import rules_hash
from croupier.money import Cents
from croupier.room.books.recall import recall
from croupier.room.books.receipt import receipt
from croupier.room.names import chips_of
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import NotAllowed, Role
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, dealt
from croupier.room.tables.tables import bought_in, cashed_out, filled, table_opened
from croupier.table.poker.table import open_poker
from croupier.table.table import open_table
from tests.room.rooms import new_room
from tests.room.words import keep, open_word, word_of

BANKS = Path(__file__).parent / "banks"
T, P = "7", "9"  # a table of Four Card Prime, and one of poker
ANTE = {"ante": 500}
START = 1_800_000_000_000


@pytest.fixture
def clock() -> list[int]:
    return [START]


@pytest.fixture
def room(tmp_path: Path, clock: list[int]) -> Iterator[Room]:
    with open_store(f"sqlite:///{tmp_path}/bank.db", lambda: clock[0]) as store:
        room = new_room(store)
        room.do("open", "flo", table_opened, T, open_table("four-card-prime", offers=["prime"]))
        room.do("poker", "flo", table_opened, P, open_poker("five-card-hold-out"))
        room.do("fill", "flo", filled, T, Cents(1_000_000))
        for seat, player in ((1, "pam"), (2, "quin")):
            room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
            for name in (T, P):
                about = (name, seat, player, Cents(20_000))
                room.do(f"{player} at {name}", "dee", bought_in, *about, cash=True)
        yield room


def test_every_step_of_the_seat_has_its_record(room: Room, clock: list[int]) -> None:
    """Pam opens, quin withholds: both get the same proof, each the records of their own seat."""
    keep(room, T, 1, ANTE)
    keep(room, T, 2, ANTE)
    room.do("close", "dee", dealt, T, {})
    open_word(room, T, 1)
    word = word_of(room.hall.table(T), 1)
    clock[0] += 60_000
    room.do("deal", "dee", dealt, T, {})
    begun = receipt(room.store, room.hall, "pam", T, 1)
    assert begun.proof is None and begun.waits.startswith("the round is not over")
    assert [(one["seat"], one["word"]) for one in begun.words] == [(1, word), (2, None)]
    for seat in (1, 2):
        room.do(f"fold {seat}", "dee", acted, T, seat, "fold")
    pams, quins = (receipt(room.store, room.hall, who, T, 1) for who in ("pam", "quin"))
    assert [one.what for one in pams.steps] == ["commitment", "bet", "bets closed", "word opened"]
    assert [one.what for one in quins.steps] == ["commitment", "bet", "bets closed"]
    numbers = [*(one.record for one in pams.steps), *pams.records]
    assert numbers == sorted(set(numbers))
    for one in pams.steps[1:]:
        assert one.what in _bodies_of(room, one.record)
    assert pams.proof is not None and pams.proof == quins.proof
    code, lines = fair.verdict(receipt_json(pams))
    assert code == 0 and f'Is this the word of seat 1 (pam)? "{word}"' in lines
    assert any(line.startswith("seat 2 (quin) withheld a word") for line in lines)


def test_a_round_of_an_older_bank_has_its_receipt(tmp_path: Path) -> None:
    """If these rules give the same result; it says that its words were never committed to."""
    restore(BANKS / "protocol-1.backup", f"sqlite:///{tmp_path}/older.db")
    proved = words = 0
    with open_store(f"sqlite:///{tmp_path}/older.db") as store:
        room = Room(store)
        for name, state in room.hall.tables.items():
            for number in range(1, state.rounds + 1):
                for seat, player in recall(store, name, number, in_progress=True).players.items():
                    mine = receipt(store, room.hall, player, name, number, seat)
                    if mine.proof is not None:
                        code, said = fair.verdict(receipt_json(mine))
                        assert code == 0 and mine.proof["rules"] != rules_hash()
                        proved += 1
                        words += any("from before players committed" in line for line in said)
    assert proved > 5 and words > 0


def _bodies_of(room: Room, record: int) -> str:
    with room.store.reading() as connection:
        rows = connection.exec_driver_sql(
            "select body from events where sequence between"
            f" (select first from acts where sequence = {record}) and {record}"
        )
        return json.dumps([body for (body,) in rows])


def test_at_poker_the_word_is_in_it_and_no_cards_of_others(room: Room) -> None:
    keep(room, P, 1)
    room.do("close", "dee", dealt, P)
    open_word(room, P, 1)
    room.do("deal", "dee", dealt, P)
    hand = room.hall.poker(P).round
    assert hand is not None
    held = hand.held[1]
    room.do("fold", "dee", acted, P, hand.to_act, "fold")
    mine = receipt_json(receipt(room.store, room.hall, "pam", P, 1))
    assert [one["player"] for one in mine["words"]] == ["pam"]  # type: ignore[attr-defined]
    told = set(re.findall(r"\b[2-9TJQKA][cdhs]\b", json.dumps(mine)))
    assert told == {fair.CARD_NAMES[card] for card in held}
    with pytest.raises(NotAllowed):
        receipt(room.store, room.hall, "dee", P, 1)


def test_a_round_that_ends_with_its_deal_leaves_its_words_to_its_own_shoe(room: Room) -> None:
    table = open_table("4-card-buyout", options={"bonus_alone": True})
    room.do("open b", "flo", table_opened, "b", table)
    room.do("fill b", "flo", filled, "b", Cents(1_000_000))
    room.do("sit b", "dee", bought_in, "b", 1, "pam", Cents(20_000), cash=True)
    keep(room, "b", 1, {"bonus": 500})
    room.do("close b", "dee", dealt, "b")
    open_word(room, "b", 1)
    room.do("deal b", "dee", dealt, "b")
    room.do("deal b2", "dee", dealt, "b", {1: {"bonus": 500}})
    first, second = (recall(room.store, "b", number).proof for number in (1, 2))
    assert first is not None and second is not None
    assert [len(one["words"]) for one in (first, second)] == [1, 0]  # type: ignore[arg-type]
    assert fair.check(first) == fair.check(second) == []


def test_the_chips_before_and_after_each_round(room: Room) -> None:
    """Also for a player who left and came back, and for a poker hand; by the balances then."""
    chips = {T: chips_of(T, 1), P: chips_of(P, 1)}
    seen: dict[tuple[str, int], tuple[int, int]] = {}
    for number in range(1, 5):
        if number == 3:
            room.do("up", "dee", cashed_out, T, 1)
            room.do("again", "dee", bought_in, T, 1, "pam", Cents(7_000), cash=True)
        for name in (T, P):
            before = room.store.balance(chips[name])
            room.do(f"{name} {number}", "dee", dealt, name, {1: ANTE, 2: ANTE} if name == T else {})
            while (state := room.hall.table(name)).round is not None:
                key = f"{name} #{state.version}"
                room.do(key, "dee", acted, name, state.turn, state.legal[0])
            seen[name, number] = before, room.store.balance(chips[name])
    for (name, number), must in seen.items():
        own = receipt(room.store, room.hall, "pam", name, number)
        assert (own.chips_before, own.chips_after) == must
        assert receipt_json(own)["receipt"]["chips_after"] == must[1]  # type: ignore[index]
