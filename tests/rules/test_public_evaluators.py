"""The hands of Five Card Hold Out, compared with evaluators by others."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise
from random import Random

import pytest

from croupier.cards.card import DECK, Card, mask, name, parse, rank, suit, text
from croupier.cards.hands import ace_to_five_low
from croupier.games.five_card_hold_out.rules import best_high, best_low, high_score, low_floor

Cards = Sequence[Card]
SuitClasses = Callable[[int], Iterator[tuple[Cards, int]]]
Theirs = Callable[[Cards], object]  # a strength: higher is better


def by_phevaluator() -> Theirs:
    evaluate = pytest.importorskip("phevaluator").evaluate_cards
    numbers = [4 * rank(card) + suit(card) for card in DECK]
    return lambda cards: -evaluate(*(numbers[card] for card in cards))


def by_eval7() -> Theirs:
    eval7 = pytest.importorskip("eval7")
    cards_of = [eval7.Card(name(card)) for card in DECK]
    return lambda cards: eval7.evaluate([cards_of[card] for card in cards])


def by_pokerkit(kind: str = "RegularLowHand") -> Theirs:
    """Ace to five, straights and flushes ignored."""
    hand = getattr(pytest.importorskip("pokerkit"), kind)
    return lambda cards: hand(text(cards).replace(" ", ""))


def strengths(pairs: list[tuple[int, object]]) -> int:
    """Returns how many; of any two hands the same one must be better in both, or neither."""
    theirs = dict(pairs)
    assert all(theirs[ours] == their for ours, their in pairs)
    assert all(theirs[worse] < theirs[better] for worse, better in pairwise(sorted(theirs)))
    return len(theirs)


def of_all_ranks(suit_classes: SuitClasses) -> list[Cards]:
    """Hands of five for all ranks that they may have, in the fewest suits and in the most."""
    hands = [cards for cards, _ in suit_classes(5)]
    found = [{tuple(sorted(map(rank, hand))): hand for hand in way} for way in (hands, hands[::-1])]
    return [hand for way in found for hand in way.values()]


@pytest.mark.parametrize("evaluator", [by_phevaluator, by_eval7])
def test_all_hands_have_the_order_of_other_evaluators(
    evaluator: Callable[[], Theirs], suit_classes: SuitClasses
) -> None:
    theirs = evaluator()
    hands = [cards for cards, _ in suit_classes(5)]
    assert strengths([(high_score(mask(hand)), theirs(hand)) for hand in hands]) == 7462


def test_all_lows_have_the_order_of_other_evaluators(suit_classes: SuitClasses) -> None:
    theirs = by_pokerkit()
    hands = of_all_ranks(suit_classes)
    # Five of 13 ranks, with repetition, except five of a kind.
    assert strengths([(ace_to_five_low(mask(hand)), theirs(hand)) for hand in hands]) == 6188 - 13


def test_rule_15a_others_find_the_same_lows_eight_or_better(suit_classes: SuitClasses) -> None:
    theirs, found = by_pokerkit("EightOrBetterLowHand"), 0
    for hand in of_all_ranks(suit_classes):
        if ace_to_five_low(mask(hand)) >= low_floor("8"):
            theirs(hand)
            found += 1
        else:
            with pytest.raises(ValueError, match="invalid"):
                theirs(hand)
    assert found == 2 * 56


@pytest.mark.parametrize("held", range(1, 6))
@pytest.mark.parametrize(
    "evaluator, best, deals",
    [(by_phevaluator, best_high, 1500), (by_eval7, best_high, 1500), (by_pokerkit, best_low, 300)],
)
def test_rule_14_no_choice_of_the_board_is_better_to_others(
    evaluator: Callable[[], Theirs], best: Callable, deals: int, held: int
) -> None:
    theirs, rng, pairs = evaluator(), Random(held), []
    for _ in range(deals):
        cards = rng.sample(DECK, held + 4)
        hand, board = cards[:held], cards[held:]
        made = best(hand, board)
        top = max(theirs([*hand, *chosen]) for chosen in combinations(board, 5 - held))
        assert theirs(made.cards) == top
        pairs.append((made.score, top))
    assert strengths(pairs) > 100


def test_without_the_option_the_wheel_is_the_lowest_ace_high_hand(
    suit_classes: SuitClasses,
) -> None:
    score = partial(high_score, wheel_straight=False)
    for hand, _ in suit_classes(5):
        if set(map(rank, hand)) != {12, 0, 1, 2, 3}:
            assert score(mask(hand)) == high_score(mask(hand))
    for lower, wheel, higher in (
        ("Ks Qc Jd Th 8s", "As 5c 4d 3h 2s", "As 6c 4d 3h 2s"),
        ("Ks Qs Js Ts 8s", "As 5s 4s 3s 2s", "As 6s 4s 3s 2s"),
    ):
        scores = [score(mask(parse(hand))) for hand in (lower, wheel, higher)]
        assert scores[0] < scores[1] < scores[2]
