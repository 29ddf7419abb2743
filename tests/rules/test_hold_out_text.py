"""How to play Five Card Hold Out, as a newcomer reads it: correct, and complete."""

import pytest

from croupier.cards.card import mask, parse, text
from croupier.cards.hands import FIVE_FULL_HOUSE, FIVE_TWO_PAIR, ace_to_five_low
from croupier.cards.scales import category
from croupier.games.five_card_hold_out.rules import FIVE_CARD_HOLD_OUT, best_high, best_low
from tests.rules.test_five_card_hold_out import won
from tests.table.test_poker import play, start


def test_the_hand_described_in_the_rules_plays_like_that() -> None:
    told = FIVE_CARD_HOLD_OUT.how_to_play
    deck = "6c Ah Qs 6s 2h Qd Ts 3d 8c Td Kc 8s Jc 9s 5h  Th  4c 7d  6h  Qh  6d  9c"
    hand = start({1: 10_000, 2: 10_000, 3: 10_000}, 1, deck, seat_count=3, mode="hilo")
    hand = play(hand, "1 raise 400", "2 fold", "3 call")
    assert hand.pot == 900 and "$9 in the pot" in told
    hand = play(hand, "3 discard Kc 9s", "1 discard 8c 8s 5h")
    assert (text(hand.held[3]), text(hand.held[1])) == ("Ah 2h 3d", "Qs Qd")
    hand = play(hand, "3 check", "1 bet 200", "3 call", "3 check", "1 bet 400", "3 call")
    hand = play(hand, "3 check", "1 check")
    assert hand.over and text(hand.board) == "4c 7d Qh 9c"
    assert won(hand) == {"high": {1: 1050}, "low": {3: 1050}} and "$21 each takes $10.50" in told
    for cards in ("Ah 2h 3d", "Qs Qd", "4c 7d", "Qh", "9c"):
        assert f"`{cards}`" in told
    assert text(best_high(hand.held[1], hand.board).cards) == "Qs Qd 7d Qh 9c"
    low = best_low(hand.held[3], hand.board).cards
    assert sorted(text(low).split()) == sorted(["Ah", "2h", "3d", "4c", "7d"])


@pytest.mark.parametrize(
    "word",
    [
        "straight flush", "A-2-3-4-5", "wheel_straight", "5-4-3-2-A", "small blind", "ante",
        "missed_blinds", "dead", "fold", "check", "four wagers", "Fixed limit", "Spread limit",
        "Pot limit", "No limit", "at least the last", "$300", "$40", "all in", "side pot",
        "All cards you hold must play", "The cards speak", "qualifier", "odd chips", "rake",
    ],
)  # fmt: skip
def test_a_newcomer_finds_everything_in_the_rules(word: str) -> None:
    assert word in " ".join(FIVE_CARD_HOLD_OUT.how_to_play.split())


def test_the_examples_in_the_rules_are_right() -> None:
    told = FIVE_CARD_HOLD_OUT.how_to_play
    assert "Kept `8h 4d`, board `4s Ah 5c 8d`: two pair" in told
    assert category(best_high(parse("8h 4d"), parse("4s Ah 5c 8d")).score) == FIVE_TWO_PAIR
    assert category(best_high(parse("Ks Kh Kd"), parse("2c 7d 7h Jc")).score) == FIVE_FULL_HOUSE
    better, worse = (
        ace_to_five_low(mask(parse(low))) for low in ("8c 5d 4h 3s 2c", "8d 6c 3c 2d Ac")
    )
    assert better > worse
