"""Calls a user's strategy function for many states, in a compiled loop if Numba can compile it."""

import warnings
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba.np.unsafe import ndarray

from croupier.kernels.arrays import Ints
from croupier.kernels.compiled import inlined

njit: Any = numba.njit  # Numba's type stubs are incomplete
types: Any = numba.types
to_fixed_tuple: Any = ndarray.to_fixed_tuple

Ask = Callable[[Ints, int], Ints]  # (states, each with its offer last; upcard) → codes

UNKNOWN = -1


def compiled_ask(
    function: Callable[..., Any], size: int, offered: bool, names: tuple[str, ...]
) -> Ask | None:
    """A compiled loop over states that calls the function; None if Numba cannot compile it.

    The function gets a tuple of `size` cards, the card on offer if any, and the upcard. It returns
    a code, or a name, whose index in `names` is the code.
    """
    _lend_helpers(function)
    seen = (types.UniTuple(types.int64, size), *[types.int64] * (1 + offered))
    try:
        own = njit(boundscheck=True)(function)  # raises for anything but a plain function
        with warnings.catch_warnings(action="ignore"):
            own.compile(seen)
    except Exception:  # the interpreter may run what Numba cannot compile
        return None
    answer = own.overloads[seen].signature.return_type
    if isinstance(answer, types.Integer):
        return _loop(own, size, offered, njit(_same))
    if isinstance(answer, types.UnicodeType):
        return _loop(own, size, offered, _place_among(names))
    return None


def _lend_helpers(function: Callable[..., Any]) -> None:
    """Makes the other functions of the user's file, and the rules', callable from compiled code."""
    file = getattr(function, "__globals__", {})
    for helper in list(file.values()):
        if isinstance(helper, FunctionType) and helper.__globals__ is file:
            inlined(helper)


def _same(code: int) -> int:
    return code


def _place_among(names: tuple[str, ...]) -> Any:
    def place(name: str) -> int:
        for code in range(len(names)):
            if names[code] == name:
                return code
        return UNKNOWN

    return njit(place)


def _loop(own: Callable[..., Any], size: int, offered: bool, code: Callable[[Any], int]) -> Ask:
    def with_offer(state: Ints, up: int) -> int:
        return code(own(to_fixed_tuple(state, size), state[size], up))

    def without(state: Ints, up: int) -> int:
        return code(own(to_fixed_tuple(state, size), up))

    ask = njit(with_offer if offered else without)

    def ask_all(states: Ints, up: int) -> Ints:
        codes = np.empty(len(states), np.int64)
        for row in range(len(states)):
            codes[row] = ask(states[row], up)
        return codes

    made: Ask = njit(ask_all)
    return made
