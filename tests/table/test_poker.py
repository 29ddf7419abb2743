"""Five Card Hold Out, rule by rule: each test names the rule or the ruling that it checks."""

import re
from collections.abc import Sequence
from random import Random

import pytest

from croupier.cards.card import DECK, Card, parse, text
from croupier.errors import BadTable, IllegalAction, RuleError
from croupier.table.poker.deal import deal
from croupier.table.poker.events import (
    Awarded,
    Burned,
    CardDealt,
    Discarded,
    Posted,
    Raked,
    Returned,
    SeatActed,
    Showed,
    Turned,
)
from croupier.table.poker.hand import Hand, Legal
from croupier.table.poker.table import (
    PokerTable,
    Positions,
    first_positions,
    next_positions,
    open_poker,
)
from croupier.table.poker.view import view


def stacked(first: str) -> list[Card]:
    """A deck that begins with these cards."""
    given = parse(first) if first else ()
    return [*given, *(card for card in DECK if card not in given)]


def start(
    stacks: dict[int, int], button: int, first: str = "", seat_count: int = 9, **options: object
) -> Hand:
    table = open_poker("five-card-hold-out", options, seat_count=seat_count)  # type: ignore[arg-type]
    positions = first_positions(button, stacks, seat_count)
    return deal(table, stacks, positions, stacked(first))


def play(hand: Hand, *acts: str) -> Hand:
    """Each act is for the seat in turn, which is given first: `3 call`."""
    for act in acts:
        seat, _, action = act.partition(" ")
        hand = hand.act(int(seat), action)
    return hand


def checked_down(hand: Hand) -> Hand:
    while not hand.over and not hand.discarding:
        assert hand.to_act is not None
        hand = hand.act(hand.to_act, "check" if not hand.sizes().call else "call")
    return hand


def standing_pat(hand: Hand) -> Hand:
    while hand.discarding:
        assert hand.to_act is not None
        hand = hand.act(hand.to_act, "discard")
    return hand


def kinds(hand: Hand, kind: type) -> list[object]:
    return [event for event in hand.events if isinstance(event, kind)]


THREE = {2: 10_000, 5: 10_000, 8: 10_000}


def test_rules_1_and_2_five_cards_one_at_a_time_the_button_last() -> None:
    hand = start(THREE, button=5)
    dealt = [(event.seat, event.card) for event in hand.events if isinstance(event, CardDealt)]
    assert [seat for seat, _ in dealt] == [8, 2, 5] * 5
    assert [card for _, card in dealt] == list(DECK[:15])


def test_rules_3_and_4_the_left_of_the_big_blind_opens_and_the_blind_has_its_option() -> None:
    hand = start({1: 5000, 2: 5000, 3: 5000, 4: 5000}, button=1)
    assert [(event.seat, event.chips) for event in hand.events if isinstance(event, Posted)] == [
        (2, 100),
        (3, 200),
    ]
    assert hand.to_act == 4
    hand = play(hand, "4 call", "1 call", "2 call")
    assert hand.to_act == 3 and [legal.action for legal in hand.legal()] == [
        "fold",
        "check",
        "raise",
    ]
    assert play(hand, "3 check").discarding
    assert play(hand, "3 raise 400").to_act == 4


def test_rule_5_discards_in_turn_from_the_left_of_the_button() -> None:
    hand = play(start(THREE, button=5), "5 call", "8 call", "2 check")
    assert hand.discarding and hand.to_act == 8
    mine = hand.held[8]
    after = hand.act(8, f"discard {text(mine[:4])}")
    assert after.held[8] == mine[4:] and after.discards[8] == 4 and after.to_act == 2
    assert play(after, "2 discard", "5 discard").board


def test_rule_5a_a_fifth_discard_is_refused_and_changes_nothing() -> None:
    hand = play(start(THREE, button=5), "5 call", "8 call", "2 check")
    before = hand.events
    with pytest.raises(IllegalAction, match="at least 1 of 5 must be kept"):
        hand.act(8, f"discard {text(hand.held[8])}")
    with pytest.raises(IllegalAction, match="does not hold"):
        hand.act(8, f"discard {text(hand.held[2][:1])}")
    with pytest.raises(RuleError, match="one deck holds one"):
        hand.act(8, f"discard {text(hand.held[8][:1] * 2)}")
    with pytest.raises(IllegalAction, match="must discard now"):
        hand.act(8, "check")
    assert hand.events == before and hand.to_act == 8


def test_rule_5b_a_player_who_keeps_five_cannot_use_the_board() -> None:
    # Seat 1 (left of the button) and seat 2; the board would make seat 1 a better hand.
    first = "2c Ks 4d Kh 7h 9s 9c 3d Jc 3c  2s  Ad As  2h  Ah  2d  Ac"
    hand = standing_pat(checked_down(start({1: 1000, 2: 1000}, 2, first, seat_count=2)))
    hand = checked_down(hand)
    assert text(hand.board) == "Ad As Ah Ac"
    assert kinds(hand, Awarded) == [Awarded(2, 1, "high", 400)]


def test_rule_5c_all_see_how_many_and_nobody_which() -> None:
    hand = play(start(THREE, button=5), "5 call", "8 call", "2 check")
    gone = hand.held[8][:2]
    hand = hand.act(8, f"discard {text(gone)}")
    for viewer in (None, 2, 5):
        seen = view(hand, viewer)
        assert next(seat for seat in seen.seats if seat.seat == 8).discarded == 2
        assert not any(name in repr(seen) for name in text(gone).split())


def test_rules_6_to_12_four_betting_rounds_and_a_burn_before_each_board() -> None:
    hand = standing_pat(play(start(THREE, button=5), "5 call", "8 call", "2 check"))
    rounds = 1
    while not hand.over:
        rounds += 1
        assert hand.to_act == 8, "the first live seat left of the button opens"
        hand = play(hand, "8 check", "2 check", "5 check")
    assert rounds == 4
    boards = [event for event in hand.events if isinstance(event, Turned)]
    turned = [(event.street, len(event.cards)) for event in boards]
    assert turned == [("flop", 2), ("turn", 1), ("river", 1)]
    taken = [event for event in hand.events if isinstance(event, Burned | Turned)]
    assert [type(event) for event in taken] == [Burned, Turned] * 3
    assert hand.board == (DECK[16], DECK[17], DECK[19], DECK[21])


def test_rule_8_a_folded_seat_does_not_open() -> None:
    hand = play(start(THREE, button=5), "5 call", "8 fold", "2 check")
    assert standing_pat(hand).to_act == 2


def test_rule_13_the_best_high_hand_wins_and_all_who_are_left_show() -> None:
    hand = checked_down(standing_pat(checked_down(start(THREE, button=5))))
    assert [event.seat for event in hand.events if isinstance(event, Showed)] == [8, 2, 5]
    assert sum(event.chips for event in hand.events if isinstance(event, Awarded)) == 600


def test_rule_14_all_held_cards_must_play() -> None:
    # Both keep two; seat 2's pair of kings stays a pair, whatever is on the board.
    first = "8h Ks 4d Kh 2c 2d 9c 9d Jc Jd  3c  4s Ah  3d  5c  3h  8d"
    hand = checked_down(start({1: 1000, 2: 1000}, 2, first, seat_count=2))
    hand = play(hand, "1 discard 2c 9c Jc", "2 discard 2d 9d Jd")
    hand = checked_down(hand)
    assert kinds(hand, Awarded) == [Awarded(1, 1, "high", 400)]


def test_rule_15_high_low_and_the_low_needs_a_seat_of_its_own() -> None:
    first = "As Kd 2s Kc 3s Kh 9c Qd Jc Qc  Ts  4h 5d  Th  9s  Tc  8c"
    hand = checked_down(start({1: 1000, 2: 1000}, 2, first, seat_count=2, mode="hilo"))
    hand = checked_down(play(hand, "1 discard 9c Jc", "2 discard"))
    assert kinds(hand, Awarded) == [Awarded(2, 1, "high", 200), Awarded(1, 1, "low", 200)]


def test_ruling_when_nobody_calls_the_pot_goes_at_once_without_board_or_showdown() -> None:
    hand = play(start(THREE, button=5), "5 raise 400", "8 fold", "2 fold")
    assert hand.over and not hand.board and not kinds(hand, Showed) and not kinds(hand, Discarded)
    assert kinds(hand, Returned) == [Returned(5, 200)]
    assert kinds(hand, Awarded) == [Awarded(5, 1, "high", 500)]
    assert hand.stacks[5] == 10_300


def test_ruling_heads_up_the_button_has_the_small_blind_and_acts_first_then_last() -> None:
    hand = start({3: 5000, 7: 5000}, button=7)
    assert kinds(hand, Posted) == [Posted(7, "small blind", 100), Posted(3, "big blind", 200)]
    assert hand.to_act == 7
    hand = standing_pat(play(hand, "7 call", "3 check"))
    assert hand.to_act == 3


def test_ruling_fixed_limit_small_bets_then_big_ones_and_three_raises() -> None:
    hand = start({3: 50_000, 7: 50_000}, button=7)
    hand = play(hand, "7 raise 400", "3 raise 600", "7 raise 800")
    assert [legal.action for legal in hand.legal()] == ["fold", "call"], "heads-up too"
    hand = standing_pat(hand.act(3, "call"))
    assert hand.legal()[-1] == Legal("bet", 200, 200)
    hand = play(hand, "3 bet 200", "7 raise 400", "3 raise 600", "7 raise 800")
    assert [legal.action for legal in hand.legal()] == ["fold", "call"]
    hand = hand.act(3, "call")
    assert hand.legal()[-1] == Legal("bet", 400, 400)


def test_ruling_fixed_limit_half_a_bet_counts_as_a_raise() -> None:
    hand = start({1: 9000, 2: 9000, 3: 9000, 4: 500}, button=1)
    hand = play(hand, "4 call", "1 raise 400", "2 call", "3 call")
    assert hand.sizes().least == 500, "all in for half a bet more"
    hand = hand.act(4, "raise 500")
    assert hand.to_act == 1 and hand.legal()[-1] == Legal("raise", 700, 700)


def test_ruling_fixed_limit_less_than_half_may_be_completed_and_does_not_reopen() -> None:
    hand = start({1: 9000, 2: 9000, 3: 9000, 4: 260}, button=1)
    hand = play(hand, "4 raise 260")
    assert hand.legal()[-1] == Legal("raise", 400, 400), "completed to a full raise"
    hand = play(hand, "1 call", "2 call", "3 call")
    assert hand.discarding
    hand = start({1: 9000, 2: 9000, 3: 9000, 4: 480}, button=1)
    hand = play(hand, "4 call", "1 raise 400", "2 call", "3 call", "4 raise 480")
    assert [legal.action for legal in hand.legal()] == ["fold", "call"], "1 has acted"


def test_ruling_no_limit_a_short_all_in_does_not_reopen_but_two_may_add_up() -> None:
    stacks = {1: 9000, 2: 900, 3: 9000, 4: 1100, 5: 1300}
    hand = start(stacks, button=5, limit="none")
    hand = play(hand, "3 raise 800", "4 raise 1100", "5 fold", "1 call", "2 fold")
    assert hand.to_act == 3 and [legal.action for legal in hand.legal()] == ["fold", "call"]
    hand = start({1: 20_000, 2: 20_000, 3: 20_000, 4: 300, 5: 390}, button=5, limit="none")
    hand = play(hand, "3 call", "4 raise 300", "5 raise 390", "1 call", "2 fold")
    assert hand.to_act == 3
    assert [legal.action for legal in hand.legal()] == ["fold", "call"], "190 is less than 200"
    hand = start({1: 20_000, 2: 20_000, 3: 20_000, 4: 300, 5: 400}, button=5, limit="none")
    hand = play(hand, "3 call", "4 raise 300", "5 raise 400", "1 call", "2 fold")
    assert hand.legal()[-1].action == "raise", "100 and 100 add up to 200"


def test_ruling_no_limit_raises_by_the_last_raise_at_least() -> None:
    hand = play(start(THREE, button=5, limit="none"), "5 raise 700")
    assert hand.sizes().least == 1200 and hand.sizes().most == 10_000
    with pytest.raises(IllegalAction, match="1200 to 10000"):
        hand.act(8, "raise 1100")


def test_ruling_a_single_wager_is_one_raise_and_has_the_law_s_maximum() -> None:
    stacks = {1: 500_000, 2: 500_000, 3: 500_000}
    hand = start(stacks, button=1, limit="none")
    assert hand.sizes().most == 200 + 30_000
    hand = play(hand, "1 raise 30200")
    assert hand.sizes().most == 60_200


def test_ruling_pot_limit_is_the_call_and_the_pot_after_it() -> None:
    hand = start(THREE, button=5, limit="pot")
    assert hand.sizes() == (200, 400, 200 + 100 + 200 + 200)
    hand = play(hand, "5 raise 700")
    assert hand.sizes().most == 700 + (700 + 100 + 200) + 600


def test_spread_limit_keeps_its_bounds() -> None:
    hand = start(THREE, button=5, limit="spread", spread_least=300, spread_most=800)
    assert hand.sizes() == (200, 500, 1000)
    assert play(hand, "5 raise 900").sizes() == (800, 1600, 1700)


def test_ruling_no_bet_that_no_opponent_could_call_any_part_of() -> None:
    hand = play(start({1: 9000, 2: 9000, 3: 450}, button=1, limit="none"), "1 raise 450", "2 fold")
    assert [legal.action for legal in hand.legal()] == ["fold", "call"]
    hand = hand.act(3, "call")
    assert hand.discarding and hand.to_act == 3, "all-in players discard too"
    assert standing_pat(hand).over, "and nobody bets any more"


def test_ruling_a_short_blind_does_not_lower_the_call() -> None:
    hand = start({1: 5000, 2: 5000, 3: 50}, button=1)
    assert hand.sizes().call == 200
    hand = play(hand, "1 call", "2 call")
    assert hand.discarding and hand.paid[1:4] == [200, 200, 50]


def test_ruling_the_dead_button() -> None:
    seats = {1, 3, 4, 6, 8}
    now = first_positions(1, seats, 9)
    assert now == Positions(1, 3, 4)
    now = next_positions(now, seats, 9)
    assert now == Positions(3, 4, 6)
    now = next_positions(now, seats - {6}, 9)  # the next small blind has left
    assert now == Positions(4, 6, 8)
    hand = deal(open_poker("five-card-hold-out"), dict.fromkeys(seats - {6}, 1000), now, DECK)
    assert kinds(hand, Posted) == [Posted(8, "big blind", 200)]
    now = next_positions(now, seats - {6}, 9)
    assert now == Positions(6, 8, 1), "the button lies before an empty seat"
    now = next_positions(now, {1, 8}, 9)
    assert now == Positions(1, 1, 8), "heads-up, and nobody has the big blind twice running"
    assert next_positions(now, {1, 5, 8}, 9) == Positions(5, 8, 1), "no seat has button and blind"
    assert next_positions(now, {1, 8, 9}, 9) == Positions(1, 8, 9)


def test_antes_are_dead_money_and_the_rake_waits_for_a_flop() -> None:
    options = {"ante": 20, "rake_percent": 10, "rake_cap": 60}
    hand = play(start(THREE, button=5, **options), "5 fold", "8 fold")
    assert not kinds(hand, Raked) and sum(hand.stacks) == 30_000
    hand = checked_down(standing_pat(checked_down(start(THREE, button=5, **options))))
    assert kinds(hand, Raked) == [Raked(60)] and sum(hand.stacks) == 29_940


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (8, "call", "action/turn"),
        (5, "check", "action/not_legal"),
        (5, "bet 200", "action/not_legal"),
        (5, "raise 500", "action/amount"),
        (5, "raise", "action/amount"),
        (5, "raise -4", "action/amount"),
        (5, "raise 4e2", "action/amount"),
        (5, "call 200", "action/not_legal"),
        (5, "discard", "action/not_legal"),
        (5, "", "action/not_legal"),
    ],
)
def test_what_may_not_be_done_is_refused_and_changes_nothing(
    seat: int, action: str, code: str
) -> None:
    hand = start(THREE, button=5)
    before = (hand.events, hand.stacks[:], hand.paid[:], hand.to_act)
    with pytest.raises(IllegalAction) as refused:
        hand.act(seat, action)
    assert refused.value.code == code
    assert (hand.events, hand.stacks, hand.paid, hand.to_act) == before


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"big_bet": 40_000}, "single wagers up to"),
        ({"small_bet": 500, "big_bet": 400}, "above"),
        ({"mode": "lowball"}, "high, hilo, low"),
        ({"straddle": True}, "no option 'straddle'"),
        ({"rake_percent": 11}, "0 to 10"),
        ({"mode": "low", "qualifier": "8"}, "no qualifier"),
    ],
)
def test_tables_that_may_not_be_opened(options: dict[str, object], words: str) -> None:
    with pytest.raises(BadTable, match=words):
        open_poker("five-card-hold-out", options)  # type: ignore[arg-type]


def any_act(lucky: Random, hand: Hand) -> str:
    if hand.discarding:
        assert hand.to_act is not None
        return f"discard {text(lucky.sample(hand.held[hand.to_act], lucky.randint(0, 4)))}".strip()
    legal = lucky.choice(hand.legal()[0 if lucky.random() < 0.5 else 1 :])
    if legal.action in ("bet", "raise"):
        return f"{legal.action} {lucky.choice([legal.least, legal.most])}"
    return legal.action


def any_table(lucky: Random) -> PokerTable:
    return open_poker(
        "five-card-hold-out",
        {
            "limit": lucky.choice(["fixed", "spread", "pot", "none"]),
            "mode": lucky.choice(["high", "hilo", "low"]),
            "ante": lucky.choice([0, 21]),
            "rake_percent": lucky.choice([0, 5]),
            "rake_cap": 300,
            "odd_chips": lucky.choice(["by pot", "tda"]),
        },
    )


def hidden(hand: Hand, viewer: int | None) -> set[str]:
    """Every card that this viewer may not know."""
    shown = {event.seat for event in hand.events if isinstance(event, Showed)} | {viewer}
    own = {card for seat in hand.in_hand if seat in shown for card in hand.held[seat]}
    return {text([card]) for card in DECK if card not in own and card not in hand.board} - {
        name
        for event in hand.events
        if isinstance(event, Discarded) and event.seat == viewer
        for name in text(event.cards).split()
    }


@pytest.mark.parametrize("seed", range(40))
def test_chips_are_conserved_and_no_view_has_a_hidden_card(seed: int) -> None:
    lucky = Random(seed)
    for _ in range(5):
        table = any_table(lucky)
        seats: Sequence[int] = lucky.sample(range(1, 10), lucky.randint(2, 9))
        stacks = {seat: lucky.choice([50, 150, 430, 1000, 5000, 40_000]) for seat in seats}
        deck = lucky.sample(DECK, 52)
        hand = deal(table, stacks, first_positions(lucky.choice(seats), seats, 9), deck)
        while True:
            raked = sum(event.chips for event in hand.events if isinstance(event, Raked))
            there = sum(hand.stacks) + (0 if hand.over else hand.pot) + raked
            assert there == sum(stacks.values()) and min(hand.stacks) >= 0
            for viewer in (None, *seats):
                seen = view(hand, viewer)
                told = set(re.findall(r"\b[2-9TJQKA][cdhs]\b", repr(seen)))
                assert not told & hidden(hand, viewer)
                if viewer in seats:
                    assert told >= set(text(hand.held[viewer]).split())
            if hand.over:
                break
            assert hand.to_act is not None
            hand = hand.act(hand.to_act, any_act(lucky, hand))
        assert len(kinds(hand, SeatActed)) < 200
