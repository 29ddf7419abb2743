"""A hand of poker declared dead: folded in anybody's turn, its chips in the pot."""

from random import Random

import pytest

from croupier.cards.card import DECK
from croupier.errors import BadRecord, IllegalAction
from croupier.table.poker.deal import deal
from croupier.table.poker.events import Awarded, CardDealt, HandVoided, Returned
from croupier.table.poker.hand import Hand
from croupier.table.poker.phh import from_phh, to_phh
from croupier.table.poker.record import from_json, to_json
from croupier.table.poker.table import first_positions, open_poker
from croupier.table.poker.transcript import replay, transcript
from croupier.table.poker.view import view
from tests.table.test_poker import any_act, any_table

NO_LIMIT = {"limit": "none", "small_blind": 5, "big_blind": 10}


def start(stacks: dict[int, int], **options: object) -> Hand:
    """The last seat has the button: seats 1 and 2 post 5 and 10."""
    table = open_poker("five-card-hold-out", {**NO_LIMIT, **options}, seat_count=len(stacks))  # type: ignore[arg-type]
    return deal(table, stacks, first_positions(len(stacks), stacks, len(stacks)), DECK)


def won(hand: Hand) -> dict[int, int]:
    found: dict[int, int] = {}
    for event in hand.events:
        if isinstance(event, Awarded):
            found[event.seat] = found.get(event.seat, 0) + event.chips
    return found


def test_it_is_out_of_turn_and_the_turn_stays() -> None:
    hand = start(dict.fromkeys((1, 2, 3, 4), 1000))
    assert hand.to_act == 3
    after = hand.void(1)
    assert after.to_act == 3 and after.live == [2, 3, 4] and after.paid[1] == 5
    assert hand.live == [1, 2, 3, 4]  # unchanged
    assert after.void(3).to_act == 4  # in its own turn: the next seat's


def test_the_last_live_seat_takes_the_pot() -> None:
    hand = start(dict.fromkeys((1, 2, 3), 1000)).act(3, "call").void(3)
    hand = hand.void(1)
    assert hand.over and hand.board == ()
    assert won(hand) == {2: 25} and hand.stacks[1:] == [995, 1015, 990]


def test_a_bet_of_a_dead_hand_stands_and_must_be_matched() -> None:
    hand = start(dict.fromkeys((1, 2, 3), 1000)).act(3, "raise 100").void(3)
    assert hand.to_act == 1 and [one.most for one in hand.legal()][1] == 95
    hand = hand.act(1, "call").act(2, "fold")
    assert won(hand) == {1: 210} and hand.stacks[1:] == [1110, 990, 900]


def test_what_no_live_player_matched_is_returned() -> None:
    """Nobody wins more from an opponent than they put in themselves: 10 of the 100."""
    hand = start(dict.fromkeys((1, 2, 3), 1000)).act(3, "raise 100").void(3).act(1, "fold")
    assert [event for event in hand.events if isinstance(event, Returned)] == [Returned(3, 90)]
    assert won(hand) == {2: 25} and hand.stacks[1:] == [995, 1015, 990]


def test_a_fold_to_a_hand_that_later_died_gets_back_what_nobody_matched() -> None:
    """Seat 2 is all in with 40; 3 raises to 100 and folds to seat 1's 300, which is then declared
    dead.
    """
    hand = start({1: 1000, 2: 40, 3: 1000}).act(3, "raise 100").act(1, "raise 300")
    hand = hand.act(2, "call").act(3, "fold").void(1)
    assert won(hand) == {2: 3 * 40}
    back = {event.seat: event.chips for event in hand.events if isinstance(event, Returned)}
    assert back == {1: 260, 3: 60} and hand.stacks[1:] == [960, 120, 960]


def test_an_all_in_player_plays_for_what_they_matched() -> None:
    """Seat 2 has 40 and is all in; seats 3 and 4 bet 300, and 3 is dead: 4 matched it."""
    hand = start({1: 1000, 2: 40, 3: 1000, 4: 1000}).act(3, "raise 300").act(4, "call")
    hand = hand.act(1, "fold").act(2, "call").void(3)
    while not hand.over:
        assert hand.to_act is not None
        hand = hand.act(hand.to_act, "discard" if hand.discarding else "check")
    assert sum(won(hand).values()) == 5 + 40 + 300 + 300
    assert won(hand).get(2, 0) <= 5 + 3 * 40


def test_during_the_discards() -> None:
    hand = start(dict.fromkeys((1, 2, 3), 1000)).act(3, "call").act(1, "call").act(2, "check")
    assert hand.discarding and hand.waiting == [1, 2, 3]
    hand = hand.void(2).act(1, "discard")
    assert hand.to_act == 3 and hand.discards[2] is None
    assert hand.act(3, "discard").to_act == 1  # the flop, from the left of the button


def test_which_hands_cannot_be_declared_dead() -> None:
    hand = start(dict.fromkeys((1, 2, 3), 1000)).act(3, "fold")
    for seat in (3, 9):
        with pytest.raises(IllegalAction, match="not in the hand"):
            hand.void(seat)
    with pytest.raises(IllegalAction, match="the hand is over"):
        hand.void(1).void(2)


def test_all_see_it_and_nobody_its_cards() -> None:
    hand = start(dict.fromkeys((1, 2, 3), 1000)).void(1)
    for viewer in (None, 2):
        seen = view(hand, viewer)
        assert ("voided", 1) in seen.events
        (seat,) = [one for one in seen.seats if one.seat == 1]
        assert not seat.live and seat.shown == ""


@pytest.mark.parametrize("seed", range(100))
def test_random_hands_with_dead_ones(seed: int) -> None:
    """Chips are conserved, nobody wins more than was matched, and every record tells the same."""
    lucky = Random(seed)
    table = any_table(lucky)
    seats = range(1, lucky.randint(2, table.seat_count) + 1)
    stacks = {seat: lucky.choice([30, 150, 800, 5_000]) for seat in seats}
    cards = list(DECK)
    lucky.shuffle(cards)
    hand = deal(
        table, stacks, first_positions(lucky.choice(seats), stacks, table.seat_count), cards
    )
    states = [hand]
    while not hand.over:
        assert hand.to_act is not None
        if lucky.random() < 0.2:
            hand = hand.void(lucky.choice(hand.live))
        else:
            hand = hand.act(hand.to_act, any_act(lucky, hand))
        states.append(hand)
        rest = hand.pot if not hand.over else 0
        raked = sum(stacks.values()) - sum(hand.stacks) - rest
        assert raked >= 0 and (hand.over or raked == 0)
    dead = [event.seat for event in hand.events if isinstance(event, HandVoided)]
    back = {event.seat: event.chips for event in hand.events if isinstance(event, Returned)}
    put_in = {seat: hand.paid[seat] - back.get(seat, 0) for seat in seats}
    for seat, chips in won(hand).items():
        assert seat not in dead
        assert chips <= sum(min(put_in[seat], other) for other in put_in.values())
    assert len([event for event in hand.events if isinstance(event, CardDealt)]) == 5 * len(stacks)
    for state in states:
        assert from_json(to_json(state), cards, table) == state
    assert replay(transcript(hand))[0].events == hand.events
    assert from_phh(to_phh(hand)).events == hand.events


def test_a_record_of_a_dead_hand_that_cannot_have_been() -> None:
    hand = start(dict.fromkeys((1, 2, 3), 1000)).act(3, "fold").void(1)
    rows = to_json(hand)
    place = next(at for at, row in enumerate(rows) if row["event"] == "voided")
    for changed in ({"seat": 2}, {"seat": 3}, {"seat": "x"}, {"forfeit": True}):
        wrong = [*rows[:place], {**rows[place], **changed}, *rows[place + 1 :]]
        with pytest.raises((BadRecord, IllegalAction)):
            from_json(wrong, None, hand.table)
