"""Counters, and the text that a metrics collector reads; the expected text is written by hand."""

import pytest

from croupier.web.watch import watch as watching
from croupier.web.watch.counters import (
    MOST_LABELS,
    Counter,
    Family,
    Histogram,
    PerSecond,
    exposition,
)
from croupier.web.watch.watch import ServerWatch


def test_the_text_of_a_counter() -> None:
    counter = Counter("act", "outcome")
    for _ in range(3):
        counter.add("bet", "done")
    counter.add('a "b"\\\n', "refused")
    text = exposition([Family("acts_total", "counter", "Acts.\nAll.", counter.samples())])
    assert text == (
        "# HELP acts_total Acts.\\nAll.\n"
        "# TYPE acts_total counter\n"
        'acts_total{act="a \\"b\\"\\\\\\n",outcome="refused"} 1\n'
        'acts_total{act="bet",outcome="done"} 3\n'
    )


def test_a_counter_without_labels_begins_at_nothing() -> None:
    assert exposition([Family("n", "counter", "N.", Counter().samples())]).endswith("\nn 0\n")


def test_the_text_of_a_histogram() -> None:
    """Each bucket has what is at most its bound, so also what the ones before it have."""
    histogram = Histogram((1, 2.5))
    for value in (0.5, 1, 2, 2.5, 4):
        histogram.add(value)
    text = exposition([Family("s", "histogram", "S.", histogram.samples())])
    assert text.splitlines()[2:] == [
        's_bucket{le="1"} 2',
        's_bucket{le="2.5"} 4',
        's_bucket{le="+Inf"} 5',
        "s_sum 10.0",
        "s_count 5",
    ]


def test_labels_are_bounded() -> None:
    counter = Counter("code")
    for number in range(MOST_LABELS + 50):
        counter.add(f"made/up-{number}")
    assert len(counter.counts) == MOST_LABELS + 1
    assert counter.counts["other",] == 50 and counter.total() == MOST_LABELS + 50
    assert counter.total("made/up-1", "other") == 1 + 10 + 100 + 50


def test_what_happened_in_each_second() -> None:
    now = 100.0
    per_second = PerSecond(4, lambda: now)
    per_second.add()
    per_second.add()
    assert per_second.counts() == [0, 0, 0]  # this second is not over
    now = 101.5
    per_second.add()
    assert per_second.counts() == [0, 0, 2]
    now = 103.0
    assert per_second.counts() == [2, 1, 0]
    now = 1_000_000.0
    assert per_second.counts() == [0, 0, 0]


def test_percentiles_are_of_the_last_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(watching, "monotonic", lambda: now)
    watch = ServerWatch()
    assert watch.latencies(50, 95) == []
    watch.answered(9.0)
    now = 61.0
    for hundredth in range(100, 0, -1):
        watch.answered(hundredth / 100)
    assert watch.latencies(50, 95, 99, 100) == [0.5, 0.95, 0.99, 1.0]
