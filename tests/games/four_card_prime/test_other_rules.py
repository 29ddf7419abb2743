"""The rules alone decide what is won: under another rule, every exact figure follows it."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from croupier.cards.card import DECK, mask, parse
from croupier.cards.hands import best_four
from croupier.errors import RuleError
from croupier.games.four_card_prime import choices, exact, guide, report, rules
from croupier.games.four_card_prime.counts import counted
from croupier.games.four_card_prime.loops.rounds import choice_place
from croupier.games.four_card_prime.rules import TIMES
from croupier.games.four_card_prime.values import values
from croupier.odds.hand_counts import five_card_counts
from croupier.odds.solve import State
from croupier.rules.vocabulary import EachSeat
from croupier.table.table import Table, open_table
from tests.odds import reference
from tests.odds.test_small_deck import MAIN, UNIT, check_prime, nets, shares

COPIES = parse("Ac Ad Ah As Kc Kd Qh Qs 3c 5d 7h")
PAID_COPIES = parse("7c 8c 9c Tc 7d 8d 9d Td 2h 4h 3s")  # straights, flushes, straight flushes
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


def test_copies_that_the_rule_does_not_mark_pay_the_bad_beat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Then the house's option for copies decides nothing, in the round and in the figures."""
    house = open_table("four-card-prime", options={"bad_beat_on_copy": False})
    before = exact.bad_beat(house, counted(house, sorted(PAID_COPIES)))
    monkeypatch.setattr(rules, "copied", lambda player, dealer: False)
    results = exact.bad_beat(house, counted(house, sorted(PAID_COPIES)))
    stakes = {rules.ANTE: UNIT, rules.BAD_BEAT: UNIT}
    plain = reference.solve(house, stakes, PAID_COPIES, MAIN, order=lambda options: options[:1])
    assert shares(results) == nets(plain, [rules.BAD_BEAT]) != shares(before)
    part = report.bad_beat(house, counted(house, sorted(PAID_COPIES)))
    assert part.net == results.mean and part.total == results.total


TRIPS = best_four(mask(parse("Ac Ad Ah Kc Kd")))


@pytest.mark.parametrize(
    "name, rule",
    [
        ("losing_hand", max),
        ("losing_hand", lambda player, dealer: player),
        ("losing_hand", lambda player, dealer: dealer),
        ("losing_hand", lambda player, dealer: 0 if player == dealer else min(player, dealer)),
        ("losing_hand", lambda player, dealer: max(player, dealer) - abs(player - dealer) // 9),
        ("copied", lambda player, dealer: player >= dealer),
        ("copied", lambda player, dealer: player <= dealer),
        ("copied", lambda player, dealer: player == dealer < TRIPS),
    ],
)
def test_another_losing_hand_than_the_lower_one_is_refused(
    name: str, rule: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_table("four-card-prime")
    counts = counted(house, sorted(COPIES))
    monkeypatch.setattr(rules, name, rule)
    for ask in (
        lambda: exact.bad_beat(house, counts),
        lambda: report.bad_beat(house, counts),
        lambda: exact.solve(house, sorted(COPIES)),
        lambda: exact.prepare(house, sorted(COPIES))(house),
    ):
        with pytest.raises(RuleError, match="the lower hand of the two") as caught:
            ask()
        assert caught.value.code == "odds/bad_beat"


def test_a_rule_that_differs_between_distant_hands_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A pair against four of a kind: neighbors alone would not show it."""
    house = open_table("four-card-prime")
    counts = counted(house, sorted(COPIES))
    low, high = int(counts.scores[0]), int(counts.scores[-1])
    rule = rules.losing_hand
    monkeypatch.setattr(
        rules, "losing_hand", lambda *two: high if set(two) == {low, high} else rule(*two)
    )
    with pytest.raises(RuleError, match="the lower hand of the two"):
        exact.bad_beat(house, counts)
