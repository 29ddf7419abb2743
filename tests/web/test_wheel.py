"""A released wheel holds the page and the layouts: whoever installs it needs no Node."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from croupier.games.registry import GAMES, POKER
from croupier.web.serve import has_page

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not has_page(), reason="the page is not built: scripts/page")
def test_a_wheel_holds_the_page_and_the_layouts(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    options = ["--disable-pip-version-check", "-w", str(tmp_path), str(ROOT)]
    subprocess.run([*command, *options], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("croupier-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    page = {name for name in names if name.startswith("croupier/web/page/")}
    assert "croupier/web/page/index.html" in page
    assert {Path(name).suffix for name in page} >= {".js", ".css", ".woff2", ".html"}
    layouts = {Path(name).stem for name in names if "/layouts/" in name}
    assert layouts == {*GAMES, *POKER}
