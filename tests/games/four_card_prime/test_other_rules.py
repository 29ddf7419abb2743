"""The rules alone decide what is won: under another rule, every exact figure follows it."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from croupier.cards.card import DECK, mask, parse
from croupier.errors import RuleError
from croupier.games.four_card_prime import choices, exact, guide, report, rules
from croupier.games.four_card_prime.counts import TIMES, counted
from croupier.games.four_card_prime.loops.rounds import choice_place
from croupier.games.four_card_prime.values import values
from croupier.odds.hand_counts import five_card_counts
from croupier.odds.solve import State
from croupier.rules.vocabulary import EachSeat
from croupier.table.table import Table, open_table
from tests.odds.test_small_deck import check_prime

COPIES = parse("Ac Ad Ah As Kc Kd Qh Qs 3c 5d 7h")
Kernel = Callable[..., tuple[int, int, int]]
printed: Kernel = rules.settle


def copies_lose(raised: int, player: int, dealer: int, *tables: object) -> tuple[int, int, int]:
    return printed(raised, player, dealer + (player == dealer), *tables)


def copies_push(raised: int, player: int, dealer: int, *tables: object) -> tuple[int, int, int]:
    if raised and player == dealer:
        return rules.COPIED, 0, 0
    return printed(raised, player, dealer, *tables)


def played_by(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table of the game as if its rules had always settled like this."""
    monkeypatch.setattr(rules, "settle", kernel)
    house = open_table("four-card-prime")
    *first, main, last = house.game.flow
    assert isinstance(main, EachSeat)
    steps = tuple(
        step._replace(kernel=kernel) if step is rules.MAIN else step for step in main.steps
    )
    flow = (*first, main._replace(steps=steps), last)
    return replace(house, game=house.game._replace(flow=flow))


def test_a_rule_by_which_copies_lose_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    before = exact.solve(open_table("four-card-prime"), sorted(COPIES)).net
    house = played_by(copies_lose, monkeypatch)
    check_prime(house, COPIES)
    assert exact.solve(house, sorted(COPIES)).net < before


def test_a_copy_that_neither_wins_nor_loses_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    house = played_by(copies_push, monkeypatch)
    with pytest.raises(RuleError, match="neither as a win nor as a loss") as caught:
        exact.solve(house, sorted(COPIES))
    assert caught.value.code == "odds/copies"


@pytest.mark.slow  # recounts the whole deck
def test_all_figures_of_the_whole_deck_follow_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best raises, the rules to memorize, and the nets by wager, each computed separately."""
    house = played_by(copies_lose, monkeypatch)
    table, rng = choices.optimal(house)["raise"], Random(1)
    for _ in range(100):
        *cards, up = rng.sample(DECK, 6)
        worth = [each.net for each in values(house, State(tuple(cards), up), [*cards, up])]
        assert table[choice_place(mask(cards), up)] == worth.index(max(worth)), (cards, up)
    net = exact.net(house)
    assert sum(exact.net_by_wager(house).values()) == net
    seen = guide.situations()
    worth = guide.choice_of(house, seen).worth
    total = int(seen.hands.sum()) * counted(house).dealers
    grouped = Fraction(int(worth.max(axis=1).sum()), total)  # hands that look the same to a person
    assert max(int(worth[:, times].sum()) for times in TIMES) < grouped * total <= net * total
    assert net - grouped < Fraction(1, 1000)
    (sheet,) = report.results(house)
    assert {"raise 1x, won", "raise 1x, beaten or copied"} <= {row[0] for row in sheet.rows}


def side_means(house: Table) -> dict[str, Fraction]:
    results = exact.side_results(house, counted(house), five_card_counts())
    return {wager: result.mean for wager, result in results.items()}


@pytest.mark.parametrize(
    "kernel, wagers",
    [
        ("pays", {rules.ACES_BABY, rules.PRIME}),
        ("settle_bad_beat", {rules.BAD_BEAT}),
        ("settle_jackpot", {rules.FIVE_CARD_JACKPOT}),
        ("settle_envy_jackpot", {rules.FOUR_CARD_JACKPOT}),
    ],
)
def test_the_rule_alone_decides_what_a_side_wager_nets(
    kernel: str, wagers: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under a rule that takes one unit more from every hand, the exact figure falls by one."""
    house = open_table("four-card-prime")
    before, rule = side_means(house), getattr(rules, kernel)

    def dearer(*told: object) -> tuple[int, ...]:
        why, net, *rest = rule(*told)
        return why, net - 1, *rest

    monkeypatch.setattr(rules, kernel, dearer)
    assert side_means(house) == {w: mean - (w in wagers) for w, mean in before.items()}
