"""Jackpots by seats: envy, the share of the meter, the meter that breaks even, the long run.

All seats make the wager. Hands of one round share no card, so two seats' chances are counted
together: the pairs of hands that share none, one by one, since few hands win anything.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb, prod
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from croupier.errors import RuleError
from croupier.kernels.envy import disjoint_pairs, hands_from
from croupier.odds.figures import House, Odds
from croupier.rules.jackpots import WHOLE
from croupier.rules.paytable import LOSS, prize

Ints = NDArray[np.int64]
BySeats = dict[str, Fraction | None]  # None: not counted, and never guessed

HAND, DEALER = 5, 6  # cards dealt
MOST_WHOLE = 50  # more hands that win the meter, several at once, are not gone through


class Winners(NamedTuple):
    """The hands that are paid anything for a jackpot wager, and the deck they come from."""

    cards: int
    hands: Ints
    scores: Ints

    def those(self, holds: Callable[[int], bool]) -> Ints:
        """The hands whose score is of that kind."""
        scores = np.unique(self.scores)
        chosen = [score for score in scores if holds(int(score))]
        return self.hands[np.isin(self.scores, chosen)]

    def deals(self, hands: int) -> int:
        """In how many ways so many hands can be dealt, one after another."""
        return prod(comb(self.cards - HAND * place, HAND) for place in range(hands))


def winners(
    house: House, group: str, counts: Mapping[int, int], deck: Sequence[int], *, all_five: bool
) -> Winners:
    columns = _columns(house, group)
    paid = [score for score in counts if any(prize(column, score) > 0 for column in columns)]
    cards = np.array(deck, np.int64)
    if not paid:
        return Winners(len(deck), cards[:0], cards[:0])
    floor = min(paid)
    size = sum(count for score, count in counts.items() if score >= floor)
    return Winners(len(deck), *hands_from(cards, floor, all_five, size))


def _columns(house: House, group: str) -> list[Sequence[Sequence[int]]]:
    return list(house.posted[group].steps.values())


def seats_of(house: House, cards: int) -> range:
    return range(1, min(house.game.seats_max, (cards - DEALER) // HAND) + 1)


def envy(house: House, group: str, found: Winners) -> BySeats:
    """What envy brings one wager on average, by seats. Empty where the table lists none."""
    steps = house.posted[group].steps
    if "envy" not in steps:
        return {}
    pays, percents, envies = steps["pays"], steps.get("pays percent", ()), steps["envy"]

    def wins(score: int) -> bool:
        return prize(pays, score) > 0 or prize(percents, score) > 0

    barred = found.those(wins) if house.options["envy_excludes_winners"] else found.hands[:0]
    expected = Fraction(0)  # from one other seat
    for amount in sorted(
        {prize(envies, int(score)) for score in np.unique(found.scores)} - {0, LOSS}
    ):
        listed = found.those(lambda score, amount=amount: prize(envies, score) == amount)  # type: ignore[misc]
        pairs = len(listed) * comb(found.cards - HAND, HAND) - int(disjoint_pairs(barred, listed))
        expected += Fraction(amount * pairs, found.deals(2))
    return {
        str(seats): _envied(seats, expected, bool(house.options["envy_multiple"]))
        for seats in seats_of(house, found.cards)
    }


def _envied(seats: int, expected: Fraction, multiple: bool) -> Fraction | None:
    """The sum over the other seats; their best alone is known when there is one other seat."""
    if multiple or seats <= 2:
        return (seats - 1) * expected
    return None


class Meter(NamedTuple):
    """By seats: the part of the meter that one wager wins, and how often one empties it."""

    share: BySeats
    emptied: BySeats


def meter(house: House, group: str, found: Winners) -> Meter:
    """A house jackpot pays each winner in full; a progressive meter is shared."""
    percents = house.steps(f"{group}.pays percent")
    whole = found.those(lambda score: prize(percents, score) == WHOLE)
    paid = {prize(percents, int(score)) for score in np.unique(found.scores)}
    lesser = {
        percent: found.those(lambda score, percent=percent: prize(percents, score) == percent)  # type: ignore[misc]
        for percent in sorted(paid - {0, WHOLE, LOSS})
    }
    alone = Fraction(WHOLE * len(whole), 1) + sum(
        percent * len(hands) for percent, hands in lesser.items()
    )
    share, wins = alone / (WHOLE * found.deals(1)), Fraction(len(whole), found.deals(1))
    seats = seats_of(house, found.cards)
    claims = np.concatenate([whole, *lesser.values()])
    if house.options["jackpot_type"] == "house" or disjoint_pairs(claims, claims) == 0:
        return Meter({str(n): share for n in seats}, {str(n): wins for n in seats})
    if house.options["jackpot_split"] == "in order":  # what is left depends on the meter itself
        shares = {str(n): share if n == 1 else None for n in seats}
        return Meter(shares, {str(n): wins for n in seats})
    rounds = {n: _round(n, whole, lesser, found) for n in seats}
    return Meter(
        {str(n): None if paid is None else paid.paid / n for n, paid in rounds.items()},
        {str(n): None if paid is None else paid.emptied / n for n, paid in rounds.items()},
    )


class Paid(NamedTuple):
    """Of one round: the part of the meter that is paid, and the chance that it is won whole."""

    paid: Fraction
    emptied: Fraction


def _round(seats: int, whole: Ints, lesser: Mapping[int, Ints], found: Winners) -> Paid | None:
    """The meter is paid out whole if any seat wins it; otherwise the lesser shares are paid."""
    if len(whole) > MOST_WHOLE or max(lesser, default=0) * seats > WHOLE:
        return None
    hands = [int(hand) for hand in whole]
    emptied = -sum(
        (-1) ** many * comb(seats, many) * Fraction(_dealt(hands, 0, many), found.deals(many))
        for many in range(1, seats + 1)
    )
    paid = Fraction(emptied)
    for percent, shares in lesser.items():
        for many in range(seats):  # one seat holds the share, so many others hold the whole
            ways = sum(_dealt(hands, int(hand), many) for hand in shares)
            sign = (-1) ** many * seats * comb(seats - 1, many)
            paid += sign * Fraction(percent * ways, WHOLE * found.deals(many + 1))
    return Paid(paid, Fraction(emptied))


def _dealt(hands: Sequence[int], taken: int, many: int) -> int:
    """The ways to give so many seats one of these hands each, without the cards taken."""
    if many == 0:
        return 1
    return sum(_dealt(hands, taken | hand, many - 1) for hand in hands if not hand & taken)


def break_even(fixed: Fraction, envied: BySeats, share: BySeats) -> BySeats:
    """The meter, in wagers, at which a wager returns itself. Envy that is not known leaves none."""
    met: BySeats = {}
    for seats, part in share.items():
        other = envied.get(seats, Fraction(0))
        known = part is not None and part > 0 and other is not None
        met[seats] = (1 - fixed - other) / part if known else None  # type: ignore[operator]
    return met


class Funding(NamedTuple):
    """How a progressive meter is filled, in wagers: at first and after a whole win, and by each."""

    seed: Fraction
    contribution: Fraction


def long_run(fixed: Fraction, envied: BySeats, emptied: BySeats, funding: Funding) -> BySeats:
    """What a wager returns in the long run: what leaves a meter is what was put into it."""
    returned: BySeats = {}
    for seats, wins in emptied.items():
        other = envied.get(seats, Fraction(0))
        returned[seats] = (
            None
            if wins is None or other is None
            else fixed + other + funding.contribution + funding.seed * wins
        )
    return returned


def in_the_long_run(odds: Odds, funding: Funding) -> Odds:
    """The same figures, with `long_run_return` beside every wager that has a meter."""
    wagers = dict(odds.wagers)
    for name, wager in odds.wagers.items():
        if "meter_emptied" in wager.more:
            fixed = cast(Fraction, wager.more["fixed_return"])
            envied = cast(BySeats, wager.more.get("envy", {}))
            emptied = cast(BySeats, wager.more["meter_emptied"])
            returned = long_run(fixed, envied, emptied, funding)
            wagers[name] = wager._replace(more={**wager.more, "long_run_return": returned})
    return odds._replace(wagers=wagers)


def by_seats(
    house: House,
    group: str,
    counts: Mapping[int, int],
    deck: Sequence[int],
    *,
    all_five: bool,
    fixed: Fraction,
) -> dict[str, BySeats]:
    """The figures of a jackpot that depend on how many seats bet on it."""
    found = winners(house, group, counts, deck, all_five=all_five)
    envied, shared = envy(house, group, found), meter(house, group, found)
    return {
        **({"envy": envied} if envied else {}),
        "meter_share_by_seats": shared.share,
        "meter_emptied": shared.emptied,
        "break_even_meter": break_even(fixed, envied, shared.share),
    }


def funding_of(house: House, seed: str | None, contribution: str | None) -> Funding | None:
    """As typed: wagers, and percent of a wager. Refused where no meter could be filled so."""
    if seed is None and contribution is None:
        return None
    if seed is None or contribution is None:
        raise RuleError("a meter is filled by both: give --seed and --contribution", "meter/half")
    kind = house.options.get("jackpot_type")
    if kind != "progressive":
        why = f"its jackpot is of type {kind}" if kind else "it has no jackpot"
        raise RuleError(f"{house.game.id} fills no meter: {why}", "meter/none")
    units, percent = _number(seed), _number(contribution.removesuffix("%"))
    if units is None or units < 0:
        raise RuleError(f"--seed {seed!r}; write wagers, such as 10000", "meter/seed")
    if not contribution.endswith("%") or percent is None or not 0 <= percent <= 100:
        raise RuleError(
            f"--contribution {contribution!r}; write a percentage from 0% to 100%",
            "meter/contribution",
        )
    return Funding(units, percent / 100)


def _number(written: str) -> Fraction | None:
    try:
        return Fraction(written.replace(",", "")) if len(written) < 20 else None
    except (ValueError, ZeroDivisionError):
        return None
