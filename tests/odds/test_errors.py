"""An impossible state is refused, in words that say what would be right."""

from fractions import Fraction

import pytest

from croupier.cards.card import DECK, parse
from croupier.errors import RuleError
from croupier.odds.solve import State, values
from croupier.table.table import open_table

PRIME, ULTIMATE, BUYOUT = "four-card-prime", "ultimate-4-card-buyout", "4-card-buyout"
V1, V2 = "4-card-split-v1", "4-card-split-v2"


def state(
    cards: str, up: str, offer: str = "", seen: str = "", bonus: Fraction = Fraction(0)
) -> State:
    offered = parse(offer)[0] if offer else None
    return State(parse(cards, decks=6), parse(up)[0], offered, parse(seen, decks=6), bonus)


@pytest.mark.parametrize(
    "game, told, words",
    [
        (PRIME, state("As Ks Qs Js", "2c"), ("As Ks Qs Js", "5 cards", "not 4")),
        (PRIME, state("As Ks Qs Js 9s 8s", "2c"), ("5 cards", "not 6")),
        (PRIME, state("", "2c"), ("5 cards", "not 0")),
        (V1, state("As Ks Qs", "2c"), ("As Ks Qs", "4 cards", "not 3")),
        (V2, state("As Ks Qs Js 9s", "2c"), ("4 cards", "not 5")),
        (ULTIMATE, state("As", "2c", "3c"), ("2 or 3 cards", "not 1")),
        (BUYOUT, state("As Ks Qs Js", "2c", "3c"), ("2 or 3 cards", "not 4")),
    ],
)
def test_too_few_or_too_many_cards(game: str, told: State, words: tuple[str, ...]) -> None:
    refused(game, told, "cards/count", *words)


@pytest.mark.parametrize(
    "game, told",
    [
        (PRIME, state("As Ks Qs Js Js", "2c")),
        (PRIME, state("As Ks Qs Js 9s", "Js")),
        (PRIME, state("As Ks Qs Js 9s", "2c", seen="3d Js")),
        (PRIME, state("As Ks Qs 2c 9s", "Js", seen="3d Js")),
        (V1, state("As Ks Qs Js", "Js")),
        (V2, state("As Ks Qs Js", "2c", seen="Js")),
        (ULTIMATE, state("As Js", "2c", "Js")),
        (ULTIMATE, state("As 3s", "Js", "Js")),
        (ULTIMATE, state("As 3s", "4c", "Js", seen="Js")),
        (BUYOUT, state("Js Js Js", "Js", "Js", seen="Js Js")),
    ],
)
def test_a_card_that_appears_too_often(game: str, told: State) -> None:
    refused(game, told, "cards/duplicate", "Js appears")


def test_six_decks_hold_six() -> None:
    """Six jacks of spades are on the table; the seventh card of that kind is refused above."""
    found = {
        action.name: action.net
        for action in values(open_table(BUYOUT), state("Js Js Js", "Js", "Js", seen="Js"))
    }
    assert found["fold"] == -2  # the first two bets are made
    assert found.keys() == {"buy", "refuse", "fold"} and max(found.values()) <= 3


@pytest.mark.parametrize("cards", ["As Ks", "As Ks Qs"])
@pytest.mark.parametrize("game", [ULTIMATE, BUYOUT])
def test_no_card_on_offer(game: str, cards: str) -> None:
    refused(game, state(cards, "2c"), "state/offer", game, "card on offer")


@pytest.mark.parametrize(
    "game, cards", [(PRIME, "As Ks Qs Js 9s"), (V1, "As Ks Qs Js"), (V2, "As Ks Qs Js")]
)
def test_an_offer_or_a_bonus_where_there_is_none(game: str, cards: str) -> None:
    refused(game, state(cards, "2c", "3c"), "state/offer", game, "offers no card")
    refused(game, state(cards, "2c", bonus=Fraction(1)), "state/offer", game, "bonus")


@pytest.mark.parametrize(
    "game, count, offer",
    [(PRIME, 5, False), (V1, 4, False), (V2, 4, False), (ULTIMATE, 2, True)],
)
def test_too_few_cards_left(game: str, count: int, offer: bool) -> None:
    """The round needs at most five more cards; with four left it could not be dealt."""
    first = count + 1 + offer
    told = State(DECK[:count], DECK[count], DECK[count + 1] if offer else None, DECK[first:-4])
    refused(game, told, "cards/short", "4 cards are left", "needs")
    assert values(open_table(game), told._replace(seen=DECK[first:-5]))


def test_four_cards_are_enough_for_the_fourth_card_of_buyout() -> None:
    told = State(DECK[:3], DECK[3], DECK[4], DECK[5:-4])
    assert values(open_table(ULTIMATE), told)
    refused(ULTIMATE, told._replace(seen=DECK[5:-3]), "cards/short", "3 cards are left", "needs 4")


def refused(game: str, told: State, code: str, *words: str) -> None:
    with pytest.raises(RuleError) as wrong:
        values(open_table(game), told)
    assert wrong.value.code == code
    for word in words:
        assert word in wrong.value.message
