"""Makes the rules' functions callable from compiled loops, and caches compiled loops on disk.

Numba's disk cache checks only the outer function's file, so its folder is named by a digest of
everything that a loop's module imports: an edited rule is never settled by a stale loop.

Loops run without bounds checks, so every size that they index is checked before they start. With
CROUPIER_BOUNDSCHECK=1 all are compiled with checks, in a separate cache; a slow test runs them that
way (tests/kernels/test_bounds.py).
"""

import hashlib
import os
import threading
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core import cgutils, event
from numba.extending import intrinsic, overload, register_jitable

from croupier.cards import hands
from croupier.kernels.cache.folder import place_of_loops
from croupier.kernels.cache.loops import LoopCache
from croupier.kernels.cache.sources import digest, modules_of
from croupier.progress import stage, tracked
from croupier.rules import paytable

# Inlining renames a function's variables, and Numba then warns about its own names.
warnings.filterwarnings("ignore", message="variable '.*' is not in scope")

CHECKED = os.environ.get("CROUPIER_BOUNDSCHECK", "0") not in ("", "0")
if CHECKED:
    # Applies to every compiled function, and overrides `boundscheck=False`.
    numba.config.BOUNDSCHECK = 1  # type: ignore[attr-defined]

Kernel = TypeVar("Kernel", bound=Callable[..., Any])
Task = TypeVar("Task")
Done = TypeVar("Done")


def kernel(function: Kernel) -> Kernel:
    """Compiles a loop that releases the GIL, so that threads run several at once."""
    return _cached_on_disk(numba.njit(nogil=True, boundscheck=False), function)


def bare_kernel(function: Kernel) -> Kernel:
    """A loop that allocates no arrays, so it needs no reference counts: for the hottest loops."""
    compiler = numba.njit(  # type: ignore[call-overload]  # Numba's type stubs omit _nrt
        nogil=True, boundscheck=False, _nrt=False, forceinline=True, error_model="numpy"
    )
    return _cached_on_disk(compiler, function)


def _cached_on_disk(compiler: Callable[[Kernel], Any], function: Kernel) -> Kernel:
    """The loop, cached on disk until a source that it depends on changes."""
    made = compiler(function)
    module = function.__module__.rpartition("croupier.")[2]
    place = place_of_loops(module, _edition(digest(modules_of(function))))
    numba.config.CACHE_DIR = str(place)  # type: ignore[attr-defined]
    made._cache = LoopCache(function)  # as its enable_caching() does
    kernel: Kernel = made
    return kernel


def _edition(digest: str) -> str:
    """Numba's cache does not distinguish bounds-checked loops, so their folders do."""
    return hashlib.sha256(f"{digest} checked".encode()).hexdigest() if CHECKED else digest


def inlined(function: Kernel) -> Kernel:
    """A small function for use inside kernels."""
    made: Kernel = register_jitable(function)
    return made


def written_out(function: Kernel) -> Kernel:
    """As `inlined`, but copied into its caller: for innermost loops only; slow to compile."""
    made: Kernel = register_jitable(inline="always")(function)
    return made


def unsigned(index: int) -> int:
    """An index that is never negative, which saves a compiled loop the wraparound test."""
    return index


@overload(unsigned)
def _unsigned(index: Any) -> Any:
    def cast(index: Any) -> Any:
        return np.uint64(index)

    return cast


@intrinsic
def _ctpop(context: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@intrinsic
def _ctlz(context: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], cgutils.false_bit)

    return types.int64(types.int64), code


@overload(hands.count)
def _count(bits: Any) -> Any:
    def popcount(bits: Any) -> Any:
        return _ctpop(bits)  # type: ignore[call-arg]

    return popcount


@overload(hands.highest)
def _highest(bits: Any) -> Any:
    def bit_length(bits: Any) -> Any:
        return 63 - _ctlz(bits)  # type: ignore[call-arg]

    return bit_length


# Functions whose numbers all fit into 32 bits, except a hand's mask, of which they use one suit.
IN_WORDS: set[Callable[..., Any]] = set()


def lend(*functions: Callable[..., Any], in_words: bool = False) -> None:
    """Registers the rules' functions for use inside kernels, so that no loop has its own version.

    A game registers its rules in its `loops` package. `in_words`: a GPU may run them in 32 bits.
    """
    for function in functions:
        register_jitable(function)
    if in_words:
        IN_WORDS.update(functions)


lend(
    *(hands.packed, hands.run_top, hands.by_kind, hands.card_points),
    *(hands.three_card, hands.best_four, hands.five_card, hands.royal_first_four),
    *(paytable.prize, paytable.for_1),
    in_words=True,
)
lend(hands.low_ranks, hands.ace_to_five_low, hands.one_color, hands.points, hands.of_a_kind)


class Compiling(event.Listener):
    """Reports compilation as its own stage: on the first run it may outlast the work itself."""

    def __init__(self) -> None:
        self.stages = threading.local()  # compiling a loop may trigger the compilation of another

    def on_start(self, _: event.Event) -> None:
        within = ExitStack()
        self.stages.open = [*getattr(self.stages, "open", ()), within]
        if len(self.stages.open) == 1:
            within.enter_context(stage("compiling loops, the first time only"))

    def on_end(self, _: event.Event) -> None:
        self.stages.open.pop().close()


event.register("numba:compile", Compiling())  # type: ignore[no-untyped-call]


def in_threads(what: str, work: Callable[[Task], Done], tasks: Sequence[Task]) -> list[Done]:
    """Runs the tasks on all cores; results are in the order of the tasks."""
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        return list(tracked(what, pool.map(work, tasks), len(tasks)))


LOW = (1 << 32) - 1  # a sum beyond 64 bits is kept as two: of the low 32 bits, and of the rest


def whole_sum(high: int, low: int) -> int:
    return (int(high) << 32) + int(low)
