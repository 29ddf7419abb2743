"""The game that CONTRIBUTING.md adds: its blocks are added to a copy of the package and played."""

import json
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
GAME = "three-card-duel"
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
    """Adds a line at the end of FOLDERS."""
    assert '`"three_card_duel",` at the end of `FOLDERS`' in GUIDE
    code = registry.read_text("utf-8")
    code, lines = re.subn(
        r"^(FOLDERS = \([^)]*?),?\s*\)$", r'\1, "three_card_duel",)', code, count=1, flags=re.M
    )
    assert lines == 1, "the registry has another shape than the guide says"
    registry.write_text(code, "utf-8")


def run(copy: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src"), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_guide_has_one_file_of_each_kind() -> None:
    assert list(FILES) == [
        "src/croupier/games/three_card_duel/paytables.toml",
        "src/croupier/games/three_card_duel/rules.py",
        TESTS,
    ]


def test_the_tests_of_the_new_game_pass(copy: Path) -> None:
    said = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", TESTS)
    assert "7 passed" in said


# Commands one after another in one process: what each wrote, and how it ended.
IN_TURN = """
import contextlib, io, json, sys
from croupier.cli import main
told = {}
for line in json.loads(sys.argv[1]):
    sys.argv, out, err, code = ["croupier", *line.split()], io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
    told[line] = code, out.getvalue(), err.getvalue()
print(json.dumps(told))
"""

UNSOLVED = {
    "odds GAME": "there are no odds of it",
    "ev GAME --cards 2c3c4c --up As": "no action has a known value",
    "strategy GAME": "there is no strategy to show",
    "design GAME --table pairs_up --edge 3%": "no table of it can be designed",
    "report GAME -o duel.html": "there are no odds of it",
    "simulate GAME --rounds 10": "its rounds cannot be simulated",
    "night GAME --nights 2": "its rounds cannot be simulated",
    "ruin GAME --bankroll 500": "its rounds cannot be simulated",
    "band GAME --rounds 100": "its rounds cannot be simulated",
    "room open 7 GAME --by ada": "a table of it cannot open",
}


@pytest.fixture(scope="module")
def told(copy: Path) -> dict[str, tuple[int, str, str]]:
    lines = ["games", f"rules {GAME}", "room found --by ada"]
    lines += [line.replace("GAME", GAME) for line in UNSOLVED]
    return dict(json.loads(run(copy, "-c", IN_TURN, json.dumps(lines))))


def test_the_commands_know_the_new_game(told: dict[str, tuple[int, str, str]]) -> None:
    assert GAME in told["games"][1]
    assert "Pairs Up" in told[f"rules {GAME}"][1]


@pytest.mark.parametrize("command, why", UNSOLVED.items())
def test_what_needs_the_odds_says_that_nobody_has_computed_them(
    told: dict[str, tuple[int, str, str]], command: str, why: str
) -> None:
    code, _, err = told[command.replace("GAME", GAME)]
    said = f"croupier: The house edge of {GAME} has not been computed, so {why}; "
    assert code == 2 and err.startswith(said), err
    assert len(err.splitlines()) == 1 and err.endswith("  [game/unsolved]\n")
