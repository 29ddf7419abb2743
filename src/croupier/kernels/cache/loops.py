"""Compiled loops cached on disk: each is compiled by one process, and loaded by all others."""

import hashlib
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache

from croupier.kernels.cache.counts import alone


class LoopCache(FunctionCache):
    """Numba's cache of a function, with a lock from a miss until the loop is saved.

    Workers that start together would all compile the same loops. A loop waits only for those that
    it calls, so two processes cannot wait for each other.
    """

    def __init__(self, function: Any) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._held: dict[Any, ExitStack] = {}  # locks by signature

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        if found is None:
            self._release(sig)  # the last attempt to compile it failed
            self._held[sig] = ExitStack()
            self._held[sig].enter_context(alone(self._lock_of(sig)))
            found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            if found is not None:  # compiled by another process while we waited
                self._release(sig)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        finally:
            self._release(sig)

    def _release(self, sig: Any) -> None:
        if sig in self._held:
            self._held.pop(sig).close()

    def _lock_of(self, sig: Any) -> Path:
        name = hashlib.sha256(f"{self._py_func.__qualname__} {sig}".encode()).hexdigest()[:16]
        return Path(self.cache_path) / f"{name}.lock"
