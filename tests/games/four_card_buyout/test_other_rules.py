"""The rules alone decide what a hand wins: the figures follow another rule, or refuse it in words.

The simulator's loop settles every hand by the rule, so it follows all of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from croupier.cards.card import parse
from croupier.errors import RuleError
from croupier.games.figures import figures_of
from croupier.games.four_card_buyout import choices, exact, guide, report, rules
from croupier.games.four_card_buyout.loops import rounds, states, tally
from croupier.odds.figures import MAIN
from croupier.odds.solve import State, values
from croupier.rules.vocabulary import EachSeat, Settle
from croupier.table.table import Table, open_table
from tests.odds import reference
from tests.odds.test_small_deck import (
    BETS,
    BUYOUT_DECKS,
    UNIT,
    buyout_decisions,
    check,
    joint,
    nets,
    shares,
    stock_of,
)
from tests.sim import test_kernels

ONE, SIX = "ultimate-4-card-buyout", "4-card-buyout"
DECK = parse(BUYOUT_DECKS["twice"], decks=6)
Kernel = Callable[..., tuple[int, ...]]
printed: Kernel = rules.settle
printed_bonus: Kernel = rules.settle_bonus


def ties_win(folded: int, bets: int, player: int, dealer: int) -> tuple[int, ...]:
    return printed(folded, bets, player, dealer - (player == dealer))


def ties_lose(folded: int, bets: int, player: int, dealer: int) -> tuple[int, ...]:
    return printed(folded, bets, player, dealer + (player == dealer))


def a_fold_loses_the_first_bet_alone(
    folded: int, bets: int, player: int, dealer: int
) -> tuple[int, ...]:
    return (rules.FOLDED, -1, 0, 0) if folded else printed(folded, bets, player, dealer)


def the_third_bet_pays_double(folded: int, bets: int, player: int, dealer: int) -> tuple[int, ...]:
    why, first, second, third = printed(folded, bets, player, dealer)
    return why, first, second, third * (2 if third > 0 else 1)


def high_ties_win(folded: int, bets: int, player: int, dealer: int) -> tuple[int, ...]:
    return (ties_win if player >= 20 else printed)(folded, bets, player, dealer)


def thirty_points_pay_double(folded: int, bets: int, player: int, dealer: int) -> tuple[int, ...]:
    why, *made = printed(folded, bets, player, dealer)
    return why, *(net * (2 if why == rules.WON and player >= 30 else 1) for net in made)


def a_dealer_of_few_points_does_not_qualify(
    folded: int, bets: int, player: int, dealer: int
) -> tuple[int, ...]:
    why, first, second, third = printed(folded, bets, player, dealer)
    return (why, first, second, third) if folded or dealer >= 13 else (why, first, 0, 0)


FOLLOWED = (ties_win, ties_lose, a_fold_loses_the_first_bet_alone, the_third_bet_pays_double)
REFUSED = (high_ties_win, thirty_points_pay_double, a_dealer_of_few_points_does_not_qualify)


def folds_return_the_bonus(
    folded: int, player: int, cards: int, needs_four: int, table: object
) -> tuple[int, ...]:
    if folded:
        return rules.FOLDED, 0
    return printed_bonus(folded, player, cards, needs_four, table)


def three_cards_are_enough(
    folded: int, player: int, cards: int, needs_four: int, table: object
) -> tuple[int, ...]:
    return printed_bonus(folded, player, cards + 1, needs_four, table)


def folds_with_points_keep_the_bonus(
    folded: int, player: int, cards: int, needs_four: int, table: object
) -> tuple[int, ...]:
    why, net = printed_bonus(folded, player, cards, needs_four, table)
    return (why, 0) if folded and player > 10 else (why, net)


def house_by(
    monkeypatch: pytest.MonkeyPatch,
    settle: Kernel = printed,
    settle_bonus: Kernel = printed_bonus,
    game: str = SIX,
    **options: bool,
) -> Table:
    """A table of the game as if its rules had always settled like this."""
    for module in (rules, rounds):
        monkeypatch.setattr(module, "settle", settle)
        monkeypatch.setattr(module, "settle_bonus", settle_bonus)
    house, other = (
        open_table(game, options=options),
        {
            printed: settle,
            printed_bonus: settle_bonus,
        },
    )

    def changed(part: object) -> object:
        if isinstance(part, EachSeat):
            return part._replace(steps=tuple(map(changed, part.steps)))
        if isinstance(part, Settle) and part.kernel in other:
            return part._replace(kernel=other[part.kernel])
        return part

    return replace(house, game=house.game._replace(flow=tuple(map(changed, house.game.flow))))


def solved_as_the_plain_solver_does(house: Table) -> reference.Spread:
    fast = exact.solve(house, stock=stock_of(DECK))
    plain = reference.solve(house, {"first": UNIT, "bonus": UNIT}, DECK, BETS)
    check(fast, plain, BETS, ["first"])
    assert fast.decisions == buyout_decisions(plain)
    assert shares(fast.wagers["bonus"].results) == nets(plain, ["bonus"])
    assert exact.prepare(house, stock_of(DECK))(house)[MAIN] == fast.net
    return plain


@pytest.mark.parametrize("settle", FOLLOWED, ids=lambda rule: rule.__name__)
def test_a_rule_of_other_nets_is_solved(settle: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    before = exact.solve(open_table(SIX), stock=stock_of(DECK)).net
    plain = solved_as_the_plain_solver_does(house_by(monkeypatch, settle))
    assert plain.sum(lambda way: way.net(BETS)) / UNIT != before


@pytest.mark.parametrize("settle", REFUSED, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("game", [ONE, SIX])
def test_what_the_loops_cannot_count_is_refused_in_words(
    game: str, settle: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, stock = house_by(monkeypatch, settle, game=game), stock_of(DECK)
    state = State(parse("Ks Qs"), parse("8h")[0], parse("2d")[0])
    for ask in (
        lambda: exact.solve(house, stock),
        lambda: exact.prepare(house, stock),
        lambda: exact.net(house),
        lambda: exact.net_by_wager(house),
        lambda: exact.worths(house, list(DECK)),
        lambda: values(house, state),
        lambda: choices.optimal(house),
    ):
        with pytest.raises(RuleError, match="rounds of Buyout are counted where") as caught:
            ask()
        assert caught.value.code == "odds/settlement"


@pytest.mark.parametrize(
    "rule", [folds_return_the_bonus, three_cards_are_enough], ids=lambda rule: rule.__name__
)
def test_another_rule_of_the_bonus_is_followed(
    rule: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = exact.prepare(
        house := open_table(SIX, options={"bonus_requires_four_cards": True}), stock_of(DECK)
    )(house)
    house = house_by(monkeypatch, settle_bonus=rule, bonus_requires_four_cards=True)
    solved_as_the_plain_solver_does(house)
    wanted = (*BETS, "bonus")
    plain = reference.solve(house, {"first": UNIT, "bonus": UNIT}, DECK, wanted)
    assert joint(house, stock_of(DECK), 1) == plain.shares(
        lambda way: (way.net(BETS) // UNIT, way.net(["bonus"]) // UNIT)
    )
    assert exact.prepare(house, stock_of(DECK))(house) != before


def test_a_folded_bonus_that_depends_on_the_hand_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = house_by(monkeypatch, settle_bonus=folds_with_points_keep_the_bonus)
    price = exact.prepare(house, stock_of(DECK))
    for ask in (lambda: exact.solve(house, stock_of(DECK)), lambda: price(house)):
        with pytest.raises(RuleError, match="a folded hand's bonus") as caught:
            ask()
        assert caught.value.code == "odds/settlement"


def test_the_extremes_that_the_simulator_counts_follow_every_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = house_by(monkeypatch, thirty_points_pay_double, folds_with_points_keep_the_bonus)
    assert report.bet_extremes() == [(-1, 2)] * 3
    reach = figures_of(SIX).layout.reach(house, 1)
    assert [reach[column] for column in (rounds.FIRST, rounds.SECOND)] == [(-1, 2), (-1, 2)]


def one_more_bet(cards: int) -> int:
    return cards


def never_folded(kept: int) -> int:
    return 1 << rules.REFUSE | 1 << rules.BUY


def refused_without_points(kept: int) -> int:
    return 1 << rules.FOLD | 1 << rules.REFUSE | 1 << rules.BUY


def bought_without_points(kept: int, made: int) -> int:
    return 1 << rules.FOLD | rules.playable(kept) << rules.REFUSE | 1 << rules.BUY


@pytest.mark.parametrize(
    "name, rule, code",
    [
        ("bets_on", one_more_bet, "odds/bets"),
        ("bets_on", lambda cards: 1, "odds/bets"),
        ("third_options", never_folded, "odds/legal"),
        ("third_options", refused_without_points, "odds/legal"),
        ("fourth_options", bought_without_points, "odds/legal"),
    ],
)
def test_other_bets_and_options_that_the_loops_cannot_count_are_refused(
    name: str, rule: Callable[..., int], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_table(SIX)
    monkeypatch.setattr(rules, name, rule)
    for ask in (
        lambda: exact.solve(house, stock_of(DECK)),
        lambda: exact.prepare(house, stock_of(DECK)),
        lambda: choices.optimal(house),
        lambda: guide.playbook(house),
    ):
        with pytest.raises(RuleError, match="rounds of Buyout are counted where") as caught:
            ask()
        assert caught.value.code == code


@pytest.fixture
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The solver's loops as plain Python, which calls the rules as they are now."""

    def sum_up(row: np.ndarray) -> None:
        row[:] = np.cumsum(row) - row

    monkeypatch.setattr(exact, "upcard_states", states.upcard_states.py_func)
    monkeypatch.setattr(exact, "best_play", states.best_play.py_func)
    monkeypatch.setattr(states, "dealer_tables", tally.dealer_tables.py_func)
    monkeypatch.setattr(tally, "sum_up", sum_up)  # in Python, its loop would take a minute
    exact.states.cache_clear()
    yield
    exact.states.cache_clear()


def draws_below_25(first_four: int) -> bool:
    return first_four < 25


def no_third_card_beside_many_points(kept: int) -> int:
    return 1 << rules.FOLD | rules.playable(kept) << rules.REFUSE | (kept < 12) << rules.BUY


def no_fourth_card_that_adds_nothing(kept: int, made: int) -> int:
    may_buy = rules.playable(made) and made > kept
    return 1 << rules.FOLD | rules.playable(kept) << rules.REFUSE | may_buy << rules.BUY


@pytest.mark.slow  # loops that are not compiled
@pytest.mark.usefixtures("_uncompiled")
@pytest.mark.parametrize(
    "name, rule",
    [
        ("dealer_draws", draws_below_25),
        ("third_options", no_third_card_beside_many_points),
        ("fourth_options", no_fourth_card_that_adds_nothing),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_other_draws_and_options_are_solved(
    name: str, rule: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = exact.solve(open_table(SIX), stock=stock_of(DECK))
    monkeypatch.setattr(rules, name, rule)
    monkeypatch.setattr(tally, "dealer_draws", rules.dealer_draws)
    exact.states.cache_clear()
    house = open_table(SIX)
    solved_as_the_plain_solver_does(house)
    assert exact.solve(house, stock=stock_of(DECK)) != before


@pytest.mark.parametrize("settle", [*FOLLOWED, *REFUSED], ids=lambda rule: rule.__name__)
def test_the_simulator_follows_every_rule(settle: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop itself, not compiled: it calls the rule and states nothing of it."""
    monkeypatch.setitem(test_kernels.COMPILED, rounds.play, rounds.play)
    rng = np.random.default_rng(len(settle.__name__))
    for bonus in (folds_return_the_bonus, three_cards_are_enough, folds_with_points_keep_the_bonus):
        house = house_by(monkeypatch, settle, bonus, bonus_requires_four_cards=True)
        for seats in (1, 3):
            for _ in range(15):
                test_kernels.compare(house, seats, rng)


@pytest.mark.parametrize(
    "name, rule",
    [
        ("dealer_draws", draws_below_25),
        ("third_options", no_third_card_beside_many_points),
        ("third_options", refused_without_points),
        ("fourth_options", no_fourth_card_that_adds_nothing),
        ("fourth_options", bought_without_points),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_simulator_follows_other_draws_and_options(
    name: str, rule: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(test_kernels.COMPILED, rounds.play, rounds.play)
    monkeypatch.setattr(rules, name, rule)
    monkeypatch.setattr(rounds, "dealer_draws", rules.dealer_draws)
    rng = np.random.default_rng(5)
    for _ in range(25):
        test_kernels.compare(open_table(SIX), 2, rng)
