"""The cards of one simulated round, from a seed and the round's number alone.

A random word selects several places in the pack: it is multiplied by the size of the pack, the
integer part is a place, and the fraction yields the next (Brackett-Rozinsky and Lemire, "Batched
ranged random integer generation", 2024). A word whose last fraction is one of the few that would
bias the result is rejected, and a place that was dealt before is skipped: so every order of the
cards is exactly equally likely.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.arrays import Ints
from croupier.kernels.compiled import inlined, unsigned
from croupier.kernels.philox import WORD, FourWords, many, philox

Cards = NDArray[np.uint8]
Words32 = NDArray[np.uint32]

SPARE = 4 * 3  # extra room in a deck's array, since the last words may deal too many cards
ALL = (1 << 52) - 1
LEFT_OVER_FOUR = 2**32 % 52**4
DECKS = 6  # at most
SIX_DECKS = DECKS * 52
LEFT_OVER_THREE = 2**32 % SIX_DECKS**3
NINE = 9  # places of the first three words: enough for one seat and the dealer
_SIX_DECKS, _LEFT_OVER_THREE = np.uint64(SIX_DECKS), np.uint64(LEFT_OVER_THREE)
_WORD, _HALF, _DECK = np.uint64(WORD), np.uint64(32), np.uint32(52)


class DealingBuffers(NamedTuple):
    """Arrays to work in, so that a loop makes none."""

    left: Ints  # of each deck
    places: Words32  # [place, round]
    again: Words32  # [round]


def room(rounds: int) -> DealingBuffers:
    return DealingBuffers(
        np.zeros(DECKS, np.int64), np.zeros((NINE, rounds), np.uint32), np.zeros(rounds, np.uint32)
    )


@inlined
def words(seed: int, number: int, block: int) -> FourWords:
    """Four random words for a round."""
    return philox(seed & WORD, seed >> 32 & WORD, block, 0, number & WORD, number >> 32 & WORD)


@inlined
def first_words(words: Words32, size: int, seed: int, first: int) -> None:
    """The first four words of `size` rounds."""
    many(words, size, seed & WORD, seed >> 32 & WORD, 0, first)


@inlined
def deal_one_deck(
    deck: Cards, count: int, room: Ints, four: FourWords, seed: int, number: int
) -> None:
    """Deals the first `count` cards of this round from one deck; `four`: its first words."""
    block, dealt, left = 0, 0, ALL
    a, b, c, d = four
    while True:
        dealt, left = four_places(deck, dealt, left, a)
        dealt, left = four_places(deck, dealt, left, b)
        if dealt < count:
            dealt, left = four_places(deck, dealt, left, c)
            if dealt < count:
                dealt, left = four_places(deck, dealt, left, d)
        if dealt >= count:
            break
        block += 1
        a, b, c, d = words(seed, number, block)


@inlined
def four_places(deck: Cards, dealt: int, left: int, word: int) -> tuple[int, int]:
    """Deals those of a word's four cards that are left; returns the number dealt and the rest."""
    first = word * 52
    second = (first & WORD) * 52
    third = (second & WORD) * 52
    fourth = (third & WORD) * 52
    if fourth & WORD < LEFT_OVER_FOUR:
        return dealt, left
    for chosen in (first, second, third, fourth):
        card = chosen >> 32
        deck[unsigned(dealt)] = card  # overwritten next unless the card was left
        dealt += left >> card & 1
        left &= ~(1 << card)
    return dealt, left


@inlined
def deal_six_decks(
    deck: Cards, count: int, left: Ints, four: FourWords, seed: int, number: int
) -> None:
    """The same from six decks: a place among the 312 cards also determines the deck."""
    for i in range(DECKS):
        left[i] = ALL
    block = dealt = 0
    a, b, c, d = four
    while True:
        dealt = three_places(deck, dealt, left, a)
        dealt = three_places(deck, dealt, left, b)
        dealt = three_places(deck, dealt, left, c)
        dealt = three_places(deck, dealt, left, d)
        if dealt >= count:
            break
        block += 1
        a, b, c, d = words(seed, number, block)


@inlined
def three_places(deck: Cards, dealt: int, left: Ints, word: int) -> int:
    """Deals those of a word's three cards that are left; returns the number dealt."""
    first = word * SIX_DECKS
    second = (first & WORD) * SIX_DECKS
    third = (second & WORD) * SIX_DECKS
    if third & WORD < LEFT_OVER_THREE:
        return dealt
    for chosen in (first, second, third):
        place = chosen >> 32
        which, card = place // 52, place % 52
        deck[unsigned(dealt)] = card  # overwritten next unless the card was left
        which = unsigned(which)
        dealt += left[which] >> card & 1
        left[which] &= ~(1 << card)
    return dealt


@inlined
def one_deck_each(
    decks: Cards, size: int, count: int, room: DealingBuffers, words: Words32, seed: int, first: int
) -> None:
    """Deals `size` rounds from number `first` on; `words`: their first words."""
    for i in range(size):
        four = int(words[0, i]), int(words[1, i]), int(words[2, i]), int(words[3, i])
        deal_one_deck(decks[i], count, room.left, four, seed, first + i)


@inlined
def six_decks_each(
    decks: Cards, size: int, count: int, room: DealingBuffers, words: Words32, seed: int, first: int
) -> None:
    """The same from six decks: usually the first nine places are distinct, and enough."""
    if count == NINE:
        nine_places(room.places, room.again, size, words)
    for i in range(size):
        if count != NINE or room.again[i]:
            four = int(words[0, i]), int(words[1, i]), int(words[2, i]), int(words[3, i])
            deal_six_decks(decks[i], count, room.left, four, seed, first + i)
        else:
            for card in range(NINE):
                decks[i, card] = room.places[card, i] % _DECK


@inlined
def nine_places(places: Words32, again: Words32, size: int, words: Words32) -> None:
    """The places of `three_places` for many rounds at once; `again`: rounds to be dealt singly.

    The same steps in 32-bit and 64-bit types, which the compiler vectorizes over rounds.
    """
    for i in range(size):
        again[i] = 0
    for word in range(3):
        for i in range(size):
            one = np.uint64(words[word, i]) * _SIX_DECKS
            two = (one & _WORD) * _SIX_DECKS
            three = (two & _WORD) * _SIX_DECKS
            again[i] |= np.uint32((three & _WORD) < _LEFT_OVER_THREE)
            places[3 * word, i] = np.uint32(one >> _HALF)
            places[3 * word + 1, i] = np.uint32(two >> _HALF)
            places[3 * word + 2, i] = np.uint32(three >> _HALF)
    for place in range(1, NINE):
        for earlier in range(place):
            for i in range(size):
                again[i] |= np.uint32(places[place, i] == places[earlier, i])


class DealingLoops(NamedTuple):
    """How rounds are dealt, for one number of decks."""

    decks: int
    deal: Callable[..., None]  # one round
    deal_each: Callable[..., None]  # the same, many at once


FROM_ONE_DECK = DealingLoops(1, deal_one_deck, one_deck_each)
FROM_SIX_DECKS = DealingLoops(DECKS, deal_six_decks, six_decks_each)


@inlined
def held(deck: Cards, first: int, size: int) -> int:
    """These cards of the deck, as a mask."""
    hand = 0
    for i in range(size):
        hand |= 1 << int(deck[first + i])
    return hand
