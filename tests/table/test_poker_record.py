"""A hand's record is plain data, and the hand comes out of it again, event for event."""

import json
from random import Random

import pytest

from croupier.cards.card import DECK
from croupier.errors import BadRecord, RuleError
from croupier.table.poker import Hand, deal
from croupier.table.poker_record import from_json, to_json
from croupier.table.poker_table import first_positions
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
def test_a_hand_comes_out_of_its_record_again(seed: int) -> None:
    hand = any_hand(seed, acts=1000 if seed % 2 else seed // 2)
    written = json.loads(json.dumps(to_json(hand)))
    again = from_json(written)
    assert again.events == hand.events
    assert (again.stacks, again.held, again.to_act) == (hand.stacks, hand.held, hand.to_act)


def test_a_record_that_was_changed_is_refused() -> None:
    record = to_json(any_hand(3))
    for place, row in enumerate(record):
        for name, value in row.items():
            wrong = dict(row)
            if name == "options" or not isinstance(value, int | str):
                continue
            wrong[name] = value + 1 if isinstance(value, int) else f"{value}x"
            with pytest.raises(RuleError):
                from_json([*record[:place], wrong, *record[place + 1 :]])
    with pytest.raises(BadRecord):
        from_json([])
    with pytest.raises(RuleError):
        from_json(record[:-1])
