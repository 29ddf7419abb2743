"""Missed blinds at a table of the room: sitting out and in, newcomers, the books, the audit."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from croupier.bank.audit.run import AuditFailed
from croupier.bank.sealing import NO_KEYS
from croupier.bank.store import Store, open_store
from croupier.errors import RuleError
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.cage.cage import deposited
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import NotAllowed, Role
from croupier.room.room import Room
from croupier.room.tables.poker.state import OpenPoker, new_deck, resumed, table_from
from croupier.room.tables.rounds import acted, dealt, round_called_off
from croupier.room.tables.seats import sat_in, sat_out
from croupier.room.tables.tables import bought_in, cashed_out, table_opened
from croupier.table.poker import deal as missed_blinds
from croupier.table.poker.deal import BIG, NEW, SMALL, Blinds, Dealing
from croupier.table.poker.events import Posted
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable, Positions, next_positions, open_poker
from tests.room.poker_rooms import any_poker, any_poker_request, open_full_poker
from tests.room.rooms import new_room

NAME = "9"
PLAYERS = {1: "ann", 2: "ben", 3: "cat", 4: "dan"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(f"sqlite:///{tmp_path}/bank.db") as opened:
        yield opened


def opened(store: Store, missed_blinds: str = "post", players: int = 4) -> Room:
    """A table of five seats with blinds of 1 and 2 dollars, and this many players."""
    room = new_room(store)
    table = open_poker("five-card-hold-out", {"missed_blinds": missed_blinds}, seat_count=5)
    room.do("open", "flo", table_opened, NAME, table)
    for player in (*PLAYERS.values(), "eve"):
        room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
        room.do(f"deposit {player}", "flo", deposited, player, Cents(1_000_000))
    for seat in range(1, players + 1):
        sits(room, seat, PLAYERS[seat])
    return room


def sits(room: Room, seat: int, player: str) -> None:
    room.do(f"sit {state(room).version}", "dee", bought_in, NAME, seat, player, Cents(100_000))


def state(room: Room) -> OpenPoker:
    return room.hall.poker(NAME)


def out(room: Room, seat: int) -> None:
    room.do(f"out {state(room).version}", "dee", sat_out, NAME, seat)


def back(room: Room, seat: int, *, post: bool = False) -> None:
    room.do(f"in {state(room).version}", "dee", sat_in, NAME, seat, post=post)


def next_hand(room: Room) -> Hand:
    """Deals the next hand, which is then folded to the end."""
    room.do(f"deal {state(room).version}", "dee", dealt, NAME)
    first = state(room).round
    assert first is not None
    while (hand := state(room).round) is not None:
        room.do(f"act {state(room).version}", "dee", acted, NAME, hand.to_act, "fold")
    return first


def posted(hand: Hand, seat: int) -> list[tuple[str, int]]:
    events = [event for event in hand.events if isinstance(event, Posted)]
    return [(event.what, event.chips) for event in events if event.seat == seat]


def test_forty_hands_of_somebody_who_sits_out_for_the_blinds(store: Store) -> None:
    """Seat 4 sits out whenever it would have the big blind, and comes back immediately. Without a
    rule it played 20 hands or more and posted nothing; now it plays none that it has not paid for.
    """
    room = opened(store)
    played, paid = dict.fromkeys(PLAYERS, 0), dict.fromkeys(PLAYERS, 0)
    for _ in range(40):
        at = state(room).positions
        its_own = at is not None and next_positions(at, PLAYERS, 5).big == 4
        if its_own:
            out(room, 4)
        hand = next_hand(room)
        if its_own:
            back(room, 4)
        for seat in hand.in_hand:
            played[seat] += 1
            paid[seat] += bool(posted(hand, seat))
    assert played == {1: 40, 2: 40, 3: 40, 4: 2}, "the two hands before its first blind was due"
    assert paid[4] == 0 and all(paid[seat] >= 26 for seat in (1, 2, 3))
    assert state(room).blinds.owed[4] == {BIG, SMALL}
    audit(store)


def test_a_player_who_comes_back_and_posts_pays_what_the_others_pay(store: Store) -> None:
    room = opened(store)
    next_hand(room)  # 4 has the button, the blinds are at 1 and 2
    next_hand(room)  # 2 and 3
    out(room, 4)
    hand = next_hand(room)
    assert hand.positions == Positions(2, 3, 1) and state(room).blinds.owed == {4: {BIG}}
    back(room, 4, post=True)
    hand = next_hand(room)
    assert hand.positions == Positions(3, 1, 2) and 4 not in hand.in_hand, "before the blinds"
    assert state(room).blinds == Blinds({4: frozenset({BIG, SMALL})}, frozenset({4}))
    hand = next_hand(room)
    assert hand.positions == Positions(1, 2, 3) and 4 in hand.in_hand
    assert posted(hand, 4) == [("missed big blind", 200), ("missed small blind", 100)]
    assert state(room).blinds == Blinds()
    assert next_hand(room).positions.big == 4
    audit(store)


def test_a_player_who_comes_back_without_posting_is_dealt_in_with_the_big_blind(
    store: Store,
) -> None:
    room = opened(store)
    next_hand(room)
    next_hand(room)
    out(room, 4)
    next_hand(room)
    back(room, 4)
    hands = [next_hand(room) for _ in range(3)]
    assert [4 in hand.in_hand for hand in hands] == [False, False, True]
    assert hands[-1].positions.big == 4 and posted(hands[-1], 4) == [("big blind", 200)]
    assert state(room).blinds == Blinds()
    audit(store)


def test_a_newcomer_waits_or_posts_and_is_never_dealt_in_free(store: Store) -> None:
    room = opened(store)
    next_hand(room)  # blinds at 1 and 2
    sits(room, 5, "eve")
    assert state(room).blinds.owed == {5: {NEW}}
    assert 5 not in next_hand(room).in_hand
    room.do("post", "eve", sat_in, NAME, 5, post=True)
    hand = next_hand(room)
    assert posted(hand, 5) == [("missed big blind", 200)] and hand.positions.big == 4
    assert state(room).blinds == Blinds()
    audit(store)


def test_those_who_sit_down_before_the_first_hand_owe_nothing(store: Store) -> None:
    room = opened(store)
    sits(room, 5, "eve")
    assert state(room).blinds == Blinds() and next_hand(room).in_hand == (1, 2, 3, 4, 5)


def test_buying_more_chips_makes_no_newcomer_and_leavers_owe_nothing(store: Store) -> None:
    room = opened(store)
    next_hand(room)
    sits(room, 1, "ann")
    assert state(room).blinds == Blinds()
    sits(room, 5, "eve")
    room.do("leave", "dee", cashed_out, NAME, 5)
    assert state(room).blinds == Blinds()


def test_an_idle_table_starts_over(store: Store) -> None:
    """Two of three left; the one who stays and two newcomers play immediately, and nobody posts."""
    room = opened(store, players=3)
    next_hand(room)
    for seat in (2, 3):
        room.do(f"leave {seat}", "dee", cashed_out, NAME, seat)
    sits(room, 4, "dan")
    sits(room, 5, "eve")
    hand = next_hand(room)
    assert hand.in_hand == (1, 4, 5) and not state(room).blinds.owed
    audit(store)


def test_the_house_may_only_let_people_wait_or_let_them_owe_nothing(store: Store) -> None:
    room = opened(store, "wait")
    next_hand(room)
    sits(room, 5, "eve")
    with pytest.raises(RuleError, match="wait for the big blind") as refused:
        back(room, 5, post=True)
    assert refused.value.code == "room/blinds"


def test_without_the_rule_everybody_plays(store: Store) -> None:
    room = opened(store, "none")
    next_hand(room)
    sits(room, 5, "eve")
    out(room, 3)
    next_hand(room)
    next_hand(room)
    assert state(room).blinds == Blinds()
    back(room, 3)
    assert next_hand(room).in_hand == (1, 2, 3, 4, 5)
    audit(store)


def test_a_forbidden_request_is_refused_and_changes_nothing(store: Store) -> None:
    room = opened(store)
    next_hand(room)
    sits(room, 5, "eve")
    before = state(room)
    with pytest.raises(RuleError, match="seat 1 owes no blind"):
        back(room, 1, post=True)
    with pytest.raises(RuleError, match="has sat in already"):
        back(room, 5)
    with pytest.raises(NotAllowed, match="may act for a player"):
        room.do("other", "ann", sat_in, NAME, 5, post=True)
    with pytest.raises(RuleError, match="seat 5 owes the big blind: it posts") as refused:
        room.do("deal", "dee", dealt, NAME, {1: {}, 2: {}, 3: {}, 5: {}})
    assert refused.value.code == "room/blinds"
    assert state(room) == before
    back(room, 5, post=True)
    with pytest.raises(RuleError, match="has sat in already"):
        back(room, 5, post=True)
    out(room, 5)
    assert not state(room).blinds.posting, "who sits out posts nothing"


def test_a_hand_that_is_called_off_passed_nobody(store: Store) -> None:
    room = opened(store)
    next_hand(room)
    next_hand(room)
    out(room, 4)
    room.do("deal", "dee", dealt, NAME)
    room.do("off", "flo", round_called_off, NAME, "a card was exposed")
    assert state(room).blinds == Blinds()
    next_hand(room)
    assert state(room).blinds.owed == {4: {BIG}}
    audit(store)


def test_debts_survive_a_restart_in_the_middle_of_a_hand(store: Store) -> None:
    room = opened(store)
    next_hand(room)
    sits(room, 5, "eve")
    back(room, 5, post=True)
    room.do("deal", "dee", dealt, NAME)
    assert state(Room(store)) == state(room)
    assert state(Room(store)).blinds.owed == {5: {NEW}}


def test_a_table_of_an_older_bank_owes_nothing() -> None:
    shoe = new_deck().sealed_by(lambda *_: "sealed")
    new = OpenPoker(NAME, open_poker("five-card-hold-out"), shoe, {1: "ann"}, {1: Cents(500)})
    data = {key: value for key, value in new.to_json().items() if key not in ("owed", "posting")}
    config = dict(data["config"])  # type: ignore[call-overload]
    config["options"] = {
        name: value for name, value in config["options"].items() if name != "missed_blinds"
    }
    old = resumed(3, {**data, "config": config}, [], NO_KEYS)
    assert old.blinds == Blinds() and not old.owes
    assert table_from(config).options["missed_blinds"] == "none"


def test_the_audit_names_a_hand_that_somebody_played_free(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(store)
    next_hand(room)
    sits(room, 5, "eve")
    with monkeypatch.context() as patched:
        patched.setattr(missed_blinds.Blinds, "dealing", everybody)
        next_hand(room)
    with pytest.raises(AuditFailed, match=r"table/9: hand 2 is dealt to \(1, 2, 3, 4, 5\)"):
        audit(store)


def everybody(blinds: Blinds, before: Positions | None, seats: list[int], count: int) -> Dealing:
    """As it was before blinds were owed."""
    assert before is not None
    return Dealing(next_positions(before, seats, count), tuple(seats), {})


def test_the_audit_names_a_debt_that_was_forgotten(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(store)
    next_hand(room)
    next_hand(room)
    out(room, 4)
    with monkeypatch.context() as patched:
        patched.setattr(missed_blinds.Blinds, "after_hand", lambda blinds, *_: blinds)
        next_hand(room)
    back(room, 4)
    next_hand(room)
    with pytest.raises(AuditFailed, match="hand 4 is dealt to"):
        audit(store)


def test_chips_bought_while_a_hand_is_called_off_are_followed(store: Store) -> None:
    room = opened(store)
    next_hand(room)
    room.do("deal", "dee", dealt, NAME)
    sits(room, 5, "eve")
    room.do("off", "flo", round_called_off, NAME, "a card was exposed")
    back(room, 5, post=True)
    assert 5 in next_hand(room).in_hand or 5 in next_hand(room).in_hand
    audit(store)


@pytest.mark.parametrize("seed", [23, 30])
def test_any_evening_is_audited(store: Store, seed: int) -> None:
    """Sitting out and in, joining and leaving, hands called off, in any order; until missed blinds
    were posted, and a hand was called off.
    """
    rng = Random(seed)
    room = new_room(store)
    open_full_poker(room, rng, NAME, any_table(rng))
    posted = called_off = acts = 0
    while acts < 200 or not (posted and called_off):
        request = any_poker_request(rng, state(room))
        room.do(request.key, request.by, request.decide, *request.about, **request.more)
        hand = state(room).round
        posted += request.decide is dealt and hand is not None and made_up(hand)
        called_off += request.decide is round_called_off
        acts += 1
        assert acts < 5000
    audit(store)


def made_up(hand: Hand) -> bool:
    return any(
        isinstance(event, Posted) and event.what in missed_blinds.MADE_UP for event in hand.events
    )


def any_table(rng: Random) -> PokerTable:
    """One at which blinds are posted, with five seats or nine."""
    while True:
        table = any_poker(rng)
        if table.options["missed_blinds"] == "post" and table.seat_count > 3:
            return table


def test_a_newcomer_during_the_first_hand_owes_and_the_audit_knows_it(store: Store) -> None:
    room = opened(store, players=3)
    room.do("first", "dee", dealt, NAME)
    sits(room, 4, PLAYERS[4])
    assert state(room).blinds.owed == {4: frozenset({NEW})}
    room.do("off", "flo", round_called_off, NAME, "a card short")
    assert state(room).positions is None and 4 in state(room).blinds.owed
    audit(store, workers=1)
