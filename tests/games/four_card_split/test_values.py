"""The solver of the whole game against the values of single states, which share no loop with it."""

from fractions import Fraction
from math import comb
from random import Random

import pytest

from croupier.cards.card import DECK, Card, mask, parse, text
from croupier.games.four_card_split.exact import pays_of, scores_of
from croupier.games.four_card_split.loops.states import (
    UpcardStates,
    best_ways,
    outcomes_of,
    pair_classes,
    priced,
    score_tables,
    state_worths,
    upcard_worths,
)
from croupier.odds.solve import State, values
from croupier.table.table import Table, open_table, with_pays
from tests.games.four_card_split.tables import PAIR, PRINTED, V1, V2, with_ante

PRIMES = {
    "Royal Flush": "101",
    "Straight Flush": "53",
    "3 of a Kind": "29",
    "Straight": "13",
    "Flush": "7",
}


def told(house: Table, cards: list[int], up: int) -> dict[frozenset[str], Fraction]:
    """The value of every split with both hands played (an instant winner is not)."""
    actions = values(house, State(tuple(map(Card, cards)), Card(up)))
    return {
        frozenset(action.split): action.net
        for action in actions
        if action.split is not None
        and action.decision in (("play", "play"), ("instant", "play"))
    }  # fmt: skip


def solved(hands: UpcardStates, row: int, cards: list[int], pays, legal: int):  # type: ignore[no-untyped-def]
    """The same from the solver's columns."""
    found = {}
    of_one, of_two = comb(47, 2) * comb(45, 3), 47 * comb(46, 3)
    for i in range(4):
        if legal >> i & 1:
            others = [card for card in cards if card != cards[i]]
            at = hands.rows[row, i]
            net, wins = map(int, hands.threes[row, i])
            first = Fraction(net + wins * int(pays.more[at]), comb(47, 3))
            if not legal >> 7 & 1:
                first = Fraction(int(pays.instant[at]))
            second = Fraction(int(priced(hands.alone[row, i], pays)), of_one)
            found[frozenset([text(others), text([cards[i]])])] = first + second
    for partner in range(1, 4):
        if legal >> 3 + partner & 1:
            pair = [cards[0], cards[partner]]
            other = [card for card in cards if card not in pair]
            worth = sum(
                Fraction(int(priced(hands.paired[row, partner - 1, side], pays)), of_two)
                for side in (0, 1)
            )
            found[frozenset([text(pair), text(other)])] = worth
    return found


@pytest.mark.parametrize("version", [V1, pytest.param(V2, marks=pytest.mark.slow)])
def test_the_solver_counts_every_hand_of_a_state_as_its_values_do(version: str) -> None:
    """One upcard of the whole deck, states drawn from all; every row pays a different prime."""
    rng = Random(version)
    posted = with_pays(with_ante(version, {**PRINTED, **PAIR}), "ante", {**PRIMES, "Pair": "3"})
    scores = scores_of(posted)
    pays, up = pays_of(posted, scores), rng.randrange(13)
    beside = score_tables(scores, up)
    pairs, number = pair_classes(52, True)
    state = state_worths(scores, beside, *upcard_worths(scores, beside, pairs), number)
    cards, legal = state.cards, state.legal
    assert int(state.weights.sum(dtype="int64")) == 249_900  # 51 over 4
    worth, _, _ = best_ways(state, pays, len(scores.deck) - 5)
    instant = [row for row in range(len(cards)) if not legal[row] >> 7 & 1]
    drawn = [rng.randrange(len(cards)) for _ in range(15)] + rng.sample(instant, 5)
    for row in [0, len(cards) - 1, *drawn]:
        four = [int(card) for card in cards[row]]
        expected = told(posted, four, up)
        assert expected == solved(state, row, four, pays, int(legal[row])), text(four)
        best = max(action.net for action in values(posted, State(tuple(four), Card(up))))
        assert Fraction(int(worth[row]), outcomes_of(47).all) == best, text(four)


def test_a_row_that_changes_nothing_changes_no_value() -> None:
    house, same = open_table(V2), with_ante(V2, {**PRINTED, **PAIR})
    rng = Random(5)
    for hand in ("As Ks 4s 2s", "9c 9d 8c 8d", "Qs Js 7d 2h"):
        cards = parse(hand)
        up = rng.choice([card for card in DECK if not mask(cards) >> card & 1])
        assert values(house, State(cards, up)) == values(same, State(cards, up))
