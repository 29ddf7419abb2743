"""Figures from counts: by hand, on a few counts."""

from fractions import Fraction

import pytest

from croupier.odds.figures import Distribution, Odds, WagerOdds, distribution

COIN = Distribution({1: 1, -1: 1})
LOPSIDED = Distribution({-1: 5, 0: 2, 3: 1})


def test_a_fair_coin() -> None:
    assert (COIN.total, COIN.mean, COIN.variance) == (2, 0, 1)
    assert (COIN.win, COIN.push, COIN.lose) == (Fraction(1, 2), 0, Fraction(1, 2))


def test_an_uneven_game() -> None:
    assert LOPSIDED.total == 8
    assert LOPSIDED.mean == Fraction(-2, 8)
    assert LOPSIDED.variance == Fraction(5 + 9, 8) - Fraction(1, 16)
    assert (LOPSIDED.win, LOPSIDED.push, LOPSIDED.lose) == (
        Fraction(1, 8),
        Fraction(2, 8),
        Fraction(5, 8),
    )


def test_one_result_has_no_variance() -> None:
    sure = Distribution({-3: 7})
    assert (sure.mean, sure.variance, sure.lose) == (-3, 0, 1)


def test_figures_are_fractions_for_counts_of_any_size() -> None:
    many = Distribution({1: 10**40, -1: 10**40 + 1})
    assert many.mean == Fraction(-1, 2 * 10**40 + 1)
    assert many.win + many.push + many.lose == 1
    for figure in (many.mean, many.variance, many.win, many.push, many.lose):
        assert isinstance(figure, Fraction)


@pytest.mark.parametrize("times", [1, 2, 12345])
def test_only_shares_matter(times: int) -> None:
    scaled = Distribution({net: count * times for net, count in LOPSIDED.counts.items()})
    assert (scaled.mean, scaled.variance) == (LOPSIDED.mean, LOPSIDED.variance)


def test_a_chance_of_anything() -> None:
    assert LOPSIDED.chance(lambda net: net >= 0) == Fraction(3, 8)
    assert LOPSIDED.chance(lambda net: net > 3) == 0


def test_spread_joins_scores_that_pay_the_same() -> None:
    found = distribution({10: 4, 11: 6, 12: 0, 13: 1}, lambda score: 5 if score > 12 else -1)
    assert dict(found.counts) == {-1: 10, 5: 1}


def test_a_pay_that_never_occurs_is_not_a_result() -> None:
    assert dict(distribution({1: 0, 2: 3}, lambda score: score).counts) == {2: 3}


def test_a_wager_hits_when_it_pays() -> None:
    assert WagerOdds("AB-01", LOPSIDED).hit == Fraction(1, 8)


def test_edge_and_element_of_risk() -> None:
    odds = Odds(
        game="a game",
        posted={},
        options={},
        unit="ante",
        results=LOPSIDED,
        wagered=Fraction(5, 2),
        initial=1,
        decisions={},
        wagers={},
    )
    assert odds.net == Fraction(-1, 4)
    assert odds.house_edge == Fraction(1, 4)
    assert odds.element_of_risk == Fraction(1, 10)
