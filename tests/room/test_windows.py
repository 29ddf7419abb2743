"""Betting windows: how long bets are taken, what a deal waits for, and forgeries."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

import pytest

from croupier.bank.audit import run as bank_audit
from croupier.bank.audit.run import AuditFailed
from croupier.desk.room.acts import act
from croupier.desk.room.answers import answer
from croupier.room.audit.run import audit
from croupier.room.books.receipt import receipt
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.tables.bets import bet_made, bets_opened, word_kept
from croupier.room.tables.rounds import acted, dealt, round_called_off
from croupier.room.tables.seats import left, sat_in, sat_out
from croupier.room.tables.words import BETS_OPENED, BettingWindow
from tests.room.test_forged_words import bet_row, deals, says
from tests.room.test_words import ANTE, Clock, P, T, clock, done, played_on, refused, room
from tests.room.words import commitment_of, keep, open_word

__all__ = ["clock", "room"]


def opened(room: Room, within: int = 20, name: str = T) -> None:
    done(room, "dee", bets_opened, name, within)


def bets(room: Room, *seats: int) -> None:
    for seat in seats:
        done(room, room.hall.table(T).seats[seat], bet_made, T, seat, ANTE)


def test_bets_are_taken_until_then_and_no_longer(room: Room, clock: Clock) -> None:
    opened(room)
    before = room.hall.table(T).before
    assert before.window == BettingWindow(1, clock.now + 20_000)
    bets(room, 1)
    refused(room, "room/bets", "20 seconds are left", "dee", dealt, T)
    refused(room, "room/bets", "open already; 20 seconds are left", "dee", bets_opened, T, 20)
    clock.passes(20)
    bets(room, 2)  # at the last moment
    clock.now += 1
    over = "the time for bets is over"
    refused(room, "room/bets", over, "rob", bet_made, T, 3, ANTE)
    refused(room, "room/bets", over, "pam", bet_made, T, 1, {})
    word = commitment_of(room.hall.table(T), 3)
    refused(room, "room/bets", over, "rob", word_kept, T, 3, word)
    refused(room, "room/bets", over, "dee", dealt, T, {3: ANTE})
    refused(room, "room/bets", "the bets are made; deal", "dee", bets_opened, T, 20)
    done(room, "dee", dealt, T)
    refused(room, "room/round", "not over yet", "dee", bets_opened, T, 20)
    played_on(room)
    assert room.hall.table(T).before.window is None
    bets(room, 3)  # if nobody opens bets, they are taken until the deal
    done(room, "dee", dealt, T, {1: ANTE})
    played_on(room)
    assert audit(room.store, workers=1).rounds == 2


def test_a_deal_waits_only_for_seats_that_play(room: Room) -> None:
    opened(room)
    bets(room, 1)
    refused(room, "room/bets", "waits for: 2, 3", "dee", dealt, T)
    done(room, "dee", sat_out, T, 2)
    refused(room, "room/bets", "waits for: 3", "dee", dealt, T)
    done(room, "rob", left, T, 3)  # not in a round: leaves immediately
    done(room, "dee", dealt, T)
    done(room, "pam", left, T, 1)
    played_on(room)
    done(room, "quin", sat_in, T, 2)
    opened(room)
    bets(room, 2)
    done(room, "dee", dealt, T)  # pam is leaving, so nobody waits for her
    played_on(room)
    assert audit(room.store, workers=1).rounds == 2


def test_bets_that_the_dealer_states_count_while_there_is_time(room: Room) -> None:
    opened(room)
    bets(room, 1)
    refused(room, "room/bets", "waits for: 3", "dee", dealt, T, {2: ANTE})
    done(room, "dee", dealt, T, {2: ANTE, 3: ANTE})
    played_on(room)
    assert audit(room.store, workers=1).rounds == 1


def test_nobody_bets_and_it_is_opened_again(room: Room, clock: Clock) -> None:
    for _ in range(3):
        opened(room, 5)
        clock.passes(6)
    refused(room, "table/seats", "no seat made a wager", "dee", dealt, T)
    opened(room, 600)
    assert room.hall.table(T).before.window == BettingWindow(1, clock.now + 600_000)
    assert audit(room.store, workers=1).rounds == 0


def test_what_is_refused(room: Room) -> None:
    for within in (4, 601, 0, -1):
        refused(room, "room/bets", "5 to 600 seconds", "dee", bets_opened, T, within)
    for by in ("pam", "aud", "ada"):
        refused(room, "role/not_allowed", "may deal", by, bets_opened, T, 20)
    refused(room, "room/table", "", "dee", bets_opened, "8", 20)
    keep(room, T, 1, ANTE)
    done(room, "dee", dealt, T)
    refused(room, "room/bets", "are closed", "dee", bets_opened, T, 20)


def test_words_and_closed_bets(room: Room, clock: Clock) -> None:
    opened(room)
    for seat in (1, 2):
        keep(room, T, seat, ANTE)
    clock.passes(21)
    done(room, "dee", dealt, T)
    before = room.hall.table(T).before
    assert before.window is None and before.closed is not None
    for seat in (1, 2):
        open_word(room, T, seat)
    done(room, "dee", dealt, T)
    played_on(room)
    steps = [one.what for one in receipt(room.store, room.hall, "quin", T, 1).steps]
    assert steps == ["commitment", "bets opened", "bet", "bets closed", "word opened"]
    assert audit(room.store, workers=1).rounds == 1


def test_at_poker_it_is_for_words(room: Room, clock: Clock) -> None:
    opened(room, 20, P)
    keep(room, P, 1)
    refused(room, "room/bets", "waits for: 2, 3", "dee", dealt, P)
    refused(room, "room/bets", "waits for: 2, 3", "dee", dealt, P, {1: {}, 2: {}})
    done(room, "rob", sat_out, P, 3)
    keep(room, P, 2)
    done(room, "dee", dealt, P)
    assert room.hall.table(P).before.closed is not None
    for seat in (1, 2):
        open_word(room, P, seat)
    done(room, "dee", dealt, P)
    played_on(room, P)
    opened(room, 20, P)
    clock.passes(20)
    done(room, "dee", dealt, P)
    played_on(room, P)
    assert audit(room.store, workers=1).rounds == 2


def test_what_is_written_later_than_it_was_decided(room: Room, clock: Clock) -> None:
    """The store's clock advances between the decision and the commit."""
    opened(room)
    commit = room.store.commit_many

    def late(acts: object) -> object:
        clock.passes(30)
        return commit(acts)  # type: ignore[arg-type]

    room.store.commit_many = late  # type: ignore[method-assign, assignment]
    (answer,) = room.do_all([Request("b", "pam", bet_made, (T, 1, ANTE))])
    assert getattr(answer, "code", "") == "act/too_late"
    (answer,) = room.do_all([Request("o", "dee", bets_opened, (T, 20))])
    assert getattr(answer, "code", "") == "act/too_late"
    assert room.hall.table(T).before.bets == {}


def test_called_off_with_its_bets(room: Room) -> None:
    opened(room)
    refused(room, "room/round", "no round to call off", "flo", round_called_off, T, "a spill")
    bets(room, 1)
    done(room, "flo", round_called_off, T, "a spill")
    assert room.hall.table(T).before.window is None
    opened(room)
    assert audit(room.store, workers=1).abandoned == 1


def test_the_answer_and_a_retry(room: Room, clock: Clock) -> None:
    first = act(room, "o", "dee", "open_bets", T, within=20)
    said = answer(first)
    assert said.text == "Table 7: bets are open for round 1, until 2027-01-15 08:00:20 UTC."
    assert said.moved == {"number": 1, "until": clock.now + 20_000}
    clock.passes(100)
    assert answer(act(room, "o", "dee", "open_bets", T, 20)) == said


def test_random_play_with_windows(
    room: Room, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(5)
    for _ in range(25):
        state = room.hall.table(T)
        if state.before.window is None or state.before.is_late(clock.now):
            room.do(f"o{state.version}", "dee", bets_opened, T, rng.choice([5, 20]))
        for seat in rng.sample(sorted(state.active), rng.randint(0, len(state.active))):
            if rng.random() < 0.5:
                keep(room, T, seat, ANTE)
            else:
                room.do(
                    f"b{room.hall.table(T).version}", state.seats[seat], bet_made, T, seat, ANTE
                )
        state = room.hall.table(T)
        waits = [seat for seat in state.active if seat not in state.before.bets]
        if waits:
            seat, by = waits[0], rng.choice(["dee", state.seats[waits[0]]])
            if len(state.active) > 1 and rng.random() < 0.3:
                room.do(f"out{state.version}", by, sat_out, T, seat)
            clock.passes(21)
        if not state.before.bets:
            continue
        room.do(f"d{state.version}", "dee", dealt, T)
        while (before := room.hall.table(T).before).missing:
            open_word(room, T, before.missing[0].seat)
        if before.closed is not None:
            room.do(f"dd{state.version}", "dee", dealt, T)
        while (now := room.hall.banked(T).round) is not None:
            room.do(f"a{now.version} {state.version}", "dee", acted, T, now.turn, "fold")
        for seat in room.hall.table(T).out:
            if rng.random() < 0.5:
                room.do(f"in{room.hall.table(T).version}", "dee", sat_in, T, seat)
        assert Room(room.store).hall == room.hall
    rounds = room.hall.table(T).rounds
    assert rounds > 5
    for window in (1, 3, 7, 10_000):
        monkeypatch.setattr(bank_audit, "WINDOW", window)
        assert audit(room.store, workers=1).rounds == rounds


# Forged


def window_row(clock: Clock, **changed: object) -> Mapping[str, object]:
    return {"event": BETS_OPENED, "number": 1, "until": clock.now + 20_000, **changed}


def say(room: Room, row: Mapping[str, object], by: str = "dee") -> None:
    room.do("forged", by, says, T, row)


def wrong_number(room: Room, clock: Clock) -> None:
    say(room, window_row(clock, number=2))


def wrong_number_later(room: Room, clock: Clock) -> None:
    room.do("deal", "dee", dealt, T, {1: ANTE})
    played_on(room)
    say(room, window_row(clock, number=1))


def by_a_player(room: Room, clock: Clock) -> None:
    say(room, window_row(clock), "pam")


def too_short(room: Room, clock: Clock) -> None:
    say(room, window_row(clock, until=clock.now + 100))


def too_long(room: Room, clock: Clock) -> None:
    say(room, window_row(clock, until=clock.now + 601_000))


def twice(room: Room, clock: Clock) -> None:
    opened(room)
    say(room, window_row(clock))


def with_bets(room: Room, clock: Clock) -> None:
    opened(room)
    bets(room, 1)
    clock.passes(21)
    say(room, window_row(clock))


def says_more(room: Room, clock: Clock) -> None:
    say(room, window_row(clock, seat=1))


def late_bet(room: Room, clock: Clock) -> None:
    opened(room)
    clock.passes(21)
    say(room, bet_row(room, 1, "pam"), "pam")


def early_deal(room: Room, clock: Clock) -> None:
    opened(room)
    bets(room, 1)
    room.do("forged", "dee", deals, T, {1: ANTE})


def early_deal_without_any_bet(room: Room, clock: Clock) -> None:
    opened(room)
    room.do("forged", "dee", deals, T, {2: ANTE})


def late_stated_bet(room: Room, clock: Clock) -> None:
    opened(room)
    bets(room, 1)
    clock.passes(21)
    room.do("forged", "dee", deals, T, {1: ANTE, 2: ANTE})


def early_hand(room: Room, clock: Clock) -> None:
    opened(room, 20, P)
    state = room.hall.poker(P)
    room._states.learn([replace(state, before=state.before.called_off())])  # as if there were none
    room.do("forged", "dee", dealt, P)


@pytest.mark.parametrize(
    "forge, words",
    [
        (wrong_number, "bets are opened for round 2, after 0"),
        (wrong_number_later, "bets are opened for round 1, after round 1"),
        (by_a_player, "pam is a player here"),
        (too_short, "bets are opened until"),
        (too_long, "bets are opened until"),
        (twice, "bets are opened twice"),
        (with_bets, "bets are opened twice"),
        (says_more, "which is not so written"),
        (late_bet, "when the time for bets is over"),
        (early_deal, "while bets are open, without seat 2"),
        (early_deal_without_any_bet, "while bets are open, without seat 1"),
        (late_stated_bet, "seat 2 bets when the time for bets is over"),
        (early_hand, "before the time for words is over"),
    ],
)
@pytest.mark.parametrize("window", [1, 10_000])
def test_forged(
    room: Room,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    forge: Callable[[Room, Clock], None],
    words: str,
    window: int,
) -> None:
    forge(room, clock)
    monkeypatch.setattr(bank_audit, "WINDOW", window)
    with pytest.raises(AuditFailed, match=words if window > 1 else "."):
        audit(room.store, workers=1)
