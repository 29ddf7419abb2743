"""Rounds by the million: dealt, chosen, played and counted.

A batch of rounds goes through each stage together: the table of choices is larger than the cache,
and batching overlaps the memory latency of its lookups.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.kernels import dealing
from croupier.kernels.arrays import Codes, Ints
from croupier.kernels.compiled import bare_kernel, inlined, unsigned
from croupier.kernels.dealing import SPARE, DealingLoops, first_words

Percents = NDArray[np.uint8]

BATCH = 64
LOWEST = -8  # the net at index 0 of a row of counts; a plan with lower results is refused
CODES = 32  # upper bound of a choice's code; a plan with larger codes is refused


class RoundNumbers(NamedTuple):
    """The range of rounds to deal, `last` excluded."""

    first: int
    last: int
    seed: int


class How(NamedTuple):
    """What is bet and counted (bit masks of columns and rows), and how it is played and paid."""

    bets: int
    counted: int
    mains: int
    choices: Codes
    tables: Ints
    options: Ints


class Into(NamedTuple):
    counts: Ints
    sums: Ints
    chosen: Ints


class RoundBuffers(NamedTuple):
    """Preallocated arrays, so that a loop allocates none."""

    decks: dealing.Cards
    places: Ints
    codes: Ints
    nets: Ints
    scores: Ints
    words: NDArray[np.uint32]
    dealing: dealing.DealingBuffers


def room(cards: int, choices: int, seats: int, columns: int) -> RoundBuffers:
    return RoundBuffers(
        np.zeros((BATCH, cards + SPARE), np.uint8),
        np.zeros(BATCH, np.int64),
        np.zeros((BATCH, choices), np.int64),
        np.zeros((seats, columns), np.int64),
        np.zeros(seats, np.int64),
        np.zeros((4, BATCH), np.uint32),
        dealing.room(BATCH),
    )


class EachRound(NamedTuple):
    """Results of each round, if requested; otherwise empty arrays."""

    stakes: Ints  # of each wager, in cents
    wins: Ints  # [round]: what the house won, in cents, without meter shares
    claims: Percents  # [round, meter, seat]: percent of the meter


def no_results(stakes: Ints, rounds: int, meters: int, seats: int) -> EachRound:
    return EachRound(
        stakes, np.zeros(rounds, np.int64), np.zeros((rounds, meters, seats), np.uint8)
    )


NOT_KEPT = no_results(np.zeros(0, np.int64), 0, 0, 0)


@inlined
def keep(nets: Ints, seats: int, each: EachRound, at: int) -> None:
    """Records the results of the round at index `at`."""
    stakes, wins, claims = each
    wagers = stakes.shape[0]
    for seat in range(seats):
        for column in range(wagers):
            wins[at] -= nets[seat, column] * stakes[column]
        for meter in range(claims.shape[1]):
            claims[at, meter, seat] = nets[seat, wagers + meter]


@inlined
def count(nets: Ints, seats: int, mains: int, counted: int, counts: Ints, sums: Ints) -> None:
    """Counts the results of a round. Row 0: all main wagers together; then a row per column.

    `counted` has a bit for each row. `sums`: for each row, the sum over rounds of the round's
    total and of its square.
    """
    if counted & 1:
        total = 0
        for seat in range(seats):
            net = 0
            for column in range(mains):
                net += nets[unsigned(seat), unsigned(column)]
            counts[0, unsigned(net - LOWEST)] += 1
            total += net
        add(sums, 0, total, seats)
    if counted > 1:
        for row in range(1, nets.shape[1] + 1):
            if counted >> row & 1:
                total = 0
                for seat in range(seats):
                    net = nets[unsigned(seat), unsigned(row - 1)]
                    counts[unsigned(row), unsigned(net - LOWEST)] += 1
                    total += net
                add(sums, row, total, seats)


@inlined
def add(sums: Ints, row: int, total: int, seats: int) -> None:
    """Adds a round's total and its square; with one seat, the counts already determine both."""
    if seats > 1:
        sums[row, 0] += total
        sums[row, 1] += total * total


@inlined
def packed_code(choices: Codes, place: int) -> int:
    """A two-bit code, four to a byte; 0 if there is nothing to choose."""
    return choices[place >> 2] >> 2 * (place & 3) & 3 if place >= 0 else 0


@inlined
def byte_code(choices: Codes, place: int) -> int:
    return np.int64(choices[place])


LOOKS: dict[int, Callable[..., int]] = {2: packed_code, 8: byte_code}  # by bits per code


class GameLoop(NamedTuple):
    """The parts of a game's loop: its functions, and how it is dealt and chosen."""

    place: Callable[..., int]  # index of a choice in the table of choices
    play: Callable[..., None]
    steps: tuple[str, ...]  # the deals and choices it implements (kernels/written_for.py)
    seat_cards: int  # the most that a seat may be dealt
    dealer_cards: int
    seat_choices: int
    dealing: DealingLoops
    bits: int = 2  # per code in the table of choices

    @property
    def look(self) -> Callable[..., int]:
        return LOOKS[self.bits]

    def cards_needed(self, seats: int) -> int:
        return self.seat_cards * seats + self.dealer_cards


@cache
def loop(game: GameLoop) -> Callable[..., None]:
    """The compiled loop over the rounds of one game."""
    place, play, _, seat_cards, dealer_cards, per_seat, (_, _, deal_each), _ = game
    look = game.look

    @inlined
    def of_seats(
        seats: int, span: RoundNumbers, how: How, into: Into, each: EachRound, room: RoundBuffers
    ) -> None:
        first, last, seed = span
        bets, counted, mains, choices, tables, options = how
        counts, sums, chosen = into
        decks, places, codes, nets, scores, words, dealt = room
        for start in range(first, last, BATCH):
            size = min(BATCH, last - start)
            first_words(words, size, seed, start)
            deal_each(decks, size, seat_cards * seats + dealer_cards, dealt, words, seed, start)
            for choice in range(per_seat * seats):
                for j in range(size):
                    places[j] = place(decks[j], seats, choice, bets, codes[j])
                for j in range(size):
                    codes[j, choice] = look(choices, places[j])
                for j in range(size):
                    chosen[choice % per_seat, codes[j, choice]] += places[j] >= 0
            for j in range(size):
                play(decks[j], seats, codes[j], bets, tables, options, nets, scores)
                count(nets, seats, mains, counted, counts, sums)
                if each.wins.shape[0] > 0:
                    keep(nets, seats, each, start + j - first)

    @bare_kernel
    def rounds(
        seats: int, span: RoundNumbers, how: How, into: Into, each: EachRound, room: RoundBuffers
    ) -> None:
        if seats == 1:  # lets the compiler fold every card's position
            of_seats(1, span, how, into, each, room)
        else:
            of_seats(seats, span, how, into, each, room)

    return rounds
