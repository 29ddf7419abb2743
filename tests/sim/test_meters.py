"""A meter over simulated rounds, many per event: equal to one event for each round."""

import numpy as np
import pytest

from croupier.bank.meters.events import Claim, MeterOpened, MeterSettled, Wagered
from croupier.bank.meters.jackpot import after
from croupier.bank.meters.rules import MeterRules
from croupier.odds.house_edge import Funding
from croupier.sim.exact import round_win
from croupier.sim.meters import Life, courses, from_house, hits_of, order_of, whole_rounds
from croupier.sim.nights import sample, summed
from croupier.sim.plan import by_column, plan
from croupier.sim.run import Span, each_round
from croupier.table.table import open_table

SENSOR = "five card jackpot"
RIGHT_TO_LEFT = (3, 2, 1, 0)
PROGRESSIVE = MeterRules(
    SENSOR, "progressive", "equal", 100, 50_000, 40_000, 1803, 517, None, ("t",)
)
RULES = {
    "reserve": PROGRESSIVE,
    "in order": MeterRules(
        SENSOR, "progressive", "in order", 100, 50_000, 40_000, 1803, 0, None, ("t",)
    ),
    "cap": MeterRules(SENSOR, "progressive", "equal", 100, 500, 400, 1803, 517, 900, ("t",)),
    "house": MeterRules(SENSOR, "house", "equal", 100, 50_000, 0, 0, 0, None, ("t",)),
}


def claims_of(rng, rounds, seats):
    """Hits far more often than at a table, including two in one round."""
    claims = np.zeros((rounds, seats), np.uint8)
    for at in rng.choice(rounds, 40, replace=False):
        seat = rng.choice(seats, 2, replace=False)
        claims[at, seat[0]] = rng.choice([10, 100])
        claims[at, seat[1]] = rng.choice([0, 10, 100])
    return claims


def round_by_round(rules, claims):
    """The same with an event for each round: the house's money, and the meter at the end."""
    meter, given = after(None, MeterOpened(rules)).meter, []
    for number, row in enumerate(claims, 1):
        fed = after(meter, Wagered("t", number, rules.wager, len(row)))
        won = [Claim(f"p{i}", int(p), 0) for i, p in enumerate(row[::-1]) if p]
        paid = after(fed.meter, MeterSettled("t", number, tuple(won)))
        given.append(from_house(fed) + from_house(paid))
        meter = paid.meter
    return np.array(given), meter


@pytest.mark.parametrize("name", RULES)
def test_many_rounds_at_a_time_are_round_by_round(name):
    rules, rng = RULES[name], np.random.default_rng(8)
    claims = claims_of(rng, 600, 4)
    claims[-1, 1] = 100  # the last round too
    life = Life(rules, RIGHT_TO_LEFT)
    parts = [life.after_rounds(claims[first : first + 150]) for first in range(0, 600, 150)]
    given, meter = round_by_round(rules, claims)
    found = np.concatenate(parts)
    # A fraction of a cent stays with the house until it is whole; so no sum is off by more.
    assert np.abs(np.cumsum(found) - np.cumsum(given)).max() <= 1
    assert found.sum() == given.sum()
    assert (life.meter.displayed, life.meter.reserve) == (meter.displayed, meter.reserve)
    assert len(whole_rounds(life.hits)) == (claims == 100).any(axis=1).sum()


def test_hits_are_in_the_order_in_which_the_flow_settles_them():
    """Printed: from the last seat to the first; under another flow, as it says."""
    game = open_table("four-card-prime").game
    assert order_of(game, SENSOR, 4) == [3, 2, 1, 0]
    *first, last = game.flow
    other = game._replace(flow=(*first, last._replace(right_to_left=False)))
    assert order_of(other, SENSOR, 4) == [0, 1, 2, 3]
    claims = np.array([[0, 10, 0, 100], [0, 0, 0, 0], [100, 0, 0, 10]], np.uint8)
    for one, found in ((game, [(100, 10), (10, 100)]), (other, [(10, 100), (100, 10)])):
        hits = hits_of(claims, 7, order_of(one, SENSOR, 4))
        assert [hit.percents for hit in hits] == found
        assert [hit.round for hit in hits] == [7, 9]


def test_runs_begin_with_a_new_meter():
    claims = claims_of(np.random.default_rng(9), 600, 3)
    claims[200:300] = 0  # a run in which nothing is won
    shown = courses(PROGRESSIVE, (2, 1, 0), hits_of(claims, 0, (2, 1, 0)), [1, 37, 100], 6)
    alone = [
        [round_by_round(PROGRESSIVE, claims[at : at + mark])[1].shown for mark in (1, 37, 100)]
        for at in range(0, 600, 100)
    ]
    assert shown == alone


@pytest.mark.parametrize("kind", ["progressive", "house"])
def test_nights_with_a_meter_bring_what_theory_says(kind):
    """The four card jackpot, which is won whole about once in ten thousand rounds of five seats."""
    house = open_table("four-card-prime", options={"jackpot_type": kind})
    sensor, seed = "four card jackpot", 500_000
    rates = (seed, 2500) if kind == "progressive" else (0, 0)
    rules = MeterRules(sensor, kind, "equal", 100, seed, *rates, 0, None, ("t",))
    stakes = {"ante": 100, sensor: 100}
    wanted = plan(house, seats=5, seed=2, wagers=[sensor])
    told = each_round(wanted, by_column(wanted, house.game, stakes), Span(0, 600_000))
    given = Life(rules, order_of(house.game, sensor, 5)).after_rounds(
        told.claims[:, wanted.played.meters.index(sensor)]
    )
    wins = sample(summed((told.wins - given).reshape(-1, 200)).wins)
    theory = 200 * round_win(house, wanted, stakes, {sensor: Funding(*rules.in_wagers)})
    assert abs(float(wins.mean - theory)) < 4 * wins.error
    without = 200 * round_win(house, wanted, {"ante": 100, sensor: 100}, {})
    assert abs(float(without - theory)) > 5 * wins.error  # the meter matters here
