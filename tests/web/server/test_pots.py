"""Pots on the felt: a side pot is shown, which a seat that is all in for less cannot win."""

from croupier.cards.card import DECK
from croupier.table.poker.deal import deal
from croupier.table.poker.table import first_positions, open_poker
from croupier.web.views.poker import poker_felt


def test_a_seat_that_is_all_in_makes_a_side_pot() -> None:
    table = open_poker("five-card-hold-out", {"limit": "none"}, seat_count=3)
    seats = (1, 2, 3)
    positions = first_positions(3, seats, 3)
    hand = deal(table, {1: 500, 2: 2000, 3: 2000}, positions, DECK)
    assert [(pot.name, pot.cents) for pot in poker_felt(hand, None).pots] == [("Pot", 300)]
    for _ in seats:
        seat = hand.to_act
        assert seat is not None
        most = {legal.action: legal.most for legal in hand.legal()}
        if seat == 1:
            hand = hand.act(1, "call")  # all in for 500
        elif "raise" in most and hand.betting is not None and hand.betting.level < 800:
            hand = hand.act(seat, "raise 800")
        else:
            hand = hand.act(seat, "call")
    pots = [(pot.name, pot.cents) for pot in poker_felt(hand, None).pots]
    assert pots == [("Main pot", 1500), ("Side pot 1", 600)]
    assert sum(cents for _, cents in pots) == hand.pot
