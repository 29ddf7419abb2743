"""What is kept on this machine, so that nothing is counted twice."""

from pathlib import Path
from typing import NamedTuple

from croupier.kernels.cache import folder
from croupier.kernels.cache.folder import CacheEntry


class Cached(NamedTuple):
    folder: Path
    entries: list[CacheEntry]  # that are kept, or that were removed
    cleared: bool


def cached(*, clear: bool = False) -> Cached:
    """Clearing it costs only time: what needs a count makes it again."""
    return Cached(folder.root(), folder.clear() if clear else folder.kept(), clear)
