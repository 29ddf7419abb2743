"""Every test of a store runs on both databases, each time on a new one. The journal; meters."""

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text

from croupier.bank.ledger import Posting, Reason
from croupier.bank.meter_rules import MeterRules
from croupier.bank.store import Store, open_store
from croupier.money import Cents

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "postgres"
NUMBERS = count(1)


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
            Reason(reason),
            reverses=None if reverses == "-" else reverses,
        )
        if result == ".":
            found[-1][0].append(posting)
        else:
            found.append(([posting], result))
    return found


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a server: the one that scripts/test started, or one of our own."""
    if given := os.environ.get("CROUPIER_POSTGRES"):
        yield given
        return
    folder = tempfile.mkdtemp(prefix="croupier-postgres-")
    started = subprocess.run(
        [SCRIPT, "start", folder, "-c", "fsync=off"], capture_output=True, text=True
    )
    try:
        if started.returncode:
            pytest.skip(f"PostgreSQL: {started.stderr.strip()}")
        yield started.stdout.strip()
    finally:
        subprocess.run([SCRIPT, "stop", folder], check=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], str]]:
    """Makes empty databases of the one kind or the other."""
    if request.param == "sqlite":
        yield lambda: f"sqlite:///{tmp_path}/bank{next(NUMBERS)}.db"
        return
    url = make_url(request.getfixturevalue("postgres")).set(drivername="postgresql+psycopg")
    server = create_engine(url, isolation_level="AUTOCOMMIT")
    made: list[str] = []

    def make() -> str:
        name = f"bank_{os.getpid()}_{next(NUMBERS)}"
        with server.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        made.append(name)
        return url.set(database=name).render_as_string(hide_password=False)

    yield make
    with server.connect() as connection:
        for name in made:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.dispose()


@pytest.fixture
def url(new_url: Callable[[], str]) -> str:
    return new_url()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with open_store(url) as opened:
        yield opened


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
