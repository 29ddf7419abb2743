"""The rules alone decide what a hand wins: the figures follow another rule, or refuse it in words.

The simulator's loop settles every hand by the rule, so it follows all of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from croupier.cards.card import parse
from croupier.cards.hands import CATEGORY, THREE_FLUSH
from croupier.errors import RuleError
from croupier.games.four_card_split import choices, exact, guide, report, rules
from croupier.games.four_card_split.loops import rounds
from croupier.odds.figures import MAIN
from croupier.odds.solve import State, values
from croupier.rules.paytable import prize
from croupier.rules.vocabulary import EachSeat, Settle
from croupier.table.table import Table, open_table
from tests.games.four_card_split.tables import V1, V2
from tests.odds.test_small_deck import check_split_odds, check_worth
from tests.sim import test_kernels

DECK = parse("As Ks Qs 2s Ad Ah 7d 7c 3h 9c")
PAIRS = parse("Kc Kd Qh Qs Jc Jd 9h 9s 2c 2d")  # copies, and dealers who do not qualify
Nets = tuple[int, int, int]
Kernel = Callable[..., Nets]
printed: Kernel = rules.settle_hand


def settled_as_printed(played: int, instant: int) -> bool:
    return bool(instant) or not played


def kinder(
    played: int, instant: int, player: int, dealer: int, qualified: int, *tables: object
) -> Nets:
    """Copies win even money on both bets, and an unqualified dealer takes no ante."""
    if not settled_as_printed(played, instant):
        if player == dealer:
            return (rules.WON, 1, 1) if qualified else (rules.WON_ANTE, 1, 0)
        if player < dealer and not qualified:
            return rules.PUSHED_ANTE, 0, 0
    return printed(played, instant, player, dealer, qualified, *tables)


def copies_lose(
    played: int, instant: int, player: int, dealer: int, qualified: int, *tables: object
) -> Nets:
    higher = dealer + (player == dealer and not settled_as_printed(played, instant))
    return printed(played, instant, player, higher, qualified, *tables)


def copies_win_by_the_table(
    played: int, instant: int, player: int, dealer: int, qualified: int, *tables: object
) -> Nets:
    lower = dealer - (player == dealer and not settled_as_printed(played, instant))
    return printed(played, instant, player, lower, qualified, *tables)


def unqualified_wins_pay_even_money(
    played: int, instant: int, player: int, dealer: int, qualified: int, *tables: object
) -> Nets:
    why, ante, play = printed(played, instant, player, dealer, qualified, *tables)
    return why, (1 if why == rules.WON_ANTE else ante), play


def play_bets_are_paid_by_the_table(
    played: int,
    instant: int,
    player: int,
    dealer: int,
    qualified: int,
    drawn: object,
    *rest: object,
) -> Nets:
    why, ante, play = printed(played, instant, player, dealer, qualified, drawn, *rest)
    return why, ante, (ante if why == rules.WON else play)


def aces_win_copies(
    played: int, instant: int, player: int, dealer: int, qualified: int, *tables: object
) -> Nets:
    if player == dealer == int(rules.three_of(parse("As Ad Ks"))):
        return copies_win_by_the_table(played, instant, player, dealer, qualified, *tables)
    return printed(played, instant, player, dealer, qualified, *tables)


def folds_are_free_if_the_dealer_does_not_qualify(
    played: int, instant: int, player: int, dealer: int, qualified: int, *tables: object
) -> Nets:
    why, ante, play = printed(played, instant, player, dealer, qualified, *tables)
    return why, (0 if why == rules.FOLDED and not qualified else ante), play


def instant_winners_are_paid_more_against_a_low_dealer(
    played: int, instant: int, player: int, dealer: int, qualified: int, *tables: object
) -> Nets:
    why, ante, play = printed(played, instant, player, dealer, qualified, *tables)
    return why, ante + (why == rules.INSTANT and not qualified), play


REFUSED: dict[str, tuple[str, Callable[..., object], str]] = {
    "copies win by the table": ("settle_hand", copies_win_by_the_table, "odds/settlement"),
    "unqualified wins pay even money": (
        "settle_hand",
        unqualified_wins_pay_even_money,
        "odds/settlement",
    ),
    "play bets are paid by the table": (
        "settle_hand",
        play_bets_are_paid_by_the_table,
        "odds/settlement",
    ),
    "only aces win copies": ("settle_hand", aces_win_copies, "odds/settlement"),
    "folds are free if the dealer does not qualify": (
        "settle_hand",
        folds_are_free_if_the_dealer_does_not_qualify,
        "odds/settlement",
    ),
    "instant winners are paid more against a low dealer": (
        "settle_hand",
        instant_winners_are_paid_more_against_a_low_dealer,
        "odds/settlement",
    ),
    "the dealer qualifies below a flush only": (
        "qualifies",
        lambda score, qualifier: qualifier <= score < THREE_FLUSH << CATEGORY,
        "odds/ranking",
    ),
    "only a flush wins at once": (
        "instant_winner",
        lambda score: score >> CATEGORY == THREE_FLUSH,
        "odds/ranking",
    ),
    "an instant winner may be folded": (
        "legal_ways",
        lambda *threes: (1 << rules.WAYS + 1) - 1,
        "odds/legal",
    ),
    "an instant winner need not be the first hand": (
        "legal_ways",
        lambda *threes: (1 << rules.WAYS) - 1 if any(threes) else (1 << rules.WAYS + 1) - 1,
        "odds/legal",
    ),
}


@pytest.fixture(autouse=True)
def _names_no_split_of_another_rule() -> Iterator[None]:
    rules.splits_of.cache_clear()
    yield
    rules.splits_of.cache_clear()


def played_by(kernel: Kernel, version: str, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table of the game as if its rules had always settled a hand like this."""
    monkeypatch.setattr(rules, "settle_hand", kernel)
    monkeypatch.setattr(rounds, "settle_hand", kernel)
    house = open_table(version)

    def changed(part: object) -> object:
        if isinstance(part, EachSeat):
            return part._replace(steps=tuple(map(changed, part.steps)))
        if isinstance(part, Settle) and part.kernel is printed:
            return part._replace(kernel=kernel)
        return part

    return replace(house, game=house.game._replace(flow=tuple(map(changed, house.game.flow))))


@pytest.mark.slow  # the plain solver takes half a minute
def test_a_rule_of_other_nets_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    before = exact.solve(open_table(V2), sorted(PAIRS)).net
    house = played_by(kinder, V2, monkeypatch)
    plain = check_split_odds(house, PAIRS)
    check_worth(house, PAIRS, plain)
    net = exact.solve(house, sorted(PAIRS)).net
    assert exact.prepare(house, sorted(PAIRS))(house)[MAIN] == net > before


@pytest.mark.slow  # the plain solver takes ten seconds
def test_a_rule_by_which_copies_lose_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    house = played_by(copies_lose, V1, monkeypatch)
    check_split_odds(house, PAIRS)


@pytest.mark.slow  # it counts the whole deck
@pytest.mark.parametrize(
    "qualifies", [lambda score, qualifier: True, lambda score, qualifier: False]
)
def test_another_qualifier_is_followed(
    qualifies: Callable[[int, int], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An ante against a dealer who never qualifies: all plays are returned."""
    monkeypatch.setattr(rules, "qualifies", qualifies)
    house = open_table(V2)
    odds = exact.solve(house, sorted(DECK))
    assert exact.prepare(house, sorted(DECK))(house)[MAIN] == odds.net
    found = report.antes(house, sorted(DECK))
    assert found.played > 0 and (found.play == 0) is not qualifies(0, 0)


@pytest.mark.parametrize("rule", REFUSED)
@pytest.mark.parametrize("version", [V1, V2])
def test_what_the_loops_cannot_count_is_refused_in_words(
    version: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, changed, code = REFUSED[rule]
    house, deck = open_table(version), sorted(DECK)
    monkeypatch.setattr(rules, name, changed)
    for ask in (
        lambda: exact.solve(house, deck),
        lambda: exact.prepare(house, deck),
        lambda: exact.net(house),
        lambda: exact.worths(house, deck),
        lambda: report.antes(house, deck),
        lambda: choices.optimal(house),
    ):
        with pytest.raises(RuleError, match="hands of 4 Card Split are counted where") as caught:
            ask()
        assert caught.value.code == code


def test_ways_counted_together_are_refused_if_folding_all_four_costs_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, deck = open_table(V2), sorted(DECK)
    before = exact.prepare(house, deck)(house)[MAIN]
    monkeypatch.setattr(rules, "settle_all_folded", lambda: (rules.FOLDED_ALL, 1, 2))
    for ask in (
        lambda: exact.solve(house, deck),
        lambda: exact.worths(house, deck),
        lambda: report.antes(house, deck),
        lambda: guide.states_of(house),
    ):
        with pytest.raises(RuleError, match="folding all four cards costs other") as caught:
            ask()
        assert caught.value.code == "odds/settlement"
    assert exact.prepare(house, deck)(house)[MAIN] > before  # each way is priced by itself


AT_ONCE = (
    ("folds are free if the dealer does not qualify", "Ks 9d 7c 2h"),
    ("instant winners are paid more against a low dealer", "As Ks Qs 2d"),
    ("an instant winner may be folded", "As Ks Qs 2d"),
    ("an instant winner need not be the first hand", "As Ks Qs 2d"),
)


@pytest.mark.parametrize("rule, cards", AT_ONCE)
def test_the_value_of_a_hand_is_refused_where_it_would_not_follow(
    rule: str, cards: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, changed, code = REFUSED[rule]
    state = State(parse(cards), parse("8h")[0])
    assert values(open_table(V2), state)
    monkeypatch.setattr(rules, name, changed)
    with pytest.raises(RuleError, match="hands of 4 Card Split are counted where") as caught:
        values(open_table(V2), state)
    assert caught.value.code == code


def test_a_table_priced_from_counts_is_refused_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    house = open_table(V2)
    price = exact.prepare(house, sorted(DECK))
    monkeypatch.setattr(rules, "settle_hand", copies_win_by_the_table)
    with pytest.raises(RuleError, match="only a higher hand is paid by the ante table"):
        price(house)


def test_a_blind_that_is_not_paid_by_row_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    house, deck = open_table(V2), sorted(DECK)
    scores = exact.scores_of(house, deck)
    kept, hands = exact.played(house, scores), exact.four_card_counts(deck)
    low, high = sorted(hands)[:2]
    before = exact.blind_results(house, hands)

    def one_hand_pays(score: int, table: rules.Steps) -> tuple[int, int]:
        return rules.PAID, prize(table, score) + (score == high)

    monkeypatch.setattr(rules, "settle_blind", one_hand_pays)
    assert prize(house.steps("blind"), low) == prize(house.steps("blind"), high)
    assert exact.blind_results(house, hands).mean > before.mean
    with pytest.raises(RuleError, match="what the blind is paid depends on more than its row"):
        exact.joint_results(house, scores, kept)


def test_the_report_refuses_antes_that_depend_on_the_qualifier(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = played_by(kinder, V2, monkeypatch)
    found = report.antes(house, sorted(DECK))
    with pytest.raises(RuleError, match="depends on whether the dealer qualifies") as caught:
        report.ante_rows(house, found)
    assert caught.value.code == "report/qualifier"


KERNELS = [kinder, *(rule for name, rule, _ in REFUSED.values() if name == "settle_hand")]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_the_simulator_follows_every_rule(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop itself, not compiled: it calls the rule and states nothing of it."""
    monkeypatch.setitem(test_kernels.COMPILED, rounds.play, rounds.play)
    rng = np.random.default_rng(len(kernel.__name__))
    for version in (V1, V2):
        house = played_by(kernel, version, monkeypatch)
        for seats in (1, 3):
            for _ in range(15):
                test_kernels.compare(house, seats, rng)


@pytest.mark.parametrize("qualified", [True, False])
def test_the_simulator_follows_another_qualifier(
    qualified: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(test_kernels.COMPILED, rounds.play, rounds.play)
    for module in (rules, rounds):
        monkeypatch.setattr(module, "qualifies", lambda score, qualifier: qualified)
    rng = np.random.default_rng(3)
    for _ in range(15):
        test_kernels.compare(open_table(V2), 2, rng)
