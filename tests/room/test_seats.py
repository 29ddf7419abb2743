"""Players sit out, sit in, and leave, at either kind of table; and forgeries of that."""

from collections.abc import Callable

import pytest

from croupier.bank.act import Event
from croupier.bank.audit import run as bank_audit
from croupier.bank.audit.run import AuditFailed
from croupier.desk.room.acts import act
from croupier.desk.room.answers import answer
from croupier.desk.room.show import show
from croupier.games.registry import game
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.cage.cash_postings import CASHED
from croupier.room.names import chips_of, player_of
from croupier.room.room import Room
from croupier.room.state.hall import Actor, Hall, Transition, decision, table_transition
from croupier.room.tables.bets import bet_made
from croupier.room.tables.rounds import acknowledged, acted, dealt, round_called_off
from croupier.room.tables.seats import LEAVES, SAT_IN, SAT_OUT, left, sat_in, sat_out, seat_changed
from croupier.room.tables.state import body
from croupier.room.tables.tables import bought_in, cashed_out, filled, table_opened
from croupier.rules.limits import Limits, profile, profiles
from croupier.table.table import open_table
from tests.room.test_forged_words import bet_row, closing, deals, says
from tests.room.test_words import ANTE, Clock, P, T, clock, done, played_on, refused, room
from tests.room.words import keep, open_word

__all__ = ["clock", "room"]

both = pytest.mark.parametrize("name", [T, P])


def deal(room: Room, name: str) -> None:
    bets = dict.fromkeys(room.hall.table(name).active, ANTE) if name == T else {}
    done(room, "dee", dealt, name, bets)


@both
def test_a_player_who_sits_out_keeps_seat_and_chips_and_is_not_dealt_in(
    room: Room, name: str
) -> None:
    done(room, "quin", sat_out, name, 2)
    state = room.hall.table(name)
    assert (state.active, state.seats[2], state.seated(2).sits_out) == ([1, 3], "quin", True)
    refused(room, "room/seat", "has sat out already", "dee", sat_out, name, 2)
    refused(room, "role/not_allowed", "act for a player", "pam", sat_in, name, 2)
    deal(room, name)
    assert not room.hall.table(name).plays(2)
    played_on(room, name)
    assert room.store.balance(chips_of(name, 2)) == 20_000
    done(room, "dee", sat_in, name, 2)
    assert room.hall.table(name).active == [1, 2, 3]
    refused(room, "room/seat", "has sat in already", "dee", sat_in, name, 2)
    assert audit(room.store, workers=1).rounds == 1


def test_at_a_house_banked_table_nobody_who_sits_out_bets(room: Room) -> None:
    done(room, "quin", sat_out, T, 2)
    words = "sits out; sit in first"
    refused(room, "room/seat", words, "quin", bet_made, T, 2, ANTE)
    refused(room, "room/seat", words, "dee", dealt, T, {2: ANTE})
    refused(room, "room/game", "not poker", "quin", sat_in, T, 2, post=True)
    done(room, "pam", bet_made, T, 1, ANTE)
    refused(room, "room/bets", "take it back first", "dee", sat_out, T, 1)
    done(room, "pam", bet_made, T, 1, {})
    done(room, "pam", sat_out, T, 1)
    keep(room, T, 3, ANTE)
    done(room, "dee", dealt, T)
    refused(room, "room/bets", "dealt into the next round already", "rob", sat_out, T, 3)
    open_word(room, T, 3)
    done(room, "dee", dealt, T)
    done(room, "rob", sat_out, T, 3)  # from the next round on
    played_on(room)
    assert room.hall.table(T).active == []
    assert audit(room.store, workers=1).rounds == 1


@both
def test_a_player_who_leaves_between_rounds_is_cashed_out_immediately(
    room: Room, name: str
) -> None:
    first = act(room, "go", "quin", "leave", name, 2)
    said = answer(first)
    assert first.done.events[0].kind == CASHED
    assert said.moved["cashed_out"] == 20_000 and said.moved["paid"] == "deposit"
    assert 2 not in room.hall.table(name).seats
    assert room.store.balance(player_of("quin")) == 20_000
    assert answer(act(room, "go", "quin", "leave", name, 2)) == said
    refused(room, "room/seat", "nobody sits at seat 2", "dee", left, name, 2)
    refused(room, "role/not_allowed", "act for a player", "pam", left, name, 3)
    done(room, "dee", left, name, 3)
    assert audit(room.store, workers=1).complete


@both
def test_during_a_round_it_is_after_the_round(room: Room, name: str) -> None:
    deal(room, name)
    done_by = act(room, "go", "quin", "leave", name, 2)
    assert answer(done_by).text == f"quin leaves seat 2 of table {name} after the round."
    state = room.hall.table(name)
    assert (state.leaving, state.active, state.seated(2).leaves) == ({2}, [1, 3], True)
    assert Room(room.store).hall == room.hall
    shown = next(one for one in show(room.store).tables if one.state.name == name)
    assert shown.data["seats"]["2"]["leaves"] is True  # type: ignore[index]
    refused(room, "room/seat", "is leaving already", "dee", left, name, 2)
    refused(room, "room/seat", "leaves after the round already", "quin", sat_out, name, 2)
    refused(room, "room/seat", "in a round", "dee", cashed_out, name, 2)
    played_on(room, name)
    if name == T:
        words = "is leaving; sit in first"
        refused(room, "room/seat", words, "quin", bet_made, T, 2, ANTE)
        refused(room, "room/seat", words, "dee", dealt, T, {2: ANTE})
    else:
        refused(room, "room/seat", "cannot play", "dee", dealt, P, {1: {}, 2: {}})
    deal(room, name)
    assert not room.hall.table(name).plays(2)
    done(room, "dee", cashed_out, name, 2)
    assert room.hall.table(name).leaving == frozenset()
    played_on(room, name)
    assert audit(room.store, workers=1).rounds == 2


@both
def test_a_player_who_sits_in_stays(room: Room, name: str) -> None:
    deal(room, name)
    done(room, "quin", left, name, 2)
    done(room, "quin", sat_in, name, 2)
    assert room.hall.table(name).active == [1, 2, 3]
    done(room, "dee", left, name, 2)
    played_on(room, name)
    done(room, "quin", left, name, 2)  # now immediately
    assert 2 not in room.hall.table(name).seats
    assert audit(room.store, workers=1).rounds == 1


def test_once_the_bets_are_closed(room: Room) -> None:
    keep(room, T, 1, ANTE)
    done(room, "dee", dealt, T)
    done(room, "pam", left, T, 1)
    done(room, "pam", sat_in, T, 1)
    done(room, "pam", left, T, 1)
    done(room, "flo", round_called_off, T, "a spill")
    assert room.hall.table(T).leaving == {1}
    done(room, "dee", cashed_out, T, 1)
    assert audit(room.store, workers=1).complete


@both
def test_whoever_leaves_once_the_bets_are_closed_is_dealt_in(
    room: Room, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for seat in (1, 2):
        keep(room, name, seat, ANTE if name == T else None)
    done(room, "dee", dealt, name)
    done(room, "pam", left, name, 1)
    open_word(room, name, 1)
    open_word(room, name, 2)
    done(room, "dee", dealt, name)
    assert room.hall.table(name).plays(1)
    played_on(room, name)
    done(room, "dee", cashed_out, name, 1)
    for window in range(1, 12):
        monkeypatch.setattr(bank_audit, "WINDOW", window)
        assert audit(room.store, workers=1).rounds == 1


def wins(room: Room) -> None:
    """pam plays for more than may be paid without a supervisor, until she has won."""
    law = next(one for one in map(profile, profiles()) if one.single_wager is None)
    high = {wager.name: Cents(1_000_000) for wager in game("four-card-prime").wagers}
    table = open_table("four-card-prime", offers=["prime"], limits=Limits(law, {}, high))
    room.do("open high", "flo", table_opened, HIGH, table)
    room.do("fill high", "flo", filled, HIGH, Cents(100_000_000))
    room.do("sit high", "dee", bought_in, HIGH, 1, "pam", Cents(100_000_000), cash=True)
    while not room.hall.table(HIGH).held:
        key = f"deal {room.hall.table(HIGH).rounds}"
        room.do(key, "dee", dealt, HIGH, {1: {"ante": 400_000}})
        room.do(f"{key}: raise", "pam", acted, HIGH, 1, "raise 1x")


HIGH = "high"


def test_a_large_win_keeps_the_seat_until_it_is_acknowledged(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    wins(room)
    done(room, "pam", bet_made, HIGH, 1, ANTE)
    refused(room, "room/bets", "take it back first", "pam", left, HIGH, 1)
    done(room, "pam", bet_made, HIGH, 1, {})
    done(room, "pam", left, HIGH, 1)
    assert room.hall.table(HIGH).leaving == {1}
    refused(room, "room/held", "waits for a supervisor", "dee", cashed_out, HIGH, 1)
    done(room, "flo", acknowledged, HIGH, 1)
    done(room, "dee", cashed_out, HIGH, 1)
    for window in (1, 5, 10_000):
        monkeypatch.setattr(bank_audit, "WINDOW", window)
        assert audit(room.store, workers=1).complete


def test_in_a_round_wherever_windows_end(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (T, P):
        deal(room, name)
        done(room, "quin", left, name, 2)
        done(room, "quin", sat_in, name, 2)
        done(room, "quin", left, name, 2)
        played_on(room, name)
        done(room, "quin", sat_in, name, 2)
        done(room, "quin", sat_out, name, 2)
    for window in range(1, 12):
        monkeypatch.setattr(bank_audit, "WINDOW", window)
        assert audit(room.store, workers=1).rounds == 2


# Forged


@decision("seat_says")
def seat_says(
    hall: Hall, asked: Actor, name: str, seat: int, kind: str, player: str, post: bool = False
) -> Transition:
    """An event of a seat, by anybody; the state is what the event makes of it."""
    state = seat_changed(hall.table(name), seat, kind)
    said = {"by": asked.by, "seat": seat, "player": player, **({"post": True} if post else {})}
    return table_transition(state, asked, [Event(kind, body(said))])


def says_of(room: Room, name: str, seat: int, kind: str, player: str, by: str = "dee") -> None:
    room.do(f"forged {room.store.head().sequence}", by, seat_says, name, seat, kind, player)


def out_twice(room: Room) -> None:
    for _ in range(2):
        says_of(room, T, 2, SAT_OUT, "quin")


def in_twice(room: Room) -> None:
    says_of(room, T, 2, SAT_IN, "quin")


def another_s_seat(room: Room) -> None:
    says_of(room, T, 2, SAT_OUT, "quin", "pam")


def nobody_s_seat(room: Room) -> None:
    says_of(room, T, 5, SAT_OUT, "quin")


def posts_at_a_table_of_the_house(room: Room) -> None:
    done(room, "quin", sat_out, T, 2)
    room.do("forged", "dee", seat_says, T, 2, SAT_IN, "quin", True)


def out_with_a_bet(room: Room) -> None:
    done(room, "quin", bet_made, T, 2, ANTE)
    says_of(room, T, 2, SAT_OUT, "quin")


def bets_and_sits_out(room: Room) -> None:
    done(room, "quin", sat_out, T, 2)
    room.do("forged", "quin", says, T, bet_row(room, 2, "quin"))


def dealt_in_and_sits_out(room: Room) -> None:
    deal(room, T)
    played_on(room)
    done(room, "quin", sat_out, T, 2)
    room.do("forged", "dee", deals, T, dict.fromkeys((1, 2, 3), ANTE))


def leaves_where_no_round_is(room: Room) -> None:
    says_of(room, T, 2, LEAVES, "quin")


def leaves_after_the_round(room: Room) -> None:
    deal(room, T)
    played_on(room)
    says_of(room, T, 2, LEAVES, "quin")


def leaves_a_round_that_they_are_not_in(room: Room) -> None:
    done(room, "dee", dealt, T, {1: ANTE})
    says_of(room, T, 2, LEAVES, "quin")


def leaves_at_poker_where_no_hand_is(room: Room) -> None:
    says_of(room, P, 2, LEAVES, "quin")


def leaves_twice(room: Room) -> None:
    deal(room, T)
    for _ in range(2):
        says_of(room, T, 2, LEAVES, "quin")


def leaves_and_is_dealt_in(room: Room) -> None:
    deal(room, T)
    done(room, "quin", left, T, 2)
    played_on(room)
    room.do("forged", "dee", deals, T, dict.fromkeys((1, 2, 3), ANTE))


def leaves_and_the_bets_are_closed(room: Room) -> None:
    deal(room, T)
    done(room, "quin", left, T, 2)
    played_on(room)
    keep(room, T, 1, ANTE)
    row = closing(room, Clock(), {"1": ANTE, "2": ANTE})
    room.do("forged", "dee", says, T, row)


def leaves_for_another(room: Room) -> None:
    deal(room, T)
    says_of(room, T, 2, LEAVES, "quin", "pam")


FORGED = {
    out_twice: "has sat out at seat 2: nothing claims it",
    in_twice: "has sat in at seat 2: nothing claims it",
    another_s_seat: "pam is a player here",
    nobody_s_seat: "has no seat 5",
    posts_at_a_table_of_the_house: "nothing claims it",
    out_with_a_bet: "quin has sat out at seat 2, and has bet",
    bets_and_sits_out: "quin bets at seat 2, and sits out",
    dealt_in_and_sits_out: "seat 2 is dealt a hand, and sits out",
    leaves_where_no_round_is: "none is in progress",
    leaves_after_the_round: "none is in progress",
    leaves_a_round_that_they_are_not_in: "none is in progress",
    leaves_at_poker_where_no_hand_is: "none is in progress",
    leaves_twice: "nothing claims it",
    leaves_and_is_dealt_in: "seat 2 is dealt in, and leaves",
    leaves_and_the_bets_are_closed: "seat 2 is dealt in, and leaves",
    leaves_for_another: "pam is a player here",
}


@pytest.mark.parametrize("forge", FORGED)
@pytest.mark.parametrize("window", [1, 10_000])
def test_forged(
    room: Room, monkeypatch: pytest.MonkeyPatch, forge: Callable[[Room], None], window: int
) -> None:
    forge(room)
    monkeypatch.setattr(bank_audit, "WINDOW", window)
    with pytest.raises(AuditFailed, match=FORGED[forge]):
        audit(room.store, workers=1)


@pytest.mark.parametrize("name, field", [(T, "out"), (P, "leaving"), (T, "leaving")])
def test_a_forged_state_is_found(room: Room, name: str, field: str) -> None:
    deal(room, name)
    played_on(room, name)
    done(room, "quin", sat_out, name, 2)
    state = room.hall.table(name)
    forged = state.with_leaving(3) if field == "leaving" else state.with_out(3)
    room._states.learn([forged])
    room.do("forged", "dee", sat_in, name, 2)
    with pytest.raises(AuditFailed, match=field):
        audit(room.store, workers=1)
