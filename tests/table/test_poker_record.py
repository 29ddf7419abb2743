"""A hand's record is plain data, and the hand is rebuilt from it, event for event."""

import json
from random import Random

import pytest

from croupier.cards.card import DECK
from croupier.errors import BadRecord, RuleError, StaleAction
from croupier.table.poker.deal import deal
from croupier.table.poker.hand import Hand
from croupier.table.poker.record import from_json, to_json
from croupier.table.poker.table import first_positions, open_poker
from tests.table.test_poker import any_act, any_table


def any_hand(seed: int, acts: int = 1000) -> Hand:
    lucky = Random(seed)
    seats = lucky.sample(range(1, 10), lucky.randint(2, 9))
    stacks = {seat: lucky.choice([50, 430, 5000, 40_000]) for seat in seats}
    positions = first_positions(lucky.choice(seats), seats, 9)
    hand = deal(any_table(lucky), stacks, positions, lucky.sample(DECK, 52))
    while not hand.over and acts:
        assert hand.to_act is not None
        hand, acts = hand.act(hand.to_act, any_act(lucky, hand)), acts - 1
    return hand


@pytest.mark.parametrize("seed", range(60))
def test_a_hand_is_rebuilt_from_its_record(seed: int) -> None:
    hand = any_hand(seed, acts=1000 if seed % 2 else seed // 2)
    written = json.loads(json.dumps(to_json(hand)))
    again = from_json(written, None, hand.table)
    assert again.events == hand.events
    assert (again.stacks, again.held, again.to_act) == (hand.stacks, hand.held, hand.to_act)


def slots(hand: Hand) -> dict[str, object]:
    """The complete state of a hand."""
    kept = {name: getattr(hand, name) for name in Hand.__slots__}
    betting = hand.betting
    if betting is not None:
        kept["betting"] = {name: getattr(betting, name) for name in betting.__slots__}
    return kept


@pytest.mark.parametrize("seed", range(20))
def test_a_hand_equals_the_one_replayed_with_its_deck(seed: int) -> None:
    hand = any_hand(seed, acts=seed)
    again = from_json(json.loads(json.dumps(to_json(hand))), hand.deck, hand.table)
    assert again == hand and slots(again) == slots(hand)
    last = (*hand.deck[:-2], hand.deck[-1], hand.deck[-2])
    if hand.place < 51:  # two cards that are still to come, exchanged
        assert from_json(to_json(hand), last, hand.table) != hand
    assert any_hand(seed, acts=seed + 1) != hand or hand.over


def test_a_hand_continues_only_at_its_own_table() -> None:
    hand = any_hand(8, acts=4)
    other = open_poker("five-card-hold-out", {**hand.table.options, "wheel_straight": False})
    with pytest.raises(BadRecord, match="event 1 says"):
        from_json(json.loads(json.dumps(to_json(hand))), hand.deck, other)


def test_an_act_may_say_which_version_it_answers() -> None:
    hand = any_hand(8, acts=0)
    assert hand.to_act is not None
    later = hand.act(hand.to_act, "call", version=hand.version)
    assert later.to_act is not None
    with pytest.raises(StaleAction, match=f"answers event {hand.version}"):
        later.act(later.to_act, "fold", version=hand.version)


def test_a_record_that_was_changed_is_refused() -> None:
    hand = any_hand(3)
    record = to_json(hand)
    for place, row in enumerate(record):
        for name, value in row.items():
            wrong = dict(row)
            if name == "options" or not isinstance(value, int | str):
                continue
            wrong[name] = value + 1 if isinstance(value, int) else f"{value}x"
            with pytest.raises(RuleError):
                from_json([*record[:place], wrong, *record[place + 1 :]], None, hand.table)
    with pytest.raises(BadRecord):
        from_json([], None, hand.table)
    with pytest.raises(RuleError):
        from_json(record[:-1], None, hand.table)
