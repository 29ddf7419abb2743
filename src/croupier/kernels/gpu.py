"""The rules' own functions on a GPU: the same function objects, compiled for CUDA.

A round's cards depend on its seed and number, and results are counted as whole numbers, so what a
GPU counts is what any processor counts.
"""

from types import FunctionType
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from croupier.cards import hands
from croupier.kernels import choice_places
from croupier.kernels.dealing import SPARE
from croupier.kernels.sim_rounds import CODES, GAMES, LOWEST

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

THREADS = 256  # of a block
COMMON = 32  # results that a block counts for itself; the others go straight to the whole count

_lent: dict[Any, Any] = {}


def lent(function: FunctionType) -> Any:
    """The function for the GPU, with every function of ours that it calls."""
    if function not in _lent:
        own = dict(function.__globals__)
        for name in function.__code__.co_names:
            called = own.get(name)
            if isinstance(called, FunctionType) and called.__module__.startswith("croupier."):
                own[name] = lent(called)
        copy = FunctionType(function.__code__, own, function.__name__, function.__defaults__)
        _lent[function] = cuda.jit(device=True)(copy)
    return _lent[function]


@cuda.jit(device=True)
def _count(bits):  # type: ignore[no-untyped-def]
    return cuda.popc(bits)


@cuda.jit(device=True)
def _highest(bits):  # type: ignore[no-untyped-def]
    return 63 - cuda.clz(bits)


@cuda.jit(device=True)
def _ways(many, below):  # type: ignore[no-untyped-def]
    """The table of `choose.py` as a product: a GPU multiplies sooner than it looks up."""
    if many == 1:
        return below
    if many == 2:
        return below * (below - 1) // 2
    if many == 3:
        return below * (below - 1) * (below - 2) // 6
    if many == 4:
        return below * (below - 1) * (below - 2) * (below - 3) // 24
    return below * (below - 1) * (below - 2) * (below - 3) * (below - 4) // 120


# What a processor has an instruction for, and what it does better in another way.
_lent[hands.count] = _count
_lent[hands.highest] = _highest
_lent[choice_places.ways] = _ways


def loop(
    name: str, seats: int, bets: int, counted: int, mains: int, columns: int, decisions: int,
    tables: Ints, options: Ints,
) -> Any:  # fmt: skip
    """The loop over the rounds of one plan: its seats, wagers and tables are part of the code."""
    game = GAMES[name]
    deal, look, as_dealt = lent(game.deal), lent(game.look), lent(game.as_dealt)
    place, play = lent(game.kernel.place), lent(game.kernel.play)
    cards, made = game.kernel.cards_needed(seats), game.kernel.choices_made(seats)
    size, rows, per_seat = cards + SPARE, columns + 1, game.kernel.choices_made(1)

    @cuda.jit(fastmath=False)
    def rounds(first, last, seed, choices, counts, sums, chosen):  # type: ignore[no-untyped-def]
        deck = cuda.local.array(size, np.uint8)
        codes = cuda.local.array(made, np.int64)
        nets = cuda.local.array((seats, columns), np.int64)
        scores = cuda.local.array(seats, np.int64)
        totals = cuda.local.array((rows, 2), np.int64)
        near = cuda.shared.array((rows, COMMON), np.int32)
        taken = cuda.shared.array((decisions, CODES), np.int32)
        here = cuda.threadIdx.x
        for cell in range(here, rows * COMMON, THREADS):
            near[cell // COMMON, cell % COMMON] = 0
        for cell in range(here, decisions * CODES, THREADS):
            taken[cell // CODES, cell % CODES] = 0
        for row in range(rows):
            totals[row, 0] = totals[row, 1] = 0
        cuda.syncthreads()
        for number in range(first + cuda.grid(1), last, cuda.gridsize(1)):
            deal(deck, cards, seed, number)
            for choice in range(made):
                at = place(deck, seats, choice, bets, codes)
                code = look(choices, at)
                if at >= 0:
                    cuda.atomic.add(taken, (choice % per_seat, code), 1)
                codes[choice] = as_dealt(deck, seats, choice, code)
            play(deck, seats, codes, bets, tables, options, nets, scores)
            for row in range(rows):
                if counted >> row & 1:
                    total = 0
                    for seat in range(seats):
                        net = 0
                        if row == 0:
                            for column in range(mains):
                                net += nets[seat, column]
                        else:
                            net = nets[seat, row - 1]
                        total += net
                        if net - LOWEST < COMMON:
                            cuda.atomic.add(near, (row, net - LOWEST), 1)
                        else:
                            cuda.atomic.add(counts, (row, net - LOWEST), 1)
                    if seats > 1:
                        totals[row, 0] += total
                        totals[row, 1] += total * total
        cuda.syncthreads()
        for cell in range(here, rows * COMMON, THREADS):
            if near[cell // COMMON, cell % COMMON] > 0:
                cuda.atomic.add(
                    counts, (cell // COMMON, cell % COMMON), near[cell // COMMON, cell % COMMON]
                )
        for cell in range(here, decisions * CODES, THREADS):
            if taken[cell // CODES, cell % CODES] > 0:
                cuda.atomic.add(
                    chosen, (cell // CODES, cell % CODES), taken[cell // CODES, cell % CODES]
                )
        if seats > 1:
            for row in range(rows):
                cuda.atomic.add(sums, (row, 0), totals[row, 0])
                cuda.atomic.add(sums, (row, 1), totals[row, 1])

    return rounds
