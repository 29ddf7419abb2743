"""Limits and breaks that players set for themselves: what they allow, and from when on."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from croupier.bank.reading import Stretch
from croupier.bank.store import Store, open_store
from croupier.errors import Refused
from croupier.games.registry import GAMES, POKER
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.books.log import log
from croupier.room.names import player_of
from croupier.room.own_limits.periods import DAY, ends
from croupier.room.own_limits.state import EXCLUDED, MINUTE
from croupier.room.people.roles import Role
from croupier.room.room import Room
from tests.room.evening import NOON, OTHER, POKER_TABLE, PRIME, Evening
from tests.room.rooms import RICH, any_room, everybody_goes, no_worth, play
from tests.room.test_several import held
from tests.room.words import keep, open_word

ANTE = {"ante": 500}
Act = tuple[Any, ...]


@pytest.fixture
def evening(store: Store) -> Evening:
    return Evening(store)


def test_a_lower_limit_at_once_a_higher_one_after_a_day_and_a_second_yes(evening: Evening) -> None:
    by = evening.by
    by("pam", "set_limit", "pam", "deposit-day", 5_000)
    evening.refused("deposits of \\$50 a day", "flo", "deposit", "pam", Cents(5_001))
    by("flo", "deposit", "pam", Cents(3_000))
    evening.refused("\\$30 came in already", "flo", "deposit", "pam", Cents(2_001))
    by("pam", "set_limit", "pam", "deposit-day", 4_000)
    evening.refused("deposits of \\$40 a day", "flo", "deposit", "pam", Cents(1_001))
    by("pam", "set_limit", "pam", "deposit-day", 9_000)  # asked for
    assert evening.own().limits == {"deposit-day": 4_000}
    evening.at += DAY - 1
    evening.refused("takes a day", "pam", "confirm_limit", "pam", "deposit-day")
    evening.at += 1
    evening.refused("has not asked", "flo", "confirm_limit", "pam", "deposit-day")
    by("pam", "confirm_limit", "pam", "deposit-day")
    by("flo", "deposit", "pam", Cents(9_000))
    evening.sound()


def test_a_request_for_more_is_forgotten_and_a_lower_limit_withdraws_it(evening: Evening) -> None:
    by = evening.by
    by("pam", "set_limit", "pam", "loss-week", 5_000)
    by("pam", "set_limit", "pam", "loss-week")  # without an amount: no limit any more
    evening.at += 8 * DAY
    evening.refused("forgotten", "pam", "confirm_limit", "pam", "loss-week")
    by("pam", "set_limit", "pam", "loss-week", 7_000)
    evening.at += DAY
    by("pam", "set_limit", "pam", "loss-week", 5_000)  # it stays
    evening.refused("has not asked", "pam", "confirm_limit", "pam", "loss-week")
    evening.sound()


def test_the_floor_only_lowers(evening: Evening) -> None:
    evening.by("flo", "set_limit", "pam", "round", 2_000)
    evening.refused("only pam can ask", "flo", "set_limit", "pam", "round", 3_000)
    evening.refused("only pam can ask", "flo", "set_limit", "pam", "round")
    evening.refused("may limit a player who asks", "dee", "set_limit", "pam", "round", 1_000)
    evening.refused("may limit a player who asks", "quin", "set_limit", "pam", "round", 1_000)
    evening.refused("not a player", "flo", "set_limit", "dee", "round", 1_000)
    evening.refused("is no limit", "pam", "set_limit", "pam", "fun", 1_000)
    evening.refused("cannot be that low", "pam", "set_limit", "pam", "round", -1)
    evening.sound()


def test_cash_for_chips_is_a_deposit(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "deposit-month", 5_000)
    about = (PRIME, 1, "pam")
    evening.refused("deposits of \\$50", "dee", "buy_in", *about, Cents(6_000), cash=True)
    evening.by("dee", "buy_in", *about, Cents(4_000), cash=True)
    evening.refused("\\$40 came in", "flo", "deposit", "pam", Cents(2_000))
    evening.by("dee", "buy_in", *about, Cents(6_000))  # chips for money that is here
    evening.sound()


def test_calendar_periods() -> None:
    week = ends("week", NOON)
    assert ends("day", NOON) == NOON + DAY // 2
    assert week == ends("day", NOON) + 5 * DAY == ends("week", week - 1) < ends("week", week)
    assert ends("month", NOON) == ends("day", NOON) + 13 * DAY  # the first of December
    december = ends("month", ends("month", NOON))
    assert december == ends("month", NOON) + 31 * DAY


def test_losses_count_what_a_round_may_still_cost(evening: Evening) -> None:
    evening.sit(PRIME, 1, "pam")
    evening.by("pam", "set_limit", "pam", "loss-day", 5_000)
    # An ante of $10 may be raised by $30.
    evening.refused("may cost \\$52", "pam", "bet", PRIME, 1, {"ante": 1_300})
    evening.by("pam", "bet", PRIME, 1, {"ante": 1_000})
    assert evening.own().at_risk() == 4_000
    evening.round(PRIME, {})
    assert (evening.own().at_risk(), evening.own().lost["day"][1]) == (0, 1_000)
    evening.by("pam", "bet", PRIME, 1, {"ante": 1_000})
    evening.by("pam", "bet", PRIME, 1, {})
    evening.refused("\\$10 is lost", "pam", "bet", PRIME, 1, {"ante": 1_100})
    evening.at = ends("day", evening.at)  # a new day
    evening.by("pam", "bet", PRIME, 1, {"ante": 1_100})
    evening.sound()


def test_a_win_counts_against_losses(evening: Evening) -> None:
    evening.sit(PRIME, 1, "pam")
    evening.by("pam", "set_limit", "pam", "loss-month", 50_000)
    before = evening.store.balance("table/7/chips/1")
    for _ in range(6):
        evening.round(PRIME, {1: {"ante": 500}}, "raise 2x")
    won = evening.store.balance("table/7/chips/1") - before
    assert evening.own().lost["month"][1] == -won
    evening.sound()


def test_a_round_that_was_allowed_is_finished(evening: Evening) -> None:
    evening.sit(PRIME, 1, "pam")
    evening.by("pam", "set_limit", "pam", "loss-day", 4_000)
    evening.by("dee", "deal", PRIME, {1: {"ante": 1_000}})
    evening.by("pam", "set_limit", "pam", "loss-day", 100)
    evening.by("pam", "exclude", "pam", "year")
    evening.by("pam", "act", PRIME, 1, "raise 3x")
    assert evening.room.hall.table(PRIME).round is None
    evening.by("pam", "leave", PRIME, 1)
    has = evening.store.balance(player_of("pam"))
    evening.by("flo", "withdraw", "pam", has)
    evening.sound()


def test_the_limit_of_a_round_counts_its_raises_and_all_seats(evening: Evening) -> None:
    for seat in (1, 2):
        evening.sit(PRIME, seat, "pam")
    evening.by("pam", "set_limit", "pam", "round", 3_000)
    evening.refused("may cost \\$32", "pam", "bet", PRIME, 1, {"ante": 800})
    evening.by("pam", "bet", PRIME, 1, {"ante": 500})
    evening.refused("may cost \\$40", "dee", "deal", PRIME, {2: {"ante": 500}})
    evening.round(PRIME, {}, "raise 3x")
    evening.sound()


def test_the_limit_of_a_buy_in(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "buy-in", 10_000)
    evening.refused("\\$100 bought in", "dee", "buy_in", PRIME, 1, "pam", Cents(10_100))
    evening.sit(PRIME, 1, "pam", 6_000)
    evening.refused("after this it would be", "pam", "buy_in", PRIME, 2, "pam", Cents(5_000))
    evening.sit(PRIME, 1, "pam", 4_000)
    evening.sound()


def test_a_session_ends_and_another_begins_after_an_hours_rest(evening: Evening) -> None:
    evening.sit(PRIME, 1, "pam")
    evening.by("pam", "set_limit", "pam", "session", 30)
    for _ in range(3):
        evening.round(PRIME, {1: {"ante": 500}})
        evening.at += 14 * MINUTE
    bet = ("pam", "bet", PRIME, 1, {"ante": 500})
    evening.refused("sessions of 30 minutes", *bet)
    evening.at += 45 * MINUTE
    evening.refused("sessions of 30 minutes", *bet)
    evening.at += MINUTE
    evening.by(*bet)
    evening.sound()


@pytest.mark.parametrize("table", [PRIME, POKER_TABLE])
def test_a_break(evening: Evening, table: str) -> None:
    for seat, player in enumerate(("pam", "quin", "rex"), 1):
        evening.sit(table, seat, player)
    if table == PRIME:
        evening.by("pam", "bet", table, 1, {"ante": 500})
        evening.by("quin", "bet", table, 2, {"ante": 500})
    evening.by("pam", "take_break", "pam", "week")
    evening.round(table, {})  # without pam
    for act in (
        ("flo", "deposit", "pam", Cents(100)),
        ("dee", "buy_in", table, 1, "pam", Cents(100)),
        ("pam", "sit_in", table, 1),
    ):
        evening.refused("takes a break until 2026-11-24 12:00:00 UTC", *act)
    if table == PRIME:
        evening.refused("takes a break", "pam", "bet", table, 1, {"ante": 500})
        evening.refused("takes a break", "dee", "deal", table, {1: {"ante": 500}})
    else:
        evening.refused("takes a break", "dee", "deal", table, {1: {}, 2: {}})
    evening.refused("cannot be shortened", "pam", "take_break", "pam", "day")
    evening.by("pam", "leave", table, 1)
    evening.by("flo", "withdraw", "pam", Cents(100_000))
    evening.at += 7 * DAY
    evening.by("flo", "deposit", "pam", Cents(100))
    evening.sound()


def test_an_exclusion_until_further_notice(evening: Evening) -> None:
    evening.by("flo", "exclude", "pam", "indefinite")
    (logged,) = [one for one in log(evening.store, Stretch(1, 10**9)) if one.kind == EXCLUDED]
    assert (logged.stream, logged.about["by"]) == ("own/pam", "flo")
    evening.refused("a year at least", "pam", "set_limit", "pam", "exclusion")
    evening.refused("cannot be shortened", "pam", "exclude", "pam", "year")
    evening.at += 365 * DAY
    evening.refused("is excluded until further notice", "flo", "deposit", "pam", Cents(100))
    evening.refused("only pam can ask", "flo", "set_limit", "pam", "exclusion")
    evening.by("pam", "set_limit", "pam", "exclusion")
    evening.at += DAY
    evening.refused("is excluded", "flo", "deposit", "pam", Cents(100))
    evening.by("pam", "confirm_limit", "pam", "exclusion")
    evening.by("flo", "deposit", "pam", Cents(100))
    evening.sound()


def test_poker_stakes_all_chips(evening: Evening) -> None:
    for seat, player in enumerate(("pam", "quin", "rex"), 1):
        evening.sit(POKER_TABLE, seat, player)
    evening.by("pam", "set_limit", "pam", "loss-day", 20_000)
    evening.round(POKER_TABLE, {})
    lost = evening.own().lost["day"][1]
    assert lost == 20_000 - evening.store.balance("table/9/chips/1")
    evening.round(POKER_TABLE, {})
    evening.by("pam", "set_limit", "pam", "loss-day", 10_000)
    evening.by("dee", "deal", POKER_TABLE)  # pam's chips are more than may be lost
    assert evening.room.hall.poker(POKER_TABLE).round.in_hand == (2, 3)  # type: ignore[union-attr]
    evening.sound()


def test_words_and_limits(evening: Evening) -> None:
    """Bets that were closed are dealt, whatever the player decides since."""
    evening.sit(PRIME, 1, "pam")
    evening.by("pam", "set_limit", "pam", "loss-day", 4_000)
    keep(evening.room, PRIME, 1, {"ante": 1_000})
    evening.by("dee", "deal", PRIME, {})
    evening.by("pam", "take_break", "pam", "day")
    evening.by("pam", "set_limit", "pam", "loss-day", 10)
    open_word(evening.room, PRIME, 1)
    evening.by("dee", "deal", PRIME, {})
    evening.by("flo", "call_off", PRIME, "a misdeal")
    assert evening.own().at_risk() == 0
    assert evening.own().lost["day"][1] == 0
    evening.sound()


def test_bets_that_are_not_dealt_are_not_at_stake(evening: Evening) -> None:
    evening.sit(PRIME, 1, "pam")
    evening.by("pam", "set_limit", "pam", "loss-day", 9_000)
    evening.by("pam", "bet", PRIME, 1, {"ante": 1_000})
    evening.by("flo", "call_off", PRIME, "the wrong deck")
    assert evening.own().at_risk() == 0
    evening.by("pam", "bet", PRIME, 1, {"ante": 1_000})
    evening.by("dee", "cash_out", PRIME, 1)
    assert evening.own().at_risk() == 0
    evening.sit(PRIME, 1, "pam")
    evening.by("pam", "bet", PRIME, 1, {"ante": 1_000})
    evening.by("pam", "set_limit", "pam", "loss-day", 8_000)
    assert evening.own().at_risk() == 0 and not evening.room.hall.table(PRIME).before.bets
    evening.sound()


# Two processes on one bank


@pytest.fixture
def there(evening: Evening, url: str) -> Iterator[Room]:
    with open_store(url, clock=lambda: evening.at) as store:
        yield Room(store, no_worth)


@pytest.mark.parametrize(
    "limit, first, second",
    [
        (("loss-day", 3_000), ("bet", PRIME, 1, ANTE), ("bet", OTHER, 1, ANTE)),
        (("deposit-day", 700), ("deposit", "pam", Cents(400)), ("deposit", "pam", Cents(400))),
        (("round", 9_000), ("take_break", "pam", "day"), ("bet", OTHER, 1, ANTE)),
        (("round", 9_000), ("set_limit", "pam", "loss-day", 100), ("bet", OTHER, 1, ANTE)),
        (("round", 9_000), ("take_break", "pam", "day"), ("deposit", "pam", Cents(400))),
    ],
)
def test_two_processes_cannot_together_pass_a_limit(
    evening: Evening, there: Room, limit: Act, first: Act, second: Act
) -> None:
    """The second has decided already, and then writes."""
    for table in (PRIME, OTHER):
        evening.sit(table, 1, "pam")
    evening.by("pam", "set_limit", "pam", *limit)
    by = {"deposit": "flo"}
    meanwhile = held(there, lambda: evening.by(by.get(first[0], "pam"), *first))
    with meanwhile, pytest.raises(Refused) as refused:
        there.do("second", by.get(second[0], "pam"), *second)
    assert refused.value.code in ("own/limit", "own/break")
    assert evening.store.receipt("second") is None
    evening.sound()


def test_a_bet_of_another_process_is_taken_back_by_a_break(evening: Evening, there: Room) -> None:
    evening.sit(PRIME, 1, "pam")
    with held(there, lambda: evening.by("pam", "bet", PRIME, 1, ANTE)):
        there.do("break", "pam", "take_break", "pam", "day")
    evening.room.refresh()
    assert not evening.room.hall.table(PRIME).before.bets
    evening.sound()


def test_rounds_of_every_game_change_what_is_lost_as_they_change_the_chips(store: Store) -> None:
    """At random, with words, large wins, jackpots, calls-off and players who leave."""
    room = any_room(store, Random(11), [*GAMES.values(), *POKER.values()])
    players = [name for name, role in room.hall.floor.people.items() if role is Role.PLAYER]
    for name in players:
        room.do(f"limit {name}", name, "set_limit", name, "loss-month", 10**12)
    play(room, Random(12), 2)
    everybody_goes(room)
    lost = {name: RICH - store.balance(player_of(name)) for name in players}
    assert {name: room.hall.own(name).lost.get("month", (0, 0))[1] for name in players} == lost
    assert any(lost.values()) and not any(room.hall.own(name).stakes for name in players)
    assert audit(store, workers=1).complete


def test_the_same_key_again_is_the_same_act(evening: Evening) -> None:
    first = evening.room.do("limit", "pam", "set_limit", "pam", "loss-day", 1_000)
    evening.at += DAY
    assert evening.room.do("limit", "pam", "set_limit", "pam", "loss-day", 1_000) == first
    with pytest.raises(Refused, match="act/key_taken"):
        evening.room.do("limit", "pam", "set_limit", "pam", "loss-day", 2_000)
