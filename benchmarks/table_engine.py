"""Rounds per second of the table engine, for every game, at one seat and at three.

Played: random legal play from a shuffled deck. Written and read: a round's events as JSON. Rebuilt:
the round from its events, each of them checked. Shuffled: its shoe, as `fair.py` does it.

The figures are shown with a baseline, measured in turns with them: shuffling one deck. The cost of
a round in shuffles may be compared between machines; the rounds per second may not.

`table_engine.py --before COMMIT` plays the same rounds with the sources of that commit and with
these, in turns, and reports the processor time of each: how much faster the engine has become.
"""

import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from io import BytesIO
from itertools import cycle
from pathlib import Path
from random import Random
from time import perf_counter

from croupier.cards.card import DECK
from croupier.games.registry import GAMES
from croupier.table.events import from_json, to_json
from croupier.table.round import Round, deal, rebuild
from croupier.table.shoe import new_shoe, source
from croupier.table.source import Deck
from croupier.table.table import Table, open_table

SEATS = (1, 3)
ROUNDS = 50  # the number of different ones that are written, read and rebuilt
TURNS, SECONDS = 8, 0.1  # number of measurements, and the length of each
STAKE = 500
PLAYED, TIMES = 100, 40  # rounds at a time, and number of times, of each game before and after
ROOT = Path(__file__).resolve().parent.parent

# Plays the game, seats and seed given on a line, and answers with the seconds it took. It also runs
# with older sources, so it uses only what has existed for a long time.
PLAYER = """
import sys
from random import Random
from time import process_time
from croupier.cards.card import DECK
from croupier.table.round import deal
from croupier.table.source import Deck
from croupier.table.table import open_table

rounds, stake, tables = int(sys.argv[1]), int(sys.argv[2]), {}
for line in sys.stdin:
    game, seats, seed = line.split()
    if game not in tables:
        tables[game] = open_table(game)
    table, rng, decks = tables[game], Random(int(seed)), []
    for _ in range(rounds):
        cards = list(DECK) * table.game.decks
        rng.shuffle(cards)
        decks.append(Deck(tuple(cards)))
    one = {w.name: int(table.options[w.fixed]) if w.fixed else stake for w in table.offers}
    bets = {seat: one for seat in range(1, int(seats) + 1)}
    begin = process_time()
    for deck in decks:
        state = deal(table, bets, deck)
        while not state.over:
            state = state.act(state.turn, state.legal[rng.randrange(len(state.legal))])
    print(process_time() - begin, len(state.events), flush=True)
"""


def every_wager(table: Table) -> dict[str, int]:
    """One seat that bets on everything offered."""
    return {
        wager.name: int(table.options[wager.fixed]) if wager.fixed else STAKE
        for wager in table.offers
    }


def one_round(table: Table, seats: int, rng: Random) -> Round:
    cards = list(DECK) * table.game.decks
    rng.shuffle(cards)
    bets = {seat: every_wager(table) for seat in range(1, seats + 1)}
    state = deal(table, bets, Deck(tuple(cards)))
    while not state.over:
        assert state.turn is not None
        state = state.act(state.turn, rng.choice(state.legal))
    return state


def written(state: Round) -> str:
    return json.dumps([to_json(event) for event in state.events])


def acts(table: Table, seats: int, rng: Random) -> list[Callable[[], object]]:
    """What is measured for this table: played, written, read, rebuilt, shuffled."""
    states = [one_round(table, seats, rng) for _ in range(ROUNDS)]
    to_write, to_rebuild = cycle(states), cycle(states)
    to_read, to_shuffle = cycle(map(written, states)), cycle([new_shoe(table) for _ in states])

    def read() -> None:
        for event in json.loads(next(to_read)):
            from_json(event)

    def rebuilt() -> None:
        state = next(to_rebuild)
        rebuild(table, state.source, state.events)

    return [
        partial(one_round, table, seats, rng),
        lambda: written(next(to_write)),
        read,
        rebuilt,
        lambda: source(next(to_shuffle)),
    ]


def one_shuffle(rng: Random) -> None:
    cards = list(DECK)
    rng.shuffle(cards)


def per_second(*acts: Callable[[], object]) -> list[float]:
    """How often each can be done per second, all under the same load."""
    counts, spent = [0] * len(acts), [0.0] * len(acts)
    for _ in range(TURNS):
        for place, act in enumerate(acts):
            started = perf_counter()
            while (passed := perf_counter() - started) < SECONDS:
                act()
                counts[place] += 1
            spent[place] += passed
    return [count / seconds for count, seconds in zip(counts, spent, strict=True)]


class Player:
    """A process that plays rounds with the sources in a folder."""

    def __init__(self, source: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(PLAYED), str(STAKE)],
            env={**os.environ, "PYTHONPATH": str(source)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def seconds(self, game: str, seats: int, seed: int) -> tuple[float, str]:
        """The seconds for these rounds; and the events of the last: both versions play the same."""
        assert self.process.stdin is not None and self.process.stdout is not None
        print(game, seats, seed, file=self.process.stdin, flush=True)
        took, events = self.process.stdout.readline().split()
        return float(took), events

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *raised: object) -> None:
        self.process.terminate()
        self.process.wait()


def compare(commit: str) -> None:
    """The same rounds, before and after, in turns."""
    archive = ["git", "-C", str(ROOT), "archive", commit, "src"]
    packed = subprocess.run(archive, check=True, stdout=subprocess.PIPE).stdout
    row = "{:<24}{:>6}{:>12}{:>12}{:>10}"
    print(row.format("processor us a round", "seats", commit[:10], "now", "faster"))
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        with tarfile.open(fileobj=BytesIO(packed)) as tar:
            tar.extractall(folder)  # of our own repository
        players = [stack.enter_context(Player(Path(at) / "src")) for at in (folder, ROOT)]
        for game in GAMES:
            for seats in SEATS:
                least = [float("inf")] * 2
                for seed in range(TIMES):
                    both = [player.seconds(game, seats, seed) for player in players]
                    assert both[0][1] == both[1][1], f"{game}: the two played other rounds"
                    least = [min(old, new) for old, (new, _) in zip(least, both, strict=True)]
                was, now = (seconds / PLAYED * 1e6 for seconds in least)
                print(row.format(game, seats, f"{was:.1f}", f"{now:.1f}", f"{was / now:.2f}x"))


def main() -> None:
    if sys.argv[1:2] == ["--before"]:
        compare(sys.argv[2])
        return
    rng = Random(1)
    row = "{:<24}{:>6}" + "{:>10}" * 5 + "{:>14}{:>22}"
    columns = ("played", "written", "read", "rebuilt", "shuffled", "one deck")
    print(row.format("rounds/s", "seats", *columns, "a round, in shuffles"))
    for game in GAMES.values():
        table = open_table(game)
        for seats in SEATS:
            rates = per_second(*acts(table, seats, rng), partial(one_shuffle, rng))
            shown = [f"{rate:,.0f}" for rate in rates]
            print(row.format(game.id, seats, *shown, f"{rates[-1] / rates[0]:.1f}"))


if __name__ == "__main__":
    main()
