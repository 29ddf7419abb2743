"""The page is built from a locked tree: types are checked, and a build is the same anywhere."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"
NPM = ROOT / ".venv" / "bin" / "npm"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (NPM.exists() and (FRONTEND / "node_modules").is_dir()),
        reason="the tools that build the page are not here: run scripts/page",
    ),
]


def copied(folder: Path) -> Path:
    """The page's sources in another folder, at the same depth; the tools stay where they are."""
    place = folder / "frontend"
    shutil.copytree(FRONTEND, place, ignore=shutil.ignore_patterns("node_modules"))
    (place / "node_modules").symlink_to(FRONTEND / "node_modules")
    for name in ("src", "tests"):  # what the sources import from outside
        (folder / name).mkdir()
    shutil.copytree(ROOT / "src" / "croupier" / "games", folder / "src" / "croupier" / "games")
    shutil.copytree(ROOT / "tests" / "web", folder / "tests" / "web")
    return place


def npm(place: Path, *script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [NPM, "run", "--silent", *script],
        cwd=place,
        env={**os.environ, "PATH": f"{NPM.parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_wrong_type_fails_the_check(tmp_path: Path) -> None:
    place = copied(tmp_path)
    (place / "src" / "wrong.ts").write_text('export const cents: number = "five";\n', "utf-8")
    checked = npm(place, "check")
    assert checked.returncode != 0 and "wrong.ts" in checked.stdout, checked.stdout


def test_a_wrong_type_in_a_component_fails_the_check(tmp_path: Path) -> None:
    place = copied(tmp_path)
    component = place / "src" / "table" / "felt" / "Chip.svelte"
    text = component.read_text("utf-8")
    broken = text.replace(
        '<script lang="ts">', '<script lang="ts">\n  export const wrong: number = "five";', 1
    )
    assert broken != text
    component.write_text(broken, "utf-8")
    checked = npm(place, "check")
    assert checked.returncode != 0 and "Chip.svelte" in checked.stdout, checked.stdout


def test_two_builds_are_equal_byte_for_byte(tmp_path: Path) -> None:
    built = []
    for name in ("one", "other"):
        place = copied(tmp_path / name)
        made = npm(place, "build", "--", "--outDir", "built")
        assert made.returncode == 0, made.stderr
        built.append(
            {
                str(file.relative_to(place / "built")): file.read_bytes()
                for file in (place / "built").rglob("*")
                if file.is_file()
            }
        )
    assert built[0] == built[1] and "index.html" in built[0]
