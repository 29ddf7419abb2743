"""Hours of play: nothing is lost, nothing is done twice, the audit passes, and memory is flat.

    scripts/test --slow tests/web/test_soak.py -s                            four hours
    CROUPIER_SOAK_SECONDS=600 CROUPIER_SOAK_RATE=300 scripts/test --slow tests/web/test_soak.py -s

Meanwhile pages are closed and opened again, and guests open practice tables and leave them.
"""

import os

import pytest

from benchmarks.web_load.figures import lines
from benchmarks.web_load.growth import LEAST, SLACK, WARM, Growth, growth
from benchmarks.web_load.pace import Pace
from benchmarks.web_load.run import Load, Sample, measured

SECONDS = float(os.environ.get("CROUPIER_SOAK_SECONDS", 4 * 3_600))
RATE = float(os.environ.get("CROUPIER_SOAK_RATE", 100))
TABLES = 200
MINUTE = 60


def told(passed: float, pace: Pace) -> None:
    if round(passed) % MINUTE == 0:
        print(f"{passed / MINUTE:.0f} minutes, {pace.acts:,} acts", flush=True)


@pytest.mark.slow
def test_hours_of_play_leave_nothing_behind() -> None:
    outcome = measured(Load(TABLES, SECONDS, RATE, reloads=2, passers=0.2), told)
    grown = growth(outcome.samples)
    print("\n".join([*lines(outcome), f"{outcome.passers:,} guests came by", str(grown)]))
    assert outcome.acts > 0.5 * RATE * SECONDS, "the machine was too busy to say anything"
    assert outcome.passers > 0.05 * SECONDS
    assert grown.is_flat, grown
    if not grown.tells:
        pytest.skip(f"nothing is lost, but these are too few acts to tell a leak: {grown}")


def test_a_leak_is_seen_and_noise_is_not() -> None:
    """A string of 60 bytes for each act, in a day's acts; the same without it, with noise."""
    acts = [1_000 * second for second in range(3_000)]
    wavy = [200 * 2**20 + (second % 7) * 2**20 for second in range(3_000)]
    assert growth([Sample(act, rss) for act, rss in zip(acts, wavy, strict=True)]).is_flat
    leaking = [Sample(act, rss + 60 * act) for act, rss in zip(acts, wavy, strict=True)]
    found = growth(leaking)
    assert not found.is_flat and abs(found.per_act - 60) < 1
    assert found.acts == acts[-1] - acts[len(acts) // WARM]


def test_what_is_flat_depends_on_how_much_was_done() -> None:
    assert Growth(SLACK, 0, 0).bound == LEAST + 1
    assert Growth(10**9, LEAST + 1, 0).is_flat is False


def test_a_short_run_does_not_tell() -> None:
    """A quarter of an hour at 100 acts a second; four hours."""
    assert not Growth(60_000, 0, 0).tells
    assert Growth(2 * 4 * 3_600 * 100 // 3, 0, 0).tells
