"""Seconds for each full solve, for another table's price, and for the value of one state.

Each solve runs in a process of its own with an empty cache of counts, once as it comes (compiled
loops are loaded from disk) and once more with its counts kept. Peak memory is the process's own.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = {
    "ultimate-4-card-buyout": {"bonus": "1"},
    "4-card-buyout": {"bonus": "2"},
    "4-card-split-v1": {"ante": "I", "blind": "1b"},
    "4-card-split-v2": {"blind": "P9"},
    "four-card-prime": {"bad_beat_bonus": "BB-03"},
}
STATES = {
    "ultimate-4-card-buyout": {"cards": "As 4s", "up": "Qh", "offer": "7h"},
    "4-card-buyout": {"cards": "As 4s", "up": "Qh", "offer": "7h"},
    "4-card-split-v1": {"cards": "As Kd 7h 2c", "up": "Qh"},
    "4-card-split-v2": {"cards": "As Kd 7h 2c", "up": "Qh"},
    "four-card-prime": {"cards": "As Kd 7h 2c 9s", "up": "Qh"},
}

SOLVE = """
import json, resource, sys, time
from croupier.cli.figures import state_of
from croupier.odds.ev import values
from croupier.odds.solve import solve
from croupier.table.table import open_table
game, other, state = sys.argv[1], json.loads(sys.argv[2]), json.loads(sys.argv[3])
took = []
for posted in ({}, {}, other):
    started = time.perf_counter()
    solve(open_table(game, posted=posted))
    took.append(time.perf_counter() - started)
table = open_table(game)
where = state_of(
    table, cards=state["cards"], up=state["up"], offer=state.get("offer"), seen="", bonus="0"
)
values(table, where)
started = time.perf_counter()
values(table, where)
took.append(time.perf_counter() - started)
print(json.dumps([*took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""


def solved(game: str, cache: Path) -> list[float]:
    words = [game, json.dumps(GAMES[game]), json.dumps(STATES[game])]
    ran = subprocess.run(
        [sys.executable, "-c", SOLVE, *words],
        env={**os.environ, "CROUPIER_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    figures: list[float] = json.loads(ran.stdout)
    return figures


def main() -> None:
    print(f"exact odds, {os.cpu_count()} cores: seconds, ev in milliseconds, peak memory in MiB")
    print(f"{'game':<24}{'first':>8}{'solve':>8}{'kept':>8}{'reprice':>9}{'ev':>7}{'MiB':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            cache = Path(folder)
            first = solved(game, cache)[0]  # compiles everything
            for counts in cache.glob("*/*.npz"):
                counts.unlink()
            solve, kept, reprice, state, memory = solved(game, cache)
            print(
                f"{game:<24}{first:>8.1f}{solve:>8.1f}{kept:>8.2f}{reprice:>9.2f}"
                f"{state * 1000:>7.1f}{memory:>7.0f}"
            )


if __name__ == "__main__":
    main()
