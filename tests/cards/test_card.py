"""The notation of cards, what it refuses and in which words, and how often a card may appear."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards.card import (
    DECK,
    check_copies,
    mask,
    name,
    parse,
    parse_card,
    rank,
    suit,
    text,
    unmask,
)
from croupier.errors import BadCards, RuleError

A_CARD = st.sampled_from(DECK)


@pytest.mark.parametrize(
    "card, written",
    [(0, "2c"), (8, "Tc"), (12, "Ac"), (13, "2d"), (26, "2h"), (39, "2s"), (51, "As")],
)
def test_a_card_is_thirteen_ranks_in_each_of_clubs_diamonds_hearts_spades(
    card: int, written: str
) -> None:
    assert name(card) == written
    assert parse_card(written) == card


def test_rank_counts_from_the_two_and_suit_from_clubs() -> None:
    (queen_of_hearts,) = parse("Qh")
    assert (rank(queen_of_hearts), suit(queen_of_hearts)) == (10, 2)


def test_every_card_is_read_back_as_it_is_written() -> None:
    assert parse(text(DECK)) == DECK
    assert len({name(card) for card in DECK}) == 52


@pytest.mark.parametrize(
    "notation",
    [
        *("As Td 7c", "As 10d 7c", "as td 7c", "AS TD 7C", "aS 10D 7C", "A♠ T♦ 7♣", "A♠10♦7♣"),
        *("As,Td,7c", "As, 10d, 7c", "AsTd7c", "as10d7c", "As Td7c", "  As\tTd \n 7c ", "A♠,Td 7C"),
    ],
)
def test_one_hand_may_be_written_in_many_ways(notation: str) -> None:
    assert text(parse(notation)) == "As Td 7c"


def test_the_order_of_the_text_is_kept() -> None:
    assert text(parse("2c As Kd")) == "2c As Kd"


def test_hearts_and_diamonds_symbols_are_not_mixed_up() -> None:
    assert text(parse("2♣ 2♦ 2♥ 2♠")) == "2c 2d 2h 2s"


@pytest.mark.parametrize("notation", ["", "   ", " , ,, "])
def test_no_text_is_no_cards(notation: str) -> None:
    assert parse(notation) == ()


@pytest.mark.parametrize("wrong", ["1s", "Ax", "sA", "A", "s", "11d", "110d", "10", "Joker", "A♤"])
def test_what_is_not_a_card_is_named_with_how_to_write_one(wrong: str) -> None:
    with pytest.raises(BadCards) as refused:
        parse(f"Kd {wrong} 7c")
    assert refused.value.code == "cards/bad"
    assert repr(wrong) in refused.value.message
    assert "2 3 4 5 6 7 8 9 T J Q K A" in refused.value.message
    assert "10 for T" in refused.value.message and "c d h s" in refused.value.message


def test_a_word_that_is_cards_except_for_its_end_is_named_whole() -> None:
    with pytest.raises(BadCards, match="'AsKdQ' is not a card"):
        parse("AsKdQ")


def test_parse_card_takes_exactly_one_card() -> None:
    assert name(parse_card(" 10h ")) == "Th"
    with pytest.raises(BadCards, match="'AsKs' is not a card"):
        parse_card("AsKs")


def test_an_error_reads_as_its_code_and_its_message() -> None:
    with pytest.raises(RuleError) as refused:
        parse("Zz")
    assert str(refused.value) == f"cards/bad: {refused.value.message}"


def test_one_deck_holds_each_card_once() -> None:
    with pytest.raises(BadCards) as refused:
        parse("As Kd as")
    assert refused.value.code == "cards/duplicate"
    assert refused.value.message == "As appears twice; one deck holds one"


def test_six_decks_hold_each_card_six_times() -> None:
    assert len(parse("As " * 6, decks=6)) == 6
    with pytest.raises(BadCards) as refused:
        parse("Kd " + "As " * 7, decks=6)
    assert refused.value.message == "As appears 7 times; 6 decks hold 6"


def test_copies_are_counted_by_card_and_not_by_rank() -> None:
    check_copies(parse("As Ah Ad Ac"))
    with pytest.raises(BadCards, match="Ah appears twice"):
        check_copies([*parse("As Ah"), *parse("Ad Ah")])


def test_a_mask_has_one_bit_for_each_card() -> None:
    assert mask(()) == 0
    assert mask(parse("2c")) == 1
    assert mask(parse("As 2c")) == (1 << 51) + 1


@given(st.sets(A_CARD))
def test_a_mask_gives_its_cards_back_in_the_order_of_the_deck(cards: set[int]) -> None:
    assert unmask(mask(cards)) == tuple(sorted(cards))


@given(st.lists(A_CARD, unique=True, max_size=9), st.sampled_from(["", " ", ",", ", ", "  "]))
def test_text_is_read_back_whatever_separates_the_cards(cards: list[int], space: str) -> None:
    assert list(parse(space.join(map(name, cards)))) == cards


@given(st.text("23456789TJQKAtjqka10cdhsCDHS♣♦♥♠ ,xX", max_size=12))
def test_any_text_is_cards_or_a_refusal(notation: str) -> None:
    try:
        cards = parse(notation, decks=8)
    except BadCards:
        return
    assert parse(text(cards), decks=8) == cards
    signs = notation.replace("10", "T").replace(",", "")
    assert 2 * len(cards) == len("".join(signs.split()))
