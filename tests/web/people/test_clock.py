"""Checklist item 24: one clock, which only counts what has passed; a drift is logged."""

import asyncio
import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.web.people.opening import compare_clocks, open_door
from tests.web.people.rooms import START, CountingHasher, FakeHouse, Hands


@given(st.lists(st.tuples(st.integers(0, 10**7), st.integers(-(10**9), 10**9)), max_size=20))
def test_item_24_it_never_goes_back(steps: list[tuple[int, int]]) -> None:
    hands = Hands()
    clock, last = hands.clock(), START
    assert clock() == START
    for passed, moved in steps:
        hands.pass_(passed)
        hands.wall += moved  # somebody sets the machine's clock
        assert clock() == last + passed
        last += passed
    assert clock.drift() == sum(moved for _, moved in steps)


def test_item_24_a_drift_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    hands = Hands()
    clock = hands.clock()
    with caplog.at_level(logging.WARNING, "croupier.web"):
        assert clock.new_drift() == 0
        hands.wall += 5000
        assert clock.new_drift() == 5000 and clock.new_drift() == 0
        hands.wall -= 4500
        assert clock.new_drift() == 500
        assert clock.new_drift(START + 90_000) == 90_000  # a server's
    assert [record.getMessage() for record in caplog.records] == [
        "clock/drift: +5000 ms",
        "clock/drift: +500 ms",
        "clock/drift: +90000 ms",
    ]


def test_item_24_the_house_is_told(url: str, kind: str, tmp_path: Path) -> None:
    """In a file the machine's clock is compared; on a server, its own."""
    hands, told = Hands(), []

    async def drifted(apart: int) -> None:
        told.append(apart)

    door = open_door(url, FakeHouse(), clock=hands.clock(), hasher=CountingHasher())
    hands.wall += 7000
    try:
        asyncio.run(compare_clocks(door, drifted))
    finally:
        door.accounts.records.close()
        door.accounts.hasher.close()
    (apart,) = told
    assert apart == 7000 if kind == "sqlite" else abs(apart) > 10**6
