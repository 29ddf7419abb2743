"""Where compiled loops and solved counts are kept, named by a digest of the rules and kernels."""

import hashlib
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

SOURCES = ("cards", "rules", "rules/paytables", "kernels")


@cache
def digest() -> str:
    """A digest of all that a count may depend on."""
    total = hashlib.sha256()
    for place in SOURCES:
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


def folder() -> Path:
    """The folder of these rules and kernels; a new one takes the place of all but the last."""
    made = root() / digest()[:16]
    if not made.is_dir():
        made.mkdir(parents=True, exist_ok=True)
        others = [path for path in root().iterdir() if path.is_dir() and path != made]
        for old in sorted(others, key=lambda path: path.stat().st_mtime)[:-1]:
            if len(old.name) == 16:
                shutil.rmtree(old, ignore_errors=True)
    return made


def stored(name: str, make: Callable[[], dict[str, Array]]) -> dict[str, Array]:
    """Arrays kept on disk under a name, made on the first call. A broken file is made anew."""
    path = folder() / f"{name}.npz"
    try:
        with np.load(path, allow_pickle=False) as kept:
            return dict(kept)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        made = make()
    handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".npz")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, **made)
        os.replace(draft, path)
    except OSError:  # a full disk costs time, not the figures
        os.unlink(draft)
    return made
