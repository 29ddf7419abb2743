"""The game that CONTRIBUTING.md adds: its blocks are put into a copy of the package and played."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
FILES = dict(re.findall(r"^`(\S+)`:\n\n```\w+\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL))
TESTS = "tests/rules/test_three_card_duel.py"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with the new game in it, as the guide says."""
    folder = tmp_path_factory.mktemp("contributing")
    unwanted = shutil.ignore_patterns("__pycache__", ".*")
    shutil.copytree(ROOT / "src", folder / "src", ignore=unwanted)
    for name, code in FILES.items():
        path = folder / name
        assert not path.exists(), f"the guide would overwrite {name}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, "utf-8")
    _register(folder / "src" / "croupier" / "games" / "registry.py")
    return folder


def _register(registry: Path) -> None:
    """A line at the end of FOLDERS."""
    assert '`"three_card_duel",` at the end of `FOLDERS`' in GUIDE
    code = registry.read_text("utf-8")
    code, lines = re.subn(
        r"^(FOLDERS = .*?)(^\)$)", r'\1    "three_card_duel",\n\2', code, count=1, flags=re.M | re.S
    )
    assert lines == 1, "the registry has another shape than the guide says"
    registry.write_text(code, "utf-8")


def ran(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src"), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def run(copy: Path, *command: str) -> str:
    done = ran(copy, *command)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_guide_has_one_file_of_each_kind() -> None:
    assert list(FILES) == [
        "src/croupier/games/three_card_duel/paytables.toml",
        "src/croupier/games/three_card_duel/rules.py",
        TESTS,
    ]


def test_the_tests_of_the_new_game_pass(copy: Path) -> None:
    said = run(copy, "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", TESTS)
    assert "7 passed" in said


def test_the_commands_know_the_new_game(copy: Path) -> None:
    assert "three-card-duel" in run(copy, "croupier", "games")
    assert "Pairs Up" in run(copy, "croupier", "rules", "Three Card Duel")


@pytest.mark.parametrize(
    "command, why",
    [
        ("odds GAME", "there are no odds of it"),
        ("ev GAME --cards 2c3c4c --up As", "no action has a known value"),
        ("strategy GAME", "there is no strategy to show"),
        ("design GAME --table pairs_up --edge 3", "no table of it can be designed"),
        ("report GAME -o duel.html", "there are no odds of it"),
        ("simulate GAME --rounds 10", "its rounds cannot be simulated"),
        ("night GAME --nights 2", "its rounds cannot be simulated"),
        ("ruin GAME --bankroll 500", "its rounds cannot be simulated"),
        ("band GAME --rounds 100", "its rounds cannot be simulated"),
        ("room open 7 GAME --by ada", "a table of it cannot open"),
    ],
)
def test_what_needs_the_odds_says_that_nobody_has_computed_them(
    copy: Path, command: str, why: str
) -> None:
    if command.startswith("room"):
        run(copy, "croupier", "room", "found", "--by", "ada")
    done = ran(copy, "croupier", *command.replace("GAME", "three-card-duel").split())
    said = f"croupier: The house edge of three-card-duel has not been computed, so {why}; "
    assert done.returncode == 2 and done.stderr.startswith(said), done.stderr
    assert len(done.stderr.splitlines()) == 1 and done.stderr.endswith("  [game/unsolved]\n")
