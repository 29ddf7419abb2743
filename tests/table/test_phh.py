"""Hands written as PHH and read again."""

import tomllib

import pytest

from croupier.errors import BadRecord, RuleError
from croupier.table.poker.phh import from_phh, to_phh
from tests.table.test_poker_record import any_hand


@pytest.mark.parametrize("seed", range(80))
def test_a_hand_is_rebuilt_from_its_history(seed: int) -> None:
    hand = any_hand(seed)
    assert from_phh(to_phh(hand)).events == hand.events


def test_the_fields_of_the_format() -> None:
    hand = any_hand(2)
    fields = tomllib.loads(to_phh(hand))
    players = len(hand.order)
    for name in ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "seats"):
        assert len(fields[name]) == players, name
    assert sorted(fields["blinds_or_straddles"], reverse=True)[:2] == [200, 100]
    assert [line[:4] for line in fields["actions"][:players]] == ["d dh"] * players
    known = {"variant", "antes", "blinds_or_straddles", "small_bet", "big_bet", "min_bet",
             "starting_stacks", "actions", "seats", "seat_count", "finishing_stacks"}  # fmt: skip
    assert all(name in known or name.startswith("_") for name in fields)


def test_a_hand_that_is_not_over_is_not_written() -> None:
    with pytest.raises(BadRecord, match="not over"):
        to_phh(any_hand(2, acts=0))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('variant = "FCHO"', 'variant = "NT"'),
        ("starting_stacks = [", "starting_stacks = [1, "),
        ("finishing_stacks = [", "finishing_stacks = [1, "),
        ('"p1 ', '"p9 '),
        ("d dh p1", "d dh p2"),
        ("_burns", "_burned"),
        ("actions = [", "actions = ["),
    ],
)
def test_a_history_that_was_changed_is_refused(old: str, new: str) -> None:
    written = to_phh(any_hand(2))
    changed = written.replace(old, new, 1) if old != new else written + "x = ["
    assert changed != written
    with pytest.raises(RuleError):
        from_phh(changed)
