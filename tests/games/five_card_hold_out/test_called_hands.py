"""Whole hands of Five Card Hold Out: the compiled loop and the table agree chip for chip."""

from math import comb
from random import Random

import numpy as np
import pytest

from benchmarks.loops.called_hands import called_hands, cards_of
from croupier.cards.card import DECK, Card, mask, text, unmask
from croupier.games.five_card_hold_out.loops.deals import draws
from croupier.games.five_card_hold_out.loops.keeps import NO_POLICY, Policy, Worths, kept
from croupier.games.five_card_hold_out.policy import stake_of
from croupier.table.poker.deal import deal
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable, first_positions, open_poker

GAMES = [
    ("high", "none"),
    ("hilo", "none"),
    ("hilo", "8"),
    ("hilo", "9"),
    ("hilo", "Q"),
    ("low", "none"),
]
STACK = 5000


def any_policy(lone: bool) -> Policy:
    """Keeps any part of a hand, all five in about two hands of five; or any card, so that many tie.

    Always the same part of the same hand.
    """
    worths = np.random.default_rng(5).integers(
        0, 1_000_000, sum(comb(52, size) for size in range(1, 5)), np.int32
    )
    worths[:52] += 1_000_000 * lone
    one, none, five = (np.array([worth], np.int32) for worth in (1 << 30, 0, 970_000))
    return Policy(worths, Worths(one, one, five, none, none, floor=1, wheel=True))


POLICIES = (None, any_policy(lone=False), any_policy(lone=True))


def decks(drawn: np.ndarray) -> list[list[Card]]:
    """The same deck is used from hand to hand, as the draws require."""
    deck, found = list(DECK), []
    for hand in drawn.T.tolist():
        for place, far in enumerate(hand):
            deck[place], deck[place + far] = deck[place + far], deck[place]
        found.append(list(deck))
    return found


def called(hand: Hand, policy: Policy | None) -> Hand:
    while (seat := hand.to_act) is not None:
        if not hand.discarding:
            word = hand.legal()[1].action  # a check, or a call
        elif policy is None:
            word = "discard"
        else:
            gone = mask(hand.held[seat]) & ~kept(mask(hand.held[seat]), policy)
            word = f"discard {text(unmask(gone))}"
        hand = hand.act(seat, word)
    return hand


def nets_at_the_table(
    table: PokerTable, decks: list[list[Card]], seats: int, button: int, policy: Policy | None
) -> list[list[int]]:
    """In the order of the deal, from the left of the button."""
    numbers = range(1, seats + 1)
    positions = first_positions(button, numbers, seats)
    found = []
    for deck in decks:
        over = called(deal(table, dict.fromkeys(numbers, STACK), positions, deck), policy)
        found.append([over.stacks[seat] - STACK for seat in over.order])
    return found


@pytest.mark.parametrize("seats", range(2, 10))
@pytest.mark.parametrize("mode, qualifier", GAMES)
def test_the_same_decks_give_the_same_chips(mode: str, qualifier: str, seats: int) -> None:
    """Stakes that leave odd chips, blinds and antes of zero, and every position of the button."""
    rng = Random(f"{mode} {qualifier} {seats}")
    stake = stake_of(mode, qualifier)
    for policy in POLICIES:
        blind, ante = rng.choice([1, 3, 7, 201]), rng.choice([0, 2, 25])
        options = {"mode": mode, "qualifier": qualifier, "big_blind": blind, "ante": ante}
        options |= {"small_blind": rng.randint(0, blind), "small_bet": 301, "big_bet": 301}
        table = open_poker("five-card-hold-out", options, seat_count=seats)
        drawn = draws(rng.getrandbits(32), 0, 40, 52, cards_of(seats))
        keeps = policy is not None, policy or NO_POLICY
        found = called_hands(drawn, seats, blind + ante, *keeps, *stake)
        button = rng.randint(1, seats)
        assert found.tolist() == nets_at_the_table(table, decks(drawn), seats, button, policy)


@pytest.mark.parametrize("mode, qualifier", GAMES)
def test_no_chip_is_lost_or_created(mode: str, qualifier: str) -> None:
    stake = stake_of(mode, qualifier)
    nets = called_hands(draws(5, 0, 20_000, 52, cards_of(7)), 7, 13, False, NO_POLICY, *stake)
    assert not nets.sum(axis=1).any() and nets.min() == -13
    if mode == "high":  # halves have odd chips, so the first seats get more
        assert nets.max() == 6 * 13
