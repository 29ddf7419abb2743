"""Hands in words, and the cards that made them."""

from collections.abc import Callable, Iterable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards.card import DECK, Card, parse, text
from croupier.cards.scales import BLIND, COLOR, FIVE, FOUR, LOW, POINTS, SCALES, THREE, Scale
from croupier.errors import BadCards


def words(scale: Scale, notation: str) -> str:
    return scale.made(parse(notation)).words


def makers(scale: Scale, notation: str, decks: int = 1) -> str:
    return text(scale.made(parse(notation, decks=decks)).cards)


@pytest.mark.parametrize(
    "hand, said",
    [
        ("Ah Kd 7c", "ace high (A K 7)"),
        ("Qc 3d 2h", "queen high (Q 3 2)"),
        ("4d Kc Kd", "pair of kings (K 4)"),
        ("6d 6c 2d", "pair of sixes (6 2)"),
        ("Th 4h 2h", "flush, ten high (T 4 2)"),
        ("Ac 2d 3h", "straight, three high"),
        ("Ac Kd Qh", "straight, ace high"),
        ("6c 6d 6h", "three sixes"),
        ("As 2s 3s", "straight flush, three high"),
        ("Ks Qs Js", "straight flush, king high"),
        ("As Ks Qs", "royal flush"),
    ],
)
def test_three_card_words(hand: str, said: str) -> None:
    assert words(THREE, hand) == said


@pytest.mark.parametrize(
    "hand, said",
    [
        ("Kc 9d 4h 2s", "king high (K 9 4 2)"),
        ("Kc Kd Ah 2s 3c", "pair of kings (K A 3)"),
        ("4c 4d Kh Ks 9c 9d", "two pair, kings and nines"),
        ("Ac 2d 3h 4s Kc", "straight, four high"),
        ("Ac 9c 4c 2c", "flush, ace high (A 9 4 2)"),
        ("8c 8d 8h 2s Kc", "three eights (8 K)"),
        ("As 2s 3s 4s", "straight flush, four high"),
        ("As Ks Qs Js 2c", "royal flush"),
        ("7c 7d 7h 7s Ac", "four sevens"),
        ("6c 6d 6h 6s Ac", "four sixes"),
    ],
)
def test_four_card_words(hand: str, said: str) -> None:
    assert words(FOUR, hand) == said


@pytest.mark.parametrize(
    "hand, said",
    [
        ("As Ks Qs Js", "royal flush"),
        ("Ac Ad Ah As", "four aces"),
        ("Ks Qs Js Ts", "straight flush, king high"),
        ("Tc Td 3h 2s", "pair of tens (T 3 2)"),
    ],
)
def test_blind_words(hand: str, said: str) -> None:
    assert words(BLIND, hand) == said


@pytest.mark.parametrize(
    "hand, said",
    [
        ("Kc Jd 9h 4s 2c", "king high (K J 9 4 2)"),
        ("2c 2d Ah Ks Qc", "pair of twos (2 A K Q)"),
        ("Kc Kd 4h 4s Ac", "two pair, kings and fours (K 4 A)"),
        ("5c 5d 5h As Kc", "three fives (5 A K)"),
        ("Ac 2d 3h 4s 5c", "straight, five high"),
        ("Ac Jc 9c 4c 2c", "flush, ace high (A J 9 4 2)"),
        ("2c 2d 2h As Ac", "full house, twos over aces"),
        ("Jc Jd Jh Js 3c", "four jacks (J 3)"),
        ("As 2s 3s 4s 5s", "straight flush, five high"),
        ("As Ks Qs Js Ts", "royal flush"),
    ],
)
def test_five_card_words(hand: str, said: str) -> None:
    assert words(FIVE, hand) == said


@pytest.mark.parametrize(
    "hand, said",
    [
        ("Ac 2d 3h 4s 5c", "low (5 4 3 2 A)"),
        ("8c 7d 6h 5s 4c", "low (8 7 6 5 4)"),
        ("Kc Qd Jh Ts 9c", "low (K Q J T 9)"),
        ("Ac Ad 2h 3s 4c", "paired low (A 4 3 2)"),
        ("2c 2d Ah As 9c", "two-pair low (2 A 9)"),
        ("3c 3d 3h As 2c", "trips low (3 2 A)"),
        ("3c 3d 3h As Ac", "full-house low (3 A)"),
        ("3c 3d 3h 3s Kc", "quads low (3 K)"),
    ],
)
def test_low_words(hand: str, said: str) -> None:
    assert words(LOW, hand) == said


def test_points_and_color_words() -> None:
    assert words(POINTS, "As 4s") == "15 points"
    assert words(POINTS, "As Kd") == "no points"
    assert words(COLOR, "2c 3s 4c 5s 7h") == "4 of one color"


@pytest.mark.parametrize(
    "scale, hand, cards",
    [
        (THREE, "4d Kc Kd", "4d Kc Kd"),
        (FOUR, "4c Kh 9c Ks 9d", "Kh 9c Ks 9d"),
        (FOUR, "2c 3c 4c 5c 6c 7c", "4c 5c 6c 7c"),
        (FOUR, "Kc Kd Ah 2s 3c 9d", "Kc Kd Ah 9d"),
        (FIVE, "Kc Kd Ah 2s 3c", "Kc Kd Ah 2s 3c"),
        (LOW, "Ac 2d 3h 4s 5c", "Ac 2d 3h 4s 5c"),
        (POINTS, "Ts 2h 7s 3s", "Ts 7s 3s"),
        (POINTS, "Kc 9h Kd", "Kc Kd"),
        (POINTS, "7c Qd 9s 9h", "9s 9h"),  # "Non-Scoring Purchased Cards": seven and queen idle
        (POINTS, "As Kd Qh", ""),
        (COLOR, "2c 3h 4s 5c 6s", "2c 4s 5c 6s"),
    ],
)
def test_the_cards_that_made_the_hand_in_the_order_given(
    scale: Scale, hand: str, cards: str
) -> None:
    assert makers(scale, hand) == cards


@pytest.mark.parametrize(
    "hand, cards",
    [
        ("4d Kh 4c Ks Kc", "4d Kh Ks Kc"),  # either four is a kicker: the first
        ("Kh 9c Ks 9d 4h 4s", "Kh 9c Ks 9d"),
        ("Ac Kd Kh 2s 2c", "Kd Kh 2s 2c"),
        ("5c 5d 6h 7s 8c", "5c 6h 7s 8c"),  # either five: the first
    ],
)
def test_where_several_cards_would_do_the_first_are_named(hand: str, cards: str) -> None:
    assert makers(FOUR, hand) == cards


@pytest.mark.parametrize(
    "hand, points, cards",
    [
        ("7s 7s", 20, "7s 7s"),
        ("As As As Ks", 43, "As As As Ks"),
        ("2s 7s 7s", 20, "7s 7s"),
        ("As As Ks Qs", 42, "As As Ks Qs"),
        ("9s 9s 9s 8s", 35, "9s 9s 9s 8s"),
        ("9s 9s 9d 2h", 30, "9s 9s 9d"),
    ],
)
def test_points_of_six_decks_count_identical_cards_each(hand: str, points: int, cards: str) -> None:
    made = POINTS.made(parse(hand, decks=6))
    assert (made.score, text(made.cards)) == (points, cards)
    assert made.words == f"{points} points"


def test_made_gives_the_score_that_score_gives() -> None:
    hand = parse("4c Kh 9c Ks 9d")
    assert FOUR.made(hand).score == FOUR.score(hand)


@pytest.mark.parametrize(
    "scale, hand, told",
    [
        (THREE, "As Kd", "As Kd: a three-card hand takes 3 cards, not 2"),
        (THREE, "As Kd Qh Jc", "As Kd Qh Jc: a three-card hand takes 3 cards, not 4"),
        (FOUR, "As Kd Qh", "As Kd Qh: a four-card hand takes 4 or 5 or 6 cards, not 3"),
        (
            FOUR,
            "As Kd Qh Jc Ts 9d 8h",
            "As Kd Qh Jc Ts 9d 8h: a four-card hand takes 4 or 5 or 6 cards, not 7",
        ),
        (
            BLIND,
            "As Kd Qh Jc Ts",
            "As Kd Qh Jc Ts: a four-card blind hand takes 4 cards, not 5",
        ),
        (FIVE, "", "no cards: a five-card hand takes 5 cards, not 0"),
        (LOW, "As", "ace-to-five low hand takes 5 cards, not 1"),
        (COLOR, "As Kd", "As Kd: a color hand takes 5 cards, not 2"),
        (
            POINTS,
            "As Kd Qh Jc Ts 9d",
            "As Kd Qh Jc Ts 9d: a points hand takes 0 or 1 or 2 or 3 or 4 or 5 cards, not 6",
        ),
    ],
)
def test_an_impossible_number_of_cards_is_refused(scale: Scale, hand: str, told: str) -> None:
    for asked in (scale.score, scale.made):
        with pytest.raises(BadCards) as refused:
            asked(parse(hand))
        assert refused.value.code == "cards/count"
        assert told in refused.value.message


def test_scales_are_found_by_the_names_the_paytables_use() -> None:
    assert {name: scale.name for name, scale in SCALES.items()} == {
        name: name
        for name in (
            *("three-card", "four-card", "four-card blind", "five-card", "ace-to-five low"),
            *("points", "color"),
        )
    }


@given(st.data(), st.sampled_from(list(SCALES.values())))
def test_the_cards_that_made_a_hand_score_the_same_and_belong_to_it(
    data: st.DataObject, scale: Scale
) -> None:
    size = data.draw(st.sampled_from(scale.sizes))
    hand: list[Card] = data.draw(
        st.lists(st.sampled_from(DECK), min_size=size, max_size=size, unique=True)
    )
    made = scale.made(hand)
    assert scale.of(made.cards) == made.score == scale.of(hand)
    assert made.cards in combinations(hand, len(made.cards))
    if scale.plays:
        assert len(made.cards) == scale.plays


SCALE_SIZES = [(THREE, 3), (BLIND, 4), (FOUR, 5), (FIVE, 5), (LOW, 5)]


@pytest.mark.parametrize(
    "scale, size", SCALE_SIZES, ids=lambda value: str(getattr(value, "name", value))
)
def test_words_differ_exactly_if_the_scores_do(
    scale: Scale,
    size: int,
    suit_classes: Callable[[int], Iterable[tuple[tuple[int, ...], int]]],
) -> None:
    scores = {scale.of(cards) for cards, _ in suit_classes(size)}
    said = {scale.words(score) for score in scores}
    assert len(said) == len(scores)
    assert not any("{" in sentence for sentence in said)
