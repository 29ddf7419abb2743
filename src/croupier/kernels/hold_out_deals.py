"""Five Card Hold Out dealt at random: what is not known of hands and board, trial by trial."""

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.compiled import inlined, kernel
from croupier.kernels.five_card_hold_out import NO_LOW, SUMS, best, divide

Ints = NDArray[np.int64]
CHUNK = 1 << 14  # trials that share a stream of random numbers


def chunks(trials: int) -> list[tuple[int, int]]:
    """The number and the size of each chunk."""
    starts = range(0, trials, CHUNK)
    return [(number, min(CHUNK, trials - start)) for number, start in enumerate(starts)]


def draws(seed: int, chunk: int, trials: int, deck: int, cards: int) -> Ints:
    """For each trial, how far on the next card lies; Philox counts, so no order of work matters."""
    stream = np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, 0, chunk]))
    drawn = np.empty((cards, trials), np.int64)
    for place in range(cards):
        drawn[place] = stream.integers(0, deck - place, size=trials)
    return drawn


@inlined
def deal(deck: Ints, drawn: Ints, trial: int) -> None:
    """The first cards of the deck become those that were drawn."""
    for place in range(len(drawn)):
        other = place + drawn[place, trial]
        deck[place], deck[other] = deck[other], deck[place]


@inlined
def taken(deck: Ints, start: int, cards: int) -> int:
    hand = 0
    for place in range(start, start + cards):
        hand |= 1 << deck[place]
    return hand


@kernel
def dealt_boards(
    held: Ints,
    unknown: Ints,
    board: int,
    missing: int,
    unseen: Ints,
    drawn: Ints,
    with_high: bool,
    floor: int,
) -> Ints:
    """The sums of each hand over all trials; the board is dealt before the hands."""
    deck, seats = unseen.copy(), len(held)
    sums = np.zeros((seats, SUMS), np.int64)
    highs, lows = np.zeros(seats, np.int32), np.zeros(seats, np.int32)
    for trial in range(drawn.shape[1]):
        deal(deck, drawn, trial)
        whole = board | taken(deck, 0, missing)
        start = missing
        for seat in range(seats):
            hand = held[seat] | taken(deck, start, unknown[seat])
            start += unknown[seat]
            if with_high:
                highs[seat] = best(hand, whole, False)
            if floor < NO_LOW:
                lows[seat] = best(hand, whole, True)
        divide(highs, lows, with_high, floor, sums)
    return sums
