"""Compiled loops with bounds checks on: reads and writes outside an array are reported."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from tests.kernels.ran import FILE

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


def with_checks(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CROUPIER_BOUNDSCHECK": "1", **environment}
    return subprocess.run(
        [sys.executable, *words], env=environment, cwd=TESTS.parent, capture_output=True, text=True
    )


def test_every_loop_and_what_it_calls_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "loops.py"
    file.write_text(LOOPS)
    ran = with_checks(str(file))
    assert ran.stdout.split() == ["refused", "refused"], ran.stderr


# The solvers on small decks and paytables of other shapes, the tables of choices, and every loop of
# the simulator; of the games' own tests also the slow ones: they have shapes that the quick ones
# lack.
CHECKED = (
    *("odds/test_choices.py", "odds/test_jackpots.py", "odds/test_small_deck.py"),
    *("odds/test_states.py", "odds/test_strategy.py", "sim/test_dealing.py"),
    *("sim/test_kernels.py", "sim/test_nights.py"),
)
CHECKED_WITH_SLOW = ("games",)
COMPILED = {"kernel", "bare_kernel", "inlined", "written_out"}


def compiled_functions() -> Iterator[str]:
    """Every function of the package that is compiled, as the plugin `ran` names it."""
    package = Path(croupier.__file__).parent
    for path in sorted(package.rglob("*.py")):
        module = ".".join(path.relative_to(package.parent).with_suffix("").parts)
        yield from decorated(ast.parse(path.read_text("utf-8")), f"{module}:")


def decorated(within: ast.Module | ast.FunctionDef, prefix: str) -> Iterator[str]:
    for node in within.body:
        if isinstance(node, ast.FunctionDef):
            if any(isinstance(one, ast.Name) and one.id in COMPILED for one in node.decorator_list):
                yield prefix + node.name
            yield from decorated(node, f"{prefix}{node.name}.<locals>.")


@pytest.mark.slow
def test_every_loop_runs_within_its_arrays(tmp_path: Path) -> None:
    """With a separate cache: what was already counted would not be counted again."""
    ran: set[str] = set()
    for marks, tests in (("", CHECKED_WITH_SLOW), ("not slow", CHECKED)):
        words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.kernels.ran")
        paths = [f"tests/{path}" for path in tests]
        names = tmp_path / "names"
        own = {"CROUPIER_CACHE": str(tmp_path / "cache"), FILE: str(names)}
        done = with_checks(*words, "-m", marks, *paths, **own)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
        ran.update(names.read_text("utf-8").split("\n"))
    assert not [name for name in compiled_functions() if name not in ran]
