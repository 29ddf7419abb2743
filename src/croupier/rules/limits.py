"""Wagering limits: the state's profiles, a table's own limits, and the follow-up wagers of a round.

Also aggregate payout limits (WAC 230-15-490): the most that the house pays to all players together
on one kind of prize in one deal. A house may set one for a wager; it is posted at the table.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeVar

from croupier.errors import BadTable, IllegalWager
from croupier.money import Cents, dollars
from croupier.rules.paytable import Paytable
from croupier.rules.vocabulary import Choose, Deal, EachSeat, Flow, Game, Settle, Wager, steps_of

DEFAULT_PROFILE, DEFAULT_POKER_PROFILE = "wa-2023", "wa-2016"
DEFAULT_MINIMUM = Cents(100)

Law = TypeVar("Law")


class Profile(NamedTuple):
    """What the law allows at a house-banked table."""

    name: str
    effective: str
    source: str
    single_wager: Cents | None  # None: the compact sets it
    games: int
    games_above_small: int
    small_wager: Cents
    supervisor_above: Cents  # a win above this waits for a supervisor

    def needs_supervisor(self, won: int) -> bool:
        """WAC 230-15-320: whether a supervisor must acknowledge this win before it is paid."""
        return won > self.supervisor_above


@cache
def _written() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files("croupier.rules") / "limits.toml").read_text("utf-8"))


@cache
def profiles() -> dict[str, Profile]:
    rows = _written()["house-banked"].items()
    return {name: Profile(name=name, **{"single_wager": None, **row}) for name, row in rows}


class PokerProfile(NamedTuple):
    """What the law allows at a poker table."""

    name: str
    effective: str
    source: str
    single_wager: Cents  # one bet, or one raise
    betting_rounds: int
    raises: int  # beyond the first wager of a betting round


@cache
def poker_profiles() -> dict[str, PokerProfile]:
    return {name: PokerProfile(name=name, **row) for name, row in _written()["poker"].items()}


def profile(name: str) -> Profile:
    return _known(profiles(), name, "limit")


def poker_profile(name: str) -> PokerProfile:
    return _known(poker_profiles(), name, "poker")


def _known(laws: Mapping[str, Law], name: str, kind: str) -> Law:
    if name not in laws:
        raise BadTable(f"no {kind} profile {name!r}; known: {', '.join(laws)}", "limits/unknown")
    return laws[name]


class Limits(NamedTuple):
    """A table's limits: a profile, and tighter bounds that the house sets for some wagers."""

    profile: Profile
    minimums: Mapping[str, Cents] = {}
    maximums: Mapping[str, Cents] = {}
    aggregates: Mapping[
        str, Cents
    ] = {}  # by wager: the most that all seats together win on it in one deal

    def least(self, wager: Wager) -> Cents:
        return self.minimums.get(wager.name, DEFAULT_MINIMUM)

    def most(self, wager: Wager) -> Cents:
        """The largest stake: the house's maximum, capped by the profile's."""
        house = self.maximums.get(wager.name, wager.most)
        law = self.profile.single_wager
        if house is not None and law is not None:
            return min(house, law)
        most = law if house is None else house
        if most is None:
            raise BadTable(
                f"profile {self.profile.name} sets no wager; give {wager.name} a maximum",
                "limits/missing",
            )
        return most

    def check(self, wager: Wager, stake: Cents, where: str) -> None:
        if not self.least(wager) <= stake <= self.most(wager):
            raise IllegalWager(
                f"{where}: {wager.name} {dollars(stake)}; this table takes "
                f"{dollars(self.least(wager))} to {dollars(self.most(wager))} "
                f"(profile {self.profile.name})",
                "wager/limit",
            )


def open_limits(game: Game, name: str = DEFAULT_PROFILE) -> Limits:
    """Limits of the profile alone, whatever the house posts: to settle disputes."""
    law = profile(name)
    most = law.single_wager if law.single_wager is not None else Cents(10**12)
    bounds = {wager.name: most for wager in game.wagers}
    return Limits(law, {wager.name: Cents(1) for wager in game.wagers}, bounds)


def check_configuration(game: Game, offered: tuple[Wager, ...], limits: Limits) -> None:
    """WAC 230-15-040: how many separate games one hand of cards may have, and their maximums."""
    for bounds in (limits.minimums, limits.maximums):
        for name, bound in bounds.items():
            if game.wager(name) is None:
                known = ", ".join(wager.name for wager in game.wagers)
                raise BadTable(f"{game.id} has no wager {name!r}; it has: {known}", "limits/wager")
            if bound <= 0:
                raise BadTable(f"{name}: a limit of {dollars(bound)}; limits are above zero")
    for wager in offered:
        law = limits.profile.single_wager
        house = limits.maximums.get(wager.name)
        if law is not None and house is not None and house > law:
            raise BadTable(
                f"{wager.name} up to {dollars(house)}; profile {limits.profile.name} allows "
                f"single wagers up to {dollars(law)}",
                "limits/profile",
            )
        if limits.least(wager) > limits.most(wager):
            raise BadTable(
                f"{wager.name}: the minimum {dollars(limits.least(wager))} is above the maximum "
                f"{dollars(limits.most(wager))}",
                "limits/empty",
            )
    _check_games(game, offered, limits)


def _check_games(game: Game, offered: tuple[Wager, ...], limits: Limits) -> None:
    law = limits.profile
    separate = {wager.part_of or wager.name for wager in offered}
    large = {
        wager.part_of or wager.name for wager in offered if limits.most(wager) > law.small_wager
    }
    if len(separate) > law.games:
        raise BadTable(
            f"{game.id} with {len(separate)} separate games ({', '.join(sorted(separate))}); "
            f"one hand of cards may carry {law.games} (WAC 230-15-040)",
            "limits/games",
        )
    if len(large) > law.games_above_small:
        raise BadTable(
            f"{game.id} with {len(large)} games above {dollars(law.small_wager)} "
            f"({', '.join(sorted(large))}); at most {law.games_above_small} may take more "
            f"(WAC 230-15-040)",
            "limits/games",
        )


Stakes = Mapping[str, int]  # by wager: one seat's stakes before the deal


def ways_to_follow(game: Game, stakes: Stakes) -> dict[str, list[int]]:
    """The wagers that may follow these stakes, in order of the flow, with their possible bets."""
    ways: dict[str, list[int]] = {}
    for step in steps_of(game.flow):
        if not isinstance(step, Choose) or callable(step.options):
            continue
        for option in step.options:
            wager = game.wager(option.bet)
            if wager is not None and wager.part_of in stakes:
                ways.setdefault(wager.name, []).append(stakes[wager.part_of] * option.times)
    return ways


def follow_ups(game: Game, stakes: Stakes) -> dict[str, int]:
    """The largest bet of each follow-up wager."""
    return {name: max(bets) for name, bets in ways_to_follow(game, stakes).items()}


def most_asked(game: Game, stakes: Stakes) -> int:
    """The most that a seat may have to bet in a round: its stakes and the largest follow-ups."""
    return sum(stakes.values()) + sum(follow_ups(game, stakes).values())


COUNTED_ODDS = 50  # a limit requires a prize of at least 50 to 1; higher odds count as 50 to 1


def shares(won: Sequence[int], limit: int) -> list[Cents]:
    """What each winner is paid, in order of settlement: a pro-rata share of the limit.

    Shares are rounded down to whole cents; the first winners get one odd cent each.
    """
    total = sum(won)
    if total <= limit:
        return [Cents(one) for one in won]
    pays = [limit * one // total for one in won]
    odd = limit - sum(pays)
    for place, one in enumerate(won):
        if one > 0 and odd > 0:
            pays[place] += 1
            odd -= 1
    return [Cents(pay) for pay in pays]


def words(aggregates: Mapping[str, Cents]) -> list[str]:
    """The limits as posted at the table."""
    return [
        f"{name}: all players together win at most {dollars(limit)} in a deal"
        for name, limit in aggregates.items()
    ]


def check_aggregates(
    game: Game,
    posted: Mapping[str, Paytable],
    offered: Iterable[Wager],
    aggregates: Mapping[str, Cents],
    most: Mapping[str, Cents],
) -> None:
    """Refuses an aggregate limit that the law forbids. `most`: the largest stake of each wager."""
    by_name = {wager.name: wager for wager in offered}
    for name, limit in aggregates.items():
        if name not in by_name:
            known = ", ".join(by_name)
            raise BadTable(
                f"an aggregate limit on {name!r}; {game.id} offers: {known}", "limits/aggregate"
            )
        odds = highest_odds(game, posted, by_name[name])
        if odds < COUNTED_ODDS:
            raise BadTable(
                f"an aggregate limit on {name}, whose highest prize is {odds} to 1; it is allowed "
                f"from {COUNTED_ODDS} to 1 on (WAC 230-15-490)",
                "limits/aggregate",
            )
        least = Cents(max(1, most[name] * COUNTED_ODDS))
        if limit < least:
            raise BadTable(
                f"an aggregate limit of {dollars(limit)} on {name}; with wagers up to "
                f"{dollars(most[name])} it is at least {dollars(least)}, the largest wager at the "
                f"highest odds, of which {COUNTED_ODDS} to 1 count (WAC 230-15-490)",
                "limits/aggregate",
            )


def highest_odds(game: Game, posted: Mapping[str, Paytable], wager: Wager) -> int:
    """The highest odds of a wager; refuses one that may not have an aggregate limit."""
    if wager.name in game.jackpots:
        raise BadTable(
            f"an aggregate limit on {wager.name}; it plays for a meter, and a share of a meter is "
            "no prize by odds (WAC 230-15-490)",
            "limits/aggregate",
        )
    steps = [(step, part) for part in game.flow for step in _settles((part,), wager.name)]
    if any(step.wagers != (wager.name,) for step, _ in steps) or wager.table not in posted:
        raise BadTable(
            f"an aggregate limit on {wager.name}; it is for a wager that a posted table pays by "
            "itself",
            "limits/aggregate",
        )
    if any(_serves(part) for _, part in steps):
        raise BadTable(
            f"an aggregate limit on {wager.name}; it is paid before the next seat is served, when "
            "who will share the limit is not yet known",
            "limits/aggregate",
        )
    return max(pay for column in posted[wager.table].steps.values() for _, pay in column)


def _settles(flow: Flow, wager: str) -> list[Settle]:
    return [step for step in steps_of(flow) if isinstance(step, Settle) and wager in step.wagers]


def _serves(part: object) -> bool:
    """Whether this part of the flow deals to a seat or asks it to choose before the next seat."""
    return isinstance(part, EachSeat) and any(isinstance(s, Deal | Choose) for s in part.steps)
