"""The versions of requirements.lock work together, on every Python and system that we allow."""

import subprocess
import sys
import tomllib
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PYTHONS = ("3.11.0", "3.12.1", "3.13.0", "3.14.0", "3.15.0")
SYSTEMS = ("linux", "darwin", "win32")
# Known to fail together, although neither package says so: (one, its versions, other, its
# versions).
BAD_PAIRS = [
    ("numba-cuda", "<=0.30.4", "numpy", ">=2.5"),  # uses np.row_stack, which is gone
]


def pinned(python: str, system: str) -> dict[str, str]:
    """What the lock installs there: package to version."""
    there = {
        "python_full_version": python,
        "python_version": ".".join(python.split(".")[:2]),
        "sys_platform": system,
        "platform_machine": "x86_64",
        "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[system],
    }
    found: dict[str, str] = {}
    for line in (ROOT / "requirements.lock").read_text("utf-8").splitlines():
        if line[:1].isalnum():
            one = Requirement(line.removesuffix("\\").strip())
            if one.marker is None or one.marker.evaluate(there):
                assert one.name not in found, f"{one.name} is pinned twice"
                found[one.name] = str(one.specifier).removeprefix("==")
    return found


@pytest.mark.parametrize("python, system", list(product(PYTHONS, SYSTEMS)))
def test_no_two_that_fail_together(python: str, system: str) -> None:
    assert python in SpecifierSet(PROJECT["requires-python"])
    versions = pinned(python, system)
    assert ("numba-cuda" in versions) == (system == "linux") and "numpy" in versions
    for one, these, other, those in BAD_PAIRS:
        if one in versions and versions[one] in SpecifierSet(these):
            assert versions[other] not in SpecifierSet(those), (one, versions[one], other)


def test_the_extra_itself_refuses_such_a_pair() -> None:
    """For installations without the lock."""
    gpu = [Requirement(text) for text in PROJECT["optional-dependencies"]["gpu"]]
    bounds = {one.name: one.specifier for one in gpu}
    assert "2.4.6" in bounds["numpy"] and "2.5.0" not in bounds["numpy"]


def test_without_numpy_the_odds_are_named_not_the_card() -> None:
    """The smallest extra that includes it is named (croupier.extras)."""
    bringing = {
        extra: len(texts)
        for extra, texts in PROJECT["optional-dependencies"].items()
        if any(Requirement(text).name == "numpy" for text in texts)
    }
    assert min(bringing, key=lambda extra: (bringing[extra], extra)) == "odds"


# Its registries are filled when the first kernel is compiled: only then is NumPy inspected.
IMPORTS = """
import croupier.kernels.gpu, croupier.sim.gpu
from numba.cuda.descriptor import cuda_target
cuda_target.typing_context.refresh()
cuda_target.target_context.refresh()
print("whole")
"""


@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="the extra gpu is for Linux")
def test_the_gpu_modules_can_be_imported_without_a_card() -> None:
    ran = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "whole\n"), ran.stderr
