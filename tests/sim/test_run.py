"""Parts add up to the same numbers, however they are divided, counted, interrupted and resumed."""

import json
from fractions import Fraction

import numpy as np
import pytest

from croupier.errors import RuleError
from croupier.games.figures import solved
from croupier.odds.solve import solve
from croupier.sim import run as running
from croupier.sim.checkpoint import load, save
from croupier.sim.exact import exact
from croupier.sim.plan import plan
from croupier.sim.run import Engine, Span, local, next_look, simulated, spans, tally_of
from croupier.sim.tally import decisions, empty, figure
from croupier.table.table import open_table
from tests.effort import examples, whole_deck

PRIME, BUYOUT = "four-card-prime", "ultimate-4-card-buyout"


def last(tallies):
    (*_, tally) = tallies
    return tally


def equal(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.fixture(scope="module")
def prime():
    return plan(open_table(PRIME), seats=2, seed=5)


def test_spans_cover_all_rounds_once():
    for first, rounds, part in ((0, 10, 3), (4, 10, 3), (0, 1, 8), (7, 8, 8), (9, 9, 4)):
        covered = [number for span in spans(first, rounds, part) for number in range(*span)]
        assert covered == list(range(first, rounds))


def test_any_cut_gives_the_same_tally(prime):
    whole = tally_of(prime, Span(0, 20_000))
    for part in (20_000, 7_001, 64, 4_096):
        assert equal(last(simulated(prime, 20_000, engine=local._replace(part=part))), whole)
    begun = tally_of(prime, Span(0, 12_345))
    assert equal(last(simulated(prime, 20_000, begun=begun)), whole)


def test_another_seed_deals_other_rounds():
    one, other = (plan(open_table(PRIME), seed=seed) for seed in (1, 2))
    assert not equal(tally_of(one, Span(0, 1000)), tally_of(other, Span(0, 1000)))
    assert one.digest != other.digest


def test_every_seat_and_round_is_counted(prime):
    tally = tally_of(prime, Span(0, 5_000))
    counted = [row for row in range(len(tally.counts)) if prime.counted >> row & 1]
    assert all(tally.counts[row].sum() == 10_000 for row in counted)
    assert tally.chosen.sum() == 10_000


def test_main_alone_counts_the_same_main():
    house = open_table(PRIME)
    both = [tally_of(plan(house, wagers=wagers), Span(0, 5_000)) for wagers in (None, ["main"])]
    assert np.array_equal(both[0].counts[0], both[1].counts[0])
    assert both[1].counts[1:].sum() == 0


def test_the_error_of_seats_that_share_a_dealer():
    """By the plain formula over the rounds' totals, from each round counted alone."""
    wanted = plan(open_table(BUYOUT), seats=4, seed=3)
    totals = []
    for number in range(50):
        alone = figure(tally_of(wanted, Span(number, number + 1)), wanted, 0)
        totals.append(alone.mean * 4)
    mean = sum(totals) / len(totals)
    variance = sum((total - mean) ** 2 for total in totals) / (len(totals) - 1)
    found = figure(tally_of(wanted, Span(0, 50)), wanted, 0)
    assert found.mean == mean / 4
    assert found.square_error == variance / len(totals) / 16


@pytest.mark.parametrize("game", whole_deck(*solved()))
@pytest.mark.parametrize("seats", [1, 3])
def test_figures_are_near_the_exact_ones(game, seats):
    house = open_table(game)
    wanted = plan(house, seats=seats, seed=20)
    rounds = examples(2_000_000)
    tally = last(simulated(wanted, rounds))
    true = exact(house, wanted)
    rows = {"main": 0, **{name: wanted.row(name) for name in wanted.wagers}}
    assert "main" in true.means
    for name, mean in true.means.items():
        found = figure(tally, wanted, rows[name])
        assert (found.mean - mean) ** 2 < 16 * found.square_error, name
    for name, share in true.meters.items():
        found = figure(tally, wanted, wanted.meter_row(name))
        assert (found.mean - 100 * share) ** 2 < 16 * found.square_error, name
    shares = decisions(tally, wanted)
    for name, share in true.decisions.items():
        spread = share * (1 - share) / (rounds * seats)
        assert (shares[name] - share) ** 2 <= 25 * spread * seats, name


def test_a_rule_list_costs_what_it_says():
    house = open_table(PRIME)
    wanted = plan(house, strategy="rules-3", seed=4, wagers=["main"])
    true = exact(house, wanted)
    found = figure(last(simulated(wanted, examples(4_000_000))), wanted, 0)
    assert true.means["main"] < solve(house).net
    assert (found.mean - true.means["main"]) ** 2 < 16 * found.square_error
    assert true.decisions == {}


def test_a_bonus_on_bought_cards_is_known_for_the_best_play_only():
    house = open_table(BUYOUT)
    known = {
        strategy: exact(house, plan(house, strategy=strategy)).means
        for strategy in ("optimal", "never-buy")
    }
    assert known["optimal"]["bonus"] == solve(house).wagers["bonus"].results.mean
    assert known["never-buy"] == {}


def test_it_stops_when_it_is_precise(monkeypatch, prime):
    monkeypatch.setattr(running, "LOOK", 1 << 12)
    wanted = Fraction(2, 100)
    ends = []
    for part in (1 << 10, 1 << 12, 999):
        engine = local._replace(part=part)
        ends.append(last(simulated(prime, 10**6, engine=engine, until=wanted)))
    assert all(equal(end, ends[0]) for end in ends)
    assert figure(ends[0], prime, 0).square_error <= wanted**2
    earlier = ends[0].rounds - (1 << 12)
    assert earlier > 0
    assert figure(tally_of(prime, Span(0, earlier)), prime, 0).square_error > wanted**2
    assert list(simulated(prime, 10**6, begun=ends[0], until=wanted)) == []


def test_looks_grow_rarer():
    looks, look = [], 0
    while look < 10**12:
        look = next_look(look)
        looks.append(look)
    assert looks[:3] == [1 << 24, 2 << 24, 3 << 24]
    assert len(looks) < 1000
    assert all(look % (1 << 24) == 0 for look in looks)


def test_what_was_counted_before_a_failure_is_returned(prime):
    def breaks(plan, parts):
        yield tally_of(plan, next(parts))
        raise KeyboardInterrupt

    tallies = simulated(prime, 10_000, engine=Engine(breaks, 1_000))
    assert next(tallies).rounds == 1_000
    with pytest.raises(KeyboardInterrupt):
        next(tallies)


def test_a_checkpoint_resumes_where_it_stopped(tmp_path, prime):
    path = tmp_path / "kept.json"
    save(path, prime, tally_of(prime, Span(0, 3_000)))
    begun = load(path, prime)
    assert equal(last(simulated(prime, 8_000, begun=begun)), tally_of(prime, Span(0, 8_000)))


def changed(path, **values):
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, **values}))


@pytest.mark.parametrize(
    "values, code",
    [
        ({"rules": "0" * 64}, "checkpoint/rules"),
        ({"seed": 6}, "checkpoint/other"),
        ({"plan": "0" * 64}, "checkpoint/other"),
        ({"format": "another"}, "checkpoint/unreadable"),
        ({"rounds": 2_999}, "checkpoint/damaged"),
        ({"counts": [{}]}, "checkpoint/damaged"),
        ({"sums": "none"}, "checkpoint/damaged"),
        ({"chosen": [[0.5] * 32]}, "checkpoint/damaged"),
        ({"chosen": [[-1] * 32]}, "checkpoint/damaged"),
    ],
)
def test_a_checkpoint_of_something_else_is_refused(tmp_path, prime, values, code):
    path = tmp_path / "kept.json"
    save(path, prime, tally_of(prime, Span(0, 3_000)))
    changed(path, **values)
    before = path.read_bytes()
    with pytest.raises(RuleError) as refused:
        load(path, prime)
    assert refused.value.code == code
    assert path.read_bytes() == before


def test_a_checkpoint_that_cannot_be_written_leaves_the_last_one(tmp_path, prime, monkeypatch):
    path = tmp_path / "kept.json"
    save(path, prime, tally_of(prime, Span(0, 3_000)))
    before = path.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(RuleError, match="No space left") as refused:
        save(path, prime, tally_of(prime, Span(0, 4_000)))
    assert refused.value.code == "checkpoint/unwritable"
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "asked, code",
    [
        ({"seats": 0}, "simulate/seats"),
        ({"seats": 10}, "simulate/seats"),
        ({"seed": -1}, "simulate/seed"),
        ({"seed": 2**63}, "simulate/seed"),
        ({"wagers": ["ruby"]}, "wager/unknown"),
        ({"strategy": "wild"}, "strategy/unknown"),
    ],
)
def test_impossible_plans_are_refused(asked, code):
    with pytest.raises(RuleError) as refused:
        plan(open_table(PRIME), **asked)
    assert refused.value.code == code


def test_a_table_without_jackpots_has_none_to_bet():
    """The same rounds as at a table that has them: every other wager fares as it does there."""
    without, usual = (
        plan(open_table(PRIME, options={"jackpot_type": kind}), seed=3)
        for kind in ("none", "progressive")
    )
    assert "five card jackpot" in usual.wagers
    assert [*without.wagers] == [name for name in usual.wagers if "jackpot" not in name]
    here, there = (tally_of(each, Span(0, 3_000)) for each in (without, usual))
    for row in range(len(without.wagers)):  # row 0 is all main wagers
        assert figure(here, without, row) == figure(there, usual, row)


def test_a_checkpoint_is_a_plain_file(tmp_path, prime):
    with pytest.raises(RuleError) as refused:
        load(tmp_path, prime)
    assert refused.value.code == "checkpoint/unreadable"
    with pytest.raises(RuleError) as refused:
        save(tmp_path, prime, empty(prime))
    assert refused.value.code == "checkpoint/unwritable"
    save(tmp_path / "kept.json", prime, empty(prime))
    assert (tmp_path / "kept.json").stat().st_mode & 0o777 == 0o600


def test_every_row_of_a_checkpoint_must_add_up(tmp_path, prime):
    file = tmp_path / "kept.json"
    save(file, prime, last(simulated(prime, 3_000)))
    good = json.loads(file.read_text())
    for place, row in enumerate(good["counts"]):
        for at, count in list(row.items())[:2]:
            counts = [dict(one) for one in good["counts"]]
            counts[place][at] = count + 1
            file.write_text(json.dumps({**good, "counts": counts}))
            with pytest.raises(RuleError) as refused:
                load(file, prime)
            assert refused.value.code == "checkpoint/damaged"


def test_a_resumed_run_checks_when_an_uninterrupted_one_would(prime, monkeypatch):
    """Checks get rarer: not every multiple of the first interval is one."""
    monkeypatch.setattr(running, "LOOK", 1 << 6)
    monkeypatch.setattr(running, "precise", lambda tally, *_: tally.rounds >= 129 << 6)
    looks = [0]
    while looks[-1] < 200 << 6:
        looks.append(running.next_look(looks[-1]))
    whole = last(simulated(prime, 1 << 20, until=Fraction(1)))
    assert whole.rounds == next(look for look in looks if look >= 129 << 6)
    for begin in range(126 << 6, whole.rounds, 1 << 6):
        begun = last(simulated(prime, begin))
        *_, end = simulated(prime, 1 << 20, begun=begun, until=Fraction(1))
        assert end.rounds == whole.rounds
