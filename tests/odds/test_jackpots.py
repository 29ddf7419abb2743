"""Jackpots by seats, compared with a plain enumeration of every deal of a small deck."""

import json
from fractions import Fraction
from math import comb, factorial, perm
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.cards.card import mask
from croupier.cards.hands import best_four, five_card
from croupier.cli import app
from croupier.errors import RuleError
from croupier.games.four_card_prime import rules as prime
from croupier.games.four_card_prime.rules import ENVY_BARRED, settle_envy_jackpot
from croupier.odds.hand_counts import WHOLE_DECK, five_card_counts
from croupier.odds.house_edge import Funding
from croupier.odds.jackpots import wager as jackpots
from croupier.odds.jackpots.cost import jackpot_worth
from croupier.odds.jackpots.disjoint import held_at_once, pairs
from croupier.report.introduction import method
from croupier.rules.jackpots import meter_pays
from croupier.rules.paytable import prize
from croupier.table.table import open_table
from tests.odds.few_seats import FIVE, FOUR, SMALL, THREE_SEATS, TWO_SUITS, doubles, found, triples


# Every reading under one table, and the other table under one reading; the rest is slow.
@pytest.mark.parametrize(
    "table_id, barred",
    [
        *(("4CP-E01", barred) for barred in ENVY_BARRED),
        ("4CP-E02", ENVY_BARRED[0]),
        *(pytest.param("4CP-E02", each, marks=pytest.mark.slow) for each in ENVY_BARRED[1:]),
    ],
)
def test_envy_of_two_seats_is_what_the_rules_settle(table_id: str, barred: str) -> None:
    options = {"envy_barred": barred}
    reading = ENVY_BARRED.index(barred)
    table = open_table("four-card-prime", posted={FOUR: table_id}, options=options)
    steps = table.posted[FOUR].steps
    columns = (steps["pays"], steps["pays percent"], steps["envy"])
    total, seats = 0, doubles(SMALL, best_four)
    alone = {
        own: settle_envy_jackpot(own, [], reading, 1, *columns)[1]
        for own in {own for own, _ in seats}
    }
    for (own, other), many in seats.items():
        _, net, _ = settle_envy_jackpot(own, [other], reading, 1, *columns)
        total += many * (net - alone[own])
    ours = jackpots.envy(table, FOUR, found(table, FOUR, SMALL), [1, 2])
    assert ours == {"1": 0, "2": Fraction(total, seats.total())}
    assert total > 0


@pytest.mark.parametrize("multiple", [True, False])
@pytest.mark.parametrize("barred", ENVY_BARRED)
@pytest.mark.parametrize("name", [*THREE_SEATS][:3])
def test_envy_of_three_seats_is_what_the_rules_settle(
    name: str, barred: str, multiple: bool
) -> None:
    options: dict[str, bool | str] = {"envy_barred": barred, "envy_multiple": multiple}
    reading = ENVY_BARRED.index(barred)
    table = open_table("four-card-prime", options=options)
    steps = table.posted[FOUR].steps
    columns = (steps["pays"], steps["pays percent"], steps["envy"])
    total = 0
    seats = triples(name, best_four)
    alone = {
        own: settle_envy_jackpot(own, [], reading, multiple, *columns)[1]
        for own in {own for own, *_ in seats}
    }
    for (own, *others), many in seats.items():
        _, net, _ = settle_envy_jackpot(own, others, reading, multiple, *columns)
        total += many * (net - alone[own])
    ours = jackpots.envy(table, FOUR, found(table, FOUR, THREE_SEATS[name]), [3])
    assert ours["3"] == Fraction(total, seats.total())
    assert total > 0


def test_several_seats_with_listed_hands_one_by_one() -> None:
    """Up to four at once, out of thirty-two cards: eight kinds, five runs in each suit."""
    deck = tuple(13 * suit + rank for suit in range(4) for rank in range(5, 13))
    table = open_table("four-card-prime")
    these = found(table, FOUR, deck)
    listed = these.those(lambda score: prize(table.steps(f"{FOUR}.envy"), score) > 0)
    own = these.hands[:: len(these.hands) // 20]  # some of those that win
    held = held_at_once(these, listed, own)
    assert held is not None
    hands = [int(hand) for hand in listed]

    def ways(taken: int, many: int, start: int = 0) -> int:
        if many == 0:
            return 1
        return sum(
            ways(taken | hand, many - 1, place + 1)
            for place, hand in enumerate(hands[start:], start)
            if not hand & taken
        )

    for many in range(3):
        assert held.free[many] == factorial(many) * ways(0, many)
        assert held.beside[many] == factorial(many) * sum(ways(int(hand), many) for hand in own)
    fewer = listed[::7][:60]
    assert held_at_once(these, fewer, own) is None  # not every fifth card, so it is not counted


def test_on_the_whole_deck_one_other_seat_is_counted_in_two_ways() -> None:
    """Listed pairs one by one, and from the four cards that make a listed hand."""
    table = open_table("four-card-prime")
    these = found(table, FOUR, WHOLE_DECK)
    pays, envies = table.steps(FOUR), table.steps(f"{FOUR}.envy")
    listed = these.those(lambda score: prize(envies, score) > 0)
    barred = these.those(lambda score: prize(pays, score) > 100)
    held = held_at_once(these, listed, barred)
    assert held is not None
    assert held.free[:3] == [1, len(listed), pairs(these, listed, listed)]
    assert held.beside[:2] == [len(barred), pairs(these, barred, listed)]


def test_eight_seats_with_four_of_a_kind_by_hand() -> None:
    """Kinds in order, then a fifth card for each from those that are left."""
    table = open_table("four-card-prime", posted={FOUR: "4CP-E02"})
    these = found(table, FOUR, WHOLE_DECK)
    quads = these.those(lambda score: prize(table.steps(f"{FOUR}.envy"), score) > 0)
    held = held_at_once(these, quads, these.hands[:0])
    assert held is not None
    assert held.free == [perm(13, many) * perm(52 - 4 * many, many) for many in range(9)]
    assert held.beside == [0] * 9


def test_the_best_envy_of_several_is_less_than_all_of_it() -> None:
    all_of_it = answer()["four card jackpot"]["envy"]
    best = answer("--option", "envy_multiple=off")["four card jackpot"]["envy"]
    assert best["1"] == all_of_it["1"] == "0/1" and best["2"] == all_of_it["2"]
    for seats in map(str, range(3, 10)):
        assert 0 < Fraction(best[seats]) < Fraction(all_of_it[seats])


@pytest.mark.parametrize("split, kind", [("equal", "progressive"), ("equal", "house")])
def test_the_share_of_a_meter_is_what_the_rules_pay(split: str, kind: str) -> None:
    """Royal flushes of two seats share a progressive meter; a house jackpot pays each."""
    options = {"jackpot_split": split, "jackpot_type": kind}
    table = open_table("four-card-prime", options=options)
    percents = table.steps(f"{FIVE}.pays percent")
    paid, emptied, seats = 0, 0, doubles(TWO_SUITS, five_card)
    for scores, many in seats.items():
        claims = [prize(percents, score) for score in scores]
        if any(claims):
            paid += many * sum(meter_pays(claims, 1000, kind=kind, split=split, reseed=0))
            emptied += many * (claims.count(100) if kind == "house" else 100 in claims)
    ours = jackpots.meter(table, FIVE, found(table, FIVE, TWO_SUITS), [2])
    assert ours.share["2"] == Fraction(paid, 2 * 1000 * seats.total())
    assert ours.emptied["2"] == Fraction(emptied, 2 * seats.total())


@pytest.mark.parametrize("name", [*THREE_SEATS][1::2])
def test_a_meter_paid_in_order_is_what_the_rules_pay(name: str) -> None:
    """Three seats: what each takes of the meter, and of the seeds that refill it in between."""
    table = open_table("four-card-prime", options={"jackpot_split": "in order"})
    percents = table.steps(f"{FIVE}.pays percent")
    seats = triples(name, five_card)
    of_meter = of_seeds = 0
    for scores, many in seats.items():
        claims = [prize(percents, score) for score in scores]
        for meter, seed in ((10**6, 0), (0, 10**6)):
            pays = meter_pays(claims, meter, kind="progressive", split="in order", reseed=seed)
            of_meter += many * sum(pays) * (meter > 0)
            of_seeds += many * sum(pays) * (seed > 0)
    ours = jackpots.meter(table, FIVE, found(table, FIVE, THREE_SEATS[name]), [3])
    assert ours.share["3"] == Fraction(of_meter, 3 * 10**6 * seats.total())
    assert ours.seed_share["3"] == Fraction(of_seeds, 3 * 10**6 * seats.total()) > 0


def test_a_seed_between_two_winners_lowers_the_meter_that_breaks_even() -> None:
    order = ("--option", "jackpot_split=in order")
    told = answer(*order)["five card jackpot"]
    funded = answer(*order, "--seed", "10000", "--contribution", "25%")["five card jackpot"]
    for seats in map(str, range(1, 10)):
        meter, share = Fraction(funded["break_even_meter"][seats]), told["meter_share_by_seats"]
        seeds = Fraction(told["seed_share_by_seats"][seats])
        fixed = Fraction(told["fixed_return"])
        assert fixed + meter * Fraction(share[seats]) + 10000 * seeds == 1
        bare = Fraction(told["break_even_meter"][seats])
        assert fixed + bare * Fraction(share[seats]) == 1
        assert (meter < bare) == (seats != "1")


def answer(*words: str) -> Any:
    ran = CliRunner().invoke(app, ["odds", "four-card-prime", *words, "--json"])
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)["wagers"]


def test_at_the_break_even_meter_a_wager_breaks_even() -> None:
    for wager in ("five card jackpot", "four card jackpot"):
        told = answer()[wager]
        for seats in map(str, range(1, 10)):
            envied = Fraction(told.get("envy", {}).get(seats, "0"))
            meter = Fraction(told["break_even_meter"][seats])
            share = Fraction(told["meter_share_by_seats"][seats])
            assert Fraction(told["fixed_return"]) + envied + meter * share == 1
    assert told["meter_share_by_seats"]["1"] == told["meter_share"]
    assert told["meter_emptied"]["1"] == told["whole_meter"]


def test_the_whole_deck_by_hand() -> None:
    """A seat that may win as well: envy is linear in the listed hands of the other seats."""
    told = answer("--option", "envy_barred=nobody")["four card jackpot"]
    aces, quads, hands = 48, 12 * 48, 2598960
    runs = 4 * (11 * 48 - 10)  # 11 runs of four per suit, any fifth card; a run of five has two
    once = Fraction(100 * aces + 10 * quads + 5 * runs, hands)
    assert Fraction(told["envy"]["2"]) == once
    assert Fraction(told["envy"]["9"]) == 8 * once


def test_the_whole_deck_pair_by_pair_where_only_envied_hands_are_barred() -> None:
    """Listed hands written out separately: a seat that holds one is paid nothing for another."""
    listed: dict[int, int] = {}
    for core, amount in (
        *((mask(range(rank, 52, 13)), 100 if rank == 12 else 10) for rank in range(13)),
        *(
            (mask([13 * suit + (low + step) % 13 for step in range(4)]), 5)
            for suit in range(4)
            for low in range(-1, 10)  # from A-2-3-4 to J-Q-K-A
        ),
    ):
        listed |= {core | 1 << fifth: amount for fifth in range(52) if not core >> fifth & 1}
    hands, amounts = np.array([*listed], np.int64), [*listed.values()]
    unbarred = comb(47, 5) - np.array([int((hands & hand == 0).sum()) for hand in hands])
    paid = sum(amount * int(ways) for amount, ways in zip(amounts, unbarred, strict=True))
    once = Fraction(paid, comb(52, 5) * comb(47, 5))
    told = answer("--option", "envy_barred=winner of that award")["four card jackpot"]
    assert {seats: Fraction(value) for seats, value in told["envy"].items()} == {
        str(seats): (seats - 1) * once for seats in range(1, 10)
    }


def test_the_long_run_returns_what_was_paid_in() -> None:
    told = answer("--seed", "10000", "--contribution", "25%")["four card jackpot"]
    for seats in ("1", "9"):
        parts = Fraction(told["fixed_return"]) + Fraction(told["envy"][seats])
        assert Fraction(told["long_run_return"][seats]) == parts + Fraction(1, 4) + Fraction(
            10000, 54145
        )


@pytest.mark.parametrize(
    "words, message",
    [
        (("--seed", "10000"), "give --seed and --contribution"),
        (("--seed", "-1", "--contribution", "25%"), "write wagers, such as 10000"),
        (("--seed", "many", "--contribution", "25%"), "write wagers, such as 10000"),
        (("--seed", "1", "--contribution", "25"), "from 0% to 100%"),
        (("--seed", "1", "--contribution", "101%"), "from 0% to 100%"),
        (
            ("--seed", "1", "--contribution", "5%", "--option", "jackpot_type=house"),
            "its jackpot is of type house",
        ),
    ],
)
def test_funding_that_is_not_possible(words: tuple[str, ...], message: str) -> None:
    ran = CliRunner().invoke(app, ["odds", "four-card-prime", *words])
    assert isinstance(ran.exception, RuleError) and message in ran.exception.message


def test_a_game_without_a_meter() -> None:
    words = ["odds", "4-card-buyout", "--seed", "1", "--contribution", "5%"]
    ran = CliRunner().invoke(app, words)
    assert isinstance(ran.exception, RuleError) and "has no jackpot" in ran.exception.message


# ---- The settlement alone decides what a hand's own pay and envy are

SETTLED = {FIVE: "settle_jackpot", FOUR: "settle_envy_jackpot"}
DECKS = {FIVE: "two royals and a low run", FOUR: "kinds beside a long run"}
WAGERS = {FIVE: "five card jackpot", FOUR: "four card jackpot"}
NO_FUNDS = Funding(Fraction(0), Fraction(0))


@pytest.mark.parametrize("group", SETTLED)
def test_a_jackpot_that_returns_the_stake_is_counted_so(
    group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if it were paid "to 1": one wager more for every hand that wins a fixed prize."""
    table, deck = open_table("four-card-prime"), THREE_SEATS[DECKS[group]]
    counts = five_card_counts(deck).scored(table.posted[group].scale)
    before = jackpots.jackpot(table, group, counts, deck)
    edge = jackpot_worth(table, WAGERS[group], NO_FUNDS, 1, deck)
    rule = getattr(prime, SETTLED[group])

    def to_1(score: int, *facts: Any) -> tuple[int, int, int]:
        why, net, percent = rule(score, *facts)
        return why, net + (net > -1), percent

    monkeypatch.setattr(prime, SETTLED[group], to_1)
    won = sum(many for score, many in counts.items() if prize(table.steps(group), score) > 0)
    more = Fraction(won, sum(counts.values()))
    after = jackpots.jackpot(table, group, counts, deck)
    assert after["fixed_return"] == before["fixed_return"] + more > before["fixed_return"]
    assert after["break_even_meter"]["1"] < before["break_even_meter"]["1"]  # type: ignore[index]
    found = jackpot_worth(table, WAGERS[group], NO_FUNDS, 1, deck)
    assert edge is not None and found is not None
    assert found.edge == edge.edge - more


@pytest.mark.parametrize("group", SETTLED)
def test_the_percents_of_a_meter_are_those_of_the_settlement(
    group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, deck = open_table("four-card-prime"), THREE_SEATS[DECKS[group]]
    counts = five_card_counts(deck).scored(table.posted[group].scale)
    before = jackpots.jackpot(table, group, counts, deck)
    rule = getattr(prime, SETTLED[group])
    monkeypatch.setattr(
        prime, SETTLED[group], lambda *facts: (*rule(*facts)[:2], rule(*facts)[2] // 2)
    )
    after = jackpots.jackpot(table, group, counts, deck)
    assert after["meter_share"] == before["meter_share"] / 2 > 0  # type: ignore[operator]
    assert after["whole_meter"] == 0 != before["whole_meter"]
    assert after["meter_emptied"]["1"] == 0 != before["meter_emptied"]["1"]  # type: ignore[index]


@pytest.mark.parametrize("group", SETTLED)
def test_a_settlement_that_pays_unlisted_hands_is_refused(
    group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, deck = open_table("four-card-prime"), THREE_SEATS[DECKS[group]]
    counts = five_card_counts(deck).scored(table.posted[group].scale)
    rule = getattr(prime, SETTLED[group])

    def all_win(*facts: Any) -> tuple[int, int, int]:
        why, net, percent = rule(*facts)
        return why, net + 2, percent

    monkeypatch.setattr(prime, SETTLED[group], all_win)
    for ask in (
        lambda: jackpots.jackpot(table, group, counts, deck),
        lambda: jackpot_worth(table, WAGERS[group], NO_FUNDS, 1, deck),
    ):
        with pytest.raises(RuleError, match="pays hands for which its table lists no pay"):
            ask()


def test_what_envy_pays_is_what_the_settlement_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table("four-card-prime", options={"envy_barred": "nobody"})
    before = jackpots.envy(table, FOUR, found(table, FOUR, SMALL), [2])
    rule = prime.settle_envy_jackpot

    def twice(score: int, others: Any, *facts: Any) -> tuple[int, int, int]:
        return rule(score, [*others, *others], *facts)

    monkeypatch.setattr(prime, "settle_envy_jackpot", twice)
    assert jackpots.envy(table, FOUR, found(table, FOUR, SMALL), [2]) == {"2": 2 * before["2"]}  # type: ignore[operator]


def test_the_method_of_a_report_names_what_is_derived_a_second_time() -> None:
    said = method(open_table("four-card-prime"))
    assert "there is one statement of each" not in said
    for derived in ("how winners of one round share a meter", "envy", "reseeded"):
        assert derived in said
    assert "derived a second time" not in method(open_table("4-card-split"))
