"""The user's cache folder: where counts and compiled loops are stored, and which are evicted.

A count is at `counts/GAME/NAME.DIGEST.npz`, the loops of a module at `loops/MODULE.DIGEST/`. The
digest is of the sources (sources.py); each digest is a generation.
"""

import atexit
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

DIGITS = 16  # of a digest in a file name
KEPT_GENERATIONS = 2  # per count, so that two checkouts of the program can alternate
A_DAY = 86_400
A_MONTH = 30 * A_DAY
COUNTS, LOOPS = "counts", "loops"
SHARED = "all games"
_DIGEST = re.compile(rf"\.[0-9a-f]{{{DIGITS}}}$")


def root() -> Path:
    """The cache of this user: CROUPIER_CACHE, or the system's usual place."""
    chosen = os.environ.get("CROUPIER_CACHE")
    if chosen:
        return Path(chosen)
    usual = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(usual).expanduser() / "croupier"


@cache
def usable_root() -> Path:
    """The cache folder; if it is not writable, a temporary one for this process."""
    try:
        root().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root()):
            return root()
    except OSError:  # slower, but the figures are the same
        alone = tempfile.TemporaryDirectory(prefix="croupier-")
        atexit.register(alone.cleanup)
        return Path(alone.name)


def place_of_count(name: str, digest: str) -> Path:
    """The path of the count `GAME/NAME`; creates its folder if possible."""
    made = usable_root() / COUNTS / f"{name}.{digest[:DIGITS]}.npz"
    with suppress(OSError):
        made.parent.mkdir(parents=True, exist_ok=True)
    return made


def place_of_loops(module: str, digest: str) -> Path:
    made = usable_root() / LOOPS / f"{module}.{digest[:DIGITS]}"
    with suppress(OSError):
        if made.is_dir():
            used(made)
        else:
            made.mkdir(parents=True, exist_ok=True)
            _remove(path for path in _others_of(made) if _unused(path, A_DAY))
            sweep()
    return made


def used(path: Path) -> None:
    """Touches an entry: its mtime is when it was last used."""
    with suppress(OSError):
        os.utime(path)


def forget_older(count: Path) -> None:
    """Removes all generations of a count just written except this one and the previous."""
    with suppress(OSError):
        others = sorted(_others_of(count), key=lambda path: path.stat().st_mtime)
        _remove(others[: -(KEPT_GENERATIONS - 1)])
    sweep()


@cache  # once per process
def sweep() -> None:
    """Evicts entries unused for a month, and after a day what older versions left behind."""
    with suppress(OSError):
        here = usable_root()
        _remove(path for path in (*_counts(here), *_loops(here)) if _unused(path, A_MONTH))
        _remove(path for path in _of_older_versions(here) if _unused(path, A_DAY))


def _unused(path: Path, seconds: int) -> bool:
    return time.time() - path.stat().st_mtime > seconds


def _others_of(made: Path) -> list[Path]:
    """The other generations of a count, or of a module's loops."""
    name, end = _without_digest(made), made.suffix if made.suffix == ".npz" else ""
    around = made.parent.glob(f"*{end}")
    return [path for path in around if path != made and _without_digest(path) == name]


def _without_digest(path: Path) -> str:
    return path.name.removesuffix(".npz").rpartition(".")[0]


def _counts(folder: Path) -> list[Path]:
    return [path for path in folder.glob(f"{COUNTS}/*/*.npz") if _DIGEST.search(path.stem)]


def _loops(folder: Path) -> list[Path]:
    return [path for path in folder.glob(f"{LOOPS}/*/") if _DIGEST.search(path.name)]


def _of_older_versions(folder: Path) -> list[Path]:
    """Folders of an older layout: named by a digest alone, with everything of one generation."""
    named = [path for path in folder.glob("*/") if _DIGEST.fullmatch(f".{path.name}")]
    return [path for path in named if [*path.glob("*.npz"), *path.glob("compiled")]]


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


class CacheEntry(NamedTuple):
    """The cached files of one kind, for one game or for all."""

    game: str
    what: str
    files: int
    size: int  # in bytes
    last_used: float  # in seconds since 1970


def cache_entries() -> list[CacheEntry]:
    """The contents of the cache, largest first; changes nothing."""
    groups: dict[tuple[str, str], list[Path]] = {}
    for key, path in _named(root()):
        groups.setdefault(key, []).append(path)
    found = [_cache_entry(game, what, paths) for (game, what), paths in groups.items()]
    return sorted(found, key=lambda each: (-each.size, each.game))


def clear() -> list[CacheEntry]:
    """Empties the cache and returns what it held. Leaves foreign files alone."""
    found = cache_entries()
    with suppress(OSError):
        _remove([path for _, path in _named(root())])
    return found


def _named(folder: Path) -> Iterator[tuple[tuple[str, str], Path]]:
    for path in _counts(folder):
        yield (path.parent.name, COUNTS), path
    for path in _loops(folder):
        yield (SHARED, "compiled loops"), path
    for path in _of_older_versions(folder):
        yield (SHARED, "left by an older version"), path


def _cache_entry(game: str, what: str, paths: list[Path]) -> CacheEntry:
    files = [file for path in paths for file in (path, *path.rglob("*")) if file.is_file()]
    last = max((path.stat().st_mtime for path in paths), default=0.0)
    return CacheEntry(game, what, len(files), sum(file.stat().st_size for file in files), last)
