"""Deals: no card more often than the decks contain it, all orders alike, only numbers decide."""

from collections import Counter

import numpy as np
import pytest

from croupier.kernels.compiled import kernel
from croupier.kernels.dealing import (
    DECKS,
    SPARE,
    deal_one_deck,
    deal_six_decks,
    first_words,
    one_deck_each,
    room,
    six_decks_each,
    words,
)

DEALS = [(deal_one_deck, 1), (deal_six_decks, 6)]


def dealt(deal, count, seed, number):
    deck = np.zeros(count + SPARE, np.uint8)
    deal(deck, count, np.zeros(DECKS, np.int64), words(seed, number, 0), seed, number)
    return deck[:count].tolist()


@kernel
def one_deck_places(count, rounds, seed):
    """How often each card came at each position, and each pair of cards at the first two."""
    deck = np.zeros(count + SPARE, np.uint8)
    places = np.zeros((count, 52), np.int64)
    pairs, left = np.zeros((52, 52), np.int64), np.zeros(DECKS, np.int64)
    for number in range(rounds):
        deal_one_deck(deck, count, left, words(seed, number, 0), seed, number)
        for place in range(count):
            places[place, deck[place]] += 1
        pairs[deck[0], deck[1]] += 1
    return places, pairs


@kernel
def six_deck_places(count, rounds, seed):
    deck = np.zeros(count + SPARE, np.uint8)
    places = np.zeros((count, 52), np.int64)
    pairs, left = np.zeros((52, 52), np.int64), np.zeros(DECKS, np.int64)
    for number in range(rounds):
        deal_six_decks(deck, count, left, words(seed, number, 0), seed, number)
        for place in range(count):
            places[place, deck[place]] += 1
        pairs[deck[0], deck[1]] += 1
    return places, pairs


@pytest.mark.parametrize("deal, decks", DEALS)
def test_a_deal_holds_each_card_as_often_as_the_decks_do(deal, decks):
    for number in range(300):
        cards = dealt(deal, 51 if decks == 1 else 41, 7, number)
        assert max(Counter(cards).values()) <= decks
        assert set(cards) <= set(range(52))


@kernel
def dealt_by_one_deck(decks, size, count, space, first, seed, number):
    first_words(first, size, seed, number)
    one_deck_each(decks, size, count, space, first, seed, number)


@kernel
def dealt_by_six_decks(decks, size, count, space, first, seed, number):
    first_words(first, size, seed, number)
    six_decks_each(decks, size, count, space, first, seed, number)


@pytest.mark.parametrize("count", [9, 10, 13])
@pytest.mark.parametrize(
    "together, deal", [(dealt_by_one_deck, deal_one_deck), (dealt_by_six_decks, deal_six_decks)]
)
def test_many_rounds_at_once_are_dealt_as_one_by_one(together, deal, count):
    size, seed, number = 3000, 11, 2**40 - 1000
    decks, space = np.zeros((size, count + SPARE), np.uint8), room(size)
    together(decks, size, count, space, np.zeros((4, size), np.uint32), seed, number)
    one_by_one = [dealt(deal, count, seed, number + i) for i in range(size)]
    assert decks[:, :count].tolist() == one_by_one
    if deal is deal_six_decks and count == 9:  # both branches were taken
        assert 200 < space.again.sum() < 600


def test_a_whole_deck_can_be_dealt():
    for number in range(50):
        assert sorted(dealt(deal_one_deck, 52, 3, number)) == list(range(52))


@pytest.mark.parametrize("deal, decks", DEALS)
def test_more_cards_of_the_same_round_begin_with_the_same_ones(deal, decks):
    for number in range(100):
        assert dealt(deal, 30, 9, number)[:11] == dealt(deal, 11, 9, number)


@pytest.mark.parametrize("deal, decks", DEALS)
def test_only_seed_and_number_decide(deal, decks):
    first = dealt(deal, 20, 2**62 + 5, 2**40)
    assert dealt(deal, 20, 2**62 + 5, 2**40) == first
    assert dealt(deal, 20, 2**62 + 6, 2**40) != first
    assert dealt(deal, 20, 2**62 + 5, 2**40 + 1) != first
    assert dealt(deal, 20, 5, 2**40) != first  # the upper half of the seed counts too
    assert dealt(deal, 20, 2**62 + 5, 0) != first


def chi_square(counts, chances):
    expected = counts.sum() * chances
    used = expected > 0
    assert counts[~used].sum() == 0
    return ((counts[used] - expected[used]) ** 2 / expected[used]).sum(), used.sum() - 1


@pytest.mark.parametrize("loop, decks", [(one_deck_places, 1), (six_deck_places, 6)])
def test_cards_are_equally_likely_at_every_position_and_in_pairs(loop, decks):
    places, pairs = loop(11, 1_000_000, 11)
    for row in places:
        found, freedom = chi_square(row, np.full(52, 1 / 52))
        assert found < freedom + 6 * (2 * freedom) ** 0.5
    size = 52 * decks
    chances = np.full((52, 52), decks / size * decks / (size - 1))
    np.fill_diagonal(chances, decks / size * (decks - 1) / (size - 1))
    found, freedom = chi_square(pairs, chances)
    assert abs(found - freedom) < 6 * (2 * freedom) ** 0.5


def shared_out(bits, size, many):
    """Of all words of this many bits, without those discarded, how many choose each set of
    positions.
    """
    left_over, top = 2**bits % size**many, 2**bits - 1
    chosen = Counter()
    for word in range(2**bits):
        places, fraction = [], word
        for _ in range(many):
            product = (fraction & top) * size
            places.append(product >> bits)
            fraction = product & top
        if fraction >= left_over:
            chosen[tuple(places)] += 1
    return chosen


@pytest.mark.parametrize("size, many", [(5, 2), (7, 3), (13, 2)])
def test_the_words_that_are_kept_choose_all_places_equally_often(size, many):
    """A small-scale proof: the same steps with all words of 12 bits."""
    chosen = shared_out(12, size, many)
    assert len(chosen) == size**many
    assert set(chosen.values()) == {2**12 // size**many}
