"""A card exposed in the deal of a hand of poker: replaced, and burned first."""

from random import Random

import pytest

from croupier.cards.card import DECK, parse, text
from croupier.errors import BadRecord, IllegalAction
from croupier.fair import check, shuffled
from croupier.table.poker.deal import deal
from croupier.table.poker.events import Burned, Exposed
from croupier.table.poker.hand import Hand
from croupier.table.poker.phh import from_phh, to_phh
from croupier.table.poker.record import from_json, poker_proof, to_json
from croupier.table.poker.table import first_positions, open_poker
from croupier.table.poker.transcript import replay, transcript
from croupier.table.poker.view import view
from croupier.table.shoe import Shoe
from tests.table.test_poker import any_act


def start(seats: int = 3, cards: tuple[int, ...] = tuple(DECK)) -> Hand:
    stacks = dict.fromkeys(range(1, seats + 1), 1000)
    at = first_positions(seats, stacks, 9)
    return deal(
        open_poker("five-card-hold-out", {"small_blind": 5, "big_blind": 10}), stacks, at, cards
    )  # type: ignore[arg-type]


def to_the_end(hand: Hand) -> Hand:
    while not hand.over:
        assert hand.to_act is not None
        acts = [legal.action for legal in hand.legal()]
        stay = next(act for act in ("discard", "check", "call") if act in acts)
        hand = hand.act(hand.to_act, stay)
    return hand


def test_the_first_burn_replaces_it_and_it_is_burned_instead() -> None:
    """15 cards are dealt to three seats; the 16th would have been the first burn."""
    hand = start()
    exposed, sixteenth = hand.held[2][3], DECK[15]
    assert exposed == DECK[3 * 3 + 1]  # the fourth round of cards, the second seat
    after = hand.expose(2, 4)
    assert after.held[2] == (*hand.held[2][:3], sixteenth, hand.held[2][4])
    assert (after.to_act, after.legal()) == (hand.to_act, hand.legal())
    ended = to_the_end(after)
    burned = [event.card for event in ended.events if isinstance(event, Burned)]
    assert burned == [exposed, DECK[18], DECK[20]]  # flop 17 and 18, burn 19, turn 20, …
    assert ended.board == (DECK[16], DECK[17], DECK[19], DECK[21])


def test_nine_seats_still_use_52_cards() -> None:
    hand = to_the_end(start(9).expose(5, 2))
    assert hand.place == 52


def test_without_an_exposed_card_nothing_changes() -> None:
    burned = [event.card for event in to_the_end(start()).events if isinstance(event, Burned)]
    assert burned == [DECK[15], DECK[18], DECK[20]]


def test_all_see_the_card_and_nobody_what_replaced_it() -> None:
    hand = start().expose(2, 4)
    (event,) = [one for one in hand.events if isinstance(one, Exposed)]
    for viewer in (None, 1, 3):
        seen = view(hand, viewer)
        assert ("exposed", 2, text((event.card,))) in seen.events
        assert text((event.replacement,)) not in repr(seen).split("'")
        assert text((event.replacement,)) not in repr(seen)
    assert text((event.replacement,)) in repr(view(hand, 2))


def test_what_is_a_misdeal_and_what_stands() -> None:
    """The first two cards off the deck, or a second exposed one; after an act the hand stands."""
    hand = start()
    assert [hand.is_misdeal(seat, 1) for seat in hand.order] == [True, True, False]
    assert not hand.is_misdeal(hand.order[0], 2)
    for spoiled, seat, number in ((hand, 1, 1), (hand, 2, 1), (hand.expose(3, 1), 3, 2)):
        with pytest.raises(IllegalAction, match="a misdeal"):
            spoiled.expose(seat, number)
    for later in (hand.act(3, "call"), hand.void(3)):
        assert not later.is_misdeal(1, 1)
        with pytest.raises(IllegalAction, match="the hand stands"):
            later.expose(1, 2)
    for seat, number in ((4, 2), (3, 0), (3, 6), (0, 2)):
        with pytest.raises(IllegalAction, match="cards 1 to 5"):
            hand.expose(seat, number)


@pytest.mark.parametrize("seed", range(40))
def test_every_record_has_it(seed: int) -> None:
    lucky = Random(seed)
    shoe = Shoe(1, lucky.randbytes(168))
    cards = shuffled(1, shoe.secret, ())
    hand = start(lucky.randint(2, 9), cards)
    hand = hand.expose(lucky.choice(hand.in_hand), lucky.randint(2, 5))
    states = [hand]
    while not hand.over:
        assert hand.to_act is not None
        hand = hand.act(hand.to_act, any_act(lucky, hand))
        states.append(hand)
    for state in states:
        assert from_json(to_json(state), cards, state.table) == state  # type: ignore[arg-type]
    assert to_json(from_json(to_json(hand), None, hand.table)) == to_json(hand)  # by its own cards
    assert replay(transcript(hand))[0].events == hand.events
    assert from_phh(to_phh(hand)).events == hand.events
    assert check(poker_proof(shoe, hand)) == []
    known = [card for held in hand.held for card in held]
    assert len(set(known)) == len(known)


def test_a_record_of_an_exposed_card_that_cannot_have_been() -> None:
    hand = start().expose(2, 4)
    rows = to_json(hand)
    other = text(parse("Ks"))
    for changed in ({"number": 3}, {"seat": 3}, {"card": other}, {"replacement": other}):
        with pytest.raises((BadRecord, IllegalAction)):
            from_json([*rows[:-1], {**rows[-1], **changed}], DECK, hand.table)
