"""Seconds for each full solve, for another table's price, and for the value of one state.

Each game is solved in separate processes, with a separate cache: first from scratch, compiling
included; then with the loops compiled but no counts; then with its counts cached; then with another
table posted, if there is one. `what if` is the price of a changed table under its own best play, in
milliseconds, once everything is prepared. `cpu` is the solve's processor time on all cores: on a
busy machine it says more than its seconds. Peak memory is that of the process which solves.

The last column compares with a naive solver that calls `ev` for one state after another on every
core: its time is that of a few states here, times the number of states that a deal can lead to,
divided by 24 because suits may be renamed. It would give only the edge, without the distribution of
the result.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from math import comb
from pathlib import Path
from random import Random
from time import perf_counter, process_time

OTHERS = {
    "ultimate-4-card-buyout": {},
    "4-card-buyout": {"bonus": "2"},
    "4-card-split-v1": {"ante": "II", "blind": "2a"},
    "4-card-split-v2": {"blind": "P9"},
    "four-card-prime": {"bad_beat_bonus": "BB-03"},
}
CARDS = {"4-card-split-v1": 4, "4-card-split-v2": 4, "four-card-prime": 5}  # else two and an offer
CHANGED = {"4-card-split-v1": "ante", "4-card-split-v2": "ante", "four-card-prime": "win_bonus"}
STATES = 10


def seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def measured(game: str, tables: list[dict[str, str]]) -> list[float]:
    """Seconds and cpu to solve the game with each of these tables; a state; memory in MiB."""
    from croupier.odds.solve import solve
    from croupier.table.table import open_table

    took = []
    for posted in tables:
        started = process_time()
        took.append(seconds(partial(solve, open_table(game, posted=posted))))
        took.append(process_time() - started)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [*took, what_if(game), one_state(game), memory]


def what_if(game: str) -> float:
    """Average seconds to price a table with one row changed."""
    from croupier.odds.solve import prepare
    from croupier.table.table import open_table, with_pays

    table = open_table(game)
    price = prepare(table)
    group = CHANGED.get(game, "bonus")
    label = table.posted[group].rows[1].label
    tables = [with_pays(table, group, {label: str(pay)}) for pay in range(11, 17)]
    price(tables.pop())
    return seconds(lambda: [price(each) for each in tables]) / len(tables)


def one_state(game: str) -> float:
    """Average seconds for the value of a state, with whatever states share computed before."""
    from croupier.cards.card import DECK
    from croupier.odds.solve import State, values
    from croupier.table.table import open_table

    rng = Random("states")
    table = open_table(game)
    up, *rest = rng.sample(DECK, 52)
    states = []
    for _ in range(STATES + 1):
        cards = tuple(rng.sample(rest, CARDS.get(game, 3)))
        states.append(State(cards, up) if game in CARDS else State(cards[:2], up, offer=cards[2]))
    values(table, states.pop())
    return seconds(lambda: [values(table, state) for state in states]) / STATES


def states_of(game: str) -> int:
    return 52 * (comb(51, CARDS[game]) if game in CARDS else comb(51, 2) * 49) // 24


def apart(game: str, tables: list[dict[str, str]], cache: str) -> list[float]:
    ran = subprocess.run(
        [sys.executable, __file__, game, json.dumps(tables)],
        env={**os.environ, "CROUPIER_CACHE": cache},
        stdout=subprocess.PIPE,
        check=True,
    )
    figures: list[float] = json.loads(ran.stdout)
    return figures


def main() -> None:
    cores = os.cpu_count() or 1
    print(f"exact odds, {cores} cores: seconds; what if and ev in milliseconds; peak memory in MiB")
    print(
        f"{'game':<24}{'first':>8}{'solve':>8}{'cpu':>7}{'kept':>7}{'reprice':>9}{'what if':>9}"
        f"{'ev':>8}{'MiB':>7}{'plain/solve':>13}"
    )
    for game, other in OTHERS.items():
        with tempfile.TemporaryDirectory() as cache:
            first = apart(game, [{}], cache)[0]
            for counts in Path(cache).rglob("*.npz"):
                counts.unlink()
            took = apart(game, [{}, {}, other], cache)
        solve, cpu, kept, _, again, _, changed, state, memory = took
        reprice = f"{again:.2f}" if other else "-"
        plain = state * states_of(game) / cores
        print(
            f"{game:<24}{first:>8.1f}{solve:>8.1f}{cpu:>7.1f}{kept:>7.2f}{reprice:>9}"
            f"{changed * 1000:>9.1f}{state * 1000:>8.2f}{memory:>7.0f}{plain / solve:>13,.0f}",
            flush=True,
        )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measured(sys.argv[1], json.loads(sys.argv[2]))))
    else:
        main()
