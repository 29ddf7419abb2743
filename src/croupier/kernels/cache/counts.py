"""Counts cached on disk: computed once, by one process, and read by all others."""

import hashlib
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from croupier.kernels.arrays import Array
from croupier.kernels.cache.folder import forget_older, place_of_count, used
from croupier.kernels.cache.sources import digest, modules_of
from croupier.progress import stage

LEVEL = 1  # of compression: a third of the size, and nearly as fast to read


def short_digest(*parts: object) -> str:
    """A digest for a cache name, of everything the result depends on besides the sources."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def stored(
    name: str, make: Callable[[], dict[str, Array]], *, keep: bool = True
) -> dict[str, Array]:
    """Arrays cached under `GAME/NAME`, computed on the first call. A corrupt file is recomputed.

    An entry is valid until the sources of `make` or of its closure change: whatever the arrays
    depend on must be imported by those modules or be part of the name. `keep=False` is for results
    on a reduced deck.
    """
    if not keep:
        return make()
    path = place_of_count(name, digest(modules_of(make)))
    if (kept := _read(path)) is not None:
        return kept
    with alone(path):
        if (kept := _read(path)) is not None:  # computed by another process while we waited
            return kept
        made = make()
        _write(path, made)
    return made


def _read(path: Path) -> dict[str, Array] | None:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            arrays = dict(kept)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error):
        return None
    used(path)
    return arrays


def _write(path: Path, arrays: dict[str, Array]) -> None:
    with suppress(OSError):  # a full disk only costs time
        handle, draft = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                _pack(file, arrays)
            os.replace(draft, path)
        except OSError:
            os.unlink(draft)
        forget_older(path)


def _pack(file: Any, arrays: dict[str, Array]) -> None:
    """As np.savez_compressed, at a lower level: its default may take longer than the count."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as packed:
        for name, array in arrays.items():
            with packed.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.asarray(array), allow_pickle=False)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """One process at a time; a dead process loses its lock. Without lock support, never waits."""
    lock = path.with_suffix(".lock")
    try:
        handle = os.open(lock, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError:
        yield
        return
    try:
        _wait_for(handle)
        yield
        lock.unlink(missing_ok=True)  # a process still waiting for it will find the count
    finally:
        os.close(handle)


def _wait_for(handle: int) -> None:
    with suppress(ImportError, OSError):  # some systems and file systems have no locks
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            with stage("waiting for another process that does the same"):
                fcntl.flock(handle, fcntl.LOCK_EX)
