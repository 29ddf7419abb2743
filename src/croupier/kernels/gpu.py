"""Runs simulated rounds on a GPU, with the rules' own functions compiled for CUDA.

A round's cards depend only on the seed and its number, and results are counted in whole numbers, so
a GPU counts exactly what a CPU counts.
"""

from inspect import unwrap
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import cuda
from numba.cuda import libdevice

from croupier.cards import hands
from croupier.kernels import card_sets, dealing, philox
from croupier.kernels.arrays import Ints
from croupier.kernels.compiled import IN_WORDS
from croupier.kernels.gpu_words import in_words
from croupier.kernels.rounds import CODES, LOWEST, GameLoop

THREADS = 512  # per block
DECKS = dealing.DECKS
COMMON = 32  # results counted in a block's shared memory; rarer ones go straight to global memory


@cuda.jit(device=True)
def _count(bits):  # type: ignore[no-untyped-def]
    return np.int32(cuda.popc(bits))


@cuda.jit(device=True)
def _highest(bits):  # type: ignore[no-untyped-def]
    return np.int32(63 - cuda.clz(np.int64(bits)))


@cuda.jit(device=True)
def _highest_of_a_word(bits):  # type: ignore[no-untyped-def]
    return np.int32(31 - cuda.clz(np.int32(bits)))


@cuda.jit(device=True)
def _ways(many, below):  # type: ignore[no-untyped-def]
    """The table of card_sets.py as a product, because a GPU multiplies faster than it looks up."""
    product = n = np.uint32(below)
    if many >= 2:
        product = np.uint32(product * np.uint32(n - np.uint32(1)))
    if many >= 3:
        product = np.uint32(product * np.uint32(n - np.uint32(2)))
    if many >= 4:
        product = np.uint32(product * np.uint32(n - np.uint32(3)))
    if many >= 5:
        product = np.uint32(product * np.uint32(n - np.uint32(4)))
    if below < many:
        return np.int32(0)
    if many == 1:
        return np.int32(product)
    if many == 2:
        return np.int32(product // np.uint32(2))
    if many == 3:
        return np.int32(product // np.uint32(6))
    return np.int32(product // np.uint32(24)) if many == 4 else np.int32(product // np.uint32(120))


@cuda.jit(device=True)
def _product(a, b):  # type: ignore[no-untyped-def]
    """The high and the low word of the product of two words."""
    return np.uint32(libdevice.umulhi(np.int32(a), np.int32(b))), np.uint32(a * b)


M_0, M_1 = (np.uint32(number) for number in philox.MULTIPLIERS)
W_0, W_1 = (np.uint32(number) for number in philox.WEYL)
NOWHERE = np.int32(-1)


@cuda.jit(device=True)
def _philox(key_0, key_1, a, b, c, d):  # type: ignore[no-untyped-def]
    k_0, k_1 = np.uint32(key_0), np.uint32(key_1)
    a, b, c, d = np.uint32(a), np.uint32(b), np.uint32(c), np.uint32(d)
    for _ in range(philox.ROUNDS):
        left_high, left_low = _product(a, M_0)
        right_high, right_low = _product(c, M_1)
        a, c = np.uint32(right_high ^ b ^ k_0), np.uint32(left_high ^ d ^ k_1)
        b, d = right_low, left_low
        k_0, k_1 = np.uint32(k_0 + W_0), np.uint32(k_1 + W_1)
    return a, b, c, d


@cuda.jit(device=True)
def _four_places(deck, dealt, left, word):  # type: ignore[no-untyped-def]
    size = np.uint32(52)
    first, word = _product(np.uint32(word), size)
    second, word = _product(word, size)
    third, word = _product(word, size)
    fourth, word = _product(word, size)
    dealt = np.int32(dealt)
    if word < np.uint32(dealing.LEFT_OVER_FOUR):
        return dealt, left
    for card in (first, second, third, fourth):
        deck[np.uint32(dealt)] = card  # unsigned saves the wraparound test
        here = left & np.int64(1) << np.int64(card)
        if here:
            dealt = np.int32(dealt + np.int32(1))
        left ^= here
    return dealt, left


@cuda.jit(device=True)
def _kind_beside(kind, up):  # type: ignore[no-untyped-def]
    """Computed, not looked up: reads of different places by one warp are serialized."""
    kind, other = np.int32(kind), np.int32(np.uint32(up) // np.uint32(13) * np.uint32(13))
    if kind < np.int32(13):
        return np.int32(kind + other)
    if kind >= other and kind < np.int32(other + np.int32(13)):
        return np.int32(kind - other)
    return kind


@cuda.jit(device=True)
def _three_places(deck, dealt, left, word):  # type: ignore[no-untyped-def]
    size = np.uint32(dealing.SIX_DECKS)
    first, word = _product(np.uint32(word), size)
    second, word = _product(word, size)
    third, word = _product(word, size)
    dealt = np.int32(dealt)
    if word < np.uint32(dealing.LEFT_OVER_THREE):
        return dealt
    for place in (first, second, third):
        which = np.uint32(place // np.uint32(52))
        card = np.uint32(place - which * np.uint32(52))
        deck[np.uint32(dealt)] = card
        here = left[which] & np.int64(1) << np.int64(card)
        if here:
            dealt = np.int32(dealt + np.int32(1))
        left[which] ^= here
    return dealt


@cuda.jit(device=True)
def _in_one_word(word):  # type: ignore[no-untyped-def]
    """The three places that a word selects; places beyond the pack if the word is rejected."""
    size = np.uint32(dealing.SIX_DECKS)
    first, word = _product(np.uint32(word), size)
    second, word = _product(word, size)
    third, word = _product(word, size)
    if word < np.uint32(dealing.LEFT_OVER_THREE):
        return NOWHERE, NOWHERE, NOWHERE
    return np.int32(first), np.int32(second), np.int32(third)


@cuda.jit(device=True)
def _unless_dealt(deck, dealt, place, earlier):  # type: ignore[no-untyped-def]
    """Deals the card at this place unless it was dealt before; returns the number dealt."""
    deck[np.uint32(dealt)] = np.uint32(np.uint32(place) % np.uint32(52))
    again = place == NOWHERE
    for other in earlier:
        again |= other == place
    return dealt if again else np.int32(dealt + np.int32(1))


@cuda.jit(device=True)
def _deal_six_decks(deck, count, left, four, seed, number):  # type: ignore[no-untyped-def]
    """Compares the first twelve places with each other, which suffices for nearly all rounds."""
    if count <= 12:
        a, b, c, d = four
        a_0, a_1, a_2 = _in_one_word(a)
        b_0, b_1, b_2 = _in_one_word(b)
        c_0, c_1, c_2 = _in_one_word(c)
        d_0, d_1, d_2 = _in_one_word(d)
        dealt = _unless_dealt(deck, np.int32(0), a_0, (NOWHERE,))
        dealt = _unless_dealt(deck, dealt, a_1, (a_0,))
        dealt = _unless_dealt(deck, dealt, a_2, (a_0, a_1))
        three = (a_0, a_1, a_2)
        dealt = _unless_dealt(deck, dealt, b_0, three)
        dealt = _unless_dealt(deck, dealt, b_1, (*three, b_0))
        dealt = _unless_dealt(deck, dealt, b_2, (*three, b_0, b_1))
        six = (*three, b_0, b_1, b_2)
        dealt = _unless_dealt(deck, dealt, c_0, six)
        dealt = _unless_dealt(deck, dealt, c_1, (*six, c_0))
        dealt = _unless_dealt(deck, dealt, c_2, (*six, c_0, c_1))
        nine = (*six, c_0, c_1, c_2)
        dealt = _unless_dealt(deck, dealt, d_0, nine)
        dealt = _unless_dealt(deck, dealt, d_1, (*nine, d_0))
        dealt = _unless_dealt(deck, dealt, d_2, (*nine, d_0, d_1))
        if dealt >= count:
            return
    _any_six_decks(deck, count, left, four, seed, number)


# Functions that map to a GPU instruction, or that a GPU computes faster in another way.
_lent: dict[Any, Any] = {
    hands.count: _count,
    hands.highest: _highest,
    card_sets.ways: _ways,
    card_sets.kind_beside: _kind_beside,
    philox.philox: _philox,
    dealing.four_places: _four_places,
    dealing.three_places: _three_places,
}


def lent(function: FunctionType) -> Any:
    """Compiles a function for the GPU, with every function of the package that it calls."""
    if function not in _lent:
        own = dict(function.__globals__)
        for name in function.__code__.co_names:
            called = unwrap(own.get(name))
            ours = getattr(called, "__name__", "").startswith("croupier")
            assert not (ours and isinstance(called, ModuleType)), (
                f"{function.__qualname__}: import what {called.__name__} lends by its own name"
            )
            if isinstance(called, FunctionType) and called.__module__.startswith("croupier."):
                own[name] = lent(called)
        if function in IN_WORDS:
            own["highest"] = _highest_of_a_word
            copy = in_words(function, own)
        else:
            copy = FunctionType(function.__code__, own, function.__name__, function.__defaults__)
        _lent[function] = cuda.jit(device=True)(copy)
    return _lent[function]


_words = lent(dealing.words)
_any_six_decks = lent(dealing.deal_six_decks)
_lent[dealing.deal_six_decks] = _deal_six_decks


def loop(
    game: GameLoop, seats: int, bets: int, counted: int, mains: int, columns: int, decisions: int,
    steps: Ints, house: Ints, always: int,
) -> Any:  # fmt: skip
    """The loop over the rounds of one plan, whose seats, wagers and tables are compiled in.

    `always`: the choice of every seat in every state; if negative, the table of choices is used.

    The kernel is one long function on purpose: passing its local and shared arrays to device
    functions may cost speed, and only a GPU can tell.
    """
    deal, look = lent(game.dealing.deal), lent(game.look)
    place, play, words = lent(game.place), lent(game.play), _words
    cards, made = game.cards_needed(seats), game.seat_choices * seats
    size, rows, per_seat = cards + dealing.SPARE, columns + 1, game.seat_choices
    tables, options = steps.astype(np.int32), house.astype(np.int32)
    near_cells, taken_cells = rows * COMMON, decisions * CODES

    @cuda.jit
    def rounds(first, last, seed, choices, counts, sums, chosen):  # type: ignore[no-untyped-def]
        deck = cuda.local.array(size, np.uint8)
        codes = cuda.local.array(made, np.int32)
        nets = cuda.local.array((seats, columns), np.int32)
        scores = cuda.local.array(seats, np.int32)
        left = cuda.local.array(DECKS, np.int64)
        totals = cuda.local.array((rows, 2), np.int64)
        near = cuda.shared.array(near_cells, np.int32)
        taken = cuda.shared.array(taken_cells, np.int32)
        here = cuda.threadIdx.x
        for cell in range(here, near_cells, THREADS):
            near[cell] = 0
        for cell in range(here, taken_cells, THREADS):
            taken[cell] = 0
        for row in range(rows):
            totals[row, 0] = totals[row, 1] = 0
        cuda.syncthreads()
        rounds_here = 0
        for number in range(first + cuda.grid(1), last, cuda.gridsize(1)):
            rounds_here += 1
            deal(deck, cards, left, words(seed, number, 0), seed, number)
            for choice in range(made):
                at = always
                code = always
                if always < 0:
                    at = place(deck, seats, choice, bets, codes)
                    code = look(choices, at)
                if always < 0 and at >= 0:
                    cuda.atomic.add(taken, choice % per_seat * CODES + code, 1)
                codes[choice] = code
            play(deck, seats, codes, bets, tables, options, nets, scores)
            for row in range(rows):
                if counted >> row & 1:
                    total = 0
                    for seat in range(seats):
                        net = np.int32(0)
                        if row == 0:
                            for column in range(mains):
                                net = np.int32(net + nets[seat, column])
                        else:
                            net = nets[seat, row - 1]
                        total += net
                        if net - LOWEST < COMMON:
                            cuda.atomic.add(near, row * COMMON + (net - LOWEST), 1)
                        else:
                            cuda.atomic.add(counts, (row, net - LOWEST), 1)
                    if seats > 1:
                        totals[row, 0] += total
                        totals[row, 1] += total * total
        cuda.syncthreads()
        for cell in range(here, near_cells, THREADS):
            if near[cell] > 0:
                cuda.atomic.add(counts, (cell // COMMON, cell % COMMON), near[cell])
        for cell in range(here, taken_cells, THREADS):
            if taken[cell] > 0:
                cuda.atomic.add(chosen, (cell // CODES, cell % CODES), taken[cell])
        if always >= 0 and rounds_here > 0:
            cuda.atomic.add(chosen, (0, always), rounds_here * seats)
        if seats > 1:
            for row in range(rows):
                cuda.atomic.add(sums, (row, 0), totals[row, 0])
                cuda.atomic.add(sums, (row, 1), totals[row, 1])

    return rounds
