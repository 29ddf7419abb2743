"""Acts against the limits that players set, by somebody with the bank and their own program.

Each forgery is made by the room's own decisions with one of their checks or counts left out; the
audit, which has them all, names it.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.bank.act import Event
from croupier.bank.audit.run import AuditFailed
from croupier.bank.store import open_store
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.cage import cage
from croupier.room.own_limits import decisions, stakes
from croupier.room.own_limits.periods import DAY
from croupier.room.own_limits.stakes import OwnParts
from croupier.room.own_limits.state import (
    AT_STAKE,
    CONFIRMED,
    MINUTE,
    PAUSED,
    PUT_IN,
    RESULT,
    SET,
    OwnLimits,
)
from croupier.room.state.hall import Actor, Transition
from croupier.room.tables import seats, tables
from croupier.room.tables.state import body
from tests.room.evening import OTHER, POKER_TABLE, PRIME, Evening

Forges = Callable[[Evening], None]
FORGERIES: dict[str, tuple[str, Forges]] = {}
ANTE = {"ante": 500}


def forged(words: str) -> Callable[[Forges], Forges]:
    def known(forge: Forges) -> Forges:
        FORGERIES[forge.__name__] = words, forge
        return forge

    return known


@contextmanager
def without(place: Any, *names: str, instead: Any = lambda *_, **__: None) -> Iterator[None]:
    """The program without these checks."""
    with pytest.MonkeyPatch.context() as patch:
        for name in names:
            patch.setattr(place, name, instead)
        yield


@contextmanager
def uncounted(*kinds: str) -> Iterator[None]:
    """Events of these kinds are left out."""
    add = OwnParts._add

    def some(parts: OwnParts, player: str, kind: str, **said: object) -> None:
        if kind not in kinds:
            add(parts, player, kind, **said)

    with without(OwnParts, "_add", instead=some):
        yield


@contextmanager
def counted_as(kind: str, **changed: object) -> Iterator[None]:
    add = OwnParts._add

    def other(parts: OwnParts, player: str, what: str, **said: object) -> None:
        add(parts, player, what, **(said | changed if what == kind else said))

    with without(OwnParts, "_add", instead=other):
        yield


def sits(evening: Evening, **limits: int) -> None:
    """pam sits at table 7 and has set limits."""
    evening.sit(PRIME, 1, "pam")
    for what, amount in limits.items():
        evening.by("pam", "set_limit", "pam", what.replace("_", "-"), amount)


# Limits passed


@forged("losses of \\$10 a day")
def a_bet_above_what_may_be_lost(evening: Evening) -> None:
    sits(evening, loss_day=1_000)
    with without(stakes, "check_stake"):
        evening.by("pam", "bet", PRIME, 1, ANTE)


@forged("losses of \\$30 a week")
def bets_at_two_tables_above_what_may_be_lost(evening: Evening) -> None:
    sits(evening, loss_week=3_000)
    evening.sit(OTHER, 1, "pam")
    evening.by("dee", "deal", PRIME, {1: ANTE})
    with without(stakes, "check_stake"):
        evening.by("dee", "deal", OTHER, {1: ANTE})


@forged("\\$10 at stake in a round")
def a_round_above_its_limit(evening: Evening) -> None:
    sits(evening, round=1_000)
    with without(stakes, "check_stake"):
        evening.by("dee", "deal", PRIME, {1: ANTE})


@forged("sessions of 20 minutes")
def a_session_that_is_over(evening: Evening) -> None:
    sits(evening, session=20)
    evening.round(PRIME, {1: ANTE})
    evening.at += 20 * MINUTE
    with without(stakes, "check_stake"):
        evening.by("pam", "bet", PRIME, 1, ANTE)


@forged("deposits of \\$10 a month")
def a_deposit_above_its_limit(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "deposit-month", 1_000)
    with without(stakes, "check_deposit"):
        evening.by("flo", "deposit", "pam", Cents(1_001))


@forged("\\$10 bought in")
def chips_above_their_limit(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "buy-in", 1_000)
    with without(tables, "check_buy_in"):
        evening.sit(PRIME, 1, "pam")


@forged("losses of \\$10 a day")
def a_hand_of_poker_above_what_may_be_lost(evening: Evening) -> None:
    for seat, player in enumerate(("pam", "quin"), 1):
        evening.sit(POKER_TABLE, seat, player)
    evening.by("pam", "set_limit", "pam", "loss-day", 1_000)
    with without(stakes, "check_stake"):
        evening.by("dee", "deal", POKER_TABLE)


# Counted wrongly, or not at all


@forged("stake of pam is not counted")
def a_bet_that_is_not_counted(evening: Evening) -> None:
    sits(evening, loss_day=9_000)
    with uncounted(AT_STAKE):
        evening.by("pam", "bet", PRIME, 1, ANTE)


@forged("stake of pam is not counted")
def a_deal_that_is_not_counted_after_others_that_were(evening: Evening) -> None:
    sits(evening, loss_day=9_000)
    evening.round(PRIME, {1: ANTE})
    evening.round(PRIME, {1: ANTE})
    with uncounted(AT_STAKE):
        evening.by("dee", "deal", PRIME, {1: ANTE})


@forged("stake of pam is not counted")
def a_hand_of_poker_that_is_not_counted(evening: Evening) -> None:
    for seat, player in enumerate(("pam", "quin"), 1):
        evening.sit(POKER_TABLE, seat, player)
    evening.by("pam", "set_limit", "pam", "loss-day", 90_000)
    with uncounted(AT_STAKE):
        evening.by("dee", "deal", POKER_TABLE)


@forged("who has set no such limit")
def a_stake_of_somebody_without_limits(evening: Evening) -> None:
    sits(evening)
    with without(OwnLimits, "counts_play", instead=property(lambda own: True)):
        evening.by("pam", "bet", PRIME, 1, ANTE)


@forged("where the act stakes")
def a_stake_without_its_raises(evening: Evening) -> None:
    sits(evening, loss_day=9_000)
    with counted_as(AT_STAKE, cents=500):
        evening.by("pam", "bet", PRIME, 1, ANTE)


@forged("where the act stakes")
def a_poker_stake_that_is_not_the_stack(evening: Evening) -> None:
    for seat, player in enumerate(("pam", "quin"), 1):
        evening.sit(POKER_TABLE, seat, player)
    evening.by("pam", "set_limit", "pam", "loss-day", 90_000)
    with counted_as(AT_STAKE, cents=500):
        evening.by("dee", "deal", POKER_TABLE)


@forged("it had others")
def a_stake_that_tells_other_chips(evening: Evening) -> None:
    sits(evening, loss_day=9_000)
    with counted_as(AT_STAKE, chips=500):
        evening.by("dee", "deal", PRIME, {1: ANTE})


@forged("where they do not sit")
def a_stake_for_somebody_else(evening: Evening) -> None:
    sits(evening, loss_day=9_000)
    evening.by("quin", "set_limit", "quin", "loss-day", 9_000)
    add = OwnParts._add

    def to_quin(parts: OwnParts, player: str, kind: str, **said: object) -> None:
        add(parts, "quin", kind, **said)

    with without(OwnParts, "_add", instead=to_quin):
        evening.by("pam", "bet", PRIME, 1, ANTE)


@forged("is over, and still counted")
def a_round_whose_result_is_not_counted(evening: Evening) -> None:
    sits(evening, loss_day=9_000)
    evening.round(PRIME, {1: ANTE})
    with uncounted(RESULT):
        evening.round(PRIME, {1: ANTE})


@forged("where the round brought -500")
def a_loss_that_is_counted_as_less(evening: Evening) -> None:
    sits(evening, loss_day=9_000)
    with counted_as(RESULT, net=-100):
        evening.round(PRIME, {1: ANTE})


@forged("where the round brought")
def a_poker_loss_that_is_counted_as_a_win(evening: Evening) -> None:
    for seat, player in enumerate(("pam", "quin"), 1):
        evening.sit(POKER_TABLE, seat, player)
    evening.by("pam", "set_limit", "pam", "loss-day", 90_000)
    with counted_as(RESULT, net=12_345):
        evening.round(POKER_TABLE, {})


@forged("is over, and still counted")
def a_bet_taken_back_that_stays_at_stake(evening: Evening) -> None:
    sits(evening, loss_day=9_000)
    evening.by("pam", "bet", PRIME, 1, ANTE)
    with uncounted(AT_STAKE):
        evening.by("pam", "bet", PRIME, 1, {})


@forged("is over, and still counted")
def a_round_called_off_that_stays_at_stake(evening: Evening) -> None:
    sits(evening, loss_day=9_000)
    evening.by("dee", "deal", PRIME, {1: ANTE})
    with uncounted(RESULT):
        evening.by("flo", "call_off", PRIME, "a misdeal")


@forged("nothing claims it")
def a_round_called_off_that_counts_as_a_win(evening: Evening) -> None:
    sits(evening, loss_day=9_000)
    evening.by("dee", "deal", PRIME, {1: ANTE})
    with counted_as(RESULT, net=5_000):
        evening.by("flo", "call_off", PRIME, "a misdeal")


@forged("is over, and still counted")
def a_seat_left_with_its_stake(evening: Evening) -> None:
    sits(evening, loss_day=9_000)
    evening.by("pam", "bet", PRIME, 1, ANTE)
    with uncounted(AT_STAKE):
        evening.by("dee", "cash_out", PRIME, 1)


@forged("it must be \\[\\('pam', 'deposit counted', 500\\)\\]")
def a_deposit_that_is_not_counted(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "deposit-day", 1_000)
    with uncounted(PUT_IN):
        evening.by("flo", "deposit", "pam", Cents(500))


@forged("is counted as")
def cash_for_chips_that_is_counted_as_less(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "deposit-day", 90_000)
    with counted_as(PUT_IN, cents=1):
        evening.by("dee", "buy_in", PRIME, 1, "pam", Cents(500), cash=True)


@forged("a part of an act that has none such")
def a_withdrawal_that_counts_as_a_deposit(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "deposit-day", 1_000)
    step = cage._step

    def counts(hall: Any, actor: Actor, *about: Any) -> Transition:
        return OwnParts(hall, actor).put_in("pam", 5).join(step(hall, actor, *about))

    with without(cage, "_step", instead=counts):
        evening.by("flo", "withdraw", "pam", Cents(500))


# Breaks


@forged("takes a break until")
def a_bet_on_a_break(evening: Evening) -> None:
    sits(evening)
    evening.by("pam", "take_break", "pam", "day")
    with without(stakes, "check_stake"):
        evening.by("pam", "bet", PRIME, 1, ANTE)


@forged("takes a break until")
def a_deal_on_a_break_after_deals_before_it(evening: Evening) -> None:
    sits(evening)
    evening.round(PRIME, {1: ANTE})
    evening.by("pam", "take_break", "pam", "day")
    with without(stakes, "check_stake"):
        evening.by("dee", "deal", PRIME, {1: ANTE})


@forged("is excluded until further notice")
def a_hand_of_poker_of_somebody_excluded(evening: Evening) -> None:
    for seat, player in enumerate(("pam", "quin"), 1):
        evening.sit(POKER_TABLE, seat, player)
    evening.by("flo", "exclude", "pam", "indefinite")
    with without(stakes, "check_stake"):
        evening.by("dee", "deal", POKER_TABLE)


@forged("takes a break until")
def a_deposit_on_a_break(evening: Evening) -> None:
    evening.by("pam", "take_break", "pam", "quarter")
    with without(stakes, "check_deposit"):
        evening.by("flo", "deposit", "pam", Cents(500))


@forged("takes a break until")
def chips_on_a_break(evening: Evening) -> None:
    evening.by("pam", "take_break", "pam", "week")
    with without(tables, "check_buy_in"):
        evening.sit(PRIME, 1, "pam")


@forged("takes a break until")
def a_player_on_a_break_sits_in(evening: Evening) -> None:
    sits(evening)
    evening.by("pam", "sit_out", PRIME, 1)
    evening.by("pam", "take_break", "pam", "week")
    with without(seats, "check_awake"):
        evening.by("pam", "sit_in", PRIME, 1)


@forged("takes a break until")
def a_bet_that_a_break_does_not_take_back(evening: Evening) -> None:
    sits(evening)
    evening.by("pam", "bet", PRIME, 1, ANTE)
    with without(decisions, "_bets_taken_back", instead=lambda *_: iter(())):
        evening.by("pam", "take_break", "pam", "day")
    with without(stakes, "check_stake"):
        evening.by("dee", "deal", PRIME)


@forged("takes back the bets")
def a_break_that_tells_of_bets_that_it_does_not_take_back(evening: Evening) -> None:
    sits(evening, loss_day=9_000)
    evening.by("pam", "bet", PRIME, 1, ANTE)
    with changed(PAUSED, bets=[]):
        evening.by("pam", "take_break", "pam", "day")


@forged("cannot be shortened")
def an_exclusion_that_is_shortened(evening: Evening) -> None:
    evening.by("pam", "exclude", "pam", "indefinite")
    with without(decisions, "pause_until", instead=lambda own, at, *_: at + DAY):
        evening.by("pam", "take_break", "pam", "day")


@forged("it must be")
def a_break_of_a_minute(evening: Evening) -> None:
    with without(decisions, "pause_until", instead=lambda own, at, *_: at + MINUTE):
        evening.by("pam", "take_break", "pam", "day")


# Changes of limits


@contextmanager
def changed(kind: str, **other: object) -> Iterator[None]:
    """The event of a change tells something else."""

    def told(what: str, text: str) -> Event:
        said = json.loads(text)
        return Event(what, body({**said, **other}) if what == kind else text)

    with without(decisions, "Event", instead=told):
        yield


@forged("it must be higher limit asked for")
def a_higher_limit_at_once(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "loss-day", 1_000)
    with without(decisions, "change", instead=lambda *_: SET):
        evening.by("pam", "set_limit", "pam", "loss-day", 2_000)


@forged("it must be higher limit asked for")
def a_lower_limit_that_is_written_as_a_higher_one(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "loss-day", 1_000)
    with changed(SET, amount=3_000):
        evening.by("pam", "set_limit", "pam", "loss-day", 500)


@forged("only pam can ask")
def a_higher_limit_that_the_floor_asks_for(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "loss-day", 1_000)
    with changed("higher limit asked for", by="flo"):
        evening.by("pam", "set_limit", "pam", "loss-day", 2_000)


@forged("takes a day")
def a_second_yes_too_early(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "round", 1_000)
    evening.by("pam", "set_limit", "pam", "round", 2_000)
    evening.at += DAY - 1
    with without(decisions, "check_confirmed"):
        evening.by("pam", "confirm_limit", "pam", "round")


@forged("written at")
def a_second_yes_that_tells_a_later_time(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "round", 1_000)
    evening.by("pam", "set_limit", "pam", "round", 2_000)
    with without(decisions, "check_confirmed"), changed(CONFIRMED, at=evening.at + DAY):
        evening.by("pam", "confirm_limit", "pam", "round")


@forged("and forgotten")
def a_second_yes_too_late(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "round", 1_000)
    evening.by("pam", "set_limit", "pam", "round")
    evening.at += 8 * DAY
    with without(decisions, "check_confirmed"):
        evening.by("pam", "confirm_limit", "pam", "round")


@forged("has not asked")
def a_second_yes_by_somebody_else(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "round", 1_000)
    evening.by("pam", "set_limit", "pam", "round", 2_000)
    evening.at += DAY
    with without(decisions, "check_confirmed"):
        evening.by("flo", "confirm_limit", "pam", "round")


@forged("limit a player who asks")
def a_limit_that_a_dealer_sets(evening: Evening) -> None:
    with without(decisions, "check_by"):
        evening.by("dee", "set_limit", "pam", "round", 1_000)


@forged("lasts a year at least")
def an_exclusion_that_ends_too_early(evening: Evening) -> None:
    evening.by("pam", "exclude", "pam", "indefinite")
    with without(decisions, "change", instead=lambda *_: "higher limit asked for"):
        evening.by("pam", "set_limit", "pam", "exclusion")


@forged("nothing claims it")
def a_limit_that_tells_more(evening: Evening) -> None:
    with changed(SET, secretly="no"):
        evening.by("pam", "set_limit", "pam", "round", 1_000)


@forged("its events make")
def another_state_of_limits(evening: Evening) -> None:
    evening.by("pam", "set_limit", "pam", "round", 1_000)
    to_json = OwnLimits.to_json
    with without(
        OwnLimits, "to_json", instead=lambda own: {**to_json(own), "limits": {"round": 9_000}}
    ):
        evening.by("pam", "set_limit", "pam", "round", 500)


# The bank


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("limits")
    with open_store(f"sqlite:///{folder}/bank.db") as store:
        Evening(store)
    return folder


@contextmanager
def copied(furnished: Path, to: Path) -> Iterator[Evening]:
    shutil.copytree(furnished, to / "copy")
    with open_store(f"sqlite:///{to}/copy/bank.db") as store:
        yield Evening(store, furnished=True)


@pytest.mark.parametrize("name", list(FORGERIES))
def test_it_is_named(furnished: Path, tmp_path: Path, name: str) -> None:
    words, forge = FORGERIES[name]
    with copied(furnished, tmp_path) as evening:
        forge(evening)
        with pytest.raises(AuditFailed, match=words):
            audit(evening.store, workers=1)


def test_a_time_of_writing_that_is_not_so(furnished: Path, tmp_path: Path) -> None:
    """A limit that was asked for yesterday, by its record, and written today."""
    with copied(furnished, tmp_path) as evening:
        evening.by("pam", "set_limit", "pam", "round", 1_000)
        evening.at += 2 * DAY
        earlier = changed("higher limit asked for", at=evening.at - DAY)
        with without(decisions, "timed", instead=lambda step, actor: step), earlier:
            evening.by("pam", "set_limit", "pam", "round", 2_000)
        with pytest.raises(AuditFailed, match="written at"):
            audit(evening.store, workers=1)
