"""Rounds by the million: dealt, chosen, played and counted.

A batch of rounds goes through each stage together: a choice is looked up in a table larger than
the fast memory, and many lookups at once wait no longer than one.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.kernels import sim_buyout, sim_prime, sim_split
from croupier.kernels.choice_places import choice_at
from croupier.kernels.compiled import bare_kernel, inlined
from croupier.kernels.dealing import SPARE, deal_one_deck, deal_six_decks

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

BATCH = 64
LOWEST = -8  # no result of a round lies below: where a row of counts begins
CODES = 32  # a choice's code is smaller


class Room(NamedTuple):
    """Arrays to work in, so that a loop makes none."""

    decks: Bytes
    places: Ints
    codes: Ints
    nets: Ints
    scores: Ints


def room(cards: int, choices: int, seats: int, columns: int) -> Room:
    return Room(
        np.zeros((BATCH, cards + SPARE), np.uint8),
        np.zeros(BATCH, np.int64),
        np.zeros((BATCH, choices), np.int64),
        np.zeros((seats, columns), np.int64),
        np.zeros(seats, np.int64),
    )


@inlined
def count(nets: Ints, seats: int, mains: int, bets: int, counts: Ints, sums: Ints) -> None:
    """The results of a round. Row 0: all main wagers together; a row for every other column.

    `sums`: for each row the sum, over rounds, of the round's total, and of its square.
    """
    for row in range(nets.shape[1]):
        if not (row == 0 or (row >= mains and bets >> row & 1)):
            continue
        total = 0
        for seat in range(seats):
            net = nets[seat, row]
            if row == 0:
                for column in range(1, mains):
                    net += nets[seat, column]
            counts[row, net - LOWEST] += 1
            total += net
        if seats > 1:
            sums[row, 0] += total
            sums[row, 1] += total * total


@inlined
def packed_code(choices: Bytes, place: int) -> int:
    return choice_at(choices, place) if place >= 0 else 0


@inlined
def byte_code(choices: Bytes, place: int) -> int:
    return np.int64(choices[place])


@inlined
def as_found(deck: Bytes, seats: int, choice: int, code: int) -> int:
    return code


def loop(
    deal: Callable[..., None], game: Any, look: Callable[..., int], as_dealt: Callable[..., int]
) -> Callable[..., None]:
    """The compiled loop over the rounds of one game."""
    place, play, needed, made = game.place, game.play, game.cards_needed, game.choices_made

    @bare_kernel
    def rounds(
        first: int,
        last: int,
        seed: int,
        seats: int,
        bets: int,
        mains: int,
        choices: Bytes,
        tables: Ints,
        options: Ints,
        counts: Ints,
        sums: Ints,
        chosen: Ints,
        room: Room,
    ) -> None:
        decks, places, codes, nets, scores = room
        for start in range(first, last, BATCH):
            size = min(BATCH, last - start)
            for j in range(size):
                deal(decks[j], needed(seats), seed, start + j)
            for choice in range(made(seats)):
                for j in range(size):
                    places[j] = place(decks[j], seats, choice, bets, codes[j])
                for j in range(size):
                    codes[j, choice] = look(choices, places[j])
                for j in range(size):
                    code = codes[j, choice]
                    chosen[choice & 1 if made(1) == 2 else 0, code] += places[j] >= 0
                    codes[j, choice] = as_dealt(decks[j], seats, choice, code)
            for j in range(size):
                play(decks[j], seats, codes[j], bets, tables, options, nets, scores)
                count(nets, seats, mains, bets, counts, sums)

    return rounds


LOOPS = {
    "four-card-prime": loop(deal_one_deck, sim_prime, packed_code, as_found),
    "ultimate-4-card-buyout": loop(deal_one_deck, sim_buyout, packed_code, as_found),
    "4-card-buyout": loop(deal_six_decks, sim_buyout, packed_code, as_found),
    "4-card-split": loop(deal_one_deck, sim_split, byte_code, sim_split.as_dealt),
}
