"""The counts cached on this machine, so that nothing is counted twice."""

from pathlib import Path
from typing import NamedTuple

from croupier.kernels.cache import folder
from croupier.kernels.cache.folder import CacheEntry


class Cached(NamedTuple):
    folder: Path
    entries: list[CacheEntry]  # cached, or just removed
    cleared: bool


def cached(*, clear: bool = False) -> Cached:
    """Clearing the cache only costs time: whatever needs a count computes it again."""
    return Cached(folder.root(), folder.clear() if clear else folder.cache_entries(), clear)
