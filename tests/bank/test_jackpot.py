"""Jackpots of Four Card Prime: what feeds a meter, and who is paid what, from where."""

import pytest

from croupier.bank.meters.events import (
    CARRIED,
    ESCROW,
    HOUSE,
    Claim,
    MeterOpened,
    MeterSettled,
    Wagered,
    claim_of,
)
from croupier.bank.meters.jackpot import after, history
from croupier.bank.meters.meter import PARTS
from croupier.cards.card import parse
from croupier.errors import BadMeter, BadRecord
from croupier.table.round import deal
from croupier.table.source import Laid
from croupier.table.table import open_table


def opened(rules, **more):
    return after(None, MeterOpened(rules, **more)).meter


def played(meter, *claims, number=1, table="A", wagers=None):
    """A round with these claims; the meter before the cards, and the step that settles."""
    wagers = wagers or max(1, len(claims))
    fed = after(meter, Wagered(table, number, meter.rules.wager, wagers)).meter
    return fed, after(fed, MeterSettled(table, number, tuple(Claim(*claim) for claim in claims)))


def paid(step) -> dict[str, int]:
    """What each account gained in a step."""
    gained: dict[str, int] = {}
    for debit, credit, cents, _ in step.transfers:
        gained[debit] = gained.get(debit, 0) - cents
        gained[credit] = gained.get(credit, 0) + cents
    return gained


def test_a_meter_begins_with_its_seed_from_the_house(progressive) -> None:
    step = after(None, MeterOpened(progressive()))
    assert (step.meter.shown, step.meter.held, step.meter.seed_owed) == (1_000_000,) * 3
    assert paid(step) == {HOUSE: -1_000_000, ESCROW: 1_000_000}


def test_a_wager_feeds_the_display_and_the_hidden_reserve(progressive) -> None:
    step = after(opened(progressive()), Wagered("A", 1, 100, 3))
    assert step.meter.displayed == (1_000_000 + 60) * PARTS
    assert step.meter.reserve == 15 * PARTS
    assert paid(step) == {HOUSE: -75, ESCROW: 75}


def test_fractions_of_a_cent_are_kept(progressive) -> None:
    """A third of a cent of each wager, nearly; a cent reaches the escrow once it is whole."""
    meter = opened(progressive(seed=0, contribution_rate=33, reserve_rate=0))
    moved = []
    for number in range(1, 101):
        step = after(meter, Wagered("A", number, 100, 1))
        meter = after(step.meter, MeterSettled("A", number)).meter
        moved.append(paid(step).get(ESCROW, 0))
    assert moved[:7] == [0, 0, 0, 1, 0, 0, 1]  # 0.33, 0.66, 0.99, 1.32, 1.65, 1.98, 2.31
    assert sum(moved) == meter.shown == 33 and meter.displayed == 33 * PARTS


def test_what_is_above_the_cap_goes_to_the_reserve(progressive) -> None:
    step = after(opened(progressive(cap=1_000_030)), Wagered("A", 1, 100, 3))
    assert step.meter.shown == 1_000_030
    assert step.meter.reserve == (15 + 30) * PARTS
    assert paid(step) == {HOUSE: -75, ESCROW: 75}


def test_the_whole_meter_is_won_and_seeded_anew(progressive) -> None:
    before, step = played(opened(progressive()), ("ann", 100, 0), wagers=4)
    assert before.shown == 1_000_080
    assert step.meter.shown == 500_000
    assert step.meter.reserve == 0  # its 20 cents went into the new seed, the house gave the rest
    assert step.meter.seed_owed == 1_000_000 + 499_980
    assert paid(step) == {HOUSE: -499_980, ESCROW: 499_980 - 1_000_080, "ann": 1_000_080}
    assert step.transfers[0].credit == ESCROW  # money comes in before it goes out


def test_the_reserve_gives_the_whole_seed_where_it_can(progressive) -> None:
    meter = opened(progressive(), carried=2_000_000, carried_reserve=700_000)
    _, step = played(meter, ("ann", 100, 0))
    assert (step.meter.shown, step.meter.reserve) == (500_000, 200_005 * PARTS)
    assert step.meter.seed_owed == 0
    assert paid(step) == {ESCROW: -2_000_020, "ann": 2_000_020}


def test_lesser_shares_leave_the_meter_and_the_rest_stays(progressive) -> None:
    before, step = played(opened(progressive(seed=999)), ("ann", 10, 0))
    assert before.shown == 1019
    assert paid(step) == {ESCROW: -101, "ann": 101}
    assert (step.meter.shown, step.meter.seed_owed) == (918, 999)


def test_two_winners_of_the_whole_and_one_of_a_tenth_share_equally(progressive) -> None:
    claims = ("cid", 10, 0), ("bob", 100, 0), ("ann", 100, 0)
    before, step = played(opened(progressive(seed=1_000_001)), *claims)
    assert before.shown == 1_000_061
    won = paid(step)
    assert (won["cid"], won["bob"], won["ann"]) == (100_006, 450_027, 450_027)
    assert step.meter.shown == 500_000 + 1  # the odd cent stays in the meter


def test_odd_cents_above_the_cap_after_a_new_seed_go_to_the_reserve(
    progressive,
) -> None:
    rules = progressive(seed=1_001, reseed=1_001, cap=1_001, reserve_rate=0)
    _, step = played(opened(rules), ("bob", 100, 0), ("ann", 100, 0))
    assert paid(step)["ann"] == 500
    # Both wagers' 40 cents were above the cap; the new seed takes them, the odd cent comes in.
    assert (step.meter.shown, step.meter.reserve) == (1_001, 1 * PARTS)
    assert step.meter.seed_owed == 1_001 + 961


def test_a_tenth_of_less_than_ten_cents_is_nothing(progressive) -> None:
    meter = opened(progressive(seed=5, contribution_rate=1))
    before, step = played(meter, ("ann", 10, 0))
    assert (step.transfers, step.meter.displayed) == ((), before.displayed)
    assert step.meter.hits[0].paid == 0


def test_a_meter_without_a_new_seed_is_won_to_the_last_cent(progressive) -> None:
    _, step = played(opened(progressive(seed=0, reseed=0)), ("ann", 100, 0))
    assert paid(step) == {ESCROW: -20, "ann": 20}
    assert (step.meter.displayed, step.meter.held) == (0, 5)


def test_two_winners_of_the_whole_in_order_of_settlement(progressive) -> None:
    claims = ("cid", 10, 0), ("bob", 100, 0), ("ann", 100, 0)
    before, step = played(opened(progressive(split="in order")), *claims)
    assert before.shown == 1_000_060
    won = paid(step)
    assert (won["cid"], won["bob"], won["ann"]) == (100_006, 900_054, 500_000)
    assert step.meter.shown == 500_000
    assert step.meter.seed_owed == 1_000_000 + 2 * 500_000 - 15


def test_fixed_prizes_and_envy_are_paid_by_the_house(progressive) -> None:
    before, step = played(opened(progressive()), ("ann", 0, 20_000), ("bob", 0, 1_000))
    assert paid(step) == {HOUSE: -21_000, "ann": 20_000, "bob": 1_000}
    assert (step.meter.displayed, step.meter.reserve) == (before.displayed, before.reserve)
    assert step.meter.hits == ()


def test_a_house_jackpot_pays_the_full_prize_to_each(house) -> None:
    """WAC 230-15-671(1)(b)(iii)."""
    start = after(None, MeterOpened(house()))
    assert (start.transfers, start.meter.held, start.meter.seed_owed) == ((), 0, 0)
    before, step = played(start.meter, ("ann", 100, 0), ("bob", 100, 0), ("cid", 10, 700))
    assert before.shown == 1_000_000  # "does not increment after each wager is placed"
    assert paid(step) == {HOUSE: -2_100_700, "ann": 1_000_000, "bob": 1_000_000, "cid": 100_700}
    assert (step.meter.shown, step.meter.held) == (1_000_000, 0)


def test_what_the_engine_settled_becomes_claims(progressive) -> None:
    """A wager of 5 dollars multiplies dollar pays and envy, and no percentage."""
    bets = {seat: {"ante": 500, "four card jackpot": 500} for seat in (1, 2, 3)}
    laid = {
        0: parse("2c 3d 5h 8d Jc Kd"),
        1: parse("As Ah Ad Ac 4c"),
        2: parse("9s 9h 9d 7c 4d"),
        3: parse("2s 4h 6d 8c Ts"),
    }
    state = deal(open_table("four-card-prime", options={"jackpot_wager": 500}), bets, Laid(laid))
    while not state.over:
        state = state.act(state.turn, "fold")
    claims = [
        claim_of(f"seat {seat}", state.results[seat]["four card jackpot"]) for seat in (3, 2, 1)
    ]
    # Four aces: the meter. Trips: 9 dollars, five times, and no envy. Envy of four aces: 100.
    assert claims == [("seat 3", 0, 50_000), ("seat 2", 0, 4_500), ("seat 1", 100, 0)]
    meter = opened(progressive(sensor="four card jackpot", wager=500))
    before, step = played(meter, *claims)
    assert before.shown == 1_000_300
    won = paid(step)
    assert (won["seat 1"], won["seat 2"], won["seat 3"]) == (1_000_300, 4_500, 50_000)


def test_linked_tables_play_for_one_meter_in_the_order_of_events(progressive) -> None:
    """A's wagers count when B wins; then A's open round plays for what is displayed."""
    meter = opened(progressive())
    for table in "AB":
        meter = after(meter, Wagered(table, 1, 100, 1)).meter
    won = after(meter, MeterSettled("B", 1, (Claim("bob", 100, 0),)))
    assert paid(won)["bob"] == 1_000_040
    later = after(won.meter, MeterSettled("A", 1, (Claim("ann", 100, 0),)))
    assert paid(later)["ann"] == 500_000


def test_the_last_25_hits(progressive) -> None:
    meter = opened(progressive())
    for number in range(1, 31):
        meter = played(meter, ("ann", 10, 0), number=number)[1].meter
    assert [hit.round for hit in meter.hits] == list(range(6, 31))
    hit = meter.hits[-1]
    assert (hit.table, hit.account, hit.percent) == ("A", "ann", 10)
    assert hit.paid == hit.displayed // 10
    assert meter.events == 61


def test_history_has_the_meter_after_each_event(progressive) -> None:
    events = [
        MeterOpened(progressive()),
        Wagered("A", 1, 100, 2),
        MeterSettled("A", 1),
        Wagered("B", 7, 100, 1),
    ]
    told = [(type(event).__name__, step.meter.shown) for event, step in history(events)]
    assert told == [
        ("MeterOpened", 1_000_000),
        ("Wagered", 1_000_040),
        ("MeterSettled", 1_000_040),
        ("Wagered", 1_000_060),
    ]


def test_carried_over_from_an_earlier_system(progressive, house) -> None:
    rules = progressive(cap=1_000_000)
    step = after(None, MeterOpened(rules, 1_200_000, 30_000, 5_000))
    assert paid(step) == {CARRIED: -1_230_000, ESCROW: 1_230_000}
    assert (step.meter.shown, step.meter.seed_owed) == (1_200_000, 5_000)
    for wrong in ((house(), 5, 0, 0), (rules, -1, 0, 0), (rules, None, 5, 0)):
        with pytest.raises(BadMeter, match="jackpot/carried"):
            after(None, MeterOpened(*wrong))


@pytest.mark.parametrize(
    "event, code",
    [
        (Wagered("C", 1, 100, 1), "jackpot/tables"),
        (Wagered("A", 4, 100, 1), "jackpot/round"),  # already settled
        (Wagered("B", 3, 100, 1), "jackpot/round"),  # another round is open there
        (Wagered("A", 5, 99, 1), "jackpot/wager"),
        (Wagered("A", 5, 100, 0), "jackpot/wager"),
        (MeterSettled("A", 4), "jackpot/round"),  # no round is paid twice
        (MeterSettled("B", 1), "jackpot/round"),
        (MeterSettled("B", 2, (Claim("ann", 10, 0),) * 3), "jackpot/claims"),
        (MeterSettled("B", 2, (Claim("ann", 101, 0),)), "jackpot/claims"),
        (MeterSettled("B", 2, (Claim("ann", -1, 0),)), "jackpot/claims"),
        (MeterSettled("B", 2, (Claim("ann", 0, -1),)), "jackpot/claims"),
        (MeterSettled("B", 2, (Claim(" ", 10, 0),)), "jackpot/claims"),
        (MeterSettled("B", 2, (Claim(ESCROW, 10, 0),)), "jackpot/claims"),
        (MeterSettled("B", 2, (Claim("ann", 60, 0), Claim("bob", 60, 0))), "jackpot/overdrawn"),
    ],
)
def test_what_is_refused(progressive, event, code) -> None:
    meter = played(opened(progressive()), number=4)[1].meter
    meter = after(meter, Wagered("B", 2, 100, 2)).meter
    with pytest.raises(BadMeter) as refused:
        after(meter, event)
    assert refused.value.code == code


def test_more_than_the_whole_in_a_round_with_a_whole_win_is_refused(progressive) -> None:
    with pytest.raises(BadMeter, match="more than the whole"):
        played(opened(progressive()), ("ann", 100, 0), ("bob", 60, 0), ("cid", 60, 0))


def test_a_meter_is_opened_once_and_first(progressive) -> None:
    with pytest.raises(BadRecord, match="begins by being opened"):
        after(None, Wagered("A", 1, 100, 1))
    with pytest.raises(BadRecord, match="open already"):
        after(opened(progressive()), MeterOpened(progressive()))
