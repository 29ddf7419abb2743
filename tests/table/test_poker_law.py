"""WAC 230-15-135 at a poker table: antes, blinds, single wagers, and four wagers in a round.

The text, in short: at most five betting rounds; at most four wagers in a round, such as a bet and
three raises; a single wager of 40 dollars, or 300 for Class F and house-banked licenses; the total
ante within the largest wager of the first round.
"""

import pytest

from croupier.errors import BadTable, IllegalAction
from croupier.rules.limits import poker_profile, poker_profiles
from croupier.table.poker.deal import deal
from croupier.table.poker.hand import Hand, Legal
from croupier.table.poker.table import first_positions, open_poker, stored_poker
from tests.table.test_poker import play, stacked, standing_pat, start

RICH = 100_000


def words(hand: Hand) -> list[str]:
    return [legal.action for legal in hand.legal()]


# Antes


@pytest.mark.parametrize(
    ("options", "seats", "most"),
    [
        ({"limit": "fixed", "small_bet": 200}, 9, 22),  # 9 x 22 = 198
        ({"limit": "fixed", "small_bet": 200}, 2, 100),
        ({"limit": "fixed", "small_bet": 400}, 9, 44),  # whatever the big bet is
        ({"limit": "spread", "spread_most": 1000}, 9, 111),
        ({"limit": "pot"}, 9, 3333),  # 300 dollars in all
        ({"limit": "none"}, 6, 5000),
    ],
)
def test_the_total_ante_is_within_the_largest_wager_of_the_first_round(
    options: dict[str, object], seats: int, most: int
) -> None:
    open_poker("five-card-hold-out", {**options, "ante": most}, seat_count=seats)  # type: ignore[dict-item]
    with pytest.raises(BadTable, match="the total ante may not exceed") as refused:
        open_poker("five-card-hold-out", {**options, "ante": most + 1}, seat_count=seats)  # type: ignore[dict-item]
    assert refused.value.code == "limits/ante"


def test_the_refusal_says_what_was_tried_and_what_would_be_right() -> None:
    with pytest.raises(BadTable) as refused:
        open_poker("five-card-hold-out", {"ante": 50})
    assert refused.value.message == (
        "ante $0.50 at 9 seats is $4.50; the total ante may not exceed the largest wager of the "
        "first round, $2 (WAC 230-15-135)"
    )


# The lesser license


def test_a_lesser_license_has_40_dollars() -> None:
    assert {name: law.single_wager for name, law in poker_profiles().items()} == {
        "wa-2016": 30_000,
        "wa-2016-lesser": 4000,
    }
    law = poker_profile("wa-2016-lesser")
    assert (law.raises, law.betting_rounds) == (3, 5)
    with pytest.raises(BadTable, match=r"profile wa-2016-lesser allows single wagers up to \$40"):
        open_poker("five-card-hold-out", {"big_bet": 4001}, profile="wa-2016-lesser")
    with pytest.raises(BadTable, match=r"the first round, \$40 "):
        open_poker("five-card-hold-out", {"limit": "none", "ante": 500}, profile="wa-2016-lesser")
    with pytest.raises(BadTable, match="known: wa-2016, wa-2016-lesser"):
        open_poker("five-card-hold-out", profile="wa-1999")


@pytest.mark.parametrize("limit", ["pot", "none"])
def test_a_lesser_license_raises_by_40_dollars_at_most(limit: str) -> None:
    table = open_poker(
        "five-card-hold-out", {"limit": limit}, seat_count=3, profile="wa-2016-lesser"
    )
    stacks = dict.fromkeys((1, 2, 3), RICH)
    hand = deal(table, stacks, first_positions(1, stacks, 3), stacked(""))
    while "raise" in words(hand):
        raised = hand.legal()[-1]
        assert raised.most - max(hand.betting.bets) <= 4000  # type: ignore[union-attr]
        assert hand.to_act is not None
        hand = hand.act(hand.to_act, f"raise {raised.most}")
    assert max(hand.betting.bets) <= 200 + 3 * 4000  # type: ignore[union-attr]


# Four wagers


def test_short_all_ins_are_wagers_and_no_fifth_is_made() -> None:
    """200, 290 (short), 490, 560 (short): four wagers. 760 and 1,000 are refused."""
    stacks = {1: RICH, 2: RICH, 3: RICH, 4: 290, 5: RICH, 6: 560}
    hand = start(stacks, button=1, limit="none")
    hand = play(hand, "4 raise 290", "5 raise 490", "6 raise 560")
    for seat, level in ((1, 760), (2, 1000)):
        assert hand.to_act == seat and words(hand) == ["fold", "call"]
        with pytest.raises(IllegalAction, match="it may fold, call"):
            hand.act(seat, f"raise {level}")
        hand = hand.act(seat, "call")
    hand = play(hand, "3 call")
    assert hand.to_act == 5 and words(hand) == ["fold", "call"]
    assert hand.act(5, "call").discarding


def test_a_short_all_in_call_is_not_a_wager() -> None:
    """150 is less than the blind of 200: three raises may still follow it."""
    stacks = {1: RICH, 2: RICH, 3: RICH, 4: 150, 5: RICH}
    hand = play(start(stacks, button=1, limit="none"), "4 call")
    assert hand.paid[4] == 150
    hand = play(hand, "5 raise 400", "1 raise 600", "2 raise 800")
    assert words(hand) == ["fold", "call"]


def test_after_four_wagers_a_short_stack_may_still_call_for_less() -> None:
    hand = start({1: RICH, 2: RICH, 3: RICH, 4: 700}, button=4)
    hand = play(hand, "3 raise 400") if hand.to_act == 3 else hand
    hand = play(hand, "4 call", "1 raise 600", "2 raise 800", "3 call")
    assert hand.to_act == 4 and hand.legal()[1:] == (Legal("call", 300, 300),)
    hand = hand.act(4, "call")
    assert hand.stacks[4] == 0 and words(hand) == ["fold", "call"]


def test_fixed_limit_a_completed_all_in_is_two_wagers() -> None:
    """200, 260 (all-in), completed to 400, 600: four."""
    hand = start({1: RICH, 2: RICH, 3: RICH, 4: 260}, button=1)
    hand = play(hand, "4 raise 260", "1 raise 400", "2 raise 600")
    assert words(hand) == ["fold", "call"]


def test_a_short_all_in_bet_after_the_flop_is_the_first_wager() -> None:
    hand = start({1: 290, 2: RICH, 3: RICH}, button=3)
    hand = standing_pat(play(hand, "3 call", "1 call", "2 check"))
    hand = play(hand, "1 bet 90", "2 raise 200", "3 raise 400", "2 raise 600")
    assert words(hand) == ["fold", "call"]


# Blinds in proportion to the bets


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({"limit": "fixed", "small_bet": 200, "big_bet": 400}, 200),
        ({"limit": "spread", "spread_least": 200, "spread_most": 1000}, 1000),
        ({"limit": "pot"}, 30_000),
        ({"limit": "none"}, 30_000),
    ],
)
def test_a_blind_is_not_above_the_largest_bet_of_the_first_round(
    options: dict[str, object], most: int
) -> None:
    open_poker("five-card-hold-out", {**options, "big_blind": most})  # type: ignore[dict-item]
    with pytest.raises(BadTable) as refused:
        open_poker("five-card-hold-out", {**options, "big_blind": most + 1})  # type: ignore[dict-item]
    assert refused.value.code in ("limits/blind", "limits/profile")


def test_a_spread_with_a_blind_above_its_bets_is_refused_in_words() -> None:
    with pytest.raises(BadTable) as refused:
        open_poker("five-card-hold-out", {"limit": "spread", "big_blind": 1500})
    assert refused.value.message == (
        "big_blind $15; it is a wager of the first round, whose largest here is $10"
    )


def test_fixed_limit_a_blind_below_the_bet_is_raised_to_the_bet_first() -> None:
    """Bets of 2 and 4 dollars with a blind of 1: raises come to 2, 4 and 6."""
    stakes = {"small_blind": 50, "big_blind": 100, "small_bet": 200, "big_bet": 400}
    hand = start({1: RICH, 2: RICH, 3: RICH}, button=1, **stakes)
    assert hand.legal()[1:] == (Legal("call", 100, 100), Legal("raise", 200, 200))
    hand = hand.act(1, "raise 200")
    assert hand.legal()[-1] == Legal("raise", 400, 400)
    hand = hand.act(2, "raise 400")
    assert hand.legal()[-1] == Legal("raise", 600, 600)
    assert words(hand.act(3, "raise 600")) == ["fold", "call"], "four wagers, the blind among them"


@pytest.mark.parametrize(("all_in", "following"), [(120, 200), (149, 200), (150, 350), (180, 380)])
def test_fixed_limit_half_of_what_completes_the_blind_counts(all_in: int, following: int) -> None:
    """A blind of 1 dollar is one short of the bet: 50 cents of it are a full wager, 49 are not."""
    stakes = {"small_blind": 50, "big_blind": 100, "small_bet": 200, "big_bet": 400}
    hand = start({1: RICH, 2: RICH, 3: RICH, 4: all_in}, button=1, **stakes)
    hand = hand.act(4, f"raise {all_in}")
    assert hand.legal()[-1] == Legal("raise", following, following)


def test_fixed_limit_after_the_flop_half_a_bet_is_not_completed_but_raised() -> None:
    hand = start({1: 320, 2: RICH, 3: RICH}, button=3)
    hand = standing_pat(play(hand, "3 call", "1 call", "2 check"))
    assert play(hand, "1 bet 120").legal()[-1] == Legal("raise", 320, 320)


def test_a_table_that_was_opened_before_still_loads() -> None:
    old = {"ante": 50, "small_bet": 200, "big_blind": 500}
    with pytest.raises(BadTable):
        open_poker("five-card-hold-out", old)
    table = stored_poker("five-card-hold-out", old, seat_count=9, profile="wa-2016")
    assert (table.number("ante"), table.number("big_blind")) == (50, 500)
