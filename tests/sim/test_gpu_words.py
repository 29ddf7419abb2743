"""The functions that a GPU runs in 32 bits give the same results with any number of bits."""

import numpy as np
import pytest

from croupier.cards import hands
from croupier.cards.card import mask
from croupier.games.four_card_buyout import rules as four_card_buyout
from croupier.games.four_card_prime import rules as four_card_prime
from croupier.kernels.gpu_words import in_words
from croupier.rules import paytable


def cut(number):
    """As a 32-bit register stores it."""
    return (int(number) + 2**31) % 2**32 - 2**31


def cut_copies(*functions):
    """The functions in 32 bits, each calling the others' copies."""
    names = dict(vars(hands)) | dict(vars(paytable)) | dict(vars(four_card_prime))
    for function in functions:
        names[function.__name__] = in_words(function, names, cut)
    return names


SCORERS = cut_copies(
    *(hands.packed, hands.run_top, hands.by_kind),
    *(hands.three_card, hands.best_four, hands.five_card, hands.royal_first_four),
)


@pytest.mark.parametrize(
    "name, sizes",
    [
        ("three_card", (3,)),
        ("best_four", (4, 5, 6)),
        ("five_card", (5,)),
        ("royal_first_four", (4,)),
    ],
)
def test_scores(name, sizes):
    rng = np.random.default_rng(3)
    for size in sizes:
        for _ in range(4_000):
            hand = mask(rng.choice(52, size, replace=False).tolist())
            assert SCORERS[name](hand) == getattr(hands, name)(hand)


def test_points():
    made = cut_copies(hands.card_points)
    for card in range(52):
        assert made["card_points"](card) == hands.card_points(card)


def test_settlements():
    made = cut_copies(paytable.prize, four_card_prime.settle)
    table = ((7 << 20, 50), (5 << 20, 4), (0, 0))
    for times in range(4):
        for player, dealer in ((8 << 20, 1), (1, 8 << 20), (9, 9), (6 << 20, 5 << 20)):
            told = four_card_prime.settle(times, player, dealer, table, table)
            assert made["settle"](times, player, dealer, table, table) == told
    copy = in_words(four_card_buyout.settle, dict(vars(four_card_buyout)), cut)
    for bets in (1, 2, 3):
        for scores in ((5, 4), (4, 5), (4, 4)):
            assert copy(0, bets, *scores) == four_card_buyout.settle(0, bets, *scores)


def test_a_function_that_needs_more_bits_would_be_detected():
    """The check above can fail: the colors of a hand do not fit into 32 bits."""
    copy = in_words(hands.one_color, dict(vars(hands)), cut)
    hand = mask([39, 40, 41, 50, 51])
    assert copy(hand) != hands.one_color(hand)
