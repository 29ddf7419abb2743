"""The table of three-card scores that loops look up agrees with the rule."""

from itertools import combinations

import numpy as np

from croupier.cards.card import mask
from croupier.cards.hands import three_card
from croupier.games.four_card_split import rules as four_card_split
from croupier.games.four_card_split.loops import place
from croupier.kernels.compiled import kernel

HANDS = np.array([mask(cards) for cards in combinations(range(52), 3)])


@kernel
def looked_up(hands, scores):
    for i in range(hands.shape[0]):
        scores[i] = four_card_split.three_card(hands[i])


def test_a_loop_looks_up_what_the_rule_says_of_all_22_100_hands():
    scores = np.zeros(len(HANDS), np.int64)
    looked_up(HANDS, scores)
    assert scores.tolist() == [three_card(hand) for hand in HANDS.tolist()]


def test_no_place_represents_hands_of_different_scores():
    found = {}
    for hand in HANDS.tolist():
        assert found.setdefault(place(hand), three_card(hand)) == three_card(hand)
