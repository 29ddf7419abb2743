"""Rounds a second on a GPU, each game, optimal play; held against the processor's own count.

Usage: scripts/bench gpu_rounds [rounds]     needs a card that runs CUDA and the extra `gpu`
"""

import sys
import time

import numpy as np
from numba import cuda

from croupier.sim.games import PLAYED
from croupier.sim.gpu import gpu
from croupier.sim.plan import plan
from croupier.sim.run import Span, local, simulated, spans
from croupier.table.table import open_table

ROUNDS = 20_000_000_000
EQUAL = 4_000_000  # rounds that are counted on both


def same(wanted):
    """Whether card and processor count the same, to the last round."""
    (here,) = list(simulated(wanted, EQUAL, engine=local))[-1:]
    (there,) = list(simulated(wanted, EQUAL, engine=gpu))[-1:]
    return all(np.array_equal(a, b) for a, b in zip(here[1:], there[1:], strict=True))


def speed(wanted, rounds):
    """Rounds a second, once the loop is compiled."""
    first = gpu.tallies(wanted, iter([Span(0, 1 << 20), *spans(1 << 20, rounds, gpu.part)]))
    next(first)
    start = time.perf_counter()
    for _ in first:
        pass
    return rounds / (time.perf_counter() - start)


def main():
    rounds = int(float(sys.argv[1])) if len(sys.argv) > 1 else ROUNDS
    games = sys.argv[2:] or PLAYED
    print(f"{cuda.get_current_device().name}, {rounds:,} rounds each")
    print(
        f"{'game':24} {'seats':>5} {'wagers':>6} {'billion rounds/s':>17}  equal to the processor"
    )
    for game in games:
        house = open_table(game)
        for seats, wagers in ((1, ["main"]), (1, None), (3, ["main"]), (7, None)):
            wanted = plan(house, seats=seats, seed=7, wagers=wagers)
            found = speed(wanted, rounds // seats // (1 if wagers else 2))
            print(
                f"{game:24} {seats:5} {'main' if wagers else 'all':>6} {found / 1e9:17.2f}"
                f"  {'yes' if same(wanted) else 'NO'}",
                flush=True,
            )


if __name__ == "__main__":
    main()
