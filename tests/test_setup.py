"""scripts/setup: which Python it takes, and what it says if none is suitable."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# A stand-in: its version, whether it is new enough, whether it has venv, and how long it takes.
PYTHON = """#!/bin/bash
case "$*" in
  *python_version*) [ -n "{version}" ] && echo "{version}" ;;
  *version_info*) [ "{version}" != 3.9.1 ] ;;
  *ensurepip*) {venv} ;;
  *timeit*) echo {took} ;;
  *"-m venv"*) echo "taken: {name}"; exit 1 ;;
esac
"""


def set_up(folder: Path, **pythons: tuple[str, str, int]) -> str:
    """What it says, with these on the path: folder, version, whether venv is there, its time."""
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "setup", folder / "scripts")
    for name in ("requirements.lock", "pyproject.toml"):
        (folder / name).write_text("")
    path = [folder / "tools"]
    path[0].mkdir()
    for tool in ("bash", "cat", "dirname", "grep", "rm", "sha256sum"):
        (path[0] / tool).symlink_to(str(shutil.which(tool)))
    for place, (version, venv, took) in pythons.items():
        path.append(folder / place)
        path[-1].mkdir()
        fake = path[-1] / "python3"
        fake.write_text(PYTHON.format(version=version, venv=venv, took=took, name=place))
        fake.chmod(0o755)
    ran = subprocess.run(
        ["bash", "scripts/setup"],
        cwd=folder,
        env={"PATH": os.pathsep.join(map(str, path))},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1 and not ran.stdout
    return ran.stderr


def test_the_fastest_python_is_taken(tmp_path: Path) -> None:
    said = set_up(
        tmp_path,
        shim=("", "true", 1),  # on the path, and refuses to run
        old=("3.9.1", "true", 2),
        bare=("3.13.1", "false", 3),
        slow=("3.12.1", "true", 900),
        quick=("3.11.2", "true", 500),
        newest=("3.13.0", "true", 700),
    )
    assert "taken: quick" in said


def test_none_is_new_enough(tmp_path: Path) -> None:
    said = set_up(tmp_path, old=("3.9.1", "true", 2))
    assert "needs Python 3.11 or newer" in said and "python3 is 3.9.1" in said


def test_none_has_venv(tmp_path: Path) -> None:
    said = set_up(tmp_path, old=("3.9.1", "true", 2), bare=("3.13.1", "false", 3))
    assert "bare/python3 cannot make virtual environments" in said and "python3-venv" in said


def test_there_is_no_python(tmp_path: Path) -> None:
    assert "no python3 at all" in set_up(tmp_path)
