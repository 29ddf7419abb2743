"""What a command reads is bounded: an endless, huge or silent file is refused in words, at once."""

import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from croupier.errors import BadRecord, RuleError
from croupier.files import TooLarge, content_of, content_of_any

if TYPE_CHECKING:
    from croupier.sim.plan import Plan

SPARSE = 10 * 1024**3
MEMORY = 2 * 1024**3  # of address space, most of which the libraries take
SECONDS = 30  # to start on a busy machine; the reading itself takes a moment


def sparse(path: Path) -> Path:
    """Ten gigabytes that take no space."""
    with path.open("wb") as file:
        file.truncate(SPARSE)
    return path


def fifo(path: Path) -> Path:
    """A pipe that nobody writes into."""
    os.mkfifo(path)
    return path


def folder(path: Path) -> Path:
    path.mkdir()
    return path


FILES: dict[str, Callable[[Path], Path]] = {
    "endless": lambda _: Path("/dev/zero"),
    "sparse": sparse,
    "fifo": fifo,
    "folder": folder,
}


@pytest.fixture(params=FILES)
def bad_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return FILES[request.param](tmp_path / "file")


def command(home: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """`croupier` with little memory, in a separate process."""
    limited = (
        f"import resource as r; r.setrlimit(r.RLIMIT_AS, ({MEMORY},) * 2)\n"
        "from croupier.cli import main; main()"
    )
    return subprocess.run(
        [sys.executable, "-c", limited, *words],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "XDG_STATE_HOME": str(home), "OPENBLAS_NUM_THREADS": "1"},
    )


@pytest.mark.parametrize("word", ["settle", "replay"])
def test_commands_refuse_it_in_words(word: str, bad_file: Path) -> None:
    found = command(bad_file.parent, word, str(bad_file))
    assert found.returncode == 2, found.stderr
    assert found.stderr.startswith("croupier: ") and "Traceback" not in found.stderr
    code = found.stderr.rstrip().rpartition("[")[2]
    assert code in ("record/large]", "file/bad]")


def test_checkpoints_of_the_simulator(bad_file: Path) -> None:
    """Before anything else is read, the plan included."""
    from croupier.sim.checkpoint import load

    tracemalloc.start()
    try:
        with pytest.raises(RuleError) as refused:
            load(bad_file, cast("Plan", None))
        assert refused.value.code == "checkpoint/unreadable"
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("game", ["four-card-prime", "five-card-hold-out"])
@pytest.mark.parametrize("kind", FILES)
def test_saved_games_that_are_not_regular_files_are_set_aside(
    game: str, kind: str, tmp_path: Path
) -> None:
    slot = tmp_path / "croupier" / "saved" / f"{game}.json"
    slot.parent.mkdir(parents=True)
    if kind == "endless":
        slot.symlink_to("/dev/zero")
    else:
        FILES[kind](slot)
    found = command(tmp_path, "play", game)
    assert "The saved game cannot be used" in found.stdout + found.stderr
    assert "Traceback" not in found.stderr and slot.with_name(f"{slot.name}.bad").exists()


def test_strategies_of_one_s_own(tmp_path: Path) -> None:
    from croupier.odds.strategy.choices import loaded

    with pytest.raises(RuleError, match="larger than"):
        loaded(f"{sparse(tmp_path / 'own.py')}:play")
    with pytest.raises(RuleError, match="no file"):
        loaded(f"{fifo(tmp_path / 'pipe.py')}:play")


def test_a_pipe_that_is_written_into_is_read(tmp_path: Path) -> None:
    """Whether its writer is already there, or comes a moment later and is slow."""
    pipe = fifo(tmp_path / "pipe")
    late = f"sleep 0.3; exec 3>{pipe}; sleep 0.3; printf some >&3; sleep 0.3; printf ' more' >&3"
    with subprocess.Popen(["sh", "-c", late]):
        assert content_of_any(pipe, 100) == b"some more"
    with subprocess.Popen(["sh", "-c", f"printf 'too much' > {pipe}"]), pytest.raises(TooLarge):
        content_of_any(pipe, 7)


def test_as_much_as_is_allowed_and_no_more(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345678")
    assert content_of(file, 8) == content_of_any(file, 8) == b"12345678"
    for read in (content_of, content_of_any):
        with pytest.raises(TooLarge, match="larger than 7 bytes"):
            read(file, 7)
    with pytest.raises(OSError, match="not a regular file"):
        content_of(fifo(tmp_path / "pipe"), 8)


def test_standard_input_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.cli import input as read

    class Endless:
        class buffer:  # noqa: N801
            @staticmethod
            def read(most: int) -> bytes:
                return b" " * most

    monkeypatch.setattr(sys, "stdin", Endless)
    with pytest.raises(BadRecord, match="give it in parts"):
        read.text_of(None)
