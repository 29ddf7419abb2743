"""Checklist item 11: attempts wait longer and longer, by name and by address."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.web.guard.answers import TryLater
from croupier.web.people.throttle import BY_NAME, FORGOTTEN, Growth, Throttle


class Clock:
    now = 1_000_000

    def __call__(self) -> int:
        return self.now


def attempts(throttle: Throttle, name: Callable[[int], str], address: str, count: int) -> int:
    """How many were let through."""
    passed = 0
    for number in range(count):
        try:
            throttle.begin(name(number), address)
        except TryLater:
            continue
        passed += 1
    return passed


def test_the_delay_doubles_up_to_a_quarter_of_an_hour() -> None:
    growth = Growth(free=4, first=1000, most=900_000)
    delays = [growth.delay(failures) for failures in (0, 4, 5, 6, 7, 14, 15, 1000)]
    assert delays == [0, 0, 1000, 2000, 4000, 512_000, 900_000, 900_000]


def test_item_11_by_name() -> None:
    clock = Clock()
    throttle = Throttle(Growth(4), Growth(20), clock)
    assert attempts(throttle, lambda n: "pam", "192.0.2.1", 9) == 5
    with pytest.raises(TryLater) as late:
        throttle.begin("pam", "198.51.100.1")  # nor from elsewhere
    assert late.value.wait == 1000 and late.value.code == "sign-in/wait"
    throttle.begin("sam", "198.51.100.1")
    clock.now += 1000
    throttle.begin("pam", "192.0.2.1")
    with pytest.raises(TryLater) as late:
        throttle.begin("pam", "192.0.2.1")
    assert late.value.wait == 2000


def test_item_11_by_address() -> None:
    throttle = Throttle(Growth(4), Growth(20), Clock())
    assert attempts(throttle, lambda n: f"p{n}", "192.0.2.1", 100) == 21
    assert attempts(throttle, lambda n: f"p{n}", "192.0.2.2", 100) == 21


def test_item_11_many_at_once_are_counted_before_they_are_tried() -> None:
    throttle = Throttle(Growth(4), Growth(20), Clock())
    assert attempts(throttle, lambda n: "pam", "192.0.2.1", 1000) == 5


def test_item_11_success_begins_anew() -> None:
    throttle = Throttle(Growth(4), Growth(20), Clock())
    for _ in range(10):
        assert attempts(throttle, lambda n: "pam", "192.0.2.1", 1) == 1
        throttle.succeeded("pam", "192.0.2.1")
    assert attempts(throttle, lambda n: "pam", "192.0.2.1", 99) == 5


def test_item_11_a_stranger_does_not_keep_somebody_out() -> None:
    throttle = Throttle(Growth(4), Growth(20), Clock())
    throttle.begin("pam", "192.0.2.1")
    throttle.succeeded("pam", "192.0.2.1")
    attempts(throttle, lambda n: "pam", "198.51.100.1", 1000)
    throttle.begin("pam", "192.0.2.1")


def test_item_11_an_address_is_not_cleared_by_signing_in() -> None:
    """Or one account of an attacker's own would let them try those of others for ever."""
    throttle = Throttle(Growth(4), Growth(20), Clock())
    passed = 0
    for number in range(200):
        passed += attempts(throttle, lambda n, m=number: f"p{m}", "192.0.2.1", 1)  # type: ignore[misc]
        if attempts(throttle, lambda n: "mallory", "192.0.2.1", 1):
            throttle.succeeded("mallory", "192.0.2.1")
    assert passed <= 21


def test_old_failures_are_forgotten() -> None:
    clock = Clock()
    throttle = Throttle(Growth(4), Growth(20), clock)
    attempts(throttle, lambda n: "pam", "192.0.2.1", 99)
    clock.now += FORGOTTEN + 1
    assert attempts(throttle, lambda n: "pam", "192.0.2.1", 99) == 5


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200), st.booleans()), max_size=300))
def test_memory_is_bounded(steps: list[tuple[int, int, bool]]) -> None:
    throttle = Throttle(Growth(50), Growth(50), Clock(), most=20)
    for name, address, right in steps:
        throttle.begin(f"p{name}", f"a{address}")
        if right:
            throttle.succeeded(f"p{name}", f"a{address}")
        assert len(throttle) <= 2 * (20 + 2)


def test_a_flood_of_names_does_not_free_one() -> None:
    throttle = Throttle(Growth(4), Growth(10**9), Clock(), most=100)
    attempts(throttle, lambda n: "pam", "192.0.2.1", 9)
    attempts(throttle, lambda n: f"p{n}", "192.0.2.1", 1000)
    with pytest.raises(TryLater):
        throttle.begin("pam", "192.0.2.1")


def test_the_house_rule_of_three_is_reached_before_any_delay() -> None:
    assert BY_NAME.free >= 3
