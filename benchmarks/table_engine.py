"""Rounds a second of the table engine: random legal play of every game, at one seat and at three.

Beside each figure stands a plain baseline, measured in turns with it: shuffling one deck. The cost,
a round in shuffles, may be compared between machines; the rounds a second may not.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter

from croupier.cards.card import DECK
from croupier.rules.registry import GAMES
from croupier.table.round import deal
from croupier.table.source import Deck
from croupier.table.table import Table, open_table

SEATS = (1, 3)
TURNS, SECONDS = 8, 0.1  # each is measured so often, for so long
STAKE = 500


def every_wager(table: Table) -> dict[str, int]:
    """One seat that bets on all that is offered."""
    return {
        wager.name: int(table.options[wager.fixed]) if wager.fixed else STAKE
        for wager in table.offers
    }


def one_round(table: Table, seats: int, rng: Random) -> None:
    cards = list(DECK) * table.game.decks
    rng.shuffle(cards)
    bets = {seat: every_wager(table) for seat in range(1, seats + 1)}
    state = deal(table, bets, Deck(tuple(cards)))
    while not state.over:
        assert state.turn is not None
        state = state.act(state.turn, rng.choice(state.legal))


def one_shuffle(rng: Random) -> None:
    cards = list(DECK)
    rng.shuffle(cards)


def per_second(*acts: Callable[[], None]) -> list[float]:
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
    row = "{:<24} {:>6} {:>10} {:>12} {:>22}"
    print(row.format("table engine", "seats", "rounds/s", "shuffles/s", "a round, in shuffles"))
    for game in GAMES.values():
        table = open_table(game)
        for seats in SEATS:
            rounds, shuffles = per_second(
                partial(one_round, table, seats, rng), partial(one_shuffle, rng)
            )
            cost = f"{shuffles / rounds:.1f}"
            print(row.format(game.id, seats, f"{rounds:,.0f}", f"{shuffles:,.0f}", cost))


if __name__ == "__main__":
    main()
