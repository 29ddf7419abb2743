"""Pots: the rulings sentence by sentence, and a dealer who pushes one chip at a time."""

from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.table.poker.pots import Pot, PotSplit, Sharing, best, paid, pots, rakes, shared, split

HIGH, HILO, LOW = (Sharing(mode, button=9, seat_count=9) for mode in ("high", "hilo", "low"))


def laid(paid_in: dict[int, int], *folded: int) -> tuple[dict[int, int], list[tuple]]:
    found = pots(paid_in, [seat for seat in paid_in if seat not in folded])
    return dict(found.returned), [tuple(pot) for pot in found.pots]


# All-ins


def test_uncalled_chips_are_returned_first() -> None:
    assert laid({1: 100, 2: 100, 3: 350}) == ({3: 250}, [(300, (1, 2, 3))])


def test_uncalled_chips_are_those_above_a_folded_seat_too() -> None:
    assert laid({1: 100, 2: 80, 3: 130}, 2) == ({3: 30}, [(280, (1, 3))])
    assert laid({1: 50, 2: 80, 3: 130}, 2) == ({3: 50}, [(150, (1, 3)), (60, (3,))])


def test_nothing_is_returned_where_two_paid_the_most() -> None:
    assert laid({1: 350, 2: 100, 3: 350}) == ({}, [(300, (1, 2, 3)), (500, (1, 3))])


def test_a_new_pot_only_where_a_live_player_is_all_in_for_less() -> None:
    three = {1: 100, 2: 250, 3: 400, 4: 400}
    assert laid(three) == ({}, [(400, (1, 2, 3, 4)), (450, (2, 3, 4)), (300, (3, 4))])
    assert laid(three, 2) == ({}, [(400, (1, 3, 4)), (750, (3, 4))])
    assert laid(three, 1, 2) == ({}, [(1150, (3, 4))])


def test_folded_dead_money_goes_to_the_pots_it_reaches() -> None:
    made = laid({1: 100, 2: 300, 3: 300, 4: 60, 5: 180}, 4, 5)
    assert made == ({}, [(100 * 3 + 60 + 100, (1, 2, 3)), (200 * 2 + 80, (2, 3))])


def test_folded_dead_money_above_all_live_seats_stays_in_the_last_pot() -> None:
    assert laid({1: 40, 2: 100, 3: 100, 4: 170}, 4) == ({}, [(160, (1, 2, 3)), (250, (2, 3))])
    assert laid({1: 0, 2: 0, 3: 25}, 3) == ({}, [(25, (1, 2))])


def test_a_short_blind_does_not_lower_the_call() -> None:
    """The big blind is all-in for 15 of 100: the others call 100, of which it may win 15 each."""
    assert laid({1: 100, 2: 15, 3: 100}) == ({}, [(45, (1, 2, 3)), (170, (1, 3))])
    # Nobody else calls: only 15 of the small blind's 50 are called.
    assert laid({1: 50, 2: 15}) == ({1: 35}, [(30, (1, 2))])


def test_if_nobody_calls_the_last_player_takes_the_pot_immediately() -> None:
    payment = paid({1: 50, 2: 100, 3: 0}, [2], {}, {}, HILO, flop=False)
    assert payment.returned == {2: 50} and payment.payouts == {2: 100}
    assert [pot.split for pot in payment.pots] == [PotSplit({2: 100}, {})]
    assert paid({1: 50, 2: 100}, [2], {}, {}, LOW, flop=False).payouts == {2: 100}
    # A folded seat paid more: nothing is uncalled.
    assert paid({1: 90, 2: 40}, [2], {}, {}, HIGH, flop=True).payouts == {2: 130}


def test_a_seat_that_paid_nothing_is_eligible_for_nothing() -> None:
    assert laid({1: 0, 2: 10, 3: 10}) == ({}, [(20, (2, 3))])
    assert laid({1: 0, 2: 0}) == ({}, [])


def test_a_pot_with_one_eligible_seat_is_not_halved() -> None:
    assert split(Pot(61, (3,)), {3: 1}, {3: 1}, HILO) == PotSplit({3: 61}, {})


def test_impossible_pots_are_refused() -> None:
    for paid_in, live in (({1: 5}, []), ({1: 5}, [1, 2]), ({1: 5, 2: -1}, [1, 2])):
        with pytest.raises(ValueError, match=r"live seats|below zero"):
            pots(paid_in, live)


# Sharing


@pytest.mark.parametrize(
    "button, shares",
    [
        (9, {2: 34, 5: 33, 8: 33}),
        (1, {2: 34, 5: 33, 8: 33}),
        (2, {2: 33, 5: 34, 8: 33}),  # the button itself is last
        (4, {2: 33, 5: 34, 8: 33}),
        (5, {2: 33, 5: 33, 8: 34}),
        (8, {2: 34, 5: 33, 8: 33}),
    ],
)
def test_odd_chips_go_clockwise_from_the_first_tied_seat_left_of_the_button(
    button: int, shares: dict[int, int]
) -> None:
    assert shared(100, (8, 2, 5), button, 9) == shares


def test_odd_chips_are_one_each_with_the_button_in_the_middle() -> None:
    assert shared(101, (2, 5, 8), 5, 9) == {8: 34, 2: 34, 5: 33}
    assert shared(2, (2, 5, 8), 5, 9) == {8: 1, 2: 1, 5: 0}


def test_the_high_half_is_the_larger_half() -> None:
    pot = Pot(101, (1, 2))
    assert split(pot, {1: 9, 2: 1}, {1: 1, 2: 9}, HILO) == PotSplit({1: 51}, {2: 50})
    assert split(Pot(1, (1, 2)), {1: 9, 2: 1}, {1: 1, 2: 9}, HILO) == PotSplit({1: 1}, {2: 0})


def test_a_scoop_wins_both_halves() -> None:
    assert split(Pot(101, (1, 2)), {1: 9, 2: 1}, {1: 9, 2: None}, HILO) == PotSplit(
        {1: 51}, {1: 50}
    )


def test_quartering_the_low() -> None:
    pot, low = Pot(203, (1, 2, 3)), {1: 7, 2: 7, 3: None}
    assert split(pot, {1: 9, 2: 1, 3: 5}, low, HILO) == PotSplit({1: 102}, {1: 51, 2: 50})
    # With seat 1 on the button the odd chip of the low is seat 2's.
    after = HILO._replace(button=1)
    assert split(pot, {1: 9, 2: 1, 3: 5}, low, after) == PotSplit({1: 102}, {1: 50, 2: 51})


def test_no_qualifying_low_the_high_takes_all() -> None:
    assert split(Pot(101, (1, 2)), {1: 9, 2: 9}, {1: None}, HILO) == PotSplit({1: 51, 2: 50}, {})


def test_the_low_of_a_pot_must_be_held_by_a_player_eligible_for_that_pot() -> None:
    """Seat 1 has the only low and is all-in: the side pot has none, and goes to its high."""
    payment = paid({1: 100, 2: 301, 3: 301}, [1, 2, 3], {1: 1, 2: 5, 3: 9}, {1: 7}, HILO, flop=True)
    assert [pot.split for pot in payment.pots] == [
        PotSplit({3: 150}, {1: 150}),
        PotSplit({3: 402}, {}),
    ]
    assert payment.payouts == {1: 150, 3: 552}


def test_every_pot_is_split_separately() -> None:
    """Two pots with an odd chip each: the seat left of the button gets both."""
    paid_in = {1: 51, 2: 80, 3: 80, 4: 49, 5: 52}
    payment = paid(paid_in, [1, 2, 3], {1: 1, 2: 9, 3: 9}, {}, HIGH, flop=True)
    assert [pot.split.high for pot in payment.pots] == [{2: 127, 3: 126}, {2: 30, 3: 29}]
    assert payment.payouts == {2: 157, 3: 155}


def test_low_only_the_best_low_takes_all() -> None:
    pot, low = Pot(100, (1, 2, 3)), {1: 7, 2: 7, 3: 2}
    assert split(pot, {3: 99}, low, LOW) == PotSplit({}, {1: 50, 2: 50})


def test_high_only_a_low_wins_nothing() -> None:
    assert split(Pot(100, (1, 2)), {1: 2, 2: 1}, {2: 9}, HIGH) == PotSplit({1: 100}, {})


def test_tda_rule_20_identical_winners_of_both_halves_split_the_whole_pot() -> None:
    pot, same = Pot(104, (1, 2, 3)), {1: 5, 2: 5, 3: 5}
    assert split(pot, same, same, HILO) == PotSplit({1: 18, 2: 17, 3: 17}, {1: 18, 2: 17, 3: 17})
    whole = split(pot, same, same, HILO._replace(tda=True))
    assert {seat: whole.high[seat] + whole.low[seat] for seat in same} == {1: 35, 2: 35, 3: 34}
    assert (sum(whole.high.values()), sum(whole.low.values())) == (52, 52)


def test_tda_rule_20_other_winners_are_not_touched() -> None:
    pot, high, low = Pot(104, (1, 2, 3)), {1: 5, 2: 5, 3: 5}, {1: 5, 2: 5, 3: 4}
    assert split(pot, high, low, HILO._replace(tda=True)) == split(pot, high, low, HILO)


def test_best_considers_only_the_given_seats() -> None:
    assert best({1: 9, 2: 5, 3: None, 4: 5}, (2, 3, 4, 5)) == (2, 4)
    assert best({3: None}, (3, 4)) == ()


# Rake


def test_the_rake_is_taken_from_each_pot_before_splitting() -> None:
    sharing = HILO._replace(rake_percent=10, rake_cap=1000)
    high, low = {1: 1, 2: 9, 3: 5}, {1: 9, 2: 5, 3: None}
    payment = paid({1: 105, 2: 199, 3: 199}, [1, 2, 3], high, low, sharing, flop=True)
    assert [pot.rake for pot in payment.pots] == [31, 18]
    assert [pot.split for pot in payment.pots] == [
        PotSplit({2: 142}, {1: 142}),
        PotSplit({2: 85}, {2: 85}),
    ]


def test_the_rake_has_a_cap_over_the_hand() -> None:
    assert rakes([300, 200, 50], 10, 45) == [30, 15, 0]
    assert rakes([300, 200, 50], 10, 1000) == [30, 20, 5]
    assert rakes([309], 10, 1000) == [30]
    assert rakes([300], 10, 0) == [0]


def test_no_flop_no_drop() -> None:
    sharing = HIGH._replace(rake_percent=10, rake_cap=1000)
    assert paid({1: 50, 2: 100}, [2], {}, {}, sharing, flop=False).payouts == {2: 100}
    assert paid({1: 100, 2: 100}, [2], {}, {}, sharing, flop=True).payouts == {2: 180}


# A dealer with time: chips one by one, from the seats to the pots, from the pots to the winners.


class Showdown(NamedTuple):
    paid_in: dict[int, int]
    live: list[int]
    high: dict[int, int]
    low: dict[int, int | None]
    sharing: Sharing
    flop: bool


def showdown(rng: Random) -> Showdown:
    """Scores from a small range, so that ties are common; few chips, so that odd ones are."""
    seat_count = rng.randint(2, 9)
    seats = rng.sample(range(1, seat_count + 1), rng.randint(2, seat_count))
    levels = [rng.randint(0, 40) for _ in range(rng.randint(1, 4))]
    live = rng.sample(seats, rng.randint(1, len(seats)))
    mode = rng.choice(["high", "hilo", "hilo", "low"])
    # None: no low, or one that does not qualify. Low only has no qualifier.
    lows = [1, 2, 3] if mode == "low" else [None, None, *range(1, rng.randint(2, 4))]
    return Showdown(
        {seat: rng.choice(levels) if rng.random() < 0.8 else rng.randint(0, 45) for seat in seats},
        live,
        {seat: rng.randint(1, rng.choice([1, 2, 5])) for seat in live},
        {seat: rng.choice(lows) for seat in live},
        Sharing(
            mode,
            rng.randint(1, seat_count),
            seat_count,
            tda=rng.random() < 0.5,
            rake_percent=rng.randint(0, 10),
            rake_cap=rng.choice([0, 1, 3, 5, 100]),
        ),
        flop=rng.random() < 0.8,
    )


def chip_by_chip(hand: Showdown) -> tuple[dict[int, int], dict[int, int], int]:
    """Returned and paid out by seat (without zeros), and the rake."""
    stacks = dict(hand.paid_in)
    returned: dict[int, int] = {}
    while True:
        tallest = [seat for seat in stacks if stacks[seat] == max(stacks.values())]
        if len(tallest) > 1 or tallest[0] not in hand.live or stacks[tallest[0]] == 0:
            break
        stacks[tallest[0]] -= 1
        returned[tallest[0]] = returned.get(tallest[0], 0) + 1
    piles: list[tuple[set[int], int]] = []  # who may win it, and its chips
    floor = 0
    while any(chips > floor for chips in stacks.values()):
        floor += 1
        chips = len([seat for seat in stacks if stacks[seat] >= floor])
        able = {seat for seat in hand.live if stacks[seat] >= floor}
        if not able:
            able = piles[-1][0] if piles else set(hand.live)
        if piles and piles[-1][0] == able:
            chips += piles.pop()[1]
        piles.append((able, chips))
    payouts: dict[int, int] = {}
    rake = 0
    for able, chips in piles:
        hundredths = hand.sharing.rake_percent * chips if hand.flop else 0
        while hundredths >= 100 and rake < hand.sharing.rake_cap:
            rake, chips, hundredths = rake + 1, chips - 1, hundredths - 100
        for seat in pushed(able, chips, hand):
            payouts[seat] = payouts.get(seat, 0) + 1
    return returned, payouts, rake


def pushed(able: set[int], chips: int, hand: Showdown) -> list[int]:
    """The seats to which the chips of one pot go, chip by chip."""
    highs = [s for s in able if all(hand.high[s] >= hand.high[other] for other in able)]
    lows = [
        s
        for s in able
        if hand.low[s] is not None
        and not any((hand.low[other] or 0) > hand.low[s] for other in able)
    ]
    if hand.sharing.mode == "low":
        return around(lows, chips, hand.sharing)
    if hand.sharing.mode == "high" or not lows:
        return around(highs, chips, hand.sharing)
    if sorted(highs) == sorted(lows) and hand.sharing.tda:
        return around(highs, chips, hand.sharing)
    halves = [0, 0]
    for chip in range(chips):
        halves[chip % 2] += 1  # the first one to the high
    return around(highs, halves[0], hand.sharing) + around(lows, halves[1], hand.sharing)


def around(winners: list[int], chips: int, sharing: Sharing) -> list[int]:
    """The dealer walks around the table from the button and drops a chip at each winner."""
    seat, given = sharing.button, []
    while len(given) < chips:
        seat = 1 if seat == sharing.seat_count else seat + 1
        if seat in winners:
            given.append(seat)
    return given


def check_against_the_dealer(rng: Random, hands: int) -> None:
    for _ in range(hands):
        hand = showdown(rng)
        payment = paid(*hand[:5], flop=hand.flop)
        returned, payouts, rake = chip_by_chip(hand)
        assert payment.returned == returned, hand
        assert {seat: chips for seat, chips in payment.payouts.items() if chips} == payouts, hand
        assert sum(pot.rake for pot in payment.pots) == rake, hand


def test_5000_showdowns_as_a_dealer_pushes_them_chip_by_chip() -> None:
    check_against_the_dealer(Random(20181128), 5_000)


@pytest.mark.slow
def test_200000_showdowns_as_a_dealer_pushes_them_chip_by_chip() -> None:
    check_against_the_dealer(Random(230_15_135), 200_000)


@given(st.randoms(use_true_random=False), st.integers(1, 10**15))
def test_chips_are_conserved_at_any_size(rng: Random, unit: int) -> None:
    hand = showdown(rng)
    paid_in = {seat: chips * unit + rng.randint(0, unit) for seat, chips in hand.paid_in.items()}
    payment = paid(paid_in, *hand[1:5], flop=hand.flop)
    rake = sum(pot.rake for pot in payment.pots)
    out = sum(payment.returned.values()) + sum(payment.payouts.values()) + rake
    assert out == sum(paid_in.values())
    assert min([*payment.payouts.values(), *payment.returned.values(), rake, 0]) == 0
    for pot, taken, halves in payment.pots:
        assert set(halves.high) | set(halves.low) <= set(pot.eligible) <= set(hand.live)
        assert pot.amount == taken + sum(halves.high.values()) + sum(halves.low.values())
        assert min(*halves.high.values(), *halves.low.values(), 0, 0) == 0
    eligible = [set(pot.pot.eligible) for pot in payment.pots]
    assert all(more > fewer for more, fewer in pairwise(eligible))
