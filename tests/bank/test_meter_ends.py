"""WAC 230-15-710 and -715: a meter is discontinued, or suspended until its funds are replaced."""

import pytest

from croupier.bank.meters.events import (
    DUE,
    ESCROW,
    HOUSE,
    MOVED,
    RECEIPTS,
    Authority,
    Claim,
    Discontinued,
    Lift,
    Lowered,
    MeterOpened,
    MeterSettled,
    PrizePosted,
    Raised,
    Received,
    Resumed,
    Ruled,
    Suspended,
    Wagered,
    Why,
)
from croupier.bank.meters.jackpot import after
from croupier.bank.meters.meter import PARTS
from tests.bank.test_meter_changes import BY, quiet, refused


def moves(step):
    return [(debit, credit, cents) for debit, credit, cents, _ in step.transfers]


def test_710_what_it_held_leaves_the_escrow_for_another_meter(progressive) -> None:
    meter = quiet(progressive(), wagers=5)  # 10,001.00 displayed, 0.25 in reserve
    step = after(meter, Discontinued("second", BY))
    assert moves(step) == [(ESCROW, MOVED, 1_000_125)]
    ended = step.meter
    assert (ended.shown, ended.reserve, ended.held, ended.seed_owed) == (0, 0, 0, 0)
    assert ended.discontinued == "to second"


def test_710_the_other_displays_what_was_displayed_up_to_its_cap(progressive) -> None:
    taker = quiet(progressive(seed=500_000, cap=1_200_000))
    step = after(taker, Received("main", 1_000_100 * PARTS, 25 * PARTS, 900_000, BY))
    assert moves(step) == [(MOVED, ESCROW, 1_000_125)]
    # 5,000 and 10,001 are 15,001: 12,000 is displayed, 3,001 and the reserve are not
    assert (step.meter.shown, step.meter.reserve) == (1_200_000, 300_125 * PARTS)
    assert step.meter.seed_owed == 1_400_000  # the house may still recover what it gave
    without = after(quiet(progressive(seed=500_000)), Received("main", 7 * PARTS, 2 * PARTS, 0, BY))
    assert (without.meter.shown, without.meter.reserve) == (500_007, 2 * PARTS)


def test_710_fractions_of_a_cent_go_on_and_become_cents(progressive) -> None:
    """0.6 and 0.7 of a cent are held by the house; together they are a cent, and 0.3 remains."""
    rules = progressive(contribution_rate=60, reserve_rate=0, seed=0, reseed=0)
    giver = quiet(rules, wagers=1)  # 0.6 cents
    taker = quiet(progressive(contribution_rate=70, reserve_rate=0, seed=0), wagers=1)  # 0.7
    assert (giver.held, taker.held) == (0, 0)
    step = after(taker, Received("main", giver.displayed, giver.reserve, giver.seed_owed, BY))
    assert moves(step) == [(HOUSE, ESCROW, 1)]
    assert (step.meter.displayed, step.meter.held) == (13_000, 1)


def test_710_the_last_one_is_booked_as_receipts_but_for_the_seed(progressive) -> None:
    meter = quiet(progressive(), wagers=5)
    step = after(meter, Discontinued(None, BY))
    assert moves(step) == [(ESCROW, HOUSE, 1_000_000), (ESCROW, RECEIPTS, 125)]
    assert step.meter.discontinued == "to gross receipts" and step.meter.held == 0


def test_710_what_is_not_seed_money_is_due_to_the_players(progressive) -> None:
    """Display and reserve; another half cent is not money yet."""
    rules = progressive(contribution_rate=2_000, reserve_rate=510)
    step = after(quiet(rules, wagers=5), Discontinued(None, BY, players=True))
    assert moves(step) == [(ESCROW, HOUSE, 1_000_000), (ESCROW, DUE, 125)]
    assert (step.meter.discontinued, step.meter.held) == ("to the players", 0)
    both = Discontinued("second", BY, players=True)
    assert refused(quiet(progressive()), both) == "jackpot/unsaid"


def test_710_a_meter_that_paid_its_seed_away_recovers_no_more_than_it_holds(progressive) -> None:
    meter = after(quiet(progressive(reseed=0)), Wagered("A", 2, 100, 4)).meter
    meter = after(meter, MeterSettled("A", 2, (Claim("ann", 100, 0),))).meter
    assert (meter.held, meter.seed_owed) == (20, 1_000_000)
    assert moves(after(meter, Discontinued(None, BY))) == [(ESCROW, HOUSE, 20)]


def test_710_a_house_jackpot_is_taken_down(progressive, house) -> None:
    step = after(quiet(house()), Discontinued(None, BY))
    assert (step.transfers, step.meter.shown, step.meter.discontinued) == ((), 0, "taken down")
    assert refused(quiet(house()), Discontinued("main", BY)) == "jackpot/house"
    players = Discontinued(None, BY, players=True)
    assert refused(quiet(house()), players) == "jackpot/house"
    assert refused(quiet(house()), Received("main", 1, 0, 0, BY)) == "jackpot/received"


def test_710_not_during_a_round_that_plays_for_it_and_not_by_one_person(progressive) -> None:
    meter = quiet(progressive())
    playing = after(meter, Wagered("A", 1, 100, 1)).meter
    assert refused(playing, Discontinued("second", BY)) == "jackpot/in_play"
    alone = Authority("the table is sold", "ann", "Ann")
    for event in (
        Discontinued("second", alone),
        Received("main", 1, 0, 0, alone),
        Suspended(alone),
        Resumed(alone),
    ):
        assert refused(meter, event) == "jackpot/authority"
    for amounts in ((-1, 0, 0), (0, -1, 0), (0, 0, -1)):
        assert refused(meter, Received("main", *amounts, BY)) == "jackpot/received"


def test_710_nothing_happens_to_it_anymore(progressive, house) -> None:
    ended = after(quiet(progressive()), Discontinued("second", BY)).meter
    for event in (
        Wagered("A", 1, 100, 1),
        MeterSettled("A", 1),
        Lowered(Why.RECEIPTS, 1, BY),
        Raised(Lift.SEED, 1, BY),
        Ruled(progressive(), BY),
        Received("other", 1, 0, 0, BY),
        Suspended(BY),
        Discontinued("second", BY),
    ):
        assert refused(ended, event) == "jackpot/discontinued"
    down = after(quiet(house()), Discontinued(None, BY)).meter
    assert refused(down, PrizePosted(5, BY)) == "jackpot/discontinued"


def test_715_while_it_is_suspended_nobody_wagers(progressive) -> None:
    playing = after(quiet(progressive()), Wagered("A", 1, 100, 1)).meter
    step = after(playing, Suspended(BY))
    assert step.transfers == () and step.meter.held == playing.held
    stopped = step.meter
    assert refused(stopped, Wagered("B", 1, 100, 1)) == "jackpot/suspended"
    assert refused(stopped, Suspended(BY)) == "jackpot/suspended"
    settled = after(stopped, MeterSettled("A", 1, (Claim("ann", 10, 0),))).meter
    assert settled.shown < stopped.shown  # what was wagered before is played out
    going = after(settled, Resumed(BY)).meter
    assert after(going, Wagered("B", 1, 100, 1)).meter.shown > settled.shown
    assert refused(going, Resumed(BY)) == "jackpot/suspended"


@pytest.mark.parametrize("to", ["second", None])
def test_710_a_suspended_meter_may_be_discontinued(progressive, to) -> None:
    stopped = after(quiet(progressive()), Suspended(BY)).meter
    assert after(stopped, Discontinued(to, BY)).meter.suspended == ""


def test_a_meter_opened_by_release_0_1_0_is_in_service(progressive) -> None:
    meter = after(None, MeterOpened(progressive())).meter
    assert (meter.suspended, meter.discontinued) == ("", "")
