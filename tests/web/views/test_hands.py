"""Which cards are ringed and which are veiled, in hands that a person can check."""

from collections.abc import Mapping

import pytest

from croupier.cards.card import DECK, parse
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import open_table
from croupier.web import messages
from croupier.web.views.banked import banked_felt
from croupier.web.views.poker import poker_felt
from tests.table.test_poker import checked_down, play, start

Told = tuple[str, str, str]  # what they make, the cards that make it, those that are not used


def told(hand: messages.Hand | None) -> Told:
    assert hand is not None
    made, unused = ([hand.cards[place] for place in places] for places in (hand.made, hand.unused))
    return hand.caption, " ".join(map(str, made)), " ".join(map(str, unused))


def dealt(game: str, bets: Mapping[str, int], cards: str, *acts: str) -> Round:
    copies = parse(cards, decks=6) if game == "4-card-buyout" else parse(cards)
    state = deal(open_table(game), {1: bets}, Deck((*copies, *DECK)))
    for act in acts:
        state = state.act(1, act)
    return state


def own(state: Round, name: str = "hand") -> Told:
    hands = banked_felt(state, 1).seats[1].hands
    return told(next(hand for hand in hands if hand.id == name))


def dealers(state: Round) -> Told:
    return told(banked_felt(state, 1).dealer)


# ---- Four Card Prime: the best four of five, and of the dealer's six

PRIME = ("four-card-prime", {"ante": 1000})


@pytest.mark.parametrize(
    "cards, expected",
    [
        ("Ts Tc Kh 8s 6c", ("pair of tens (10 K 8)", "Ts Tc", "6c")),
        ("Ts Tc Kh 8s 8c", ("two pair, tens and eights", "Ts Tc 8s 8c", "Kh")),
        ("Ts Tc Th 8s 6c", ("three tens (10 8)", "Ts Tc Th", "6c")),
        ("Ts Tc Th Td 6c", ("four tens", "Ts Tc Th Td", "6c")),
        ("5s 6c 7h 8s 8c", ("straight, eight high", "5s 6c 7h 8s", "8c")),
        ("As 2c 3h 4s Kc", ("straight, four high", "As 2c 3h 4s", "Kc")),
        ("As 9s 4s 2s Ac", ("flush, ace high (A 9 4 2)", "As 9s 4s 2s", "Ac")),
        ("9s Ts Js Qs Qc", ("straight flush, queen high", "9s Ts Js Qs", "Qc")),
        ("As Kc 9h 5s 3c", ("ace high (A K 9 5)", "", "3c")),
    ],
)
def test_prime_plays_four_of_five(cards: str, expected: Told) -> None:
    assert own(dealt(*PRIME, f"{cards} 2h 4d 6h 8d Jh Qd")) == expected


def test_primes_dealer_plays_four_of_six_once_they_are_shown() -> None:
    state = dealt(*PRIME, "Ts Tc Kh 8s 6c Kd 9h 7c 5d 3s Js")
    assert dealers(state) == ("", "", "")
    state = state.act(1, "raise 1x")
    assert dealers(state) == ("king high (K J 9 7)", "", "5d 3s")
    paired = dealt(*PRIME, "Ts Tc Kh 8s 6c 9d 9h 4c 4d Ks 2s", "raise 1x")
    assert dealers(paired) == ("two pair, nines and fours", "9d 9h 4c 4d", "Ks 2s")


def test_cards_that_a_seat_does_not_see_are_not_marked() -> None:
    state = dealt(*PRIME, "Ts Tc Kh 8s 6c Kd 9h 7c 5d 3s Js")
    (hand,) = banked_felt(state, None).seats[1].hands
    assert (hand.cards, hand.caption, hand.made, hand.unused) == ((None,) * 5, "", (), ())


# ---- Buyout: points of one rank or one suit


@pytest.mark.parametrize(
    "cards, expected",
    [
        ("Kh 6h", ("16 points", "Kh 6h", "")),
        ("Kh 6d", ("no points", "", "")),
        ("Ah Ad", ("22 points", "Ah Ad", "")),
    ],
)
def test_buyouts_first_two_cards(cards: str, expected: Told) -> None:
    one, two = cards.split()
    state = dealt("ultimate-4-card-buyout", {"first": 1000}, f"{one} 2c {two} Ts 3d")
    assert own(state) == expected


BOUGHT = ("buy", "buy")


@pytest.mark.parametrize(
    "cards, expected",
    [
        ("Kh 6h Kd Qc", ("20 points", "Kh Kd", "6h Qc")),
        ("Kh 6h 4h Kd", ("20 points", "Kh Kd", "6h 4h")),  # as much as its hearts, with fewer
        ("Kh 6h 5h Kd", ("21 points", "Kh 6h 5h", "Kd")),
        ("7h 7d 7c 7s", ("40 points", "7h 7d 7c 7s", "")),
    ],
)
def test_buyouts_four_cards(cards: str, expected: Told) -> None:
    a, b, c, d = cards.split()
    state = dealt(
        "ultimate-4-card-buyout", {"first": 1000}, f"{a} 2c {b} Ts {c} {d} 9s 8d", *BOUGHT
    )
    assert own(state) == expected
    assert dealers(state) == ("19 points", "Ts 9s", "2c 8d")


def test_buyouts_dealer_draws_a_fifth_card() -> None:
    state = dealt("ultimate-4-card-buyout", {"first": 1000}, "Kh 2c 6h 3s 4d 5d 6c 9s", "refuse")
    assert state.over
    assert dealers(state) == ("12 points", "3s 9s", "2c 5d 6c")


def test_six_decks_have_the_same_card_twice() -> None:
    state = dealt("4-card-buyout", {"first": 1000}, "7s 2c 7s Ts 7s 7s 9s 8d", *BOUGHT)
    assert own(state) == ("40 points", "7s 7s 7s 7s", "")


def test_an_offered_card_tells_what_it_would_make() -> None:
    state = dealt("ultimate-4-card-buyout", {"first": 1000}, "Kh 2c 6h Ts Kd")
    assert own(state, "offer") == ("makes 20 points", "", "")
    assert [(one.name, one.note) for one in banked_felt(state, 1).turn.options][:2] == [  # type: ignore[union-attr]
        ("buy", ""),
        ("refuse", "keep 16 points"),
    ]


# ---- 4 Card Split: two hands of three, and a dealer who plays three of four

SPLIT = {"ante 1": 1000, "ante 2": 1000, "blind": 1000}
VERSIONS = pytest.mark.parametrize("game", ["4-card-split-v1", "4-card-split-v2"])


@VERSIONS
def test_before_the_split_the_four_cards_are_the_blinds(game: str) -> None:
    state = dealt(game, SPLIT, "As Kd Th Tc 8c Ad Kc 3s")
    assert own(state) == ("pair of tens (10 A K)", "Th Tc", "")


@VERSIONS
def test_a_hand_that_more_cards_will_join_shows_what_it_makes_already(game: str) -> None:
    state = dealt(game, SPLIT, "As Kd Th Tc 8c Ad Kc 3s", "As Kd / Th Tc")
    assert own(state, "first") == ("", "", "")
    assert own(state, "second") == ("", "Th Tc", "")
    state = dealt(game, SPLIT, "As 9s Th Tc 8c Ad Kc 3s", "Th Tc As / 9s")
    assert own(state, "first") == ("pair of tens (10 A)", "Th Tc", "")
    assert own(state, "second") == ("", "", "")


def test_the_hands_that_were_played_and_the_dealers() -> None:
    cards = "As Kd Th Tc 8c 8d Kc 3s 4h Td"
    state = dealt("4-card-split-v2", SPLIT, cards, "As Kd / Th Tc", "play", "play")
    assert own(state, "first") == ("ace high (A K 4)", "", "")
    assert own(state, "second") == ("three tens", "Th Tc Td", "")
    assert dealers(state) == ("pair of eights (8 K)", "8c 8d", "3s")


def test_the_upcard_must_play_in_version_2_alone() -> None:
    cards = "As Kd Th 9c 8c 7d 7c Js 4h 2d"  # 8 up: the sevens with the eight; or any three
    played = ("As Kd / Th 9c", "play", "play")
    assert dealers(dealt("4-card-split-v2", SPLIT, cards, *played))[1:] == ("7d 7c", "Js")
    assert dealers(dealt("4-card-split-v1", SPLIT, cards, *played))[1:] == ("7d 7c", "8c")


def test_a_dealers_hand_has_the_upcard_in_it() -> None:
    cards = "As Kd Th 9c 8c 8d Kc Js 4h 2d"
    state = dealt("4-card-split-v2", SPLIT, cards, "As Kd / Th 9c", "play", "play")
    assert dealers(state) == ("pair of eights (8 K)", "8c 8d", "Js")


# ---- Five Card Hold Out: all held cards play, with as many of the board as make five

KINGS = "Ks Ah Kd Ac Qd 7c 8c 4h 3d 2s"  # seat 2: K K Q 8 3; seat 1: A A 7 4 2
BOARD = "9s Qs 8d Jc 3c Td 6h"  # a card is burned before the flop, the turn and the river


def hands_after(cards: str, *acts: str, viewer: int = 2, **options: object) -> dict[str, Told]:
    hand = checked_down(start({1: 10_000, 2: 10_000}, 1, cards, **options))  # type: ignore[arg-type]
    for act in acts:
        hand = play(hand, act)
    felt = poker_felt(checked_down(hand) if len(acts) > 1 else hand, viewer)
    held = {f"seat {seat}": told(one.hands[0]) for seat, one in felt.seats.items()}
    return {**held, "board": told(felt.board)}


def test_own_cards_are_ringed_and_no_others() -> None:
    assert hands_after(KINGS) == {
        "seat 2": ("pair of kings (K Q 8 3)", "Ks Kd", ""),
        "seat 1": ("", "", ""),
        "board": ("", "", ""),
    }


def test_held_cards_that_no_board_completes_make_nothing_yet() -> None:
    assert hands_after(KINGS, "2 discard 8c 3d")["seat 2"] == ("", "", "")


def test_the_board_is_marked_for_whom_it_is_shown_to() -> None:
    hand = checked_down(start({1: 10_000, 2: 10_000}, 1, f"{KINGS} {BOARD}"))
    hand = play(hand, "2 discard 8c 3d", "1 discard 7c 4h 2s", "2 check", "1 check")
    assert told(poker_felt(hand, 2).board) == ("", "Qs", "3c")  # K K Q with Q and 8 of Q 8 3
    assert told(poker_felt(hand, 1).board) == ("", "", "")  # A A with all three
    assert told(poker_felt(hand, None).board) == ("", "", "")


def test_a_showdown_marks_the_board_for_the_hand_that_won() -> None:
    acts = ("2 discard 8c 3d", "1 discard 7c 4h 2s")
    assert hands_after(f"{KINGS} {BOARD}", *acts, viewer=1) == {
        "seat 2": ("two pair, kings and queens (K Q 8)", "Ks Kd Qd", ""),
        "seat 1": ("pair of aces (A Q 8 6)", "Ah Ac", ""),
        "board": ("", "Qs", "3c 6h"),
    }


LOW = "As Ks 2h Kd Td 7c Tc Jd Ts 6s 9s 3c 8s 5d 4d 9h Kh"  # board 3 8 4 K
KEPT = ("2 discard Td Tc Ts", "1 discard 7c Jd 6s")


def test_a_split_pot_marks_what_either_winner_plays() -> None:
    assert hands_after(LOW, *KEPT, mode="hilo") == {
        "seat 2": ("ace high (A K 8 4 2); low (8 4 3 2 A)", "", ""),
        "seat 1": ("three kings (K 8 4)", "Ks Kd", ""),
        "board": ("", "Kh", ""),
    }


def test_low_only_is_told_and_marked_as_low() -> None:
    told = hands_after(LOW, *KEPT, mode="low")
    assert told["seat 2"] == ("low (8 4 3 2 A)", "As 2h", "")
    assert told["board"] == ("", "3c 8s 4d", "Kh")


def test_a_wheel_that_is_no_straight_is_read_as_the_game_reads_it() -> None:
    wheel = "As Ks 2h Kd Td 7c Tc Jd Ts 6s 9s 3c 5s 8d 4d 9h Kh"
    assert hands_after(wheel, *KEPT)["seat 2"] == ("straight, five high", "As 2h", "")
    plain = hands_after(wheel, *KEPT, wheel_straight=False)["seat 2"]
    assert plain[0].startswith("ace high")


def test_where_nobody_shows_nothing_is_marked() -> None:
    hand = start({1: 10_000, 2: 10_000}, 1, KINGS)
    felt = poker_felt(play(hand, f"{hand.to_act} fold"), None)
    assert felt.board is not None
    hands = [felt.board, *(hand for one in felt.seats.values() for hand in one.hands)]
    assert {told(hand) for hand in hands} == {("", "", "")}
