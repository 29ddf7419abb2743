"""A pytest plugin that records which compiled functions a run has called, each by its name.

A loop counts as called if Python called it, and with it all functions that it was compiled from.
"""

import gc
import os
from collections.abc import Iterator
from inspect import unwrap
from pathlib import Path
from types import CodeType, FunctionType

from numba.core.dispatcher import Dispatcher

FILE = "CROUPIER_LOOPS_THAT_RAN"


def named(code: CodeType) -> Iterator[str]:
    yield from (*code.co_names, *code.co_freevars)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from named(inner)


def called_by(function: FunctionType) -> Iterator[FunctionType]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    within = {**function.__globals__, **{name: cell.cell_contents for name, cell in cells}}
    for name in named(function.__code__):
        called = unwrap(getattr(within.get(name), "py_func", within.get(name)))
        if isinstance(called, FunctionType) and called.__module__.startswith("croupier."):
            yield called


def compiled() -> set[FunctionType]:
    every = gc.get_objects()
    loops = (one for one in every if issubclass(type(one), Dispatcher) and one.signatures)
    waiting, found = [one.py_func for one in loops], set()
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += called_by(function)
    return found


def pytest_sessionfinish() -> None:
    names = {f"{one.__module__}:{one.__qualname__}" for one in compiled()}
    Path(os.environ[FILE]).write_text("\n".join(sorted(names)), "utf-8")
