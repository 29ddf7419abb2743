"""Rounds a second of the table engine, for every game, at one seat and at three.

Played: random legal play from a shuffled deck. Written and read: a round's events as JSON. Rebuilt:
the round from its events, every one judged. Shuffled: its shoe, as `fair.py` does it.

Beside the figures stands a plain baseline, measured in turns with them: shuffling one deck. The
cost, a round in shuffles, may be compared between machines; the rounds a second may not.
"""

import json
from collections.abc import Callable
from functools import partial
from itertools import cycle
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
ROUNDS = 50  # so many different ones are written, read and rebuilt
TURNS, SECONDS = 8, 0.1  # each is measured so often, for so long
STAKE = 500


def every_wager(table: Table) -> dict[str, int]:
    """One seat that bets on all that is offered."""
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
    """What is measured of this table: played, written, read, rebuilt, shuffled."""
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
    """How often each can be done in a second, all under the same load."""
    counts, spent = [0] * len(acts), [0.0] * len(acts)
    for _ in range(TURNS):
        for place, act in enumerate(acts):
            started = perf_counter()
            while (passed := perf_counter() - started) < SECONDS:
                act()
                counts[place] += 1
            spent[place] += passed
    return [count / seconds for count, seconds in zip(counts, spent, strict=True)]


def main() -> None:
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
