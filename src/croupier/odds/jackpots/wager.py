"""Jackpots by seats: envy, the share of the meter, the break-even meter, the long run.

All seats make the wager. Hands of one round share no card, so the seats' chances are counted
jointly.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from math import comb
from typing import NamedTuple, cast

import numpy as np

from croupier.errors import RuleError
from croupier.games.figures import edges, figures_of
from croupier.kernels.arrays import Ints
from croupier.kernels.hand_counts import MOST
from croupier.kernels.written_for import dealt
from croupier.odds.figures import Odds, PostedTable
from croupier.odds.hand_counts import WHOLE_DECK
from croupier.odds.house_edge import Funding
from croupier.odds.jackpots.disjoint import HAND, Winners, given, held_at_once, pairs, winners
from croupier.rules import jackpots as rule
from croupier.rules.paytable import LOSS
from croupier.rules.vocabulary import To

HandClaim = tuple[int, int]  # a hand, as a mask, and its percent of the meter
BySeats = dict[str, Fraction | None]  # None: not counted, and never guessed
Amount = int | Fraction
Increments = list[tuple[Amount, Ints]]  # each increment of an amount, with the hands that reach it


def seats_of(table: PostedTable, cards: int) -> range:
    """The numbers of seats that a deck of `cards` cards can serve."""
    to_seat, to_dealer = (dealt(table.game.flow, to) for to in (To.SEAT, To.DEALER))
    if to_seat != HAND or table.game.seats_max > MOST + 1:
        raise RuleError(
            f"{table.game.id}: jackpots are counted for hands of {HAND} cards and up to "
            f"{MOST + 1} seats, not for {to_seat} cards and {table.game.seats_max} seats",
            "jackpot/uncounted",
        )
    return range(1, min(table.game.seats_max, (cards - to_dealer) // HAND) + 1)


class OwnPay(NamedTuple):
    """What a jackpot wager returns for a seat's own hand, by the game's own settlement."""

    returned: int  # in wagers: the net, and the wager itself
    percent: int  # of the meter

    @property
    def hit(self) -> bool:
        return self.returned > 0 or self.percent > 0


def own_pays(table: PostedTable, group: str) -> Callable[[int], OwnPay]:
    """The pays of a hand by its score; the settlement says whether the stake comes back."""
    (wager,) = [wager.name for wager in table.game.wagers if wager.table == group]
    own = figures_of(table.game.id).own_jackpot

    @cache
    def pay(score: int) -> OwnPay:
        net, percent = own(table, wager, score)
        return OwnPay(1 + net, percent)

    return pay


def check_listed(table: PostedTable, group: str, scores: Iterable[int], found: Winners) -> None:
    """Refuses a settlement that pays hands of which no column of the table lists a pay."""
    pays, listed = own_pays(table, group), set(np.unique(found.scores).tolist())
    if any(pays(score).hit and score not in listed for score in scores):
        raise RuleError(
            f"{table.game.id}: the settlement of {group} pays hands for which its table lists no "
            "pay; the winners of a jackpot are counted from its table",
            "jackpot/uncounted",
        )


def steps_up(found: Winners, amount: Callable[[int], Amount]) -> Increments:
    """A hand's pay by its score, as increments: a hand's amount is the sum of those it reaches."""
    amounts = {amount(int(score)) for score in np.unique(found.scores)}
    return [
        (above - below, found.those(lambda score, above=above: amount(score) >= above))  # type: ignore[misc]
        for below, above in pairwise(sorted({0, *amounts} - {LOSS}))
    ]


class Envy(NamedTuple):
    """What the other seats' hands pay one seat, and the hands that bar it from envy."""

    amounts: Increments
    barred: Ints
    multiple: bool  # for each other seat; if not, only for the best hand among them

    def mean(self, seats: int, found: Winners) -> Fraction | None:
        if seats <= 2 or self.multiple:
            return (seats - 1) * self.of_one(found)
        return _best_envy(seats, self.amounts, self.barred, found)

    def of_one(self, found: Winners) -> Fraction:
        """The mean envy from one other seat."""
        expected = Fraction(0)
        for step, listed in self.amounts:
            ways = len(listed) * comb(len(found.deck) - HAND, HAND)
            ways -= pairs(found, self.barred, listed)
            expected += Fraction(step * ways, found.deals(2))
        return expected


def listed_envy(table: PostedTable, group: str, found: Winners) -> Envy | None:
    """None if the table lists no envy. The game's own rule says who is paid, and for whom."""
    if "envy" not in table.posted[group].steps:
        return None
    best = most_envied(table, group)
    envied = partial(figures_of(table.game.id).envy, table)
    scores = [0, *map(int, np.unique(found.scores))]  # 0 represents all hands that win nothing
    return Envy(
        steps_up(found, lambda score: envy_for(table, group, score)),
        found.those(lambda score: envied(score, [best]) == 0),
        any(envied(score, [best, best]) > envied(score, [best]) for score in scores),
    )


def most_envied(table: PostedTable, group: str) -> int:
    """The score that pays other seats the most envy."""
    floors = [floor for floor, _ in table.posted[group].steps["envy"]]
    return max(floors, key=lambda floor: envy_for(table, group, floor))


def envy_for(table: PostedTable, group: str, score: int) -> int:
    """What this hand pays one other seat, if that seat's own hand does not bar it."""
    envied = figures_of(table.game.id).envy
    return max(envied(table, own, [score]) for own in edges(*table.posted[group].steps.values()))


def envy(table: PostedTable, group: str, found: Winners, seats: Iterable[int]) -> BySeats:
    """The average envy of one wager, by seats. Empty if the table lists none."""
    listed = listed_envy(table, group, found)
    if listed is None:
        return {}
    if listed.multiple:
        once = listed.of_one(found)
        return {str(n): (n - 1) * once for n in seats}
    return {str(n): listed.mean(n, found) for n in seats}


def _best_envy(seats: int, amounts: Increments, barred: Ints, found: Winners) -> Fraction | None:
    """The mean envy for the best of the other seats' hands: each increment, if any of them reaches
    it.
    """
    expected = Fraction(0)
    for step, listed in amounts:
        held = held_at_once(found, listed, barred)
        if held is None:
            return None
        for many in range(1, seats):
            own = comb(len(found.deck) - HAND * many, HAND)  # the seat's own hand
            ways = held.free[many] * own - held.beside[many]
            sign = -((-1) ** many) * comb(seats - 1, many)
            expected += Fraction(step * sign * ways, found.deals(many + 1))
    return expected


class MeterShares(NamedTuple):
    """By seats: the share of the meter that one wager wins, and how often one empties it.

    Also the share of a seed, if winners are paid in order and the meter is reseeded in between.
    """

    share: BySeats
    emptied: BySeats
    seed_share: BySeats


def meter(table: PostedTable, group: str, found: Winners, seats: Sequence[int]) -> MeterShares:
    """A house jackpot pays each winner in full; a progressive meter is shared.

    The percents are those of the settlement. How several claims of one round share a meter is a
    second implementation of `meter_pays` (rules/jackpots.py): its mean over all deals to all seats,
    which are too many to pay one by one. tests/odds/test_jackpots.py compares it with the rule,
    deal by deal, on small decks.
    """
    own = own_pays(table, group)
    paid = {own(int(score)).percent for score in np.unique(found.scores)} - {0}
    claims = [
        (int(hand), percent)
        for percent in sorted(paid, reverse=True)
        for hand in found.those(lambda score, percent=percent: own(score).percent == percent)  # type: ignore[misc]
    ]
    whole = [claim for claim in claims if claim[1] == rule.WHOLE]
    wins = Fraction(len(whole), found.deals(1))
    share = Fraction(sum(percent for _, percent in claims), rule.WHOLE * found.deals(1))
    if table.options[rule.JACKPOT_TYPE] == rule.HOUSE_JACKPOT or len(given(claims)) <= 2:
        return MeterShares({str(n): share for n in seats}, {str(n): wins for n in seats}, {})
    if table.options[rule.JACKPOT_SPLIT] == rule.IN_ORDER:
        return MeterShares(
            {str(n): (1 - _left(n, claims, found)) / n for n in seats},
            {str(n): wins for n in seats},
            {str(n): _of_seeds(n, claims, whole, found) / n for n in seats},
        )
    rounds = {n: _round(n, claims, whole, found) for n in seats}
    return MeterShares(
        {str(n): None if paid is None else paid.paid / n for n, paid in rounds.items()},
        {str(n): None if paid is None else paid.emptied / n for n, paid in rounds.items()},
        {},
    )


def _left(seats: int, claims: Sequence[HandClaim], found: Winners, taken: int = 0) -> Fraction:
    """What is left of a meter, on average, when each of these seats has taken its share of it.

    The shares left are multiplied: seats without a claim leave all, a whole win leaves none. With a
    hand in `taken`: over all deals in which a seat before them holds exactly that hand.
    """
    before = 1 if taken else 0
    return sum(
        (
            (-1) ** many
            * comb(seats, many)
            * Fraction(ways, rule.WHOLE**many * found.deals(many + before))
            for many, ways in enumerate(given(claims, taken)[: seats + 1])
        ),
        Fraction(0),
    )


def _of_seeds(
    seats: int, claims: Sequence[HandClaim], whole: Sequence[HandClaim], found: Winners
) -> Fraction:
    """Seeds that are paid out: one after each whole win, less what the seats after it leave."""
    wins = Fraction(seats * len(whole), found.deals(1))
    left = sum(
        (_left(after, claims, found, hand) for after in range(seats) for hand, _ in whole),
        Fraction(0),
    )
    return wins - left


class Paid(NamedTuple):
    """For one round: the share of the meter that is paid, and the chance that it is won whole."""

    paid: Fraction
    emptied: Fraction


def _round(
    seats: int, claims: Sequence[HandClaim], whole: Sequence[HandClaim], found: Winners
) -> Paid | None:
    """The meter is paid out whole if any seat wins it; otherwise the lesser shares are paid."""
    lesser = claims[len(whole) :]
    if max((percent for _, percent in lesser), default=0) * seats > rule.WHOLE:
        return None
    emptied = 1 - _left(seats, whole, found)
    others = sum(  # one seat wins this share, and no other the whole
        (percent * _left(seats - 1, whole, found, hand) for hand, percent in lesser), Fraction(0)
    )
    return Paid(emptied + seats * others / rule.WHOLE, emptied)


def break_even(
    fixed: Fraction, envied: BySeats, shared: MeterShares, seed: Fraction = Fraction(0)
) -> BySeats:
    """The meter, in wagers, at which a wager breaks even; None if its envy is not known."""
    met: BySeats = {}
    for seats, part in shared.share.items():
        other, seeds = envied.get(seats, Fraction(0)), shared.seed_share.get(seats, Fraction(0))
        if part and other is not None and seeds is not None:
            met[seats] = (1 - fixed - other - seed * seeds) / part
        else:
            met[seats] = None
    return met


def long_run(fixed: Fraction, envied: BySeats, emptied: BySeats, funding: Funding) -> BySeats:
    """What a wager returns in the long run: what leaves a meter is what was paid into it.

    The house pays for the seeds that the reserve does not cover; whatever they leave of a reserve
    remains the players' money.
    """
    returned: BySeats = {}
    for seats, wins in emptied.items():
        other = envied.get(seats, Fraction(0))
        returned[seats] = (
            None
            if wins is None or other is None
            else fixed + other + funding.contribution + max(funding.reserve, funding.seed * wins)
        )
    return returned


def in_the_long_run(odds: Odds, funding: Funding) -> Odds:
    """The same figures, with `long_run_return` added to every wager that has a meter."""
    wagers = dict(odds.wagers)
    for name, wager in odds.wagers.items():
        if "meter_emptied" in wager.more:
            more = cast(Mapping[str, BySeats], wager.more)
            fixed, envied = cast(Fraction, wager.more["fixed_return"]), more.get("envy", {})
            emptied, seeds = more["meter_emptied"], more.get("seed_share_by_seats", {})
            shared = MeterShares(more["meter_share_by_seats"], emptied, seeds)
            added = {
                "break_even_meter": break_even(fixed, envied, shared, funding.seed),
                "long_run_return": long_run(fixed, envied, emptied, funding),
            }
            wagers[name] = wager._replace(more={**wager.more, **added})
    return odds._replace(wagers=wagers)


def jackpot(
    table: PostedTable, group: str, counts: Mapping[int, int], deck: Sequence[int] = WHOLE_DECK
) -> dict[str, object]:
    """The figures of a jackpot wager besides its fixed pays; the last few by seats that make it."""
    pays = own_pays(table, group)
    paid = [(pays(score), count) for score, count in counts.items()]
    total = sum(counts.values())
    fixed = Fraction(sum(count * own.returned for own, count in paid), total)
    share = sum(count * own.percent for own, count in paid)
    whole = sum(count for own, count in paid if own.percent == rule.WHOLE)
    hits = sum(count for own, count in paid if own.hit)
    found, seats = winners(table, group, counts, deck), seats_of(table, len(deck))
    check_listed(table, group, counts, found)
    envied, shared = envy(table, group, found, seats), meter(table, group, found, seats)
    return {
        "hit": Fraction(hits, total),
        "fixed_return": fixed,
        "meter_share": Fraction(share, rule.WHOLE * total),
        "whole_meter": Fraction(whole, total),
        **({"envy": envied} if envied else {}),
        "meter_share_by_seats": shared.share,
        "meter_emptied": shared.emptied,
        **({"seed_share_by_seats": shared.seed_share} if shared.seed_share else {}),
        "break_even_meter": break_even(fixed, envied, shared),
    }


def check_fills_a_meter(table: PostedTable) -> None:
    """Refuses a table at which no wager fills a meter."""
    kind = table.options.get(rule.JACKPOT_TYPE)
    if kind != rule.PROGRESSIVE:
        why = f"its jackpot is of type {kind}" if kind else "it has no jackpot"
        raise RuleError(f"{table.game.id} fills no meter: {why}", "meter/none")
