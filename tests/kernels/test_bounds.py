"""Compiled loops with bounds checks on: what reads or writes outside an array is told."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

LOOPS = """
import numpy as np
from croupier.kernels.compiled import bare_kernel, inlined, kernel, unsigned, written_out

@inlined
def plain(cells, at):
    return cells[at]

@written_out
def copied(cells, at):
    return cells[unsigned(at)]

@kernel
def loop(cells, at):
    return plain(cells, at) + copied(cells, at)

@bare_kernel
def bare(cells, at):
    return plain(cells, at) + copied(cells, at)

for made in (loop, bare):
    assert made(np.ones(3), 2) == 2
    try:
        made(np.ones(3), 3)
        print("silent")
    except IndexError:
        print("refused")
"""


def with_checks(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CROUPIER_BOUNDSCHECK": "1"}
    return subprocess.run(
        [sys.executable, *words], env=environment, cwd=TESTS.parent, capture_output=True, text=True
    )


def test_every_loop_and_what_it_calls_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "loops.py"
    file.write_text(LOOPS)
    ran = with_checks(str(file))
    assert ran.stdout.split() == ["refused", "refused"], ran.stderr


# The solvers on small decks and paytables of other shapes, and every loop of the simulator.
CHECKED = ("games", "odds/test_small_deck.py", "odds/test_states.py", "sim/test_kernels.py")


@pytest.mark.slow
@pytest.mark.parametrize("tests", CHECKED)
def test_no_loop_leaves_its_arrays(tests: str) -> None:
    if not (TESTS / tests).exists():
        pytest.skip("no game has tests of its own yet")
    ran = with_checks("-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/{tests}")
    assert ran.returncode == 0, ran.stdout[-3000:]
