"""The disk cache: keyed by what its entries depend on, written by one process, small, and swept."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.kernels.cache import counts as cache
from croupier.kernels.cache import folder as cache_folder
from croupier.kernels.cache.folder import A_DAY, A_MONTH, CacheEntry, cache_entries, clear

ROOT = Path(__file__).resolve().parents[2]
MADE = {"wins": np.arange(1000), "words": np.array(["pair", "push"]), "one": np.int64(7)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "cache"))
    for each in (cache_folder.usable_root, cache_folder.sweep):
        each.cache_clear()
    yield tmp_path / "cache"
    for each in (cache_folder.usable_root, cache_folder.sweep):
        each.cache_clear()


def files(folder: Path) -> list[str]:
    return sorted(path.name.split(".")[0] for path in folder.rglob("*") if path.is_file())


class Maker:
    """Counts how often it is called."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> dict[str, np.ndarray]:
        self.asked += 1
        return dict(MADE)


def test_computed_once_and_read_back_unchanged(folder: Path) -> None:
    make = Maker()
    for _ in range(3):
        found = cache.stored("a game/count", make)
        assert found.keys() == MADE.keys()
        for name, array in MADE.items():
            assert np.array_equal(found[name], array) and found[name].dtype == array.dtype
    assert make.asked == 1
    assert files(folder) == ["count"]  # neither locks nor drafts remain


@pytest.mark.parametrize("broken", [b"", b"PK\3\4 not an archive", None])
def test_a_broken_file_is_computed_again(folder: Path, broken: bytes | None) -> None:
    make = Maker()
    cache.stored("a game/count", make)
    (path,) = folder.rglob("*.npz")
    whole = path.read_bytes()
    middle = bytearray(whole)
    middle[200] ^= 0xFF
    path.write_bytes(bytes(middle) if broken is None else broken)
    assert (cache.stored("a game/count", make)["wins"] == MADE["wins"]).all()
    assert make.asked == 2 and path.read_bytes() == whole


def test_it_is_compressed(folder: Path) -> None:
    cache.stored("a game/count", lambda: {"zeros": np.zeros(1_000_000, np.int64)})
    (path,) = folder.rglob("*.npz")
    assert path.stat().st_size < 100_000


# Two processes want one count: the first dies in the middle of it, or completes it.
WANTS = """
import os, sys, time
import numpy as np
from croupier.kernels.cache.counts import stored
def make():
    print("making", flush=True)
    word = sys.stdin.readline().strip()
    if word == "die":
        os._exit(9)
    return {"by": np.array([int(word)])}
print(int(stored("a game/count", make)["by"][0]), flush=True)
"""


def start(folder: Path, program: str = WANTS) -> subprocess.Popen[str]:
    environment = {**os.environ, "CROUPIER_CACHE": str(folder)}
    command = [sys.executable, "-c", program]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    )


def waits(process: subprocess.Popen[str], folder: Path) -> None:
    """Until it asks the system for a lock that another process has."""
    deadline = time.monotonic() + 60
    wanted = {str(path.stat().st_ino) for path in folder.rglob("*.lock")}
    assert wanted
    while time.monotonic() < deadline:
        for line in Path("/proc/locks").read_text().splitlines():
            parts = line.split()
            if "->" in parts and str(process.pid) in parts and parts[-3].split(":")[-1] in wanted:
                return
        time.sleep(0.02)
    raise AssertionError("it did not wait")


@pytest.mark.skipif(not os.path.exists("/proc/locks"), reason="who waits is told by Linux alone")
@pytest.mark.parametrize("word, makers", [("1", ["making"]), ("die", ["making", "making"])])
def test_a_process_waits_for_another_with_the_same_count(
    folder: Path, word: str, makers: list[str]
) -> None:
    with start(folder) as first:
        assert first.stdout and first.stdin and first.stdout.readline() == "making\n"
        with start(folder) as second:
            assert second.stdin
            waits(second, folder)
            first.stdin.write(f"{word}\n")
            first.stdin.close()
            first_said = first.stdout.read()
            second_said, _ = second.communicate("2\n", timeout=60)
    if word == "die":
        assert (first.returncode, first_said, second_said) == (9, "", "making\n2\n")
    else:
        assert (first_said, second_said) == ("1\n", "1\n")


COMPILES = """
import json, sys
from numba.core import event
from croupier.kernels.cache.loops import LoopCache

compiled = []

class Compiled(event.Listener):
    def on_start(self, now):
        loop = now.data["dispatcher"]
        if isinstance(getattr(loop, "_cache", None), LoopCache):
            compiled.append(f"{loop.py_func.__qualname__}{now.data['args']}")

    def on_end(self, now):
        pass

event.register("numba:compile", Compiled())
from croupier.cards.card import parse
from croupier.odds.solve import State, values
from croupier.table.table import open_table

print("ready", flush=True)
sys.stdin.readline()
values(open_table("four-card-prime"), State(parse("As Kd 7h 2c 9s"), *parse("Qh")))
print(json.dumps(compiled))
"""


def test_processes_that_start_together_compile_each_loop_once(folder: Path) -> None:
    started = [start(folder, COMPILES) for _ in range(3)]
    for process in started:
        assert process.stdout and process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    told = [process.communicate(timeout=300)[0] for process in started]
    compiled = Counter(loop for one in told for loop in json.loads(one))
    assert compiled and set(compiled.values()) == {1}, compiled
    assert not list(folder.rglob("*.lock"))


def test_threads_of_one_process_count_once_too(folder: Path) -> None:
    asked: list[int] = []
    begun, go = threading.Event(), threading.Event()

    def make() -> dict[str, np.ndarray]:
        asked.append(1)
        begun.set()
        assert go.wait(60)
        return dict(MADE)

    threads = [threading.Thread(target=cache.stored, args=("a game/count", make)) for _ in range(3)]
    threads[0].start()
    assert begun.wait(60)
    for thread in threads[1:]:
        thread.start()
    go.set()
    for thread in threads:
        thread.join(60)
    assert len(asked) == 1


def test_a_folder_without_locks_only_costs_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(handle: int, how: int) -> None:
        raise OSError(38, "no locks here")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    make = Maker()
    assert (cache.stored("a game/count", make)["wins"] == MADE["wins"]).all()
    cache.stored("a game/count", make)
    assert make.asked == 1


def test_what_fails_leaves_no_lock_behind(folder: Path) -> None:
    def fails() -> dict[str, np.ndarray]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        cache.stored("a game/count", fails)
    make = Maker()
    cache.stored("a game/count", make)
    assert make.asked == 1 and files(folder) == ["count"]


def generation(folder: Path, name: str, digit: str, age: float, size: int = 1) -> Path:
    path = folder / f"{name}.{digit * 16}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * size)
    then = time.time() - age
    os.utime(path, (then, then))
    return path


def test_one_older_generation_is_kept(folder: Path) -> None:
    older = generation(folder, "counts/a game/count", "1", 30)
    last = generation(folder, "counts/a game/count", "2", 20)
    other = generation(folder, "counts/a game/count-2", "1", 40)
    cache.stored("a game/count", Maker())
    assert not older.exists() and last.exists() and other.exists()
    assert len(list(folder.rglob("count.*.npz"))) == 2


def test_unused_entries_are_swept(folder: Path) -> None:
    unwanted = generation(folder, "counts/b game/count", "1", A_MONTH + 60)
    wanted = generation(folder, "counts/b game/other", "1", A_MONTH - 60)
    of_an_older_version = generation(folder, f"{'a' * 16}/all", "1", 0).parent
    ours = generation(folder, "my own/file", "1", 0)
    for path in (of_an_older_version, ours, ours.parent):
        then = time.time() - A_DAY - 60
        os.utime(path, (then, then))
    cache.stored("a game/count", Maker())
    assert not unwanted.exists() and wanted.exists()
    assert not of_an_older_version.exists() and ours.exists()


def test_reading_counts_as_use(folder: Path) -> None:
    cache.stored("a game/count", Maker())
    (path,) = folder.rglob("*.npz")
    os.utime(path, (0, 0))
    cache.stored("a game/count", Maker())
    assert time.time() - path.stat().st_mtime < A_DAY


def test_the_cache_is_listed_and_cleared(folder: Path) -> None:
    assert cache_entries() == [] and not folder.exists()  # looking creates nothing
    generation(folder, "counts/four-card-prime/hands", "1", 500, size=70)
    generation(folder, "counts/four-card-prime/choices", "2", 300, size=30)
    generation(folder, "counts/4-card-split-v1/upcard-0", "1", 100, size=400)
    loops = folder / "loops" / f"kernels.envy.{'1' * 16}" / "kernels_1"
    loops.mkdir(parents=True)
    (loops / "loop.nbi").write_bytes(b"x" * 5)
    of_an_older_version = generation(folder, f"{'a' * 16}/all", "1", 0, size=2).parent
    mine = folder / "counts" / "notes.txt"
    mine.write_text("not the program's")
    found = cache_entries()
    assert [each[:4] for each in found] == [
        ("4-card-split-v1", "counts", 1, 400),
        ("four-card-prime", "counts", 2, 100),
        ("all games", "compiled loops", 1, 5),
        ("all games", "left by an older version", 1, 2),
    ]
    assert 299 < time.time() - found[1].last_used < 400
    assert clear() == found
    assert cache_entries() == [] and mine.exists() and not of_an_older_version.exists()
    assert clear() == []


def test_entries_are_listed_by_their_files(folder: Path) -> None:
    cache.stored("a game/count", Maker())
    (path,) = folder.rglob("*.npz")
    (only,) = cache_entries()
    assert isinstance(only, CacheEntry) and only.size == path.stat().st_size


# Digests, in copies of the package: an edit changes those of the counts that depend on it.
ASKS = """
import sys
from croupier.kernels.cache.sources import digest, modules_of
from croupier.games.four_card_buyout import exact as buyout
from croupier.games.four_card_prime import counts as prime
from croupier.games.four_card_split import exact as split
from croupier.games.four_card_prime.guide import situations
from croupier.games.four_card_split.loops.outcomes import count_outcomes
for made in (prime.counted, buyout.states, split.counted, situations, count_outcomes):
    print(digest(modules_of(made)))
"""
PRIME, BUYOUT, SPLIT, SITUATIONS, LOOP = range(5)
EVERY = {PRIME, BUYOUT, SPLIT, SITUATIONS, LOOP}


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], set[int]]:
    place = tmp_path_factory.mktemp("package")
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(croupier.__file__).parent, place / "croupier", ignore=unwanted)

    def digests() -> list[str]:
        environment = {**os.environ, "PYTHONPATH": str(place)}
        command = [sys.executable, "-c", ASKS]
        return subprocess.check_output(command, text=True, env=environment).split()

    before = digests()
    assert len(before) == len(EVERY)

    def change(name: str) -> set[int]:
        """The digests that change if a line is added to this file."""
        path = place / "croupier" / name
        text = path.read_text("utf-8")
        path.write_text(f"{text}\n# a comment\n", "utf-8")
        try:
            return {number for number, now in enumerate(digests()) if now != before[number]}
        finally:
            path.write_text(text, "utf-8")

    return change


def file_of(module: str) -> str:
    """The file of a module, in the package."""
    __import__(module)
    package = Path(croupier.__file__).parent
    return str(Path(str(sys.modules[module].__file__)).relative_to(package))


@pytest.mark.parametrize("module", ["croupier.report.build", "croupier.odds.design.search"])
def test_editing_a_report_discards_nothing(changed: Callable[[str], set[int]], module: str) -> None:
    assert changed(file_of(module)) == set()


@pytest.mark.parametrize(
    "module, those, others",
    [
        ("croupier.games.four_card_prime.guide", {SITUATIONS}, {PRIME, LOOP}),
        ("croupier.games.four_card_prime.loops.sweep", {PRIME, SITUATIONS}, {LOOP}),
        ("croupier.games.four_card_split.loops.outcomes", {SPLIT, LOOP}, {PRIME, SITUATIONS}),
        ("croupier.games.four_card_buyout.loops.states", {BUYOUT}, {LOOP}),
        ("croupier.rules.paytable", EVERY, set()),
        ("croupier.cards.hands", EVERY, set()),
    ],
)
def test_an_edit_discards_what_depends_on_it(
    changed: Callable[[str], set[int]], module: str, those: set[int], others: set[int]
) -> None:
    found = changed(file_of(module))
    assert those <= found and not others & found


def test_so_does_a_changed_table(changed: Callable[[str], set[int]]) -> None:
    assert {PRIME, SITUATIONS} <= changed("games/four_card_prime/paytables.toml")
