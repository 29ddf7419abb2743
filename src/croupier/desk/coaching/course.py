"""The course of a sitting: what was bet and what came back, and what was to be expected of it.

The facts are stored, and the figures are computed from them whenever somebody asks.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, zip_longest
from typing import NamedTuple

from croupier.desk.coaching.costs import Prices, WagerCost
from croupier.money import Cents
from croupier.table.events import Acted, Opened
from croupier.table.round import Round

NONE = Fraction(0)
MOST = 120  # stints; of a longer sitting, neighbors are added up
Named = tuple[tuple[str, int], ...]  # numbers by wager, in order


class SeatBets(NamedTuple):
    """What a seat bet before the deal, as often as it bet the same in the same company."""

    stakes: Named
    sharers: Named = ()  # of each jackpot wager: how many seats made it
    times: int = 1
    meters: Named = ()  # what its meter displayed, in cents, added up over all those times


class Stint(NamedTuple):
    """Rounds that follow each other."""

    rounds: int
    decisions: int
    net: Cents
    given_up: Fraction  # by decisions that were not the best, in cents
    bets: tuple[SeatBets, ...]

    def and_then(self, other: "Stint") -> "Stint":
        return Stint(
            self.rounds + other.rounds,
            self.decisions + other.decisions,
            Cents(self.net + other.net),
            self.given_up + other.given_up,
            _added((*self.bets, *other.bets)),
        )


def of_round(
    state: Round,
    seats: Collection[int],
    net: int,
    meters: Mapping[str, int] | None = None,
    given_up: Fraction = NONE,
) -> Stint:
    """A finished round of these seats, with their result in cents, jackpots included.

    `meters`: what the meters displayed when the cards were dealt, in cents.
    """
    acts = [event for event in state.events if isinstance(event, Acted) and event.seat in seats]
    return Stint(1, len(acts), Cents(net), given_up, bets_of(state, seats, meters))


def bets_of(
    state: Round, seats: Iterable[int], meters: Mapping[str, int] | None = None
) -> tuple[SeatBets, ...]:
    """What these seats bet in a round; a dead hand's bets were returned and do not count."""
    opened = state.events[0]
    assert isinstance(opened, Opened)
    jackpots = state.table.jackpots
    sharers = Counter(name for bets in opened.wagers.values() for name in bets if name in jackpots)
    found = []
    for seat in seats:
        stakes = opened.wagers[seat]
        if not state.spot(seat).dead:
            mine = [name for name in sorted(stakes) if name in jackpots]
            shown = [(name, (meters or {})[name]) for name in mine if name in (meters or {})]
            shared = tuple((name, sharers[name]) for name in mine)
            found.append(SeatBets(tuple(stakes.items()), shared, 1, tuple(shown)))
    return _added(found)


def _added(bets: Iterable[SeatBets]) -> tuple[SeatBets, ...]:
    times: Counter[tuple[Named, Named, tuple[str, ...]]] = Counter()
    shown: dict[tuple[Named, Named, tuple[str, ...]], Counter[str]] = {}
    for each in bets:
        key = (each.stakes, each.sharers, tuple(name for name, _ in each.meters))
        times[key] += each.times
        shown.setdefault(key, Counter()).update(dict(each.meters))
    return tuple(
        SeatBets(stakes, sharers, count, tuple(shown[stakes, sharers, names].items()))
        for (stakes, sharers, names), count in times.items()
    )


@dataclass(frozen=True, slots=True)
class Course:
    """A sitting from its first round on."""

    stints: tuple[Stint, ...] = ()

    @property
    def rounds(self) -> int:
        return sum(stint.rounds for stint in self.stints)

    @property
    def decisions(self) -> int:
        return sum(stint.decisions for stint in self.stints)

    @property
    def net(self) -> Cents:
        return Cents(sum(stint.net for stint in self.stints))

    @property
    def given_up(self) -> Fraction:
        return sum((stint.given_up for stint in self.stints), NONE)

    def after(self, one: Stint) -> "Course":
        """With one more round."""
        stints = (*self.stints, one)
        if len(stints) > MOST:
            pairs = zip_longest(stints[::2], stints[1::2])
            stints = tuple(one if two is None else one.and_then(two) for one, two in pairs)
        return Course(stints)

    def judged(self, number: int, given_up: Fraction) -> "Course":
        """With what was given up in round `number`, counted from 1, and is known only now."""
        ends = list(accumulate(stint.rounds for stint in self.stints))
        place = next(place for place, end in enumerate(ends) if number <= end)
        found = self.stints[place]
        now = found._replace(given_up=found.given_up + given_up)
        return replace(self, stints=(*self.stints[:place], now, *self.stints[place + 1 :]))


class CoursePoint(NamedTuple):
    """Where a sitting stood after some rounds, in cents since its beginning."""

    rounds: int
    actual: Cents
    expected: Fraction


class CourseResult(NamedTuple):
    """What a sitting brought, and what was to be expected.

    `best` is what its bets bring on average if they are played best: the house's edge on them. What
    the decisions gave up comes off it; the rest of the difference is luck.
    """

    rounds: int
    actual: Cents
    best: Fraction
    given_up: Fraction
    unpriced: tuple[str, ...]  # wagers that no figure is known of: nothing is expected of them
    points: tuple[CoursePoint, ...]

    @property
    def expected(self) -> Fraction:
        return self.best - self.given_up

    @property
    def luck(self) -> Fraction:
        return self.actual - self.expected


def course_result(prices: Prices, course: Course) -> CourseResult:
    best = [_best(prices, stint.bets) for stint in course.stints]
    expected = accumulate(
        net - stint.given_up for net, stint in zip(best, course.stints, strict=True)
    )
    rounds = accumulate(stint.rounds for stint in course.stints)
    actual = accumulate(stint.net for stint in course.stints)
    points = map(CoursePoint, rounds, map(Cents, actual), expected)
    return CourseResult(
        course.rounds,
        course.net,
        sum(best, NONE),
        course.given_up,
        _unpriced(prices, course),
        tuple(points),
    )


def _best(prices: Prices, bets: Iterable[SeatBets]) -> Fraction:
    costs = ((each.times, wager.cost) for each in bets for wager in _costs(prices, each))
    return -sum((times * cost for times, cost in costs if cost is not None), NONE)


def _costs(prices: Prices, bets: SeatBets) -> list[WagerCost]:
    meters = {name: Fraction(shown, bets.times) for name, shown in bets.meters}
    return prices.costs(dict(bets.stakes), dict(bets.sharers), meters)


def _unpriced(prices: Prices, course: Course) -> tuple[str, ...]:
    every = (each for stint in course.stints for each in stint.bets)
    names = {cost.wager for each in every for cost in _costs(prices, each) if cost.cost is None}
    return tuple(sorted(names))
