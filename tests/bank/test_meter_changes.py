"""WAC 230-15-695, reason by reason: when a meter may be lowered by people, and by how much."""

import pytest

from croupier.bank.meters.changes import LAW, bounds
from croupier.bank.meters.events import (
    ESCROW,
    HOUSE,
    RECEIPTS,
    Authority,
    Claim,
    Lift,
    Lowered,
    MeterOpened,
    MeterSettled,
    PrizePosted,
    Raised,
    Ruled,
    Wagered,
    Why,
)
from croupier.bank.meters.jackpot import after
from croupier.bank.meters.meter import PARTS
from croupier.errors import BadMeter

BY = Authority("the record of the day", "floor supervisor", "cage manager")


def quiet(rules, wagers=0, **more):
    """A meter with this many wagers in it and no open round."""
    meter = after(None, MeterOpened(rules, **more)).meter
    if wagers:
        meter = after(meter, Wagered("A", 1, rules.wager, wagers)).meter
        meter = after(meter, MeterSettled("A", 1)).meter
    return meter


def only(step):
    """The one transfer of a step: from, to, cents."""
    ((debit, credit, cents, reason),) = step.transfers
    assert BY.reason in reason
    return debit, credit, cents


def refused(meter, event) -> str:
    with pytest.raises(BadMeter) as wrong:
        after(meter, event)
    return wrong.value.code


def test_695_1_the_amount_won_lowers_a_meter_and_nobody_else_may(progressive) -> None:
    meter = after(quiet(progressive(), wagers=5), Wagered("A", 2, 100, 1)).meter
    won = after(meter, MeterSettled("A", 2, (Claim("ann", 10, 0),))).meter
    assert meter.shown - won.shown == 100_012
    assert sorted(LAW.values()) == [f"WAC 230-15-695({n})" for n in (2, 3, 4, 5, 5)]


def test_695_2_a_malfunction_is_corrected(progressive) -> None:
    meter = quiet(progressive(), wagers=5)  # 1.00 displayed, 0.25 in reserve
    step = after(meter, Lowered(Why.MALFUNCTION, 60, BY))
    assert only(step) == (ESCROW, HOUSE, 60)
    assert step.transfers[0].reason.startswith("WAC 230-15-695(2) malfunction")
    assert (meter.shown - step.meter.shown, step.meter.reserve) == (60, meter.reserve)
    # Equipment can have counted additions wrongly, but never the seed.
    assert bounds(step.meter, Why.MALFUNCTION) == (1, 40)
    assert refused(step.meter, Lowered(Why.MALFUNCTION, 41, BY)) == "jackpot/lowered"
    assert after(step.meter, Lowered(Why.MALFUNCTION, 40, BY)).meter.shown == 1_000_000


def test_695_2_what_was_added_before_the_meter_was_won_is_gone(progressive) -> None:
    meter = after(quiet(progressive(), wagers=5), Wagered("A", 2, 100, 1)).meter
    meter = after(meter, MeterSettled("A", 2, (Claim("ann", 100, 0),))).meter
    assert bounds(meter, Why.MALFUNCTION) == (1, 0)
    assert refused(meter, Lowered(Why.MALFUNCTION, 1, BY)) == "jackpot/lowered"


def test_695_3_a_display_above_its_cap_is_lowered_to_the_cap_only(progressive) -> None:
    rules = progressive(cap=1_000_000, seed=900_000)
    meter = quiet(rules, carried=1_200_000, carried_reserve=7)
    for cents in (199_999, 200_001, 0, -1):
        assert refused(meter, Lowered(Why.ABOVE_CAP, cents, BY)) == "jackpot/lowered"
    step = after(meter, Lowered(Why.ABOVE_CAP, 200_000, BY))
    assert (step.meter.shown, step.meter.reserve) == (1_000_000, 200_007 * PARTS)
    assert step.transfers == ()  # it stays in the escrow: players' money
    assert bounds(step.meter, Why.MALFUNCTION) == (1, 100_000)
    assert refused(step.meter, Lowered(Why.ABOVE_CAP, 1, BY)) == "jackpot/lowered"
    assert refused(quiet(progressive()), Lowered(Why.ABOVE_CAP, 1, BY)) == "jackpot/lowered"


def test_above_its_cap_a_display_stops_growing(progressive) -> None:
    meter = quiet(progressive(cap=1_000_000), carried=1_200_000, wagers=4)
    assert (meter.shown, meter.reserve) == (1_200_000, 100 * PARTS)


def test_695_4_undisplayed_funds_are_booked_as_receipts(progressive) -> None:
    meter = quiet(progressive(reserve_rate=503), wagers=5)  # 25.15 cents in reserve
    assert refused(meter, Lowered(Why.RECEIPTS, 26, BY)) == "jackpot/lowered"
    step = after(meter, Lowered(Why.RECEIPTS, 25, BY))
    assert only(step) == (ESCROW, RECEIPTS, 25)
    assert (step.meter.shown, step.meter.reserve) == (meter.shown, 1_500)


def test_695_5_seed_money_is_recovered_from_the_display(progressive) -> None:
    meter = quiet(progressive(seed=600, reseed=500), wagers=5)  # 7.00 displayed
    assert refused(meter, Lowered(Why.SEED_FROM_DISPLAY, 201, BY)) == "jackpot/lowered"
    step = after(meter, Lowered(Why.SEED_FROM_DISPLAY, 200, BY))
    assert only(step) == (ESCROW, HOUSE, 200)
    assert (step.meter.shown, step.meter.seed_owed) == (500, 400)


def test_695_5_no_more_than_the_seed_money_is_recovered(progressive) -> None:
    meter = quiet(progressive(seed=30, reseed=0, reserve_rate=1_000), wagers=5)
    meter = after(meter, Lowered(Why.SEED_FROM_RESERVE, 20, BY)).meter
    assert (meter.seed_owed, meter.reserve) == (10, 30 * PARTS)
    assert refused(meter, Lowered(Why.SEED_FROM_RESERVE, 11, BY)) == "jackpot/lowered"
    assert refused(meter, Lowered(Why.SEED_FROM_DISPLAY, 11, BY)) == "jackpot/lowered"
    step = after(meter, Lowered(Why.SEED_FROM_DISPLAY, 10, BY))
    assert only(step) == (ESCROW, HOUSE, 10)
    assert refused(step.meter, Lowered(Why.SEED_FROM_DISPLAY, 1, BY)) == "jackpot/lowered"


@pytest.mark.parametrize(
    "reason, first, second",
    [
        ("", "ann", "bob"),
        (" ", "ann", "bob"),
        ("counted twice", "", "bob"),
        ("counted twice", "ann", " "),
        ("counted twice", "ann", "ann"),
        ("counted twice", "Ann  Lee", " ann lee"),
    ],
)
def test_695_6_every_change_needs_a_reason_and_two_people(
    progressive, house, reason, first, second
) -> None:
    by = Authority(reason, first, second)
    meter = quiet(progressive(), wagers=5)
    for event in (
        *(Lowered(why, 1, by) for why in Why),
        *(Raised(lift, 1, by) for lift in Lift),
        Ruled(progressive(cap=2_000_000), by),
    ):
        assert refused(meter, event) == "jackpot/authority"
    assert refused(quiet(house()), PrizePosted(5, by)) == "jackpot/authority"


@pytest.mark.parametrize("why", [Why.MALFUNCTION, Why.ABOVE_CAP, Why.SEED_FROM_DISPLAY])
def test_nobody_lowers_the_display_while_a_round_plays_for_it(progressive, why) -> None:
    rules = progressive(cap=1_000_000)
    meter = quiet(rules, carried=1_200_000, carried_seed=100)
    event = Lowered(why, 200_000 if why is Why.ABOVE_CAP else 1, BY)
    open_round = after(meter, Wagered("B", 1, 100, 1)).meter
    assert refused(open_round, event) == "jackpot/in_play"
    assert refused(open_round, Ruled(rules, BY)) == "jackpot/in_play"
    assert after(meter, event).meter.shown < meter.shown
    assert after(open_round, Lowered(Why.RECEIPTS, 20, BY)).meter.shown == meter.shown


def test_a_display_is_raised_by_the_house(progressive) -> None:
    meter = quiet(progressive(cap=1_000_100))
    seed = after(meter, Raised(Lift.SEED, 60, BY))
    assert only(seed) == (HOUSE, ESCROW, 60)
    assert (seed.meter.shown, seed.meter.seed_owed) == (1_000_060, 1_000_060)
    mended = after(seed.meter, Raised(Lift.CORRECTION, 40, BY))
    assert only(mended) == (HOUSE, ESCROW, 40)
    assert (mended.meter.shown, mended.meter.seed_owed) == (1_000_100, 1_000_060)
    for cents in (1, 0, -1):
        assert refused(mended.meter, Raised(Lift.SEED, cents, BY)) == "jackpot/raised"
    # What was raised by mistake can be lowered again; the seed money cannot, this way.
    assert bounds(mended.meter, Why.MALFUNCTION) == (1, 40)


def test_a_house_prize_is_posted_anew_between_rounds(progressive, house) -> None:
    meter = quiet(house())
    step = after(meter, PrizePosted(400_000, BY))
    assert (step.meter.shown, step.transfers) == (400_000, ())
    assert step.meter.rules == house(seed=400_000)
    assert refused(meter, PrizePosted(-1, BY)) == "jackpot/rules"
    assert (
        refused(after(meter, Wagered("A", 1, 100, 1)).meter, PrizePosted(5, BY))
        == "jackpot/in_play"
    )
    assert refused(quiet(progressive()), PrizePosted(5, BY)) == "jackpot/progressive"
    assert refused(meter, Lowered(Why.MALFUNCTION, 1, BY)) == "jackpot/house"
    assert refused(meter, Raised(Lift.SEED, 1, BY)) == "jackpot/house"
    assert refused(meter, Ruled(house(seed=5), BY)) == "jackpot/rules"


def test_685_4_a_new_cap_is_no_lower_than_the_jackpot(progressive) -> None:
    meter = quiet(progressive(seed=500_000), wagers=1)
    low, high = progressive(seed=500_000, cap=500_019), progressive(seed=500_000, cap=500_020)
    assert refused(meter, Ruled(low, BY)) == "jackpot/cap"
    assert after(meter, Ruled(high, BY)).meter.rules == high


def test_rules_change_and_the_money_stays(progressive, house) -> None:
    meter = quiet(progressive(), wagers=3)
    linked = progressive(tables=("A", "C"), contribution_rate=1_000, seed=5)
    step = after(meter, Ruled(linked, BY))
    assert step.transfers == () and step.meter.displayed == meter.displayed
    assert after(step.meter, Wagered("C", 1, 100, 1)).meter.shown == meter.shown + 10
    assert refused(meter, Ruled(house(), BY)) == "jackpot/rules"
    assert refused(meter, Ruled(progressive(sensor="four card jackpot"), BY)) == "jackpot/rules"
