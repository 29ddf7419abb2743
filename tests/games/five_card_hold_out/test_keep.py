"""Five Card Hold Out: what is worth keeping, by the policy and for one hand."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from croupier.cards.card import DECK, Card, mask, parse
from croupier.errors import RuleError
from croupier.games.five_card_hold_out.equity import equity, keeps
from croupier.games.five_card_hold_out.loops.deals import draws, policy_showdowns
from croupier.games.five_card_hold_out.loops.keeps import (
    POT_WORTH,
    Worths,
    boards_worth,
    sets,
    sets_worths,
)
from croupier.games.five_card_hold_out.loops.showdowns import showdowns
from croupier.games.five_card_hold_out.policy import policy_of, stake_of, worths_of
from croupier.games.five_card_hold_out.rules import MODES, best_high, best_low
from croupier.odds.poker import Deals, Showdown, Unknown

HIGH = stake_of("high", "8")
Cards = tuple[Card, ...]


@pytest.fixture(scope="module")
def hands() -> tuple[np.ndarray, ...]:
    """The high and the low of every hand of five, and all scores."""
    fives = sets(5, comb(52, 5))
    highs, lows = showdowns(fives, np.zeros_like(fives), True)
    return highs, lows, np.unique(highs), np.unique(lows)


def against_fives(hands: tuple[np.ndarray, ...], mode: str) -> Worths:
    highs, lows, *scores = hands
    return worths_of(highs, lows, (scores[0], scores[1]), stake_of(mode, "8"))


def worth(worths: Worths, high: int, low: int) -> int:
    place = np.searchsorted(worths.high_scores, high)
    low_place = np.searchsorted(worths.low_scores, low)
    counts = low_place >= worths.floor
    return int(worths.high[place] + (worths.low[low_place] if counts else worths.alone[place]))


def test_all_sets_in_order() -> None:
    for size in (1, 2, 3):
        masks = [mask(cards) for cards in combinations(DECK, size)]
        assert sets(size, len(masks)).tolist() == sorted(masks)


@pytest.mark.parametrize("mode", MODES)
def test_a_hand_is_worth_what_it_takes_from_a_player(
    hands: tuple[np.ndarray, ...], mode: str
) -> None:
    """Opponents one by one, each pot divided by the exact counter; five held cards ignore the
    board.
    """
    rng = Random(mode)
    mine = parse("Qc Qd 6h 7s Ac" if mode == "high" else "3c 5d 6h 7s Ac")
    rest = [card for card in DECK if card not in mine]
    deals = [tuple(rng.sample(rest, 9)) for _ in range(150)]
    pots = [Showdown((mine, deal[:5]), deal[5:], (), mode) for deal in deals]
    total = sum(equity(pot).pot[0] for pot in pots)
    fives = np.array([mask(deal[:5]) for deal in deals])
    highs, lows = showdowns(fives, np.zeros_like(fives), True)
    given = worths_of(highs, lows, (hands[2], hands[3]), stake_of(mode, "8"))
    found = worth(given, best_high(mine, ()).score, best_low(mine, ()).score)
    assert abs(found - POT_WORTH * total / len(deals)) <= 2  # each of two parts is rounded down


@pytest.mark.parametrize("mode", MODES)
def test_four_kept_cards_two_ways(hands: tuple[np.ndarray, ...], mode: str) -> None:
    """By the order of the cards that may come, and board by board."""
    worths = against_fives(hands, mode)
    texts = ("As Ks Qs Js", "2c 3d 4h 5s", "8c 8d 8h 8s", "Ac 3c 7d 9h", "6c 6d Kh Ks")
    four = np.array([mask(parse(cards)) for cards in texts])
    assert sets_worths(four, worths).tolist() == [boards_worth(held, worths) for held in four]


@pytest.mark.parametrize("cards", ["As", "Ac 4d", "2c 3c 4c"])
def test_kept_cards_are_worth_the_mean_of_their_boards(
    hands: tuple[np.ndarray, ...], cards: str
) -> None:
    worths, held = against_fives(hands, "hilo"), parse(cards)
    rng, rest = Random(cards), [card for card in DECK if card not in held]
    boards = [rng.sample(rest, 4) for _ in range(4000)]
    made = [
        worth(worths, best_high(held, board).score, best_low(held, board).score) for board in boards
    ]
    exact = sets_worths(np.array([mask(held)]), worths)[0]
    assert abs(np.mean(made) - exact) < 5 * np.std(made) / len(made) ** 0.5


def test_the_policy_keeps_what_is_worth_most() -> None:
    policy, numbered = policy_of(HIGH), [sets(size, comb(52, size)) for size in range(1, 5)]
    starts = np.cumsum([0, *map(len, numbered)])

    def value(kept: Cards) -> int:
        if len(kept) == 5:
            return worth(policy.worths, best_high(kept, ()).score, 0)
        place = np.searchsorted(numbered[len(kept) - 1], mask(kept))
        return int(policy.kept[starts[len(kept) - 1] + place])

    drawn = draws(3, 0, 800, 52, 9)
    highs, _ = policy_showdowns(drawn, policy)
    deck, sizes = list(DECK), set()
    for trial in range(800):
        for place, on in enumerate(drawn[:, trial]):
            deck[place], deck[place + on] = deck[place + on], deck[place]
        five = sorted(deck[4:9])
        all_keeps = [kept for size in range(1, 6) for kept in combinations(five, size)]
        most = max(map(value, all_keeps))
        best = [kept for kept in all_keeps if value(kept) == most]  # suits may make no difference
        sizes |= set(map(len, best))
        assert highs[trial] in [best_high(kept, deck[:4]).score for kept in best]
    assert sizes >= {2, 3, 4, 5}


@pytest.mark.parametrize(
    "wheel",
    [True, pytest.param(False, marks=pytest.mark.slow)],  # it computes a policy
)
def test_a_keep_has_the_equity_of_its_cards_with_the_discards_dead(wheel: bool) -> None:
    cards = parse("As Ah Kd 7c 2h") if wheel else parse("As 2h 3d 4c Kd")
    stake = stake_of("high", "8", wheel)
    found = {keep.cards: keep for keep in keeps(cards, 2, stake, Deals(60_000, 3))}
    assert len(found) == 31
    for kept in (cards[:2], cards[:3], cards[:4], cards, cards[1:2]):
        dead = tuple(card for card in cards if card not in kept)
        pot = Showdown((kept, Unknown(), Unknown()), (), dead, wheel_straight=wheel)
        other = equity(pot, Deals(60_000, 4))
        assert other.squared_errors is not None
        apart = found[kept].pot - other.pot[0]
        assert apart**2 < 25 * (found[kept].squared_error + other.squared_errors[0])


def test_the_best_keep_comes_first() -> None:
    found = keeps(parse("As Ks Qs Js Ts"), 3, HIGH, Deals(20_000))
    assert found[0].cards == parse("As Ks Qs Js Ts")
    assert found[0].scoop > 1 - Fraction(1, 1000)
    assert found[0].pot == (found[0].scoop + 1) / 2  # another royal flush may tie, none can beat
    shares = [keep.pot for keep in found]
    assert shares == sorted(shares, reverse=True) and len(set(shares)) > 15
    assert keeps(parse("8s 8h 8d Kc 3c"), 1, HIGH, Deals(20_000))[0].cards[:3] == parse("8s 8h 8d")


@pytest.mark.parametrize(
    "cards, opponents, code",
    [
        ("As Ah Kd 7c", 1, "cards/count"),
        ("As Ah Kd 7c 2h 3h", 1, "cards/count"),
        ("As Ah Kd 7c 2h", 0, "hands/count"),
        ("As Ah Kd 7c 2h", 9, "hands/count"),
    ],
)
def test_what_is_impossible_is_refused(cards: str, opponents: int, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        keeps(parse(cards), opponents, HIGH, Deals(100))
    assert refused.value.code == code
