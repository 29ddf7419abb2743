"""Where the cards of a round come from, and what is reported if they are not enough."""

import pytest

from croupier.cards.card import DECK, parse, text
from croupier.errors import BadCards
from croupier.rules.felt import Face
from croupier.rules.vocabulary import Place
from croupier.table.events import DEALER, Acted, Dealt
from croupier.table.source import Deck, Laid


def dealt(seat: int, cards: str) -> Dealt:
    return Dealt(seat, parse(cards), Face.UP, Place.HAND_1)


def test_a_deck_is_dealt_from_the_first_card_on() -> None:
    deck = Deck(DECK)
    assert text(deck.take([], 1, 3)) == "2c 3c 4c"
    assert text(deck.take([dealt(1, "2c 3c"), Acted(1, "x", "y"), dealt(DEALER, "4c")], 2, 1)) == (
        "5c"
    )


def test_a_deck_has_no_state() -> None:
    deck = Deck(DECK)
    assert deck.take([], 1, 5) == deck.take([], 2, 5), "what was dealt is told by the events"


def test_the_last_cards_of_a_deck() -> None:
    deck = Deck(parse("As Ks Qs"))
    assert text(deck.take([dealt(1, "As")], 1, 2)) == "Ks Qs"
    with pytest.raises(BadCards) as caught:
        deck.take([dealt(1, "As")], 1, 3)
    assert caught.value.code == "cards/short"
    assert caught.value.message == "the deck of 3 cards has 2 left; 3 are to be dealt"


def test_laid_cards_are_taken_from_before_each_seat() -> None:
    laid = Laid({1: parse("As Ks"), 2: parse("2c 3c"), DEALER: parse("4d 5d")})
    assert text(laid.take([], 1, 2)) == "As Ks"
    assert text(laid.take([dealt(1, "As Ks"), dealt(2, "2c")], 2, 1)) == "3c"
    assert text(laid.take([dealt(1, "As Ks")], DEALER, 2)) == "4d 5d"


@pytest.mark.parametrize(
    "events, seat, count, message",
    [
        ([], 1, 3, "seat 1 has As Ks (2); the game deals at least 3 there"),
        ([dealt(1, "As Ks")], 1, 1, "seat 1 has As Ks (2); the game deals at least 3 there"),
        ([], 5, 1, "seat 5 has no cards (0); the game deals at least 1 there"),
        ([], DEALER, 2, "the dealer has 4d (1); the game deals at least 2 there"),
    ],
)
def test_too_few_cards_are_there(events, seat, count, message) -> None:
    laid = Laid({1: parse("As Ks"), DEALER: parse("4d")})
    with pytest.raises(BadCards) as caught:
        laid.take(events, seat, count)
    assert (caught.value.code, caught.value.message) == ("cards/short", message)


def test_a_stand_in_is_one_card_for_a_seat_and_never_for_the_dealer() -> None:
    (other,) = parse("9h")
    laid = Laid({1: parse("As Ks"), DEALER: parse("4d")}, other)
    assert laid.take([dealt(1, "As Ks")], 1, 1) == (other,)
    for events, seat, count in (
        ([dealt(1, "As Ks")], 1, 2),
        ([dealt(1, "As Ks"), dealt(1, "9h")], 1, 1),
        ([dealt(DEALER, "4d")], DEALER, 1),
    ):
        with pytest.raises(BadCards):
            laid.take(events, seat, count)
