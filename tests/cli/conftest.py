"""A seat at the terminal for the tests of `croupier play`."""

from pathlib import Path

import pytest

from tests.cli.seat import Seat


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    return Seat(tmp_path / "state")
