"""Rounds a second on a GPU, each game; and whether it counts what the processor counts.

Usage: scripts/bench gpu_rounds [ROUNDS [GAME…]]     needs a card that runs CUDA and the extra `gpu`
A table of what was measured, with the card's name, is in benchmarks/gpu.md.
"""

import sys
import time

import numpy as np
from numba import cuda

from croupier.games.figures import solved
from croupier.sim.gpu import gpu
from croupier.sim.plan import plan
from croupier.sim.run import Span, local, simulated, spans
from croupier.sim.tally import figure
from croupier.table.table import open_table

ROUNDS = 20_000_000_000
EQUAL = 4_000_000  # rounds that are counted on both
LONG = 150_000_000_000  # rounds of one long run, of Four Card Prime
SIMPLE = {
    "four-card-prime": "always-raise-1x",
    "ultimate-4-card-buyout": "never-buy",
    "4-card-buyout": "never-buy",
    "4-card-split-v1": "always-play",
    "4-card-split-v2": "always-play",
}


def same(wanted):
    """Whether card and processor have the same counts, to the last round."""
    (here,) = list(simulated(wanted, EQUAL, engine=local))[-1:]
    (there,) = list(simulated(wanted, EQUAL, engine=gpu))[-1:]
    return all(np.array_equal(a, b) for a, b in zip(here[1:], there[1:], strict=True))


def speed(wanted, rounds):
    """Rounds per second, once the loop is compiled."""
    first = gpu.tallies(wanted, iter([Span(0, 1 << 20), *spans(1 << 20, rounds, gpu.part)]))
    next(first)
    start = time.perf_counter()
    for _ in first:
        pass
    return rounds / (time.perf_counter() - start)


def table(games, rounds):
    heads = ("game", "strategy", "seats", "wagers", "billion/s", "equal")
    print("{:24} {:16} {:>5} {:>6} {:>10}  {}".format(*heads))
    for game in games:
        house = open_table(game)
        rows = (
            ("optimal", 1, ["main"], 1),
            (SIMPLE[game], 1, ["main"], 1),
            ("optimal", 1, None, 2),
            ("optimal", 3, ["main"], 3),
            ("optimal", 7, None, 20),
        )
        for strategy, seats, wagers, fewer in rows:
            wanted = plan(house, seats=seats, seed=7, strategy=strategy, wagers=wagers)
            found = speed(wanted, rounds // fewer)
            print(
                f"{game:24} {strategy:16} {seats:5} {'main' if wagers else 'all':>6}"
                f" {found / 1e9:10.2f}  {'yes' if same(wanted) else 'NO'}",
                flush=True,
            )


def long_run():
    wanted = plan(open_table("four-card-prime"), seed=7, wagers=["main"])
    start = time.perf_counter()
    (tally,) = list(simulated(wanted, LONG, engine=gpu))[-1:]
    found = figure(tally, wanted, 0)
    error = float(found.square_error) ** 0.5
    print(
        f"{LONG:,} rounds of Four Card Prime, compiling included: "
        f"{time.perf_counter() - start:.1f} s; main {float(found.mean):+.7f}, s.e. {error:.7f}"
    )


def main():
    rounds = int(float(sys.argv[1])) if len(sys.argv) > 1 else ROUNDS
    print(f"{cuda.get_current_device().name}, {rounds:,} rounds a row (fewer with more seats)")
    table(sys.argv[2:] or solved(), rounds)
    long_run()


if __name__ == "__main__":
    main()
