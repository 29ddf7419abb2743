"""Databases; the journal; meters."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.bank.ledger import Posting, Purpose
from croupier.bank.meters.rules import MeterRules
from croupier.money import Cents
from tests.databases import (
    database,
    furnished,
    kind,
    models,
    new_url,
    postgres,
    postgres_bank,
    postgres_models,
    sqlite_bank,
    store,
    url,
)

__all__ = [
    "database",
    "furnished",
    "kind",
    "models",
    "new_url",
    "postgres",
    "postgres_bank",
    "postgres_models",
    "sqlite_bank",
    "store",
    "url",
]


@pytest.fixture(scope="session")
def journal() -> list[tuple[list[Posting], str]]:
    """The rows of postings.txt, linked ones together, each with its result."""
    text = (Path(__file__).parent / "postings.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    heading, *rows = lines
    columns = ["id", "debit", "credit", "cents", "reason", "reverses", "result"]
    assert heading.split() == columns
    starts = [heading.index(name) for name in columns]
    found: list[tuple[list[Posting], str]] = []
    for row in rows:
        cells = [
            row[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True)
        ]
        name, debit, credit, cents, reason, reverses, result = cells
        posting = Posting(
            name.removeprefix("+"),
            debit,
            credit,
            Cents(int(cents)),
            Purpose(reason),
            reverses=None if reverses == "-" else reverses,
        )
        if result == ".":
            found[-1][0].append(posting)
        else:
            found.append(([posting], result))
    return found


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
