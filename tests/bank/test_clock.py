"""A clock that cannot be right is not recorded, and time never goes back."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pytest
from sqlalchemy import select

from croupier.bank.act import Act, Event
from croupier.bank.audit.run import audit
from croupier.bank.clock import HouseClock, now, passed
from croupier.bank.faults import StoreError
from croupier.bank.schema import tables as schema
from croupier.bank.store import Store, open_store

HOUR = 60 * 60 * 1000
DAY = 24 * HOUR
START = 1_763_290_000_000  # a day of 2025


@dataclass
class Machine:
    """Its clock, and the time that has really passed since it was switched on."""

    wall: int = START
    on: int = 5 * HOUR

    def wait(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.on += milliseconds

    def clock(self) -> HouseClock:
        return HouseClock(lambda: self.wall, lambda: self.on)


def tick(store: Store) -> None:
    version = store.version("s")
    store.commit(Act(f"k{version}", "s", version, (Event("tick", ""),)))


def times(store: Store) -> list[int]:
    with store.reading() as connection:
        return list(connection.scalars(select(schema.acts.c.at).order_by(schema.acts.c.sequence)))


def refused(store: Store, word: str) -> None:
    head = store.head()
    with pytest.raises(StoreError, match=word) as said:
        tick(store)
    assert said.value.code == "store/clock"
    assert said.value.message.endswith("Nothing was done.")
    assert store.head() == head


def test_a_clock_that_is_set_ahead_while_the_bank_is_open(url: str) -> None:
    machine = Machine()
    with open_store(url, machine.clock()) as store:
        tick(store)
        machine.wait(30 * DAY)  # a quiet month
        machine.wall += HOUR  # somebody sets a slow clock right
        tick(store)
        machine.wall += 1
        refused(store, "set ahead to 2025-12-16 .* while the bank was open")
        machine.wall -= 3 * HOUR  # setting it back does no harm: the books' time stands still
        tick(store)
        audit(store)
        assert times(store) == [START, START + 30 * DAY + HOUR, START + 30 * DAY + HOUR]
    machine.wall += 2 * HOUR
    with open_store(url, machine.clock()) as store:  # restarting confirms that the clock is right
        tick(store)


@pytest.mark.parametrize("wall", [0, 1_577_836_799_999, 253_370_764_800_000, 10**17])
def test_a_time_that_cannot_be(url: str, wall: int) -> None:
    with open_store(url, Machine(wall).clock()) as store:
        refused(store, "clock says .*; set it")


def test_a_bank_that_rested(url: str) -> None:
    with open_store(url, Machine().clock()) as store:
        tick(store)
    with open_store(url, Machine(START + 9 * 365 * DAY).clock()) as store:
        tick(store)
    with open_store(url, Machine(START + 20 * 365 * DAY).clock()) as store:
        refused(store, "clock says 2045-.* and the last act was at 2034-")


def test_a_machine_and_its_database_server(
    database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = database("postgresql")
    open_store(url).close()
    for apart in (2 * HOUR, -2 * HOUR):
        wrong = partial(lambda by: now() + by, apart)
        monkeypatch.setattr(HouseClock.__init__, "__defaults__", (wrong, passed))
        with pytest.raises(StoreError, match="and the database server's") as said:
            open_store(url)
        assert said.value.code == "store/clock"


@pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="no such clock on this system")
def test_the_hours_in_which_a_machine_slept_have_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(time, "clock_gettime_ns", lambda which: asked.append(which) or 7_000_000)
    assert passed() == 7
    assert asked == [time.CLOCK_BOOTTIME]  # CLOCK_MONOTONIC stops during sleep
