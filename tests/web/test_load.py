"""The load benchmark's own client, at a few tables for a second; and that it finds wrong books."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.web_load.books import BooksWrong, proof
from benchmarks.web_load.bots import Arrivals
from benchmarks.web_load.figures import as_json, lines, percentile
from benchmarks.web_load.run import Load, Outcome, measured
from croupier.bank.store import open_store
from croupier.money import Cents
from croupier.room.people.roles import Role
from tests.room.rooms import new_room


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    load = Load(tables=12, seconds=1.5, rate=40, warm_up=0.2, weighs=False)
    return measured(load, lambda passed, pace: None)


def test_bots_play_every_game_and_the_books_hold_it_once(outcome: Outcome) -> None:
    assert outcome.acts >= 20 and len(outcome.here) == outcome.acts
    assert outcome.elsewhere and outcome.sockets == 12 + 6 + 1
    assert outcome.proof.acts >= outcome.acts and outcome.proof.tables >= 6
    assert 1 <= outcome.per_act < 10


def test_the_figures_are_printed_and_are_data(outcome: Outcome) -> None:
    told = as_json(outcome)
    here = told["milliseconds_here"]
    assert 0 < here["p50"] <= here["p95"] <= here["p99"]
    assert told["proved"]["acts"] == outcome.proof.acts
    assert any("audit passed" in line for line in lines(outcome))


def page(done: set[str], refused: set[str]) -> Any:
    return SimpleNamespace(done=done, refused=refused, faults=[], bots=[])


def test_a_lost_act_and_a_refused_one_that_was_done_are_found(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/bank.db"
    with open_store(url) as store:
        room = new_room(store)
        room.do("enrol", "flo", "enrol", "pam", Role.PLAYER)
        room.do("here", "flo", "deposit", "pam", Cents(100))
    with pytest.raises(BooksWrong, match="1 acts lost, 0 refused and done"):
        proof(url, page({"here", "nowhere"}, set()))
    with pytest.raises(BooksWrong, match="0 acts lost, 1 refused and done"):
        proof(url, page(set(), {"here", "nowhere"}))


def test_when_a_version_came_to_another_seat() -> None:
    arrivals, told = Arrivals(), list[float]()
    arrivals.came(3, 1.0)
    arrivals.when(5, told.append)
    arrivals.came(4, 2.0)
    assert told == []
    arrivals.came(6, 3.0)  # 5 was passed over
    arrivals.when(4, told.append)
    assert told == [3.0, 2.0]


def test_percentiles_are_values_that_were_measured() -> None:
    values = sorted(Random(1).sample(range(1000), 100))
    assert [percentile(list(map(float, values)), of) for of in (1, 50, 95, 100)] == [
        values[0],
        values[49],
        values[94],
        values[99],
    ]
    assert percentile([], 95) == 0
