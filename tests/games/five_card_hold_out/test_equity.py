"""Five Card Hold Out: the showdown kernel against the rule, shares of a pot against plain sums."""

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations
from math import comb
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from croupier.cards.card import DECK, Card, mask, parse
from croupier.cards.hands import CATEGORY
from croupier.errors import RuleError
from croupier.games.five_card_hold_out.equity import equity
from croupier.games.five_card_hold_out.loops.showdowns import showdowns
from croupier.games.five_card_hold_out.rules import MODES, best_high, best_low, low_floor
from croupier.odds.poker import Deals, Equity, Showdown, Unknown

Cards = tuple[Card, ...]


def pot(*hands: str, board: str = "", **more: str) -> Showdown:
    dead = parse(more.pop("dead", ""))
    return Showdown(tuple(map(parse, hands)), parse(board), dead, **more)


@pytest.mark.parametrize("wheel", [True, False])
@pytest.mark.parametrize("held", range(1, 6))
def test_the_kernel_is_the_rule(held: int, wheel: bool) -> None:
    rng = Random(held)
    deals = [rng.sample(DECK, held + rng.randint(5 - held, 4)) for _ in range(3000)]
    hands = np.array([mask(deal[:held]) for deal in deals], np.int64)
    boards = np.array([mask(deal[held:]) for deal in deals], np.int64)
    highs, lows = showdowns(hands, boards, wheel)
    assert highs.tolist() == [best_high(deal[:held], deal[held:], wheel).score for deal in deals]
    assert lows.tolist() == [best_low(deal[:held], deal[held:]).score for deal in deals]


@pytest.mark.parametrize("wheel", [True, False])
def test_the_kernel_counts_all_hands_of_five(wheel: bool) -> None:
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.int64)
    hands = (1 << cards.reshape(-1, 5)).sum(axis=1)
    highs, lows = showdowns(hands, np.zeros_like(hands), wheel)
    # As any book on poker counts them, from a straight flush down.
    known = [40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540]
    if not wheel:  # then 4 are flushes, and the other 1,020 of 4^5 are ace high
        known[0], known[3], known[4], known[8] = 36, 5112, 10200 - 1020, 1302540 + 1020
    assert np.bincount(highs >> CATEGORY).tolist() == known[::-1]
    for ranks in range(5, 14):  # five different ones of these, in any suits
        qualifier = {11: "J", 12: "Q", 13: "K"}.get(ranks, str(ranks))
        assert (lows >= low_floor(qualifier)).sum() == comb(ranks, 5) * 4**5


class Shares(NamedTuple):
    pot: list[Fraction]
    high: list[Fraction]
    low: list[Fraction]
    scoop: list[Fraction]
    tie: list[Fraction]


def winners(scores: list[int], floor: int = 0) -> list[int]:
    top = max(scores)
    return [seat for seat, score in enumerate(scores) if score == top >= floor]


def plain(given: Showdown) -> Shares:
    """By the rule itself, board by board, in fractions."""
    hands = given.known
    shares = Shares(*([Fraction(0)] * len(hands) for _ in range(5)))
    missing = list(combinations(given.unseen, 4 - len(given.board)))
    for rest in missing:
        board = (*given.board, *rest)
        wheel = given.wheel_straight
        highs = winners([best_high(hand, board, wheel).score for hand in hands])
        floor = low_floor(given.qualifier) if given.mode == "hilo" else 0
        lows = winners([best_low(hand, board).score for hand in hands], floor)
        if given.mode == "high" or not lows:
            parts = [(shares.high, highs, Fraction(1))]
        elif given.mode == "low":
            parts = [(shares.low, lows, Fraction(1))]
        else:
            parts = [(shares.high, highs, Fraction(1, 2)), (shares.low, lows, Fraction(1, 2))]
        for seat in range(len(hands)):
            got = Fraction(0)
            for column, won, part in parts:
                if seat in won:
                    column[seat] += Fraction(1, len(won) * len(missing))
                    got += part / len(won)
            shares.pot[seat] += got / len(missing)
            shares.scoop[seat] += Fraction(got == 1, len(missing))
            tied = any(seat in won and len(won) > 1 for _, won, _ in parts)
            shares.tie[seat] += Fraction(tied, len(missing))
    return shares


def same(found: Equity, expected: Shares) -> bool:
    return Shares(*found[:5]) == expected


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("known", [4, 3, 2])
def test_equity_is_what_plain_counting_finds(mode: str, known: int) -> None:
    rng = Random(f"{mode} {known}")
    seen = Counter[int]()
    for number in range(12 if known > 2 else 4):
        cards = tuple(rng.sample(DECK, 52))
        board, cards = cards[:known], cards[known:]
        hands = []
        for _ in range(2 + number % 2):
            size = rng.randint(1, 5)
            seen[size] += 1
            hands.append(cards[:size])
            cards = cards[size:]
        dead = cards[: rng.randint(12, 20)] if known == 2 else cards[: rng.randint(0, 3)]
        qualifier = rng.choice(["none", "5", "7", "8", "9", "10", "T", "J", "K"])
        given = Showdown(tuple(hands), board, dead, mode, qualifier, rng.random() < 0.5)
        found = equity(given)
        assert same(found, plain(given)), given
        assert sum(found.pot) == 1 and found.squared_errors is None
        assert found.dealt == comb(len(given.unseen), 4 - known)
    assert len(seen) >= 4


@pytest.mark.parametrize("mode", MODES)
def test_equity_before_the_flop_is_what_plain_counting_finds(mode: str) -> None:
    """All five sizes at once; most of the deck is dead, so that plain Python can count."""
    cards = tuple(Random(mode).sample(DECK, 52))
    hands = (cards[:1], cards[1:3], cards[3:6], cards[6:10], cards[10:15])
    given = Showdown(hands, (), cards[15:39], mode)
    assert same(equity(given), plain(given)) and len(given.unseen) == 13


@pytest.mark.parametrize(("wheel", "share"), [(True, 1), (False, 0)])
def test_a_wheel_beats_a_pair_of_kings_only_if_it_is_a_straight(wheel: bool, share: int) -> None:
    given = pot("Ah 2c 3d", "Kh Kd", board="4s 5s 9c Jh")
    assert equity(given._replace(wheel_straight=wheel)).pot == [share, 1 - share]


@pytest.mark.slow
def test_equity_over_all_194580_boards_is_what_plain_counting_finds() -> None:
    given = pot("As 4h", "Kd Qd", mode="hilo")
    found = equity(given)
    assert same(found, plain(given)) and found.dealt == comb(48, 4)


def test_a_quarter_of_the_pot() -> None:
    found = equity(pot("Ah 2c", "As 2d Kd Kh", board="3c 4d 5h Kc", mode="hilo"))
    assert found.pot == [1, 0] and found.low == [1, 0]  # K K must play: no low
    found = equity(pot("Ac 2c 6c", "As 2d 6d", board="3c 4d 5h Tc", mode="hilo"))
    assert found.pot == [Fraction(3, 4), Fraction(1, 4)]  # a flush, and 6-4-3-2-A on both sides
    assert found.scoop == [0, 0] and found.tie == [1, 1] and found.low == [Fraction(1, 2)] * 2


def test_without_a_qualifying_low_the_high_takes_all() -> None:
    board = "9c Td Jh Qc"
    for mode, shares in (("hilo", [1, 0]), ("low", [0, 1]), ("high", [1, 0])):
        assert equity(pot("Ks", "2s", board=board, mode=mode)).pot == shares
    halves = equity(pot("Ks", "2s", board=board, mode="hilo", qualifier="none"))
    assert halves.pot == [Fraction(1, 2)] * 2 and halves.scoop == halves.tie == [0, 0]


def test_five_held_cards_ignore_the_board() -> None:
    found = equity(pot("As Ks Qs Js Ts", "2c 3c"))
    assert found.pot == found.scoop == [1, 0] and found.dealt == comb(45, 4)


@pytest.mark.parametrize("mode", MODES)
def test_random_deals_come_near_the_mean_of_all_hands(mode: str) -> None:
    """One unknown card: the mean of the exact shares over every card that it may be."""
    known = pot("8h 7d", board="4s Ah 5c", dead="2c 2d 2h 2s", mode=mode)
    sampled = known._replace(hands=(*known.hands, Unknown(1)))
    each = [equity(known._replace(hands=(*known.hands, (card,)))) for card in known.unseen]
    found = equity(sampled, Deals(40_000, 5))
    assert found.squared_errors is not None
    for seat in range(2):
        exact = sum(one.pot[seat] for one in each) / len(each)
        assert (found.pot[seat] - exact) ** 2 < 25 * found.squared_errors[seat]
        for share, column in ((found.low[seat], "low"), (found.scoop[seat], "scoop")):
            exact = sum(getattr(one, column)[seat] for one in each) / len(each)
            assert (share - exact) ** 2 <= 25 * Fraction(1, 4 * 40_000)
    assert sum(found.pot) == 1 and 0 < found.squared_errors[0] < Fraction(1, 4 * 39_999)


def test_a_seed_determines_the_deals_whatever_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    given = Showdown((parse("As Ah"), Unknown(3), Unknown(5)))
    first = equity(given, Deals(40_000, 7))
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert equity(given, Deals(40_000, 7)) == first != equity(given, Deals(40_000, 8))


@pytest.mark.parametrize(
    "given, code",
    [
        (pot("As"), "hands/count"),
        (pot(*(f"{rank}c" for rank in "23456789TJ")), "hands/count"),
        (pot("As", ""), "cards/held"),
        (pot("As", "2c 3c 4c 5c 6c 7c"), "cards/held"),
        (pot("As", "Kd", board="2c 3c 4c 5c 6c"), "cards/board"),
        (pot("As Kd", "Kd"), "cards/twice"),
        (pot("As", "Kd", board="As"), "cards/twice"),
        (pot("As", "Kd", dead="As"), "cards/twice"),
        (pot("As", "Kd", mode="razz"), "option/mode"),
        (pot("As", "Kd", qualifier="A"), "option/qualifier"),
        (Showdown((DECK[:5], DECK[5:10]), (), DECK[13:]), "cards/few"),
        (Showdown((DECK[:5], Unknown(6))), "cards/held"),
        (Showdown((DECK[:5], Unknown(5)), dead=DECK[13:]), "cards/few"),
    ],
)
def test_what_is_impossible_is_refused(given: Showdown, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        equity(given)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "deals, code",
    [
        (Deals(1), "deals/trials"),
        (Deals(10**7 + 1), "deals/trials"),
        (Deals(seed=-1), "deals/seed"),
        (Deals(seed=1 << 64), "deals/seed"),
    ],
)
def test_deals_have_bounds(deals: Deals, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        equity(Showdown((parse("As"), Unknown(2))), deals)
    assert refused.value.code == code
