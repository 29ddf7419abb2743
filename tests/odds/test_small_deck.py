"""The fast solvers against a plain one, on decks so small that every deal can be walked."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from croupier.cards.card import parse
from croupier.games.four_card_buyout import exact as four_card_buyout
from croupier.games.four_card_buyout.rules import FOLDED
from croupier.games.four_card_prime import exact as four_card_prime
from croupier.games.four_card_split import exact as four_card_split
from croupier.games.four_card_split import report as split_antes
from croupier.odds.figures import Distribution, Odds
from croupier.odds.house_edge import expected, theory
from croupier.rules.vocabulary import Option
from croupier.table.table import Table, open_table
from tests.odds import reference
from tests.odds.reference import Outcome, Spread, less_first

UNIT = 100  # cents


def shares(results: Distribution) -> dict[int, Fraction]:
    return {net: Fraction(n, results.total) for net, n in results.counts.items() if n}


def nets(plain: Spread, wagers: Sequence[str]) -> dict[int, Fraction]:
    return plain.shares(lambda way: Fraction(way.net(wagers), UNIT))


def check(fast: Odds, plain: Spread, wagers: Sequence[str], initial: Sequence[str]) -> None:
    """The mean, the whole distribution, and the total wagered if every bet is one unit."""
    wagered = len(initial) + plain.sum(lambda way: len(way.bet))
    assert fast.net == plain.sum(lambda way: way.net(wagers)) / UNIT
    assert shares(fast.results) == nets(plain, wagers)
    square = plain.sum(lambda way: way.net(wagers) ** 2) / UNIT**2
    assert fast.results.variance == square - fast.net**2
    assert fast.wagered == wagered
    assert fast.initial == len(initial)


# ---- Four Card Prime

# Trips against flush and straight, a straight flush, copies; four suits, both colors.
PRIME_DECKS = {
    "a flush, trips, a wheel": "As 2s 3s 4s Ad Ah Kd Kh 9s 2d 3c 9c",
    "copies": "7c 7d 7h 7s 8c 8d 8h 8s 9c 9d Tc Th",
    "runs": "2c 3c 4c 5c 6d 7d 2h 3h 4h 5s 6s Ac",
}
MAIN = ("ante", "raise")


def check_prime(house: Table, deck: Sequence[int]) -> None:
    fast = four_card_prime.solve(house, deck=sorted(deck))
    plain = reference.solve(house, {"ante": UNIT}, deck, MAIN)
    times = plain.shares(lambda way: dict(way.actions)["raise"])
    assert {name: share for name, share in fast.decisions.items() if share} == times
    raised = sum(int(name[-2]) * share for name, share in times.items() if name != "fold")
    assert fast.wagered == 1 + raised
    assert fast.net == plain.sum(lambda way: way.net(MAIN)) / UNIT
    assert shares(fast.results) == nets(plain, MAIN)


def test_prime_deals_every_card() -> None:
    """Eleven cards: the dealer's hand is what is left."""
    check_prime(open_table("four-card-prime"), parse("As 2s 3s 4s Ad Ah Kd Kh 9s 2d 3c"))


@pytest.mark.slow  # twelve cards take twelve times as long as eleven, above
@pytest.mark.parametrize("name", PRIME_DECKS)
def test_prime(name: str) -> None:
    check_prime(open_table("four-card-prime"), parse(PRIME_DECKS[name]))


SIDES = ("aces baby", "prime", "bad beat", "five card jackpot", "four card jackpot")


@pytest.mark.parametrize("on_copy", [True, False])
@pytest.mark.parametrize(
    "name, size",
    [
        ("copies", 11),
        pytest.param("copies", 12, marks=pytest.mark.slow),
        pytest.param("a flush, trips, a wheel", 12, marks=pytest.mark.slow),
        pytest.param("runs", 12, marks=pytest.mark.slow),
    ],
)
def test_prime_side_wagers(name: str, size: int, on_copy: bool) -> None:
    house = open_table("four-card-prime", options={"bad_beat_on_copy": on_copy})
    deck = parse(PRIME_DECKS[name])[:size]
    fast = four_card_prime.solve(house, deck=sorted(deck))
    stakes = dict.fromkeys(("ante", *SIDES), UNIT)
    plain = reference.solve(house, stakes, deck, MAIN, order=lambda options: options[:1])
    assert set(fast.wagers) == set(SIDES)
    for name in SIDES:
        wager = fast.wagers[name]
        assert shares(wager.results) == nets(plain, [name]), name
        if "jackpot" in name:
            check_jackpot(wager.more, plain, name)


def check_jackpot(more: Mapping[str, object], plain: Spread, name: str) -> None:
    def percent(way: Outcome) -> int:
        return next(percent for wager, _, percent in way.paid if wager == name)

    assert more["fixed_return"] == plain.sum(lambda way: way.net([name])) / UNIT + 1
    assert more["meter_share"] == plain.sum(percent) / 100
    assert more["whole_meter"] == plain.sum(lambda way: percent(way) == 100)
    assert more["hit"] == plain.sum(lambda way: way.net([name]) > -UNIT or percent(way) > 0)


def test_without_a_jackpot_there_are_no_odds_of_one() -> None:
    house = open_table("four-card-prime", options={"jackpot_type": "none"})
    fast = four_card_prime.solve(house, deck=sorted(parse(PRIME_DECKS["copies"])[:11]))
    assert set(fast.wagers) == {"aces baby", "prime", "bad beat"}


# ---- Buyout

BETS = ("first", "second", "third")
# Folds, pushes, five cards for the dealer; then decks with duplicate cards.
BUYOUT_DECKS = {
    "one each": "As Ks 2s 3s 2d 9d 4h 6h 5c",
    "aces and low cards": "As Ad Ah 2s 3d 4h 2c 3c Kc",
    "twice": "As As Ks Ks 2d 2d 3d 9h 9c",
    "ten cards": "2c 2c 3d 3d 4h 4h 5s Ts Tc Ad",
    "pairs of few kinds": "As As Kd Kd 2h 2h 3c 3c 2s 2s",
}
QUICK = [
    pytest.param(name, marks=[] if name in ("one each", "twice") else [pytest.mark.slow])
    for name in BUYOUT_DECKS
]


def stock_of(deck: Sequence[int]) -> list[int]:
    return [list(deck).count(kind) for kind in range(52)]


def buyout(options: Mapping[str, bool] | None = None) -> Table:
    return open_table("4-card-buyout", options=options or {})


def joint(house: Table, stock: Sequence[int], units: int) -> dict[Any, Fraction]:
    """The net of the bets and of the bonus, under the best play for both."""
    bonus, main = four_card_buyout.bonus_nets(house), four_card_buyout.nets()
    tally, _ = four_card_buyout.tallied(stock, bonus, units)
    found: dict[Any, Fraction] = {}
    for (bets, outcome, points), count in np.ndenumerate(tally):
        if count:
            row = 0 if outcome == FOLDED else bets + 1
            key = int(main[bets, outcome]), int(bonus[row, points])
            found[key] = found.get(key, Fraction(0)) + Fraction(int(count), int(tally.sum()))
    return found


@pytest.mark.parametrize("name", QUICK)
def test_buyout(name: str) -> None:
    house, deck = buyout(), parse(BUYOUT_DECKS[name], decks=6)
    fast = four_card_buyout.solve(house, stock=stock_of(deck))
    plain = reference.solve(house, {"first": UNIT, "bonus": UNIT}, deck, BETS)
    check(fast, plain, BETS, ["first"])
    assert fast.decisions == buyout_decisions(plain)
    assert shares(fast.wagers["bonus"].results) == nets(plain, ["bonus"])


def buyout_decisions(plain: Spread) -> dict[str, Fraction]:
    taken = {}
    for choice in ("third card", "fourth card"):
        reached = plain.sum(lambda way, choice=choice: choice in dict(way.actions))  # type: ignore[misc]
        for action in ("fold", "refuse", "buy"):
            chosen = plain.sum(lambda way, pair=(choice, action): pair in way.actions)  # type: ignore[misc]
            taken[f"{choice}: {action}"] = chosen / reached
    return taken


@pytest.mark.parametrize("units", [1, 3])
@pytest.mark.parametrize("four_cards", [False, True])
@pytest.mark.parametrize("name", ["twice", pytest.param("one each", marks=pytest.mark.slow)])
def test_buyout_with_the_bonus_in_mind(name: str, four_cards: bool, units: int) -> None:
    house = buyout({"bonus_requires_four_cards": four_cards})
    deck = parse(BUYOUT_DECKS[name], decks=6)
    wanted, stakes = (*BETS, "bonus"), {"first": UNIT * units, "bonus": UNIT}
    plain = reference.solve(house, stakes, deck, wanted)
    found = joint(house, stock_of(deck), units)
    assert found == plain.shares(
        lambda way: (way.net(BETS) // (UNIT * units), way.net(["bonus"]) // UNIT)
    )
    if units == 1:
        more = four_card_buyout.solve(house, stock=stock_of(deck)).wagers["bonus"].more
        assert more["joint_net"] == plain.sum(lambda way: way.net(wanted)) / UNIT
        assert more["joint_bonus_net"] == plain.sum(lambda way: way.net(["bonus"])) / UNIT


@pytest.mark.parametrize(
    "first, bonus", [(300, 200), pytest.param(200, 1400, marks=pytest.mark.slow)]
)
def test_buyout_at_any_stakes(first: int, bonus: int) -> None:
    """In the money of the stakes, with the play that is best for the bets and the bonus."""
    house, deck = buyout(), parse(BUYOUT_DECKS["twice"], decks=6)
    stakes = {"first": first, "bonus": bonus}
    plain = reference.solve(house, stakes, deck, (*BETS, "bonus"))
    found = four_card_buyout.together(house, stakes, stock_of(deck))
    assert found == plain.sum(lambda way: way.net((*BETS, "bonus")))


@pytest.mark.parametrize("name", BUYOUT_DECKS)
def test_the_bonus_alone(name: str) -> None:
    """Two cards and two more, whatever they are: no choice, no dealer."""
    house, deck = buyout({"bonus_alone": True}), parse(BUYOUT_DECKS[name], decks=6)
    more = four_card_buyout.solve(house, stock=stock_of(deck)).wagers["bonus"].more
    plain = reference.solve(house, {"bonus": UNIT}, deck, ["bonus"])
    mean = plain.sum(lambda way: way.net(["bonus"])) / UNIT
    assert more["alone_net"] == mean
    assert more["alone_hit"] == plain.sum(lambda way: way.net(["bonus"]) > 0)
    assert more["alone_variance"] == (
        plain.sum(lambda way: way.net(["bonus"]) ** 2) / UNIT**2 - mean**2
    )


# ---- 4 Card Split

# Instant winners (some in two ways), pairs, a dealer who does not qualify.
SPLIT_DECKS = {
    "instants": "As Ks Qs 2s Ad Ah 7d 7c 3h 9c",
    "no high cards": "2c 3d 4h 6s 7c 7d 8h 9s Jc Jd",
    "queens and kings": "Kc Kd Qh Qs Tc 9d 4h 4s 2c 2d",
}
WAGERS = ("ante 1", "ante 2", "blind", "play 1", "play 2")
ANTES = ("ante 1", "ante 2", "blind")
VERSIONS = ("4-card-split-v1", "4-card-split-v2")
# The plain solver takes ten seconds for each; version 1 is compared with it quickly, under other
# tables (tests/games/four_card_split/test_shapes.py).
QUICK = ("4-card-split-v2", 1)


def solvers_order(options: Sequence[Option]) -> Sequence[Option]:
    """The solver's order: all folded; then threes, by the card left alone; then pairs."""
    if options[0].split is None:
        return less_first(options)
    threes = [way for way in options if way.split and len(way.split[0]) == 3]
    pairs = [way for way in options if way.split and len(way.split[0]) == 2]
    return [*(way for way in options if way.split is None), *reversed(threes), *pairs]


def split_decision(way: Outcome) -> str:
    kinds = {"3/1": "three and one", "2/2": "two and two", "fold": "fold all"}
    return f"{kinds[dict(way.actions)['split']]}, {len(way.bet)} played"


def check_split(house: Table, deck: Sequence[int]) -> None:
    plain = check_split_odds(house, deck)
    check_antes(house, deck, plain)
    check_worth(house, deck, plain)


def check_split_odds(house: Table, deck: Sequence[int]) -> Spread:
    fast = four_card_split.solve(house, deck=sorted(deck))
    stakes = dict.fromkeys(ANTES, UNIT)
    plain = reference.solve(house, stakes, deck, WAGERS, order=solvers_order)
    check(fast, plain, WAGERS, ANTES)
    assert fast.decisions == plain.shares(split_decision)
    assert shares(fast.wagers["blind"].results) == nets(plain, ["blind"])
    assert fast.parts == {
        "blind": plain.sum(lambda way: way.net(["blind"])) / UNIT,
        "antes and plays": plain.sum(lambda way: way.net(set(WAGERS) - {"blind"})) / UNIT,
    }
    return plain


def check_worth(house: Table, deck: Sequence[int], plain: Spread) -> None:
    """A blind of 5 and antes of 2: the house's win, and its variance."""

    def won(way: Outcome) -> int:
        return -2 * way.net(set(WAGERS) - {"blind"}) - 5 * way.net(["blind"])

    mean = plain.sum(won) / UNIT
    variance = plain.sum(lambda way: won(way) ** 2) / UNIT**2 - mean**2
    found = expected(theory(house, deck=sorted(deck)), {"ante 1": 2, "ante 2": 2, "blind": 5})
    assert found == {"ante 1": (mean, variance)}


def check_antes(house: Table, deck: Sequence[int], plain: Spread) -> None:
    """How both antes end, by what they pay, and the play bets."""
    found = split_antes.antes(house, deck=sorted(deck))
    rows = split_antes.ante_rows(house, found)
    ours: dict[Any, Fraction] = {}
    for line in rows.lines:
        if line.ways:
            key = line.label.split(", ")[-1], line.pays
            ours[key] = ours.get(key, Fraction(0)) + 2 * rows.chance(line)
    theirs: dict[Any, Fraction] = {}
    for hand in (1, 2):
        shares = plain.shares(lambda way, hand=hand: ante_end(way, hand))  # type: ignore[misc]
        for end, share in shares.items():
            theirs[end] = theirs.get(end, Fraction(0)) + share
    assert ours == theirs
    rounds, plays = found.total // 2, ("play 1", "play 2")
    assert Fraction(found.play, rounds) == plain.sum(lambda way: way.net(plays)) / UNIT
    assert Fraction(found.played, rounds) == plain.sum(lambda way: len(way.bet))


def ante_end(way: Outcome, hand: int) -> tuple[str, int]:
    net = way.net([f"ante {hand}"]) // UNIT
    if f"play {hand}" not in way.bet:
        return ("instant winner" if net > 0 else "Folded"), net
    return {1: "played and won", 0: "the same hand", -1: "lost"}[(net > 0) - (net < 0)], net


@pytest.mark.parametrize(
    "version, name",
    [
        pytest.param(
            version,
            name,
            marks=[] if (version, place) == QUICK else [pytest.mark.slow],
        )
        for version in VERSIONS
        for place, name in enumerate(SPLIT_DECKS)
    ],
)
def test_split(version: str, name: str) -> None:
    check_split(open_table(version), parse(SPLIT_DECKS[name]))


def other_tables(group: str) -> list[Any]:
    return [
        pytest.param(version, table.id, marks=pytest.mark.slow)
        for version in VERSIONS
        for table in open_table(version).game.paytables[group].tables[1:]
    ]


@pytest.mark.parametrize("version, ante", other_tables("ante"))
def test_split_for_every_ante_table(version: str, ante: str) -> None:
    house = open_table(version, posted={"ante": ante})
    check_split(house, parse(SPLIT_DECKS["instants"]))


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_split_with_a_card_that_nobody_gets(version: str) -> None:
    check_split(open_table(version), parse(SPLIT_DECKS["instants"] + " Qd"))
