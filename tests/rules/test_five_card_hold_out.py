"""The rulebook of Five Card Hold Out, sentence by sentence, and its rulings; see also
test_poker.py.

A test is named by its rule; the last one checks that every rule has a test.
"""

import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from croupier.cards.card import DECK, RANKS, mask, parse, text
from croupier.cards.hands import ace_to_five_low
from croupier.errors import BadTable, IllegalAction
from croupier.games.five_card_hold_out.rules import (
    DEALT,
    OPTIONS,
    QUALIFIERS,
    STREETS,
    best_high,
    best_low,
    high_score,
    low_floor,
)
from croupier.rules.limits import poker_profile
from croupier.table.poker.events import (
    Awarded,
    Burned,
    CardDealt,
    Discarded,
    Posted,
    SeatActed,
    Showed,
    Turned,
)
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import open_poker
from croupier.table.poker.view import view
from tests.table.test_poker import THREE, any_act, checked_down, kinds, play, standing_pat, start
from tests.table.test_poker_record import any_hand

FOUR = {1: 50_000, 2: 50_000, 3: 50_000, 4: 50_000}


def faces(shown: object) -> set[str]:
    return set(re.findall(r"\b[2-9TJQKA][cdhs]\b", repr(shown)))


def showdown(held: dict[int, str], board: str, **options: object) -> Hand:
    """Two seats keep these cards, everything else is discarded, and the hand is checked down."""
    kept = {seat: parse(cards) for seat, cards in held.items()}
    turned = parse(board)
    known = {*turned, *(card for cards in kept.values() for card in cards)}
    others = [card for card in DECK if card not in known]
    dealt = {
        seat: [*cards, *(others.pop() for _ in range(DEALT - len(cards)))]
        for seat, cards in kept.items()
    }
    deck = [dealt[seat][place] for place in range(DEALT) for seat in (1, 2)]
    a, b, c, d = turned
    deck += [others.pop(), a, b, others.pop(), c, others.pop(), d]
    hand = checked_down(start({1: 1000, 2: 1000}, 2, text(deck), seat_count=2, **options))
    for seat in (1, 2):
        hand = hand.act(seat, f"discard {text(dealt[seat][len(kept[seat]) :])}".strip())
    return checked_down(hand)


def won(hand: Hand) -> dict[str, dict[int, int]]:
    """Chips by half and seat."""
    told: dict[str, dict[int, int]] = {}
    for event in hand.events:
        if isinstance(event, Awarded):
            told.setdefault(event.half, {})[event.seat] = event.chips
    return told


def test_rule_1_the_cards_are_dealt_face_downward() -> None:
    hand = start(FOUR, button=4)
    assert all(len(hand.held[seat]) == 5 for seat in FOUR)
    assert not faces(view(hand, None)), "a bystander sees no card"
    for seat in FOUR:
        assert faces(view(hand, seat)) == set(text(hand.held[seat]).split())


@pytest.mark.parametrize("button", FOUR)
def test_rule_2_the_left_of_the_button_is_first_and_the_button_last(button: int) -> None:
    seats = [event.seat for event in start(FOUR, button).events if isinstance(event, CardDealt)]
    assert seats[0] == button % 4 + 1 and seats[-1] == button and len(seats) == 20


def test_rule_3_the_betting_round_comes_after_all_have_five_cards() -> None:
    hand = play(start(FOUR, button=4), "3 call")
    order = [type(event) for event in hand.events if isinstance(event, CardDealt | SeatActed)]
    assert order == [CardDealt] * 20 + [SeatActed]


def test_rule_4_each_following_player_may_call_raise_or_fold_clockwise() -> None:
    hand = start(FOUR, button=4)
    seen = []
    for act in ("call", "raise 400", "fold", "call", "call"):
        assert hand.to_act is not None
        seen.append((hand.to_act, [legal.action for legal in hand.legal()]))
        hand = hand.act(hand.to_act, act)
    assert seen == [(seat, ["fold", "call", "raise"]) for seat in (3, 4, 1, 2, 3)]
    assert hand.discarding


@pytest.mark.parametrize("gone", range(5))
def test_rule_5_players_may_discard_up_to_four(gone: int) -> None:
    hand = checked_down(start(THREE, button=5))
    dealt = hand.held[8]
    hand = hand.act(8, f"discard {text(dealt[:gone])}".strip())
    assert hand.held[8] == dealt[gone:] and hand.discards[8] == gone


def test_rule_5a_a_kept_card_is_one_that_was_dealt() -> None:
    for seed in range(30):
        hand = any_hand(seed)
        for seat in hand.in_hand:
            dealt = {event.card for event in hand.events
                     if isinstance(event, CardDealt) and event.seat == seat}  # fmt: skip
            assert hand.held[seat] and set(hand.held[seat]) <= dealt


@pytest.mark.parametrize("seed", range(20))
def test_rule_5d_a_discarded_card_is_removed_and_never_seen_again(seed: int) -> None:
    hand = any_hand(seed)
    gone: set[int] = set()
    for event in hand.events:
        if isinstance(event, Discarded):
            gone |= set(event.cards)
        elif isinstance(event, Turned | Showed):
            assert not gone & set(event.cards)
        elif isinstance(event, Burned):
            assert event.card not in gone
    assert not gone & {card for held in hand.held for card in held}


def test_rule_6_the_four_rounds_are_pre_flop_flop_turn_and_river() -> None:
    assert [street.name for street in STREETS] == ["pre-flop", "flop", "turn", "river"]
    hand, seen = start(THREE, button=5), []
    while not hand.over:
        if not hand.discarding:
            seen.append(view(hand).street)
        assert hand.to_act is not None
        hand = standing_pat(hand) if hand.discarding else hand.act(
            hand.to_act, "call" if hand.sizes().call else "check"
        )  # fmt: skip
    assert list(dict.fromkeys(seen)) == ["pre-flop", "flop", "turn", "river"]


@pytest.mark.parametrize("limit", ["fixed", "spread", "pot", "none"])
def test_rule_6_the_wagering_limits_of_wac_230_15_135(limit: str) -> None:
    """300 dollars a wager, a bet and three raises, at most five rounds: whatever the limit."""
    law = poker_profile("wa-2016")
    assert (law.single_wager, law.raises, law.betting_rounds) == (30_000, 3, 5)
    stacks = dict.fromkeys(range(1, 10), 10**9)
    table = {"small_bet": 30_000, "big_bet": 30_000, "spread_least": 30_000, "spread_most": 30_000}
    hand = start(stacks, 9, limit=limit, small_blind=30_000, big_blind=30_000, **table)
    for _ in STREETS:
        wagers = int(not hand.board)  # the blind is the first
        while hand.legal()[-1].action in ("bet", "raise"):
            legal, level = hand.legal()[-1], max(hand.betting.bets)  # type: ignore[union-attr]
            assert legal.most - level <= 30_000
            assert hand.to_act is not None
            hand, wagers = hand.act(hand.to_act, f"{legal.action} {legal.most}"), wagers + 1
        assert wagers == 1 + 3
        hand = standing_pat(checked_round(hand))
    assert hand.over


def checked_round(hand: Hand) -> Hand:
    """Calls until the betting round is over."""
    street = hand.street
    while not hand.over and not hand.discarding and hand.street == street:
        assert hand.to_act is not None
        hand = hand.act(hand.to_act, "call" if hand.sizes().call else "check")
    return hand


@pytest.mark.parametrize(
    "option", ["small_bet", "big_bet", "small_blind", "big_blind", "ante", "spread_most"]
)
def test_rule_6_a_stake_above_the_limit_is_refused(option: str) -> None:
    limit = "spread" if option.startswith("spread") else "fixed"
    stakes = {option: 30_001} | ({"big_bet": 30_001} if option == "small_bet" else {})
    stakes |= {"big_blind": 30_001} if option == "small_blind" else {}
    with pytest.raises(BadTable, match=r"single wagers up to \$300"):
        open_poker("five-card-hold-out", {"limit": limit, **stakes})


@pytest.mark.parametrize(("rule", "street", "cards"), [(7, 1, 2), (9, 2, 1), (11, 3, 1)])
def test_rules_7_9_and_11_a_burn_nobody_sees_then_community_cards_that_all_see(
    rule: int, street: int, cards: int
) -> None:
    hand = standing_pat(checked_down(start(THREE, button=5)))
    while hand.street < street:
        hand = checked_round(hand)
    burn, turned = hand.events[-2:]
    assert isinstance(burn, Burned) and isinstance(turned, Turned)
    assert (burn.card, *turned.cards) == hand.deck[hand.place - 1 - cards : hand.place]
    for viewer in (None, *THREE):
        seen = view(hand, viewer)
        assert seen.board.split()[-cards:] == text(turned.cards).split()
        assert text([burn.card]) not in faces(seen)


def test_rule_8_after_the_opening_a_player_may_call_raise_or_fold() -> None:
    hand = play(standing_pat(checked_down(start(THREE, button=5))), "8 bet 200")
    assert hand.to_act == 2
    assert [legal.action for legal in hand.legal()] == ["fold", "call", "raise"]


@pytest.mark.parametrize(("rule", "street"), [(10, 2), (12, 3)])
def test_rules_10_and_12_another_betting_round_from_the_left_of_the_button(
    rule: int, street: int
) -> None:
    hand = standing_pat(checked_down(start(THREE, button=5)))
    while hand.street < street:
        hand = checked_round(hand)
    assert hand.to_act == 8 and hand.legal()[-1].action == "bet"
    hand = play(hand, "8 bet 400", "2 call", "5 fold")
    assert hand.street > street or hand.over, "the round is over when all have answered"


def test_rule_13_two_or_more_players_show_and_the_best_high_hand_wins_the_pot() -> None:
    hand = showdown({1: "Kh Kd", 2: "Ah 7d"}, "Ks 7c 4s 2d")
    assert [event.seat for event in hand.events if isinstance(event, Showed)] == [1, 2]
    assert won(hand) == {"high": {1: 400}}, "three kings beat two pair"
    last = [type(event) for event in hand.events if isinstance(event, SeatActed | Showed)]
    assert last[-3:] == [SeatActed, Showed, Showed], "after all bets are made"


def test_rule_13_one_player_left_shows_nothing() -> None:
    hand = play(standing_pat(checked_down(start(THREE, button=5))), "8 fold", "2 fold")
    assert hand.over and not kinds(hand, Showed) and won(hand) == {"high": {5: 600}}


@pytest.mark.parametrize("kept", range(1, 6))
def test_rule_14_the_best_five_that_hold_all_held_cards(kept: int) -> None:
    """By trying all five of the cards, and leaving out hands that lack a held card."""
    rng = Random(kept)
    for _ in range(40):
        cards = rng.sample(DECK, kept + 4)
        held, board = cards[:kept], cards[kept:]
        allowed = [mask(five) for five in combinations(cards, 5) if set(held) <= set(five)]
        assert best_high(held, board).score == max(map(high_score, allowed))
        assert best_low(held, board).score == max(map(ace_to_five_low, allowed))


@pytest.mark.parametrize(
    ("mode", "shares"),
    [
        ("high", {"high": {1: 400}}),
        ("hilo", {"high": {1: 200}, "low": {2: 200}}),
        ("low", {"low": {2: 400}}),
    ],
)
def test_rule_15_high_only_high_low_split_or_low_only(
    mode: str, shares: dict[str, dict[int, int]]
) -> None:
    assert won(showdown({1: "Kh Kd", 2: "Ah 2d"}, "Ks 7c 4s 3d", mode=mode)) == shares


@pytest.mark.parametrize(
    ("low", "qualifiers"),
    [
        ("3h Ad", {"none", "5", "7", "8", "9", "10", "Q", "K"}),  # 5-4-3-2-A
        ("6h 7d", {"none", "7", "8", "9", "10", "Q", "K"}),  # 7-6-5-4-2
        ("8h 7d", {"none", "8", "9", "10", "Q", "K"}),  # 8-7-5-4-2
        ("9h 7d", {"none", "9", "10", "Q", "K"}),
        ("Th 7d", {"none", "10", "Q", "K"}),
        ("Qh 7d", {"none", "Q", "K"}),
        ("Kh 7d", {"none", "K"}),
        ("4h 7d", {"none"}),  # a pair: it takes 5-4-4-2 with the seven
    ],
)
@pytest.mark.parametrize("qualifier", ["none", "5", "7", "8", "9", "10", "Q", "K"])
def test_rule_15a_the_qualifier_is_defined_when_the_game_is_spread(
    low: str, qualifiers: set[str], qualifier: str
) -> None:
    board = "2c 4s 5d Kc" if low != "4h 7d" else "2c 4s 4d Kc"
    hand = showdown({1: "2h 2d 2s", 2: low}, board, mode="hilo", qualifier=qualifier)
    low_half = {"low": {2: 200}} if qualifier in qualifiers else {}
    assert won(hand) == {"high": {1: 200 if low_half else 400}} | low_half


def test_rule_15a_often_eight_or_better_unpaired() -> None:
    assert open_poker("five-card-hold-out", {"mode": "hilo"}).options["qualifier"] == "8"
    floor = low_floor("8")
    unpaired = [" ".join(map(str.__add__, ranks, "cdhsc")) for ranks in combinations(RANKS, 5)]
    counted = [cards for cards in unpaired if ace_to_five_low(mask(parse(cards))) >= floor]
    assert len(counted) == 56, "five of the eight ranks from the ace to the eight"
    assert ace_to_five_low(mask(parse("Ah Ad 2c 3c 4c"))) < floor


def test_rule_15a_any_rank_from_5_to_k_over_all_sets_of_ranks() -> None:
    """A second method: the ranks as numbers, the ace 1; none above the qualifier, none twice."""
    numbers = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13} | {str(n): n for n in range(2, 10)}
    for qualifier in QUALIFIERS[1:]:
        most, floor = numbers["T" if qualifier == "10" else qualifier], low_floor(qualifier)
        for ranks in combinations(RANKS, 5):
            cards = mask(parse(" ".join(map(str.__add__, ranks, "cdhsc"))))
            counts = all(numbers[rank] <= most for rank in ranks)
            assert (ace_to_five_low(cards) >= floor) == counts, (ranks, qualifier)
        for pair, *others in combinations(RANKS, 4):
            paired = parse(" ".join([f"{pair}c", f"{pair}d", *(f"{rank}h" for rank in others)]))
            assert ace_to_five_low(mask(paired)) < floor
    assert QUALIFIERS == ("none", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def test_rule_15a_a_qualifier_may_be_written_in_other_ways() -> None:
    for written, named in (("T", "10"), (10, "10"), (7, "7"), ("K", "K"), (None, "none")):
        table = open_poker("five-card-hold-out", {"mode": "hilo", "qualifier": written})  # type: ignore[dict-item]
        assert table.options["qualifier"] == named
    for wrong in ("4", 4, "A", "k", "11", "", True, 14):
        with pytest.raises(BadTable, match="it takes none, 5, 6, 7, 8, 9, 10, J, Q, K"):
            open_poker("five-card-hold-out", {"mode": "hilo", "qualifier": wrong})


def test_rule_15a_straights_and_flushes_are_ignored_for_low() -> None:
    hand = showdown({1: "Ah 2h 3h", 2: "6d 4d"}, "4h 5h 2s Kc", mode="hilo")
    assert won(hand) == {"high": {1: 200}, "low": {1: 200}}, "5-4-3-2-A, though a straight flush"


def test_rule_15b_a_player_can_win_both_the_high_and_the_low() -> None:
    hand = showdown({1: "Ah 2h 3h", 2: "Kd Kc"}, "4h 5h 9s Ks", mode="hilo")
    assert won(hand) == {"high": {1: 200}, "low": {1: 200}} and hand.stacks[1] == 1200


def test_rule_15c_aces_are_high_for_high_and_low_for_low() -> None:
    hand = showdown({1: "Ah 2h 7d", 2: "Kd 3c 7s"}, "4h 6c 9s Jd", mode="hilo")
    assert won(hand) == {"high": {1: 200}, "low": {1: 200}}, "A-J-9 high, 7-6-4-2-A low"


# Rulings.


def test_ruling_nothing_is_drawn_and_a_discard_is_final() -> None:
    hand = checked_down(start(THREE, button=5)).act(8, "discard")
    with pytest.raises(IllegalAction, match="it is the turn of seat 2"):
        hand.act(8, f"discard {text(hand.held[8][:1])}")
    hand = standing_pat(hand)
    with pytest.raises(IllegalAction, match="it may fold, check, bet"):
        hand.act(8, f"discard {text(hand.held[8][:1])}")
    assert [len(hand.held[seat]) for seat in THREE] == [5, 5, 5]


def test_ruling_all_in_players_discard_too_and_folded_ones_do_not() -> None:
    hand = start({1: 200, 2: 200, 3: 5000, 4: 5000}, button=4)
    hand = play(hand, "3 call", "4 fold", "1 call")
    seats = []
    while hand.discarding:
        assert hand.to_act is not None
        seats.append(hand.to_act)
        hand = hand.act(hand.to_act, "discard")
    assert seats == [1, 2, 3] and hand.over


def test_ruling_nine_seats_use_all_52_cards() -> None:
    stacks = dict.fromkeys(range(1, 10), 1000)
    hand = checked_down(standing_pat(checked_down(start(stacks, button=9))))
    assert hand.over and hand.place == 52
    for seats in (1, 10):
        with pytest.raises(BadTable, match="2 to 9"):
            open_poker("five-card-hold-out", seat_count=seats)
    with pytest.raises(BadTable, match="a hand takes 2 to 9"):
        start({1: 1000}, button=1)


def test_ruling_checking_is_allowed_where_there_is_nothing_to_call() -> None:
    hand = start(THREE, button=5)
    with pytest.raises(IllegalAction, match="fold, call, raise"):
        hand.act(5, "check")
    hand = standing_pat(checked_down(hand))
    assert [legal.action for legal in hand.legal()] == ["fold", "check", "bet"]


def test_ruling_the_big_blind_is_the_first_wager_so_three_raises_may_follow() -> None:
    hand = play(start(FOUR, button=4), "3 raise 400", "4 raise 600", "1 raise 800")
    assert [legal.action for legal in hand.legal()] == ["fold", "call"]


def test_ruling_fixed_limit_and_no_rake_are_the_default_and_no_straddle_or_kill() -> None:
    table = open_poker("five-card-hold-out")
    assert (table.limit, table.mode, table.number("rake_percent")) == ("fixed", "high", 0)
    assert not {"straddle", "kill"} & {option.name for option in OPTIONS}
    for name in ("straddle", "kill"):
        with pytest.raises(BadTable, match=f"no option '{name}'"):
            open_poker("five-card-hold-out", {name: True})


def test_ruling_a_rake_has_a_cap_and_only_a_split_game_a_qualifier() -> None:
    with pytest.raises(BadTable, match="a rake has a cap"):
        open_poker("five-card-hold-out", {"rake_percent": 5})
    for mode in ("high", "low"):
        with pytest.raises(BadTable, match="qualifier"):
            open_poker("five-card-hold-out", {"mode": mode, "qualifier": "8"})


def test_ruling_a_side_pot_is_split_on_its_own_with_its_own_low() -> None:
    """Seat 1, all in, has the only low: it wins half of the main pot and none of the side pot."""
    deck = "Ah Kh Qh 2h Kd Qd 3h Kc Qc Td Ts 9h Tc 9d 9c  Jc 4c 5c  Jd Jh  Js 8s"
    hand = start({1: 200, 2: 5000, 3: 5000}, 3, deck, mode="hilo")
    hand = play(hand, "3 call", "1 call", "2 check", "1 discard Td Tc", "2 discard", "3 discard")
    hand = checked_down(play(hand, "2 bet 200", "3 call"))
    parts = [event for event in hand.events if isinstance(event, Awarded)]
    assert parts == [
        Awarded(3, 1, "high", 300), Awarded(1, 1, "low", 300), Awarded(3, 2, "high", 400),
    ], "queens full of nines; 5-4-3-2-A"  # fmt: skip


def test_rule_15c_the_wheel_is_the_lowest_straight_and_its_ace_is_high_in_every_other_hand() -> (
    None
):
    """15c says how an ace counts for each half; A-2-3-4-5 is still a straight, below 6-high."""
    board = "3s 4s 5c Jh"
    wheel = {1: "Ah 2c", 2: "7h 6d"}
    assert won(showdown(wheel, board)) == {"high": {2: 400}}, "the ace plays low in the wheel only"
    assert won(showdown({1: "Ah 2c", 2: "Kh 2d"}, board)) == {"high": {1: 400}}
    hand = showdown({1: "Ah 2c", 2: "Kh Kd"}, board, mode="hilo")
    assert won(hand) == {"high": {1: 200}, "low": {1: 200}}, "a straight, and the best low"
    hand = showdown({1: "Ah 2c", 2: "Kh Kd"}, board, mode="hilo", wheel_straight=False)
    assert won(hand) == {"high": {2: 200}, "low": {1: 200}}, "ace high"


def test_ruling_the_wheel_is_a_straight_unless_the_house_says_otherwise() -> None:
    held, board = {1: "Ah 2c 3d", 2: "Kh Kd"}, "4s 5s 9c Jh"
    assert won(showdown(held, board)) == {"high": {1: 400}}
    assert won(showdown(held, board, wheel_straight=False)) == {"high": {2: 400}}


def test_ruling_high_and_low_may_use_different_community_cards() -> None:
    hand = showdown({1: "Ah 3h", 2: "Kd Kc"}, "Ac 7s 6d 4c", mode="hilo")
    assert won(hand) == {"high": {1: 200}, "low": {1: 200}}
    assert text(best_low(parse("Ah 3h"), parse("Ac 7s 6d 4c")).cards) == "Ah 3h 7s 6d 4c"
    assert text(best_high(parse("Ah 3h"), parse("Ac 7s 6d 4c")).cards) == "Ah 3h Ac 7s 6d"


def test_ruling_antes_and_blinds_are_posted_from_the_stack_all_in_if_short() -> None:
    hand = start({1: 30, 2: 120, 3: 5000}, button=3, seat_count=3, ante=50)
    assert kinds(hand, Posted) == [
        Posted(1, "ante", 30), Posted(2, "ante", 50), Posted(3, "ante", 50),
        Posted(2, "big blind", 70),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(20))
def test_any_hand_ends_whatever_is_legal_is_played(seed: int) -> None:
    lucky, hand = Random(seed), any_hand(seed, acts=3)
    for _ in range(200):
        if hand.over:
            break
        assert hand.to_act is not None
        hand = hand.act(hand.to_act, any_act(lucky, hand))
    assert hand.over


RULES = [*map(str, range(1, 16)), "5a", "5b", "5c", "5d", "15a", "15b", "15c"]


def rules_named(name: str) -> set[str]:
    """The rules that a test's name begins with: `rules_6_to_12`, `rules_10_and_12`, `rule_5a`."""
    found = re.match(r"test_rules?_((?:\d+[a-d]?|and|to)(?:_(?:\d+[a-d]?|and|to))*)", name)
    numbers = re.findall(r"\d+[a-d]?", found[1]) if found else []
    if found and "to" in found[1]:
        numbers = [str(rule) for rule in range(int(numbers[0]), int(numbers[1]) + 1)]
    return set(numbers)


def test_no_rule_is_without_a_test() -> None:
    here = Path(__file__)
    beside = here.parent.parent / "table" / "test_poker.py"
    names = re.findall(
        r"^def (test_\w+)", here.read_text("utf-8") + beside.read_text("utf-8"), re.M
    )
    tested = {rule for name in names for rule in rules_named(name)}
    assert not [rule for rule in RULES if rule not in tested]
    assert rules_named("test_rules_6_to_8_and_more") == {"6", "7", "8"}
