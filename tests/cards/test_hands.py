"""Every scorer against a naive one written here: counters, sorting, and straights spelled out.

Nothing below uses masks or the package's way of packing a score. Two scorers agree if equal hands
have equal scores, better hands have higher scores, and the categories are the same.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import hands
from croupier.cards.card import DECK, mask, parse
from croupier.cards.scales import category

Cards = Sequence[int]
Value = tuple[int, ...]  # the index of the category, then the ranks that decide
SuitClasses = Callable[[int], Iterable[tuple[tuple[int, ...], int]]]

# Lowest first. An ace may be at either end.
STRAIGHTS = {
    3: ["32A", "432", "543", "654", "765", "876", "987", "T98", "JT9", "QJT", "KQJ", "AKQ"],
    4: ["432A", "5432", "6543", "7654", "8765", "9876", "T987", "JT98", "QJT9", "KQJT", "AKQJ"],
    5: ["5432A", "65432", "76543", "87654", "98765", "T9876", "JT987", "QJT98", "KQJT9", "AKQJT"],
}
SHAPES = {
    (3,): "trips",
    (2, 1): "pair",
    (4,): "quads",
    (3, 1): "trips",
    (2, 2): "two pair",
    (2, 1, 1): "pair",
    (4, 1): "quads",
    (3, 2): "full house",
    (3, 1, 1): "trips",
    (2, 2, 1): "two pair",
    (2, 1, 1, 1): "pair",
}
# The printed orders, lowest first: 4 Card Split; Four Card Prime, rule 6; poker.
THREE = ["high", "pair", "flush", "straight", "trips", "straight flush"]
FOUR = ["high", "pair", "two pair", "straight", "flush", "trips", "straight flush", "quads"]
FIVE = [
    "high",
    "pair",
    "two pair",
    "trips",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
]
LOW = ["high", "pair", "two pair", "trips", "full house", "quads"]  # best first


def grouped(ranks: Iterable[int]) -> tuple[tuple[int, ...], Value]:
    """How often each rank is held, most often first, and the ranks in that order."""
    pairs = sorted(((times, rank) for rank, times in Counter(ranks).items()), reverse=True)
    return tuple(times for times, _ in pairs), tuple(rank for _, rank in pairs)


def naive(cards: Cards, order: Sequence[str]) -> Value:
    shape, ranks = grouped(card % 13 for card in cards)
    if shape in SHAPES:
        return (order.index(SHAPES[shape]), *ranks)
    letters = {"23456789TJQKA"[rank] for rank in ranks}
    suited = len({card // 13 for card in cards}) == 1
    for place, straight in enumerate(STRAIGHTS[len(cards)]):
        if letters == set(straight):
            return (order.index("straight flush" if suited else "straight"), place)
    return (order.index("flush" if suited else "high"), *ranks)


def naive_three(cards: Cards) -> Value:
    return naive(cards, THREE)


@cache
def naive_four(cards: Cards) -> Value:
    return naive(cards, FOUR)


def naive_best_four(cards: Cards) -> Value:
    return max(map(naive_four, combinations(cards, 4)))


def naive_five(cards: Cards) -> Value:
    return naive(cards, FIVE)


def naive_low(cards: Cards) -> Value:
    shape, ranks = grouped((card + 1) % 13 for card in cards)  # ace 0, two 1 … king 12
    return tuple(-number for number in (LOW.index(SHAPES.get(shape, "high")), *ranks))


def naive_points(cards: Cards) -> int:
    worth = dict(zip("23456789TJQKA", [*range(2, 11), 10, 10, 10, 11], strict=True))
    ranks = ["23456789TJQKA"[card % 13] for card in cards]
    kinds = [
        times * (11 if rank == "A" else 10) for rank, times in Counter(ranks).items() if times > 1
    ]
    suits = [
        [worth[rank] for card, rank in zip(cards, ranks, strict=True) if card // 13 == suit]
        for suit in range(4)
    ]
    return max([0, *kinds, *(sum(suit) for suit in suits if len(suit) > 1)])


SCORERS = {
    "three cards": (naive_three, hands.three_card),
    "best four": (naive_best_four, hands.best_four),
    "five cards": (naive_five, hands.five_card),
    "low": (naive_low, hands.ace_to_five_low),
}


def assert_same_order(scorer: str, dealt: Iterable[Cards]) -> None:
    naive_value, package_score = SCORERS[scorer]
    scores: dict[Value, set[int]] = {}
    for cards in dealt:
        scores.setdefault(naive_value(cards), set()).add(package_score(mask(cards)))
    for value, found in scores.items():
        assert len(found) == 1, f"hands of the value {value} have the scores {found}"
        if scorer != "low":
            assert category(min(found)) == value[0], f"category of {value}: {found}"
    for lower, higher in pairwise(sorted(scores)):
        assert min(scores[lower]) < min(scores[higher]), f"{lower} is not below {higher}"


def sample(size: int, count: int) -> list[list[int]]:
    deal = random.Random(f"{size} cards")
    return [deal.sample(DECK, size) for _ in range(count)]


def score(scorer: str, notation: str) -> int:
    return SCORERS[scorer][1](mask(parse(notation)))


def assert_descending(scorer: str, notations: Sequence[str]) -> None:
    for higher, lower in pairwise(notations):
        assert score(scorer, higher) > score(scorer, lower), f"{higher} is not above {lower}"


def category_counts(scorer: str, weighed: Iterable[tuple[Cards, int]], order: list[str]) -> Counter:
    counts: Counter[str] = Counter()
    for cards, times in weighed:
        counts[order[category(SCORERS[scorer][1](mask(cards)))]] += times
    return counts


# --- Order, exhaustively


def test_three_cards_order_of_all_22_100_hands() -> None:
    assert_same_order("three cards", combinations(DECK, 3))


def test_best_four_order_of_all_270_725_hands_of_four() -> None:
    assert_same_order("best four", combinations(DECK, 4))


def test_best_four_of_five_order_of_every_hand_but_for_suits(suit_classes: SuitClasses) -> None:
    assert_same_order("best four", (cards for cards, _ in suit_classes(5)))


def test_best_four_of_five_and_six_together_in_one_order() -> None:
    assert_same_order("best four", sample(5, 4000) + sample(6, 8000))


@pytest.mark.slow
def test_best_four_of_six_order_of_every_hand_but_for_suits(suit_classes: SuitClasses) -> None:
    assert_same_order("best four", (cards for cards, _ in suit_classes(6)))


def test_five_cards_order_of_every_hand_but_for_suits(suit_classes: SuitClasses) -> None:
    assert_same_order("five cards", (cards for cards, _ in suit_classes(5)))


@pytest.mark.slow
def test_five_cards_order_of_all_2_598_960_hands() -> None:
    assert_same_order("five cards", combinations(DECK, 5))


def test_low_order_of_every_hand_but_for_suits(suit_classes: SuitClasses) -> None:
    assert_same_order("low", (cards for cards, _ in suit_classes(5)))


# --- Counts of categories


def test_three_cards_category_counts() -> None:
    counts = category_counts("three cards", ((c, 1) for c in combinations(DECK, 3)), THREE)
    assert counts == {
        "straight flush": 48,
        "trips": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high": 16440,
    }


def test_four_cards_category_counts_as_4_card_split_prints_them() -> None:
    counts = category_counts("best four", ((c, 1) for c in combinations(DECK, 4)), FOUR)
    assert counts == {
        "quads": 13,
        "straight flush": 4 + 40,  # printed separately: royal flush, straight flush
        "trips": 2496,
        "flush": 2816,
        "straight": 2772,
        "two pair": 2808,
        "pair": 31680 + 50688,  # printed separately: A-T, 9-2
        "high": 177408,
    }


FIVE_COUNTS = {
    "straight flush": 40,
    "quads": 624,
    "full house": 3744,
    "flush": 5108,
    "straight": 10200,
    "trips": 54912,
    "two pair": 123552,
    "pair": 1098240,
    "high": 1302540,
}


def test_five_cards_category_counts_of_poker(suit_classes: SuitClasses) -> None:
    assert category_counts("five cards", suit_classes(5), FIVE) == FIVE_COUNTS


@pytest.mark.slow
def test_five_cards_category_counts_of_poker_hand_by_hand() -> None:
    counts = category_counts("five cards", ((c, 1) for c in combinations(DECK, 5)), FIVE)
    assert counts == FIVE_COUNTS


def test_best_four_of_five_category_counts_by_hand(suit_classes: SuitClasses) -> None:
    counts = category_counts("best four", suit_classes(5), FOUR)
    assert counts["quads"] == 13 * 48
    assert counts["trips"] == 13 * 4 * (48 * 44 // 2) + 13 * 12 * 4 * 6  # with full houses
    assert counts["two pair"] == 123552  # three ranks are no straight, three suits' worth no flush
    assert sum(counts.values()) == 2598960


def test_eight_low_floor_and_better_count() -> None:
    """Five different ranks of the eight lowest: C(8, 5) rank sets, four suits each."""
    floor = score("low", "8c 7d 6h 5s 4c")
    ranks = [12, *range(7)]
    low = [13 * suit + rank for rank in ranks for suit in range(4)]
    dealt = (hands.ace_to_five_low(mask(cards)) for cards in combinations(low, 5))
    assert sum(found >= floor for found in dealt) == 56 * 4**5


# --- Straights and their ends


@pytest.mark.parametrize("scorer, size", [("three cards", 3), ("best four", 4), ("five cards", 5)])
def test_straights_in_order_and_only_these(scorer: str, size: int) -> None:
    suits = "cdhsc"
    spelled = [" ".join(map(str.__add__, run, suits)) for run in reversed(STRAIGHTS[size])]
    assert_descending(scorer, spelled)
    assert len({category(score(scorer, run)) for run in spelled}) == 1


@pytest.mark.parametrize(
    "scorer, lowest, wrapped",
    [
        ("three cards", "Ac 2d 3h", "Kc Ad 2h"),
        ("best four", "Ac 2d 3h 4s", "Kc Ad 2h 3s"),
        ("five cards", "Ac 2d 3h 4s 5c", "Kc Ad 2h 3s 4c"),
    ],
)
def test_the_ace_is_low_in_the_lowest_straight_and_never_in_the_middle(
    scorer: str, lowest: str, wrapped: str
) -> None:
    assert category(score(scorer, lowest)) > category(score(scorer, wrapped)) == 0


@pytest.mark.parametrize(
    "ladder",
    [
        # a straight flush, trips, a straight, a flush, a pair, high card
        ["Ac 2c 3c", "Ac Ad Ah", "2c 2d 2h", "Ac Kd Qh", "Ac 2d 3h", "Ac Kc Jc", "2c 3c 5c"],
        ["2c 3c 5c", "Ac Ad Kh", "Ac Ad 2h", "Kc Kd Ah", "2c 2d 3h", "Ac Kd Jh", "5c 3d 2h"],
    ],
)
def test_three_cards_ladder(ladder: list[str]) -> None:
    assert_descending("three cards", ladder)


def test_best_four_ladder_of_rule_6() -> None:
    assert_descending(
        "best four",
        [
            "Ac Ad Ah As",
            "2c 2d 2h 2s",  # the lowest quads beat
            "As Ks Qs Js",  # the highest straight flush,
            "As 2s 3s 4s",  # the lowest of which beats
            "Ac Ad Ah Ks",  # the highest trips,
            "2c 2d 2h 3s",
            "Ac Kc Qc Tc",
            "2c 3c 4c 6c",
            "Ac Kd Qh Js",
            "Ac 2d 3h 4s",
            "Ac Ad Kh Ks",
            "3c 3d 2h 2s",
            "Ac Ad Kh Qs",
            "2c 2d 4h 3s",
            "Ac Kd Qh Ts",
            "6c 4d 3h 2s",
        ],
    )


@pytest.mark.parametrize(
    "hand, its_best_four",
    [
        ("Kc Kd 9h 9s 4c 4d", "Kc Kd 9h 9s"),  # three pairs: the two highest
        ("4c 4d 9h 9s Kc", "4c 4d 9h 9s"),  # the kicker has no room
        ("Kc Kd Kh 9s 9c 9d", "Kc Kd Kh 9s"),  # two trips: the other rank is the kicker
        ("9c 9d 9h 2s 2c Ad", "9c 9d 9h Ad"),  # full house: the ace kicks
        ("2c 2d 2h 2s Ac Ad", "2c 2d 2h 2s"),
        ("2c 2d 2h 2s As Ks", "2c 2d 2h 2s"),
        ("2c 3c 4c 5c 6c 7c", "7c 6c 5c 4c"),  # six in a row: the highest four
        ("Ac 2c 3c 4c Kc Qc", "Ac 2c 3c 4c"),  # a low straight flush over a flush of six
        ("Ac Kc Qc Tc 9c 2c", "Ac Kc Qc Tc"),  # a flush of six: its highest four
        ("As 2d 3h 4c 5s 9d", "5s 4c 3h 2d"),  # the ace does not end the better straight
        ("As 2d 3h 4c Ad 9d", "As 2d 3h 4c"),  # a straight over a pair of aces
        ("2c 5c 9c Jc 3d 4h", "2c 5c 9c Jc"),  # a flush over a straight
        ("2c 5c 9c Jc Jd Jh", "Jc Jd Jh 9c"),  # trips over a flush
        ("7c 8c 9c Tc Td Th", "7c 8c 9c Tc"),  # a straight flush over trips
        ("Ac Ad Kh Qs 9c 8d", "Ac Ad Kh Qs"),  # a pair keeps two kickers of four
        ("Ac Kd 9h 8s 5c 2d", "Ac Kd 9h 8s"),
        ("2c 3c 4c 5d 6d 7d", "7d 6d 5d 4c"),  # three and three suited: only a straight
    ],
)
def test_best_four_picks(hand: str, its_best_four: str) -> None:
    assert score("best four", hand) == score("best four", its_best_four)


def test_the_fifth_card_never_breaks_a_tie_of_four() -> None:
    assert score("best four", "4c 4d 9h 9s Ac") == score("best four", "4h 4s 9c 9d 2c")


def test_royal_flush_ranks_above_four_of_a_kind_for_the_blind_only() -> None:
    royal, aces = mask(parse("As Ks Qs Js")), mask(parse("Ac Ad Ah As"))
    assert hands.royal_first_four(royal) > hands.royal_first_four(aces)
    assert hands.best_four(royal) < hands.best_four(aces)


def test_blind_differs_from_best_four_in_the_royal_flush_alone(suit_classes: SuitClasses) -> None:
    differing = [
        (cards, times)
        for cards, times in suit_classes(4)
        if hands.royal_first_four(mask(cards)) != hands.best_four(mask(cards))
    ]
    assert differing == [(parse("Jc Qc Kc Ac"), 4)]


# --- Low


def test_low_wheel_is_best_and_straights_and_flushes_do_not_hurt() -> None:
    assert score("low", "5c 4c 3c 2c Ac") == score("low", "5c 4d 3h 2s Ac")
    assert_descending(
        "low",
        [
            "5c 4d 3h 2s Ac",
            "6c 4d 3h 2s Ac",
            "6c 5d 4h 3s 2c",
            "7c 4d 3h 2s Ac",
            "8c 4d 3h 2s Ac",
            "8c 7d 6h 5s 4c",  # the lowest eight
            "9c 4d 3h 2s Ac",
            "Kc Qd Jh Ts 9c",  # the lowest hand without a pair
            "Ac Ad 2h 3s 4c",  # aces are the best pair
            "2c 2d Ah 3s 4c",
            "2c 2d Kh 3s 4c",
            "Kc Kd Qh Js Tc",
            "2c 2d Ah As 3c",
            "Kc Kd Qh Qs Jc",
            "Ac Ad Ah 2s 3c",
            "Kc Kd Kh Qs Jc",
            "Ac Ad Ah 2s 2c",
            "2c 2d 2h As Ac",
            "Kc Kd Kh Qs Qc",
            "Ac Ad Ah As 2c",
            "Kc Kd Kh Ks Qc",
        ],
    )


# --- Points


def test_points_of_every_hand_of_two_to_four_but_for_suits(suit_classes: SuitClasses) -> None:
    for size in (2, 3, 4):
        for cards, _ in suit_classes(size):
            assert hands.points(cards) == naive_points(cards), cards


@given(st.lists(st.sampled_from(DECK), max_size=5))
def test_points_of_six_decks(cards: list[int]) -> None:
    assert hands.points(cards) == naive_points(cards)


def test_points_of_random_five_cards_of_six_decks() -> None:
    deal = random.Random("six decks")
    for _ in range(20_000):
        cards = [deal.randrange(52) for _ in range(5)]
        assert hands.points(cards) == naive_points(cards), cards


@pytest.mark.parametrize(
    "hand, points",
    [
        ("", 0),
        ("As", 0),
        ("As Kd", 0),
        ("As Kd Qh Jc", 0),  # no two suited, no two of a kind
        ("2c 2d", 20),
        ("Ac Ad", 22),
        ("2c 2d 2h", 30),
        ("Ac Ad Ah", 33),
        ("2c 2d 2h 2s", 40),
        ("Ac Ad Ah As", 44),
        ("Kc Kd 2h 2s", 20),  # two pairs are not added
        ("Ac Ad Kh Ks", 22),
        ("Kc Kd Ah As", 22),
        ("2c 3c", 5),
        ("Ts Js Qs Ks", 40),
        ("As Ks Qs Js", 41),
        ("As Ks Kd", 21),  # suited or of a kind, not both
        ("2s 3s Kd Qd", 20),  # the better suit
        ("2s 3s 4s Kd Ad", 21),  # the better suit, not the longer
    ],
)
def test_points(hand: str, points: int) -> None:
    assert hands.points(parse(hand)) == points


@pytest.mark.parametrize(
    "hand, points",
    [
        ("7s 7s", 20),  # a pair and suited: the larger counts
        ("As As", 22),
        ("Ks Ks Ks", 30),
        ("As As As Ks", 43),
        ("As As Ks Qs", 42),
        ("As As As As", 44),
        ("2s 2s 3s", 20),
        ("9s 9s 9s 8s", 35),
    ],
)
def test_points_with_identical_cards_of_six_decks(hand: str, points: int) -> None:
    assert hands.points(parse(hand, decks=6)) == points


# --- Colors


@pytest.mark.parametrize(
    "hand, most",
    [
        ("2c 3s 4c 5s 6c", 5),
        ("2d 3h 4d 5h 6d", 5),
        ("2c 3s 4c 5s 6d", 4),
        ("2c 3d 4h 5d 6h", 4),
        ("2c 3s 4c 5d 6h", 3),
        ("2c 3s 4h 5d 6h", 3),
    ],
)
def test_one_color_clubs_and_spades_are_black_diamonds_and_hearts_red(hand: str, most: int) -> None:
    assert hands.one_color(mask(parse(hand))) == most


# --- What holds for any hand


@st.composite
def dealt(draw: st.DrawFn, size: int) -> list[int]:
    return draw(st.lists(st.sampled_from(DECK), min_size=size, max_size=size, unique=True))


SUIT_ORDERS = st.permutations(range(4))


@given(st.data(), SUIT_ORDERS)
def test_suits_are_equal_in_rank(data: st.DataObject, suits: list[int]) -> None:
    for size, scorers in {
        3: [hands.three_card],
        4: [hands.best_four, hands.royal_first_four],
        5: [hands.best_four, hands.five_card, hands.ace_to_five_low],
        6: [hands.best_four],
    }.items():
        cards = data.draw(dealt(size))
        changed = [13 * suits[card // 13] + card % 13 for card in cards]
        for scorer in scorers:
            assert scorer(mask(cards)) == scorer(mask(changed))
        assert hands.points(cards) == hands.points(changed)


@given(dealt(6))
def test_one_more_card_never_makes_a_hand_worse(cards: list[int]) -> None:
    for size in (4, 5):
        assert hands.best_four(mask(cards[:size])) <= hands.best_four(mask(cards[: size + 1]))
    for size in range(5):
        assert hands.points(cards[:size]) <= hands.points(cards[: size + 1])


@given(st.permutations(parse("As Ks As 7d 7d", decks=6)))
def test_points_do_not_depend_on_the_order_of_the_cards(cards: list[int]) -> None:
    assert hands.points(cards) == 32


@given(st.integers(0, 2**40))
def test_count_and_highest_are_of_bits(bits: int) -> None:
    places = [place for place in range(41) if bits & 2**place]
    assert hands.count(bits) == len(places)
    assert hands.highest(bits) == (places[-1] if places else -1)
