"""What a jackpot wager costs the house, compared with every deal of a few cards and the bank's
meters.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from croupier.bank.meters.events import HOUSE, Claim, MeterOpened, MeterSettled, Wagered
from croupier.bank.meters.jackpot import after
from croupier.bank.meters.meter import PARTS
from croupier.bank.meters.rules import RATE_WHOLE, MeterRules
from croupier.cards.card import mask
from croupier.cards.hands import best_four, five_card
from croupier.games.four_card_prime.rules import ENVY_BARRED, envy_barred, settle_envy_jackpot
from croupier.odds.hand_counts import five_card_counts
from croupier.odds.house_edge import Funding, theory
from croupier.odds.jackpots.cost import Cost, cost
from croupier.odds.jackpots.wager import in_the_long_run
from croupier.odds.solve import solve
from croupier.rules.jackpots import WHOLE, reseeds
from croupier.rules.paytable import prize
from croupier.table.table import Table, open_table
from tests.odds.few_seats import FIVE, FOUR, THREE_SEATS, TWO_SUITS, triples

SCORES = {FOUR: best_four, FIVE: five_card}
# With few cards the whole meter is won often: the first reserve pays for all seeds, the second does
# not.
FULL = Funding(Fraction(50), Fraction(1, 10), Fraction(40))
SCANT = Funding(Fraction(50), Fraction(1, 10), Fraction(1, 1000))
PRIZE = Funding(Fraction(505), Fraction(0))


def ours(table: Table, group: str, deck: Sequence[int], funding: Funding, seats: int) -> Cost:
    four, five, _ = five_card_counts(deck)
    found = cost(table, group, five if group == FIVE else four, funding, seats, deck)
    assert found is not None
    return found


Paid = tuple[int, int]  # fixed pays and envy, in wagers; percent of the meter


def settled(table: Table, group: str, scores: Sequence[int]) -> list[Paid]:
    """What each seat is paid, by the rules' own settlement; the five card jackpot has no envy."""
    steps, options = table.posted[group].steps, table.options
    columns = steps["pays"], steps["pays percent"], steps.get("envy", ())
    flags = envy_barred(options), int(options["envy_multiple"])
    paid = []
    for seat, own in enumerate(scores):
        others = [*scores[:seat], *scores[seat + 1 :]] if group == FOUR else []
        _, net, percent = settle_envy_jackpot(own, others, *flags, *columns)
        paid.append((net + 1, percent))
    return paid


@cache
def paid_alike(group: str, name: str) -> Counter[tuple[int, ...]]:
    """How often three seats hold such scores, with one score for all that are paid the same."""
    columns = open_table("four-card-prime").posted[group].steps.values()
    seats = triples(name, SCORES[group])
    first: dict[tuple[int, ...], int] = {}
    alike = {
        score: first.setdefault(tuple(prize(column, score) for column in columns), score)
        for scores in seats
        for score in scores
    }
    found: Counter[tuple[int, ...]] = Counter()
    for scores, many in seats.items():
        found[tuple(alike[score] for score in scores)] += many
    return found


def rounds(table: Table, group: str, name: str, seats: int) -> Iterator[tuple[list[Paid], int]]:
    for scores, many in paid_alike(group, name).items():
        yield settled(table, group, scores[:seats]), many


def seeds(table: Table, paid: Sequence[Paid]) -> list[int]:
    """The seeds of one round, each charged to the first seats that won the whole."""
    left = reseeds([percent for _, percent in paid], split=str(table.options["jackpot_split"]))
    charged = []
    for _, percent in paid:
        charged.append(int(percent == WHOLE and left > 0))
        left -= charged[-1]
    return charged


def plain(table: Table, group: str, name: str, funding: Funding, seats: int) -> Cost:
    """Over every deal and every seat, wager by wager."""
    told = list(rounds(table, group, name, seats))
    wagers = seats * sum(many for _, many in told)
    is_house = table.options["jackpot_type"] == "house"
    won = Fraction(sum(many * sum(seeds(table, paid)) for paid, many in told), wagers)
    seeded = not is_house and funding.seed * won > funding.reserve
    always = funding.contribution + (0 if seeded else funding.reserve)
    mean = square = Fraction(0)
    for paid, many in told:
        for (fixed, percent), seed in zip(paid, seeds(table, paid), strict=True):
            share = Fraction(percent, WHOLE) if is_house else seed * seeded
            cents = fixed + always + share * funding.seed
            mean += many * cents
            square += many * cents**2
    return Cost(mean / wagers, square / wagers)


@pytest.mark.parametrize("seats", [pytest.param(1, marks=pytest.mark.slow), 2, 3])
@pytest.mark.parametrize("funding", [FULL, SCANT, pytest.param(PRIZE, marks=pytest.mark.slow)])
@pytest.mark.parametrize("multiple", [True, False])
@pytest.mark.parametrize("barred", ENVY_BARRED)
@pytest.mark.parametrize(
    "name",
    [
        "kinds beside a long run",
        pytest.param("kinds and runs", marks=pytest.mark.slow),
        pytest.param("runs with fifths that make higher ones", marks=pytest.mark.slow),
    ],
)
def test_the_four_card_jackpot(
    name: str, barred: str, multiple: bool, funding: Funding, seats: int
) -> None:
    options = {
        "envy_barred": barred,
        "envy_multiple": multiple,
        "jackpot_type": "house" if funding is PRIZE else "progressive",
    }
    table = open_table("four-card-prime", options=options)
    found = ours(table, FOUR, THREE_SEATS[name], funding, seats)
    assert found == plain(table, FOUR, name, funding, seats)


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("split", ["equal", "in order"])
@pytest.mark.parametrize("funding", [FULL, SCANT, PRIZE])
def test_the_five_card_jackpot(funding: Funding, split: str, seats: int) -> None:
    """Two royal flushes may be won at once, and share a seed."""
    kind = "house" if funding is PRIZE else "progressive"
    options = {"jackpot_split": split, "jackpot_type": kind}
    table, name = open_table("four-card-prime", options=options), "two royals and a low run"
    found = ours(table, FIVE, THREE_SEATS[name], funding, seats)
    assert found == plain(table, FIVE, name, funding, seats)


@pytest.mark.parametrize(
    "group, name", [(FOUR, "kinds beside a long run"), (FIVE, "two royals and a low run")]
)
def test_one_reserve_gives_all_seeds_and_the_other_does_not(group: str, name: str) -> None:
    """Otherwise the tests above would try only one kind of reserve."""
    table, deck = open_table("four-card-prime"), THREE_SEATS[name]
    for funding, unmoved in ((FULL, True), (SCANT, False)):
        without = ours(table, group, deck, funding._replace(seed=Fraction(0)), 1)
        assert (ours(table, group, deck, funding, 1) == without) == unmoved


# ---- The bank's meter, from the first wager on


@pytest.mark.parametrize("reserve_rate, gives_all", [(100, False), (8_000, True)])
def test_the_long_run_is_what_the_bank_pays(reserve_rate: int, gives_all: bool) -> None:
    """Every hand of a few cards once: the house wins its edge of each, to the cent, except for what
    is left in the reserve, or for seeds paid before the reserve could cover them.
    """
    rules = MeterRules(
        sensor="five card jackpot",
        kind="progressive",
        split="equal",
        wager=100,
        seed=500_000,
        reseed=100_000,
        contribution_rate=2_000,
        reserve_rate=reserve_rate,
        cap=None,
        tables=("1",),
    )
    table = open_table("four-card-prime")
    hands = [five_card(mask(hand)) for hand in combinations(TWO_SUITS, 5)]
    order = [hands[place * 1_009 % len(hands)] for place in range(len(hands))]
    step = after(None, MeterOpened(rules))
    won = 0
    for number, score in enumerate(order, 1):
        ((fixed, percent),) = settled(table, FIVE, [score])
        claim = Claim("seat 1", percent, fixed * rules.wager)
        for event in (Wagered("1", number, rules.wager, 1), MeterSettled("1", number, (claim,))):
            step = after(step.meter, event)
            won -= sum(each.cents for each in step.transfers if each.debit == HOUSE)
        won += rules.wager
    found = ours(table, FIVE, TWO_SUITS, funding_of(rules), 1)
    theirs = (1 - found.mean) * rules.wager * len(order)
    given = step.meter.seed_owed - rules.seed
    left = Fraction(step.meter.reserve, PARTS)
    assert won + (given if gives_all else left) == theirs
    assert (left > rules.reseed) == gives_all  # it grows forever, or waits for the next seed


def funding_of(rules: MeterRules) -> Funding:
    return Funding(
        Fraction(rules.reseed, rules.wager),
        Fraction(rules.contribution_rate, RATE_WHOLE),
        Fraction(rules.reserve_rate, RATE_WHOLE),
    )


# ---- The whole deck

METERS = {"five card jackpot": SCANT, "four card jackpot": SCANT}


def edges(table: Table, jackpots: Mapping[str, Funding], seats: int) -> dict[str, Fraction]:
    return {worth.wager: worth.edge for worth in theory(table, jackpots=jackpots, seats=seats)}


@pytest.mark.parametrize("seats", [1, 2])
def test_the_edge_is_what_the_long_run_does_not_return(seats: int) -> None:
    table = open_table("four-card-prime")
    odds = in_the_long_run(solve(table), SCANT)
    found = edges(table, METERS, seats)
    for wager in METERS:
        returned = odds.wagers[wager].more["long_run_return"]
        assert found[wager] == 1 - returned[str(seats)]  # type: ignore[index]
    assert [*found][-2:] == [*METERS]


def test_one_seats_variance_is_that_of_its_own_pays() -> None:
    """If the reserve pays for the seeds, nothing else varies."""
    table = open_table("four-card-prime")
    found = theory(table, jackpots=dict.fromkeys(METERS, FULL))
    for worth in found[-2:]:
        assert worth.variance == solve(table).wagers[worth.wager].results.variance
