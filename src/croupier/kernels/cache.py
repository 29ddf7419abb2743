"""Where compiled loops and solved counts are kept, named by a digest of the rules and kernels."""

import atexit
import hashlib
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

LOOPS = ("cards", "rules", "rules/paytables", "kernels")  # what a compiled loop may call
COUNTS = (*LOOPS, "odds")  # what a solved count may depend on
KEPT_FOLDERS = 3


@cache
def digest(places: tuple[str, ...]) -> str:
    """A digest of every source in those folders of the package."""
    total = hashlib.sha256()
    for place in places:
        entries = sorted((files("croupier") / place).iterdir(), key=lambda entry: entry.name)
        for entry in entries:
            if entry.name.endswith((".py", ".toml")):
                content = entry.read_bytes()
                total.update(f"{place}/{entry.name} {len(content)}\n".encode())
                total.update(content)
    return total.hexdigest()


def root() -> Path:
    """The cache of this user: CROUPIER_CACHE, or the system's usual place."""
    chosen = os.environ.get("CROUPIER_CACHE")
    if chosen:
        return Path(chosen)
    usual = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(usual).expanduser() / "croupier"


@cache
def usable_root() -> Path:
    """The cache's folder; where it cannot be written, one for this process alone."""
    try:
        root().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root()):
            return root()
    except OSError:  # it costs time, not the figures
        alone = tempfile.TemporaryDirectory(prefix="croupier-")
        atexit.register(alone.cleanup)
        return Path(alone.name)


def folder(places: tuple[str, ...]) -> Path:
    """The folder for what was made of these sources; a new one pushes the oldest out."""
    made = usable_root() / digest(places)[:16]
    if not made.is_dir():
        made.mkdir(parents=True, exist_ok=True)
        around = made.parent.iterdir()
        others = [path for path in around if len(path.name) == 16 and path != made]
        for old in sorted(others, key=lambda path: path.stat().st_mtime)[:-KEPT_FOLDERS]:
            shutil.rmtree(old, ignore_errors=True)
    return made


def stored(name: str, make: Callable[[], dict[str, Array]]) -> dict[str, Array]:
    """Arrays kept on disk under a name, made on the first call. A broken file is made anew."""
    path = folder(COUNTS) / f"{name}.npz"
    try:
        with np.load(path, allow_pickle=False) as kept:
            return dict(kept)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        made = make()
    with suppress(OSError):  # a full disk costs time, not the figures
        handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".npz")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, **made)
            os.replace(draft, path)
        except OSError:
            os.unlink(draft)
    return made
