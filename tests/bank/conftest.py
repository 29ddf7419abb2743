"""Meters to test with: test files cannot import one another (see pyproject)."""

from collections.abc import Callable
from typing import Any

import pytest

from croupier.bank.meter_rules import MeterRules

PROGRESSIVE: dict[str, Any] = {
    "sensor": "five card jackpot",
    "kind": "progressive",
    "split": "equal",
    "wager": 100,
    "seed": 1_000_000,
    "reseed": 500_000,
    "contribution_rate": 2_000,
    "reserve_rate": 500,
    "cap": None,
    "tables": ("A", "B"),
}
HOUSE: dict[str, Any] = {
    **PROGRESSIVE,
    "kind": "house",
    "reseed": 0,
    "contribution_rate": 0,
    "reserve_rate": 0,
}


@pytest.fixture(scope="session")
def progressive() -> Callable[..., MeterRules]:
    """Rules of a progressive meter: seed 10,000 dollars, 20 cents and 5 hidden of each dollar."""
    return lambda **more: MeterRules(**{**PROGRESSIVE, **more})


@pytest.fixture(scope="session")
def house() -> Callable[..., MeterRules]:
    """Rules of a house jackpot with a posted prize of 10,000 dollars."""
    return lambda **more: MeterRules(**{**HOUSE, **more})
