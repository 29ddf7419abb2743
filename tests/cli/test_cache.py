"""`croupier cache`: what is cached, for which game, how large; and clearing it."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.room_desk import refused, run, said

DIGEST = "0123456789abcdef"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two counts of Prime, one of Split, a module's loops, and a foreign file."""
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    for name, size in {
        f"counts/four-card-prime/hands.{DIGEST}.npz": 1_200_000,
        f"counts/four-card-prime/situations.{DIGEST}.npz": 300_001,
        f"counts/4-card-split-v1/upcard-0.{DIGEST}.npz": 4_000_000,
        f"loops/kernels.rounds.{DIGEST}/loop.nbi": 20,
        "notes.txt": 5,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * size)
        os.utime(path, (1_000_000_000, 1_000_000_000))
    return tmp_path


ROWS = [
    ["4-card-split-v1", "counts", 1, 4_000_000],
    ["four-card-prime", "counts", 2, 1_500_001],
    ["all games", "compiled loops", 1, 20],
]


def test_what_is_kept_is_shown(kept: Path) -> None:
    lines = [" ".join(line.split()) for line in said("cache").splitlines()]
    assert "game what files MB last used" in lines
    assert any(line.startswith("4-card-split-v1 counts 1 4.0 2001-09-") for line in lines)
    assert any(line.startswith("four-card-prime counts 2 1.6 2001-09-") for line in lines)
    assert any(line.startswith("all games compiled loops 1 0.1 ") for line in lines)
    assert f"Kept: 5.6 MB in {kept}" in lines


def told(*words: str) -> dict[str, object]:
    return dict(json.loads(said("cache", *words, "--json")))


def test_for_programs(kept: Path) -> None:
    found = told()
    assert (found["folder"], found["cleared"]) == (str(kept), False)
    assert [[*row.values()][:4] for row in found["kept"]] == ROWS  # type: ignore[attr-defined]


def test_clear_says_what_it_removed(kept: Path) -> None:
    assert f"Cleared: 5.6 MB in {kept}" in said("cache", "clear")
    assert [path.name for path in kept.rglob("*") if path.is_file()] == ["notes.txt"]
    assert said("cache").strip() == f"Kept: 0.0 MB in {kept}"
    assert told("clear") == {"folder": str(kept), "cleared": True, "kept": []}


def test_no_other_action(kept: Path) -> None:
    assert "croupier cache clear" in refused("cache", "empty").message
    assert run("cache", "--json").exit_code == 0 and len(told()["kept"]) == 3  # type: ignore[arg-type]


def test_a_folder_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "none"))
    assert "Kept: 0.0 MB" in said("cache")
    assert "Cleared: 0.0 MB" in said("cache", "clear")
    assert not (tmp_path / "none").exists()
